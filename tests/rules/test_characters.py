"""Characters: dealt to the teams, exchanged in the store, one, two or more types each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, item_id, scene, store_id

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import UsageError
from deathdome.model.actions import DONE, PASS, ROLLS, ActionKind, a_of, b_of, kind_of, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import Bought, Dealt, Equipped
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021
from deathdome.model.state import price
from deathdome.rules.characters import team_size
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.purchase import owned, team_value
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

WITH_CHARACTERS = replace(EDITION_2021, characters=True)
EDITIONS = pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019, WITH_CHARACTERS])
RED = ("brother-mallet", "uncle-tripod", "skitter", "nurse-tourniquet")
BLUE = ("gristle-pat", "peep-sight-petra", "postal-pete", "placebo-joe")
# The other starting characters: in the store when two teams have been dealt those above.
REST = ("auntie-maul", "dunstan-the-unfinished", "corporal-lint", "margin-of-error-marge")


def box(seats: int = 2, ruleset: Ruleset = WITH_CHARACTERS, first: int | None = 0) -> State:
    """A match before anything has happened."""
    return new_game(
        load_catalog(), load_board("waspworth"), seats=seats, ruleset=ruleset, first=first
    )


def dealt(seats: int = 2, ruleset: Ruleset = WITH_CHARACTERS, seed: int = 1) -> Match:
    """A match whose teams have been dealt at random; red is first buyer."""
    match = Match(box(seats, ruleset))
    rng = Random(seed)
    while match.asked.question is Question.DEAL:
        match.do(rng.choice(match.asked.options))
    return match


def store(
    ruleset: Ruleset = WITH_CHARACTERS,
    credits: int = 2_000_000,  # noqa: A002 - the rulebook's word
    *,
    red: Sequence[str] = RED,
    blue: Sequence[str] = BLUE,
    items: Mapping[str, Sequence[str]] | None = None,
    gone: Sequence[str] = (),
) -> Match:
    """A purchase phase of two teams, red first; `gone` are not in the store."""
    match = Match(box(2, ruleset))
    names = load_catalog().character_cards
    for name in (*red, *blue):
        match.do(make_action(ActionKind.DEAL, names[name] - len(load_catalog().items)))
    state = match.state
    state.credits = [credits] * 2
    for unit, carried in (items or {}).items():
        state.items[match.unit(unit)] = tuple(item_id(name) for name in carried)
        for name in carried:
            state.store &= ~(1 << item_id(name))
    for name in gone:
        state.store &= ~(1 << store_id(name))
    state.gear = build_gear(state.setup, state.items)
    return match


def line_up(match: Match, team: int = 0) -> list[str]:
    """Ids of the units of a team, place by place."""
    return [who.id for who in match.state.setup.units[team * 4 : team * 4 + 4]]


def offered(match: Match, kind: ActionKind) -> set[str]:
    """Ids of the characters that can be bought or sold now."""
    catalog = load_catalog()
    cards = [a_of(option) for option in match.offers(kind)]
    return {catalog.store_cards[card].id for card in cards if card >= len(catalog.items)}


def offered_items(match: Match, kind: ActionKind) -> set[str]:
    """Ids of the items that can be bought or sold now."""
    catalog = load_catalog()
    cards = [a_of(option) for option in match.offers(kind)]
    return {catalog.items[card].id for card in cards if card < len(catalog.items)}


def sale(name: str) -> Action:
    """The sale of a character or item."""
    return make_action(ActionKind.SELL, store_id(name))


def purchase(name: str) -> Action:
    """The purchase of a character or item."""
    return make_action(ActionKind.BUY, store_id(name))


# -- dealing ---------------------------------------------------------------------------------------


@pytest.mark.rule("SETUP-9", "TEAM-3", "AMB-109")
@EDITIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_characters_of_rank_0_are_dealt_to_every_team(seats: int, ruleset: Ruleset) -> None:
    match = dealt(seats, ruleset)
    units = match.state.setup.units
    assert len(units) == len({who.id for who in units}) == seats * 4
    assert {who.rank for who in units} == {0}
    assert match.state.credits == [2_000_000] * seats
    assert [event.unit for event in match.told(Dealt)] == list(range(seats * 4))


@pytest.mark.rule("SETUP-9")
def test_any_starting_character_is_as_likely_as_any_other() -> None:
    asked = decision(box())
    assert asked is not None
    assert asked.seat == CHANCE
    names = [load_catalog().characters[a_of(option)] for option in asked.options]
    assert [who.rank for who in names] == [0] * 16
    assert asked.weights == [1] * 16
    match = Match(box()).do(asked.options[3])
    assert len(match.asked.options) == 15
    assert asked.options[3] not in match.asked.options


@pytest.mark.rule("SETUP-4", "SETUP-9", "CHAR-12")
@pytest.mark.parametrize(("seats", "left"), [(2, 8), (3, 4), (4, 0)])
def test_the_other_characters_are_in_the_store(seats: int, left: int) -> None:
    match = dealt(seats)
    catalog = load_catalog()
    dealt_ids = {who.id for who in match.state.setup.units}
    in_store = {
        card.id
        for number, card in enumerate(catalog.store_cards)
        if number >= len(catalog.items) and match.state.store >> number & 1
    }
    assert in_store == {who.id for who in catalog.characters} - dealt_ids
    ranks = Counter(who.rank for who in catalog.characters if who.id in in_store)
    assert (ranks[0], ranks[1], ranks[2], ranks[3]) == (left, 4, 6, 1)


@pytest.mark.rule("SETUP-4", "CHAR-3", "BUY-9")
def test_without_characters_none_is_dealt_and_none_is_for_sale() -> None:
    match = Match(box(ruleset=EDITION_2021))
    assert match.asked.question is Question.PURCHASE
    assert offered(match, ActionKind.BUY) == set()
    refused = match.refused(purchase("madame-magma"))
    assert (refused.code, refused.rule) == ("no-characters", "CHAR-3")


@pytest.mark.rule("SETUP-9", "SETUP-11")
def test_teams_are_dealt_before_the_die_is_rolled() -> None:
    match = Match(box(first=None))
    while match.asked.question is Question.DEAL:
        match.do(match.asked.options[0])
    assert match.asked.question is Question.ROLL
    match.do(ROLLS[11]).do(ROLLS[0])
    assert match.asks(Question.PURCHASE)
    assert match.asked_team == "red"


def test_a_catalog_with_too_few_starting_characters_seats_nobody() -> None:
    catalog = load_catalog()
    few = replace(catalog, characters=tuple(who for who in catalog.characters if who.rank))
    with pytest.raises(UsageError, match="2 teams need 8 characters of rank 0, and there are 0"):
        new_game(few, load_board("waspworth"), ruleset=WITH_CHARACTERS)


# -- prices ----------------------------------------------------------------------------------------


@pytest.mark.rule("CHAR-4", "CHAR-5", "BUY-6")
def test_starting_characters_are_free_in_the_older_editions_and_the_others_cheaper_by_as_much() -> (
    None
):
    for ruleset, starting, magma in (
        (EDITION_2018, 0, 1_200_000),
        (EDITION_2019, 0, 1_200_000),
        (WITH_CHARACTERS, 500_000, 1_700_000),
    ):
        setup = dealt(2, ruleset).state.setup
        assert price(setup, store_id("brother-mallet")) == starting
        assert price(setup, store_id("madame-magma")) == magma


@pytest.mark.rule("CHAR-6", "EX-11", "AMB-109")
def test_a_team_with_characters_is_worth_four_million_at_the_start() -> None:
    assert team_value(dealt().state, 0) == 4_000_000
    assert team_value(dealt(2, EDITION_2019).state, 0) == 2_000_000


# -- an exchange in one purchasing turn (2021) -----------------------------------------------------


@pytest.mark.rule("BUY-9", "BUY-15", "BUY-20", "AMB-35")
def test_a_character_is_bought_and_another_sold_in_the_same_purchasing_turn() -> None:
    match = store().buy("madame-magma")
    assert match.state.credits[0] == 300_000
    assert line_up(match) == list(RED)
    match.sell("skitter")
    assert match.state.credits[0] == 800_000
    assert line_up(match) == ["brother-mallet", "uncle-tripod", "madame-magma", "nurse-tourniquet"]
    assert team_value(match.state, 0) == 4_000_000
    match.done()
    assert match.asked_team == "blue"


@pytest.mark.rule("BUY-15")
def test_the_sale_may_come_first() -> None:
    match = store(credits=1_200_000).sell("skitter")
    assert line_up(match)[2] == VACANT.id
    match.buy("madame-magma").done()
    assert line_up(match)[2] == "madame-magma"
    assert match.state.credits[0] == 0


@pytest.mark.rule("BUY-15", "BUY-5")
@pytest.mark.parametrize("first", ["sale", "purchase"])
def test_half_an_exchange_ends_no_purchasing_turn(first: str) -> None:
    match = store()
    match.sell("skitter") if first == "sale" else match.buy("auntie-maul")
    offers = {kind_of(option) for option in match.asked.options}
    assert offers == ({ActionKind.BUY} if first == "sale" else {ActionKind.SELL})
    refused = match.refused(DONE)
    number = 3 if first == "sale" else 5
    assert (refused.code, refused.rule, refused.need, refused.have) == (
        "four-units",
        "BUY-15",
        4,
        number,
    )
    if first == "sale":
        assert offered_items(match, ActionKind.BUY) == set()
        assert match.refused(purchase("rusty-chainsaw")).code == "four-units"
    else:
        assert offered(match, ActionKind.SELL) == {*RED, "auntie-maul"}


@pytest.mark.rule("BUY-3", "BUY-9", "BUY-15")
def test_a_character_is_the_one_card_bought_or_sold_in_the_turn() -> None:
    match = store(items={"red warrior": ["rusty-chainsaw"]})
    match.buy("auntie-maul").sell("brother-mallet")
    assert match.offers(ActionKind.BUY) == match.offers(ActionKind.SELL) == []
    assert match.refused(purchase("magnum-44000")).code == "already-bought"
    assert match.refused(sale("rusty-chainsaw")).code == "already-sold"


@pytest.mark.rule("BUY-15")
def test_after_an_item_was_bought_no_character_is_sold_and_the_reverse() -> None:
    match = store(items={"red gunner": ["magnum-44000"]}).buy("rusty-chainsaw")
    assert offered(match, ActionKind.SELL) == set()
    refused = match.refused(sale("skitter"))
    assert (refused.code, refused.rule) == ("no-purchase-left", "BUY-15")
    match = store(items={"red gunner": ["magnum-44000"]}).sell("magnum-44000")
    assert offered(match, ActionKind.BUY) == set()
    refused = match.refused(purchase("auntie-maul"))
    assert (refused.code, refused.rule) == ("no-sale-left", "BUY-15")
    assert "magnum-44000" not in offered_items(match, ActionKind.BUY)


@pytest.mark.rule("AMB-147", "BUY-15")
def test_a_character_is_sold_only_if_another_can_be_paid_for() -> None:
    """Without any starting character in the store the next one costs 900,000."""
    match = store(credits=300_000, gone=[*REST, *remaining()])
    assert offered(match, ActionKind.SELL) == set()
    refused = match.refused(sale("skitter"))
    assert (refused.code, refused.rule, refused.have) == ("no-exchange", "BUY-15", 800_000)
    match = store(credits=400_000, gone=[*REST, *remaining()])
    assert offered(match, ActionKind.SELL) == set(RED)
    match.sell("skitter")
    assert offered(match, ActionKind.BUY) == {"sister-percussion"}


def remaining() -> list[str]:
    """Starting characters that are in none of the lists above."""
    named = {*RED, *BLUE, *REST}
    return [who.id for who in load_catalog().characters if who.rank == 0 and who.id not in named]


@pytest.mark.rule("BUY-10", "AMB-33")
def test_a_character_just_sold_is_bought_from_the_next_purchasing_turn_on() -> None:
    match = store().sell("skitter")
    assert "skitter" not in offered(match, ActionKind.BUY)
    assert match.refused(purchase("skitter")).code == "just-sold"
    match.buy("auntie-maul").done()
    assert match.asked_team == "blue"
    assert "skitter" in offered(match, ActionKind.BUY)
    match.buy("skitter").sell("gristle-pat").done()
    assert "skitter" in line_up(match, 1)
    assert "gristle-pat" in offered(match, ActionKind.BUY)


# -- apart (2018, 2019) ----------------------------------------------------------------------------


@pytest.mark.rule("BUY-14", "AMB-35")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019])
def test_sale_and_purchase_may_be_turns_apart_in_the_older_editions(ruleset: Ruleset) -> None:
    match = store(ruleset).sell("skitter").done().pass_()
    assert team_size(match.state, 0) == 3
    assert PASS not in match.asked.options
    refused = match.refused(PASS)
    assert (refused.code, refused.rule, refused.need, refused.have) == (
        "four-units",
        "BUY-13",
        4,
        3,
    )
    match.buy("rusty-chainsaw").equip("rusty-chainsaw", "red warrior").done()
    match.buy("madame-magma").done().pass_()
    assert line_up(match) == ["brother-mallet", "uncle-tripod", "madame-magma", "nurse-tourniquet"]


@pytest.mark.rule("BUY-14")
def test_a_fifth_character_lies_aside_until_another_is_sold() -> None:
    match = store(EDITION_2019).buy("auntie-maul").done().pass_()
    assert team_size(match.state, 0) == 5
    assert store_id("auntie-maul") in owned(match.state, 0)
    refused = match.refused(PASS)
    assert (refused.code, refused.rule, refused.have) == ("four-units", "BUY-14", 5)
    match.sell("uncle-tripod").done().pass_()
    assert line_up(match) == ["brother-mallet", "auntie-maul", "skitter", "nurse-tourniquet"]
    assert match.state.spare[0] == ()


@pytest.mark.rule("BUY-14")
def test_the_one_that_lies_aside_may_be_the_one_sold() -> None:
    match = store(EDITION_2019).buy("auntie-maul").done().pass_().sell("auntie-maul").done()
    assert line_up(match) == list(RED)
    assert match.state.spare[0] == ()


@pytest.mark.rule("AMB-35", "AMB-147")
def test_a_team_that_is_short_and_has_nothing_is_given_the_cheapest_character() -> None:
    match = store(EDITION_2019, credits=0, gone=[*REST, *remaining()])
    match.sell("skitter").done()
    match.state.store &= ~(1 << store_id("skitter"))  # as if blue had taken it
    match.pass_()
    assert offered(match, ActionKind.BUY) == {"sister-percussion"}
    match.buy("sister-percussion")
    assert match.state.credits[0] == 0
    assert match.told(Bought)[-1].paid == 0
    match.done().pass_()
    assert "sister-percussion" in line_up(match)


@pytest.mark.rule("AMB-35", "AMB-147")
def test_nothing_is_given_to_a_team_that_could_sell_something() -> None:
    match = store(
        EDITION_2019,
        credits=0,
        gone=[*REST, *remaining()],
        items={"red warrior": ["rusty-chainsaw"]},
    )
    match.sell("skitter").done()
    match.state.store &= ~(1 << store_id("skitter"))
    match.pass_()
    assert offered(match, ActionKind.BUY) == set()
    assert "rusty-chainsaw" in offered_items(match, ActionKind.SELL)


@pytest.mark.rule("AMB-127", "BUY-21")
def test_after_the_last_purchasing_turn_a_team_may_still_buy_what_it_lacks() -> None:
    ruleset = replace(EDITION_2019, purchase_turn_cap=1)
    match = store(ruleset).sell("skitter").done().pass_()
    assert offered_items(match, ActionKind.BUY) == set()
    assert "auntie-maul" in offered(match, ActionKind.BUY)
    match.buy("auntie-maul").done()
    assert offered(match, ActionKind.SELL) == set()
    assert match.refused(sale("auntie-maul")).code == "purchase-cap"
    assert match.asked.options == [PASS]


# -- items -----------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-39", "BUY-12", "CHAR-11", "BUY-18")
def test_items_of_a_character_sold_lie_aside_until_equipped_or_sold() -> None:
    match = store(items={"red warrior": ["rusty-chainsaw", "cyber-suit"]})
    match.sell("brother-mallet").buy("margin-of-error-marge")
    assert match.state.items[0] == ()
    assert sorted(match.state.spare[0]) == sorted(
        [item_id("rusty-chainsaw"), item_id("cyber-suit")]
    )
    assert [event.item for event in match.told(Equipped) if event.unit < 0] == [
        item_id("rusty-chainsaw"),
        item_id("cyber-suit"),
    ]
    match.equip("cyber-suit", "red scout").done().pass_()
    refused = match.refused(PASS)
    assert (refused.code, refused.rule) == ("unequipped", "BUY-12"), "no warrior is left"
    match.sell("rusty-chainsaw").done().pass_()
    assert not match.asks(Question.PURCHASE)


@pytest.mark.rule("EQUIP-4", "EQUIP-6", "TEAM-3")
def test_a_new_character_opens_the_decks_of_all_its_types() -> None:
    match = store(credits=3_000_000, items={"red warrior": ["rusty-chainsaw"]})
    match.sell("skitter").buy("man-shaped-swarm")

    def takers() -> set[int]:
        options = [
            one for one in match.offers(ActionKind.EQUIP) if a_of(one) == item_id("rusty-chainsaw")
        ]
        return {b_of(option) for option in options}

    types = {kind.value for kind in match.state.setup.units[2].types}
    assert {"warrior", "gunner"} <= types
    assert takers() == {2}, "the warrior has it already"
    match.equip("rusty-chainsaw", "red scout").done()
    assert match.state.items[2] == (item_id("rusty-chainsaw"),)


@pytest.mark.rule("EQUIP-11", "BUY-14")
def test_a_vacant_place_is_given_no_item() -> None:
    match = store(EDITION_2019, items={"red warrior": ["cyber-suit"]}).sell("skitter")
    assert 2 not in {b_of(option) for option in match.offers(ActionKind.EQUIP)}
    refused = match.refused(make_action(ActionKind.EQUIP, item_id("cyber-suit"), 2))
    assert (refused.code, refused.rule) == ("vacant", "BUY-14")


@pytest.mark.rule("EQUIP-9", "CHAR-7", "TEAM-9")
def test_a_character_bought_fights_with_its_own_ratings_and_ability() -> None:
    match = store().sell("brother-mallet").buy("madame-magma").done().pass_().pass_()
    gear = match.state.gear
    magma = match.state.setup.units[0]
    assert magma.id == "madame-magma"
    assert gear.vitae[0] == magma.ratings.vitae
    assert magma.abilities[0].id in gear.bearer


# -- laws ------------------------------------------------------------------------------------------


@pytest.mark.rule("BUY-14", "BUY-15", "BUY-20", "BUY-21", "GAME-2")
@EDITIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_purchase_phase_ends_with_four_units_a_team_and_no_card_lost(
    ruleset: Ruleset, seats: int
) -> None:
    catalog = load_catalog()
    everything = list(range(len(catalog.store_cards)))
    for seed in range(2):
        rng = Random(seed)
        state = dealt(seats, ruleset, seed).state
        worth = [team_value(state, seat) for seat in range(seats)]
        while (asked := decision(state)) is not None and asked.question is Question.PURCHASE:
            exchanges = [
                option
                for option in asked.options
                if kind_of(option) in (ActionKind.BUY, ActionKind.SELL)
                and a_of(option) >= len(catalog.items)
            ]
            lot = exchanges if exchanges and rng.random() < 0.4 else asked.options
            apply_action(state, rng.choice(lot))
            in_store = [card for card in everything if state.store >> card & 1]
            held = [card for seat in range(seats) for card in owned(state, seat)]
            assert sorted(in_store + held) == everything
        assert [team_size(state, seat) for seat in range(seats)] == [4] * seats
        assert VACANT not in state.setup.units
        assert [team_value(state, seat) for seat in range(seats)] == worth


@pytest.mark.rule("BUY-15")
def test_no_line_of_the_registry_is_for_sale() -> None:
    """A team of registry units in a match with characters, as a position may have it."""
    match = scene(ruleset=WITH_CHARACTERS, characters={"red warrior": "skitter"})
    assert owned(match.state, 0) == [store_id("skitter")]
