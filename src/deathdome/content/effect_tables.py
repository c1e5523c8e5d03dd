"""The tables of a card file that say what an ability does, and on which conditions.

The meaning of a condition stands below it, that of an effect in model/vocabulary.py;
docs/effects.md is written from both.
"""

# No postponed annotations: pydantic would have to evaluate every one of them again.
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from deathdome.content.words import CAUSES, DURATIONS, RATINGS, TARGETS, by_value, one_of
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Allow,
    Cause,
    Deny,
    Gain,
    Grant,
    Per,
    Rating,
    Shape,
    Target,
    Until,
    WeaponKind,
)

# Far above what a match can need; so a wrong file costs a message, not an endless match.
MOST: Final = 99

Step = Annotated[int, Field(ge=1, le=MOST)]
Change = Annotated[int, Field(ge=-MOST, le=MOST)]
Id = Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
On = Annotated[Target, one_of("target", TARGETS)]
Lasting = Annotated[Until, one_of("duration", DURATIONS)]
AttackKind = Annotated[WeaponKind, one_of("kind of attack", by_value(WeaponKind))]
AttackShape = Annotated[Shape, one_of("shape", by_value(Shape))]


class Table(BaseModel):
    """Any table of a card file: nothing unknown in it, and no value of another type."""

    # Validators are built once, for FileTable: building one for each table as well doubles the
    # time that loading takes.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class ConditionTable(Table):
    """What must hold."""

    with_: Literal["this"] | None = Field(None, alias="with")
    """The attack is made with this card."""
    kind: AttackKind | None = None
    """Kind of the attacking weapon, whatever the distance; attacks without kind match neither."""
    ground: Literal["higher"] | None = None
    """Attacker stands on the tower, defender does not."""
    state: list[Literal["wounded", "incapacitated"]] = []
    """The defender is in one of these states before the first hit of this attack (wounds of an
    earlier attack of the same action count).
    """
    near: Step | None = None
    """Acting unit (the mover of this ability if there is one, else the bearer) is within n spaces
    of the subject, in sight, at the moment the condition is looked at (for a heal after a walk:
    after the walk).
    """
    adjacent_start: Literal[True] | None = None
    """The bearer was adjacent to the subject, in sight, when the move began."""
    cause: Annotated[Cause, one_of("cause of a move", CAUSES)] | None = None
    """What kind of move raised `moved`; movement phases and walk effects are both "walk"."""


class EffectTable(Table):
    """What every effect may say."""

    condition: ConditionTable | None = Field(None, alias="if")


class AimedTable(EffectTable):
    """An effect that falls on a unit."""

    on: On | None = None


class ModTable(AimedTable):
    """Adds to a rating."""

    mod: Annotated[Rating, one_of("rating", RATINGS)]
    n: Change
    per: Annotated[Per, one_of("thing to count", by_value(Per))] | None = None
    max: Step | None = None
    until: Lasting | None = None


class AllowTable(AimedTable):
    """Gives a permission."""

    allow: Annotated[Allow, one_of("permission", ALLOW_NAMES)]
    acts: list[Literal["attack", "capture"]] = []
    until: Lasting | None = None


class DenyTable(AimedTable):
    """Protects from something, or forbids it."""

    deny: Annotated[Deny, one_of("denial", DENY_NAMES)]
    until: Lasting | None = None


class AttackTable(AimedTable):
    """An attack of fixed strength."""

    attack: Step
    kind: AttackKind | None = None
    shape: AttackShape = Shape.SINGLE


class HealTable(AimedTable):
    """Removes wounds."""

    heal: Step
    cure: bool = False


class IncapacitateTable(AimedTable):
    """Lays a unit down."""

    incapacitate: Literal[True]


class PushTable(AimedTable):
    """Pushes a unit away."""

    push: Step
    from_: On | None = Field(None, alias="from")


class WalkTable(AimedTable):
    """A walk by the unit's own movement rules."""

    move: Literal["walk"]
    steps: Step | Literal["rating"]


class FollowTable(AimedTable):
    """A walk after a unit that has moved."""

    move: Literal["follow"]


class JumpTable(AimedTable):
    """A jump over whatever lies between."""

    move: Literal["jump"]
    steps: Step


class SwapTable(AimedTable):
    """Two units exchange their spaces."""

    move: Literal["swap"]
    with_: On = Field(alias="with")


class BaseTable(AimedTable):
    """Out of jail, to the unit's own base."""

    move: Literal["base"]


class CaptureTable(EffectTable):
    """Captures the picked point."""

    capture: Literal["picked"]


class GrantTable(EffectTable):
    """One more phase of some kind."""

    grant: Annotated[Grant, one_of("phase", by_value(Grant))]


class GainTable(EffectTable):
    """Power cards or beetle shells for the controller."""

    gain: Annotated[Gain, one_of("gain", by_value(Gain))]
    n: Step


class TokenEffectTable(EffectTable):
    """Puts a token on the point of the event."""

    token: Id


class RoundTable(EffectTable):
    """Turns the round counter."""

    round: Change


class RedirectTable(EffectTable):
    """Makes another unit the target of the attack."""

    redirect: Literal["self", "picked"]


MOVES: Final = ("walk", "follow", "jump", "swap", "base")
EFFECTS: Final[dict[str, type[EffectTable]]] = {
    "mod": ModTable,
    "allow": AllowTable,
    "deny": DenyTable,
    "attack": AttackTable,
    "heal": HealTable,
    "incapacitate": IncapacitateTable,
    "push": PushTable,
    "walk": WalkTable,
    "follow": FollowTable,
    "jump": JumpTable,
    "swap": SwapTable,
    "base": BaseTable,
    "capture": CaptureTable,
    "grant": GrantTable,
    "gain": GainTable,
    "token": TokenEffectTable,
    "round": RoundTable,
    "redirect": RedirectTable,
}
# The keys that make a table an effect; `move` is one key with five ways.
EFFECT_KEYS: Final = ("move", *(name for name in EFFECTS if name not in MOVES))


def effect_name(table: Any) -> str | None:
    """Which of `EFFECTS` a table is: the one effect key in it, for `move` its way; else None."""
    if isinstance(table, EffectTable):
        return next(name for name, kind in EFFECTS.items() if isinstance(table, kind))
    if not isinstance(table, dict):
        return None
    keys = [key for key in EFFECT_KEYS if key in table]
    if len(keys) != 1:
        return None
    name = table["move"] if keys == ["move"] else keys[0]
    return name if isinstance(name, str) and name in EFFECTS else None


Effect = Annotated[
    Annotated[ModTable, Tag("mod")]
    | Annotated[AllowTable, Tag("allow")]
    | Annotated[DenyTable, Tag("deny")]
    | Annotated[AttackTable, Tag("attack")]
    | Annotated[HealTable, Tag("heal")]
    | Annotated[IncapacitateTable, Tag("incapacitate")]
    | Annotated[PushTable, Tag("push")]
    | Annotated[WalkTable, Tag("walk")]
    | Annotated[FollowTable, Tag("follow")]
    | Annotated[JumpTable, Tag("jump")]
    | Annotated[SwapTable, Tag("swap")]
    | Annotated[BaseTable, Tag("base")]
    | Annotated[CaptureTable, Tag("capture")]
    | Annotated[GrantTable, Tag("grant")]
    | Annotated[GainTable, Tag("gain")]
    | Annotated[TokenEffectTable, Tag("token")]
    | Annotated[RoundTable, Tag("round")]
    | Annotated[RedirectTable, Tag("redirect")],
    Discriminator(effect_name),
]
