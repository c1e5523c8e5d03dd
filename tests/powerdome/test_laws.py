"""Laws of every game, over random games of 2 to 6 players."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.random_players import answer
from powerdome.tables import tome

from deathdome.powerdome.model.options import Options
from deathdome.powerdome.rules.game import commit, new_game, observe, owed, why_not

if TYPE_CHECKING:
    from deathdome.powerdome.model.state import State


def check(state: State) -> None:
    for dome in (state.dome, state.now):
        for one in dome.characters:
            assert not one.alive or one.vitality >= 0
            assert min(one.agility, one.strike, one.resist, one.ap) >= 0
        held = [power for hand in dome.hands for power in hand]
        assert len(held) == len(set(held))
        for seat, hand in enumerate(dome.hands):
            assert all(dome.cards[power].owner == seat for power in hand)


@pytest.mark.parametrize("seed", range(60))
def test_every_random_game_ends(seed: int) -> None:
    dice = Random(seed)
    options = Options(
        dice.choice(("high", "low")),
        declare=dice.choice(("sheet", "combat")),
        bids=dice.choice(("covered", "free")),
    )
    seats = dice.randint(2, 6)
    state = new_game(tome(), [f"P{seat}" for seat in range(seats)], options)
    for _ in range(6000):
        asks = owed(state)
        if not asks:
            break
        ask = dice.choice(asks)
        given = answer(observe(state, ask.seat), ask, dice)
        assert why_not(state, ask.seat, given) is None
        state, _ = commit(state, ask.seat, given)
        check(state)
    assert state.over
    assert state.dome.round < 40
