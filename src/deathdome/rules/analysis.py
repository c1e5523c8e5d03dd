"""Analysis from one seat's view: reach, threats and attack values.

Every function asks the rules about a position that holds only public facts and the seat's hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deathdome.errors import UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deny, Rating
from deathdome.rules.attack.cards import strength_against, toughness_against, units_hit
from deathdome.rules.attack.declare import attack_actions, attack_with, target_of, weapon_of
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.moving import reach
from deathdome.rules.observing import unseen, visible_state
from deathdome.rules.units import allows, boost, foes, movement, on_field, put, token_spaces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.frames import AttackSetup
    from deathdome.model.observation import Observation
    from deathdome.model.state import State, WeaponAttack


# -- what a unit could do --------------------------------------------------------------------------


def state_in_phase(seen: Observation, unit: int) -> State | None:
    """Return the position after the unit's phase begins, as the seat sees it; None if it cannot."""
    state = visible_state(seen)
    begin = make_action(ActionKind.ACTIVATE, unit)
    asked = decision(state)
    if asked is None or begin not in asked.options:
        return None
    apply_action(state, begin, trusted=True)
    return state


def actions_in_phase(seen: Observation, unit: int) -> list[Action]:
    """Return the unit's actions once its phase has begun, without beginning it.

    [] if it cannot begin.
    """
    state = state_in_phase(seen, unit)
    asked = decision(state) if state is not None else None
    if asked is None or asked.question is not Question.UNIT_PHASE:
        return []
    return asked.options


def attacks_from(seen: Observation, unit: int, space: int) -> list[Action]:
    """Return the attacks that the unit could declare from that space."""
    state = visible_state(seen)
    put(state, unit, space)
    if not on_field(state, unit):
        return []
    return attack_actions(state, unit, state.gear.weapons[unit])


def reach_of(seen: Observation, unit: int) -> int:
    """Return the set of spaces that a unit of any team can reach in one movement phase."""
    if seen.space[unit] < 0 or seen.down[unit]:
        return 0
    state = visible_state(seen)
    return reach(state, unit, movement(state, unit))


def reach_by_steps(seen: Observation, unit: int, steps: int) -> list[int]:
    """Return the sets of spaces exactly 1, 2 ... `steps` steps away; index 0 is one step."""
    if seen.space[unit] < 0 or seen.down[unit]:
        return []
    state = visible_state(seen)
    rings: list[int] = []
    before = 0
    for number in range(1, steps + 1):
        reached = reach(state, unit, number)
        rings.append(reached & ~before)
        before |= reached
    return rings


def walk_to(seen: Observation, unit: int, goal: int, steps: int) -> tuple[int, ...]:
    """Return the spaces of a shortest walk of at most so many steps; empty if there is none."""
    state = visible_state(seen)
    start, seat = state.space[unit], unit >> 2
    if start < 0:
        return ()
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    tokens = token_spaces(state, unit) if state.tokens else 0
    friends = state.masks[seat] & ~(1 << goal)
    enemies = foes(state, seat) & ~(1 << goal)
    try:
        return walker.path(start, goal, steps, enemies, friends, tokens)
    except UsageError:
        return ()


def steps_to(seen: Observation, unit: int, goals: int, steps: int) -> int | None:
    """Return the fewest steps in which a unit comes to stand on one of the spaces; 0 if it does.

    None if no walk of at most so many steps ends there.
    """
    state = visible_state(seen)
    start, seat = state.space[unit], unit >> 2
    if start < 0 or state.down[unit]:
        return None
    walker = state.setup.terrain.walker(seat, allows(state, unit))
    tokens = token_spaces(state, unit) if state.tokens else 0
    friends = state.masks[seat] & ~(1 << start)
    return walker.steps_between(start, goals, foes(state, seat), friends, tokens, steps)


# -- threats ---------------------------------------------------------------------------------------


class Threat(NamedTuple):
    """An enemy's weapon that could hit a space in one unit phase."""

    unit: int
    item: int  # weapon or PUNCH
    steps: int  # minimum steps it has to walk first


def threatened(seen: Observation, seat: int) -> int:
    """Return the set of spaces where an enemy could hit a unit of `seat` in one unit phase."""
    state = visible_state(seen)
    found = 0
    for unit in _standing_enemies(seen, seat):
        origins = reach(state, unit, movement(state, unit)) | 1 << state.space[unit]
        for weapon in state.gear.weapons[unit]:
            found |= _hit_from(state, unit, weapon, origins)
    return found & ~foes(state, seat)


def threats_to(seen: Observation, seat: int, space: int) -> list[Threat]:
    """Return the enemies that could hit a unit of `seat` on that space, once per weapon.

    Counts one unit phase. A unit of `seat` already on the space does not block it. Sorted by unit,
    then by weapon.
    """
    state = visible_state(seen)
    found: list[Threat] = []
    for unit in _standing_enemies(seen, seat):
        left = list(state.gear.weapons[unit])
        origins = 1 << state.space[unit]
        for steps in range(movement(state, unit) + 1):
            if steps:
                origins = reach(state, unit, steps)
            for weapon in list(left):
                if _hit_from(state, unit, weapon, origins & ~(1 << space)) >> space & 1:
                    found.append(Threat(unit, weapon.item, steps))
                    left.remove(weapon)
            if not left:
                break
    return found


def sight_of(seen: Observation, unit: int) -> int:
    """Return the set of spaces that a unit sees; 0 off the field."""
    place = seen.space[unit]
    return seen.setup.terrain.sight(place) if place >= 0 else 0


def hittable(seen: Observation, unit: int, *, walking: bool = False) -> int:
    """Return the set of spaces that any weapon of a unit hits from its space, for any team.

    `walking` includes every walk of one movement phase.
    """
    if seen.space[unit] < 0 or seen.down[unit]:
        return 0
    state = visible_state(seen)
    origins = 1 << state.space[unit]
    if walking:
        origins |= reach(state, unit, movement(state, unit))
    found = 0
    for weapon in state.gear.weapons[unit]:
        found |= _hit_from(state, unit, weapon, origins)
    return found


def could_hit(state: State, unit: int, space: int) -> bool:
    """Return True if any weapon of a unit could hit a space in one unit phase.

    `hittable` for one space: it looks from there, because sight is symmetric.
    """
    if state.space[unit] < 0 or state.down[unit]:
        return False
    terrain = state.setup.terrain
    origins = 1 << state.space[unit] | reach(state, unit, movement(state, unit))
    origins &= ~(1 << terrain.home[unit // UNITS_PER_TEAM])
    for weapon in state.gear.weapons[unit]:
        near = terrain.within(space, max(1, weapon.range + boost(state.timed, unit, Rating.RANGE)))
        near &= origins
        if near and (not weapon.sight or near & terrain.sight(space, weapon.through_walls)):
            return True
    return False


def _standing_enemies(seen: Observation, seat: int) -> Iterator[int]:
    for unit, place in enumerate(seen.space):
        if unit // UNITS_PER_TEAM != seat and place >= 0 and not seen.down[unit]:
            yield unit


def _hit_from(state: State, unit: int, weapon: WeaponAttack, origins: int) -> int:
    """Return the spaces in range of any of `origins`, and in sight if the weapon needs it."""
    terrain = state.setup.terrain
    found = 0
    for space in spaces_in(origins & ~(1 << terrain.home[unit // UNITS_PER_TEAM])):
        near = terrain.within(space, max(1, weapon.range + boost(state.timed, unit, Rating.RANGE)))
        found |= near & terrain.sight(space, weapon.through_walls) if weapon.sight else near
    return int(found)


# -- attack forecasts -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Defender:
    """A unit that the attack would hit."""

    unit: int
    attack: int  # total so far, including cards
    toughness: int
    vitae: int  # left
    hand: int  # cards in its team's hand; 0 if it may not play any
    best: int  # maximum those cards could add, given the unseen cards
    known: int = 0  # defence cards already on the table

    @property
    def undefended(self) -> int:
        """Wounds if no further card is played."""
        return max(0, self.attack - self.toughness - self.known)

    @property
    def at_worst(self) -> int:
        """Wounds if the hand holds the highest unseen values."""
        return max(0, self.attack - self.toughness - self.known - self.best)


@dataclass(frozen=True, slots=True)
class Forecast:
    """An attack, declared or not yet."""

    attacker: int  # unit, or -1 for a token
    declared: AttackSetup
    strength: int  # against the first defender, without cards
    cards: int
    defenders: tuple[Defender, ...]
    own: int = -1  # the attacker's own strength; -1 if it does not count
    distance: int = -1  # to the target; -1 without one
    range: int = 0


def open_attack(seen: Observation) -> Attack | None:
    """Return the innermost attack being resolved."""
    for frame in reversed(seen.stack):
        if isinstance(frame, Attack):
            return frame
    return None


def forecast_declaration(seen: Observation, unit: int, action: Action, place: int = -1) -> Forecast:
    """Forecast an ATTACK action; `place`: as if the unit stood there."""
    state = visible_state(seen)
    if place >= 0:
        put(state, unit, place)
    weapon = weapon_of(state, unit, a_of(action))
    frame = attack_with(state, unit, weapon, target_of(action))
    return _forecast(seen, state, frame, 0)


def forecast_open(seen: Observation, frame: Attack, staged: int = 0) -> Forecast:
    """Forecast a declared attack; `staged` is the sum of the cards about to be played."""
    return _forecast(seen, visible_state(seen), frame, staged)


def _forecast(seen: Observation, state: State, frame: Attack, staged: int) -> Forecast:
    declared = frame.declared
    hits = frame.hits or units_hit(state, frame)
    denied = (-1, Deny.CARDS) in frame.denied
    left = unseen(seen)
    answers = dict(frame.answers)
    mine = seen.seat
    cards = frame.bonus + (staged if declared.seat == mine else 0)
    defenders = []
    for unit in hits:
        condition = (1 if state.wounds[unit] else 0) | (2 if state.down[unit] else 0)
        team = unit // UNITS_PER_TEAM
        strength = strength_against(state, frame, unit, condition)
        hand = 0 if denied or team == mine else seen.hand_sizes[team]
        known = answers.get(team, 0) + (staged if team == mine else 0)
        defenders.append(
            Defender(
                unit,
                strength + cards,
                toughness_against(state, frame, unit),
                seen.gear.vitae[unit] - seen.wounds[unit],
                hand,
                _best(seen, left, hand),
                known,
            )
        )
    first = defenders[0].attack - cards if defenders else 0
    own, distance, spaces = -1, -1, 0
    if declared.item >= 0 and declared.unit >= 0:
        weapon = weapon_of(state, declared.unit, declared.item)
        own = seen.gear.strength[declared.unit]
        spaces = max(1, weapon.range + boost(state.timed, declared.unit, Rating.RANGE))
        if frame.target >= 0 and min(declared.space, state.space[frame.target]) >= 0:
            distance = state.setup.terrain.distance(declared.space, state.space[frame.target])
    return Forecast(declared.unit, declared, first, cards, tuple(defenders), own, distance, spaces)


def _best(seen: Observation, left: list[int], cards: int) -> int:
    """Return the highest sum of that many unseen cards."""
    values = sorted(
        (
            card.value
            for card, copies in zip(seen.setup.catalog.power_cards, left, strict=True)
            for _ in range(copies)
        ),
        reverse=True,
    )
    return sum(values[:cards])
