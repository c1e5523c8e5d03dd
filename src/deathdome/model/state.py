"""State: a complete position; nothing outside it changes the options that follow."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.board import Board
    from deathdome.model.catalog import Ability, Catalog, Character, StoreCard
    from deathdome.model.effects import Condition, Modify
    from deathdome.model.events import Event, Outcome
    from deathdome.model.frames import Frame
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.series import Series
    from deathdome.model.vocabulary import EffectKind, Shape, Trigger, Until, WeaponKind
    from deathdome.rules.terrain import Terrain

UNITS_PER_TEAM = 4  # GAME-2
HAND_LIMIT = 7  # DRAW-8


class Timed(NamedTuple):
    """An effect on a unit that expires (effects.md part 7)."""

    unit: int
    seat: int  # controller
    effect_kind: EffectKind  # MOD, ALLOW or DENY
    what: int  # a Rating, Allow or Deny
    n: int
    until: Until
    begun: bool = False  # THEIR_TURN: that turn has begun
    card: int = -1  # power card that is on the table while it lasts (NOTE-PRESS-5)
    acts: tuple[str, ...] = ()


class PlacedToken(NamedTuple):
    """A bug token on a control point."""

    token: int
    space: int
    seat: int  # placed by


@dataclass(frozen=True, eq=False, slots=True)
class Terms:
    """Terms of a match: one object from its first position to its last.

    Each match of a series has its own.
    """

    catalog: Catalog
    board: Board
    ruleset: Ruleset
    seats: int
    rounds: int
    purses: tuple[int, ...] = ()  # credits of each team at the start; (): as the ruleset says


@dataclass(frozen=True, eq=False, slots=True)
class Setup:
    """Setup of a match with its teams: units, bases and order of play.

    A position gets another setup when characters are dealt or traded (SETUP-9, BUY-14, BUY-15) and
    when the first player is known (SETUP-11). From the first turn on all positions share one.
    """

    terms: Terms
    units: tuple[Character, ...]  # index is UnitId
    terrain: Terrain  # for the bases in use; none before the die is rolled
    first: int = -1  # seat of the first player; -1 before the die is rolled
    order: tuple[int, ...] = ()  # seats in order of play, which is clockwise (AMB-91)
    series: Series | None = None  # None in a stand-alone match
    gifts: tuple[int, ...] = ()  # shells per seat given before the match (SCEN-HPOINTS)
    # Copies of the terms, for quick access.
    catalog: Catalog = field(init=False, repr=False)
    board: Board = field(init=False, repr=False)
    ruleset: Ruleset = field(init=False, repr=False)
    seats: int = field(init=False, repr=False)
    rounds: int = field(init=False, repr=False)
    purses: tuple[int, ...] = field(init=False, repr=False)
    # Per seat: all seats clockwise, itself first (AMB-54).
    circle: tuple[tuple[int, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for term in fields(self.terms):
            object.__setattr__(self, term.name, getattr(self.terms, term.name))
        order = self.order or tuple(range(self.terms.seats))
        turned = {seat: order[at:] + order[:at] for at, seat in enumerate(order)}
        object.__setattr__(self, "circle", tuple(turned[seat] for seat in sorted(turned)))


class WeaponAttack(NamedTuple):
    """One attack of a unit: with a weapon it holds, or its punch (ATTACK-6)."""

    item: int  # ItemId, or PUNCH
    card: str
    kind: WeaponKind
    strength: int  # unit, weapon and all constant modifiers
    range: int
    sight: bool
    through_walls: bool
    shape: Shape
    attacks: int
    limit: int | None
    denies_cards: bool
    dynamic: tuple[tuple[Condition | None, Modify], ...]  # modifiers that depend on the situation


class DerivedStats(NamedTuple):
    """Stats derived from equipment (TEAM-9, EQUIP) by `rules.gear`; tuples are indexed by unit."""

    strength: tuple[int, ...]
    movement: tuple[int, ...]
    toughness: tuple[int, ...]
    tough_close: tuple[int, ...]  # more toughness against close combat weapons
    tough_ranged: tuple[int, ...]
    vitae: tuple[int, ...]
    allow: tuple[int, ...]  # constant Allow flags
    acts: tuple[tuple[str, ...], ...]  # acts allowed by ACT_MID_MOVE
    deny: tuple[int, ...]  # constant Deny flags
    weapons: tuple[tuple[WeaponAttack, ...], ...]
    windows: tuple[dict[Trigger, tuple[Ability, ...]], ...]  # per unit: usable abilities
    events: dict[Trigger, tuple[tuple[int, Ability], ...]]  # per trigger: (unit, ability)
    bearer: dict[int, int]  # ability to the unit that has it
    decks: tuple[int, ...]  # items whose deck is open to the unit, as a set


class State:
    """One position. Its lists are edited in place; the records in them are replaced whole.

    `copy` takes a few microseconds, because everything except the short lists is shared.
    """

    __slots__ = (
        "credits",
        "deck",
        "discard",
        "down",
        "emit",
        "gear",
        "hands",
        "items",
        "masks",
        "outcome",
        "owners",
        "ply",
        "round",
        "setup",
        "shells",
        "space",
        "spare",
        "stack",
        "store",
        "timed",
        "tokens",
        "uses",
        "wounds",
    )

    setup: Setup
    gear: DerivedStats  # rebuilt when equipment changes
    space: list[int]  # per unit: its space, the home space in its base, or -1 - jail
    masks: list[int]  # per seat: spaces of its units on the field, as a SpaceSet
    wounds: list[int]  # per unit: wound chips
    down: list[int]  # per unit: 0 back up, 1 incapacitated, 2 incapacitated and its turn has begun
    items: list[tuple[int, ...]]  # per unit: items equipped
    spare: list[tuple[int, ...]]  # per seat: store cards owned and not in use
    hands: list[tuple[int, ...]]  # per seat: power cards, ascending
    deck: list[int]  # per power card: copies in the draw deck
    discard: list[int]  # per power card: copies in the discard pile
    owners: list[int]  # per control point: seat, or -1
    shells: list[int]  # per seat
    credits: list[int]  # per seat
    store: int  # bit per store card for sale
    timed: tuple[Timed, ...]
    tokens: tuple[PlacedToken, ...]
    uses: dict[int, int]  # uses counted against limits; replaced, never edited
    round: int
    ply: int  # answers given so far, chance included
    stack: tuple[Frame, ...]  # open frames, top last; () when the match is over
    outcome: Outcome | None
    emit: Callable[[Event], None] | None  # set only while an answer is applied

    def copy(self) -> State:
        """Return a copy whose changes do not affect this position."""
        new = State.__new__(State)
        new.setup = self.setup
        new.gear = self.gear
        new.space = self.space[:]
        new.masks = self.masks[:]
        new.wounds = self.wounds[:]
        new.down = self.down[:]
        new.items = self.items[:]
        new.spare = self.spare[:]
        new.hands = self.hands[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.owners = self.owners[:]
        new.shells = self.shells[:]
        new.credits = self.credits[:]
        new.store = self.store
        new.timed = self.timed
        new.tokens = self.tokens
        new.uses = self.uses
        new.round = self.round
        new.ply = self.ply
        new.stack = self.stack
        new.outcome = self.outcome
        new.emit = None
        return new


# -- prices ----------------------------------------------------------------------------------------


def cost_of(card: StoreCard, ruleset: Ruleset) -> int:
    """Return the price of a store card under this ruleset, in credits.

    If starting characters are free (CHAR-4), characters of higher rank cost less by the same
    amount, so that the price of an exchange is the same in all editions.
    """
    return card.cost_if(ruleset.rank0_cost)


def price(setup: Setup, card: int) -> int:
    """Return the price of the store card with this number, in credits."""
    return cost_of(setup.catalog.store_cards[card], setup.ruleset)


def fee(setup: Setup, card: int, purse: int) -> int:
    """Return the credits that a store card costs a team with this purse.

    The price; 0 for the character given to a team that cannot pay for one (AMB-35).
    """
    cost = price(setup, card)
    return cost if cost <= purse else 0
