"""Outcomes of a hit: without cards, and over all hands that fit the known facts.

All displays and expectations of attacks start here: the panel, sentences about odds, hints, reviews
and managers (ATTACK-4, DEFEND-1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.frames import Attack, AttackSetup
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.odds.pool import Hand, Pool, cases, deals, hands, most_added, size, sum_ways
from deathdome.rules.attack.cards import (
    strength_against,
    takes_no_wounds,
    toughness_against,
    units_hit,
)
from deathdome.rules.targeting import state_before

if TYPE_CHECKING:
    from deathdome.model.effects import MakeAttack
    from deathdome.model.state import State


class Hit(NamedTuple):
    """A unit hit by an attack, with the cards played so far."""

    unit: int
    attack: int  # total so far
    defence: int  # total so far
    vitae: int  # left
    spared: bool  # takes no wounds from this attack

    @property
    def surplus(self) -> int:
        """Attack value minus defence value; 0 if the unit takes no wounds."""
        return 0 if self.spared else self.attack - self.defence


def hit_on(state: State, frame: Attack, unit: int) -> Hit:
    """Return the hit on a unit, before any further card."""
    condition = state_before(state, frame, unit)
    defence = toughness_against(state, frame, unit)
    for seat, laid in frame.answers:
        if seat == unit // UNITS_PER_TEAM:
            defence += laid
    return Hit(
        unit,
        strength_against(state, frame, unit, condition) + frame.bonus,
        defence,
        state.gear.vitae[unit] - state.wounds[unit],
        takes_no_wounds(frame, unit),
    )


def hits_of(state: State, frame: Attack) -> list[Hit]:
    """Return the hits of an attack, or those it would have if it were declared now."""
    return [hit_on(state, frame, unit) for unit in frame.hits or units_hit(state, frame)]


def struck_back(state: State, effect: MakeAttack, striker: int, target: int) -> Hit:
    """Return the hit of a payback of fixed strength on its target (PAYBACK-4)."""
    declared = AttackSetup(
        striker // UNITS_PER_TEAM,
        striker,
        state.space[striker],
        strength=effect.n,
        kind=effect.kind,
        payback=True,
    )
    return hit_on(state, Attack(declared, target), target)


class Play(Enum):
    """Assumed play of a side with unseen cards."""

    NOTHING = "nothing"
    """It plays no card."""
    ALL = "all"
    """It does all it can: every card for its number or its defence ability, whichever stops
    more. Who dies now cannot be saved by any hand card of the defence; who lives, can be."""
    LIVES = "lives"
    """Only to save its life: the least sum that leaves a vitae; a card that lets the unit take no
    wounds if no sum is enough; nothing if nothing helps, or nothing is needed."""
    UNHURT = "unhurt"
    """To take no wounds: the least sum that is enough, or a card that lets the unit take none; as
    LIVES if neither is held."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of an attack for one unit, over all hands that fit the known facts.

    Leaves out healing before the death check, and everything after the hit.
    """

    ways: tuple[int, ...]  # index is wounds: number of deals with that result
    vitae: int  # before the hit; that many wounds kill (DEATH-1)

    @property
    def cases(self) -> int:
        """Number of deals counted."""
        return sum(self.ways)

    @property
    def dies(self) -> float:
        """Chance of lethal wounds."""
        return sum(self.ways[max(1, self.vitae) :]) / self.cases

    @property
    def unhurt(self) -> float:
        """Chance of no wounds."""
        return self.ways[0] / self.cases

    @property
    def hurt(self) -> float:
        """Chance of wounds that do not kill."""
        return sum(self.ways[1 : max(1, self.vitae)]) / self.cases

    @property
    def wounds(self) -> tuple[float, ...]:
        """Chance of each number of wounds, even beyond the vitae (WOUND-6); index is wounds."""
        return tuple(ways / self.cases for ways in self.ways)

    @property
    def expected(self) -> float:
        """Mean wounds, without those beyond the vitae."""
        amounts = (min(wounds, self.vitae) * ways for wounds, ways in enumerate(self.ways))
        return sum(amounts) / self.cases

    def chance_between(self, low: int, high: int) -> float:
        """Return the chance of `low` to `high` wounds, inclusive."""
        return sum(self.ways[max(0, low) : high + 1]) / self.cases


@dataclass(frozen=True, slots=True)
class Side:
    """A team that may still play unseen power cards."""

    seat: int
    cards: int  # in its hand
    pool: Pool  # all cards that the observer has not seen, including the draw deck

    @property
    def cases(self) -> int:
        """Number of possible hands."""
        return cases(self.pool, self.cards)


@dataclass(frozen=True, slots=True)
class Struck:
    """A unit that the attack would hit."""

    unit: int
    attack: int  # total so far, including cards played and staged
    defence: int  # likewise
    vitae: int  # left
    side: Side  # its defending team, with the cards that it may still play
    spared: bool = False  # already takes no wounds from this attack

    @property
    def margin(self) -> int:
        """Wounds without further cards."""
        return self.wounds_at(self.attack)

    @property
    def deadly(self) -> bool:
        """Return True if those wounds kill."""
        return self.margin >= self.vitae

    @property
    def need(self) -> int:
        """Minimum addition to survive; 0 if it survives anyway."""
        return self.margin - self.vitae + 1 if self.deadly else 0

    def wounds_at(self, attack: int) -> int:
        """Return the wounds at this attack value with the current defence (WOUND-1)."""
        return 0 if self.spared else max(0, attack - self.defence)

    @property
    def max_unhurt(self) -> int:
        """Highest attack value without wounds at the current defence."""
        return self.defence

    @property
    def max_survived(self) -> int:
        """Highest attack value that the unit survives at the current defence."""
        return self.defence + self.vitae - 1

    def outcome(self, play: Play = Play.ALL) -> Outcome:
        """Return the outcome for this unit alone if the defending team plays so."""
        return Outcome(
            wound_ways(self.side.pool, self.side.cards, self.margin, self.need, play), self.vitae
        )

    def threatened(self, attacker: Side) -> Outcome:
        """Return the outcome if the attacker plays its whole hand and the defence nothing more."""
        if self.spared:
            return Outcome((attacker.cases,), self.vitae)
        found: dict[int, int] = {}
        for deal in deals(attacker.pool, attacker.cards):
            wounds = self.wounds_at(self.attack + deal.total)
            found[wounds] = found.get(wounds, 0) + deal.ways
        return Outcome(tuple(found.get(n, 0) for n in range(max(found) + 1)), self.vitae)


@lru_cache(maxsize=4096)
def wound_ways(pool: Pool, cards: int, margin: int, need: int, play: Play) -> tuple[int, ...]:
    """Return the number of deals for each number of wounds; `need` is 0 if no wound kills."""
    ways = [0] * (margin + 1)
    if play is Play.NOTHING or not cards or not margin or (play is Play.LIVES and not need):
        ways[margin] = cases(pool, cards)
    elif play is Play.ALL:
        cards = min(cards, size(pool))
        everything = cases(pool, cards)
        for total, number in enumerate(sum_ways(most_added(pool), cards)):
            ways[max(0, margin - total)] += number
            everything -= number
        ways[0] += everything  # a card that spares the unit is among them
    else:
        for hand in hands(pool, cards):
            ways[_left(hand, margin, need, play)] += hand.ways
    return tuple(ways)


def _left(hand: Hand, margin: int, need: int, play: Play) -> int:
    """Return the wounds left by one hand, played to prevent wounds or death."""
    if play is Play.UNHURT and (hand.spares or hand.sums >> margin):
        return 0
    if not need:
        return margin
    enough = hand.sums >> need
    if enough:
        smallest = (enough & -enough).bit_length() - 1 + need
        return max(0, margin - smallest)
    return 0 if hand.spares else margin


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance, or its bounds."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Return True if both bounds are equal."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Split:
    """The chance to die, split by the most important unknown."""

    seat: int
    worth: int  # case: the hand has a card that adds at least this, or that spares the unit
    copies: int  # number of such unseen cards
    unseen: int
    cards: int  # in the hand
    held: float  # chance that it has at least one
    dies_if_held: float
    dies_if_not: float
