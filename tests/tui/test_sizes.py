"""Terminals of every size: the board scrolls, the panel folds away, spaces grow."""

from __future__ import annotations

import re

import pytest
from scenes import scene
from tui.props import dealt, on_stage
from tui.test_title import choose, title

from deathdome.cli.sessions import new_referee
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.stage.screens.menu import MenuScreen
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.text import Span, line
from deathdome.stage.widgets.lines import Lines
from deathdome.tui.glyphs import SHAPES
from deathdome.tui.layout import can_zoom, layout_for
from deathdome.tui.presenters.board import Marks, board_picture
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.options import OptionsScreen
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.screens.title import TitleScreen
from deathdome.tui.widgets.dome_view import DomeView

DOME = (21, 21)


@pytest.mark.parametrize(
    ("size", "board"),
    [((80, 24), DOME), ((60, 18), DOME), ((120, 40), (40, 40)), ((150, 50), (40, 40))],
)
def test_no_part_is_larger_than_the_terminal(size: tuple[int, int], board: tuple[int, int]) -> None:
    for small in (False, True):
        for panel in (False, True):
            room = layout_for(size, board, small=small, panel=panel, header=2)
            across = room.board[0] + room.side[0] + room.teams[0] + sum(room.margins)
            assert across <= size[0]
            assert room.above + room.board[1] + room.hand[1] + room.brief + 3 <= size[1]
            assert room.side[0] >= 34 or (room.closable and not panel)


def test_the_smallest_complete_terminal_shows_the_whole_dome_and_the_panel() -> None:
    room = layout_for((80, 24), DOME)
    assert (room.board, room.side, room.brief) == ((45, 22), (35, 22), 0)


def test_spaces_grow_by_themselves_where_they_fit_beside_the_panel() -> None:
    assert not can_zoom((121, 47))
    assert not can_zoom((122, 46))
    assert layout_for((122, 47), DOME, header=2).zoom == 2
    assert layout_for((121, 47), DOME, header=2).zoom == 1
    assert layout_for((122, 47), DOME, header=2, small=True).zoom == 1
    assert layout_for((122, 47), (40, 40), header=2).zoom == 1


@pytest.mark.parametrize(
    ("size", "board", "own", "others"),
    [
        ((80, 24), 45, (45, 80), None),
        ((120, 40), 45, (0, 36), (85, 120)),
        ((160, 50), 87, (88, 124), (124, 160)),
        ((200, 60), 87, (0, 54), (146, 200)),
    ],
)
def test_board_and_panels_stand_where_the_design_puts_them(
    size: tuple[int, int],
    board: int,
    own: tuple[int, int],
    others: tuple[int, int] | None,
) -> None:
    room = layout_for(size, DOME, header=2 if size[0] >= 120 else 1)
    assert room.board[0] == board
    start = room.side[0] if room.between else 0
    start += room.margins[0]
    panel = 0 if room.between else start + board
    assert abs(panel - own[0]) <= 2
    assert abs(panel + room.side[0] - own[1]) <= 2
    if others is None:
        assert not room.teams[0]
    else:
        assert abs(room.teams[0] - (others[1] - others[0])) <= 2


async def test_the_zoom_key_makes_spaces_four_by_two() -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=(150, 50)) as stage:
        large = stage.text
        view = stage.app.screen.query_one(DomeView)
        assert (view.size.width, view.size.height) == (87, 43)
        rows = stage.text.splitlines()
        assert rows[2].startswith("        a   b   c ")
        assert rows[9].startswith("     4 ")
        assert "@war" in rows[9].lower()
        assert rows[10][7 + 4 * 4 :].lower().startswith("w  5")
        assert "YOUR TURN" in stage.text
        await stage.press("z")
        assert (view.size.width, view.size.height) == (45, 22)
        await stage.press("z")
        assert stage.text == large


async def test_a_click_finds_its_space_on_a_large_board_too() -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=(150, 50)) as stage:
        await stage.pilot.click(DomeView, offset=(3 + 4 * 6, 1 + 2 * 5))
        grid = stage.session.view.setup.board.grid
        assert stage.interaction.cursor == grid.space(6, 5)


async def test_where_spaces_cannot_grow_the_key_says_so() -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        await stage.press("z")
        assert "122x47" in stage.lines("note")


async def test_a_small_terminal_scrolls_the_board_round_the_cursor() -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=(60, 18)) as stage:
        view = stage.app.screen.query_one(DomeView)
        assert "@w" in stage.text.lower()
        await stage.press(*["shift+down"] * 4)
        assert view.view.bottom == 21
        assert "\n21 " in stage.text
        assert "\n 1 " not in stage.text
        assert stage.interaction.cursor // 22 == 20 or view.view.y > 0
        await stage.press(*["shift+up"] * 4)
        assert view.view.y == 0


async def test_the_panel_of_a_small_terminal_opens_with_tab_and_for_lists() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match, size=(60, 18)) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        assert not screen.query_one("#side").display
        await stage.press("tab")
        assert screen.query_one("#side").display
        assert "[INFO]" in stage.text
        assert all(len(row) <= 60 for row in stage.text.splitlines())
        for page in ("HAND", "LOG", "TEAMS"):
            await stage.press("tab")
            assert f"[{page}]" in stage.text
        await stage.press("tab")
        assert not screen.query_one("#side").display
        await stage.press("a")
        assert stage.interaction.menu is not None
        assert screen.query_one("#side").display
        await stage.press("escape")
        assert not screen.query_one("#side").display


async def test_esc_closes_the_panel_of_a_small_terminal_and_its_key_is_named() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match, size=(60, 18)) as stage:
        assert "Tab panel" in stage.lines("keys")
        await stage.press("right", "tab", "tab")
        assert "[HAND]" in stage.text
        await stage.press("a", "escape")  # the list goes first, then the panel, then the cursor
        assert "[HAND]" in stage.text
        assert stage.interaction.menu is None
        stage.interaction.point_at(match.space("h4"))
        await stage.press("escape")
        assert "[HAND]" not in stage.text
        assert stage.interaction.cursor == match.space("h4")
        await stage.press("escape")
        assert stage.interaction.cursor == match.space("e4")
        await stage.press("tab")
        assert "[INFO]" in stage.text


async def test_a_small_terminal_says_what_was_refused() -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=(60, 18)) as stage:
        await stage.press("shift+right", "shift+right", "shift+down", "enter")
        assert stage.interaction.note
        assert stage.interaction.note.split()[0] in stage.lines("brief")


async def test_from_thirty_rows_on_the_hand_stands_below_the_board() -> None:
    match = scene(units={"red warrior": "e4"}, hands={"red": ["crowd-roar", "loud-noise"]})
    async with on_stage(match, size=(100, 30)) as stage:
        assert "Crowd Roar" in stage.text
        assert "Loud Noise" in stage.text
        assert max(len(row) for row in stage.text.splitlines()) <= 100
        assert "Crowd Roar" in stage.lines("hand")
        await stage.pilot.resize_terminal(100, 29)
        await stage.pilot.pause()
        assert "Crowd Roar" in stage.lines("rest")


async def test_seven_cards_fit_below_the_board_and_i_reads_them_on_their_page() -> None:
    hand = ["crowd-roar", "loud-noise", "encore", "triple-shift", "house-call", "loose-change"]
    match = scene(units={"red warrior": "e4"}, hands={"red": [*hand, "action-movie-craze"]})
    names = [match.state.setup.catalog.power_cards[card].name for card in match.state.hands[0]]
    async with on_stage(match, size=(100, 30)) as stage:
        for name in names:
            assert name[:18] in stage.lines("hand")
        assert len(stage.lines("hand").splitlines()) <= 5
        await stage.press("tab", "i")
        assert isinstance(stage.app.screen, ReadScreen)
        assert "When: on the active unit" in stage.text


async def test_three_teams_have_their_column_with_the_log_below() -> None:
    units = {"red warrior": "e4", "blue gunner": "h7", "green medic": "n5"}
    items = {"green medic": ["suspicious-syringe"]}
    match = scene(seats=3, units=units, items=items, active="red warrior")
    async with on_stage(match, ("human", "quiet", "quiet"), size=(120, 40)) as stage:
        await stage.press("semicolon", *"walk", "space", *"f3", "enter")
        assert "Red's Warrior walks from e4 to f3" in " ".join(stage.lines("story").split())
        for team in ("& BLUE", "% GREEN"):
            assert team in stage.lines("teams")
        assert "n5" in stage.lines("teams")


# -- menus in a small terminal ---------------------------------------------------------------------

SMALL = pytest.mark.parametrize("size", [(60, 18), (70, 22)])


@SMALL
async def test_the_options_of_a_match_are_changed_and_left(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=size) as stage:
        await stage.press("O")
        screen = stage.app.screen
        assert isinstance(screen, OptionsScreen)
        assert "too small" not in stage.text
        for _ in range(screen.count()):
            await stage.press("down")
            assert any(row.startswith(" > ") for row in stage.text.splitlines())
            assert screen.detail(screen.index)[:40] in stage.text
        await stage.press("right")
        assert stage.app.settings.options.theme in stage.text
        await stage.press("left", "escape")
        assert isinstance(stage.app.screen, MatchScreen)


@SMALL
async def test_every_row_of_every_menu_can_be_seen_and_left(size: tuple[int, int]) -> None:
    async with title(size) as (stage, _):
        for label in ("", "New match", "Hot-seat", "Lessons", "Options"):
            if label:
                await choose(stage, label)
            screen = stage.app.screen
            assert isinstance(screen, MenuScreen)
            for at in range(screen.count()):
                assert screen.index == at
                assert screen.row(at, 52).rstrip()[:30] in stage.text
                assert all(len(row) <= size[0] for row in stage.text.splitlines())
                await stage.press("down")
            assert screen.index == 0
            await stage.press("escape")
            assert isinstance(stage.app.screen, TitleScreen)
            stage.app.screen.index = 0


async def test_a_menu_that_does_not_fit_is_covered_and_left_with_esc() -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        await stage.press("O")
        await stage.pilot.resize_terminal(50, 17)
        await stage.pilot.pause()
        assert "It needs 60x18 and has 50x17." in stage.text
        assert "Theme" not in stage.text
        assert stage.lines("keys") == " Esc back  q leave  ctrl+q quit"
        await stage.press("right", "enter")
        assert stage.app.settings.options.theme == "dark"
        await stage.press("escape")
        assert isinstance(stage.app.screen, MatchScreen)
        await stage.press("escape")  # nothing is done unseen in a match: whether to leave is asked
        assert isinstance(stage.app.screen, LeaveScreen)


async def test_a_store_that_does_not_fit_can_be_left() -> None:
    names = ("human", "quiet")
    async with on_stage(dealt(names, quick=False)[0], names, size=(70, 22)) as stage:
        assert isinstance(stage.app.screen, ShopScreen)
        assert "It needs 80x24 and has 70x22." in stage.text
        await stage.press("escape")
        assert isinstance(stage.app.screen, LeaveScreen)
        await stage.press("escape")
        assert isinstance(stage.app.screen, ShopScreen)


async def test_a_card_longer_than_the_terminal_is_read_by_rows_and_by_pages() -> None:
    match = scene(units={"red warrior": "e4"}, hands={"red": ["loose-change"]})
    async with on_stage(match, size=(60, 18)) as stage:
        await stage.press("tab", "i")
        screen = stage.app.screen
        assert isinstance(screen, ReadScreen)
        screen.query_one("#text", Lines).show([line(Span(f"row {row}")) for row in range(40)])
        await stage.press("down")
        dialog = screen.query_one("#dialog")
        assert dialog.scroll_offset.y == 1
        await stage.press("pagedown")
        assert dialog.scroll_offset.y == 1 + 18 - 3
        await stage.press("pageup")
        assert dialog.scroll_offset.y == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_label_is_whole_or_absent_where_units_are(seats: int) -> None:
    referee = new_referee(["greedy"] * seats, 33, None, "plaza", quick=True)
    request = referee.request()
    assert request is not None
    names = ("Ann",) * (seats * UNITS_PER_TEAM)
    picture = board_picture(request.seen, Marks(), SHAPES, names=names)
    lines = ["".join(cell.text[at : at + 4] for cell in row) for row in picture for at in (0, 4)]
    words = set(re.findall("[A-Z]{2,}", "\n".join(lines)))
    assert words
    assert words <= {"RED", "BLUE", "GREEN", "YELLOW"}
