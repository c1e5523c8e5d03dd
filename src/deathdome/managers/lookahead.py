"""What each answer to a question is worth: tried on a copy, and seen through until all is quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers.bounds import LONG_CHAIN, fewer_uses
from deathdome.managers.cards import best_odds, open_odds
from deathdome.managers.evaluation import evaluate
from deathdome.managers.outlook import LATER, Outlook
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    END_TURN,
    STOP,
    Act,
    Action,
    a_of,
    choice_of,
    picked_of,
    verb_of,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.effects import GrantPhase, Modify, Permit
from deathdome.model.frames import Attack, Event, Moving, Turn, UnitPhase
from deathdome.model.vocabulary import Grant, Period, Rating, Trigger, Until
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.stack import chain_length
from deathdome.rules.units import token_spaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.effects import Effect
    from deathdome.model.state import State

Values = list[tuple[float, Action]]

TIE: Final = 1.0  # credits; options closer than that are drawn by lot
ACT_BONUS: Final = 300.0  # credits; between equals, do something
EXTRA_PHASE: Final = 40_000.0  # one more unit phase in this turn
RARE_USE: Final = 8_000.0  # a use of something that can be used a few times a match only
LONGEST: Final = 16  # answers that are given to see something through
WALKS: Final = 10  # spaces tried of those that an ability lets a unit walk to
QUIET: Final = (Question.TURN, Question.UNIT_PHASE, Question.PURCHASE)
WAYS: Final = (Question.WALK, Question.FOLLOW, Question.JUMP, Question.PUSH_SPACE)


def turn_values(world: State, seat: int, options: Sequence[Action]) -> Values:
    """Between unit phases: a unit is worth activating for the best that it can then do."""
    values: Values = []
    for act in options:
        if act == END_TURN:
            values.append((evaluate(world, seat), act))
        elif verb_of(act) is Act.ACTIVATE:
            trial = world.copy()
            apply_action(trial, act, trusted=True)
            asked = decision(trial)
            if asked is not None and asked.seat == seat:
                best = max(v for v, _ in phase_values(trial, seat, asked.options))
                values.append((best + ACT_BONUS, act))
            else:
                values.append((settled(trial, seat), act))
        else:
            values.append((_ability_value(world, seat, act), act))
    return values


def phase_values(
    world: State, seat: int, options: Sequence[Action], *, deeper: bool = True
) -> Values:
    """Within a unit phase. `deeper`: what an ability makes possible counts as well."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase)
    here = evaluate(world, seat)
    outlook = Outlook(world, phase.unit, actions=phase.actions)
    tokens = token_spaces(world, phase.unit) if world.tokens else 0
    values: Values = []
    for act in options:
        verb = verb_of(act)
        if verb is Act.WALK and not tokens >> a_of(act) & 1:
            # Where nothing is gained by walking, it does not walk.
            values.append((here + outlook.walk(a_of(act)) - 2 * TIE, act))
        elif verb is Act.ATTACK:
            values.append((here + best_odds(world, act), act))
        elif act in (END_PHASE, STOP):
            values.append((here, act))
        elif verb in (Act.USE, Act.PLAY):
            values.append((_ability_value(world, seat, act, deeper=deeper), act))
        else:
            values.append((_tried(world, seat, act), act))
    return values


def reaction_values(world: State, seat: int, options: Sequence[Action]) -> Values:
    """Everything else: each answer is tried and seen through."""
    values: Values = []
    for act in shortlist(world, options):
        if verb_of(act) is Act.ATTACK:  # a further attack of the same action
            values.append((evaluate(world, seat) + best_odds(world, act), act))
        else:
            values.append((_tried(world, seat, act), act))
    return values


def _tried(world: State, seat: int, act: Action) -> float:
    trial = world.copy()
    apply_action(trial, act, trusted=True)
    return settled(trial, seat)


def settled(trial: State, seat: int, *, choosing: bool = True) -> float:
    """Credits when what is under way has come to its end, whoever is asked taking no more part.

    `trial` is played on. With `choosing`, the seat's own next choice of a space is its best one.
    Cards of an attack that are still to be laid are expected, not tried.
    """
    for _ in range(LONGEST):
        asked = decision(trial)
        if asked is None or asked.question in QUIET or chain_length(trial) > LONG_CHAIN:
            break
        frame = trial.stack[-1]
        if asked.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
            assert isinstance(frame, Attack)
            return evaluate(trial, seat) + open_odds(trial, frame, seat)
        if asked.seat == CHANCE:
            heaviest = max(asked.weights)
            act = asked.options[asked.weights.index(heaviest)]
        elif choosing and asked.seat == seat and asked.question in WAYS:
            return max(_way(trial, seat, option) for option in shortlist(trial, asked.options))
        else:
            calm = [option for option in asked.options if option in (DECLINE, STOP, COMMIT)]
            act = calm[0] if calm else asked.options[0]
        apply_action(trial, act, trusted=True)
    return evaluate(trial, seat)


def shortlist(world: State, options: Sequence[Action]) -> Sequence[Action]:
    """The options, of many walks only those that promise most.

    That is next to whoever was wounded, for who comes to help, then by the team's errands. Of many
    abilities the first MOST_USES.
    """
    options = fewer_uses(world, options)
    frame = world.stack[-1]
    walks = [act for act in options if verb_of(act) is Act.WALK]
    if len(walks) <= WALKS or not isinstance(frame, Moving):
        return options
    outlook = Outlook(world, frame.unit, actions=0)
    wounded = [
        event.subjects[0]
        for event in world.stack
        if isinstance(event, Event) and event.trigger is Trigger.WOUNDED
    ]
    near = world.table.terrain.within(world.space[wounded[-1]], 1) if wounded else 0
    walks.sort(key=lambda act: (-(near >> a_of(act) & 1), -outlook.walk(a_of(act)), act))
    chosen = set(walks[:WALKS])
    return [act for act in options if verb_of(act) is not Act.WALK or act in chosen]


def _way(trial: State, seat: int, act: Action) -> float:
    copy = trial.copy()
    apply_action(copy, act, trusted=True)
    return settled(copy, seat, choosing=False)


# -- abilities in a window -------------------------------------------------------------------------


def _ability_value(world: State, seat: int, act: Action, *, deeper: bool = True) -> float:
    """What using an ability or a power card leads to, the best use of it included."""
    ability = world.table.catalog.ability_of(act)
    trial = world.copy()
    apply_action(trial, act, trusted=True)
    in_phase = isinstance(world.stack[-1], UnitPhase)
    value = settled(trial, seat)
    if verb_of(act) is Act.USE and ability.limit is not None and ability.limit.per is Period.MATCH:
        value -= RARE_USE
    if not deeper or not trial.stack:
        return value
    effects = ability.do if choice_of(act) < 0 else (ability.do[choice_of(act)],)
    if any(isinstance(e, GrantPhase) and e.grant is Grant.UNIT_PHASE for e in effects):
        value += EXTRA_PHASE
    boosts = [effect for effect in effects if _boosts(effect)]
    if boosts and not in_phase:
        # Valued in the same way as activating a unit, which it competes with.
        value += _best_of_boosted(trial, seat, picked_of(act))
    elif boosts and ability.when is Trigger.ACTION:
        value += _help(world, trial, seat)
    elif in_phase and isinstance(trial.stack[-1], UnitPhase) and ability.when is not Trigger.ACTION:
        asked = decision(trial)
        if asked is not None and asked.seat == seat:
            rest = phase_values(trial, seat, asked.options, deeper=False)
            value = max(value, *(v for v, _ in rest))
            if any(isinstance(e, Permit) and "attack" in e.acts for e in effects):
                value += _rest_of_walk(trial, rest)
    return value


def _boosts(effect: Effect) -> bool:
    """Strength or movement for this turn."""
    return (
        isinstance(effect, Modify)
        and effect.until is Until.TURN
        and effect.rating in (Rating.STRENGTH, Rating.MOVEMENT)
    )


def _phases(world: State) -> int:
    """Unit phases left to the team whose turn it is."""
    turn = world.stack[0]
    return turn.phases if isinstance(turn, Turn) else 0


def _best_of_boosted(trial: State, seat: int, picked: int) -> float:
    """The most that the boosted unit can do in this turn; the best unit if none was picked."""
    units = {picked} if picked < len(trial.space) else {effect.unit for effect in trial.timed}
    able = [unit for unit in units if unit >> 2 == seat and trial.space[unit] >= 0]
    return (
        max((Outlook(trial, unit).best() for unit in able), default=0.0) if _phases(trial) else 0.0
    )


def _help(world: State, trial: State, seat: int) -> float:
    """What the best teammate gains by what was done for it, if it can still be activated."""
    if not _phases(trial):
        return 0.0
    boosted = {effect.unit for effect in trial.timed} - {trial.stack[-1].unit}  # type: ignore[union-attr]
    gains = [
        Outlook(trial, unit).best() - Outlook(world, unit).best()
        for unit in sorted(boosted)
        if unit >> 2 == seat and trial.space[unit] >= 0 and not trial.down[unit]
    ]
    return LATER * max(gains, default=0.0)


def _rest_of_walk(trial: State, rest: Values) -> float:
    """What is left of a walk may be used after the action, if the action is worth having."""
    phase = trial.stack[-1]
    if not isinstance(phase, UnitPhase) or not phase.walking:
        return 0.0
    here = max((value for value, act in rest if act in (END_PHASE, STOP)), default=0.0)
    acts = [value for value, act in rest if verb_of(act) in (Act.ATTACK, Act.CAPTURE)]
    if max(acts, default=here) <= here:
        return 0.0
    walker = Outlook(trial, phase.unit, actions=0)
    walks = [walker.walk(a_of(act)) for _, act in rest if verb_of(act) is Act.WALK]
    return max(0.0, *walks) if walks else 0.0
