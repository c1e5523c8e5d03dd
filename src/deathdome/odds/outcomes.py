"""How a hit ends over all hands that fit what is known, and how the hands are taken to be played.

`attack_odds` works out who would be hit with which values; this knows numbers and pools only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from deathdome.odds.pool import Hand, Pool, cases, deals, hands


class Play(Enum):
    """How a side that holds unseen cards is taken to play them."""

    NOTHING = "nothing"
    """It lays no card."""
    ALL = "all"
    """Whatever it can do is done: every card for its number or its defence ability, whichever stops
    more. Who dies now cannot be saved by any hand card of the defence; who lives, can be."""
    LIVES = "lives"
    """Only to save its life: the least sum that leaves a vitae; a card that lets the unit take no
    wounds if no sum is enough; nothing if nothing helps, or nothing is needed."""
    UNHURT = "unhurt"
    """To take no wounds: the least sum that is enough, or a card that lets the unit take none; as
    LIVES if neither is held."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attack ends for one unit, over all hands that fit what is known.

    Healing before the death check is not in it, nor is anything that comes after the hit.
    """

    ways: tuple[int, ...]  # index is wounds: deals that end with so many
    vitae: int  # left before the hit; that many wounds kill (DEATH-1)

    @property
    def cases(self) -> int:
        """Deals that were counted."""
        return sum(self.ways)

    @property
    def dies(self) -> float:
        """Chance of wounds enough to kill."""
        return sum(self.ways[max(1, self.vitae) :]) / self.cases

    @property
    def unhurt(self) -> float:
        """Chance of no wound."""
        return self.ways[0] / self.cases

    @property
    def hurt(self) -> float:
        """Chance of wounds that do not kill."""
        return sum(self.ways[1 : max(1, self.vitae)]) / self.cases

    @property
    def wounds(self) -> tuple[float, ...]:
        """Chance of each number of wounds, beyond the vitae too (WOUND-6); index is wounds."""
        return tuple(ways / self.cases for ways in self.ways)

    @property
    def expected(self) -> float:
        """Mean wounds, those beyond the vitae left out."""
        amounts = (min(wounds, self.vitae) * ways for wounds, ways in enumerate(self.ways))
        return sum(amounts) / self.cases

    def chance_between(self, least: int, most: int) -> float:
        """Chance of `least` to `most` wounds, both included."""
        return sum(self.ways[max(0, least) : most + 1]) / self.cases


@dataclass(frozen=True, slots=True)
class Side:
    """A team that may still lay power cards nobody else has seen."""

    seat: int
    cards: int  # in its hand
    pool: Pool  # all cards that this seat has not seen, the draw deck's among them

    @property
    def cases(self) -> int:
        """Hands that it may have."""
        return cases(self.pool, self.cards)


@dataclass(frozen=True, slots=True)
class Struck:
    """One unit that the attack would hit."""

    unit: int
    attack: int  # value so far, the cards laid and staged included
    defence: int  # value so far, the same
    vitae: int  # left
    side: Side  # who defends it, with the cards that may still be laid for it
    spared: bool = False  # takes no wounds from this attack already

    @property
    def margin(self) -> int:
        """Wounds if no more is laid by anybody."""
        return self.wounds_at(self.attack)

    @property
    def deadly(self) -> bool:
        """Whether it dies of that."""
        return self.margin >= self.vitae

    @property
    def need(self) -> int:
        """The least that must be added to live; 0 if it lives without."""
        return self.margin - self.vitae + 1 if self.deadly else 0

    def wounds_at(self, attack: int) -> int:
        """Wounds if the attack value is this and the defence stays as it is (WOUND-1)."""
        return 0 if self.spared else max(0, attack - self.defence)

    @property
    def unhurt_to(self) -> int:
        """The highest attack value that does not wound it as it is defended now."""
        return self.defence

    @property
    def lives_to(self) -> int:
        """The highest attack value that it survives as it is defended now."""
        return self.defence + self.vitae - 1

    def outcome(self, play: Play = Play.ALL) -> Outcome:
        """How it ends if the defending team plays so, for this unit alone."""
        return Outcome(
            _ways(self.side.pool, self.side.cards, self.margin, self.need, play), self.vitae
        )

    def threatened(self, attacker: Side) -> Outcome:
        """How it ends if the attacker lays every card it holds and the defence lays no more."""
        if self.spared:
            return Outcome((attacker.cases,), self.vitae)
        found: dict[int, int] = {}
        for deal in deals(attacker.pool, attacker.cards):
            wounds = self.wounds_at(self.attack + deal.total)
            found[wounds] = found.get(wounds, 0) + deal.ways
        return Outcome(tuple(found.get(n, 0) for n in range(max(found) + 1)), self.vitae)


@lru_cache(maxsize=4096)
def _ways(pool: Pool, cards: int, margin: int, need: int, play: Play) -> tuple[int, ...]:
    """Per number of wounds the deals that end with it; `need` is 0 if nothing kills."""
    ways = [0] * (margin + 1)
    if play is Play.NOTHING or not cards or not margin or (play is Play.LIVES and not need):
        ways[margin] = cases(pool, cards)
    elif play is Play.ALL:
        for deal in deals(pool, cards):
            ways[0 if deal.spares else max(0, margin - deal.total)] += deal.ways
    else:
        for hand in hands(pool, cards):
            ways[_left(hand, margin, need, play)] += hand.ways
    return tuple(ways)


def _left(hand: Hand, margin: int, need: int, play: Play) -> int:
    """Wounds that one hand leaves, played to be unhurt or to live."""
    if play is Play.UNHURT and (hand.spares or hand.sums >> margin):
        return 0
    if not need:
        return margin
    enough = hand.sums >> need
    if enough:
        least = (enough & -enough).bit_length() - 1 + need
        return max(0, margin - least)
    return 0 if hand.spares else margin


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance, or the limits between which it lies."""

    least: float
    most: float

    @property
    def exact(self) -> bool:
        """Whether it is one number."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Split:
    """The chance to die, told apart by the one thing unknown that matters most."""

    seat: int
    worth: int  # the hand has a card that adds at least this, or that spares the unit
    copies: int  # such cards among the unseen
    unseen: int
    cards: int  # in the hand
    held: float  # chance that it has at least one
    dies_if_held: float
    dies_if_not: float
