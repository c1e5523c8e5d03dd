"""Who sits where: line-ups of the managers, and every line-up in every rotation of its seats."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from deathdome.errors import UsageError
from deathdome.managers.specs import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

Lineup: TypeAlias = "tuple[str, ...]"  # managers, in the order in which they sit round the board


def lineups(managers: Sequence[str], seats: int) -> list[Lineup]:
    """The line-ups that meet in every block.

    As many managers as seats are one line-up. Of more, every choice of as many as there are seats
    is one. With fewer, the last of them sits in every seat that is left: `tactical,greedy` in four
    seats is one tactical against three greedy.

    Raises:
        UsageError: no managers, or one named twice.
    """
    if not managers or "" in managers:
        raise UsageError("the arena needs managers by name, for example --managers greedy,random")
    for name in managers:
        if managers.count(name) > 1:
            short = quoted(name)
            raise UsageError(
                f'manager "{short}" is named twice; the last one named sits in every seat that is '
                f"left, so --managers {short} alone lets it play against itself"
            )
    if len(managers) > seats:
        return list(combinations(managers, seats))
    return [(*managers, *[managers[-1]] * (seats - len(managers)))]


def rotations(seats: int, block: int) -> list[tuple[int, ...]]:
    """For every match of a block, the place in the line-up of each seat.

    Everybody sits in every seat once. In every other block they sit round the board the other
    way, since from three seats on it matters who follows whom.
    """
    places = range(seats)
    forward = [tuple((seat + turn) % seats for seat in places) for turn in places]
    return [order[::-1] for order in forward] if block % 2 and seats > 2 else forward


def copies(lineup: Lineup) -> list[int]:
    """For every place of a line-up, how many of the same manager sit before it."""
    return [lineup[:place].count(name) for place, name in enumerate(lineup)]
