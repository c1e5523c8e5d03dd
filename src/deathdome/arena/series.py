"""Series in the arena: five matches in a row between two teams, with auctions (SERIES).

Items and credits carry over from match to match. Managers do not know of the series; they play each
match by itself. The auction has no question either: the winner strips the other team's most
expensive jailed unit, which costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.frames import Purchase
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.gear import build_gear
from deathdome.rules.purchase import team_value
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from random import Random

    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

SEATS = 2  # more teams would have to change places (SERIES-12, SERIES-13)


def schedule(ruleset: Ruleset, rounds: int | None) -> tuple[int, ...]:
    """Return the rounds of each match (SERIES-1); `rounds` applies to every one."""
    return tuple(rounds or scheduled for scheduled in ruleset.series_rounds)


def auctioned(state: State) -> int:
    """Return the unit whose items the winner sells, -1 if there is none (AUCTION-2)."""
    assert state.outcome is not None
    winner = state.outcome.winner
    if winner is None:  # AMB-102
        return -1
    worth = {
        unit: sum(price(state.setup, item) for item in items)
        for unit, items in enumerate(state.items)
        if items and state.space[unit] < 0 and unit // UNITS_PER_TEAM != winner  # AMB-101
    }
    return max(worth, key=lambda unit: (worth[unit], -unit), default=-1)


def next_match(state: State, rounds: int, rng: Random) -> State:
    """Return the position before the next match, from a finished one; `rng` breaks ties.

    Everything but items and credits starts afresh (SERIES-4 to SERIES-6). Team values do not
    change in the store, so the order of play is known before it opens (AMB-124).
    """
    assert state.outcome is not None
    setup = state.setup
    items, store, purses = list(state.items), state.store, list(state.credits)
    sold = auctioned(state)
    if sold >= 0:  # AUCTION-3, AUCTION-4, AUCTION-8
        for item in items[sold]:
            purses[sold // UNITS_PER_TEAM] += price(setup, item)
            store |= 1 << item
        items[sold] = ()
    values = [team_value(state, seat) for seat in range(setup.seats)]
    first = rng.choice([seat for seat, value in enumerate(values) if value == max(values)])
    winner = state.outcome.winner
    buyer = first if winner is None else winner  # SERIES-7, AMB-94
    new = new_game(
        setup.catalog,
        setup.board,
        seats=setup.seats,
        ruleset=setup.ruleset,
        rounds=rounds,
        first=first,  # SERIES-11
    )
    new.items, new.spare, new.credits, new.store = items, list(state.spare), purses, store
    new.gear = build_gear(new.setup, new.items)
    new.stack = (Purchase(buyer, turns=tuple(int(seat == buyer) for seat in range(setup.seats))),)
    return new


def winners_of(state: State) -> list[int]:
    """Return the winners of a finished series: the most valuable team (SERIES-14, AMB-106)."""
    assert state.outcome is not None
    values = [team_value(state, seat) for seat in range(state.setup.seats)]
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    latest = [seat for seat in best if seat == state.outcome.winner]
    return latest or best
