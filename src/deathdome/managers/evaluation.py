"""What a position is worth to a team, in credits, so that every weight can be argued about."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deathdome.model.effects import Heal
from deathdome.model.vocabulary import Deny, Rating, Trigger, Verb
from deathdome.rules.ending import standing, supply
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import active_seat
from deathdome.rules.turn import hand_target
from deathdome.rules.units import allows, foes

if TYPE_CHECKING:
    from deathdome.model.state import State, Timed
    from deathdome.rules.terrain import Terrain

WIN = 1_500_000  # last team standing
UNIT_VALUE = (160_000, 160_000, 130_000, 140_000)  # by line of the registry, with all rounds left
WOUND = 20_000  # a lost point of vitae
FRAIL = (0, 45_000, 25_000, 10_000)  # what a wounded unit risks besides, by vitae left
CARD_STEP = 25_000  # an additional card of the hand target, per own turn left
CARD_POINT = 4_000  # a point of a card in the hand
CARD = 6_000  # any card in the hand
TOKEN = 45_000  # a bug token on an own point, with all rounds left
TOUGH = 8_000  # a point of toughness until the next own turn, with enemies near
NEAR = 9  # spaces; enemies who may come and attack
SLOW = 5_000  # a point of movement that a unit lacks in its next turn
STUCK = 20_000  # a unit without a movement phase in its next turn
BASE = 10_000  # a unit that is still in its base
STEP = 3_000  # a step away from the next job
FAR = 255  # steps; out of reach
OFFERS = 6  # jobs looked at per unit
FIGHT = 60_000  # somebody to fight
FADE = 0.72  # a job loses this factor with each unit phase that it takes to get there
WISH = 0.45  # a job not done yet, as a share of what it will pay
FADES = tuple(WISH * FADE**phases for phases in range(FAR + 1))

# What there is to do at the end of a walk. Plain numbers: they are looked up very often.
STANDING, FIGHTING, MENDING = range(3)


class Job(NamedTuple):
    """Something worth walking to."""

    space: int
    pay: int  # credits
    task: int = STANDING  # FIGHTING: to be had from as far as a weapon reaches; MENDING: a healer's


@lru_cache(maxsize=20_000)
def _steps(terrain: Terrain, seat: int, allow: int, start: int) -> bytes:
    """Steps from a space to every other, nobody in the way; index is Space, FAR: out of reach."""
    row = bytearray([FAR]) * terrain.board.grid.size
    for space, steps in terrain.walker(seat, allow).steps_to_all(start).items():
        row[space] = min(steps, FAR)
    return bytes(row)


def evaluate(state: State, seat: int) -> float:
    """Credits: own worth minus that of the best other team; a decided match is worth WIN."""
    if state.outcome is not None and state.outcome.reason == "last team standing":
        return WIN if seat in state.outcome.winners else -WIN
    own = worth(state, seat) + Errands(state, seat).total()
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
        if state.wounds[unit]:
            total -= hurt(gear.vitae[unit], state.wounds[unit])
        if state.down[unit]:
            total -= 30_000
        if state.space[unit] == home:
            total -= BASE
    if state.tokens:
        point_at = state.table.terrain.point_at
        guarded = sum(state.owners[point_at[token.space]] == seat for token in state.tokens)
        total += TOKEN * share * guarded
    if state.timed:
        total += sum(_lasting(state, effect) for effect in state.timed if effect.unit >> 2 == seat)
    return total


def hurt(vitae: int, wounds: int) -> int:
    """What wounds cost a unit that lives with them."""
    left = min(max(0, vitae - wounds), len(FRAIL))
    return WOUND * wounds + (FRAIL[left] if wounds and left < len(FRAIL) else 0)


def _lasting(state: State, effect: Timed) -> float:
    """What an effect on a unit is worth to its team beyond this turn."""
    if state.space[effect.unit] < 0:
        return 0.0
    if effect.verb is Verb.DENY:
        return -STUCK if effect.what == Deny.MOVEMENT else 0.0
    if effect.verb is Verb.MOD and effect.what == Rating.TOUGHNESS:
        return TOUGH * effect.n if _threatened(state, effect.unit) else 0.0
    if effect.verb is Verb.MOD and effect.what == Rating.MOVEMENT and effect.n < 0:
        return SLOW * effect.n
    return 0.0


def _threatened(state: State, unit: int) -> bool:
    """Whether an enemy on the field is near a unit that can be harmed."""
    terrain = state.table.terrain
    here = state.space[unit]
    near = terrain.within(here, NEAR) & foes(state, unit >> 2)
    return bool(near) and here != terrain.home[unit >> 2]


class Errands:
    """What a team's units are on their way to, with `unit` wherever one asks for.

    Each job counts once, for whoever is nearest. `unit` -1: everybody stays.
    """

    def __init__(self, state: State, seat: int, unit: int = -1) -> None:
        self._state = state
        self._seat = seat
        self._unit = unit
        self._jobs = _jobs(state, seat)
        self._known = _known(state.table.terrain, seat, self._jobs)
        self._means = _means(state, unit) if unit >= 0 else None
        self._others: list[tuple[float, int, int]] = []
        for other in range(seat * 4, seat * 4 + 4):
            if other != unit and state.space[other] >= 0:
                self._others += self._offers(other, state.space[other], _means(state, other))

    def total(self, space: int = -1) -> float:
        """Credits, with the unit on a space (-1: without it)."""
        offers = self._others
        if space >= 0 and self._means is not None:
            offers = offers + self._offers(self._unit, space, self._means)
        busy: set[int] = set()
        taken: set[int] = set()
        total = 0.0
        for offer, unit, job in sorted(offers, reverse=True):
            if unit not in busy and job not in taken:
                busy.add(unit)
                taken.add(job)
                total += offer
        return total

    def _offers(self, unit: int, space: int, means: Means) -> list[tuple[float, int, int]]:
        """(credits, unit, index of the job) for the jobs worth most from a space."""
        key = (means, space)
        found = self._known.get(key)
        if found is None:
            terrain = self._state.table.terrain
            found = _offers(terrain, self._seat, space, means, self._jobs)
            self._known[key] = found
        return [(offer, unit, job) for offer, job in found]


class Means(NamedTuple):
    """What matters about a unit for its errands."""

    allow: int
    pace: int  # spaces a phase
    spaces: int  # of its longest weapon
    mends: bool  # can heal others with its action


def _means(state: State, unit: int) -> Means:
    gear = state.gear
    abilities = gear.windows[unit].get(Trigger.ACTION, ())
    return Means(
        int(allows(state, unit)),
        max(1, gear.movement[unit]),
        max(arm.range for arm in gear.arms[unit]),
        any(isinstance(effect, Heal) for ability in abilities for effect in ability.do),
    )


Known: TypeAlias = dict[tuple[Means, int], tuple[tuple[float, int], ...]]


@lru_cache(maxsize=64)
def _known(terrain: Terrain, seat: int, jobs: tuple[Job, ...]) -> Known:  # noqa: ARG001
    """The offers worked out so far for these jobs, to be added to; the same every time."""
    return {}


def _offers(
    terrain: Terrain, seat: int, here: int, means: Means, jobs: tuple[Job, ...]
) -> tuple[tuple[float, int], ...]:
    """The jobs that are worth most from a space, best first: (credits, index of the job)."""
    steps = _steps(terrain, seat, means.allow, here)
    pace = means.pace
    found: list[tuple[float, int]] = []
    for job, (space, pay, task) in enumerate(jobs):
        distance = 0 if space == here else steps[space]
        if distance == FAR:
            continue
        if task:
            if task == FIGHTING:
                distance = max(0, distance - means.spaces)
            elif not means.mends:
                continue
        found.append((pay * FADES[-(-distance // pace)] - STEP * distance, job))
    found.sort(reverse=True)
    return tuple(found[:OFFERS])


def _jobs(state: State, seat: int) -> tuple[Job, ...]:
    """Everything worth walking to."""
    board = state.table.board
    stings = [token.space for token in state.tokens]
    jobs = [
        Job(int(space), 100_000 * value)
        for space, value, owner in zip(board.points, board.point_value, state.owners, strict=True)
        if owner != seat and space not in stings
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
            jobs.append(Job(place, FIGHT, FIGHTING))
        elif unit >> 2 == seat and place >= 0 and state.wounds[unit] > 1:
            jobs.append(Job(place, WOUND * min(3, state.wounds[unit]), MENDING))
    return tuple(jobs)
