"""Declaration of attacks (ATTACK): steps A0 and A1 of effects.md part 9, and further attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import (
    NOBODY,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Declared
from deathdome.model.frames import Attack, AttackSetup, ReactionWindow
from deathdome.model.vocabulary import Deny, Rating, Shape, Trigger
from deathdome.rules.abilities import WEAPON_KEY, count_use
from deathdome.rules.dispatch import has_listeners
from deathdome.rules.stack import clockwise, pop, push, swap
from deathdome.rules.targeting import around
from deathdome.rules.units import boost, foes, in_base

if TYPE_CHECKING:
    from deathdome.model.state import State, WeaponAttack

# Steps of an attack frame.
DECLARED, ATTACK_CARDS, DEFENCE_CARDS, TOTALS, HITS, RESOLVED, OVER, FURTHER = range(1, 9)


# -- A0: weapon and target -------------------------------------------------------------------------


def weapon_of(state: State, unit: int, item: int) -> WeaponAttack:
    """Return the unit's attack with that item (PUNCH for its punch)."""
    for weapon in state.gear.weapons[unit]:
        if weapon.item == item:
            return weapon
    raise LookupError(f"unit {unit} has no weapon {item}")


def targets_of(state: State, unit: int, weapon: WeaponAttack) -> list[int]:
    """Return enemies the weapon can target (ATTACK-3, ATTACK-9, RANGE-2, SIGHT-1)."""
    here = state.space[unit]
    terrain = state.setup.terrain
    spaces = weapon.range
    if state.timed:
        spaces = max(1, spaces + boost(state.timed, unit, Rating.RANGE))
    near = terrain.within(here, spaces) & foes(state, unit >> 2)
    if not near:
        return []
    seat = unit >> 2
    return [
        other
        for other, place in enumerate(state.space)
        if place >= 0
        and near >> place & 1
        and other >> 2 != seat
        and place != terrain.home[other >> 2]
        and (not weapon.sight or terrain.sees(here, place, weapon.through_walls))
    ]


def attack_actions(state: State, unit: int, weapons: tuple[WeaponAttack, ...]) -> list[Action]:
    """List every weapon with every legal target."""
    options: list[Action] = []
    enemies = foes(state, unit >> 2)
    if not enemies:
        return options
    reach = max(weapon.range for weapon in weapons) if weapons else 0
    if state.timed:
        reach = max(1, reach + boost(state.timed, unit, Rating.RANGE))
    if not state.setup.terrain.within(state.space[unit], max(reach, 1)) & enemies:
        return options
    for weapon in weapons:
        if weapon.limit is not None and state.uses.get(WEAPON_KEY | weapon.item, 0) >= weapon.limit:
            continue
        if weapon.shape is Shape.ADJACENT:
            if around(state, unit, -1, sight=weapon.sight):  # SWEEP-5
                options.append(make_action(ActionKind.ATTACK, weapon.item, NOBODY))
        else:
            options += [
                make_action(ActionKind.ATTACK, weapon.item, target)
                for target in targets_of(state, unit, weapon)
            ]
    return options


def attack_with(
    state: State, unit: int, weapon: WeaponAttack, target: int, again: int | None = None
) -> Attack:
    """Return the attack that the unit declares from its space; `target` -1: all adjacent.

    `again` is the number of further attacks of the same action, by default the weapon's.
    """
    return Attack(
        AttackSetup(
            unit >> 2,
            unit,
            state.space[unit],
            item=weapon.item,
            card=weapon.card,
            kind=weapon.kind,
            sight=weapon.sight,
            again=weapon.attacks - 1 if again is None else again,
        ),
        target,
        weapon.shape,
        DECLARED,
        denied=((-1, Deny.CARDS),) if weapon.denies_cards else (),
    )


def target_of(action: Action) -> int:
    """Return the target of an ATTACK action; -1 for all adjacent."""
    return -1 if b_of(action) == NOBODY else b_of(action)


def declare(state: State, unit: int, action: Action, again: int | None = None) -> None:
    """Start an attack, with `again` as in `attack_with`."""
    weapon = weapon_of(state, unit, a_of(action))
    attack = attack_with(state, unit, weapon, target_of(action), again)
    if weapon.limit is not None:
        count_use(state, WEAPON_KEY | weapon.item)
    if state.emit is not None:
        state.emit(
            Declared(unit, unit >> 2, weapon.item, attack.target, weapon.strength, weapon.card)
        )
    push(state, attack)


def begin(state: State, frame: Attack) -> None:
    """Run A1: dispatch the declaration, so that another unit may become the target."""
    declared = frame.declared
    swap(state, frame._replace(step=ATTACK_CARDS))
    if frame.target >= 0 and has_listeners(state, Trigger.DECLARED):
        push(
            state,
            ReactionWindow(
                Trigger.DECLARED,
                (frame.target,),
                declared.unit,
                declared.card,
                clockwise(state, declared.seat),
                attack=len(state.stack) - 1,
            ),
        )


# -- A7: further attacks of the same action --------------------------------------------------------


def further_actions(state: State, frame: Attack) -> list[Action]:
    """List targets for a further attack of a weapon with several (AMB-57)."""
    declared = frame.declared
    place = state.space[declared.unit]
    if place < 0 or state.down[declared.unit] or in_base(state, declared.unit):
        return []
    return attack_actions(state, declared.unit, (weapon_of(state, declared.unit, declared.item),))


def ask_further(state: State, frame: Attack) -> Decision:
    """Ask for a further attack, or STOP."""
    options = [*further_actions(state, frame), STOP]
    return Decision(frame.declared.seat, Question.FURTHER_ATTACK, options, unit=frame.declared.unit)


def answer_further(state: State, frame: Attack, action: Action) -> None:
    """Declare the next attack of the same action, or stop."""
    pop(state)
    if kind_of(action) is ActionKind.ATTACK:
        declare(state, frame.declared.unit, action, frame.declared.again - 1)
