"""Large terminals are used: no large rectangle of a screen stays blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import scene
from tui.props import dealt, on_stage

from deathdome.cli.sessions import new_referee
from deathdome.content.bundled import DEFAULT_BOARD
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.settings import Options
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES
from deathdome.tui.screens.end import EndScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.props import Stage

    from deathdome.match.referee import Referee

SIZES = [(80, 24), (120, 40), (160, 50), (200, 60)]
MOST = 0.20  # of the screen


def blank_cells(stage: Stage) -> list[list[bool]]:
    """Whether each cell has neither a sign nor a colour of its own."""
    theme = stage.app.current_theme
    bare = {theme.background, theme.surface, theme.panel}
    rows = []
    for strip in stage.app.screen._compositor.render_strips():
        row: list[bool] = []
        for segment in strip:
            style = segment.style
            back = style.bgcolor.get_truecolor().hex if style and style.bgcolor else ""
            blank = not back or back in bare
            if style is not None and style.reverse:
                blank = False
            row += [blank and sign == " " for sign in segment.text]
        rows.append(row)
    return rows


def largest(blank: Sequence[Sequence[bool]]) -> int:
    """The cells of the largest blank rectangle."""
    most = 0
    heights = [0] * max(map(len, blank))
    for row in blank:
        for at in range(len(heights)):
            heights[at] = heights[at] + 1 if at < len(row) and row[at] else 0
        stack: list[tuple[int, int]] = []  # first column and height
        for at, height in enumerate([*heights, 0]):
            start = at
            while stack and stack[-1][1] >= height:
                start, tall = stack.pop()
                most = max(most, tall * (at - start))
            stack.append((start, height))
    return most


def test_the_largest_rectangle_is_found() -> None:
    assert largest([[True, True, False], [True, True, True]]) == 4
    assert largest([[False]]) == 0
    assert largest([[True] * 5, [True] * 2 + [False] * 3, [True] * 5]) == 6


async def assert_full(stage: Stage, size: tuple[int, int]) -> None:
    stage.app.use_settings(DisplaySettings(Options(animation="none"), SHAPES))
    await stage.pilot.pause()
    await stage.pilot.pause()
    blank = blank_cells(stage)
    assert len(blank) == size[1]
    assert largest(blank) <= MOST * size[0] * size[1], largest(blank) / size[0] / size[1]


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_fills_the_terminal(size: tuple[int, int]) -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e6"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "loud-noise"]},
    )
    async with on_stage(match, size=size) as stage:
        await assert_full(stage, size)
        await stage.press("a")
        await assert_full(stage, size)


@pytest.mark.parametrize("size", SIZES)
async def test_the_store_fills_the_terminal(size: tuple[int, int]) -> None:
    names = ("human", "quiet")
    async with on_stage(dealt(names, quick=False)[0], names, size=size) as stage:
        await assert_full(stage, size)


def played_out() -> Referee:
    """A match between greedy managers, played to its end."""
    names = ("greedy", "greedy")
    referee = new_referee(list(names), 11, None, DEFAULT_BOARD, quick=True)
    managers = [GreedyManager() for _ in names]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, len(names), referee.state.setup, 11, {}))
    while (request := referee.request()) is not None:
        referee.answer(managers[request.seat].decide(request).action)
    return referee


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[1:])
async def test_the_result_fills_the_terminal(size: tuple[int, int]) -> None:
    async with on_stage(played_out(), size=size) as stage:
        assert isinstance(stage.app.screen, EndScreen)
        await assert_full(stage, size)
