"""The tables of a card file: which keys each may have, and what each value may be.

What is checked here is a table by itself; how tables fit together is checked in audit.py. The
meaning of a key stands below it; docs/effects.md is written from there.
"""

# No postponed annotations: pydantic would have to evaluate every one of them again.
from typing import Annotated, Any, Final, Literal

from pydantic import Discriminator, Field, Tag

from deathdome.content.effect_tables import (
    MOST,
    AttackShape,
    Change,
    ConditionTable,
    Effect,
    Id,
    Step,
    Table,
)
from deathdome.content.words import DECKS, ROLES, SOURCES, TRIGGERS, by_value, one_of, plain_text
from deathdome.model.vocabulary import (
    Deck,
    ItemKind,
    Period,
    Role,
    Shape,
    Trigger,
    UnitType,
    Zone,
)

MOST_COST: Final = 99_000_000  # credits

Cost = Annotated[int, Field(ge=0, le=MOST_COST, multiple_of=100_000)]
Line = Annotated[str, plain_text(least=1, most=60)]
Text = Annotated[str, plain_text(least=0, most=400)]
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
    """How many uses at most."""
    per: Annotated[Period, one_of("period", by_value(Period))]
    """What they are counted over."""


class PickTable(Table):
    """A choice of the controller."""

    what: Literal["unit", "point", "jail"] = "unit"
    """"unit", "point" (a control point not owned by the controller, whoever stands on it), "jail"
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
    """Number of spaces, diagonals count one, 0 is the unit itself; or "any"."""
    sight: bool | None = None
    """The reference unit must see the target, also with `count="all"` and although a rules text
    only says "within 3"; the unit itself is always seen. Left out: true with a number as `range`,
    false with "any".
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
    """Conditions, all must hold, part 4."""
    zone: Annotated[Zone, one_of("zone", by_value(Zone))] = Zone.BOARD
    """Where the bearer must be: `board` (field or base), `field` (board outside bases), `jail`."""
    pick: PickTable | None = None
    """A choice made by the controller, part 5; no legal choice means the ability cannot be used."""
    choose: Step | None = None
    """Number of effects that the controller selects from `do`."""
    may: bool = False
    """True: the controller may decline an event trigger; windows and power cards are always
    voluntary. An event ability without `may` happens by itself; its choices (`pick`, lava or not)
    are still the controller's.
    """
    limit: LimitTable | None = None
    """Uses, part 7."""
    do: Annotated[list[Effect], Field(min_length=1, max_length=20)]
    """Effects in order, part 6."""


class WeaponTable(Table):
    """The attack that an item can make."""

    strength: Annotated[int, Field(ge=0, le=MOST)]
    """Added to the strength of the unit."""
    range: Step
    """Maximum distance."""
    shape: AttackShape = Shape.SINGLE
    """"splash": the target and all its adjacent enemies of the attacker; "adjacent": all enemies
    adjacent to the attacker, at least one needed, no target choice (no `declared`, no redirect).
    """
    sight: bool = True
    """False: walls and tower do not matter for this weapon."""
    attacks: Step = 1
    """Number of complete attacks made one after the other in the same action, each with its own
    target and its own power cards; the player may stop earlier.
    """
    limit: LimitTable | None = None
    """Uses per match."""


class PrintedTable(Table):
    """What everything printed has."""

    id: Id
    name: Line
    text: Text = ""
    replaces: bool = False
    """Of a pack: it takes the place of the game's own with this id."""
    ability: list[AbilityTable] = Field(default_factory=list, max_length=20)


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
    """Which kind of card a `[[card]]` is."""
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
