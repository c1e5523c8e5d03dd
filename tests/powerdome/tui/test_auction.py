"""The show of the bids: every lot with its sums, the coin only for ties, the result (E.3)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.driving import (
    SIZES,
    a_game,
    fits,
    on_screen,
    play_to,
    press,
    settled,
    text_of,
    top,
    until,
)

from deathdome.powerdome.bots.random_bot import random_answer
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import BidsShown, Offered, Won
from deathdome.powerdome.model.options import VITALITY
from deathdome.powerdome.play.auction_cards import Lot, lots_of
from deathdome.powerdome.tui.flow import next_show
from deathdome.powerdome.tui.presenters.auction import AuctionScene
from deathdome.stage.text import columns_of
from deathdome.stage.text import text_of as plain

if TYPE_CHECKING:
    from deathdome.powerdome.play.host import GameHost


def after_the_auction(seats: str, seed: int, bids: str) -> tuple[GameHost, list[Lot]]:
    host = a_game(seats, seed, {"bids": bids})
    dice = Random(seed)
    play_to(host, AskKind.TRADE, lambda view, ask: random_answer(view, ask, dice))
    events = host.referee.events
    first = next(at for at, one in enumerate(events) if isinstance(one, BidsShown))
    show = next_show(events, first)
    assert show is not None
    assert (show.page, show.first) == ("auction", first)
    return host, lots_of(events, show.first, show.end)


@pytest.mark.parametrize("bids", ["covered", "free"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_lots_add_up_to_what_the_players_own(seats: int, bids: str) -> None:
    for seed in range(8):
        host, lots = after_the_auction(",".join(["human", *["random"] * (seats - 1)]), seed, bids)
        events = host.referee.events
        if any(isinstance(one, Offered) for one in events):
            continue
        now = host.state.now
        assert len(lots) == 2 * seats
        assert lots[-1].after == tuple(now.characters[seat].vitality for seat in range(seats))
        for seat in range(seats):
            assert [lot.power for lot in lots if lot.winner == seat] == now.hands[seat]
        for lot in lots:
            able = [bid for seat, bid in enumerate(lot.bids) if bid and not lot.void(seat)]
            assert lot.price == max(able, default=0)
            assert all(0 <= have <= VITALITY for have in lot.after)
            assert (len(lot.tied) > 1) == (able.count(lot.price) > 1)


@pytest.mark.parametrize("width", [78, 118])
@pytest.mark.parametrize("seats", [2, 6])
def test_every_picture_of_every_slide_fits(seats: int, width: int) -> None:
    room = 22 if width < 100 else 38
    ties = 0
    for seed in range(6):
        host, lots = after_the_auction(",".join(["human", *["random"] * (seats - 1)]), seed, "free")
        scene = AuctionScene(lots, host.state.now.tome, host.names, width, " ")
        for at in range(len(lots) + 1):
            for step in range(11):
                rows = scene.rows(at, step / 10, room)
                assert len(rows) <= room
                assert all(columns_of(plain(row)) <= width for row in rows)
                words = "\n".join(map(plain, rows))
                tied = at < len(lots) and bool(lots[at].tied)
                ties += tied
                assert ("The coin turns" in words) == (tied and 0.35 <= step / 10 < 0.75)
    assert ties


def test_nothing_tells_the_winner_before_the_coin_falls() -> None:
    lot = Lot(0, (7, 7), (50, 40), winner=1, price=7, tied=(0, 1))
    host = a_game("human,easy")
    scene = AuctionScene([lot], host.state.now.tome, host.names, 78, " ")
    early = scene.rows(0, 0.3, 22)
    other = AuctionScene([lot._replace(winner=0)], host.state.now.tome, host.names, 78, " ")
    assert early == other.rows(0, 0.3, 22)
    assert scene.rows(0, 1.0, 22) != other.rows(0, 1.0, 22)


@pytest.mark.parametrize("size", SIZES)
async def test_the_show_comes_before_the_next_question(size: tuple[int, int]) -> None:
    host = a_game(seed=3)
    play_to(host, AskKind.BID)
    async with on_screen(host, size) as (app, pilot):
        await press(app, pilot, "9", "down", "1", "2", "c")
        assert top(app) == "AuctionScreen"
        shown = []
        for _ in range(8):
            fits(app)
            shown.append(text_of(app))
            await press(app, pilot, "enter")
        for event in host.referee.events:
            if isinstance(event, Won):
                name = host.state.now.tome.powers[event.power].name.upper()
                assert any(name in page for page in shown)
        assert "THE AUCTION IS OVER" in text_of(app)
        fits(app)
        await press(app, pilot, "enter")
        assert top(app) != "AuctionScreen"


async def test_any_key_ends_an_animation_and_s_goes_to_the_result() -> None:
    host = a_game(seed=3)
    play_to(host, AskKind.BID)
    async with on_screen(host, animation=True) as (app, pilot):
        await press(app, pilot, "9", "c")
        await until(app, pilot, lambda: top(app) == "AuctionScreen")
        assert "any key skip" in text_of(app)
        await press(app, pilot, "s")  # only skips
        assert "power 1 of 8" in text_of(app)
        await press(app, pilot, "s")
        assert "THE AUCTION IS OVER" in text_of(app)
        await press(app, pilot, "left", "enter")
        await settled(app, pilot)
        assert "THE AUCTION IS OVER" in text_of(app) or "any key" in text_of(app)
