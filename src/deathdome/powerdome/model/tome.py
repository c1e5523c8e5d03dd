"""The PowerTome: powers, allies and afflictions in the vocabulary of docs/powerdome/powers.md.

Everything here is data. The engine knows no power by name; `rules.book` turns these records into
procedures.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping


class Condition(Enum):
    """The six kinds of activation (PD-POWER-05 to -11); those listed together hold together."""

    ACTIVE = "active"
    PAYMENT = "payment"
    REACTIVE = "reactive"
    AUTO = "auto"
    START = "start"
    INTERACTION = "interaction"


class EventKind(Enum):
    """The events that reactive effects answer, with the roles in them."""

    __hash__ = object.__hash__  # Enum's own is a Python function

    COMBAT_START = "combat_start"  # agility is shown and the order settled
    ATTACK = "attack"  # an attack begins: attacker, defender; amount is the strike
    PENDING = "pending"  # damage is about to be dealt: attacker, defender; amount can change
    HIT = "hit"  # an attack did damage: attacker, defender; amount is the damage
    BLOCKED = "blocked"  # an attack did no damage: attacker, defender; amount is the strike
    LOST = "lost"  # a character lost vitality and lives: subject, actor
    GAINED = "gained"  # a character regenerated: subject
    AFFLICTED = "afflicted"  # a character received an affliction: subject, actor
    DIED = "died"  # a character died: subject, actor
    ROUND_END = "round_end"  # the attack pass is over


ROLES: Final[Mapping[EventKind, tuple[str, ...]]] = {
    EventKind.COMBAT_START: (),
    EventKind.ATTACK: ("attacker", "defender"),
    EventKind.PENDING: ("attacker", "defender"),
    EventKind.HIT: ("attacker", "defender"),
    EventKind.BLOCKED: ("attacker", "defender"),
    EventKind.LOST: ("subject", "actor"),
    EventKind.GAINED: ("subject",),
    EventKind.AFFLICTED: ("subject", "actor"),
    EventKind.DIED: ("subject", "actor"),
    EventKind.ROUND_END: (),
}


class TargetKind(Enum):
    """The target that a plan names for an effect."""

    ENEMY = "enemy"  # a living character of another side
    RIVAL = "rival"  # another living player
    DEAD_PLAYER = "dead_player"
    RIVAL_POWER = "rival_power"  # a power that another living player owns


class Given(Enum):
    """The players that a given modifier belongs to (AM-1)."""

    ALL = "all"
    RANDOM = "random"
    POOREST = "poorest"
    RICHEST = "richest"
    HIDDEN = "secret_random"  # known to its bearer alone until it first does something


MATCHES: Final = ("self", "controller", "rival", "enemy", "own_ally", "side", "player", "any")
BEARERLESS_MATCHES: Final = ("player", "any")  # of a modifier without a bearer
SINGLE: Final = (
    "self",
    "owner",
    "controller",
    "target",
    "attacker",
    "defender",
    "subject",
    "actor",
)
GROUPS: Final = (
    "enemies",
    "rivals",
    "players",
    "everyone",
    "own_allies",
    "random_enemy",
    "richest",
    "poorest",
)
PLAIN_QUANTITIES: Final = ("x", "amount", "last", "roll", "round", "players")
TRAITS_OF_ROLES: Final = (
    "vitality",
    "ap",
    "agility",
    "strike",
    "resist",
    "alive",
    "allies",
    "afflictions",
)
STATS: Final = ("agility", "strike", "resist")
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
RULES: Final = ("speed_ratio", "initiative")
TRAITS: Final = ("bypass", "no_attack", "steady", "taken_max", "reflect")

Quantity: TypeAlias = int | str  # a number, or its name: "x", "self.vitality", "this.counter.edge"
Stat: TypeAlias = Literal["agility", "strike", "resist"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number worked out when it is needed: base + per * mul / div, towards 0, within limits."""

    base: int = 0
    per: Quantity = 0
    mul: int = 1
    div: int = 1
    min: int | None = None
    max: int | None = None


Number: TypeAlias = int | Amount


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison that has to hold."""

    left: Quantity
    comparison: str
    right: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of an effect; a step whose checks fail does nothing."""

    checks: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weaken(Step):
    """Vitality falls (PD-KEYWORD-11)."""

    who: str
    n: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Regenerate(Step):
    """Vitality rises, without a ceiling (PD-KEYWORD-08)."""

    who: str
    n: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeStat(Step):
    """A stat changes for the round, not below 0 (PD-COMBAT-16); no ally has agility."""

    who: str
    stat: Stat
    add: Number | None = None
    set: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Step):
    """Two characters exchange a stat."""

    who: str
    with_: str
    stat: Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoints(Step):
    """The reserve changes, not below 0."""

    who: str
    add: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTrait(Step):
    """A combat trait for the round: bypass, no_attack, steady, taken_max or reflect."""

    who: str
    key: str
    n: Number | None = None  # of taken_max
    num: int = 1  # of reflect
    den: int = 1
    versus: str = ""  # of reflect: only this attacker


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherAttack(Step):
    """A further attack at once, by the rules of PD-COMBAT-15."""

    who: str
    at: str
    strike: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(Step):
    """The attack that begins now hits another character."""

    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDamage(Step):
    """Pending damage changes; nothing once it is 0 (R-06)."""

    add: Number | None = None
    num: int | None = None
    den: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Disable(Step):
    """One power, or all that a player owns, cannot activate this round (PD-KEYWORD-04)."""

    what: Literal["target", "all_of"]
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit(Step):
    """This power leaves the game (PD-KEYWORD-05)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Step):
    """This power changes owner (PD-KEYWORD-07)."""

    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Step):
    """The target power comes to oneself."""

    what: Literal["target"] = "target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Step):
    """A random culled power, but no modifier, comes to a player."""

    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Afflict(Step):
    """A character gets an affliction (PD-KEYWORD-01)."""

    who: str
    affliction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cure(Step):
    """Afflictions are removed: the oldest ones, or the one just received."""

    who: str
    n: Number | Literal["all"]
    which: Literal["", "event"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCounter(Step):
    """A counter changes, not below 0 (PD-COUNTER-03)."""

    on: str  # "this" power, or a selector
    name: str
    add: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Summon(Step):
    """A new ally for each player selected (PD-KEYWORD-12)."""

    ally: str
    for_: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revive(Step):
    """A dead player lives again; nothing for the living (PD-KEYWORD-09)."""

    who: str
    vitality: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Step):
    """A die is rolled; `roll` is its result."""

    sides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRule(Step):
    """A rule of the game changes: speed_ratio or initiative."""

    key: str
    value: int | str


STEPS: Final[Mapping[str, type[Step]]] = {
    "weaken": Weaken,
    "regenerate": Regenerate,
    "stat": ChangeStat,
    "swap": Swap,
    "ap": ChangePoints,
    "mod": GiveTrait,
    "attack": FurtherAttack,
    "redirect": Redirect,
    "amount": ChangeDamage,
    "disable": Disable,
    "forfeit": Forfeit,
    "pass": Pass,
    "take": Take,
    "draw": Draw,
    "afflict": Afflict,
    "cure": Cure,
    "counter": ChangeCounter,
    "summon": Summon,
    "revive": Revive,
    "roll": Roll,
    "rule": SetRule,
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Price of an activation: Utilize takes action points, Burn takes vitality as well."""

    burn: bool
    n: int  # 0 if the plan chooses it
    max: int = 0  # of a chosen one

    @property
    def chosen(self) -> bool:
        """True if the plan chooses X."""
        return self.n == 0

    def of(self, x: int) -> int:
        """Return the price for a chosen X."""
        return self.n or x


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a power or of an ally."""

    on: frozenset[Condition]
    do: tuple[Step, ...]
    cost: Cost | None = None
    event: EventKind | None = None
    match: tuple[tuple[str, str], ...] = ()  # role, and the value that it must have
    checks: tuple[Check, ...] = ()
    target: TargetKind | None = None
    limit: int | None = None
    per_round: int | None = None

    @property
    def planned(self) -> bool:
        """True if a plan contains it: neither reactive nor at the start of the game."""
        return Condition.REACTIVE not in self.on and Condition.START not in self.on

    @property
    def automatic(self) -> bool:
        """True for an Auto, which every plan contains (PD-ALLOCATE-10)."""
        return self.planned and Condition.AUTO in self.on

    @property
    def shared(self) -> bool:
        """True for an Interaction, which any player may plan (PD-POWER-09)."""
        return self.planned and Condition.INTERACTION in self.on


@dataclass(frozen=True, slots=True)
class Affliction:
    """A lasting harm (PD-AFFLICTION-01)."""

    id: str
    name: str
    text: str
    do: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class AllyKind:
    """A kind of character that powers summon."""

    id: str
    name: str
    vitality: int
    text: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """A power of the tome."""

    no: int  # tome number
    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]
    modifier: bool = False
    given: Given | None = None  # of a modifier that belongs to players (AM-1)
    worth: float = 4.0  # in vitality, measured; for bots


@dataclass(frozen=True, eq=False)
class Tome:
    """All powers, in tome order, with the allies and afflictions they refer to.

    Compares by identity.
    """

    powers: tuple[Power, ...]
    allies: tuple[AllyKind, ...]
    afflictions: tuple[Affliction, ...]
    digest: str = ""  # of the files it was read from

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Index of each power by its id."""
        return {power.id: index for index, power in enumerate(self.powers)}

    @cached_property
    def ally(self) -> Mapping[str, int]:
        """Index of each kind of ally by its id."""
        return {kind.id: index for index, kind in enumerate(self.allies)}

    @cached_property
    def affliction(self) -> Mapping[str, int]:
        """Index of each affliction by its id."""
        return {one.id: index for index, one in enumerate(self.afflictions)}
