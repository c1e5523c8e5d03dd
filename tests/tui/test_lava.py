"""Lava flows in a loop of pictures while a player looks on, and nothing else moves."""

from __future__ import annotations

import pytest
from scenes import scene
from tui.props import on_stage

from deathdome.model.board import Kind
from deathdome.settings import Animation, Options
from deathdome.stage.lava import FRAMES
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SHAPES, GlyphSet
from deathdome.tui.presenters.board import flowing_lava
from deathdome.tui.screens.board import _RESTS
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.dome_view import DomeView


@pytest.mark.parametrize("large", [False, True])
def test_every_picture_has_the_lava_alone_and_the_first_is_the_board_at_rest(large: bool) -> None:
    board = scene().state.setup.board
    lava = {
        (board.grid.columns[space], board.grid.rows[space])
        for space, kind in enumerate(board.kinds)
        if kind is Kind.LAVA
    }
    pictures = [flowing_lava(board, frame, large=large) for frame in range(FRAMES)]
    assert len({tuple(one.items()) for one in pictures}) == FRAMES
    for picture in pictures:
        assert picture.keys() == lava
        for flow in picture.values():
            assert len(flow.text) == len(flow.looks) == len(flow.still)
            assert set(flow.text) <= {" ", "~"}
    assert all(flow.text == flow.still for flow in pictures[0].values())


def rows_of(dome: DomeView) -> list[str]:
    return [repr(dome.render_line(y)) for y in range(dome.size.height)]


async def test_only_rows_with_lava_change_and_units_and_shows_stay() -> None:
    match = scene(units={"red warrior": "k10", "blue gunner": "e4"})
    async with on_stage(match, size=(80, 24)) as stage:
        stage.app.use_settings(DisplaySettings(Options(animation="full"), SHAPES))
        stage.session.pace.level = 0
        await stage.pilot.pause()
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        dome, before = screen.query_one(DomeView), stage.text
        rows = rows_of(dome)
        screen._flow()
        after = rows_of(dome)
        assert rows != after
        grid, kinds = match.state.setup.board.grid, match.state.setup.board.kinds
        hot = {1 + grid.rows[space] for space, kind in enumerate(kinds) if kind is Kind.LAVA}
        assert {y for y, row in enumerate(rows) if row != after[y]} <= hot
        assert before.replace("~", " ") == stage.text.replace("~", " ")


@pytest.mark.parametrize(
    ("animation", "pace", "glyphs"),
    [("none", 0, SHAPES), ("reduced", 0, SHAPES), ("full", 3, SHAPES), ("full", 0, ASCII)],
)
async def test_lava_rests_where_nothing_may_move(
    animation: Animation, pace: int, glyphs: GlyphSet
) -> None:
    async with on_stage(scene(), size=(80, 24)) as stage:
        stage.app.use_settings(DisplaySettings(Options(animation=animation), glyphs))
        stage.session.pace.level = pace
        await stage.pilot.pause()
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        before = rows_of(screen.query_one(DomeView))
        screen._flow()
        assert rows_of(screen.query_one(DomeView)) == before


async def test_lava_rests_after_half_a_minute_until_the_next_key() -> None:
    async with on_stage(scene(), size=(80, 24)) as stage:
        stage.app.use_settings(DisplaySettings(Options(animation="full"), SHAPES))
        stage.session.pace.level = 0
        await stage.pilot.pause()
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        for _ in range(_RESTS):
            screen._flow()
        picture = screen._lava
        screen._flow()
        assert screen._lava == picture
        await stage.press("down")
        screen._flow()
        assert screen._lava != picture
