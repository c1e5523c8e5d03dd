"""The end of a game in numbers: the final table, the biggest blow, the bids, the promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import GameOver, Struck, Won

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


class Buy(NamedTuple):
    """A power that was won at the auction."""

    seat: Seat
    power: int
    price: int
    gain: float  # its worth less the price


class Promises(NamedTuple):
    """Accepted proposals that a player kept and broke."""

    kept: int
    broken: int


class Ending(NamedTuple):
    """A game that is over."""

    winner: Seat  # ABSENT in a draw
    over: GameOver | None
    ranking: tuple[Seat, ...]
    rounds: int
    blow: Struck | None  # that did the most damage
    bargain: Buy | None
    worst: Buy | None
    promises: tuple[Promises, ...]  # of each seat


def ending_of(view: State, events: Sequence[Event]) -> Ending:
    """Return the end of a game, as far as it was played."""
    over = next((one for one in reversed(events) if isinstance(one, GameOver)), None)
    winner = ABSENT if over is None else over.winner
    dome = view.now
    ranking = sorted(
        dome.characters[: dome.seats],
        key=lambda one: (one.id != winner, not one.alive, -one.vitality, one.id),
    )
    blows = [one for one in events if isinstance(one, Struck) and one.damage]
    bargain, worst = best_and_worst(view, events)
    return Ending(
        winner,
        over,
        tuple(one.id for one in ranking),
        dome.round,
        max(blows, key=lambda one: one.damage, default=None),
        bargain,
        worst,
        tuple(promises_of(view, seat) for seat in range(dome.seats)),
    )


def best_and_worst(view: State, events: Sequence[Event]) -> tuple[Buy | None, Buy | None]:
    """Return the best bargain of the auction, and the worst bid."""
    powers = view.now.tome.powers
    found = [
        Buy(one.seat, one.power, one.price, powers[one.power].worth - one.price)
        for one in events
        if isinstance(one, Won)
    ]
    best = max(found, key=lambda one: one.gain, default=None)
    return best, min(found, key=lambda one: one.gain, default=None)


def promises_of(state: State, seat: Seat) -> Promises:
    """Return how many accepted proposals a player kept and broke in rounds that are over."""
    over = [
        one
        for one in state.deals
        if seat in one.partners and (one.round < state.dome.round or state.over)
    ]
    broken = sum(seat in one.broken_by for one in over)
    return Promises(len(over) - broken, broken)


def killer_of(events: Sequence[Event], who: CharacterId) -> CharacterId:
    """Return who struck a character last; ABSENT if no blow of another hurt it."""
    blows = (one for one in reversed(events) if isinstance(one, Struck) and one.damage)
    return next((one.attacker for one in blows if one.defender == who), ABSENT)
