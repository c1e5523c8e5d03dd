"""The answers to a question, sorted by where on the screen they are given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathdome.model.actions import NOBODY, Act, Action, a_of, action, b_of, verb_of
from deathdome.model.decisions import Question
from deathdome.rules.attack import attack_actions
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.moving import reach
from deathdome.rules.observing import visible_state
from deathdome.rules.units import foes, movement, on_field, put

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.observation import Observation
    from deathdome.model.state import State

_SPACE_VERBS = (Act.WALK, Act.PUSH_TO)


@dataclass(frozen=True, slots=True)
class Offers:
    """Acceptable answers; every action stands in exactly one field."""

    spaces: dict[int, Action] = field(default_factory=dict)  # by space: walks, pushes
    attacks: dict[int, list[Action]] = field(default_factory=dict)  # by target
    sweeps: list[Action] = field(default_factory=list)  # attacks on all adjacent
    units: dict[int, Action] = field(default_factory=dict)  # by unit: activate, hit
    abilities: list[Action] = field(default_factory=list)
    plain: dict[Act, Action] = field(default_factory=dict)  # the rest, one each

    @property
    def reach(self) -> int:
        """The spaces as a set."""
        found = 0
        for space in self.spaces:
            found |= 1 << space
        return found


def sort_offers(options: Iterable[Action]) -> Offers:
    """Sorts the options of a question."""
    offers = Offers()
    for act in options:
        verb = verb_of(act)
        if verb in _SPACE_VERBS:
            offers.spaces[a_of(act)] = act
        elif verb is Act.ATTACK:
            if b_of(act) == NOBODY:
                offers.sweeps.append(act)
            else:
                offers.attacks.setdefault(b_of(act), []).append(act)
        elif verb in (Act.ACTIVATE, Act.HIT):
            offers.units[a_of(act)] = act
        elif verb in (Act.USE, Act.PLAY, Act.LAY, Act.JAIL):
            offers.abilities.append(act)
        else:
            offers.plain[verb] = act
    return offers


def after_activation(seen: Observation, unit: int) -> list[Action]:
    """What the unit could do once its phase has begun, so that beginning it can wait.

    Asked of the rules on a position that holds only what the seat sees. [] when it cannot begin.
    """
    state = visible_state(seen)
    begin = action(Act.ACTIVATE, unit)
    asked = decision(state)
    if asked is None or begin not in asked.options:
        return []
    apply_action(state, begin, trusted=True)
    asked = decision(state)
    if asked is None or asked.question is not Question.UNIT_PHASE:
        return []
    return asked.options


def attacks_from(seen: Observation, unit: int, space: int) -> list[Action]:
    """The attacks the unit could declare if it stood on that space."""
    state = visible_state(seen)
    put(state, unit, space)
    if not on_field(state, unit):
        return []
    return attack_actions(state, unit, state.gear.arms[unit])


def reach_of(seen: Observation, unit: int) -> int:
    """Where a unit of any team could walk in one movement phase, as a set."""
    if seen.space[unit] < 0 or seen.down[unit]:
        return 0
    state = visible_state(seen)
    return reach(state, unit, movement(state, unit))


def threatened(seen: Observation, seat: int) -> int:
    """Spaces where some enemy could hit a unit of `seat` in one unit phase, as a set."""
    state = visible_state(seen)
    found = 0
    for unit, place in enumerate(seen.space):
        if unit // 4 != seat and place >= 0 and not seen.down[unit]:
            found |= _hit_by(state, unit)
    return found & ~foes(state, seat)


def _hit_by(state: State, unit: int) -> int:
    terrain = state.table.terrain
    home = terrain.home[unit // 4]
    stands = reach(state, unit, movement(state, unit)) | 1 << state.space[unit]
    stands &= ~(1 << home)
    found = 0
    for arm in state.gear.arms[unit]:
        # From every space it can get to: what is in range, and in sight unless that is ignored.
        left = stands
        while left:
            low = left & -left
            left ^= low
            space = low.bit_length() - 1
            near = terrain.within(space, arm.range)
            found |= near & terrain.sight(space, arm.through_walls) if arm.sight else near
    return int(found)
