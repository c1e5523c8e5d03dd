"""Repaints: their number, and the part of the screen that each redraws."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hosts import give
from scenes import scene
from textual.app import App
from textual.geometry import Region
from textual.widgets import Static
from tui.props import on_stage

from deathdome.model.events import TurnBegan
from deathdome.stage.widgets.cached_rows import CachedRows
from deathdome.stage.widgets.direct_drawing import Patch
from deathdome.tui.drawing import painter
from deathdome.tui.presenters.board import CURSOR, Cell
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen
    from tui.props import Stage

    from deathdome.tui.app import DomeApp

SIDE = 40


async def test_a_round_of_managers_at_instant_pace_is_one_repaint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    refresh_all = MatchScreen.refresh_all

    def counted(screen: MatchScreen) -> None:
        drawn.append(screen)
        refresh_all(screen)

    names = ("human", "quiet", "quiet", "quiet")
    async with on_stage(scene(seats=4, phases=0), names) as stage:
        monkeypatch.setattr(MatchScreen, "refresh_all", counted)
        told = stage.session.told
        await stage.press("e")
        while stage.session.request is None:
            await stage.pilot.pause()
        await stage.pilot.pause()
        turns = [event for event in stage.session.log(told) if isinstance(event, TurnBegan)]
        assert len(turns) == 4
        assert len(drawn) == 1
        assert "ROUND 2" in stage.text
        assert stage.session.view.round == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_step_of_the_cursor_lays_nothing_out_and_draws_few_rows(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e6"})
    async with on_stage(match, size=size) as stage:
        laid_out = []
        monkeypatch.setattr(MatchScreen, "_refresh_layout", lambda *_, **__: laid_out.append(1))
        await stage.press("up", "down", "left", "right")
        kept = list(stage.app.screen.query(CachedRows).results(CachedRows))
        before = sum(widget.painted for widget in kept)
        await stage.press("right")
        assert not laid_out
        assert sum(widget.painted for widget in kept) - before <= 2 + 8


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_frame_of_an_attack_draws_only_the_rows_that_change(size: tuple[int, int]) -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={"red warrior": ["grudge-axe"]},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    async with on_stage(match, size=size) as stage:
        stage.session.pace.level = 0
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        kept = list(screen.query(CachedRows).results(CachedRows))
        give(stage.session, "attack blue.gunner with grudge-axe; lay crowd-roar; commit")
        drawn: list[int] = []
        frame = None
        await stage.until(lambda: screen.shows.running)
        while screen.shows.running:
            before = sum(widget.painted for widget in kept)
            await stage.pilot.pause(0.01)
            shown = screen.shows.frame
            # A banner dims all rows.
            if shown is not None and frame is not None and shown is not frame and not shown.banner:
                drawn.append(sum(widget.painted for widget in kept) - before)
            frame = screen.shows.frame
        assert len(drawn) > 5
        assert max(drawn) <= 12


class _LargeApp(App[None]):
    """A drawing of 40 by 40 spaces in a view of another size."""

    CSS = "DomeView { width: 45; height: 22; }"

    def compose(self) -> ComposeResult:
        yield _PlainView(id="dome")


class _PlainView(DomeView):
    def _style(self, *_: object, **__: object):  # type: ignore[no-untyped-def]
        """Without the theme."""
        return self.rich_style


async def test_a_board_of_forty_by_forty_scrolls_with_its_labels() -> None:
    header = "   " + "".join(f"{chr(97 + column % 26)} " for column in range(SIDE))

    def picture(column: int, row: int) -> tuple[tuple[Cell, ...], ...]:
        return tuple(
            tuple(
                Cell("X ", "floor", CURSOR) if (x, y) == (column, row) else Cell(". ", "floor")
                for x in range(SIDE)
            )
            for y in range(SIDE)
        )

    app = _LargeApp()
    async with app.run_test(size=(60, 30)) as pilot:
        view = app.query_one(DomeView)

        async def text(column: int, row: int) -> list[str]:
            view.show(picture(column, row), header, focus=(column, row))
            await pilot.pause()
            rows = app.screen._compositor.render_strips()
            return ["".join(segment.text for segment in strip).rstrip() for strip in rows]

        rows = await text(0, 0)
        assert rows[0].startswith("   a b c")
        assert rows[1].startswith(" 1 X .")
        assert max(map(len, rows)) <= 45
        rows = await text(39, 39)
        assert rows[21].startswith("40 ")
        assert rows[21].endswith("X")
        assert rows[0].split()[-1] == chr(97 + 39 % 26)
        assert view.view.bottom == view.view.right == SIDE
        top = view.view.y
        await text(38, 38)
        assert view.view.y == top  # no farther than it must
        await text(30, top + 1)
        assert view.view.y == top - 1


async def _patched(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, *keys: str
) -> list[tuple[int, int, str]]:
    """Return what was drawn at once because of keys: column, row, text."""
    drawn: list[tuple[int, int, str]] = []
    display = type(stage.app)._display

    def kept(app: DomeApp, screen: Screen[None], update: object) -> None:
        if isinstance(update, Patch):
            drawn.extend((x, y, strip.text) for x, y, strip in update._rows)
        display(app, screen, update)  # type: ignore[arg-type]

    monkeypatch.setattr(type(stage.app), "_display", kept)
    for key in keys:
        monkeypatch.setattr(stage.app.screen, "_shown_at", 0.0)
        await stage.press(key)
    return drawn


async def test_a_step_draws_its_two_spaces_at_once_and_not_the_rest_of_their_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e6"})
    async with on_stage(match) as stage:
        await stage.press("down", "down")
        drawn = await _patched(stage, monkeypatch, "right")
        board = [(x, y, text) for x, y, text in drawn if 3 <= x < 45 and y > 1]
        # Both spaces of the step, and those on the way that was and will be.
        assert max(len(text) for _, _, text in board) == 4
        assert sum(len(text) for _, _, text in board) <= 2 * (2 + 2 * 2)
        letters = [text for x, y, text in drawn if 3 <= x < 45 and y == 1]
        assert sum(map(len, letters)) == 4  # the letters of both columns
        strips = stage.app.screen._compositor.render_strips()
        for x, y, text in drawn:
            assert strips[y].text[x : x + len(text)] == text
        assert len(drawn) > len(board)  # the panel describes the other space


async def test_nothing_is_drawn_at_once_where_something_lies_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        cover = Static("a sentence for a while")
        cover.styles.overlay, cover.styles.width, cover.styles.height = "screen", 30, 3
        cover.styles.offset = (2, -12)
        await stage.app.screen.mount(cover)
        await stage.pilot.pause()
        assert cover.region.overlaps(stage.app.screen.query_one(DomeView).region)
        drawn = await _patched(stage, monkeypatch, "down", "left", "up")
        assert drawn  # the panel is free
        assert not any(cover.region.overlaps(Region(x, y, len(text), 1)) for x, y, text in drawn)
        assert not any(x < 45 for x, _, _ in drawn)


def test_each_cached_part_of_the_painter_has_one_caller() -> None:
    """Two callers with one name would get each other's rows when their inputs are equal."""
    tree = ast.parse(Path(painter.__file__).read_text(encoding="utf-8"))
    names = [
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "_once"
        and isinstance(call.args[0], ast.Constant)
    ]
    assert len(names) > 15
    assert [name for name, times in Counter(names).items() if times > 1] == []
