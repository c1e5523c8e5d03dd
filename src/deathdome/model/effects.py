"""Effects of abilities: one record for each kind (docs/effects.md part 6).

A record has only the fields of its kind. `Effect` is their union, so mypy checks that a `match`
on an effect handles all kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from deathdome.model.vocabulary import (
    Allow,
    Cause,
    Deny,
    EffectKind,
    Gain,
    Grant,
    Per,
    Rating,
    Shape,
    Target,
    Until,
    WeaponKind,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """Conditions of an ability or a single effect (effects.md part 4); None: no condition."""

    with_this: bool = False
    kind: WeaponKind | None = None
    higher_ground: bool = False
    state: tuple[str, ...] = ()  # any of "wounded", "incapacitated"
    near: int | None = None  # spaces
    adjacent_start: bool = False
    cause: Cause | None = None

    @property
    def about_attack(self) -> bool:
        """Return True if the condition applies only inside an attack."""
        return self.with_this or self.kind is not None or self.higher_ground or bool(self.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effect:
    """Fields of every effect."""

    effect_kind: ClassVar[EffectKind]
    on: Target | None = None  # None: picked if the ability has a pick, otherwise self
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Modify(_Effect):
    """Adds `n`, or `n` per thing counted, to a rating."""

    effect_kind = EffectKind.MOD
    rating: Rating = Rating.STRENGTH
    n: int = 0
    per: Per | None = None
    maximum: int | None = None  # with `per`
    until: Until = Until.FOREVER


@dataclass(frozen=True, slots=True)
class Permit(_Effect):
    """Gives a permission."""

    effect_kind = EffectKind.ALLOW
    allow: Allow
    acts: tuple[str, ...] = ()  # with ACT_MID_MOVE: of "attack", "capture"
    until: Until = Until.FOREVER


@dataclass(frozen=True, slots=True)
class Forbid(_Effect):
    """Protects from something, or removes a permission."""

    effect_kind = EffectKind.DENY
    deny: Deny
    until: Until = Until.FOREVER


@dataclass(frozen=True, slots=True)
class MakeAttack(_Effect):
    """An attack of fixed strength."""

    effect_kind = EffectKind.ATTACK
    n: int  # strength
    kind: WeaponKind | None = None
    shape: Shape = Shape.SINGLE


@dataclass(frozen=True, slots=True)
class Heal(_Effect):
    """Removes up to `n` wounds."""

    effect_kind = EffectKind.HEAL
    n: int
    cure: bool = False  # ends incapacitation too


@dataclass(frozen=True, slots=True)
class Incapacitate(_Effect):
    """Incapacitates a unit."""

    effect_kind = EffectKind.INCAPACITATE


@dataclass(frozen=True, slots=True)
class PushAway(_Effect):
    """Pushes a unit `n` spaces."""

    effect_kind = EffectKind.PUSH
    n: int
    away_from: Target | None = None  # None: the source, otherwise the bearer


@dataclass(frozen=True, slots=True)
class Walk(_Effect):
    """A walk under the unit's own movement rules."""

    effect_kind = EffectKind.WALK
    steps: int | None = None  # None: the unit's movement rating


@dataclass(frozen=True, slots=True)
class Follow(_Effect):
    """A walk to a unit that has just moved."""

    effect_kind = EffectKind.FOLLOW


@dataclass(frozen=True, slots=True)
class Jump(_Effect):
    """A jump to a space within `steps`."""

    effect_kind = EffectKind.JUMP
    steps: int


@dataclass(frozen=True, slots=True)
class Swap(_Effect):
    """Two units exchange their spaces."""

    effect_kind = EffectKind.SWAP
    swap_with: Target


@dataclass(frozen=True, slots=True)
class ToBase(_Effect):
    """Moves a unit from jail to its own base."""

    effect_kind = EffectKind.BASE


@dataclass(frozen=True, slots=True)
class Capture(_Effect):
    """Captures the picked point."""

    effect_kind = EffectKind.CAPTURE


@dataclass(frozen=True, slots=True)
class GrantPhase(_Effect):
    """Grants one more phase of some kind."""

    effect_kind = EffectKind.GRANT
    grant: Grant


@dataclass(frozen=True, slots=True)
class Collect(_Effect):
    """Gives the controller `n` power cards or beetle shells."""

    effect_kind = EffectKind.GAIN
    gain: Gain
    n: int


@dataclass(frozen=True, slots=True)
class PlaceToken(_Effect):
    """Puts a token on the point of the event."""

    effect_kind = EffectKind.TOKEN
    token: int  # index in Catalog.tokens


@dataclass(frozen=True, slots=True)
class AddRounds(_Effect):
    """Adds `n` to the round counter."""

    effect_kind = EffectKind.ROUND
    n: int = 0


@dataclass(frozen=True, slots=True)
class Redirect(_Effect):
    """Makes another unit the target of the attack."""

    effect_kind = EffectKind.REDIRECT


Move: TypeAlias = Walk | Follow | Jump  # the unit moves itself
Lasting: TypeAlias = Modify | Permit | Forbid
OnUnit: TypeAlias = Lasting | Heal | Incapacitate | PushAway | ToBase  # applied to each unit
Whole: TypeAlias = (  # resolved completely or not at all
    MakeAttack | Swap | Capture | GrantPhase | Collect | PlaceToken | AddRounds | Redirect
)
Effect: TypeAlias = Move | OnUnit | Whole
