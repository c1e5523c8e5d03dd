"""Values of the answers to a question: planned if possible, otherwise tried on a copy.

For an explanation, `causes` is filled with the ways to find it.
"""

from __future__ import annotations

from functools import partial
from math import tanh
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.attack_cards import expected_loss
from deathdome.managers.planner.candidates import Candidates, expected, thought_of
from deathdome.managers.planner.evaluate import SWAY, turns_left, turns_share
from deathdome.managers.planner.explanations import (
    STAYING,
    Cause,
    beside,
    deeds_of,
    plan_amounts,
    promise_amounts,
)
from deathdome.managers.planner.mistakes import frees_units
from deathdome.managers.planner.objectives import steps_from
from deathdome.managers.planner.season import mistakes_of
from deathdome.managers.planner.weights import LONG_CHAIN, fewer_uses
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    END_TURN,
    STOP,
    Action,
    ActionKind,
    a_of,
    kind_of,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.effects import AddRounds
from deathdome.model.frames import Attack, Moving, Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Period
from deathdome.rules.ending import judge, standing
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import chain_length
from deathdome.rules.units import allows
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.candidates import Plan
    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

Values = list[tuple[float, Action]]

RARE_USE: Final = 8_000.0  # a use of something that can be used a few times a match only
LONGEST: Final = 16  # answers that are given to see something through
LATE_ROUND: Final = 300_000.0  # credits; a round more when it is known who needs it
SURE: Final = 0.5  # of BEHIND at least, however little is missing
BEHIND: Final = 150_000.0  # credits; to a team that would surely lose without it
QUIET: Final = (Question.TURN, Question.UNIT_PHASE, Question.PURCHASE)
WAYS: Final = (Question.WALK, Question.FOLLOW, Question.JUMP, Question.PUSH_SPACE)
CALM: Final = (DECLINE, STOP, COMMIT)
FOREVER: Final = 99.0  # unit phases
WAIT: Final = 8.0  # unit phases in a jail, after which it makes no difference any more
GUARDED: Final = 2.0  # unit phases that it takes to get a guard out of the way
SHORT: Final = 8  # spaces tried of those that an ability lets a unit walk to


def turn_values(
    candidates: Candidates, options: Sequence[Action], causes: Causes | None = None
) -> Values:
    """Between unit phases: a unit is worth activating for the best that it can then do."""
    world, seat, weights = candidates.world, candidates.seat, candidates.weights
    values: Values = []
    now: float | None = None
    for action in _thought_of(world, options):
        kind = kind_of(action)
        if action == END_TURN:
            values.append((0.0, action))
            if causes is not None:
                causes[action] = Cause(0.0, list)
        elif kind is ActionKind.ACTIVATE:
            unit = a_of(action)
            best = candidates.best(unit).score
            if has_windows(world, unit, seat):
                best = max(best, _inside(candidates, action))
            values.append((best + weights.act, action))
            if causes is not None:
                causes[action] = _activated(candidates, action, best)
        else:
            if now is None:
                now = candidates.promise()
            tried = _try(world, seat, action, weights)
            later = _first(values)
            values.append((tried.quiesced.value - now - tried.cost + later, action))
            if causes is not None:
                then = (say.NEXT_PHASE, later)
                causes[action] = Cause(values[-1][0], partial(_changed, candidates, tried, then))
    return values


def _thought_of(world: State, options: Sequence[Action]) -> Sequence[Action]:
    """Return the options that come to the mind of a level with these mistakes."""
    mistakes = mistakes_of(world)
    if mistakes.no_release:
        catalog = world.setup.catalog
        options = [action for action in options if not frees_units(catalog, action)] or options
    if mistakes.forgotten:
        units = thought_of(world, min(mistakes.forgotten) // UNITS_PER_TEAM)
        options = [
            action
            for action in options
            if kind_of(action) is not ActionKind.ACTIVATE or a_of(action) in units
        ]
    return options


def _activated(candidates: Candidates, action: Action, best: float) -> Cause:
    """Return the explanation of activating a unit: its best plan, or an ability in its phase."""
    world, seat, weights = candidates.world, candidates.seat, candidates.weights
    plan = candidates.best(a_of(action))
    if plan.score >= best:
        return Cause(
            plan.score + weights.act,
            lambda: [*plan_amounts(candidates, plan), (say.ACTING, weights.act)],
            deeds=lambda: deeds_of(world, plan),
        )

    def begun() -> tuple[Action, Cause]:
        trial = world.copy()
        apply_action(trial, action, trusted=True)
        asked = decision(trial)
        assert asked is not None
        causes: Causes = {}
        then = candidates.in_position(trial)
        top = max(phase_values(trial, seat, asked.options, weights, causes, then))[1]
        return top, causes[top]

    return Cause(
        best + weights.act,
        lambda: [*begun()[1].amounts(), (say.ACTING, weights.act)],
        deeds=lambda: (action, begun()[0]),
    )


def _first(values: Values) -> float:
    """Return the best unit's gain, to compare with abilities used first."""
    return max(
        (value for value, action in values if kind_of(action) is ActionKind.ACTIVATE), default=0.0
    )


def has_windows(world: State, unit: int, seat: int) -> bool:
    """Return True if its phase may allow more than walks, attacks and captures."""
    playable = hands_of(world.setup.catalog).in_phase
    return bool(world.gear.windows[unit]) or not playable.isdisjoint(world.hands[seat])


def _inside(candidates: Candidates, action: Action) -> float:
    """Return the best start of a unit's phase with an ability, relative to doing nothing."""
    seat, weights = candidates.seat, candidates.weights
    trial = candidates.world.copy()
    apply_action(trial, action, trusted=True)
    asked = decision(trial)
    if asked is None or asked.seat != seat or asked.question is not Question.UNIT_PHASE:
        return 0.0
    if not asked.of_kind(ActionKind.USE) and not asked.of_kind(ActionKind.PLAY):
        return 0.0
    then = candidates.in_position(trial)
    values = phase_values(trial, seat, asked.options, weights, candidates=then)
    return max(value for value, _ in values)


def phase_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
    candidates: Candidates | None = None,
) -> Values:
    """Within a unit phase: what begins the best plan for the rest of it.

    `candidates`: those of the position, if the caller scores plans in its own way.
    """
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    options = _thought_of(world, options)
    if candidates is None:
        candidates = Candidates(world, seat, weights)
    here = world.space[phase.unit]
    walks: dict[int, Plan] = {}
    acts: dict[int, Plan] = {}
    for plan in candidates.plans(phase.unit, phase):
        if plan.act and (plan.act_first or plan.goal == here):
            acts.setdefault(plan.act, plan)
        elif plan.goal != here:
            walks.setdefault(plan.goal, plan)
    values: Values = []
    now: float | None = None
    best = 0.0
    for action in options:
        kind = kind_of(action)
        begun = None
        if kind is ActionKind.WALK:
            begun = walks.get(a_of(action))
            value = begun.score if begun is not None else -1e9
        elif action in (END_PHASE, STOP):
            value = 0.0
        elif action in acts:
            begun = acts[action]
            value = begun.score
        elif kind is ActionKind.ATTACK:
            value = -1e9
        else:
            continue
        best = max(best, value)
        values.append((value, action))
        if causes is not None:
            causes[action] = (
                _planned(candidates, begun) if begun is not None else Cause(value, list, STAYING)
            )
    for action in options:
        kind = kind_of(action)
        if (
            kind in (ActionKind.WALK, ActionKind.ATTACK)
            or action in acts
            or action in (END_PHASE, STOP)
        ):
            continue
        if now is None:
            now = candidates.promise()
        tried = _try(world, seat, action, weights)
        values.append((tried.quiesced.value - now - tried.cost + best, action))
        if causes is not None:
            then = (say.REST_OF_PHASE, best)
            causes[action] = Cause(values[-1][0], partial(_changed, candidates, tried, then))
    return values


def _planned(candidates: Candidates, plan: Plan) -> Cause:
    """Return the explanation of an answer that begins a plan for the rest of a unit phase."""
    return Cause(
        plan.score,
        partial(plan_amounts, candidates, plan),
        plan.act,
        lambda: deeds_of(candidates.world, plan)[1:],
    )


class _Tried(NamedTuple):
    """An ability used, seen through."""

    quiesced: Quiesced
    cost: float  # of using it
    name: str  # of that gain


def _try(world: State, seat: int, action: Action, weights: Weights) -> _Tried:
    """Return the position after an action."""
    trial = world.copy()
    apply_action(trial, action, trusted=True)
    then = quiesce(trial, seat, weights)
    if kind_of(action) is ActionKind.USE:
        ability = world.setup.catalog.abilities[a_of(action)]
        if ability.limit is not None and ability.limit.per is Period.MATCH:
            # After a team's last turn, what it could still have used then is worth nothing.
            left = min(1, turns_left(world, seat))
            return _Tried(then, RARE_USE * left, say.FEWER_USES)
    elif kind_of(action) is ActionKind.PLAY:
        cost = weights.act
        if _adds_rounds(world, a_of(action)):
            # All teams may gain in it: only the chance to win counts, and the card's other uses.
            kept = then.value - _without(world, seat, a_of(action), weights)
            cost += kept - _another_round(world, seat, weights)
        return _Tried(then, cost, say.CARD_SPENT)
    return _Tried(then, 0.0, "")


def _adds_rounds(world: State, card: int) -> bool:
    """Return True if a power card changes the round counter."""
    abilities = world.setup.catalog.power_cards[card].abilities
    return any(isinstance(effect, AddRounds) for one in abilities for effect in one.do)


def _another_round(world: State, seat: int, weights: Weights) -> float:
    """Return what a round more is worth now: to the team behind, when little time is left.

    Before, the card is kept until it is known which team needs the round.
    """
    after = _after_turn(world, seat, weights)
    pays = [standing(after, other).payout for other in range(world.setup.seats)]
    mine = pays.pop(seat)
    behind = tanh((max(pays) - mine) / SWAY)
    least = SURE if seat not in judge(after).winners else -SURE  # ties included
    behind = max(behind, least) if least > 0 else min(behind, least)
    return BEHIND * behind - LATE_ROUND * turns_share(world, seat)


def _after_turn(world: State, seat: int, weights: Weights) -> State:
    """Return the position after the best plans for the rest of the turn."""
    turn, *above = world.stack
    if not isinstance(turn, Turn):
        return world
    if above:
        phase = above[-1]
        if len(above) > 1 or not isinstance(phase, UnitPhase):
            return world
        plan = Candidates(world, seat, weights).best(phase.unit, phase)
        world = world.copy()
        world.stack = (turn._replace(phases=turn.phases + 1),)
        world = expected(world, plan)
    for _ in range(turn.phases):
        candidates = Candidates(world, seat, weights)
        plans = [plan for _, plan in candidates.first_phases()]
        best = max(plans, key=lambda plan: plan.gain, default=None)
        if best is None or best.gain <= 0:
            break
        world = expected(world, best)
    return world


def _without(world: State, seat: int, card: int, weights: Weights) -> float:
    """Return the promise of a position without one card of the hand."""
    bare = world.copy()
    hand = list(bare.hands[seat])
    hand.remove(card)
    bare.hands[seat] = tuple(hand)
    return Candidates(bare, seat, weights).promise()


def _changed(candidates: Candidates, tried: _Tried, then: tuple[str, float]) -> Amounts:
    """Return the terms by which an action changes the position's promise."""
    change = beside(tried.quiesced.amounts(), promise_amounts(candidates))
    return [*change, (tried.name, -tried.cost), then]


def option_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> Values:
    """Other questions: try each answer to its end.

    The scores of `causes` are compared with the quiet answer, or with the worst without one.
    """
    values: Values = []
    found: dict[Action, Quiesced] = {}
    for action in shortlist(world, seat, options, weights):
        trial = world.copy()
        apply_action(trial, action, trusted=True)
        found[action] = quiesce(trial, seat, weights)
        values.append((found[action].value, action))
    if causes is not None:
        calm = next((action for action in CALM if action in found), min(values)[1])
        least = found[calm]
        for action, then in found.items():
            amounts = partial(_more, then, least)
            causes[action] = Cause(then.value - least.value, list if then is least else amounts)
    return values


class Quiesced(NamedTuple):
    """A position in which nothing is under way any more but an attack, and what it promises."""

    value: float  # credits, of the attack too
    candidates: Candidates
    attack: tuple[AttackValues, Attack, int] | None = None  # of the seat, and the cards for it
    loss: float = 0.0  # expected of another's

    def amounts(self) -> Amounts:
        """Return the terms of the value."""
        found = promise_amounts(self.candidates)
        if self.attack is not None:
            attack_values, frame, total = self.attack
            found += attack_values.terms(frame, total, declared=True)
        return [*found, (say.CURRENT_ATTACK, -self.loss)]


def _more(then: Quiesced, least: Quiesced) -> Amounts:
    return beside(then.amounts(), least.amounts())


def quiesce(trial: State, seat: int, weights: Weights, *, choosing: bool = True) -> Quiesced:
    """Credits at the end of the current action, if every team asked declines.

    `trial` is changed. With `choosing`, the seat's next choice of a space is its best one. Cards
    still to be played in an attack are estimated, not tried.
    """
    for _ in range(LONGEST):
        asked = decision(trial)
        if asked is None or asked.question in QUIET or chain_length(trial) > LONG_CHAIN:
            break
        frame = trial.stack[-1]
        if asked.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
            assert isinstance(frame, Attack)
            candidates = Candidates(trial, seat, weights)
            if frame.declared.seat == seat:
                attack_values = AttackValues(trial, seat, weights)
                way = max(attack_values.ways(frame, declared=True))
                value = candidates.promise() + way.gain
                return Quiesced(value, candidates, (attack_values, frame, way.total))
            loss = expected_loss(trial, frame, seat, weights)
            return Quiesced(candidates.promise() - loss, candidates, loss=loss)
        if asked.seat == CHANCE:
            heaviest = max(asked.weights)
            action = asked.options[asked.weights.index(heaviest)]
        elif choosing and asked.seat == seat and asked.question in WAYS:
            ways = shortlist(trial, seat, asked.options, weights)
            return max(
                (_way(trial, seat, option, weights) for option in ways), key=lambda way: way.value
            )
        elif asked.question is Question.JAIL:
            action = max(jail_values(trial, asked.seat, asked.options, weights))[1]
        else:
            calm = [option for option in asked if option in CALM]
            action = calm[0] if calm else asked.pick(0)
        apply_action(trial, action, trusted=True)
    candidates = Candidates(trial, seat, weights)
    return Quiesced(candidates.promise(), candidates)


def _way(trial: State, seat: int, action: Action, weights: Weights) -> Quiesced:
    copy = trial.copy()
    apply_action(copy, action, trusted=True)
    return quiesce(copy, seat, weights, choosing=False)


def shortlist(
    world: State, seat: int, options: Sequence[Action], weights: Weights
) -> Sequence[Action]:
    """Return the options: of many walks the most promising, of many abilities the first."""
    options = fewer_uses(world, _thought_of(world, options))
    frame = world.stack[-1]
    walks = [action for action in options if kind_of(action) is ActionKind.WALK]
    if len(walks) <= SHORT or not isinstance(frame, Moving):
        return options
    view = Candidates(world, seat, weights).view(frame.unit)
    walks.sort(key=lambda action: (-view.base(a_of(action)), action))
    chosen = set(walks[:SHORT])
    return [
        action for action in options if kind_of(action) is not ActionKind.WALK or action in chosen
    ]


# -- jails -----------------------------------------------------------------------------------------


def jail_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> Values:
    """Jails by the time until a team opens them.

    That may be the dead unit's team, or any other team with units in there, the seat's too.
    """
    dead = getattr(world.stack[-1], "unit", -1)
    values: Values = []
    for action in options:
        jail = a_of(action)
        inside = [unit >> 2 for unit, place in enumerate(world.space) if place == -1 - jail]
        openers = {dead >> 2, *inside}
        phases = {team: _phases_to(world, seat, team, jail, dead) for team in sorted(openers)}
        ours = inside.count(seat)
        # Units that another team frees are a gain, unless the seat would have freed them as soon.
        freed = 0.5 * ours * min(1.0, phases[seat] / WAIT) if ours else 0.0
        parts: Amounts = [
            (say.FAR_FROM_RESCUE, weights.jail_phase * min(*phases.values(), WAIT)),
            (say.FREES_YOURS, weights.jail_phase * freed),
            (say.FREES_ENEMIES, -0.2 * weights.jail_phase * (len(inside) - ours)),
        ]
        values.append((sum(amount for _, amount in parts), action))
        if causes is not None:
            causes[action] = Cause(values[-1][0], parts.copy)
    return values


def _phases_to(world: State, seat: int, team: int, jail: int, dead: int) -> float:
    """Return the unit phases that a team needs to reach a jail's release point.

    One on which a unit of `seat` stands has to be fought for, unless the team is its own.
    """
    terrain, board = world.setup.terrain, world.setup.board
    guarded = [place for unit, place in enumerate(world.space) if unit >> 2 == seat != team]
    least = FOREVER
    for unit in range(team * 4, team * 4 + 4):
        if unit == dead or world.space[unit] < 0:
            continue
        steps = steps_from(terrain, team, int(allows(world, unit)), world.space[unit])
        pace = max(1, world.gear.movement[unit])
        for door, opens in zip(board.release_points, board.release_jails, strict=True):
            if opens == jail:
                least = min(least, steps[door] / pace + GUARDED * (door in guarded))
    return least
