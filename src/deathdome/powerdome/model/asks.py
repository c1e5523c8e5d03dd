"""The questions of a game: a seat, or chance, owes an answer."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

CHANCE: Final = -1  # the seat that rolls, draws and tosses


class AskKind(Enum):
    """The kinds of question."""

    NOMINATE = "nominate"  # all players at once, in secret
    PROTECT = "protect"  # one player, in the open
    BID = "bid"  # all players at once, in secret
    TRADE = "trade"  # one player: an offer, or a pass
    REPLY = "reply"  # one player: to the offer on the table
    DISCARD = "discard"  # all players at once
    PERSONA = "persona"  # all players at once
    TALK = "talk"  # all players at once
    CONSENT = "consent"  # all players with proposals at once
    SHEET = "sheet"  # all living players at once, in secret
    ORDER = "order"  # one player, in combat (AM-2)
    TARGET = "target"  # one player, in combat (AM-2)
    CHANCE = "chance"


class ChanceKind(Enum):
    """The random choices of a game."""

    FIRST = "first"  # seat that protects first (PD-CULL-06)
    FILL = "fill"  # a power that no player nominated (PD-CULL-08)
    CULL = "cull"  # an unprotected power that reaches the auction (PD-CULL-04)
    COIN = "coin"  # winner of tied bids (PD-AUCTION-04)
    GIVEN = "given"  # bearer of a modifier (AM-1)
    DRAW = "draw"  # a culled power
    ROLL = "roll"  # a die
    ENEMY = "enemy"  # a random enemy


class Ask(NamedTuple):
    """A question that is open.

    `choices` are the values that chance chooses from, each equally likely: seats, powers, pips or
    characters. `character` is the one whose order or target a player declares in combat. `about`
    is the power of a coin or of a bearer.
    """

    seat: int
    kind: AskKind
    chance: ChanceKind | None = None
    choices: tuple[int, ...] = ()
    character: int = -1
    about: int = -1
