"""Personalities and levels of bots (D.1)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

HIGH: Final = 0.65  # greed from here on counts as high


@dataclass(frozen=True, slots=True)
class Personality:
    """Four traits from 0 to 1."""

    greed: float = 0.5  # bids and asks for more
    caution: float = 0.5  # leans towards resist
    guile: float = 0.5  # breaks deals for less
    spite: float = 0.5  # remembers attacks

    @property
    def greedy(self) -> bool:
        """True if greed is high."""
        return self.greed >= HIGH

    @property
    def strongest(self) -> str:
        """Return the name of the trait that stands out."""
        return max(TRAITS, key=lambda trait: float(getattr(self, trait)))


TRAITS: Final = ("greed", "caution", "guile", "spite")


def drawn(seed: int) -> Personality:
    """Return the personality that a seed gives."""
    dice = Random(f"{seed}/personality")
    return Personality(*(round(dice.random(), 2) for _ in TRAITS))


@dataclass(frozen=True, slots=True)
class Level:
    """The effort of a bot's search; the rules are the same for all (D.1)."""

    name: str
    iterations: int  # of regret matching; 0 samples a sensible plan
    combats: int  # resolved for one decision at most
    duel: int = 24  # candidates a player, with two players
    many: int = 12  # the same with more
    rivals: int = 12  # of a rival, with more
    model: bool = False  # resamples what rivals did before


EASY: Final = Level("easy", 0, 0)
NORMAL: Final = Level("normal", 40, 1000)
HARD: Final = Level("hard", 150, 4000, duel=48, many=20, rivals=8, model=True)
QUICK: Final = Level("quick", 10, 300, many=8, rivals=6)  # for studies of thousands of games
LEVELS: Final = {level.name: level for level in (EASY, NORMAL, HARD, QUICK)}
