"""The exchange on the screen: offers, replies, counter-offers, discards (PD-EXCHANGE, AM-6)."""

from __future__ import annotations

from functools import partial
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
    text_of,
    top,
    type_text,
)

from deathdome.powerdome.bots.random_bot import random_answer
from deathdome.powerdome.model.answers import Discards, Offer, Reply, Trade
from deathdome.powerdome.model.asks import AskKind

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.play.host import GameHost

KEYS = (
    *("up", "down", "left", "right", "pageup", "pagedown", "enter", "c", "u", "U", "x"),
    *("y", "n", "o", "escape", "backspace", "1", "5", "0", "tab"),
)


def at_question(kind: AskKind, seed: int = 3, bots: str = "random,random") -> GameHost:
    """Return a game at a question of the exchange; the person buys and offers at random."""
    for more in range(30):
        host = a_game(f"human,{bots}", seed + more)
        dice = Random(seed)
        try:
            play_to(host, kind, partial(random_answer, dice=dice))
        except AssertionError:
            continue
        if host.state.now.hands[0]:
            return host
    raise AssertionError(kind)


def given(host: GameHost) -> list[Answer]:
    return [entry.answer for entry in host.referee.journal if entry.seat == 0]


@pytest.mark.parametrize("size", SIZES)
async def test_an_offer_is_put_together_and_made(size: tuple[int, int]) -> None:
    host = at_question(AskKind.TRADE)
    mine = host.state.now.hands[0][0]
    async with on_screen(host, size) as (app, pilot):
        assert top(app) == "TradeScreen"
        left = 3 - host.state.progress.offers[0]
        assert f"{left} of 3 offers left" in text_of(app)
        await press(app, pilot, "right")  # the other rival
        await press(app, pilot, "down", "enter")
        for _ in range(20):
            if "> vitality" in text_of(app):
                break
            await press(app, pilot, "down")
        await press(app, pilot, "1", "right", "down", "enter")
        await type_text(app, pilot, "peace")
        fits(app)
        await press(app, pilot, "up", "right", "up", "up", "up", "up")
        for _ in range(30):
            if "> reason" in text_of(app):
                break
            await press(app, pilot, "down")
        await press(app, pilot, "enter")
        await type_text(app, pilot, "you need it")
        await press(app, pilot, "c")
        assert "Offer something for nothing?" in text_of(app)
        assert given(host)[-1:] != [Offer(None)]
        await press(app, pilot, "down", "enter")
        trade = next(one.trade for one in given(host)[::-1] if isinstance(one, Offer))
        assert trade is not None
        assert trade.to == 2
        assert trade.give.powers == (mine,)
        assert trade.give.vitality in (2, 3)
        assert trade.give.promise == "peace"
        assert trade.reason == "you need it"


async def test_an_empty_offer_is_refused_and_a_pass_offers_nothing() -> None:
    host = at_question(AskKind.TRADE)
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, "c")
        assert "Add a power, vitality or a promise." in text_of(app)
        await press(app, pilot, "down", "enter", "x")
        assert "Pass without this offer?" in text_of(app)
        await press(app, pilot, "enter", "u", "x")
        assert given(host)[-1] == Offer(None)


@pytest.mark.parametrize("size", SIZES)
async def test_an_offer_to_you_is_there_in_full(size: tuple[int, int]) -> None:
    host = at_question(AskKind.REPLY)
    table = host.view(0).progress.table
    assert table is not None
    maker, trade = table
    async with on_screen(host, size) as (app, pilot):
        assert top(app) == "ReplyScreen"
        fits(app)
        shown = text_of(app)
        assert f"Answer the offer of {host.names[maker]}" in shown
        for power in (*trade.give.powers, *trade.want.powers):
            assert host.state.now.tome.powers[power].name in shown
        assert (trade.reason or "gives no reason") in shown
        assert "Vitality after it" in shown
        await press(app, pilot, "c", "enter")  # neither is a reply
        assert top(app) == "ReplyScreen"
        await press(app, pilot, "y")
        assert given(host)[-1] == Reply(accept=True)


async def test_a_counter_offer_begins_as_the_same_trade() -> None:
    host = at_question(AskKind.REPLY)
    table = host.view(0).progress.table
    assert table is not None
    maker, trade = table
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, "o")
        assert "with an offer of your own" in text_of(app)
        await press(app, pilot, "x", "o", "c")
        expected = Trade(maker, trade.want, trade.give)
        assert given(host)[-1] == Reply(accept=False, counter=expected) or "You can't" in text_of(
            app
        )


@pytest.mark.parametrize("kind", [AskKind.TRADE, AskKind.REPLY])
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_pressed_the_exchange_stays_legal(kind: AskKind, seed: int) -> None:
    rng = Random(seed)
    host = at_question(kind, seed * 7)
    async with on_screen(host, rng.choice(SIZES)) as (app, pilot):
        for _ in range(60):
            await press(app, pilot, rng.choice(KEYS))
            fits(app)
        state = host.state.now
        assert all(one.vitality >= 0 for one in state.characters[: state.seats] if one.alive)


async def test_marked_powers_are_discarded_after_a_question() -> None:
    host = at_question(AskKind.DISCARD)
    first = host.state.now.hands[0][0]
    async with on_screen(host) as (app, pilot):
        while top(app) == "AuctionScreen":
            await press(app, pilot, "S", "enter")
        await press(app, pilot, "enter", "u", "r", "c")
        assert "They leave the game" in text_of(app)
        await press(app, pilot, "down", "enter")
        assert Discards((first,)) in given(host)
