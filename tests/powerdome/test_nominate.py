"""Nomination (PD-NOMINATE)."""

from __future__ import annotations

import pytest
from powerdome.games import game, give, nominated, powers

from deathdome.powerdome.model.answers import Nomination
from deathdome.powerdome.model.events import Nominated
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit, observe, owed, why_not


@pytest.mark.rule("PD-NOMINATE-01")
@pytest.mark.parametrize(
    ("three", "code"),
    [
        ((), "three"),
        ((1, 2), "three"),
        ((1, 2, 3, 4), "three"),
        ((1, 2, 1), "same-twice"),
        ((1, 2, 9999), "no-power"),
        ((1, 2, -1), "no-power"),
    ],
)
def test_three_different_powers_of_the_tome_are_named(three: tuple[int, ...], code: str) -> None:
    refusal = why_not(game(), 0, Nomination(three))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-NOMINATE-01", code)
    assert why_not(game(), 0, Nomination((1, 2, 3))) is None


@pytest.mark.rule("PD-NOMINATE-01", "PD-NOMINATE-02")
def test_nominations_are_secret_until_the_last_player_has_finished() -> None:
    state = game(3)
    for seat in (1, 0):
        state, events = commit(state, seat, Nomination((seat, 5, 7)))
        assert not events
    assert [ask.seat for ask in owed(state)] == [2]
    assert list(observe(state, 2).gathered) == []
    assert list(observe(state, 1).gathered) == [1]
    state, events = commit(state, 2, Nomination((9, 8, 7)))
    assert events[0] == Nominated(((0, 5, 7), (1, 5, 7), (9, 8, 7)), (0, 1, 5, 7, 8, 9))
    assert observe(state, 2).nominations == ((0, 5, 7), (1, 5, 7), (9, 8, 7))


@pytest.mark.rule("PD-NOMINATE-03", "PD-NOMINATE-05")
def test_the_pool_has_each_power_once_in_tome_order() -> None:
    state = nominated("purge feint whetstone", "feint glass_dome purge")
    assert state.progress.pool == tuple(sorted(powers("purge", "feint", "whetstone", "glass_dome")))


@pytest.mark.rule("PD-NOMINATE-04", "PD-MODIFIER-01")
def test_modifiers_are_nominated_like_powers() -> None:
    state = nominated("glass_dome thin_air curtain_call", "feint whetstone purge")
    assert state.phase is Phase.CULLING
    assert set(powers("glass_dome", "thin_air", "curtain_call")) <= set(state.progress.pool)


def test_a_second_nomination_is_refused() -> None:
    state = give(game(), (0, Nomination((1, 2, 3))))
    refusal = why_not(state, 0, Nomination((4, 5, 6)))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-SETUP-03", "not-asked")
