"""Objectives of a team's units, and the unit for each.

Each job counts once, for the unit that is nearest in phases. No unit sets out for a job that it
cannot reach before the match ends.
"""

from __future__ import annotations

from bisect import insort
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from deathdome.geometry.grid import SpaceSet, spaces_in
from deathdome.managers.planner.evaluate import (
    hold,
    hurt,
    rivalry,
    sale,
    team_prices,
    turns_left,
    turns_share,
)
from deathdome.managers.planner.season import mistakes_of
from deathdome.managers.planner.threats import NoThreats
from deathdome.model.effects import Heal
from deathdome.model.vocabulary import Trigger
from deathdome.rules.ending import POINT_PAY
from deathdome.rules.units import allows
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.threats import UnitThreats
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State
    from deathdome.rules.terrain import Terrain

FAR: Final = 255  # steps; out of reach
OFFERS: Final = 6  # jobs looked at per unit and space
PHASES: Final = 40  # more than a match has

# The job at the end of a walk; GUARDING means standing on the team's tower to which others
# may come last. Plain numbers: they are looked up very often.
STANDING, FIGHTING, MENDING, GUARDING = range(4)


class Objective(NamedTuple):
    """Something worth walking to."""

    space: int
    pay: int  # credits
    task: int = STANDING  # FIGHTING: to be had from as far as a weapon reaches; MENDING: a healer's


class Mobility(NamedTuple):
    """The properties of a unit that matter for its objectives."""

    seat: int
    allow: int
    pace: int  # spaces a phase
    spaces: int  # of its longest weapon
    mends: bool  # can heal others with its action


Offers: TypeAlias = tuple[tuple[float, int], ...]  # (credits, index of the job), best first
Row: TypeAlias = list[Offers | None]  # by Space, as far as they are known
Team: TypeAlias = tuple[Mobility | None, tuple[tuple[int, Mobility, int], ...]]


class Known:
    """Cached facts about the objectives of a team, shared by all positions in which it has them."""

    def __init__(self) -> None:
        """Knows nothing yet."""
        self.rows: Final[dict[Mobility, Row]] = {}
        self.shares: Final[dict[Team, Objectives]] = {}  # by the unit's means, and the other units


@lru_cache(maxsize=20_000)
def steps_from(terrain: Terrain, seat: int, allow: int, start: int) -> bytes:
    """Return steps from a space to every other on an empty board; FAR: out of reach."""
    row = bytearray([FAR]) * terrain.board.grid.size
    for space, steps in terrain.walker(seat, allow).steps_to_all(start).items():
        row[space] = min(steps, FAR)
    row[start] = 0
    return bytes(row)


def mobility_of(state: State, unit: int) -> Mobility:
    """Return a unit's means of reaching an objective."""
    gear, allow = state.gear, int(allows(state, unit))
    if _MEANS[0] is not gear:
        _MEANS[:] = gear, {}
    found: Mobility | None = _MEANS[1].get((unit, allow))
    if found is None:
        abilities = gear.windows[unit].get(Trigger.ACTION, ())
        found = _MEANS[1][unit, allow] = Mobility(
            unit >> 2,
            allow,
            max(1, gear.movement[unit]),
            max(arm.range for arm in gear.weapons[unit]),
            any(isinstance(effect, Heal) for ability in abilities for effect in ability.do),
        )
    return found


# One-element cache: the equipment of the last call, and the means of units with it.
_MEANS: Final[list[Any]] = [None, {}]


def objectives_of(state: State, seat: int, weights: Weights) -> tuple[Objective, ...]:
    """Everything worth walking to."""
    board = state.setup.board
    terrain = state.setup.terrain
    mistakes = mistakes_of(state)
    stings = [token.space for token in state.tokens]
    pays = {
        kind: int(takings(state, seat, *kind, weights))
        for kind in set(zip(board.point_value, state.owners, strict=True))
    }
    jobs = [
        Objective(int(space), pays[value, owner])
        for space, value, owner in zip(board.points, board.point_value, state.owners, strict=True)
        if owner != seat and space not in stings and terrain.point_at[space] not in mistakes.missed
    ]
    if weights.guard and state.setup.order[-1] != seat and turns_left(state, seat):
        for space, value, owner in zip(board.points, board.point_value, state.owners, strict=True):
            if owner == seat and value > 1:
                pay = (weights.towers + 1) * POINT_PAY * value * hold(state, seat, weights)[1]
                jobs.append(Objective(int(space), int(weights.guard * pay), GUARDING))
    if min(state.space) < 0 and not mistakes.no_release:
        for space, jail in zip(board.release_points, board.release_jails, strict=True):
            worth = freedom(state, seat, jail, weights)
            if worth > 0:
                jobs.append(Objective(int(space), int(worth)))
    for unit, place in enumerate(state.space):
        if place < 0:
            continue
        if unit >> 2 != seat:
            if unit not in mistakes.overlooked and place != terrain.home[unit >> 2]:
                jobs.append(
                    Objective(place, int(weights.fight * rivalry(state, seat, unit >> 2)), FIGHTING)
                )
        elif state.wounds[unit] > 1:
            gain = hurt(state.gear.vitae[unit], state.wounds[unit], weights)
            jobs.append(Objective(place, int(min(gain, 60_000)), MENDING))
    return tuple(jobs)


def takings(state: State, seat: int, value: int, owner: int, weights: Weights) -> float:
    """Return the value of a control point to a team that takes it from `owner` (-1: none)."""
    tower = value > 1
    pay = POINT_PAY * value * (weights.towers if tower else weights.points)
    left = turns_left(state, seat)
    total = pay * hold(state, seat, weights)[tower]
    total += weights.supply * weights.card_step * value / 5 * left
    if owner >= 0:
        lost = POINT_PAY * value * hold(state, owner, weights)[tower]
        lost += weights.card_step * value / 5 * turns_left(state, owner)
        total += lost * weights.lead * rivalry(state, seat, owner)
    return total


def freedom(state: State, seat: int, jail: int, weights: Weights) -> float:
    """Return the value of opening a jail to a team."""
    total = 0.0
    for unit, place in enumerate(state.space):
        if place == -1 - jail:
            team, risk = unit >> 2, sale(state, unit)
            price = team_prices(state, team, weights)[unit & 3] - weights.in_base
            back = weights.freed * price * turns_share(state, team)
            if team == seat:
                total += back + risk
            else:
                total -= (back * weights.jailed + risk) * rivalry(state, seat, team)
    return total


def shared_out(
    state: State,
    seat: int,
    unit: int,
    weights: Weights,
    phases: int,
    jobs: tuple[Objective, ...],
) -> Objectives:
    """Return the jobs of a team, shared out among its units other than `unit` (-1: all)."""
    terrain = state.setup.terrain
    known = _known(terrain, jobs, weights, phases)
    means = mobility_of(state, unit) if unit >= 0 else None
    others = tuple(
        (other, mobility_of(state, other), state.space[other])
        for other in range(seat * 4, seat * 4 + 4)
        if other != unit and state.space[other] >= 0
    )
    found = known.shares.get((means, others))
    if found is None:
        found = Objectives(terrain, weights, phases, jobs, known, (means, others))
        known.shares[means, others] = found
    return found


class Objectives:
    """The jobs of a team, with a unit lifted from the board, to be put down anywhere."""

    def __init__(
        self,
        terrain: Terrain,
        weights: Weights,
        phases: int,
        jobs: tuple[Objective, ...],
        known: Known,
        team: Team,
    ) -> None:
        self._terrain = terrain
        self._jobs = jobs
        self._weights = weights
        self._phases = phases
        self._known = known
        self._means, others = team
        self._row: Row = self._row_of(self._means) if self._means is not None else []
        rows = [(other, self._offers(means, place)) for other, means, place in others]
        self.others, self._taken = _share_out(rows)
        self._at = {job.space: index for index, job in enumerate(jobs) if not job.task}
        # Walks without danger, by goals, place, home, and cost of a place in the base.
        self.walks: Final[dict[tuple[SpaceSet, int, int, float], SquareValues]] = {}

    def total(self, space: int = -1, done: int = -1) -> float:
        """Credits with the lifted unit on a space; `done`: the space of a job just finished."""
        if space < 0 or self._means is None:
            return self.others
        taken = self._taken
        best = 0.0
        others = self.others
        if done >= 0:
            job = self._at.get(done, -1)
            if job in taken:  # another unit was on the way there
                offer, spare = taken[job]
                others += spare - offer
        for offer, job in self._row[space] or self._offers(self._means, space):
            if offer <= best:
                break
            if self._jobs[job].space == done and not self._jobs[job].task:
                continue
            held = taken.get(job)
            if held is None:
                best = offer
                break
            if offer > held[0]:
                best = max(best, offer - held[0] + held[1])
        return others + best

    def totals(self, spaces: Sequence[int]) -> list[float]:
        """`total` for each of the spaces, all at once."""
        means = self._means
        if means is None or self._phases <= 0 or not self._jobs:
            return [self.others] * len(spaces)
        jobs, weights = self._jobs, self._weights
        steps = _routes(self._terrain, means.seat, means.allow).steps(spaces)
        goals, pays, near, open_to = _columns(jobs, means.spaces, means.mends)
        steps = np.maximum(steps[:, goals].astype(np.int16) - near, 0)
        shares = _share_row(means.pace, weights.wish, weights.fade)
        worth = pays * shares[steps] - weights.step * steps
        worth[(steps > means.pace * self._phases) | ~open_to] = 0.0
        for job, (offer, spare) in self._taken.items():
            column = worth[:, job]
            worth[:, job] = np.where(column > offer, column - offer + spare, 0.0)
        best: list[float] = (self.others + np.maximum(worth.max(axis=1), 0.0)).tolist()
        return best

    def _row_of(self, means: Mobility) -> Row:
        """Return the cached offers to such a unit; index is Space."""
        found = self._known.rows.get(means)
        if found is None:
            found = self._known.rows[means] = [None] * self._terrain.board.grid.size
        return found

    def _offers(self, means: Mobility, space: int) -> Offers:
        row = self._row_of(means)
        found = row[space]
        if found is None:
            found = _offers(self._terrain, means, space, self._jobs, self._weights, self._phases)
            row[space] = found
        return found


def _share_out(rows: list[tuple[int, Offers]]) -> tuple[float, dict[int, tuple[float, float]]]:
    """(credits of all, per job taken: (its offer, the best that its unit could do instead))."""
    offers = sorted(
        ((offer, unit, job) for unit, found in rows for offer, job in found), reverse=True
    )
    busy: dict[int, int] = {}
    taken: dict[int, float] = {}
    total = 0.0
    for offer, unit, job in offers:
        if unit not in busy and job not in taken and offer > 0:
            busy[unit] = job
            taken[job] = offer
            total += offer
    held = {}
    for unit, found in rows:
        if unit in busy:
            job = busy[unit]
            spare = max((o for o, other in found if other not in taken), default=0.0)
            held[job] = (taken[job], max(0.0, spare))
    return total, held


class Routes:
    """Steps from spaces to all others, for one kind of walker; worked out when first asked for."""

    def __init__(self, terrain: Terrain, seat: int, allow: int) -> None:
        self._walker = terrain, seat, allow
        size = terrain.board.grid.size
        self._steps = np.full((size, size), FAR, np.uint8)
        self._known = bytearray(size)

    def steps(self, spaces: Sequence[int]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
        """Return a row for each space; columns are Spaces; FAR: out of reach."""
        known = self._known
        for space in spaces:
            if not known[space]:
                known[space] = 1
                self._steps[space] = np.frombuffer(steps_from(*self._walker, space), np.uint8)
        return self._steps[spaces]


@lru_cache(maxsize=64)
def _routes(terrain: Terrain, seat: int, allow: int) -> Routes:
    return Routes(terrain, seat, allow)


Column: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]


@lru_cache(maxsize=1024)
def _columns(
    jobs: tuple[Objective, ...], spaces: int, mends: bool
) -> tuple[Column, Column, Column, Column]:
    """(space, pay, how far from it is near enough, whether it is for the unit) of each job."""
    return (
        np.array([job.space for job in jobs]),
        np.array([job.pay for job in jobs], float),
        np.array([spaces if job.task == FIGHTING else 0 for job in jobs], np.int16),
        np.array([mends or job.task != MENDING for job in jobs]),
    )


@lru_cache(maxsize=256)
def _share_row(pace: int, wish: float, fade: float) -> Column:
    return np.array(_shares(pace, wish, fade))


@lru_cache(maxsize=256)
def _known(terrain: Terrain, jobs: tuple[Objective, ...], weights: Weights, phases: int) -> Known:
    """Return the shared cache of offers for these objectives."""
    del terrain, jobs, weights, phases  # only told apart by them
    return Known()


def _offers(
    terrain: Terrain,
    means: Mobility,
    here: int,
    jobs: tuple[Objective, ...],
    weights: Weights,
    phases: int,
) -> Offers:
    if phases <= 0:
        return ()
    steps = steps_from(terrain, means.seat, means.allow, here)
    far = means.pace * phases
    shares, step = _shares(means.pace, weights.wish, weights.fade), weights.step
    found: list[tuple[float, int]] = []
    for job, (space, pay, task) in enumerate(jobs):
        distance = steps[space]
        if task:
            if task == FIGHTING:
                distance = max(0, distance - means.spaces)
            elif task == MENDING and not means.mends:
                continue
        if distance <= far:
            found.append((pay * shares[distance] - step * distance, job))
    found.sort(reverse=True)
    return tuple(found[:OFFERS])


@lru_cache(maxsize=256)
def _shares(pace: int, wish: float, fade: float) -> tuple[float, ...]:
    """Return the value of an objective at a distance, as a share of its pay."""
    return tuple(wish * fade ** -(-distance // pace) for distance in range(FAR + 1))


# -- square value ----------------------------------------------------------------------------------

FEW: Final = 12  # spaces that are all looked at


class SquareValue:
    """Values of spaces to one unit: its objectives, and the threats to it there."""

    def __init__(
        self, objectives: Objectives, exposure: UnitThreats | NoThreats, home: int, in_base: float
    ) -> None:
        self.objectives: Final = objectives
        self.exposure: Final = exposure
        self.calm: Final = isinstance(exposure, NoThreats)
        self.home: Final = home
        self.in_base: Final = in_base

    def base(self, space: int, done: int = -1) -> float:
        """Credits with the unit on a space; `done`: the space of a job just finished there."""
        value = self.objectives.total(space, done) - self.exposure.at(space, taken=done)
        return value - self.in_base if space == self.home else value

    def terms(self, space: int, done: int = -1) -> tuple[tuple[str, float], ...]:
        """Return the same term by term."""
        return (
            (say.CLOSER, self.objectives.total(space, done)),
            (say.DANGER, -self.exposure.at(space, taken=done)),
            (say.LEAVES_BASE, -self.in_base if space == self.home else 0.0),
        )


class SquareValues:
    """Return the spaces a unit can walk to, by their gain relative to staying.

    Danger is looked at only where the rest promises enough to be among the best.
    """

    def __init__(self, view: SquareValue, goals: SpaceSet, here: int) -> None:
        """`goals`: where it can walk to; `here`: the space where it is."""
        self._view = view
        spaces = spaces_in(goals)
        *totals, staying = view.objectives.totals([*spaces, here])
        self._totals = dict(zip(spaces, totals, strict=True))  # credits of the objectives by space
        self._totals[here] = staying
        self.start: Final = self._base(here)  # credits of staying
        start = self.start
        exposure = view.exposure
        if isinstance(exposure, NoThreats):
            self._most = [(self._base(space) - start, space) for space in spaces]
        else:  # no less than the gain: only danger to the others is looked at
            exposed, least, home = exposure.exposed, exposure.at(-1), view.home
            self._most = [
                (
                    value
                    - (0.0 if exposed >> space & 1 else least)
                    - (view.in_base if space == home else 0.0)
                    - start,
                    space,
                )
                for space, value in zip(spaces, totals, strict=True)
            ]
        self._most.sort(reverse=True)
        self._gains: dict[int, float] = {}
        self._best: dict[tuple[int, SpaceSet], list[tuple[float, int]]] = {}

    def gain(self, space: int) -> float:
        """Credits of being there, compared with where the unit is."""
        found = self._gains.get(space)
        if found is None:
            found = self._gains[space] = self._base(space) - self.start
        return found

    def _base(self, space: int) -> float:
        """Return `SquareValue.base` from the totals."""
        value = self._totals[space] - self._view.exposure.at(space)
        return value - self._view.in_base if space == self._view.home else value

    def best(self, number: int, among: SpaceSet = -1) -> list[tuple[float, int]]:
        """(gain, space) of the best spaces among those of the set, the best first."""
        found = self._best.get((number, among))
        if found is None:
            found = self._best[number, among] = self._look(number, among)
        return found

    def _look(self, number: int, among: SpaceSet) -> list[tuple[float, int]]:
        if among >= 0 and among.bit_count() <= FEW:
            few: list[tuple[float, int]] = [(self.gain(space), space) for space in spaces_in(among)]
            few.sort(reverse=True)
            return few[:number]
        if self._view.calm:  # nothing more to look at
            fits = (place for place in self._most if among >> place[1] & 1)
            return list(islice(fits, number))
        found: list[tuple[float, int]] = []  # the worst first
        for most, space in self._most:
            full = len(found) == number
            if full and most < found[0][0]:
                break
            if among >> space & 1:
                place = (self.gain(space), space)
                if full:
                    if place < found[0]:
                        continue
                    del found[0]
                insort(found, place)
        found.reverse()
        return found


def square_values(view: SquareValue, goals: SpaceSet, here: int) -> SquareValues:
    """Return the values of walks; without danger they are shared by all positions alike."""
    if not view.calm:
        return SquareValues(view, goals, here)
    walks = view.objectives.walks
    key = goals, here, view.home, view.in_base
    found = walks.get(key)
    if found is None:
        found = walks[key] = SquareValues(view, goals, here)
    return found
