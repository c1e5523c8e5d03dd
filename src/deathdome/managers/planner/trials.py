"""What each answer to a question is worth: planned where it can be, tried on a copy where not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.defence import expected_loss, next_card
from deathdome.managers.planner.errands import FAR, steps_from
from deathdome.managers.planner.fights import Fights
from deathdome.managers.planner.plans import Prospects
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    END_TURN,
    STOP,
    Act,
    Action,
    a_of,
    verb_of,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Attack, Moving, UnitPhase
from deathdome.model.vocabulary import Period, Shape
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import hands_of
from deathdome.rules.picks import around
from deathdome.rules.units import allows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

Values = list[tuple[float, Action]]

RARE_USE: Final = 8_000.0  # a use of something that can be used a few times a match only
LONGEST: Final = 16  # answers that are given to see something through
QUIET: Final = (Question.TURN, Question.UNIT_PHASE, Question.PURCHASE)
WAYS: Final = (Question.WALK, Question.FOLLOW, Question.JUMP, Question.PUSH_SPACE)
SHORT: Final = 8  # spaces tried of those that an ability lets a unit walk to


def turn_values(prospects: Prospects, options: Sequence[Action]) -> Values:
    """Between unit phases: a unit is worth activating for the best that it can then do."""
    world, seat, weights = prospects.world, prospects.seat, prospects.weights
    values: Values = []
    now: float | None = None
    for act in options:
        verb = verb_of(act)
        if act == END_TURN:
            values.append((0.0, act))
        elif verb is Act.ACTIVATE:
            unit = a_of(act)
            best = prospects.best(unit).score
            if has_windows(world, unit, seat):
                best = max(best, _inside(world, seat, act, weights))
            values.append((best + weights.act, act))
        else:
            if now is None:
                now = prospects.promise()
            values.append((_gain(world, seat, act, weights, now) + _first(values), act))
    return values


def _first(values: Values) -> float:
    """What the best of the units would bring: an ability used before it is compared with that."""
    return max((value for value, act in values if verb_of(act) is Act.ACTIVATE), default=0.0)


def has_windows(world: State, unit: int, seat: int) -> bool:
    """Whether something besides walking, attacking and capturing may be possible in its phase."""
    playable = hands_of(world.table.catalog).in_phase
    return bool(world.gear.windows[unit]) or not playable.isdisjoint(world.hands[seat])


def _inside(world: State, seat: int, act: Action, weights: Weights) -> float:
    """The best beginning of a unit's phase that uses an ability, beside doing nothing."""
    trial = world.copy()
    apply_action(trial, act, trusted=True)
    asked = decision(trial)
    if asked is None or asked.seat != seat or asked.question is not Question.UNIT_PHASE:
        return 0.0
    uses = [option for option in asked.options if verb_of(option) in (Act.USE, Act.PLAY)]
    if not uses:
        return 0.0
    return max(value for value, _ in phase_values(trial, seat, asked.options, weights))


def phase_values(world: State, seat: int, options: Sequence[Action], weights: Weights) -> Values:
    """Within a unit phase: what begins the best plan for the rest of it."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    prospects = Prospects(world, seat, weights)
    here = world.space[phase.unit]
    walks: dict[int, float] = {}
    acts: dict[int, float] = {}
    for plan in prospects.plans(phase.unit, phase):
        if plan.act and (plan.act_first or plan.goal == here):
            acts.setdefault(plan.act, plan.score)
        elif plan.goal != here:
            walks.setdefault(plan.goal, plan.score)
    values: Values = []
    now: float | None = None
    best = 0.0
    for act in options:
        verb = verb_of(act)
        if verb is Act.WALK:
            value = walks.get(a_of(act), -1e9)
        elif act in (END_PHASE, STOP):
            value = 0.0
        elif act in acts:
            value = acts[act]
        elif verb is Act.ATTACK:
            value = -1e9
        else:
            continue
        best = max(best, value)
        values.append((value, act))
    for act in options:
        verb = verb_of(act)
        if verb in (Act.WALK, Act.ATTACK) or act in acts or act in (END_PHASE, STOP):
            continue
        if now is None:
            now = prospects.promise()
        values.append((_gain(world, seat, act, weights, now) + best, act))
    return values


def _gain(world: State, seat: int, act: Action, weights: Weights, now: float) -> float:
    """What an act changes in what the position promises."""
    trial = world.copy()
    apply_action(trial, act, trusted=True)
    gain = settled(trial, seat, weights) - now
    if verb_of(act) is Act.USE:
        ability = world.table.catalog.abilities[a_of(act)]
        if ability.limit is not None and ability.limit.per is Period.MATCH:
            gain -= RARE_USE
    elif verb_of(act) is Act.PLAY:
        gain -= weights.act
    return gain


def option_values(world: State, seat: int, options: Sequence[Action], weights: Weights) -> Values:
    """Everything else: each answer is tried and seen through."""
    values: Values = []
    for act in shortlist(world, seat, options, weights):
        trial = world.copy()
        apply_action(trial, act, trusted=True)
        values.append((settled(trial, seat, weights), act))
    return values


def settled(trial: State, seat: int, weights: Weights, *, choosing: bool = True) -> float:
    """Credits when what is under way has come to its end, whoever is asked taking no more part.

    `trial` is played on. With `choosing`, the seat's own next choice of a space is its best one.
    Cards of an attack that are still to be laid are expected, not tried.
    """
    for _ in range(LONGEST):
        asked = decision(trial)
        if asked is None or asked.question in QUIET:
            break
        frame = trial.stack[-1]
        if asked.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
            assert isinstance(frame, Attack)
            if frame.seat == seat:
                gain = max(Fights(trial, seat, weights).ways(frame, declared=True)).gain
            else:
                gain = -expected_loss(trial, frame, seat, weights)
            return Prospects(trial, seat, weights).promise() + gain
        if asked.seat == CHANCE:
            heaviest = max(asked.weights)
            act = asked.options[asked.weights.index(heaviest)]
        elif choosing and asked.seat == seat and asked.question in WAYS:
            return max(
                _way(trial, seat, option, weights)
                for option in shortlist(trial, seat, asked.options, weights)
            )
        elif asked.question is Question.JAIL:
            act = max(jail_values(trial, asked.seat, asked.options, weights))[1]
        else:
            calm = [option for option in asked.options if option in (DECLINE, STOP, COMMIT)]
            act = calm[0] if calm else asked.options[0]
        apply_action(trial, act, trusted=True)
    return Prospects(trial, seat, weights).promise()


def _way(trial: State, seat: int, act: Action, weights: Weights) -> float:
    copy = trial.copy()
    apply_action(copy, act, trusted=True)
    return settled(copy, seat, weights, choosing=False)


def shortlist(
    world: State, seat: int, options: Sequence[Action], weights: Weights
) -> Sequence[Action]:
    """The options, of many walks only those that promise most."""
    frame = world.stack[-1]
    walks = [act for act in options if verb_of(act) is Act.WALK]
    if len(walks) <= SHORT or not isinstance(frame, Moving):
        return options
    view = Prospects(world, seat, weights).view(frame.unit)
    walks.sort(key=lambda act: (-view.base(a_of(act)), act))
    chosen = set(walks[:SHORT])
    return [act for act in options if verb_of(act) is not Act.WALK or act in chosen]


# -- cards -----------------------------------------------------------------------------------------


def attack_values(world: State, seat: int, options: Sequence[Action], weights: Weights) -> Values:
    """The next card of the best set, no card, and abilities of the attack window."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    if frame.shape is Shape.ADJACENT and not around(world, frame.unit, frame.space):
        return [(0.0, COMMIT)]
    fights = Fights(world, seat, weights)
    ways = fights.ways(frame, declared=True)
    values = [(way.gain, COMMIT) for way in ways if way.total == 0]
    best = max(ways, key=lambda way: (round(way.gain), -way.total))
    if best.total:
        values.append((best.gain, next_card(world, seat, best.total)))
    # A card's number is known; what an ability does has to beat it by something.
    values += [
        (_attack_ability(world, seat, act, fights, weights) - 1, act)
        for act in options
        if verb_of(act) in (Act.PLAY, Act.USE)
    ]
    return values


def _attack_ability(
    world: State, seat: int, act: Action, fights: Fights, weights: Weights
) -> float:
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, act, trusted=True)
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack) or (
        frame.hits and not any(unit >> 2 != seat for unit in frame.hits)
    ):
        return 0.0
    cost = 0.0
    if verb_of(act) is Act.PLAY:
        cost = fights.price(hands_of(world.table.catalog).values[a_of(act)], 1)
    return max(Fights(trial, seat, weights).ways(frame, declared=True)).gain - cost


# -- jails -----------------------------------------------------------------------------------------


def jail_values(world: State, seat: int, options: Sequence[Action], weights: Weights) -> Values:
    """Jails by how long the dead unit's team needs to open them (managers.md 4.5)."""
    frame = world.stack[-1]
    dead = getattr(frame, "unit", -1)
    team = dead >> 2
    terrain = world.table.terrain
    board = world.table.board
    values: Values = []
    for act in options:
        jail = a_of(act)
        value = 0.0
        doors = [
            int(space)
            for space, opens in zip(board.release_points, board.release_jails, strict=True)
            if opens == jail
        ]
        nearest = 99.0
        for mate in range(team * 4, team * 4 + 4):
            if mate == dead or world.space[mate] < 0:
                continue
            row = steps_from(terrain, team, int(allows(world, mate)), world.space[mate])
            pace = max(1, world.gear.movement[mate])
            steps = min((row[door] for door in doors), default=FAR)
            nearest = min(nearest, steps / pace)
        value += weights.jail_phase * min(nearest, 8.0)
        inside = [unit for unit, place in enumerate(world.space) if place == -1 - jail]
        ours = sum(unit >> 2 == seat for unit in inside)
        value += 0.5 * weights.jail_phase * ours
        value -= 0.2 * weights.jail_phase * (len(inside) - ours)
        values.append((value, act))
    return values
