"""Schema of card files: the keys of each table and the values they may have.

A model checks one table alone; card_checks.py checks how tables fit together. The note below a
key says what it means, the notes on effects are in model/vocabulary.py; docs/effects.md is written
from both.
"""

# No postponed annotations: pydantic would evaluate every one of them again.
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from deathdome.content.words import (
    CAUSES,
    DECKS,
    DURATIONS,
    RATINGS,
    ROLES,
    SOURCES,
    TARGETS,
    TRIGGERS,
)
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Allow,
    Cause,
    Deck,
    Deny,
    Gain,
    Grant,
    ItemKind,
    Per,
    Period,
    Rating,
    Role,
    Shape,
    Target,
    Trigger,
    UnitType,
    Until,
    WeaponKind,
    Zone,
)
from deathdome.toml.words import by_value, one_of, plain_text

# Far above what a match can need, so that a wrong file causes an error, not an endless match.
MAX_COUNT: Final = 99

Step = Annotated[int, Field(ge=1, le=MAX_COUNT)]
Change = Annotated[int, Field(ge=-MAX_COUNT, le=MAX_COUNT)]
Id = Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
On = Annotated[Target, one_of("target", TARGETS)]
Lasting = Annotated[Until, one_of("duration", DURATIONS)]
AttackKind = Annotated[WeaponKind, one_of("kind of attack", by_value(WeaponKind))]
AttackShape = Annotated[Shape, one_of("shape", by_value(Shape))]


class Table(BaseModel):
    """Any table of a card file; it refuses unknown keys and values of another type."""

    # Validators are built once, for FileTable: one for each table doubles the time of loading.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class ConditionTable(Table):
    """A condition of an ability or effect."""

    with_: Literal["this"] | None = Field(None, alias="with")
    """The attack is made with this card."""
    kind: AttackKind | None = None
    """Kind of the attacking weapon, at any distance. Attacks without kind match neither."""
    ground: Literal["higher"] | None = None
    """The attacker is on the tower, the defender is not."""
    state: list[Literal["wounded", "incapacitated"]] = []
    """The defender is in one of these states before the first hit of this attack (wounds of an
    earlier attack of the same action count).
    """
    near: Step | None = None
    """The acting unit (the mover of this ability, otherwise the bearer) is within n spaces of the
    subject, in sight, when the condition is checked (for a heal after a walk: after the walk).
    """
    adjacent_start: Literal[True] | None = None
    """The bearer was adjacent to the subject, in sight, when the move began."""
    cause: Annotated[Cause, one_of("cause of a move", CAUSES)] | None = None
    """Kind of move that raised `moved`. Movement phases and walk effects are both "walk"."""


class EffectTable(Table):
    """Base of all effects."""

    condition: ConditionTable | None = Field(None, alias="if")


class AimedTable(EffectTable):
    """An effect on a unit."""

    on: On | None = None


class ModTable(AimedTable):
    """Adds to a rating."""

    mod: Annotated[Rating, one_of("rating", RATINGS)]
    n: Change
    per: Annotated[Per, one_of("thing to count", by_value(Per))] | None = None
    max: Step | None = None
    until: Lasting | None = None


class AllowTable(AimedTable):
    """Gives a permission."""

    allow: Annotated[Allow, one_of("permission", ALLOW_NAMES)]
    acts: list[Literal["attack", "capture"]] = []
    until: Lasting | None = None


class DenyTable(AimedTable):
    """Protects from something, or forbids it."""

    deny: Annotated[Deny, one_of("denial", DENY_NAMES)]
    until: Lasting | None = None


class AttackTable(AimedTable):
    """An attack of fixed strength."""

    attack: Step
    kind: AttackKind | None = None
    shape: AttackShape = Shape.SINGLE


class HealTable(AimedTable):
    """Removes wounds."""

    heal: Step
    cure: bool = False


class IncapacitateTable(AimedTable):
    """Incapacitates a unit."""

    incapacitate: Literal[True]


class PushTable(AimedTable):
    """Pushes a unit away."""

    push: Step
    from_: On | None = Field(None, alias="from")


class WalkTable(AimedTable):
    """A walk by the unit's own movement rules."""

    move: Literal["walk"]
    steps: Step | Literal["rating"]


class FollowTable(AimedTable):
    """A walk after a unit that has moved."""

    move: Literal["follow"]


class JumpTable(AimedTable):
    """A jump over any units and spaces."""

    move: Literal["jump"]
    steps: Step


class SwapTable(AimedTable):
    """Two units exchange their spaces."""

    move: Literal["swap"]
    with_: On = Field(alias="with")


class BaseTable(AimedTable):
    """Moves a unit from jail to its base."""

    move: Literal["base"]


class CaptureTable(EffectTable):
    """Captures the picked point."""

    capture: Literal["picked"]


class GrantTable(EffectTable):
    """One more phase of some kind."""

    grant: Annotated[Grant, one_of("phase", by_value(Grant))]


class GainTable(EffectTable):
    """Power cards or beetle shells for the controller."""

    gain: Annotated[Gain, one_of("gain", by_value(Gain))]
    n: Step


class TokenEffectTable(EffectTable):
    """Puts a token on the point of the event."""

    token: Id


class RoundTable(EffectTable):
    """Changes the round counter."""

    round: Change


class RedirectTable(EffectTable):
    """Makes another unit the target of the attack."""

    redirect: Literal["self", "picked"]


MOVES: Final = ("walk", "follow", "jump", "swap", "base")
EFFECTS: Final[dict[str, type[EffectTable]]] = {
    "mod": ModTable,
    "allow": AllowTable,
    "deny": DenyTable,
    "attack": AttackTable,
    "heal": HealTable,
    "incapacitate": IncapacitateTable,
    "push": PushTable,
    "walk": WalkTable,
    "follow": FollowTable,
    "jump": JumpTable,
    "swap": SwapTable,
    "base": BaseTable,
    "capture": CaptureTable,
    "grant": GrantTable,
    "gain": GainTable,
    "token": TokenEffectTable,
    "round": RoundTable,
    "redirect": RedirectTable,
}
# The keys that make a table an effect; `move` is one key with five ways to move.
EFFECT_KEYS: Final = ("move", *(name for name in EFFECTS if name not in MOVES))


def effect_name(table: Any) -> str | None:
    """Return the name in `EFFECTS`: the effect key of a table, or its way to move; else None."""
    if isinstance(table, EffectTable):
        return next(name for name, kind in EFFECTS.items() if isinstance(table, kind))
    if not isinstance(table, dict):
        return None
    keys = [key for key in EFFECT_KEYS if key in table]
    if len(keys) != 1:
        return None
    name = table["move"] if keys == ["move"] else keys[0]
    return name if isinstance(name, str) and name in EFFECTS else None


Effect = Annotated[
    Annotated[ModTable, Tag("mod")]
    | Annotated[AllowTable, Tag("allow")]
    | Annotated[DenyTable, Tag("deny")]
    | Annotated[AttackTable, Tag("attack")]
    | Annotated[HealTable, Tag("heal")]
    | Annotated[IncapacitateTable, Tag("incapacitate")]
    | Annotated[PushTable, Tag("push")]
    | Annotated[WalkTable, Tag("walk")]
    | Annotated[FollowTable, Tag("follow")]
    | Annotated[JumpTable, Tag("jump")]
    | Annotated[SwapTable, Tag("swap")]
    | Annotated[BaseTable, Tag("base")]
    | Annotated[CaptureTable, Tag("capture")]
    | Annotated[GrantTable, Tag("grant")]
    | Annotated[GainTable, Tag("gain")]
    | Annotated[TokenEffectTable, Tag("token")]
    | Annotated[RoundTable, Tag("round")]
    | Annotated[RedirectTable, Tag("redirect")],
    Discriminator(effect_name),
]


MAX_COST: Final = 99_000_000  # credits

Cost = Annotated[int, Field(ge=0, le=MAX_COST, multiple_of=100_000)]
Line = Annotated[str, plain_text(min_length=1, max_length=60)]
Text = Annotated[str, plain_text(min_length=0, max_length=400)]
Title = Annotated[str, plain_text(min_length=0, max_length=24)]
Quote = Annotated[str, plain_text(min_length=0, max_length=57)]
Who = Annotated[Role, one_of("role", ROLES)]
OneType = Annotated[UnitType, one_of("unit type", by_value(UnitType))]
Types = Annotated[list[OneType], Field(min_length=1, max_length=4)]


class RatingsTable(Table):
    """Strength, movement, toughness, vitae."""

    s: Change = 0
    m: Change = 0
    t: Change = 0
    v: Change = 0


class LimitTable(Table):
    """At most `n` uses per period."""

    n: Step
    """Maximum number of uses."""
    per: Annotated[Period, one_of("period", by_value(Period))]
    """Period of the count."""


class PickTable(Table):
    """A choice of the controller."""

    what: Literal["unit", "point", "jail"] = "unit"
    """"unit", "point" (a control point not owned by the controller, with any unit on it), "jail"
    (one jail with at least one inmate, meaning all its inmates).
    """
    side: Who = Role.ANY
    """Role of the unit relative to the reference unit: self, mate, ally, enemy, any. `side="self"`
    in a `defend` window: one of the controller's units hit.
    """
    of: Literal["self", "subject"] = "self"
    """Reference unit for side and distance: bearer or "subject"; without a bearer, roles are
    relative to the player.
    """
    range: Change | Literal["any"] = "any"
    """Number of spaces (a diagonal counts 1, 0 is the unit itself), or "any"."""
    sight: bool | None = None
    """The reference unit must see the target, also with `count="all"`, and if a rules text says
    only "within 3". A unit always sees itself. Default: true with a number as `range`, false with
    "any".
    """
    zone: Annotated[Zone, one_of("zone", by_value(Zone))] = Zone.BOARD
    """"board", "field", "jail"; an enemy in its base is never a legal choice."""
    adjacent: Literal["start"] | None = None
    """"start": was adjacent to the mover, in sight, when its move began."""
    count: Literal[1, "all"] = 1
    """1 or "all"."""


class AbilityTable(Table):
    """One ability."""

    when: Annotated[Trigger, one_of("trigger", TRIGGERS)]
    """Trigger, part 3."""
    who: Who = Role.ANY
    """Role that the event's subject must have, part 2."""
    by: Annotated[Role, one_of("role", SOURCES)] = Role.ANY
    """Role that the event's source must have, part 2."""
    condition: ConditionTable | None = Field(None, alias="if")
    """Conditions, part 4. All must hold."""
    zone: Annotated[Zone, one_of("zone", by_value(Zone))] = Zone.BOARD
    """Zone of the bearer: `board` (field or base), `field` (board outside bases), `jail`."""
    pick: PickTable | None = None
    """The controller's choice, part 5. Without a legal choice the ability cannot be used."""
    choose: Step | None = None
    """Number of effects that the controller chooses from `do`."""
    may: bool = False
    """True: the controller may decline an event trigger; windows and power cards are always
    voluntary. An event ability without `may` happens automatically, but its choices (`pick`, lava
    or not) are the controller's.
    """
    limit: LimitTable | None = None
    """Uses, part 7."""
    do: Annotated[list[Effect], Field(min_length=1, max_length=20)]
    """Effects in order, part 6."""


class WeaponTable(Table):
    """The attack of an item."""

    strength: Annotated[int, Field(ge=0, le=MAX_COUNT)]
    """Added to the unit's strength."""
    range: Step
    """Maximum distance."""
    shape: AttackShape = Shape.SINGLE
    """"splash": the target and all its adjacent enemies of the attacker; "adjacent": all enemies
    adjacent to the attacker, at least one, without a target (no `declared`, no redirect).
    """
    sight: bool = True
    """False: walls and tower do not block this weapon."""
    attacks: Step = 1
    """Number of complete attacks in a row in the same action, each with its own target and its own
    power cards. The player may stop earlier.
    """
    limit: LimitTable | None = None
    """Uses per match."""


class PrintedTable(Table):
    """Base of everything with printed abilities."""

    id: Id
    name: Line
    text: Text = ""
    replaces: bool = False
    """True in a pack: it replaces the game's card with this id."""
    ability: list[AbilityTable] = Field(default_factory=list, max_length=20)


class QuotedTable(PrintedTable):
    """Base of store cards: items and characters."""

    ability_name: Title = ""
    """Name of the trick; no effect in play."""
    quote: Quote = ""
    """A remark, printed in quotation marks; no effect in play."""


class ItemTable(QuotedTable):
    """A store card."""

    deck: Annotated[Deck, one_of("deck", DECKS)]
    kind: Annotated[ItemKind, one_of("kind of item", by_value(ItemKind))]
    cost: Cost
    ratings: RatingsTable | None = None
    weapon: WeaponTable | None = None


class PowerTable(PrintedTable):
    """A kind of power card."""

    deck: Literal["power"]
    copies: Step
    value: Annotated[int, Field(ge=1, le=5)]
    timing: Line = "value only"


class CharacterTable(QuotedTable):
    """A character card."""

    rank: Annotated[int, Field(ge=0, le=3)]
    types: Types
    ratings: RatingsTable
    cost: Cost
    style: Text = ""


class UnitTable(Table):
    """A line of the team registry."""

    id: Id
    name: Line
    types: Types
    ratings: RatingsTable
    text: Text = ""
    replaces: bool = False


class TokenTable(PrintedTable):
    """A bug token."""


def card_name(table: Any) -> str:
    """Return the kind of a `[[card]]`: "power" or "item"."""
    deck = table.get("deck") if isinstance(table, dict) else getattr(table, "deck", None)
    return "power" if deck == "power" else "item"


Card = Annotated[
    Annotated[ItemTable, Tag("item")] | Annotated[PowerTable, Tag("power")],
    Discriminator(card_name),
]


class FileTable(Table):
    """A whole card file."""

    card: list[Card] = Field(default_factory=list, max_length=500)
    character: list[CharacterTable] = Field(default_factory=list, max_length=500)
    unit: list[UnitTable] = Field(default_factory=list, max_length=500)
    token: list[TokenTable] = Field(default_factory=list, max_length=500)
