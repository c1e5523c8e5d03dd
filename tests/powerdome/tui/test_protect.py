"""Protection on the screen: the pool, whose turn it is, what is final (E.2, PD-CULL)."""

from __future__ import annotations

import pytest
from powerdome.tui.driving import SIZES, a_game, fits, on_screen, play_to, press, text_of, top

from deathdome.powerdome.model.answers import Protection
from deathdome.powerdome.model.asks import AskKind


@pytest.mark.parametrize("size", SIZES)
async def test_the_pool_names_who_named_each_power(size: tuple[int, int]) -> None:
    host = a_game(seed=0)  # with a pool that fits the smaller screen
    play_to(host, AskKind.PROTECT)
    state = host.view(0)
    async with on_screen(host, size) as (app, pilot):
        assert top(app) == "ProtectScreen"
        fits(app)
        rows = text_of(app).splitlines()
        for power in state.progress.pool:
            entry = state.now.tome.powers[power]
            row = next(row for row in rows if f" {entry.no} {entry.name} " in row)
            names = ["You", *host.names[1:]]
            for name, three in zip(names, state.nominations, strict=True):
                assert (name in row) == (power in three)
        assert "0 of 8 slots protected" in text_of(app)
        assert "[You]" in text_of(app)
        assert "A protection costs 5" in text_of(app)
        await press(app, pilot, "p")
        assert "You keep 95" in text_of(app)


async def test_a_protection_is_paid_for_after_a_question() -> None:
    host = a_game(seed=3)
    play_to(host, AskKind.PROTECT)
    first = host.view(0).progress.pool[0]
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, "p", "enter")  # the harmless row comes first
        assert host.view(0).progress.protected == ()
        await press(app, pilot, "p", "down", "enter")
        assert (first, 0) in host.view(0).progress.protected
        assert host.view(0).now.characters[0].vitality == 95
        assert top(app) == "ProtectScreen"
        assert "1 of 8 slots protected" in text_of(app)
        await press(app, pilot, "p")
        assert "is protected already. Protect another power" in " ".join(text_of(app).split())


async def test_a_pass_is_final_after_a_question_that_says_so() -> None:
    host = a_game(seed=3)
    play_to(host, AskKind.PROTECT)
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, "x")
        assert "You can protect no more powers" in text_of(app)
        await press(app, pilot, "down", "enter")
        assert top(app) != "ProtectScreen"
        given = [one for entry in host.referee.journal for one in entry if entry.seat == 0]
        assert Protection(None) in given
