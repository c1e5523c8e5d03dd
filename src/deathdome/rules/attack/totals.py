"""Strength and toughness in an attack (ATTACK-4, DEFEND-1): step A4 of effects.md part 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.events import Reckoned
from deathdome.model.vocabulary import Deny, Per, Rating, WeaponKind
from deathdome.rules.attack.declare import HITS, weapon_of
from deathdome.rules.stack import swap
from deathdome.rules.targeting import higher_ground
from deathdome.rules.units import boost

if TYPE_CHECKING:
    from deathdome.model.frames import Attack
    from deathdome.model.state import State


def strength_against(state: State, frame: Attack, unit: int, condition: int) -> int:
    """Return strength before cards against a unit (ATTACK-4).

    `condition` is the unit's state: 1 wounded, 2 incapacitated.
    """
    declared = frame.declared
    if declared.item < 0:
        return declared.strength  # fixed: the unit adds nothing (PAYBACK-4)
    attacker = declared.unit
    weapon = weapon_of(state, attacker, declared.item)
    total = weapon.strength
    if state.timed:
        total += boost(state.timed, attacker, Rating.STRENGTH)
    for rule, effect in weapon.dynamic:
        if rule is not None:
            if rule.higher_ground and not higher_ground(state, declared.space, unit):
                continue
            if rule.state and not (
                ("wounded" in rule.state and condition & 1)
                or ("incapacitated" in rule.state and condition & 2)
            ):
                continue
        total += effect.n * times_counted(state, attacker, effect.per, effect.maximum)
    return total


def times_counted(state: State, unit: int, per: Per | None, maximum: int | None) -> int:
    """Return how often a modifier counts (effects.md part 6 `per`)."""
    if per is None:
        return 1
    if per is Per.OWN_WOUNDS:
        number = state.wounds[unit]
    else:
        number = sum(
            1 for other, place in enumerate(state.space) if place < 0 and other >> 2 != unit >> 2
        )
    return number if maximum is None else min(number, maximum)


def toughness_against(state: State, frame: Attack, unit: int) -> int:
    """Return a unit's toughness before cards in this attack (DEFEND-1, DEFEND-3, DEFEND-4)."""
    gear = state.gear
    total = gear.toughness[unit]
    if frame.declared.kind is WeaponKind.CLOSE:
        total += gear.tough_close[unit]
    elif frame.declared.kind is WeaponKind.RANGED:
        total += gear.tough_ranged[unit]
    if state.timed:
        total += boost(state.timed, unit, Rating.TOUGHNESS)
    for boosted, amount in frame.boosts:
        if boosted == unit:
            total += amount
    return total


def fix_totals(state: State, frame: Attack) -> None:
    """Run A4: fix both totals of every unit hit before any hit (AMB-55)."""
    answers = dict(frame.answers)
    values: list[int] = []
    defences: list[int] = []
    for unit, condition in zip(frame.hits, frame.states or (0,) * len(frame.hits), strict=True):
        strength = strength_against(state, frame, unit, condition)
        toughness = toughness_against(state, frame, unit)
        cards = answers.get(unit >> 2, 0)
        values.append(strength + frame.bonus)
        defences.append(toughness + cards)
        if state.emit is not None:
            wounds = 0 if takes_no_wounds(frame, unit) else max(0, values[-1] - defences[-1])
            state.emit(
                Reckoned(frame.declared.unit, unit, strength, frame.bonus, toughness, cards, wounds)
            )
    swap(
        state,
        frame._replace(step=HITS, values=tuple(values), defences=tuple(defences), left=frame.hits),
    )


def takes_no_wounds(frame: Attack, unit: int) -> bool:
    """Return True if the unit takes no wounds from this attack (`deny wounds`)."""
    return (unit, Deny.WOUNDS) in frame.denied
