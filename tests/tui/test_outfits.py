"""Ready-made outfits: one key chooses one, and Enter buys it turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.props import dealt, on_stage

from deathdome.content.outfits import outfit_plans
from deathdome.model.frames import Purchase
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from tui.props import Stage

    from deathdome.tui.store_interaction import StoreInteraction

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
