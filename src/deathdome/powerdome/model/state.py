"""The state of a game: the dome, the phase, and the answers that are not yet resolved.

Phases are of two kinds. In some, several seats owe an answer at once, in secret where the rules
say so; `gathered` holds those that are in. The others are procedures that ask one question after
another; `answers` holds the answers so far, and each new answer plays them again from
`dome`, the position at the start of the phase.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.powerdome.model.answers import Answer, Persona, Proposal, Trade
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import CharacterId, Dome, PowerId, Seat
    from deathdome.powerdome.model.options import Options


class Phase(Enum):
    """The phases of a game in the order they come."""

    NOMINATION = "nomination"  # gathered
    CULLING = "culling"
    BIDDING = "bidding"  # gathered
    SETTLEMENT = "settlement"
    EXCHANGE = "exchange"
    DISCARD = "discard"  # gathered
    CREATION = "creation"  # gathered
    START = "start"
    STRATEGY = "strategy"  # gathered
    CONSENT = "consent"  # gathered
    ALLOCATION = "allocation"  # gathered
    COMBAT = "combat"
    OVER = "over"


class Deal(NamedTuple):
    """An accepted proposal, judged at the end of its round (R-18)."""

    round: int
    seat: Seat  # of the proposer
    proposal: Proposal
    broken_by: tuple[Seat, ...] = ()

    @property
    def partners(self) -> tuple[Seat, Seat]:
        """Return the two players."""
        return self.seat, self.proposal.to

    def repeats(self, other: Deal) -> bool:
        """True if the other is the same deal, proposed by the other player."""
        mine, theirs = self.proposal, other.proposal
        same = self.round == other.round and set(self.partners) == set(other.partners)
        return same and (mine.kind, mine.against) == (theirs.kind, theirs.against)


@dataclass(slots=True)
class Progress:
    """Facts of the open phase that a player may see, found when it is played."""

    pool: tuple[PowerId, ...] = ()  # nominated, in tome order
    protected: tuple[tuple[PowerId, Seat], ...] = ()
    passed: frozenset[Seat] = frozenset()  # of the protection
    unsold: tuple[PowerId, ...] = ()
    offers: tuple[int, ...] = ()  # made by each seat
    table: tuple[Seat, Trade] | None = None  # the trade that waits for a reply, with its maker
    shown: frozenset[tuple[CharacterId, str]] = frozenset()  # stats that combat revealed


@dataclass(frozen=True, slots=True)
class State:
    """A game at a question. It is never changed: `rules.game.commit` returns another one."""

    options: Options
    seats: tuple[str, ...]  # names, in seat order
    dome: Dome
    phase: Phase = Phase.NOMINATION
    gathered: Mapping[Seat, Answer] = field(default_factory=dict)  # in the order committed
    answers: tuple[Answer, ...] = ()
    nominations: tuple[tuple[PowerId, ...], ...] = ()  # of each seat, once shown
    slots: tuple[PowerId, ...] = ()  # of the auction, in tome order
    unsold: tuple[PowerId, ...] = ()
    personas: tuple[Persona, ...] = ()
    talk: tuple[tuple[Seat, Proposal], ...] = ()  # of this round
    deals: tuple[Deal, ...] = ()  # of this and earlier rounds
    # Found by playing the open phase.
    scene: Dome | None = None  # position that its answers have led to
    pending: Ask | None = None
    told: int = 0  # events of the phase that were returned
    progress: Progress = field(default_factory=Progress)

    @property
    def now(self) -> Dome:
        """The position that players see."""
        return self.dome if self.scene is None else self.scene

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.phase is Phase.OVER
