"""The worked-out equipment of all units (TEAM-9, EQUIP); `rules.gear` builds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Condition, Modify
    from deathdome.model.vocabulary import Shape, Trigger, WeaponKind


class WeaponAttack(NamedTuple):
    """One way a unit can attack: a weapon in this unit's hands, or its punch (ATTACK-6)."""

    item: int  # ItemId, or PUNCH
    card: str
    kind: WeaponKind
    strength: int  # unit, weapon and everything that always counts with it
    range: int
    sight: bool
    through_walls: bool
    shape: Shape
    attacks: int
    limit: int | None
    denies_cards: bool
    dynamic: tuple[tuple[Condition | None, Modify], ...]  # strength that depends on the moment


class DerivedStats(NamedTuple):
    """Worked-out equipment; every tuple is indexed by unit."""

    strength: tuple[int, ...]
    movement: tuple[int, ...]
    toughness: tuple[int, ...]
    tough_close: tuple[int, ...]  # more toughness against close combat weapons
    tough_ranged: tuple[int, ...]
    vitae: tuple[int, ...]
    allow: tuple[int, ...]  # Allow flags that always hold
    acts: tuple[tuple[str, ...], ...]  # with ACT_MID_MOVE: which acts
    deny: tuple[int, ...]  # Deny flags that always hold
    arms: tuple[tuple[WeaponAttack, ...], ...]
    windows: tuple[dict[Trigger, tuple[Ability, ...]], ...]  # per unit: usable abilities
    events: dict[Trigger, tuple[tuple[int, Ability], ...]]  # per trigger: (unit, ability)
    bearer: dict[int, int]  # ability to the unit that has it
    decks: tuple[int, ...]  # items whose deck is open to the unit, as a set
