"""Buying, selling and equipping before a match."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, item_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import DONE, PASS, ActionKind, a_of, b_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.events import Bought, Passed, Sold, StoreClosed
from deathdome.model.ruleset import EDITION_2021, Ruleset, with_characters
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.events import Event


def store(
    seats: int = 2,
    credits: int = 2_000_000,  # noqa: A002 - the rulebook's word
    ruleset: Ruleset = EDITION_2021,
) -> Match:
    """A purchase phase in which red is first buyer."""
    catalog, board = load_catalog(), load_board("waspworth")
    state = new_game(catalog, board, ruleset=ruleset, seats=seats, first=0)
    state.credits = [credits] * seats
    return Match(state)


def bought(match: Match, *items: str) -> Match:
    """The team asked buys these items turn by turn, the others pass."""
    team = match.asked_team
    for item in items:
        match.buy(item).done()
        while match.asked_team != team:
            match.pass_()
    return match


def for_sale(match: Match) -> set[str]:
    """Ids of the items that can be bought now."""
    items = match.state.setup.catalog.items
    return {items[a_of(option)].id for option in match.offers(ActionKind.BUY)}


def takers(match: Match, item: str) -> set[str]:
    """Units of the team asked that can be given the item now."""
    return {
        match.unit_name(b_of(option))
        for option in match.offers(ActionKind.EQUIP)
        if a_of(option) == item_id(item)
    }


def fortune(match: Match, team: int) -> int:
    """Credits and the cost of everything owned."""
    state = match.state
    items = state.setup.catalog.items
    owned = [
        *state.spare[team],
        *(i for held in state.items[team * 4 : team * 4 + 4] for i in held),
    ]
    return state.credits[team] + sum(items[item].cost for item in owned)


@pytest.mark.rule("BUY-1", "BUY-16")
def test_nothing_can_be_bought_or_sold_once_every_team_has_passed() -> None:
    match = bought(store(), "rusty-chainsaw").equip("rusty-chainsaw", "red warrior").pass_()
    assert match.told(StoreClosed)
    assert match.asks(Question.TURN)
    match.refused(make_action(ActionKind.BUY, item_id("cyber-suit")))
    match.refused(make_action(ActionKind.SELL, item_id("rusty-chainsaw")))


@pytest.mark.rule("BUY-2")
def test_purchasing_turns_go_clockwise_from_the_first_buyer() -> None:
    match = store(seats=4)
    asked = []
    for item in ("rusty-chainsaw", "cyber-suit", "spare-spleen", "van-damme", "secondhand-knees"):
        asked.append(match.asked_team)
        match.buy(item).done()
    assert asked == ["red", "blue", "green", "yellow", "red"]


@pytest.mark.rule("BUY-3")
def test_only_one_card_can_be_bought_in_a_purchasing_turn() -> None:
    match = store().buy("rusty-chainsaw")
    assert match.offers(ActionKind.BUY) == []
    match.refused(make_action(ActionKind.BUY, item_id("secondhand-knees")))


@pytest.mark.rule("BUY-4")
def test_only_one_card_can_be_sold_in_a_purchasing_turn() -> None:
    match = bought(store(), "rusty-chainsaw", "secondhand-knees").sell("rusty-chainsaw")
    assert match.offers(ActionKind.SELL) == []
    match.refused(make_action(ActionKind.SELL, item_id("secondhand-knees")))


@pytest.mark.rule("BUY-5", "AMB-30")
def test_a_sale_may_pay_for_the_purchase_of_the_same_turn() -> None:
    match = bought(store(credits=500_000), "cyber-suit")
    assert match.state.credits[0] == 0
    match.sell("cyber-suit").buy("hyperbranched-aramid-blast-suit").done()
    assert match.state.credits[0] == 0


@pytest.mark.rule("BUY-5")
def test_a_purchase_may_come_before_the_sale_of_the_same_turn() -> None:
    match = bought(store(), "cyber-suit").buy("van-damme").sell("cyber-suit").done()
    assert match.state.credits[0] == 1_400_000


@pytest.mark.rule("BUY-6")
def test_the_printed_cost_is_paid_to_the_bank() -> None:
    match = store().buy("magnum-44000")
    assert match.state.credits == [1_500_000, 2_000_000]


@pytest.mark.rule("BUY-7", "AMB-31")
def test_a_sale_pays_the_full_printed_cost() -> None:
    match = bought(store(), "magnum-44000").sell("magnum-44000")
    assert match.state.credits[0] == 2_000_000


@pytest.mark.rule("BUY-8", "AMB-32")
def test_any_card_of_any_deck_can_be_bought_with_enough_credits() -> None:
    match = store(credits=9_000_000)
    assert for_sale(match) == {item.id for item in match.state.setup.catalog.items}


@pytest.mark.rule("BUY-10", "AMB-33")
def test_a_bought_card_is_gone_from_the_store() -> None:
    match = store().buy("rusty-chainsaw").done()
    assert match.asked_team == "blue"
    assert "rusty-chainsaw" not in for_sale(match)


@pytest.mark.rule("BUY-10", "AMB-33")
def test_a_sold_card_can_be_bought_by_the_next_player() -> None:
    match = store().buy("rusty-chainsaw").done().buy("spare-spleen").done()
    match.sell("rusty-chainsaw").done()
    assert match.asked_team == "blue"
    assert "rusty-chainsaw" in for_sale(match)


@pytest.mark.rule("AMB-33")
def test_a_card_sold_in_this_purchasing_turn_cannot_be_bought_back_in_it() -> None:
    match = bought(store(), "rusty-chainsaw").sell("rusty-chainsaw")
    assert "rusty-chainsaw" not in for_sale(match)
    match.done()
    assert "rusty-chainsaw" in for_sale(match)


@pytest.mark.rule("BUY-11")
def test_a_player_may_pass_with_credits_left() -> None:
    assert PASS in store().asked.options


@pytest.mark.rule("AMB-36", "BUY-16")
def test_a_pass_is_final_and_the_others_go_on_alone() -> None:
    match = store(seats=3).pass_()
    asked = []
    for item in ("rusty-chainsaw", "cyber-suit", "spare-spleen"):
        asked.append(match.asked_team)
        match.buy(item).done()
    assert asked == ["blue", "green", "blue"]


@pytest.mark.rule("AMB-36", "BUY-16")
def test_where_a_pass_is_not_final_a_trade_brings_those_who_passed_back() -> None:
    match = store(seats=3, ruleset=replace(EDITION_2021, pass_is_final=False)).pass_().pass_()
    match.buy("rusty-chainsaw").equip("rusty-chainsaw", "green warrior").done()
    asked = []
    for _ in range(3):
        assert not match.told(StoreClosed)
        asked.append(match.asked_team)
        match.pass_()
    assert asked == ["red", "blue", "green"]
    assert match.told(StoreClosed)


@pytest.mark.rule("BUY-12", "EQUIP-8", "BUY-18")
def test_a_player_with_an_item_aside_may_not_pass() -> None:
    match = bought(store(), "rusty-chainsaw")
    match.refused(PASS)
    match.equip("rusty-chainsaw", "red warrior").pass_()
    assert match.told(StoreClosed)


@pytest.mark.rule("BUY-12", "BUY-18", "EQUIP-2")
def test_an_armor_too_many_can_be_bought_but_must_be_sold_before_passing() -> None:
    suits = [
        "cardboard-cuirass",
        "lava-waders",
        "cyber-suit",
        "porcupine-tuxedo",
        "concrete-overcoat",
    ]
    match = bought(store(credits=9_000_000), *suits)
    for suit, kind in zip(suits, ("warrior", "gunner", "scout", "medic"), strict=False):
        match.equip(suit, f"red {kind}")
    assert takers(match, suits[4]) == set()
    match.refused(PASS)
    match.sell(suits[4]).done().pass_()
    assert match.told(StoreClosed)


@pytest.mark.rule("BUY-19")
def test_what_costs_more_than_the_credits_left_is_not_for_sale() -> None:
    match = store(credits=300_000)
    costs = {item.id: item.cost for item in match.state.setup.catalog.items}
    assert max(costs[item] for item in for_sale(match)) == 300_000
    match.refused(make_action(ActionKind.BUY, item_id("cyber-suit")))


@pytest.mark.rule("BUY-20")
def test_buying_and_selling_leave_a_teams_value_as_it_was() -> None:
    match = bought(store(), "magnum-44000", "cyber-suit").sell("magnum-44000").buy("van-damme")
    assert fortune(match, 0) == 2_000_000


@pytest.mark.rule("BUY-21", "AMB-127")
def test_a_purchasing_turn_without_purchase_or_sale_is_a_pass() -> None:
    match = bought(store(), "rusty-chainsaw").equip("rusty-chainsaw", "red warrior")
    match.refused(DONE)
    assert PASS in match.asked.options


@pytest.mark.rule("BUY-21", "AMB-127")
def test_after_sixty_purchasing_turns_a_player_may_only_sell_or_pass() -> None:
    match = store().pass_()
    for turn in range(60):
        if turn % 2:
            match.sell("rusty-chainsaw").done()
        else:
            match.buy("rusty-chainsaw").done()
    assert match.asked_team == "blue"
    assert match.asked.options == [PASS]


@pytest.mark.rule("BUY-21", "AMB-36", "AMB-127", "BUY-16")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("characters", [False, True])
def test_a_phase_with_passes_that_are_not_final_ends(seed: int, characters: bool) -> None:
    cap, seats = 5, 3
    rng = Random(seed)
    ruleset = with_characters(
        replace(EDITION_2021, pass_is_final=False, purchase_turn_cap=cap), characters
    )
    board = load_board("waspworth")
    state = new_game(load_catalog(), board, ruleset=ruleset, seats=seats, first=0)
    happened: list[Event] = []
    turns = 0
    while not any(isinstance(event, StoreClosed) for event in happened):
        asked = decision(state)
        assert asked is not None
        # Passes are rare, so that the cap ends the phase rather than the teams.
        options = [option for option in asked.options if option != PASS or rng.random() < 0.2]
        answer = rng.choice(options or asked.options)
        turns += answer in (DONE, PASS)
        apply_action(state, answer, happened.append)
    trades = [event for event in happened if isinstance(event, Bought | Sold | Passed)]
    assert {event.seat for event in trades[-seats:] if isinstance(event, Passed)} == {0, 1, 2}
    owned_at_most = seats * (cap + 4)
    assert turns <= seats * (cap + 1) + owned_at_most * seats


@pytest.mark.rule("EQUIP-1")
def test_a_unit_takes_three_items_and_no_fourth() -> None:
    match = bought(
        store(credits=2_200_000), "secondhand-knees", "spare-spleen", "steroid-lunchbox", "fan-mail"
    )
    for item in ("secondhand-knees", "spare-spleen", "steroid-lunchbox"):
        match.equip(item, "red scout")
    assert takers(match, "fan-mail") == {"red warrior", "red gunner", "red medic"}


@pytest.mark.rule("EQUIP-2", "AMB-125")
def test_a_unit_wears_one_armor() -> None:
    match = bought(store(), "cyber-suit", "lava-waders").equip("cyber-suit", "red gunner")
    assert takers(match, "lava-waders") == {"red warrior", "red scout", "red medic"}


@pytest.mark.rule("EQUIP-3", "AMB-125")
def test_a_unit_drives_one_vehicle() -> None:
    match = bought(store(), "pogo-tank", "hovering-bathtub").equip("pogo-tank", "red gunner")
    assert takers(match, "hovering-bathtub") == {"red warrior", "red scout", "red medic"}


@pytest.mark.rule("EQUIP-4", "EX-13")
@pytest.mark.parametrize(
    ("item", "unit"),
    [
        ("rusty-chainsaw", "red warrior"),
        ("magnum-44000", "red gunner"),
        ("dog-teasing-laser", "red scout"),
        ("medical-pager", "red medic"),
    ],
)
def test_an_item_of_a_unit_deck_is_for_that_type_alone(item: str, unit: str) -> None:
    assert takers(store().buy(item), item) == {unit}


@pytest.mark.rule("EQUIP-5")
@pytest.mark.parametrize("item", ["cyber-suit", "pogo-tank", "van-damme"])
def test_armor_vehicles_and_equipment_are_for_everybody(item: str) -> None:
    assert len(takers(store().buy(item), item)) == 4


@pytest.mark.rule("EQUIP-6", "NOTE-SWARM-1", "EX-14")
def test_a_unit_of_several_types_holds_items_of_each_of_their_decks() -> None:
    match = store(credits=9_000_000)
    setup = match.state.setup
    swarm = next(c for c in setup.catalog.characters if c.id == "man-shaped-swarm")
    match.state.setup = replace(setup, units=(swarm, *setup.units[1:]))
    match.state.gear = build_gear(match.state.setup, match.state.items)
    bought(match, "rusty-chainsaw", "missile-launcher", "medical-pager")
    match.equip("rusty-chainsaw", "red warrior").equip("missile-launcher", "red warrior")
    assert takers(match, "medical-pager") == {"red medic"}


@pytest.mark.rule("EQUIP-7")
def test_a_unit_may_hold_several_weapons() -> None:
    match = bought(store(), "rusty-chainsaw", "whoopee-maul", "widows-stepladder")
    for item in ("rusty-chainsaw", "whoopee-maul", "widows-stepladder"):
        match.equip(item, "red warrior")
    assert len(match.state.items[0]) == 3


@pytest.mark.rule("EQUIP-11", "AMB-37")
def test_items_change_hands_within_the_team_until_it_passes() -> None:
    match = bought(store(), "cyber-suit").equip("cyber-suit", "red gunner")
    match.sell("cyber-suit").done().buy("cyber-suit").equip("cyber-suit", "red gunner").done()
    match.equip("cyber-suit", "red medic")
    assert match.state.items[3] == (item_id("cyber-suit"),)
    assert match.state.items[1] == ()


@pytest.mark.rule("EQUIP-11")
def test_two_full_units_can_swap_items_in_one_purchasing_turn() -> None:
    match = bought(store(), "cyber-suit", "lava-waders")
    match.equip("cyber-suit", "red gunner").equip("lava-waders", "red medic").buy("fan-mail").done()
    match.unequip("cyber-suit").unequip("lava-waders")
    match.equip("cyber-suit", "red medic").equip("lava-waders", "red gunner")
    assert match.state.items[3] == (item_id("cyber-suit"),)
    assert match.state.items[1] == (item_id("lava-waders"),)


@pytest.mark.rule("EQUIP-11")
def test_a_team_that_has_passed_does_not_change_its_equipment_any_more() -> None:
    match = bought(store(), "cyber-suit").equip("cyber-suit", "red gunner").pass_()
    match.refused(make_action(ActionKind.EQUIP, item_id("cyber-suit"), 3))


@pytest.mark.rule("EQUIP-12")
def test_a_unit_keeps_its_items_in_jail_and_after_release() -> None:
    match = scene(
        units={"red scout": "s20", "red gunner": "jail se"},
        items={"red gunner": ["magnum-44000"]},
        active="red scout",
    )
    assert match.state.items[1] == (item_id("magnum-44000"),)
    match.release()
    assert match.where("red gunner") == "base"
    assert match.state.items[1] == (item_id("magnum-44000"),)


@pytest.mark.rule("AMB-143", "BUY-21")
def test_an_item_is_put_on_once_in_a_purchasing_turn() -> None:
    match = store().buy("cyber-suit").equip("cyber-suit", "red gunner")
    refusal = match.refused(
        make_action(ActionKind.EQUIP, item_id("cyber-suit"), match.unit("red medic"))
    )
    assert refusal.rule == "BUY-21"
    match.done().pass_().equip("cyber-suit", "red medic")
    assert match.state.items[match.unit("red medic")] == (item_id("cyber-suit"),)
