"""Limits of abilities: uses per attack, unit phase, turn and match (effects.md part 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.vocabulary import Period, Role, Trigger
from deathdome.rules.stack import attack_at

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.state import State

TURN_KEY: Final = 1 << 16
PHASE_KEY: Final = 2 << 16
WEAPON_KEY: Final = 3 << 16


def limit_key(ability: Ability) -> int:
    """Key of the ability's count in `State.uses`, for limits that outlast an attack."""
    assert ability.limit is not None
    if ability.limit.per is Period.TURN:
        return TURN_KEY | ability.id
    if ability.limit.per is Period.PHASE:
        return PHASE_KEY | ability.id
    return ability.id


def within_limit(state: State, ability: Ability, attack: int) -> bool:
    """Whether the ability has a use left (effects.md part 7)."""
    limit = ability.limit
    if limit is None:
        return True
    if limit.per is Period.ATTACK:
        return attack < 0 or _uses_in(state, ability, attack) < limit.n
    return state.uses.get(limit_key(ability), 0) < limit.n


def helps_mates(ability: Ability) -> bool:
    """Whether it answers to wounds of teammates, as a pager does (NOTE-PAGER)."""
    return ability.when is Trigger.WOUNDED and ability.who is Role.MATE


def _uses_in(state: State, ability: Ability, attack: int) -> int:
    """Uses in one attack; of all of a unit's pagers together (AMB-82)."""
    used = attack_at(state, attack).used
    bearer = state.gear.bearer.get(int(ability.id), -1)
    if bearer < 0 or not helps_mates(ability):
        return used.count(ability.id)
    abilities = state.table.catalog.abilities
    return sum(
        state.gear.bearer.get(one, -1) == bearer and helps_mates(abilities[one]) for one in used
    )


def count_use(state: State, key: int) -> None:
    """One use more."""
    state.uses = {**state.uses, key: state.uses.get(key, 0) + 1}


def refill(state: State, *, phase: bool = False, seat: int = -1) -> None:
    """Forgets the uses of the last unit phase, or those per turn of one team's abilities."""
    if not state.uses:
        return
    bearer = state.gear.bearer

    def stays(key: int) -> bool:
        period = key & ~0xFFFF
        if phase:
            return period != PHASE_KEY
        return period != TURN_KEY or bearer.get(key & 0xFFFF, -1) >> 2 != seat

    state.uses = {key: count for key, count in state.uses.items() if stays(key)}
