"""Cards to play in an attack: sets by exact odds, and abilities of the attack window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.combat.attack import AttackValues
from deathdome.managers.planner.explanations import Cause
from deathdome.model.actions import COMMIT, ActionKind, a_of, kind_of
from deathdome.model.frames import Attack
from deathdome.model.vocabulary import Shape
from deathdome.odds.card_choices import cards_of, next_card
from deathdome.rules.engine import apply_action
from deathdome.rules.gear import hands_of
from deathdome.rules.targeting import around
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.combat.attack import Way
    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.actions import Action
    from deathdome.model.state import State

_UNSURE: Final = say.LESS_SURE_THAN_A_NUMBER
_SETS: Final = 4  # of cards for an attack that may be told about


def attack_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> list[tuple[float, Action]]:
    """Return the values of the best set's next card, of no card, and of abilities."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    if frame.shape is Shape.ADJACENT and not around(
        world, frame.declared.unit, frame.declared.space
    ):
        if causes is not None:
            causes[COMMIT] = Cause(0.0, list)
        return [(0.0, COMMIT)]
    attack_values = AttackValues(world, seat, weights)
    ways = attack_values.ways(frame, declared=True)
    values = [(way.gain, COMMIT) for way in ways if way.total == 0]
    best = max(ways, key=_by_gain)
    if best.total:
        values.append((best.gain, next_card(world, seat, best.total)))
    if causes is not None:
        _attack_causes(world, seat, ways, attack_values, causes)
    # A card's number is known; what an ability does has to beat it by something.
    for action in options:
        if kind_of(action) in (ActionKind.PLAY, ActionKind.USE):
            strike = _attack_ability(world, seat, action, attack_values, weights)
            values.append((strike.gain - 1, action))
            if causes is not None:
                causes[action] = Cause(strike.gain - 1, strike.amounts)
    return values


def _by_gain(way: Way) -> tuple[int, int]:
    return round(way.gain), -way.total


def _attack_causes(
    world: State, seat: int, ways: Sequence[Way], attack_values: AttackValues, causes: Causes
) -> None:
    """No card, and the best sets that begin with different cards, best first."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    for way in sorted(ways, key=_by_gain, reverse=True)[:_SETS]:
        action = next_card(world, seat, way.total) if way.total else COMMIT
        if action not in causes:
            causes[action] = Cause(
                way.gain,
                partial(_laid, attack_values, frame, way.total),
                deeds=partial(cards_of, world, seat, way.total) if way.total else None,
            )
    if COMMIT not in causes:
        bare = next(way for way in ways if not way.total)
        causes[COMMIT] = Cause(bare.gain, partial(_laid, attack_values, frame, 0))


def _laid(attack_values: AttackValues, frame: Attack, total: int) -> Amounts:
    return list(attack_values.terms(frame, total, declared=True))


class _Strike(NamedTuple):
    """An ability used in an attack, and the best cards after it."""

    gain: float
    attack_values: AttackValues | None = (
        None  # None: the attack is off, or hits nobody else any more
    )
    frame: Attack | None = None
    total: int = 0
    cost: float = 0.0

    def amounts(self) -> Amounts:
        """Return the terms of the gain, less the small bonus for a certain card value."""
        if self.attack_values is None or self.frame is None:
            return [(_UNSURE, -1.0)]
        played = (say.CARD_PLAYED, -self.cost)
        return [*_laid(self.attack_values, self.frame, self.total), played, (_UNSURE, -1.0)]


def _attack_ability(
    world: State, seat: int, action: Action, attack_values: AttackValues, weights: Weights
) -> _Strike:
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, action, trusted=True)
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack) or (
        frame.hits and not any(unit >> 2 != seat for unit in frame.hits)
    ):
        return _Strike(0.0)
    cost = 0.0
    if kind_of(action) is ActionKind.PLAY:
        cost = attack_values.price(hands_of(world.setup.catalog).values[a_of(action)], 1)
    after = AttackValues(trial, seat, weights)
    way = max(after.ways(frame, declared=True))
    return _Strike(way.gain - cost, after, frame, way.total, cost)
