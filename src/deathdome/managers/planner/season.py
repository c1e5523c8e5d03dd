"""Worlds of a planner: a position with the unseen cards dealt, in which a match ends as such.

In a season the rules run from the end of a match to the auction and the next store. A planner
thinks no further than its match, so its worlds have a setup without the series. What the season is
about is stored next to it, for the evaluation, as are the mistakes of the weaker levels.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deathdome.managers.planner.mistakes import NO_MISTAKES, Mistakes
from deathdome.model.frames import Turn
from deathdome.model.state import Setup
from deathdome.rules.observing import determinize
from deathdome.rules.purchase import team_value

if TYPE_CHECKING:
    from random import Random

    from deathdome.model.observation import Observation
    from deathdome.model.state import State


class Season(NamedTuple):
    """The season behind a match. Tuples are indexed by seat."""

    heads: tuple[int, ...] = ()  # team values without the payouts of this match, in credits
    left: int = 0  # matches that are to follow


@dataclass(frozen=True, eq=False, slots=True)
class WorldSetup(Setup):
    """Setup of one match of a season, played as if it stood alone, or judged with mistakes."""

    season: Season | None = None
    mistakes: Mistakes = NO_MISTAKES


def imagined(seen: Observation, rng: Random, mistakes: Mistakes = NO_MISTAKES) -> State:
    """Return a position that fits the observation; a match in it ends without the season."""
    return judged(in_match(determinize(seen, rng)), mistakes)


def judged(world: State, mistakes: Mistakes) -> State:
    """Return the position to be judged with these mistakes and no others."""
    if mistakes_of(world) != mistakes:
        world = world.copy()
        world.setup = _world_setup(world.setup, season_of(world), mistakes)
    return world


def in_match(world: State) -> State:
    """Return the position with its match alone, if a match of a season is being played in it."""
    if world.setup.series is not None and world.stack and isinstance(world.stack[0], Turn):
        seats = range(world.setup.seats)
        world.setup = _alone(world.setup, tuple(team_value(world, seat) for seat in seats))
    return world


@lru_cache(maxsize=16)
def _alone(setup: Setup, heads: tuple[int, ...]) -> WorldSetup:
    """Return the setup of the match: one for all positions with it, as caches go by identity."""
    return WorldSetup(**_given(setup, series=None), season=Season(heads, matches_left(setup)))


@lru_cache(maxsize=16)
def _world_setup(setup: Setup, season: Season | None, mistakes: Mistakes) -> WorldSetup:
    """Return the setup with these mistakes."""
    return WorldSetup(**_given(setup), season=season, mistakes=mistakes)


def _given(setup: Setup, **other: Any) -> dict[str, Any]:
    """Return what a setup is made of, some of it replaced."""
    found = {field.name: getattr(setup, field.name) for field in fields(Setup) if field.init}
    return {**found, **other}


def matches_left(setup: Setup) -> int:
    """Return the matches that are expected after the current one, or after the coming one."""
    series, ruleset = setup.series, setup.ruleset
    if series is None:
        return 0
    left = len(series.schedule) - series.match - 1
    more = left > -ruleset.extra_matches_max and ruleset.conglamagragon and not series.returned
    return max(left, int(more))  # SCEN-CONG: until a team wins with the character


def season_of(state: State) -> Season | None:
    """Return the season that a planner's world belongs to; None in a single match."""
    setup = state.setup
    return setup.season if isinstance(setup, WorldSetup) else None


def mistakes_of(state: State) -> Mistakes:
    """Return the mistakes with which a position is judged."""
    setup = state.setup
    return setup.mistakes if isinstance(setup, WorldSetup) else NO_MISTAKES
