"""The title of PowerDome: new games, today's table, saved games (AM-4, AM-12, D.1)."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.driving import SIZES, fits, press, settled, text_of, top, type_text, until

from deathdome.cli.powerdome_lobby import LocalLobby
from deathdome.powerdome.bots.personality import drawn
from deathdome.powerdome.play.lobby import Wishes, todays
from deathdome.powerdome.play.referee import bot_seed
from deathdome.powerdome.text.title_screens import TRAITS
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.settings import Options
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from textual.pilot import Pilot

    from deathdome.powerdome.play.host import GameHost

FORM_KEYS = ("up", "down", "left", "right", "right", "escape", "enter", "T")


@asynccontextmanager
async def the_title(
    size: tuple[int, int] = SIZES[0],
) -> AsyncIterator[tuple[PowerDomeApp, Pilot[None]]]:
    app = PowerDomeApp(lobby=LocalLobby(), has_first_game=True)
    app.settings = DisplaySettings(options=replace(Options(), animation="none"), glyphs=SHAPES)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield app, pilot


async def choose(app: PowerDomeApp, pilot: Pilot[None], words: str) -> None:
    """Choose the row with these words."""
    await go_to(app, pilot, words)
    await press(app, pilot, "enter")


async def go_to(app: PowerDomeApp, pilot: Pilot[None], words: str) -> None:
    """Move the bar to the row with these words."""
    for _ in range(30):
        if any(words in row for row in text_of(app).splitlines() if _highlighted(row)):
            return
        await press(app, pilot, "down")
    raise AssertionError(words)


def _highlighted(row: str) -> bool:
    return row.strip()[:1] in ("\N{BLACK RIGHT-POINTING SMALL TRIANGLE}", ">")


@pytest.mark.parametrize("size", SIZES)
async def test_the_title_fits_and_names_its_rows(size: tuple[int, int]) -> None:
    async with the_title(size) as (app, pilot):
        fits(app)
        shown = text_of(app)
        for words in ("New game", "Today's table", "Saved games", "Watch bots", "Quit"):
            assert words in shown
        assert "2 to 6 players" in shown
        assert "Continue" not in shown
        await choose(app, pilot, "New game")
        await choose(app, pilot, "Begin")
        await press(app, pilot, "q", "q")
        assert "Continue" in text_of(app)
        await press(app, pilot, "up", "up", "up")
        await choose(app, pilot, "Continue")
        assert top(app) == "NominateScreen"


async def test_a_new_game_has_the_players_and_rules_of_the_form() -> None:
    async with the_title() as (app, pilot):
        await choose(app, pilot, "New game")
        assert "addition of ours" not in text_of(app)
        await press(app, pilot, "down", "left")  # three players
        await press(app, pilot, "down", "enter")
        await type_text(app, pilot, "Abbot")
        await press(app, pilot, "down", "left")  # easy
        await choose(app, pilot, "First to act")
        await choose(app, pilot, "Closing dome")
        assert "addition of ours" in " ".join(text_of(app).split())
        await choose(app, pilot, "Rounds at most")
        await choose(app, pilot, "Bids")
        await choose(app, pilot, "Targets are chosen")
        await choose(app, pilot, "Setting")
        await choose(app, pilot, "Seed")
        await type_text(app, pilot, "77")
        fits(app)
        await choose(app, pilot, "Begin")
        host = app.host
        assert host.players == ("human", "easy", "normal")
        assert host.names[0] == "Abbot"
        assert len(set(host.names)) == 3
        assert host.referee.seed == 77
        assert host.setting == "court"
        options = host.state.options
        assert (options.initiative, options.closing_dome) == ("low", False)
        assert (options.bids, options.declare, options.max_rounds) == ("free", "combat", 80)


async def test_the_form_names_the_traits_that_the_bots_will_have() -> None:
    async with the_title((120, 40)) as (app, pilot):
        await choose(app, pilot, "New game")
        rows = [row for row in text_of(app).splitlines() if "< normal, " in row]
        assert len(rows) == 3
        await choose(app, pilot, "Begin")
        host = app.host
        for seat, row in zip((1, 2, 3), rows, strict=True):
            trait = drawn(bot_seed(host.referee.seed, seat)).strongest
            assert f"< normal, {TRAITS[trait]} >" in row


async def test_a_name_that_cannot_be_is_refused_and_the_form_stays() -> None:
    async with the_title() as (app, pilot):
        await choose(app, pilot, "New game")
        await press(app, pilot, "down", "down", "enter", *";;", "enter")
        assert top(app) == "SetupScreen"
        await choose(app, pilot, "Begin")
        assert app.host.names[0] == "Player"


def test_todays_table_is_the_same_for_all_of_a_day() -> None:
    one, other = todays(date(2026, 11, 27)), todays(date(2026, 11, 28))
    assert one == todays(date(2026, 11, 27))
    assert one.seed != other.seed
    assert LocalLobby().begin(one).referee.seed == one.seed


async def test_bots_alone_can_be_watched() -> None:
    async with the_title() as (app, pilot):
        await go_to(app, pilot, "Watch bots")
        await pilot.press("enter")
        await until(app, pilot, lambda: app.in_game)
        assert app.host.people == ()


async def test_saved_games_are_resumed_and_deleted_after_a_question() -> None:
    lobby = LocalLobby()
    hosts: list[GameHost] = [lobby.begin(Wishes(("human", "easy"), seed=n)) for n in (1, 2)]
    for host in hosts:
        host.close()
    async with the_title() as (app, pilot):
        await choose(app, pilot, "Saved games")
        assert text_of(app).count("unfinished  ") == 2
        await press(app, pilot, "x")
        assert "Delete this game?" in text_of(app)
        await press(app, pilot, "enter")
        assert len(lobby.games()) == 2
        await press(app, pilot, "x", "down", "enter")
        assert len(lobby.games()) == 1
        await press(app, pilot, "w")
        assert top(app) == "WatchScreen"
        await press(app, pilot, "escape", "g")
        assert top(app) == "NominateScreen"
        await press(app, pilot, "q", "q")
        await choose(app, pilot, "Saved games")
        await press(app, pilot, "x", "down", "enter")
        assert "No game has been saved yet." in text_of(app)
        await press(app, pilot, "x", "g", "enter")
        assert top(app) == "TitleScreen"


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_chosen_in_the_form_the_game_begins(seed: int) -> None:
    rng = Random(seed)
    async with the_title(rng.choice(SIZES)) as (app, pilot):
        await choose(app, pilot, "New game")
        for _ in range(60):
            key = rng.choice(FORM_KEYS)
            if top(app) == "AskScreen":
                key = rng.choice(("escape", "a", "7", "enter"))
            elif top(app) == "SetupScreen" and key == "escape":
                continue
            await pilot.press(key)
            await pilot.pause()
            if app.in_game:
                return
            fits(app)
        await go_to(app, pilot, "Begin")
        await pilot.press("enter")
        await until(app, pilot, lambda: app.in_game)


@pytest.mark.parametrize("page", ["New game", "Saved games"])
async def test_leaving_a_page_leads_to_the_title_of_this_game(page: str) -> None:
    async with the_title() as (app, pilot):
        app.has_first_game = True
        await choose(app, pilot, page)
        await press(app, pilot, "q")
        assert top(app) == "TitleScreen"
        assert not app.first_game_wanted
