"""Large terminals are used: no large rectangle of a screen stays blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.props import Stage, dealt, on_stage

from deathdome.cli.sessions import new_referee
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.decisions import Question
from deathdome.session.lesson import lesson_host
from deathdome.settings import Options
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES
from deathdome.tui.presenters.coaching import LESSON_TEXTS
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.referee import Referee

NAMES = ("human", "quiet")
SIZES = [(80, 24), (120, 40), (160, 50), (200, 60)]
MOST = 0.20  # of the screen


def blank_cells(stage: Stage) -> list[list[bool]]:
    """True if each cell has neither a symbol nor a colour of its own."""
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


def begun(
    seed: int, seats: int = 2, rounds: int | None = None
) -> tuple[Referee, list[GreedyManager]]:
    """A new match, and its managers."""
    names = ("greedy",) * seats
    referee = new_referee(list(names), seed, rounds, DEFAULT_BOARD, quick=True)
    managers = [GreedyManager() for _ in names]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, seed, {}))
    return referee, managers


def stopped(question: Question, round_: int) -> Referee:
    """A match between greedy managers, stopped where Red must answer this in that round."""
    for seed in range(11, 40):
        referee, managers = begun(seed)
        while (request := referee.request()) is not None:
            here = request.seat == 0 and request.question is question
            if here and referee.state.round >= round_ and len(request.options) > 1:
                return referee
            referee.answer(managers[request.seat].decide(request).action)
    raise LookupError(question)


MOMENTS = {
    "the first turn": (Question.TURN, 1),
    "a unit phase": (Question.UNIT_PHASE, 2),
    "cards to attack": (Question.ATTACK_CARDS, 1),
    "cards to defend": (Question.DEFENCE_CARDS, 2),
    "a reaction": (Question.REACTION, 2),
    "a jail": (Question.JAIL, 3),
    "the last round": (Question.TURN, 6),
}


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_match_fills_the_terminal(moment: str) -> None:
    async with on_stage(stopped(*MOMENTS[moment]), NAMES, size=SIZES[0]) as stage:
        for size in SIZES:
            await stage.pilot.resize_terminal(*size)
            await assert_full(stage, size)
            for keys in (["a"], ["escape", "tab"], ["tab", "tab", "tab", "t"]):
                await stage.press(*keys)
                if isinstance(stage.app.screen, MatchScreen):
                    await assert_full(stage, size)


@pytest.mark.parametrize("size", SIZES)
async def test_a_lesson_fills_the_terminal(size: tuple[int, int]) -> None:
    app = DomeApp(lesson_host(2, LESSON_TEXTS))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await assert_full(Stage(app, pilot), size)


STORES = {
    "opened": [],
    "an outfit": ["2"],
    "an order": ["enter"],
    "a comparison": ["c", "down"],
    "everything, strongest first": ["p", "o", "o", "o"],
    "a search": ["slash", *"maul", "enter"],
    "a search in vain": ["slash", *"zzz", "enter"],
    "a deck": ["right", "right"],
    "the team": ["1", "tab"],
}


@pytest.mark.parametrize("moment", STORES)
async def test_the_store_fills_the_terminal(moment: str) -> None:
    async with on_stage(dealt(NAMES, quick=False)[0], NAMES, size=SIZES[0]) as stage:
        await stage.press(*STORES[moment])
        assert isinstance(stage.app.screen, ShopScreen)
        for size in SIZES:
            await stage.pilot.resize_terminal(*size)
            await assert_full(stage, size)


def played_out(seed: int, seats: int = 2, rounds: int | None = None) -> Referee:
    """A match between greedy managers, played to its end."""
    referee, managers = begun(seed, seats, rounds)
    while (request := referee.request()) is not None:
        referee.answer(managers[request.seat].decide(request).action)
    return referee


@pytest.mark.slow
@pytest.mark.parametrize("of", [(11,), (12,), (13, 4), (14, 2, 1)], ids=str)
async def test_the_result_fills_the_terminal(of: tuple[int, ...]) -> None:
    referee = played_out(*of)
    names = ("human", *("quiet",) * (referee.state.setup.seats - 1))
    async with on_stage(referee, names, size=SIZES[0]) as stage:
        assert isinstance(stage.app.screen, EndScreen)
        for size in SIZES:
            await stage.pilot.resize_terminal(*size)
            await assert_full(stage, size)
