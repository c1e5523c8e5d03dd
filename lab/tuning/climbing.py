"""T3: a search for better weights by matches in which all weights differ at once.

In every match all knobs are turned at random, one team's to one side and the other's as far to the
other side (SPSA, in batches): a match is informative about every knob. A regression explains its
result by the distance between the two teams' knobs, and by their difference in distance from the
start: the slope of each knob, and its curvature. They give the best place of the knob. After each
batch the middle moves there, but never far at once, so that a different curvature farther out is
noticed in time.

The result of a match is its value for managers: a win, by payout or as the last team standing, and
a little for the lead. The lead alone is more informative, but climbing by it forgets to survive.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from deathdome.managers.planner.evaluate import final
from deathdome.statistics import DRAWS, Interval
from lab.record import each
from lab.tuning.knobs import held, turned
from lab.tuning.matches import play
from lab.tuning.regression import UNIT
from lab.tuning.sums import of_rows, solved_with_noise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lab.record import Record, Row
    from lab.tuning.knobs import Knob, Team
    from lab.tuning.matches import Setting
    from lab.tuning.sums import Belief

BATCH: Final = 200  # matches about one middle
STEP: Final = 0.5  # units that a knob moves after a batch, at most
MAX_DISTANCE: Final = 2.0  # units from the start, at most
# Prior, in units of 100,000 credits: slopes are small, and curvatures negative.
SLOPE: Final = 0.5
BEND: Final = (0.4, 0.4)
MIN_BEND: Final = 0.15  # minimal curvature in the search for the best place
OTHER: Final = 10.0  # the place in the order of play, and the seat


class Peak(NamedTuple):
    """The best places of the knobs by all matches so far."""

    middle: list[float]  # of the next batch
    best: list[Interval]  # for each knob, in units
    slope: list[float]  # credits for a unit, at the start
    slope_spread: list[float]


def climb(
    record: Record,
    setting: Setting,
    start: Team,
    turning: Sequence[Knob],
    matches: int,
    jobs: int = 1,
    player: Callable[..., Row] | None = None,
) -> Iterator[int]:
    """Play until the record has so many matches; yield their number after each."""
    size = record.head["batch"]
    while len(record.rows) < matches:
        batch = len(record.rows) // size
        middle = tuple(middle_of(record.rows, turning, start, batch, size))
        numbers = range(len(record.rows), min(matches, (batch + 1) * size))
        tasks = [(setting, number, start, turning, middle) for number in numbers]
        for row in each(player or meeting, tasks, jobs):
            record.add(row)
            yield len(record.rows)


def meeting(
    setting: Setting, number: int, start: Team, turning: Sequence[Knob], middle: Sequence[float]
) -> Row:
    """Play one match of the climb."""
    apart = swings(setting, number, len(turning))
    teams = [turned(start, turning, place) for place in sides(middle, apart)]
    played = play(setting, "climb", number, teams)
    return {**played, "middle": list(middle), "apart": apart}


def swings(setting: Setting, number: int, knobs_turned: int) -> list[float]:
    """Return the turn of each knob from the middle for seat 0; seat 1 has the opposite."""
    rng = Random(setting.seed_of("swings", number))
    return [round(rng.uniform(-1, 1), 4) for _ in range(knobs_turned)]


def sides(
    middle: Sequence[float], apart: Sequence[float], *, alone: bool = False
) -> tuple[list[float], list[float]]:
    """Return the knobs of the two teams; `alone`: the other's stay at the start."""
    return (
        [at + swing for at, swing in zip(middle, apart, strict=True)],
        [0.0 if alone else at - swing for at, swing in zip(middle, apart, strict=True)],
    )


def middle_of(
    rows: Sequence[Row], turning: Sequence[Knob], start: Team, batch: int, size: int
) -> list[float]:
    """Return the middle of a batch, by the matches of those before it."""
    if not batch:
        return [0.0] * len(turning)
    begun = rows[batch * size :]
    if begun:
        return list(begun[0]["middle"])
    return _next(_belief(rows, turning, start), rows, turning, start)


def peak(rows: Sequence[Row], turning: Sequence[Knob], start: Team) -> Peak:
    """Return the best places of the knobs by all these matches."""
    found = _belief(rows, turning, start)
    count = len(turning)
    middle = _next(found, rows, turning, start)
    return Peak(
        middle,
        _spans(found, middle),
        [float(x) * UNIT for x in found.values[:count]],
        [float(x) * UNIT for x in found.spread[:count]],
    )


def _next(found: Belief, rows: Sequence[Row], turning: Sequence[Knob], start: Team) -> list[float]:
    """Return the best places within one step of the last middle."""
    count = len(turning)
    slope, bend = found.values[:count], found.values[count : 2 * count]
    before = np.array(rows[-1]["middle"])
    best = np.clip(slope / np.maximum(MIN_BEND, bend), -MAX_DISTANCE, MAX_DISTANCE)
    # A slope that may be chance moves nothing, a sure one almost all the way.
    chance = found.spread[:count] / np.maximum(1e-9, np.abs(slope))
    best *= np.maximum(0.0, 1 - chance**2)
    middle = held(start, turning, [float(x) for x in np.clip(best, before - STEP, before + STEP)])
    return [round(place, 4) + 0.0 for place in middle]  # no zero below zero


def _belief(rows: Sequence[Row], turning: Sequence[Knob], start: Team) -> Belief:
    """Return slopes, curvatures, and the worth of the order of play and the seat."""
    count = len(turning)
    lines = []
    for row in rows:
        places = sides(row["middle"], row["apart"], alone=row.get("alone", False))
        one, other = (np.array(held(start, turning, place)) for place in places)
        order = 1.0 if row["last"] == 0 else -1.0
        lines.append(np.concatenate((one - other, (other**2 - one**2) / 2, [order, 1.0])))
    table = np.array(lines)
    come_to = np.array([final(row["won"], row["lead"]) for row in rows]) / UNIT
    first = np.concatenate((np.zeros(count), np.full(count, BEND[0]), np.zeros(2)))
    known_to = np.concatenate((np.full(count, SLOPE), np.full(count, BEND[1]), np.full(2, OTHER)))
    return solved_with_noise(of_rows(table, come_to), first, known_to)


def _spans(found: Belief, middle: Sequence[float]) -> list[Interval]:
    """Return the middle 95 % of each knob's best place, drawn from slope and curvature together."""
    count = len(middle)
    rng = Random("peak")
    spans = []
    for knob, place in enumerate(middle):
        pair = [knob, count + knob]
        root = np.linalg.cholesky(found.covariance[np.ix_(pair, pair)])
        draws = np.array([(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(DRAWS)])
        slope, bend = (found.values[pair] + draws @ root.T).T
        # Without negative curvature, the best place is the farthest allowed.
        best = np.where(bend > 0, slope / np.maximum(bend, 1e-9), np.sign(slope) * MAX_DISTANCE)
        low, high = np.quantile(np.clip(best, -MAX_DISTANCE, MAX_DISTANCE), (0.025, 0.975))
        spans.append(Interval(place, min(float(low), place), max(float(high), place)))
    return spans
