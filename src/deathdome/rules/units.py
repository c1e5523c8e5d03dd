"""Units on the board: their places and current ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Allow, Deny, EffectKind, Rating, Until
from deathdome.rules.walking import total

if TYPE_CHECKING:
    from deathdome.model.state import State, Timed


def put(state: State, unit: int, space: int) -> None:
    """Put a unit on a space, in its base (the home space) or in a jail (-1 - jail)."""
    state.space[unit] = space
    seat = unit >> 2
    home = state.setup.terrain.home[seat]
    mask = 0
    first = seat * UNITS_PER_TEAM
    for place in state.space[first : first + UNITS_PER_TEAM]:
        # Bases are containers: a unit in one blocks no other unit (AMB-18).
        if place >= 0 and place != home:
            mask |= 1 << place
    state.masks[seat] = mask


def foes(state: State, seat: int) -> int:
    """Return the spaces of all enemies on the field."""
    total = 0
    for other, mask in enumerate(state.masks):
        if other != seat:
            total |= mask
    return total


def token_spaces(state: State, unit: int) -> int:
    """Return the spaces of bug tokens that would attack this unit."""
    if not state.tokens or denies(state, unit) & Deny.BUGS:
        return 0
    total = 0
    for token in state.tokens:
        total |= 1 << token.space
    return total


def in_base(state: State, unit: int) -> bool:
    """Return True if the unit is safe in its own base (BASE-1)."""
    return state.space[unit] == state.setup.terrain.home[unit >> 2]


def on_field(state: State, unit: int) -> bool:
    """Return True if the unit is on the board outside bases."""
    place = state.space[unit]
    return place >= 0 and place != state.setup.terrain.home[unit >> 2]


def ready_units(state: State, seat: int) -> list[int]:
    """Return units of a team that can be activated: neither jailed nor incapacitated (PHASE-6)."""
    return [
        unit
        for unit in range(seat * 4, seat * 4 + 4)
        if state.space[unit] >= 0 and not state.down[unit]
    ]


def movement(state: State, unit: int) -> int:
    """Return the current movement rating, never below 0 (TEAM-6)."""
    total = state.gear.movement[unit]
    if state.timed:
        total += boost(state.timed, unit, Rating.MOVEMENT)
    return max(0, total)


def boost(timed: tuple[Timed, ...], unit: int, rating: Rating) -> int:
    """Sum the timed modifiers of one rating of a unit."""
    return sum(
        effect.n
        for effect in timed
        if effect.unit == unit and effect.effect_kind is EffectKind.MOD and effect.what == rating
    )


def allows(state: State, unit: int) -> int:
    """Return the unit's current permissions, as Allow flags."""
    flags = state.gear.allow[unit]
    for effect in state.timed:
        if effect.unit == unit and effect.effect_kind is EffectKind.ALLOW:
            flags |= effect.what
    return flags


def denies(state: State, unit: int) -> int:
    """Return the unit's current protections and prohibitions, as Deny flags."""
    flags = state.gear.deny[unit]
    for effect in state.timed:
        if effect.unit == unit and effect.effect_kind is EffectKind.DENY:
            flags |= effect.what
    return flags


def mid_move_acts(state: State, unit: int) -> tuple[str, ...]:
    """Return the acts that the unit may take in the middle of a walk (NOTE-STEP-1)."""
    acts = state.gear.acts[unit]
    for effect in state.timed:
        if (
            effect.unit == unit
            and effect.effect_kind is EffectKind.ALLOW
            and effect.what & Allow.ACT_MID_MOVE
        ):
            acts += effect.acts
    return acts


def adjacent(state: State, viewer: int, other: int) -> bool:
    """Return True if `other` is next to `viewer` and in its sight (SIGHT-8, AMB-135)."""
    here, there = state.space[viewer], state.space[other]
    if here < 0 or there < 0:
        return False
    walls = bool(state.gear.allow[viewer] & Allow.SEE_WALLS)
    return state.setup.terrain.adjacent(here, there, walls)


def adjacency_masks(state: State, mover: int) -> tuple[int, int]:
    """Return (units that have the mover adjacent, units adjacent to the mover), one bit a unit."""
    seen_by = sees = 0
    place = state.space[mover]
    terrain = state.setup.terrain
    ring = terrain.within(place, 1)
    others = total(state.masks) & ~(1 << place)
    if not ring & (others | terrain.all_bases):
        return 0, 0
    for unit, there in enumerate(state.space):
        if unit == mover or there < 0:
            continue
        if not ring >> there & 1 and not _based(state, unit, mover):
            continue
        if adjacent(state, unit, mover):
            seen_by |= 1 << unit
        if adjacent(state, mover, unit):
            sees |= 1 << unit
    return seen_by, sees


def _based(state: State, unit: int, mover: int) -> bool:
    """Return True if one of the two is in a base, which may be adjacent at a larger distance."""
    return in_base(state, unit) or in_base(state, mover)


def lasting(timed: tuple[Timed, ...], until: Until) -> bool:
    """Return True if any timed effect with that duration is in force."""
    return any(effect.until is until for effect in timed)


def drop_timed(state: State, keep: tuple[Timed, ...]) -> None:
    """Keep only `keep` in force; discard power cards whose effect has ended."""
    kept = set(map(id, keep))
    for effect in state.timed:
        if id(effect) not in kept and effect.card >= 0:
            state.discard[effect.card] += 1
    state.timed = keep
