"""Nomination on the screen: the list, its filters, the choice of three (E.2, PD-NOMINATE)."""

from __future__ import annotations

from random import Random

import pytest
from powerdome.tui.driving import SIZES, a_game, fits, on_screen, press, text_of, top, type_text

from deathdome.powerdome.model.answers import Nomination
from deathdome.powerdome.text.tome import kinds_of
from deathdome.powerdome.tui.screens.nominate import NominateScreen

KEYS = (
    *("up", "down", "left", "right", "pageup", "pagedown", "enter", "enter", "u", "U", "r", "c"),
    *("slash", "question_mark", "escape", "T", "x"),
)


@pytest.mark.parametrize("size", SIZES)
async def test_three_powers_are_chosen_and_handed_in(size: tuple[int, int]) -> None:
    host = a_game()
    async with on_screen(host, size) as (app, pilot):
        assert top(app) == "NominateScreen"
        assert "0 of 3 chosen" in text_of(app)
        await press(app, pilot, "enter", "down", "down", "enter", "c")
        assert "You can't: 3 powers are nominated, not 2. Name 3 different" in text_of(app)
        await press(app, pilot, "down", "enter", "c")
        assert top(app) != "NominateScreen"
        assert host.state.nominations[0] == (0, 2, 3)


@pytest.mark.parametrize("size", SIZES)
async def test_the_highlighted_power_is_there_in_full(size: tuple[int, int]) -> None:
    host = a_game()
    async with on_screen(host, size) as (app, pilot):
        for power in host.state.now.tome.powers:
            rows = text_of(app).splitlines()
            shown = " ".join(" ".join(row[0 if size == SIZES[0] else 76 :] for row in rows).split())
            assert f"{power.no} {power.name}" in shown
            assert power.text in shown
            fits(app)
            await pilot.press("down")
            await pilot.pause()


async def test_a_fourth_power_needs_a_place() -> None:
    host = a_game()
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, *["enter", "down"] * 4)
        assert "3 of 3 chosen" in text_of(app)
        await press(app, pilot, "up", "enter")
        assert "You have three." in text_of(app)
        await press(app, pilot, "u")
        assert "2 of 3 chosen" in text_of(app)
        await press(app, pilot, "enter")
        assert "3 of 3 chosen" in text_of(app)
        await press(app, pilot, "u", "u", "u", "u", "u")
        assert "nothing to undo" in text_of(app)
        await press(app, pilot, "U", "r", "r", "U")
        assert "nothing to redo" in text_of(app)


async def test_the_list_shows_a_kind_or_powers_with_words() -> None:
    host = a_game()
    tome = host.state.now.tome
    async with on_screen(host, (120, 40)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, NominateScreen)
        await press(app, pilot, "right", "right", "right")
        for one in screen.listed():
            assert "reactive" in kinds_of(tome.powers[one])
        await press(app, pilot, "left", "left", "left", "slash")
        await type_text(app, pilot, "hound")
        assert "Kennel Whistle" in text_of(app)
        assert len(screen.listed()) < 5
        await press(app, pilot, "slash", *["backspace"] * 5)
        await type_text(app, pilot, "zzz")
        assert "No power fits" in text_of(app)
        await press(app, pilot, "enter", "up", "down", "c")  # nothing is highlighted
        assert top(app) == "NominateScreen"


async def test_a_click_highlights_and_a_second_one_chooses() -> None:
    host = a_game()
    async with on_screen(host) as (app, pilot):
        rows = text_of(app).splitlines()
        at = next(y for y, row in enumerate(rows) if "Mirror Step" in row)
        await pilot.click(offset=(20, at))
        await pilot.pause()
        assert "0 of 3" in text_of(app)
        await pilot.click(offset=(20, at))
        await pilot.pause()
        assert "1 of 3" in text_of(app)
        assert "5 Mirror Step" in text_of(app).splitlines()[1]
        kinds = next(y for y, row in enumerate(rows) if "[all]" in row)
        await pilot.click(offset=(rows[kinds].index("reactive") + 1, kinds))
        await pilot.pause()
        assert "[reactive]" in text_of(app)


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_pressed_the_answer_is_legal(seed: int) -> None:
    rng = Random(seed)
    host = a_game(seed=seed)
    async with on_screen(host, rng.choice(SIZES)) as (app, pilot):
        for _ in range(60):
            await press(app, pilot, rng.choice(KEYS))
            fits(app)
            if top(app) != "NominateScreen":
                await press(app, pilot, "escape")
            if host.referee.journal:
                break
        given = [
            one for entry in host.referee.journal for one in entry if isinstance(one, Nomination)
        ]
        assert all(len(set(one.powers)) == 3 for one in given)


async def test_the_next_person_sees_nothing_of_a_nomination() -> None:
    host = a_game("human,human,easy")
    async with on_screen(host) as (app, pilot):
        assert "Pass the keyboard" in text_of(app)
        await press(app, pilot, host.key(0), "enter", "down", "enter", "down", "enter")
        assert "CHOSEN" in text_of(app)
        await press(app, pilot, "c")
        shown = text_of(app)
        assert "Pass the keyboard" in shown
        assert not any(power.name in shown for power in host.state.now.tome.powers[:3])
        await press(app, pilot, host.key(1))
        assert "0 of 3 chosen" in text_of(app)


@pytest.mark.parametrize("opens", ["u", "slash", "question_mark"])
async def test_a_suspended_program_shows_the_curtain_whatever_was_open(opens: str) -> None:
    host = a_game("human,human,easy")
    async with on_screen(host) as (app, pilot):
        await press(app, pilot, host.key(0), "enter", opens)
        app.before_suspending()
        await pilot.pause()
        shown = text_of(app)
        assert "Pass the keyboard" in shown
        assert not any(power.name in shown for power in host.state.now.tome.powers)
        await press(app, pilot, host.key(0))
        assert top(app) == "NominateScreen"
