"""Setup: nomination, culling, auction and the start of the game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from powerdome.games import game, give, nominated, powers
from powerdome.random_players import answer
from powerdome.tables import Table, effect, power_of, tome

from deathdome.powerdome.model.answers import (
    Bids,
    Chance,
    Nomination,
    Offer,
    Persona,
    Protection,
)
from deathdome.powerdome.model.asks import CHANCE, AskKind
from deathdome.powerdome.model.events import Activated, Introduced, RoundBegan, Summoned
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.model.tome import Cost, Summon, Weaken
from deathdome.powerdome.rules.game import commit, new_game, owed, why_not
from deathdome.powerdome.rules.setup import start


@pytest.mark.rule("PD-SETUP-04", "PD-CULL-02", "PD-AUCTION-03", "PD-AUCTION-04")
def test_f15_culling_and_auction() -> None:
    feint, whetstone, glass, bodyguard, all_in = powers(
        "feint", "whetstone", "glass_dome", "bodyguard", "all_in"
    )
    state = give(
        new_game(tome(), ["A", "B"], Options()),
        (0, Nomination((feint, whetstone, glass))),
        (1, Nomination((feint, bodyguard, all_in))),
        (CHANCE, Chance(0)),
        (0, Protection(feint)),
        (1, Protection(bodyguard)),
        (0, Protection(None)),
        (1, Protection(None)),
        (CHANCE, Chance(glass)),
        (CHANCE, Chance(all_in)),
    )
    assert state.phase is Phase.BIDDING
    assert state.slots == tuple(sorted((feint, bodyguard, glass, all_in)))
    assert state.dome.culled == [whetstone]
    assert [one.vitality for one in state.dome.characters] == [95, 95]
    state = give(
        state,
        (1, Bids({feint: 9, bodyguard: 20, all_in: 0})),
        (0, Bids({feint: 9, all_in: 6})),
        (CHANCE, Chance(1)),
    )
    assert [one.vitality for one in state.dome.characters] == [89, 66]
    assert state.dome.hands == [[all_in], [feint, bodyguard]]
    assert state.dome.modifiers == [glass]
    state = give(state, (0, Offer(None)), (1, Offer(None)))
    assert [ask.kind for ask in owed(state)] == [AskKind.DISCARD] * 2


@pytest.mark.rule("PD-POWER-11", "PD-SETUP-07", "PD-ALLY-06", "PD-MODIFIER-02")
def test_f16_start_of_game() -> None:
    table = Table(12, 60, 90)
    table.give("A", "tall_poppy")
    table.give("B", "bodyguard")
    table.give("C", "sealed_crate")
    table.force("thin_air", "conscription")
    dome = table.dome
    dome.culled = list(powers("whetstone", "feint", "glass_dome"))
    table.forced = list(powers("feint"))
    start(dome, table.chance, table.log)
    assert dome.speed_ratio == 3
    kinds = [tome().allies[one.kind].id for one in dome.characters[3:]]
    assert kinds == ["recruit"] * 3 + ["bodyguard"]
    assert [len(one.afflictions) for one in dome.characters[:3]] == [0, 0, 1]
    assert dome.hands[2] == list(powers("feint"))
    assert not dome.characters[-1].new


@pytest.mark.rule("PD-SETUP-01")
def test_two_to_six_players() -> None:
    for seats in (0, 1, 7):
        with pytest.raises(ValueError, match=f"not {seats}"):
            new_game(tome(), ["P"] * seats, Options())
    for seats in range(2, 7):
        assert len(owed(game(seats))) == seats


@pytest.mark.rule("PD-SETUP-02")
def test_every_player_begins_with_100_vitality() -> None:
    assert [one.vitality for one in game(6).dome.characters] == [100] * 6


@pytest.mark.rule("PD-SETUP-03", "PD-SETUP-06", "PD-SETUP-07", "PD-RESET-01")
def test_the_steps_of_setup_come_in_order() -> None:
    state, dice = game(4), Random(3)
    phases: list[Phase] = []
    while state.dome.round < 2 and not state.over:
        if not phases or phases[-1] is not state.phase:
            phases.append(state.phase)
        ask = owed(state)[0]
        before = [one.vitality for one in state.dome.characters]
        state, events = commit(state, ask.seat, answer(state, ask, dice))
        if phases[-1] is Phase.CREATION and state.phase is Phase.CREATION:
            assert [one.vitality for one in state.dome.characters] == before
        if phases[-1] is Phase.CREATION and state.phase is Phase.STRATEGY:
            began = next(at for at, one in enumerate(events) if isinstance(one, RoundBegan))
            assert not any(isinstance(one, Summoned | Activated) for one in events[began:])
    order = list(Phase)
    places = [order.index(phase) for phase in phases]
    assert places[:7] == sorted(places[:7])
    assert {Phase.NOMINATION, Phase.CULLING, Phase.BIDDING, Phase.EXCHANGE, Phase.DISCARD} <= set(
        phases
    )


@pytest.mark.rule("PD-SETUP-05")
def test_no_protection_is_paid_below_0() -> None:
    state = give(
        nominated("feint whetstone purge", "bodyguard all_in gluttony"), (CHANCE, Chance(0))
    )
    dome = state.now.copy()
    dome.characters[0].vitality = 4
    refusal = why_not(replace(state, scene=dome), 0, Protection(powers("feint")[0]))
    assert refusal is not None
    assert (refusal.rule, refusal.need, refusal.have) == ("PD-SETUP-05", 5, 4)
    dome.characters[0].vitality = 5
    assert why_not(replace(state, scene=dome), 0, Protection(powers("feint")[0])) is None


@pytest.mark.rule("PD-SETUP-06")
def test_a_character_is_words_only() -> None:
    state = game()
    state = replace(state, phase=Phase.CREATION)
    refusal = why_not(state, 0, Persona("x" * 99, ""))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("PD-SETUP-06", "words")
    state, _ = commit(state, 0, Persona("Widow", "brass"))
    state, events = commit(state, 1, Persona("Abbot", "rust"))
    assert [one.vitality for one in state.dome.characters] == [100, 100]
    assert events[0] == Introduced(0, Persona("Widow", "brass"))


@pytest.mark.rule("PD-POWER-11")
def test_a_start_effect_of_a_power_gained_meanwhile_happens_too() -> None:
    table = Table(60, 60)
    table.give("B", "sealed_crate")
    table.dome.culled = list(powers("bodyguard"))
    table.start()
    assert [one.kind for one in table.dome.characters[2:]] == [tome().ally["bodyguard"]]
    assert table.dome.hands[1] == list(powers("bodyguard"))


@pytest.mark.rule("PD-POWER-11", "PD-POWER-04")
def test_a_start_effect_with_a_cost_cannot_be_paid() -> None:
    dear = power_of(
        "dear",
        effect("start payment", Summon(ally="hound", for_="self"), cost=Cost(burn=False, n=5)),
    )
    table = Table(60, 60, powers=(dear,))
    table.give("A", "dear")
    assert len(table.start().dome.characters) == 2


@pytest.mark.rule("PD-WIN-02", "PD-SETUP-07")
def test_the_start_of_the_game_may_end_it() -> None:
    bomb = power_of("bomb", effect("start", Weaken(who="rivals", n=70)))
    table = Table(60, 60, powers=(bomb,))
    table.give("A", "bomb", "bodyguard")
    table.start()
    assert (table.dome.over, table.dome.winner, len(table.dome.characters)) == (True, 0, 2)
