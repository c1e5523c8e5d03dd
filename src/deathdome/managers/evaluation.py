"""What a position is worth to a team, in credits, so that every weight can be argued about."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deathdome.geometry.grid import Space
from deathdome.rules.ending import standing, supply
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import active_seat
from deathdome.rules.turn import hand_target
from deathdome.rules.units import allows

if TYPE_CHECKING:
    from deathdome.model.state import State
    from deathdome.rules.terrain import Terrain

WIN = 1_500_000  # last team standing
UNIT_VALUE = (160_000, 160_000, 130_000, 140_000)  # by line of the registry, with all rounds left
WOUND = 20_000  # a lost point of vitae
CARD_STEP = 25_000  # an additional card of the hand target, per own turn left
CARD_POINT = 4_000  # a point of a card in the hand
CARD = 6_000  # any card in the hand
BASE = 10_000  # a unit that is still in its base
STEP = 3_000  # a step away from the next job
FAR = 255  # steps; out of reach
OFFERS = 6  # jobs looked at per unit
FIGHT = 60_000  # somebody to fight
FADE = 0.72  # a job loses this factor with each unit phase that it takes to get there
WISH = 0.45  # a job not done yet, as a share of what it will pay


class Job(NamedTuple):
    """Something worth walking to."""

    space: int
    pay: int  # credits
    fight: bool = False  # to be had from as far as a weapon reaches


@lru_cache(maxsize=4096)
def _steps(terrain: Terrain, seat: int, allow: int, start: int) -> bytes:
    """Steps from a space to every other, nobody in the way; index is Space, FAR: out of reach."""
    row = bytearray([FAR]) * terrain.board.grid.size
    for space, steps in terrain.walker(seat, allow).steps_to_all(Space(start)).items():
        row[space] = min(steps, FAR)
    return bytes(row)


def evaluate(state: State, seat: int) -> float:
    """Credits: own worth minus that of the best other team; a decided match is worth WIN."""
    if state.outcome is not None and state.outcome.reason == "last team standing":
        return WIN if seat in state.outcome.winners else -WIN
    own = worth(state, seat) + errands(state, seat)
    others = [worth(state, other) for other in range(state.table.seats) if other != seat]
    return own - max(others)


def rounds_left(state: State, seat: int) -> int:
    """Turns that the team still has after this one."""
    left = state.table.rounds - state.round
    order = state.table.order
    active = active_seat(state)
    if order.index(seat) > order.index(active):
        left += 1
    return max(0, left)


def worth(state: State, seat: int) -> float:
    """What one team has and may expect."""
    total = float(standing(state, seat).payout)
    left = rounds_left(state, seat)
    points = supply(state, seat)
    total += CARD_STEP * left * (hand_target(points) - 3 + (points % 5) / 10)
    values = hands_of(state.table.catalog).values
    total += sum(CARD + CARD_POINT * values[card] for card in state.hands[seat]) * min(
        1.0, left + 0.3
    )
    share = (left + 1) / (state.table.rounds + 1)
    gear = state.gear
    home = state.table.terrain.home[seat]
    for line, unit in enumerate(range(seat * 4, seat * 4 + 4)):
        if state.space[unit] < 0:
            continue
        total += UNIT_VALUE[line] * share
        wounds = state.wounds[unit]
        if wounds:
            vitae = gear.vitae[unit]
            total -= WOUND * (wounds + max(0, wounds - vitae + 2) * 0.5)
        if state.down[unit]:
            total -= 30_000
        if state.space[unit] == home:
            total -= BASE
    return total


def errands(state: State, seat: int) -> float:
    """What the team's units are on their way to: each job counts once, for whoever is nearest."""
    jobs = _jobs(state, seat)
    terrain = state.table.terrain
    movement, arms = state.gear.movement, state.gear.arms
    offers: list[tuple[float, int, int]] = []
    for unit in range(seat * 4, seat * 4 + 4):
        here = state.space[unit]
        if here >= 0:
            spaces = max(arm.range for arm in arms[unit])
            allow = int(allows(state, unit))
            for offer, job in _offers(terrain, seat, allow, here, movement[unit], spaces, jobs):
                offers.append((offer, unit, job))
    offers.sort(reverse=True)
    busy: set[int] = set()
    taken: set[int] = set()
    total = 0.0
    for offer, unit, job in offers:
        if unit not in busy and job not in taken:
            busy.add(unit)
            taken.add(job)
            total += offer
    return total


@lru_cache(maxsize=2048)
def _offers(
    terrain: Terrain,
    seat: int,
    allow: int,
    here: int,
    pace: int,
    spaces: int,
    jobs: tuple[Job, ...],
) -> tuple[tuple[float, int], ...]:
    """The jobs that are worth most from a space, best first: (credits, index of the job)."""
    steps = _steps(terrain, seat, allow, here)
    found: list[tuple[float, int]] = []
    for job, (space, pay, fight) in enumerate(jobs):
        distance = 0 if space == here else steps[space]
        if distance == FAR:
            continue
        if fight:
            distance = max(0, distance - spaces)
        phases = -(-distance // max(1, pace))
        found.append((pay * WISH * FADE**phases - STEP * distance, job))
    found.sort(reverse=True)
    return tuple(found[:OFFERS])


def _jobs(state: State, seat: int) -> tuple[Job, ...]:
    """Everything worth walking to."""
    board = state.table.board
    jobs = [
        Job(int(space), 100_000 * value)
        for space, value, owner in zip(board.points, board.point_value, state.owners, strict=True)
        if owner != seat
    ]
    jailed = min(state.space) < 0
    for space, jail in (
        zip(board.release_points, board.release_jails, strict=True) if jailed else ()
    ):
        inmates = [unit for unit, place in enumerate(state.space) if place == -1 - jail]
        own = sum(1 for unit in inmates if unit >> 2 == seat)
        if own:
            jobs.append(Job(int(space), 90_000 * own - 40_000 * (len(inmates) - own)))
    for unit, place in enumerate(state.space):
        if unit >> 2 != seat and place >= 0 and place != state.table.terrain.home[unit >> 2]:
            jobs.append(Job(place, FIGHT, fight=True))
    return tuple(jobs)
