"""The tables of a card file: which keys each may have, and what each value may be.

What is checked here is a table by itself; how tables fit together is checked in audit.py. The
meaning of every word is told in docs/effects.md.
"""

# No postponed annotations: pydantic would have to evaluate every one of them again.
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
    by_value,
    one_of,
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

Step = Annotated[int, Field(ge=1)]
Cost = Annotated[int, Field(ge=0, multiple_of=100_000)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Line = Annotated[str, Field(min_length=1)]
Who = Annotated[Role, one_of("role", ROLES)]
On = Annotated[Target, one_of("target", TARGETS)]
Lasting = Annotated[Until, one_of("duration", DURATIONS)]
AttackKind = Annotated[WeaponKind, one_of("kind of attack", by_value(WeaponKind))]
AttackShape = Annotated[Shape, one_of("shape", by_value(Shape))]
OneType = Annotated[UnitType, one_of("unit type", by_value(UnitType))]
Types = Annotated[list[OneType], Field(min_length=1)]


class Table(BaseModel):
    """Any table of a card file: nothing unknown in it, and no value of another type."""

    # Validators are built once, for FileTable: building one for each table as well doubles the
    # time that loading takes.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class RatingsTable(Table):
    """Strength, movement, toughness, vitae."""

    s: int = 0
    m: int = 0
    t: int = 0
    v: int = 0


class LimitTable(Table):
    """At most `n` uses per period."""

    n: Step
    per: Annotated[Period, one_of("period", by_value(Period))]


class ConditionTable(Table):
    """What must hold."""

    with_: Literal["this"] | None = Field(None, alias="with")
    kind: AttackKind | None = None
    ground: Literal["higher"] | None = None
    state: list[Literal["wounded", "incapacitated"]] = []
    near: Step | None = None
    adjacent_start: Literal[True] | None = None
    cause: Annotated[Cause, one_of("cause of a move", CAUSES)] | None = None


class PickTable(Table):
    """A choice of the controller."""

    what: Literal["unit", "point", "jail"] = "unit"
    side: Who = Role.ANY
    of: Literal["self", "subject"] = "self"
    range: int | Literal["any"] = "any"
    sight: bool | None = None
    zone: Annotated[Zone, one_of("zone", by_value(Zone))] = Zone.BOARD
    adjacent: Literal["start"] | None = None
    count: Literal[1, "all"] = 1


class EffectTable(Table):
    """What every effect may say."""

    condition: ConditionTable | None = Field(None, alias="if")


class AimedTable(EffectTable):
    """An effect that falls on a unit."""

    on: On | None = None


class ModTable(AimedTable):
    """Adds to a rating."""

    mod: Annotated[Rating, one_of("rating", RATINGS)]
    n: int
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
    """Lays a unit down."""

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
    """A jump over whatever lies between."""

    move: Literal["jump"]
    steps: Step


class SwapTable(AimedTable):
    """Two units exchange their spaces."""

    move: Literal["swap"]
    with_: On = Field(alias="with")


class BaseTable(AimedTable):
    """Out of jail, to the unit's own base."""

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
    """Turns the round counter."""

    round: int


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
# The keys that make a table an effect; `move` is one key with five ways.
EFFECT_KEYS: Final = ("move", *(name for name in EFFECTS if name not in MOVES))


def effect_name(table: Any) -> str | None:
    """Which of `EFFECTS` a table is: the one effect key in it, for `move` its way; else None."""
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


class AbilityTable(Table):
    """One ability."""

    when: Annotated[Trigger, one_of("trigger", TRIGGERS)]
    who: Who = Role.ANY
    by: Annotated[Role, one_of("role", SOURCES)] = Role.ANY
    condition: ConditionTable | None = Field(None, alias="if")
    zone: Annotated[Zone, one_of("zone", by_value(Zone))] = Zone.BOARD
    pick: PickTable | None = None
    choose: Step | None = None
    may: bool = False
    limit: LimitTable | None = None
    do: Annotated[list[Effect], Field(min_length=1)]


class WeaponTable(Table):
    """The attack that an item can make."""

    strength: Annotated[int, Field(ge=0)]
    range: Step
    shape: AttackShape = Shape.SINGLE
    sight: bool = True
    attacks: Step = 1
    limit: LimitTable | None = None


class PrintedTable(Table):
    """What everything printed has."""

    id: Id
    name: Line
    text: str = ""
    ability: list[AbilityTable] = []


class ItemTable(PrintedTable):
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


class CharacterTable(PrintedTable):
    """A character card."""

    rank: Annotated[int, Field(ge=0, le=3)]
    types: Types
    ratings: RatingsTable
    cost: Cost
    style: str = ""


class UnitTable(Table):
    """A line of the team registry."""

    id: Id
    name: Line
    types: Types
    ratings: RatingsTable
    text: str = ""


class TokenTable(PrintedTable):
    """A bug token."""


def card_name(table: Any) -> str:
    """Which kind of card a `[[card]]` is."""
    deck = table.get("deck") if isinstance(table, dict) else getattr(table, "deck", None)
    return "power" if deck == "power" else "item"


Card = Annotated[
    Annotated[ItemTable, Tag("item")] | Annotated[PowerTable, Tag("power")],
    Discriminator(card_name),
]


class FileTable(Table):
    """A whole card file."""

    card: list[Card] = []
    character: list[CharacterTable] = []
    unit: list[UnitTable] = []
    token: list[TokenTable] = []
