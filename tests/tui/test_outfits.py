"""Ready-made outfits: one key chooses one, and Enter buys it turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.props import dealt, on_stage

from deathdome.cli.sessions import new_referee
from deathdome.content.outfits import outfit_plans
from deathdome.model.frames import Purchase
from deathdome.rules.observing import observe
from deathdome.session.outfitting import next_steps
from deathdome.stage.text import text_of
from deathdome.tui.drawing.shop import goods_lines
from deathdome.tui.presenters.purchases import outfit_lines
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.store_interaction import StoreInteraction

if TYPE_CHECKING:
    from tui.props import Stage

    from deathdome.content.outfits import OutfitPlan


QUIET = ("human", "quiet")
AGAINST = ("human", "greedy")
MOST_KEYS = 15


def store_of(stage: Stage) -> StoreInteraction:
    screen = stage.app.screen
    assert isinstance(screen, ShopScreen)
    return screen.store


def owned(stage: Stage) -> list[int]:
    return [card for items in stage.true.items[:4] for card in items]


def _is_shopping(stage: Stage) -> bool:
    frame = stage.true.stack[0]
    return isinstance(frame, Purchase) and not frame.passed & 1


async def test_four_purchases_take_at_most_fifteen_keys() -> None:
    """From the opening of the store until it is passed, against a manager that buys too."""
    referee, managers = dealt(AGAINST, quick=False)
    async with on_stage(referee, AGAINST, managers) as stage:
        await stage.press("1")
        keys = 1
        while _is_shopping(stage):
            confirms = store_of(stage).staged or store_of(stage).mode == "sure"
            await stage.press("enter" if confirms else "e")
            keys += 1
            assert keys <= MOST_KEYS
        assert len(owned(stage)) >= 4


@pytest.mark.parametrize("number", range(3))
async def test_an_outfit_buys_itself(number: int) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        plan = outfit_plans()[number]
        assert plan.name in stage.lines("rest")
        await stage.press(str(number + 1))
        for _ in plan.places:
            assert store_of(stage).bought >= 0
            await stage.press("enter")
        cards = stage.true.setup.catalog.items
        bought = {cards[card].id for card in owned(stage)}
        assert {place.cards[0] for place in plan.places} <= bought
        assert stage.true.spare[0] == ()


async def test_you_can_deviate_from_an_outfit() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        await stage.press("1", "u")
        assert not store_of(stage).staged
        await stage.press("slash", *"spare-spleen".replace("-", " "), "enter", "enter", "enter")
        own = store_of(stage).bought
        await stage.press("enter")
        assert owned(stage) == [own]
        assert store_of(stage).bought not in (-1, own)  # the outfit continues
        await stage.press("3")
        assert store_of(stage).plan == outfit_plans()[2]
        assert store_of(stage).bought >= 0


async def test_the_next_best_takes_the_place_of_a_sold_item() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        plan, items = outfit_plans()[0], stage.true.setup.catalog.items
        first, second = plan.places[0].cards[:2]
        names = {item.id: number for number, item in enumerate(items)}
        stage.true.store &= ~(1 << names[first])
        stage.session.request = stage.session._referee.request()
        store_of(stage).request = None
        stage.session.show()
        await stage.press("1")
        assert store_of(stage).bought == names[second]


async def test_bar_and_order_name_the_same_key_to_confirm() -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET) as stage:
        assert "Enter buy" in stage.text
        assert "e pass" in stage.text
        await stage.press("2")
        assert "Enter confirms, u undoes" in stage.text
        assert "Enter confirm " in stage.text
        assert "Enter buy" not in stage.text
        await stage.press("down")  # Enter would order another card instead
        assert "e confirms, u undoes" in stage.text
        assert "Enter buy" in stage.text
        assert "e confirm " in stage.text


@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
async def test_large_screens_show_outfits_as_cards(size: tuple[int, int]) -> None:
    async with on_stage(dealt(QUIET, quick=False)[0], QUIET, size=size) as stage:
        text = stage.lines("rest")
        catalog = stage.true.setup.catalog.items
        for plan in outfit_plans():
            assert plan.name.upper() in text
            for item, _ in store_of(stage).purchases_of(plan):
                assert catalog[item].name in text
        assert "hits 3 at range 7" in text
        await stage.press("2")
        assert "STILL TO COME" in stage.lines("rest")
        assert "BALANCED" not in stage.lines("rest")


def test_decks_have_headings_and_single_ratings_have_pips() -> None:
    referee, _ = dealt(QUIET, quick=False)
    seen = observe(referee.state, 0)
    item = next(at for at, one in enumerate(seen.setup.catalog.items) if one.id == "rusty-chainsaw")
    row = text_of(outfit_lines(seen, item, 44)[1:2])
    assert row.startswith(" @w hits 2 > 3")
    assert row.endswith("###----")
    store = StoreInteraction()
    store.show(seen)
    rows, where = goods_lines(store, 44, 22)
    texts = [text_of([row]).rstrip() for row in rows]
    assert texts[1] == " WARRIOR"
    assert 1 not in where
    assert all(text.startswith((" ", ">")) for text in texts if text)
    store.sort()  # in another order decks are mixed
    assert " WARRIOR" not in text_of(goods_lines(store, 44, 22)[0])


@pytest.mark.parametrize("plan", outfit_plans(), ids=lambda plan: plan.id)
def test_no_outfit_buys_what_has_no_effect_on_the_board(plan: OutfitPlan) -> None:
    for board, escapes in (("waspworth", True), ("dual", False)):
        seen = observe(new_referee(["human"] * 2, 1, None, board, quick=False).state, 0)
        catalog = seen.setup.catalog
        bought = {
            catalog.items[step.item].id
            for step in next_steps(plan, seen, range(len(catalog.items)))
        }
        wanted = any("vacuum-tube-escape" in place.cards for place in plan.places)
        assert ("vacuum-tube-escape" in bought) == (escapes and wanted)
