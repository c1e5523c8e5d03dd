"""Everything is reached by keyboard, by mouse and by the palette: real clicks on real screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import card_id, scene
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets import Input
from tui.props import Stage, dealt, on_stage
from tui.test_title import title, until

from deathdome.content.lessons import lesson_paths
from deathdome.settings import load
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.keys.keyset import MOVES
from deathdome.stage.screens.page import ReadScreen
from deathdome.tui.keys import keyset
from deathdome.tui.keys.keyset import PRESETS, TABLE, Keyset
from deathdome.tui.keys.table import Context
from deathdome.tui.palette import STEERING, Commands, Palette
from deathdome.tui.screens.end import EndScreen, LastBoardScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.lessons import LessonsScreen
from deathdome.tui.screens.log import LogScreen
from deathdome.tui.screens.lookup import CardsScreen, RulesScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.options import OptionsScreen
from deathdome.tui.screens.page import HelpScreen
from deathdome.tui.screens.setup import SetupScreen
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RIGHT = 3


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    before = keyset.in_use()
    yield
    keyset.use(before)


async def click(stage: Stage, words: str, button: int = 1) -> None:
    """Clicks on these words, wherever they stand."""
    rows = stage.text.split("\n")
    found = [(row.index(words), at) for at, row in enumerate(rows) if words in row]
    assert found, f"no {words!r} in\n{stage.text}"
    await stage.pilot.click(offset=found[0], button=button)
    await stage.pilot.pause()


def on_top(stage: Stage, kind: type) -> bool:
    return isinstance(stage.app.screen, kind)


async def right(stage: Stage, at: tuple[int, int] = (20, 8)) -> None:
    await stage.pilot.click(offset=at, button=RIGHT)
    await stage.pilot.pause()


async def wheel(stage: Stage, by: int, at: tuple[int, int] = (10, 8)) -> None:
    kind = MouseScrollUp if by < 0 else MouseScrollDown
    await stage.pilot._post_mouse_events([kind], offset=at, button=0)
    await stage.pilot.pause()


def space_at(name: str) -> tuple[int, int]:
    """Return the place of a space of the board on the screen."""
    return 3 + 2 * (ord(name[0]) - ord("a")), 1 + int(name[1:])


def arena() -> dict[str, str]:
    return {"red warrior": "e4", "blue gunner": "e3"}


# -- each kind of answer ----------------------------------------------------------------------


async def test_a_walk_is_clicked() -> None:
    match = scene(units={"red warrior": "e4"})
    async with on_stage(match) as stage:
        for _ in range(2):
            await stage.pilot.click(offset=space_at("g4"))
            await stage.pilot.pause()
        assert stage.true.space[0] == match.space("g4")


async def test_a_target_is_clicked_and_the_weapon_in_the_list() -> None:
    match = scene(units=arena(), active="red warrior")
    async with on_stage(match) as stage:
        for _ in range(2):
            await stage.pilot.click(offset=space_at("e3"))
            await stage.pilot.pause()
        assert stage.interaction.menu is not None
        ply = stage.true.ply
        await click(stage, "attack Blue's Gunner")
        assert stage.true.ply > ply


async def test_cards_are_ticked_and_committed_with_clicks() -> None:
    match = scene(units=arena(), hands={"red": ["crowd-roar"]}, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("a", "enter")
        assert "[ ]" in stage.text
        await click(stage, "Crowd Roar")
        assert "[x]" in stage.text
        await click(stage, "Enter play  n")
        assert card_id("crowd-roar") not in stage.true.hands[0]


async def test_a_list_is_scrolled_by_the_wheel_and_left_by_the_right_button() -> None:
    match = scene(units=arena(), hands={"red": ["triple-shift"]}, active="red warrior")
    async with on_stage(match) as stage:
        await click(stage, "a attack")
        assert stage.interaction.menu is not None
        before = stage.interaction.menu.index
        await wheel(stage, 1)
        assert len(stage.interaction.menu.entries) == 1 or stage.interaction.menu.index != before
        await right(stage)
        assert stage.interaction.menu is None


async def test_the_store_is_used_with_the_mouse_alone() -> None:
    referee, managers = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), managers) as stage:
        assert isinstance(stage.app.screen, ShopScreen)
        await wheel(stage, 1)
        await click(stage, "Whoopee Maul")
        assert len(stage.app.screen.store.staged) == 2, "the bar stood there: a click buys"
        await click(stage, "u undo ")
        assert not stage.app.screen.store.staged
        await click(stage, "e pass ")
        await right(stage)
        assert stage.true.credits[0] == 2_000_000


# -- pages and menus --------------------------------------------------------------------------


async def test_tabs_are_clicked() -> None:
    async with on_stage(scene(units=arena(), hands={"red": ["crowd-roar"]})) as stage:
        await click(stage, "Tab panel")
        assert "[HAND]" in stage.text
        await click(stage, "log teams")
        assert "[LOG]" in stage.text
        await click(stage, "hand [LOG]")
        assert "[HAND]" in stage.text
        assert "Crowd Roar" in stage.text
        await click(stage, "teams")
        assert "[TEAMS]" in stage.text
        await click(stage, "info")
        assert "[TEAMS]" not in stage.text  # the first page needs no tabs
        assert "HAND" in stage.text


async def test_the_wheel_opens_the_log_and_the_right_button_goes_back_from_every_page() -> None:
    async with on_stage(scene(units=arena())) as stage:
        await wheel(stage, -1)
        assert on_top(stage, LogScreen)
        await right(stage)
        pages: dict[str, type] = {
            "question_mark": HelpScreen,
            "i": ReadScreen,
            "q": LeaveScreen,
            "slash": CardsScreen,
            "O": OptionsScreen,
        }
        for key, kind in pages.items():
            await stage.press(key)
            assert on_top(stage, kind)
            await right(stage)
            assert on_top(stage, MatchScreen), key
        await stage.press("slash")
        await click(stage, "Esc back")
        assert on_top(stage, MatchScreen)


async def test_a_click_on_a_bar_picks_nothing_in_the_list() -> None:
    async with on_stage(scene(units=arena())) as stage:
        await stage.press("e", "e", "l")
        screen = stage.app.screen
        assert isinstance(screen, LogScreen)
        before = screen.index
        await stage.pilot.click(offset=(70, 0))
        await stage.pilot.click(offset=(78, 23))
        await stage.pilot.pause()
        assert screen.index == before
        await click(stage, "Esc back")
        assert isinstance(stage.app.screen, MatchScreen)


async def test_menus_and_forms_are_clicked() -> None:
    async with title() as (stage, lobby):
        await click(stage, "New match")
        await click(stage, "New match")
        await until(stage, SetupScreen)
        await click(stage, "Rounds")
        await click(stage, "Rounds")
        assert "< 3 >" in stage.text
        await wheel(stage, -1)
        await right(stage)
        await until(stage, TitleScreen)
        await click(stage, "Quick match")
        await click(stage, "Quick match")
        await until(stage, MatchScreen)
        await click(stage, "? keys")
        assert isinstance(stage.app.screen, HelpScreen)
        assert lobby.opened[0].quick


# -- the palette ------------------------------------------------------------------------------


def offered(stage: Stage) -> set[str]:
    """Return the entries of the palette over the current screen."""
    screen = stage.app.screen
    assert isinstance(screen, BaseScreen)
    return {command.words for command in Commands(screen).commands()}


async def covers(stage: Stage) -> str:
    """True if the palette has every key that works on this screen, and can be clicked open."""
    screen = stage.app.screen
    assert isinstance(screen, BaseScreen)
    idle = frozenset(screen.unavailable())
    wanted = {
        key.help
        for key in keyset.in_use().keys
        if screen.context in key.contexts and key.id not in idle | STEERING | MOVES
    }
    assert wanted <= offered(stage)
    context = screen.context
    if isinstance(screen, TitleScreen):  # its logo takes the place of the status row
        await stage.press("colon")
    else:
        await stage.pilot.click(offset=(3, 0))
    await stage.pilot.pause()
    assert on_top(stage, Palette), context
    await stage.press("escape")
    if on_top(stage, Palette):
        await stage.press("escape")
    assert stage.app.screen_stack[-1] is screen
    return context


async def test_the_palette_has_every_key_of_a_match() -> None:
    met = set()
    match = scene(units=arena(), hands={"red": ["crowd-roar"]}, active="red warrior")
    async with on_stage(match) as stage:
        met.add(await covers(stage))
        await stage.press("a")
        met.add(await covers(stage))
        await stage.press("enter")
        met.add(await covers(stage))
    async with on_stage(scene(round=6, phases=0)) as stage:
        for _ in range(12):
            await stage.press("enter" if stage.interaction.menu else "e")
        assert isinstance(stage.app.screen, EndScreen)
        met.add(await covers(stage))
        await stage.press("enter")
        assert isinstance(stage.app.screen, LastBoardScreen)
        met.add(await covers(stage))
    expected = {Context.BOARD, Context.LIST, Context.CARDS, Context.END, Context.LAST_BOARD}
    assert met == expected


async def test_the_palette_has_every_key_of_the_store_and_of_menus() -> None:
    referee, managers = dealt(quick=False)
    met = set()
    async with on_stage(referee, ("human", "greedy"), managers) as stage:
        met.add(await covers(stage))
        await stage.press("enter", "tab")
        met.add(await covers(stage))
    async with title() as (stage, _):
        met.add(await covers(stage))
        await stage.press("down", "enter")
        await until(stage, SetupScreen)
        met.add(await covers(stage))
    assert met == {Context.STORE, Context.TEAM, Context.MENU, Context.FORM}


async def test_the_palette_has_every_screen_every_lesson_and_every_option() -> None:
    async with title() as (stage, _):
        words = offered(stage)
        places = ("New match", "Hot-seat", "Matches", "Lessons", "Cards", "Rules", "Options")
        assert set(places) <= words
        assert sum(word.startswith("Lesson ") for word in words) == len(lesson_paths())
        for theme in ("dark", "light", "contrast", "blue-orange", "terminal"):
            assert f"Theme: {theme}" in words
        for preset in PRESETS:
            assert f"Keys: {preset}" in words
        assert {
            "Curtain: on",
            "Curtain: off",
            "Mouse: off",
            "Speed of managers' turns: 4x",
        } <= words
        for place, kind in (
            ("Rules", RulesScreen),
            ("Lessons", LessonsScreen),
            ("Options", OptionsScreen),
            ("New match", SetupScreen),
        ):
            await stage.press("colon")
            stage.app.screen.query_one(Input).value = place
            await stage.press("enter")
            await stage.press("enter") if isinstance(stage.app.screen, Palette) else None
            await until(stage, kind)
            await right(stage)
            await until(stage, TitleScreen)


async def test_an_option_that_the_palette_changes_is_kept() -> None:
    async with on_stage(scene(units=arena())) as stage:
        screen = stage.app.screen
        assert isinstance(screen, BaseScreen)
        commands = {command.words: command for command in Commands(screen).commands()}
        commands["Keys: vi"].act()
        assert stage.app.settings.options.keys.preset == "vi"
        assert load(TABLE).options.keys.preset == "vi"
        commands = {command.words: command for command in Commands(screen).commands()}
        assert commands["Keys: vi"].help == "in use now"


async def test_a_match_that_is_not_kept_is_not_left_by_the_palette() -> None:
    async with on_stage(scene(units=arena())) as stage:
        words = offered(stage)
        assert "New match" not in words
        assert not any(word.startswith("Lesson") for word in words)
        assert "Theme: light" in words


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_palette_does_not_reach_is_in_the_key_bar(preset: str) -> None:
    """Without a palette, every key but those that steer can be clicked in the bar."""
    keys = Keyset(preset)
    named = {context for key in keys.keys if key.id == "palette" for context in key.contexts}
    for context in set(Context) - named:
        here = [key for key in keys.keys if context in key.contexts]
        shown = {action for action, _, _ in keys.bar_items(context, 80)}
        missing = {key.id for key in here} - shown - STEERING - MOVES
        # The key that opened the page of odds closes it, as Esc does.
        assert missing <= {"odds"}, (context, missing)
