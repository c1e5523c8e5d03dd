"""Line-ups of managers, their rotations over the seats, and the names they are given by."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from deathdome.errors import UsageError, nearest
from deathdome.managers.manager_name import LEVELS, parse_spec, quoted, split_specs
from deathdome.managers.registry import check_level, create
from deathdome.text.names import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

Lineup: TypeAlias = "tuple[str, ...]"  # managers, in the order in which they sit round the board


def lineups(managers: Sequence[str], seats: int) -> list[Lineup]:
    """Return the line-ups that meet in every block.

    As many managers as seats form one line-up. With more, every choice of them forms one. With
    fewer,
    the last one takes every remaining seat: `tactical,greedy` in four seats is one tactical against
    three greedy.

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


def parse_managers(text: str, level: str | None = None) -> tuple[str, ...]:
    """Parse a list of managers with commas, and give those without a level this one.

    An installed manager takes a level if it has an attribute `level`; one that is not installed
    gets it
    in any case. Others stay as they are.

    Raises:
        UsageError: no such manager or level, or no manager takes the level.
        ManagerError: a manager cannot be imported.
    """
    names = split_specs(text)
    for name in names:
        check_level(name)
    if level is None:
        return tuple(names)
    if level not in LEVELS:
        raise UsageError(
            f'no level "{quoted(level)}"; there are {", ".join(LEVELS)}.{nearest(level, LEVELS)}'
        )
    found = []
    for name in names:
        said = parse_spec(name)
        takes = not said.level and (said.foreign or hasattr(create(said.name), "level"))
        found.append(str(replace(said, level=level)) if takes else name)
    if found == names:
        reasons = []
        have = [quoted(name) for name in names if parse_spec(name).level]
        if have:
            reasons.append(f"{listed(have)} {'has' if len(have) == 1 else 'have'} one already")
        others = [quoted(name) for name in names if not parse_spec(name).level]
        if others:
            reasons.append(f"none of {', '.join(others)} takes a level")
        raise UsageError(f"--level {level}: {', and '.join(reasons)}")
    return tuple(found)
