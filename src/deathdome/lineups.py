"""Line-ups of players and the order in which they take the seats of a block."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from deathdome.errors import UsageError
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

Lineup: TypeAlias = "tuple[str, ...]"  # managers, in the order in which they sit round the board


def lineups(managers: Sequence[str], seats: int, word: str = "manager") -> list[Lineup]:
    """Return the line-ups that meet in every block.

    As many managers as seats form one line-up. With more, every choice of them forms one. With
    fewer, the last one takes every remaining seat: `tactical,greedy` in four seats is one tactical
    against three greedy. `word` is what errors call them.

    Raises:
        UsageError: no managers, or one named twice.
    """
    if not managers or "" in managers:
        raise UsageError(f"the arena needs {word}s by name: --{word}s NAME,NAME")
    for name in managers:
        if managers.count(name) > 1:
            short = shown(name, 100)
            raise UsageError(
                f'{word} "{short}" is named twice; the last one fills the seats that are '
                f"left, so --{word}s {short} alone is enough"
            )
    if len(managers) > seats:
        return list(combinations(managers, seats))
    return [(*managers, *[managers[-1]] * (seats - len(managers)))]


def rotations(seats: int, block: int) -> list[tuple[int, ...]]:
    """Return, for every match of a block, the place in the line-up of each seat.

    Every manager takes every seat once. In every other block they sit round the board the other
    way,
    because from three seats on the order of play matters.
    """
    places = range(seats)
    forward = [tuple((seat + turn) % seats for seat in places) for turn in places]
    return [order[::-1] for order in forward] if block % 2 and seats > 2 else forward


def copies(lineup: Lineup) -> list[int]:
    """Return, for every place of a line-up, how many copies of its manager come before it."""
    return [lineup[:place].count(name) for place, name in enumerate(lineup)]
