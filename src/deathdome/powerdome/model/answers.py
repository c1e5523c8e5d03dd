"""The answers that players, and chance, give to the questions of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.powerdome.model.dome import CharacterId, PowerId, Seat


@dataclass(frozen=True, slots=True)
class Nomination:
    """Three different powers, named in secret (PD-NOMINATE-01)."""

    powers: tuple[PowerId, ...]


@dataclass(frozen=True, slots=True)
class Protection:
    """A power to protect for 5 vitality, or None to pass for good (PD-CULL-06)."""

    power: PowerId | None


@dataclass(frozen=True, slots=True)
class Bids:
    """A secret bid sheet; 0 is not a bid (PD-AUCTION-01, -05)."""

    amounts: Mapping[PowerId, int]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a trade."""

    powers: tuple[PowerId, ...] = ()
    vitality: int = 0
    promise: str = ""  # shown, binds no player (PD-EXCHANGE-03)


@dataclass(frozen=True, slots=True)
class Trade:
    """An offer to one rival (PD-EXCHANGE-01); `reason` is what the giver says (AM-6)."""

    to: Seat
    give: Side = Side()
    want: Side = Side()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A trade offered in one's turn of the exchange, or None to pass."""

    trade: Trade | None


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a trade: yes, no, or a counter-offer, which is one of the three offers."""

    accept: bool
    counter: Trade | None = None


@dataclass(frozen=True, slots=True)
class Discards:
    """Own powers to discard after trading (PD-EXCHANGE-04)."""

    powers: tuple[PowerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Persona:
    """A character for the log's wording; it changes no number (PD-SETUP-06)."""

    name: str = ""
    look: str = ""


class DealKind(Enum):
    """The offers of the Strategy phase (R-18)."""

    TRUCE = "truce"  # neither attacks the other this round
    TOGETHER = "together"  # both attack a third player this round


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer of the Strategy phase to one rival."""

    to: Seat
    kind: DealKind
    against: Seat = -1  # of TOGETHER


@dataclass(frozen=True, slots=True)
class Talk:
    """At most one proposal to each rival (R-18)."""

    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Consents:
    """The players whose proposals one accepts."""

    to: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Activation:
    """A planned use of one effect.

    `power` is a power, or None for an effect of the ally itself. `target` is a character, or a
    power if the effect asks for one.
    """

    power: PowerId | None
    effect: int = 0
    target: int | None = None
    x: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheet of one character: stats, a target, activations in the order of use (R-08)."""

    agility: int = 0
    strike: int = 0
    resist: int = 0
    attack: CharacterId | None = None
    activate: tuple[Activation, ...] = ()

    @property
    def points(self) -> int:
        """Action points put into stats."""
        return self.agility + self.strike + self.resist


@dataclass(frozen=True, slots=True)
class Sheet:
    """The secret plans of a player and of its allies for one round (PD-ALLOCATE-01)."""

    plans: Mapping[CharacterId, Plan] = field(default_factory=dict)
    caption: str = ""  # shown when the sheet is revealed (AM-5)


@dataclass(frozen=True, slots=True)
class Order:
    """Activations in the order chosen in combat, with their targets (AM-2)."""

    activate: tuple[Activation, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """The attack target declared in combat, or None (AM-2)."""

    attack: CharacterId | None


@dataclass(frozen=True, slots=True)
class Chance:
    """The result of a random choice: one of the choices of the question."""

    value: int


Answer: TypeAlias = (
    Nomination
    | Protection
    | Bids
    | Offer
    | Reply
    | Discards
    | Persona
    | Talk
    | Consents
    | Sheet
    | Order
    | Target
    | Chance
)
