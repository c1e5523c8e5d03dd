"""The store: looked through, compared, tried on, and enemy payouts bought."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from scenes import item_id, store_id
from tui.props import Quiet, dealt, on_stage
from tui.test_hints import Adviser

from deathdome.cli.sessions import new_referee
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.ruleset import EDITION_2019, EDITION_2021
from deathdome.rules.gear import build_gear, outfits
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.text import text_of
from deathdome.stage.widgets.lines import Lines
from deathdome.text.names import compact
from deathdome.text.sentences import sentence
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.purchases import compared_lines, outfit_lines
from deathdome.tui.screens.lookup import RulesScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.props import Stage

    from deathdome.match.protocol import Request
    from deathdome.tui.store_interaction import StoreInteraction

QUIET = ("human", "quiet")
SIZES = [(80, 24), (120, 40)]


def stall_of(stage: Stage) -> StoreInteraction:
    screen = stage.app.screen
    assert isinstance(screen, ShopScreen)
    return screen.store


def shown(stage: Stage) -> list[str]:
    """Names of the items in their order."""
    store = stall_of(stage)
    assert store.seen is not None
    return [store.seen.setup.catalog.store_cards[card].name for card in store.goods()]


async def look_at(stage: Stage, name: str) -> None:
    """The bar onto that card, by way of the filter."""
    await stage.press("slash", *name, "enter")
    assert shown(stage)


# -- looking through -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_words_narrow_the_goods_and_esc_shows_them_again(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        everything = shown(stage)
        await stage.press("slash", "m", "a", "u", "l")
        assert shown(stage) == ["Whoopee Maul"]
        assert "/maul_" in stage.text
        assert "Esc clear" in stage.text
        assert stage.true.credits[0] == 2_000_000  # no letter was a key
        await stage.press("backspace", "backspace", "backspace", "backspace")
        assert shown(stage) == everything
        await stage.press("space", "S", "p", "l", "a", "s", "h", "enter")
        assert shown(stage)
        assert "Enter buy" in stage.text
        store = stall_of(stage)
        assert store.seen is not None
        await stage.press("escape")
        assert shown(stage) == everything
        await stage.press("slash", *"zzz")
        assert "Esc clears the filter" in " ".join(stage.lines("list").split())
        await stage.press("enter", "c", "i")  # nothing is under the bar
        assert isinstance(stage.app.screen, ShopScreen)
        await stage.press("escape", "down", "slash", *"maul", "escape")
        assert shown(stage) == everything


@pytest.mark.parametrize("size", SIZES)
async def test_the_goods_are_laid_out_in_four_orders_with_the_bar_on_its_card(
    size: tuple[int, int],
) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        await stage.press("down", "down", "down")
        store = stall_of(stage)
        card, printed = store.under_bar, shown(stage)
        await stage.press("o")
        assert store.seen is not None
        cards = store.seen.setup.catalog.items
        prices = [cards[good].cost for good in store.goods()]
        assert prices == sorted(prices)
        assert store.under_bar == card
        assert "by price" in stage.text
        await stage.press("o")
        assert shown(stage) == sorted(printed, key=str.casefold)
        await stage.press("o")
        weapon = cards[store.goods()[0]].weapon
        assert weapon is not None
        assert weapon.strength == max(card.weapon.strength for card in cards if card.weapon)
        await stage.press("o")
        assert shown(stage) == printed


@pytest.mark.parametrize("size", SIZES)
async def test_the_store_hides_what_you_cannot_afford_until_a_key_shows_all(
    size: tuple[int, int],
) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        stage.true.credits[0] = 300_000
        request = stage.session._referee.request()
        stage.session.request = request
        stall_of(stage).request = None
        stage.session.show()
        await stage.pilot.pause()
        store = stall_of(stage)
        assert store.seen is not None
        costs = [store.seen.setup.catalog.items[card].cost for card in store.goods()]
        assert costs
        assert max(costs) <= 300_000
        await stage.press("p")
        assert f"{len(store.goods())} for sale" in stage.lines("list")
        assert len(store.goods()) == store.seen.store.bit_count() > len(costs)
        await stage.press("p")
        assert f"{len(costs)} you can buy" in stage.lines("list")


async def test_another_card_replaces_the_purchase_of_this_turn() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        store = stall_of(stage)
        await stage.press("enter")
        assert store.bought == store_id("rusty-chainsaw")
        assert "+" not in stage.lines("list").splitlines()[1][:1]  # the bar is on it
        await stage.press("down", "enter")
        assert store.bought == store_id("whoopee-maul")
        assert store.seen is not None
        assert store.seen.items[0] == (item_id("whoopee-maul"),)
        assert store.seen.spare[0] == ()
        await stage.press("u")
        assert not store.staged


async def test_the_list_says_that_the_only_hit_was_sold() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        await look_at(stage, "maul")
        await stage.press("enter")
        assert shown(stage) == ["Whoopee Maul"]  # until the order is confirmed
        await stage.press("enter")
        assert len(shown(stage)) > 1  # a new turn begins without words
        await stage.press("slash", *"maul", "enter")
        said = " ".join(stage.lines("list").split())
        assert "Whoopee Maul is sold already. Esc clears the filter." in said


async def test_the_list_says_that_the_only_hit_is_hidden() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        stage.true.credits[0] = 300_000
        stage.session.request = stage.session._referee.request()
        stall_of(stage).request = None
        stage.session.show()
        await stage.pilot.pause()
        await stage.press("slash", *"guillotine", "enter")
        said = " ".join(stage.lines("list").split())
        assert "You can't buy or use Guillotine on a Stick now. p shows everything." in said
        await stage.press("p")
        assert shown(stage) == ["Guillotine on a Stick"]


async def test_items_face_down_in_a_draft_are_not_called_sold() -> None:
    ruleset = replace(EDITION_2019, draft=True, characters=False)
    async with on_stage(dealt(QUIET, quick=False, ruleset=ruleset)[0], QUIET) as stage:
        store = stall_of(stage)
        assert store.seen is not None
        cards = store.seen.setup.catalog.items
        name = next(card.name for at, card in enumerate(cards) if not store.seen.store >> at & 1)
        await stage.press("slash", *name.lower(), "enter")
        said = " ".join(stage.lines("list").split())
        assert f"{name} is face down. Esc clears the filter." in said
        assert "sold" not in said


@pytest.mark.parametrize("size", SIZES)
async def test_items_for_jails_are_marked_without_one(size: tuple[int, int]) -> None:
    referee = new_referee(list(QUIET), 1, None, "dual", quick=False)
    async with on_stage(referee, QUIET, size=size) as stage:
        assert "Bribed Bailiff" not in shown(stage)
        await stage.press("p")
        await look_at(stage, "bailiff")
        rows = stage.lines("list").splitlines()
        row = next(row for row in rows if "Bribed Bailiff" in row)
        assert row.endswith(" none")
        assert "It has no effect on this board." in stage.lines("list")
        await look_at(stage, "")
        await stage.press("escape", "slash", *"cyber", "enter")
        assert "no effect" not in stage.lines("list")


async def test_enter_waits_for_a_hint_that_is_thought_about() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        stage.session._adviser = Adviser(never=True)
        await stage.press("h", "enter")
        assert not stall_of(stage).staged
        assert "The hint is still coming." in " ".join(stage.lines("note").split())
        await stage.press("escape", "enter")
        assert stall_of(stage).staged


async def test_a_deck_without_what_is_looked_for_says_where_it_is() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        await stage.press("right", "slash", *"splash", "enter")
        assert not shown(stage)
        said = " ".join(stage.lines("list").split())
        assert "in others" in said
        await stage.press("left")
        assert shown(stage)


# -- trying on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_says_what_it_would_do_for_whom(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        await look_at(stage, "wrecking")
        assert "@w hits 2 > 5" in stage.text
        assert "@g @s @m no: for a warrior only" in stage.text
        await stage.press("escape")
        await look_at(stage, "bulletproof")
        for row in ("@w toughness 1 > 2", "@g toughness 1 > 2", "@s toughness 0 > 1"):
            assert row in stage.text
        assert all(cell_len(row) <= size[0] for row in stage.text.splitlines())
        assert len(stage.text.splitlines()) == size[1]


@pytest.mark.rule("EQUIP-2")
@pytest.mark.parametrize("size", SIZES)
async def test_a_second_armor_says_which_one_it_displaces(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        await look_at(stage, "bulletproof")
        await stage.press("enter", "enter", "escape")
        store = stall_of(stage)
        assert store.seen is not None
        items = store.seen.setup.catalog.items
        worn = item_id("bulletproof-bathrobe")
        other = next(
            card
            for card, item in enumerate(items)
            if item.deck.value == "armor" and card != worn and store.seen.store >> card & 1
        )
        found = outfits(store.seen, other)
        assert [outfit.instead_of for outfit in found] == [worn, -1, -1, -1]
        text = text_of(outfit_lines(store.seen, other, 44))
        assert "not Bul" in text or "instead of Bul" in text
        # The texts follow the rules.
        then = ((other,), *store.seen.items[1:])
        gear = build_gear(store.seen.setup, then)
        after = found[0].after
        assert after is not None
        assert after[:4] == (gear.strength[0], gear.movement[0], gear.toughness[0], gear.vitae[0])


@pytest.mark.rule("EQUIP-1")
@pytest.mark.parametrize("size", SIZES)
async def test_full_hands_are_said(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        seen = stall_of(stage).seen
        assert seen is not None
        three = tuple(map(item_id, ("whoopee-maul", "rusty-chainsaw", "grudge-axe")))
        seen = replace(seen, items=(three, *seen.items[1:]))
        text = text_of(outfit_lines(seen, item_id("wrecking-lance"), 44))
        assert "@w no: carries three items already" in text


# -- comparing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_marked_card_stands_beside_the_one_under_the_bar(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        await stage.press("c", "down")
        assert "COMPARED" in stage.text
        assert "price +200k, hits +1" in stage.text
        assert "=Rusty Chainsaw" in stage.text
        assert "No ability." in stage.lines("list")
        await stage.press("i")
        assert isinstance(stage.app.screen, ReadScreen)
        assert "COMPARED" in stage.text
        assert "WITH THIS ITEM" in stage.text
        await stage.press("escape", "up", "c", "down")
        assert "COMPARED" not in stage.text
        await stage.press("c", "up", "escape")
        assert "COMPARED" not in stage.text


def test_every_pair_of_cards_fits_beside_each_other() -> None:
    referee, _ = dealt(QUIET, quick=False, ruleset=EDITION_2019)
    request = referee.request()
    assert request is not None
    seen = request.seen
    last = len(seen.setup.catalog.store_cards) - 1
    for card in range(last + 1):
        for width in (44, 54):
            rows = [*compared_lines(seen, last - card, card, width)]
            rows += outfit_lines(seen, card, width)
            assert all(cell_len(text_of(row)) <= width for row in rows)


@pytest.mark.parametrize("size", SIZES)
async def test_every_card_is_whole_beside_the_list(size: tuple[int, int]) -> None:
    referee, _ = dealt(QUIET, quick=False, ruleset=EDITION_2019)
    async with on_stage(referee, QUIET, size=size) as stage:
        store, screen = stall_of(stage), stage.app.screen
        assert isinstance(screen, ShopScreen)
        assert store.seen is not None
        for row, card in enumerate(store.goods()):
            store.row = row
            screen.draw()
            printed = store.seen.setup.catalog.store_cards[card]
            text = " ".join(stage.lines("list").split())
            assert " ".join(printed.text.split()) in text, printed.name
            assert len(stage.lines("list").splitlines()) <= size[1] - 2
            assert len(screen._goods) >= 5


# -- the others ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_what_the_others_have_bought(size: tuple[int, int]) -> None:
    referee, managers = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        assert "Blue buys the Guillotine on a Stick" in " ".join(stage.lines("rest").split())
        await stage.press("enter", "enter")
        news = stage.lines("rest").strip().split("\n\n")[0]  # before the log
        assert news.startswith("Blue buys the")
        assert "Guillotine on a Stick" not in news
        await stage.press("r")
        assert isinstance(stage.app.screen, ReadScreen)
        text = stage.text
        assert "& Blue (greedy)" in text
        assert "Guillotine on a Stick" in text
        assert f"{compact(stage.true.credits[1])} left" in text
        assert text.index("& Blue") < text.index("@ Red") if "@ Red" in text else True


# -- by mouse --------------------------------------------------------------------------------------


async def test_buying_giving_and_looking_by_mouse() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        store = stall_of(stage)
        assert isinstance(stage.app.screen, ShopScreen)

        async def click(box: str, row: int) -> None:
            widget = stage.app.screen.query_one(f"#{box}", Lines)
            await stage.pilot.click(widget, offset=(3, row))
            await stage.pilot.pause()

        await click("list", 3)
        assert store.row == 1
        assert not store.staged
        await click("sheet", 2)  # the gunner: no unit is chosen yet
        assert stage.app.screen.context is Context.STORE
        await click("list", 3)
        assert store.seen is not None
        assert store.seen.items[0] == (item_id("whoopee-maul"),)
        await click("sheet", 2)  # the maul, under its bearer
        assert "s sell" in stage.text
        assert store.under_bar == store_id("whoopee-maul")
        for deck in ("warrior", "gunner", "scout", "medic", "armor"):
            await click("list", 0)
            assert f"< {deck} >" in stage.text
        await click("list", 2)
        await click("list", 2)
        armor = store.bought
        assert f"Who gets {store._name(armor)}?" in stage.lines("note")
        await click("sheet", 2)
        await click("sheet", 2)
        assert store.seen.items[1] == (armor,)


# -- why not, and again ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_w_says_who_can_carry_a_card_and_by_which_rule_others_cannot(
    size: tuple[int, int],
) -> None:
    """EQUIP-4: a unit deck is for its own type."""
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        await look_at(stage, "wrecking")
        await stage.press("w")
        said = " ".join(stage.lines("note").split())
        assert "Enter buys it. Your Warrior can carry it." in said
        others = "Your Gunner, your Scout and your Medic"
        assert f"{others}: for a warrior only (EQUIP-4)." in said
        await stage.press("w")
        screen = stage.app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.found[0].name == "EQUIP-4"


async def test_w_names_the_rule_against_a_purchase_and_what_would_do() -> None:
    """BUY-6: no card that is too dear."""
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        await stage.press("enter", "down", "w")
        assert "Enter buys it" in stage.lines("note")  # in place of the first one
        await stage.press("u")
        stage.true.credits[0] = 100_000
        stage.session.request = stage.session._referee.request()
        stall_of(stage).request = None
        stage.session.show()
        await stage.press("p")
        await look_at(stage, "wrecking")
        await stage.press("w")
        said = " ".join(stage.lines("note").split())
        assert "costs 600,000 credits and you have 100,000 credits (BUY-6)" in said
        assert "Rusty Chainsaw" in said.split("(BUY-6)")[1]


async def test_w_on_the_team_sheet_and_before_an_owner() -> None:
    """BUY-4: one card is sold a turn."""
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        await look_at(stage, "bulletproof")
        await stage.press("enter", "w")
        assert "Enter gives it." in stage.lines("note")
        await stage.press("enter", "tab", "w")
        assert "s sells it" in stage.lines("note")


async def test_w_and_keys_that_buy_do_nothing_while_others_buy() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        screen = stage.app.screen
        assert isinstance(screen, ShopScreen)
        stage.session.request = None
        screen.refresh_all()
        await stage.press("w")
        assert stall_of(stage).note == "Another team is shopping."
        await stage.press("enter")
        assert stall_of(stage).note == "Another team is shopping."
        assert not stall_of(stage).staged
        bar = stage.lines("keys")
        assert "buy" not in bar
        assert "end turn" not in bar
        assert "filter" in bar


@pytest.mark.parametrize("size", SIZES)
async def test_a_step_that_was_taken_back_is_done_again(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        store = stall_of(stage)
        await stage.press("enter")
        both = list(store.staged)
        assert len(both) == 2  # bought, and given to the only unit that can carry it
        await stage.press("u")
        assert not store.staged
        await stage.press("R")
        assert store.staged == both
        assert "Redone." in stage.lines("note")
        await stage.press("u", "down", "enter")  # undone steps are forgotten
        await stage.press("R")
        assert "Nothing to redo" in " ".join(stage.lines("note").split())


# -- passes that are not final ---------------------------------------------------------------------


@pytest.mark.rule("AMB-36")
@pytest.mark.parametrize("size", SIZES)
async def test_a_pass_that_is_not_final_says_so_and_the_store_comes_back(
    size: tuple[int, int],
) -> None:
    def answered(kind: ActionKind) -> Callable[[Request], Action | None]:
        return lambda request: next(
            (option for option in request.options if kind_of(option) is kind), None
        )

    rules = replace(EDITION_2021, pass_is_final=False)
    referee, _ = dealt(QUIET, seed=6, quick=False, ruleset=rules)
    blue = Quiet(answered(ActionKind.BUY), answered(ActionKind.EQUIP))
    async with on_stage(referee, QUIET, {1: blue}, size=size) as stage:
        await stage.press("e")
        assert "if another team trades." in stage.text
        await stage.press("enter")
        assert isinstance(stage.app.screen, ShopScreen)
        assert "Blue buys" in stage.text
        assert stage.session.request is not None, "asked again"
        await stage.press("e", "enter")
        assert isinstance(stage.app.screen, MatchScreen)
        told = [sentence(event, stage.true.setup) for event in referee.events]
        assert told.count("Red passes.") == 2
        assert not any("is done shopping" in one for one in told)
