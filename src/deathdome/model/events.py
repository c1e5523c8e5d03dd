"""Events of a match, in order.

Events are for readers, logs and managers; the rules never read them. `for_seat` returns the form
that one seat may see. An event that is not in `Public` stays hidden from other seats until it has
a form for them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.model.effects import Lasting

STOPPED: Final = "decision limit"  # reason of a stopped match
CONCEDED: Final = "conceded"  # reason of a match or season that a team gave up
MAX_DECISIONS: Final = (
    100_000  # a match stops after so many answers of seats; normal ones have 2,000
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One team's result (PAY)."""

    seat: int
    payout: int  # credits
    towers: int
    points: int  # floor points
    shells: int
    jailed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Winners, reason and standings of a match."""

    winners: tuple[int, ...]  # more than one: shared (AMB-95)
    # "payout", "towers", "shells", "fewest jailed", "shared", "last team standing", CONCEDED or
    # STOPPED; of a series "team value", "latest match", "shared", CONCEDED, STOPPED
    reason: str
    standings: tuple[Standing, ...]  # index is seat
    rounds: int

    @property
    def winner(self) -> int | None:
        """Single winner, if there is one."""
        return self.winners[0] if len(self.winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A team rolled the die for first player."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The order of play is known."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A team was dealt a starting character, which takes the place of the unit (SETUP-9)."""

    unit: int
    character: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """An item of a draft was turned face up and can be bought (SCEN-DRAFT-1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Bought:
    """A team bought a store card: an item or, from the number of items on, a character."""

    seat: int
    card: int
    paid: int  # credits


@dataclass(frozen=True, slots=True)
class Sold:
    """A team sold a store card back."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Equipped:
    """A unit was given an item; unit -1: it was unassigned."""

    seat: int
    item: int
    unit: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A team has finished purchasing."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoreClosed:
    """Every team has passed."""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The round counter shows a new number."""

    round: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A team's turn begins; its supply is counted."""

    seat: int
    supply: int
    target: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A team's turn is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A team drew a power card; card -1 for seats that may not see it."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the draw deck."""

    cards: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A unit phase begins."""

    unit: int


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """A unit phase is over."""

    unit: int


@dataclass(frozen=True, slots=True)
class Walked:
    """A unit walked; `path` holds the spaces after the first."""

    unit: int
    start: int
    path: tuple[int, ...]
    cause: str = "walk"


@dataclass(frozen=True, slots=True)
class Declared:
    """An attack is declared. item: weapon, PUNCH, or -1 for a fixed strength; unit -1: a token."""

    unit: int
    seat: int
    item: int
    target: int
    strength: int
    card: str
    payback: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A power card is played for its value."""

    seat: int
    card: int
    attacking: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A power card is played for its ability."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An ability of an item, character or token takes effect."""

    unit: int
    ability: int


@dataclass(frozen=True, slots=True)
class Redirected:
    """The attack has a new target."""

    target: int


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The values of an attack against one unit (ATTACK-4, DEFEND-1)."""

    attacker: int
    unit: int
    strength: int  # unit, weapon and modifiers, or the fixed strength
    attack_cards: int
    toughness: int  # unit, items and modifiers
    defence_cards: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Wounded:
    """Wound chips were added; `vitae` is the rest and may be negative."""

    unit: int
    wounds: int
    vitae: int


@dataclass(frozen=True, slots=True)
class Unhurt:
    """A hit did nothing, or was dropped because the unit is safe."""

    unit: int
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Incapacitated:
    """A unit was incapacitated."""

    unit: int


@dataclass(frozen=True, slots=True)
class Recovered:
    """A unit is back up."""

    unit: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """A unit was pushed."""

    unit: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PushCancelled:
    """A push was blocked."""

    unit: int


@dataclass(frozen=True, slots=True)
class Died:
    """A unit died."""

    unit: int
    lava: bool


@dataclass(frozen=True, slots=True)
class Jailed:
    """A dead unit was put in a jail; seat: the one that chose it."""

    unit: int
    jail: int
    seat: int


@dataclass(frozen=True, slots=True)
class ShellTaken:
    """A team took beetle shells."""

    seat: int
    shells: int


@dataclass(frozen=True, slots=True)
class Captured:
    """A control point changed owner."""

    unit: int
    seat: int
    space: int
    before: int


@dataclass(frozen=True, slots=True)
class Released:
    """A jail was opened; unit -1: by a card."""

    unit: int
    jail: int
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A unit went from jail to its base."""

    unit: int


@dataclass(frozen=True, slots=True)
class Healed:
    """Wound chips were removed; `cured`: it is no longer incapacitated."""

    unit: int
    wounds: int
    cured: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """A timed effect started."""

    unit: int
    effect: Lasting


@dataclass(frozen=True, slots=True)
class Granted:
    """An additional action, movement phase or unit phase."""

    seat: int
    unit: int
    what: str


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A bug token was put on a point."""

    token: int
    space: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChainBroken:
    """One action caused so many effects that the rest fizzle (AMB-148)."""

    effects: int


@dataclass(frozen=True, slots=True)
class CounterMoved:
    """A card moved the round counter."""

    round: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two units exchanged their spaces."""

    unit: int
    other: int


@dataclass(frozen=True, slots=True)
class WalkCutShort:
    """The action after a walk is no longer possible."""

    unit: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Conceded:
    """A team gave up the match, or the season (AMB-152)."""

    seat: int
    season: bool


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """Every team was paid a bonus after its match (SCEN-BONUS-1)."""

    paid: int  # credits, to each


@dataclass(frozen=True, slots=True)
class Auctioned:
    """The winner of a match chose a unit for the auction, or none (AUCTION-2, AUCTION-10)."""

    seat: int  # the winner
    unit: int  # -1: none
    cards: tuple[int, ...] = ()  # store cards that its team sold
    refund: int = 0  # credits for them


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """The board is cleared for the next match of a series (SERIES-4)."""

    match: int  # index; 1 is the second match
    rounds: int


@dataclass(frozen=True, slots=True)
class HandicapGiven:
    """A team of lower value was given something before the match (SCEN-HCARDS, SCEN-HPOINTS)."""

    seat: int
    cards: int  # still to be drawn
    shells: int


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The series is over (SERIES-14)."""

    outcome: Outcome  # with the standings of the last match
    values: tuple[int, ...]  # team value per seat, in credits


@dataclass(frozen=True, slots=True)
class Hidden:
    """An event that the seat may not see; it keeps the numbers of later events in step."""


# Every seat sees these unchanged.
Public: TypeAlias = (
    Rolled
    | OrderSet
    | Dealt
    | Revealed
    | Bought
    | Sold
    | Equipped
    | Passed
    | StoreClosed
    | RoundBegan
    | TurnBegan
    | TurnEnded
    | Reshuffled
    | PhaseBegan
    | PhaseEnded
    | Walked
    | Declared
    | Laid
    | CardPlayed
    | AbilityUsed
    | Redirected
    | Reckoned
    | Wounded
    | Unhurt
    | Incapacitated
    | Recovered
    | Pushed
    | PushCancelled
    | Died
    | Jailed
    | ShellTaken
    | Captured
    | Released
    | Returned
    | Healed
    | Changed
    | Granted
    | TokenPlaced
    | ChainBroken
    | CounterMoved
    | Swapped
    | WalkCutShort
    | MatchEnded
    | Conceded
    | BonusPaid
    | Auctioned
    | MatchBegan
    | HandicapGiven
    | SeriesEnded
)
Event: TypeAlias = Public | Drew | Hidden

_PUBLIC: Final = frozenset(get_args(Public))
# The form of an event for seats other than its own (AMB-38).
_FORMS: Final[Mapping[type, Callable[[Any], Event]]] = {
    Drew: lambda drew: replace(drew, card=-1),
}


def for_seat(event: Event, seat: int) -> Event:
    """Return the event as that seat may see it; `Hidden` if it has no form for other seats."""
    if type(event) in _PUBLIC or getattr(event, "seat", -1) == seat:
        return event
    form = _FORMS.get(type(event))
    return form(event) if form is not None else Hidden()
