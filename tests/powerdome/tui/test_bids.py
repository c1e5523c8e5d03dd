"""The bid sheet on the screen: typed and stepped numbers, the sum, refusals (E.3, AM-3)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.driving import SIZES, a_game, fits, on_screen, play_to, press, text_of, top

from deathdome.powerdome.model.answers import Bids
from deathdome.powerdome.model.asks import AskKind

if TYPE_CHECKING:
    from deathdome.powerdome.play.host import GameHost

KEYS = (
    *("up", "down", "left", "right", "pageup", "pagedown", "enter", "c", "u", "U", "backspace"),
    *"0123456789",
)


def at_bids(seed: int = 3, **options: str) -> GameHost:
    host = a_game(seed=seed, options=options)
    play_to(host, AskKind.BID)
    return host


@pytest.mark.parametrize("size", SIZES)
async def test_bids_are_stepped_and_typed(size: tuple[int, int]) -> None:
    host = at_bids()
    slots = host.state.slots
    async with on_screen(host, size) as (app, pilot):
        assert top(app) == "BidsScreen"
        await press(app, pilot, "right", "right", "left", "down", "plus", "enter", "1", "2")
        assert "Bid in all 18. Left if all win: 82." in text_of(app)
        fits(app)
        await press(app, pilot, "backspace", "7", "up", "minus", "c")
        given = [entry.answer for entry in host.referee.journal if entry.seat == 0]
        assert Bids({slots[0]: 1, slots[2]: 17}) in given


async def test_a_typed_number_is_one_change() -> None:
    async with on_screen(at_bids()) as (app, pilot):
        await press(app, pilot, "4", "1", "up", "down", "7")
        assert "Bid in all 7." in text_of(app)
        await press(app, pilot, "u")
        assert "Bid in all 41." in text_of(app)
        await press(app, pilot, "u")
        assert "Bid in all 0." in text_of(app)
        await press(app, pilot, "r")
        assert "Bid in all 41." in text_of(app)


async def test_the_sum_is_at_most_the_vitality() -> None:
    async with on_screen(at_bids()) as (app, pilot):
        await press(app, pilot, "6", "0")
        assert "You would fight with less than 50." in text_of(app)
        await press(app, pilot, "down", "4", "1")
        shown = " ".join(text_of(app).split())
        assert "the bids add up to 101, and 100 vitality is there to pay. Lower" in shown
        assert "Bid in all 64." in shown


async def test_free_bids_may_be_more_and_the_form_says_how() -> None:
    host = at_bids(bids="free")
    async with on_screen(host) as (app, pilot):
        assert "that can still pay" in " ".join(text_of(app).split())
        await press(app, pilot, "6", "0", "down", "5", "0")
        assert "Bid in all 110, 10 more than your vitality." in text_of(app)
        fits(app)
        await press(app, pilot, "c")
        given = [entry.answer for entry in host.referee.journal if entry.seat == 0]
        assert [60, 50] in [list(one.amounts.values()) for one in given if isinstance(one, Bids)]


async def test_a_modifier_takes_no_bid() -> None:
    for seed in range(40):
        host = at_bids(seed)
        powers = host.state.now.tome.powers
        at = next((n for n, slot in enumerate(host.state.slots) if powers[slot].modifier), None)
        if at is not None:
            break
    assert at is not None
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, *["down"] * at, "5")
        assert "is a modifier and takes no bids." in text_of(app)
        assert "Bid in all 0." in text_of(app)


async def test_a_sheet_without_bids_is_asked_about() -> None:
    host = at_bids()
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, "c")
        assert "Hand in a sheet without bids?" in text_of(app)
        await press(app, pilot, "enter")
        assert top(app) == "BidsScreen"
        await press(app, pilot, "c", "down", "enter")
        assert top(app) != "BidsScreen"


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_pressed_the_bids_are_legal(seed: int) -> None:
    rng = Random(seed)
    host = at_bids(seed, bids=rng.choice(("free", "covered")))
    before = len(host.referee.journal)
    async with on_screen(host, rng.choice(SIZES)) as (app, pilot):
        for _ in range(50):
            await press(app, pilot, rng.choice(KEYS))
            fits(app)
            if len(host.referee.journal) > before:
                break


async def test_a_nought_on_an_empty_bid_undoes_nothing() -> None:
    async with on_screen(at_bids()) as (app, pilot):
        await press(app, pilot, "4", "1", "down", "0", "7")
        assert "Bid in all 48." in text_of(app)
        await press(app, pilot, "u")
        assert "Bid in all 41." in text_of(app)
