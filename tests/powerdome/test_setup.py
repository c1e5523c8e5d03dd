"""Setup: nomination, culling, auction and the start of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from powerdome.tables import Table, tome

from deathdome.powerdome.model.answers import Bids, Chance, Nomination, Offer, Protection
from deathdome.powerdome.model.asks import CHANCE, AskKind
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit, new_game, owed
from deathdome.powerdome.rules.setup import start

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.state import State


def powers(*names: str) -> tuple[int, ...]:
    return tuple(tome().number[name] for name in names)


def give(state: State, *answers: tuple[int, Answer]) -> State:
    for seat, answer in answers:
        state, _ = commit(state, seat, answer)
    return state


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
