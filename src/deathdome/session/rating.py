"""The player's standing among the levels: the opponent of a quick match, the score against each.

It starts at rookie. A win against a manager of that level or a higher one moves it up by one, a
loss against one of that level or a lower one moves it down. Only matches of one player against one
manager that the results file marks as nothing special count, no matches of a season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.errors import UsageError
from deathdome.managers.manager_name import LEVELS, Spec, parse_spec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.records.results import Result

_DUEL = 2  # seats


class Standing(NamedTuple):
    """The level that a player has reached."""

    level: str  # of the next opponent
    moved: int  # by the last match that counts: 1 up, -1 down, 0 not at all
    matches: int  # that count


class Score(NamedTuple):
    """Matches against one level."""

    won: int
    lost: int
    shared: int


def standing(results: Iterable[Result]) -> Standing:
    """Return the standing after these results, oldest first."""
    at = moved = matches = 0
    for level, won in _duels(results):
        before = at
        if won is True and level >= at:
            at = min(at + 1, len(LEVELS) - 1)
        elif won is False and level <= at:
            at = max(at - 1, 0)
        moved = at - before
        matches += 1
    return Standing(LEVELS[at], moved, matches)


def score_against(results: Iterable[Result], level: str) -> Score:
    """Return the player's score against a level."""
    wins = [won for against, won in _duels(results) if LEVELS[against] == level]
    return Score(wins.count(True), wins.count(False), wins.count(None))


def _duels(results: Iterable[Result]) -> Iterable[tuple[int, bool | None]]:
    """Yield level and outcome of each duel that counts; the outcome of a shared win is None."""
    for result in results:
        seat = result.player
        if not result.counts or seat is None or len(result.seats) != _DUEL or result.number:
            continue
        level = level_of(result.seats[1 - seat])
        if level:
            won = None if len(result.winners) != 1 else result.winners[0] == seat
            yield LEVELS.index(level), won


def level_of(name: str) -> str:
    """Return the level of a manager's name; "" if it has none."""
    try:
        spec = parse_spec(name)
    except UsageError:
        return ""
    return _level(spec)


def _level(spec: Spec) -> str:
    if spec.foreign:
        return ""
    return spec.level or (spec.name if spec.name in LEVELS else "")
