"""Movement on the board: the trace of the last move, and pictures that no key waits for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import scene
from tui.props import on_stage

from deathdome.rules.observing import observe
from deathdome.rules.units import put
from deathdome.settings import Animation, Options
from deathdome.stage.text import line
from deathdome.text.convicts import Convicts
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII
from deathdome.tui.presenters.animations import Frame, shows_of
from deathdome.tui.presenters.attack_panel import Room
from deathdome.tui.presenters.board import TRACE, TRACE_HERE, Marks, board_picture
from deathdome.tui.presenters.overlays import (
    Overlay,
    attackers_of,
    last_trace,
    marks_for,
    units_hit_by,
)
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.dome_view import DomeView

from deathdome.model.events import Declared, Pushed, Walked  # isort: skip

SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_walk_is_traced_until_the_next(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "e4"}, active="red warrior")
    async with on_stage(match, size=size) as stage:
        await stage.press("up", "up", "enter")  # from e4 to e2
        assert stage.true.ply > 0
        picture = stage.app.screen.query_one(DomeView).picture
        assert picture[3][4].marks & TRACE
        assert picture[1][4].marks & TRACE_HERE


def test_a_trace_goes_from_attacker_to_target_and_along_pushes() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e6"})
    seen = observe(match.state, 0)
    grid = seen.setup.board.grid
    red = next(u for u, space in enumerate(seen.space) if space == grid.space(4, 3))
    blue = next(u for u, space in enumerate(seen.space) if space == grid.space(4, 5))
    attack = Declared(red, 0, -1, blue, 3, "")
    assert last_trace([attack], seen).spaces == (grid.space(4, 3), grid.space(4, 5))
    push = Pushed(blue, grid.space(4, 5), grid.space(4, 7))
    assert last_trace([attack, push], seen).spaces == (grid.space(4, 5), grid.space(4, 7))
    assert last_trace([], seen).bits == 0


def test_a_trace_is_a_sign_on_free_ground_and_a_line_on_units() -> None:
    match = scene(units={"red warrior": "e4"})
    seen = observe(match.state, 0)
    grid = seen.setup.board.grid
    trace = 1 << grid.space(4, 2) | 1 << grid.space(4, 3)
    picture = board_picture(seen, Marks(trace=trace))
    assert picture[2][4].text == ".,"
    assert picture[3][4].text == "@w"
    assert picture[3][4].marks & TRACE_HERE
    reach = board_picture(seen, Marks(reach=trace, trace=trace))
    assert reach[2][4].text == ".:"


def test_a_walk_is_shown_step_by_step_and_a_long_one_only_at_its_end() -> None:
    match = scene(units={"red warrior": "e4"})
    before = observe(match.state, 0)
    grid = before.setup.board.grid
    red = match.unit("red warrior")
    put(match.state, red, grid.space(4, 6))
    after = observe(match.state, 0)
    room = Room(35, 22, ASCII, Convicts(before.setup))
    path = tuple(grid.space(4, row) for row in (4, 5, 6))
    walk = Walked(red, grid.space(4, 3), path)
    (show,) = shows_of([walk], 0, before, after, room)
    assert [(4, row) in frame.cells for row, frame in zip((3, 4, 5), show.frames, strict=True)]
    assert show.frames[0].cells[4, 3].text == "@w"
    assert show.frames[0].cells[4, 6].text == board_picture(before, Marks())[6][4].text
    assert len(show.reduced.frames) == 2
    assert not show.swallows
    (long,) = shows_of([replace(walk, path=path * 9)], 0, before, after, room)
    assert long.seconds <= 0.6 + 1e-9
    assert shows_of([], 0, before, after, room) == []


async def test_a_key_ends_what_moves_and_does_its_work() -> None:
    match = scene(units={"red warrior": "e4"}, active="red warrior")
    async with on_stage(match) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        stage.session.pace.level = 0
        view = screen.query_one(DomeView)
        await stage.press("down", "down", "down")
        await stage.pilot.press("enter")
        await stage.until(lambda: view.laid_over)
        cursor = stage.interaction.cursor
        await stage.pilot.press("left")
        assert not view.laid_over
        assert not screen.shows.running
        assert stage.interaction.cursor == cursor - 1


async def test_what_moves_comes_to_its_end_by_itself() -> None:
    match = scene(units={"red warrior": "e4"}, active="red warrior")
    async with on_stage(match) as stage:
        stage.session.pace.level = 2
        await stage.press("up", "up", "enter")
        view = stage.app.screen.query_one(DomeView)
        await stage.until(lambda: not view.laid_over)
        await stage.pilot.pause()
        assert "@W" in stage.text.splitlines()[3]


async def test_nothing_moves_when_it_is_switched_off_or_at_instant_pace() -> None:
    still: tuple[tuple[int, Animation], ...] = ((0, "none"), (3, "full"))
    for pace, animation in still:
        match = scene(units={"red warrior": "e4"}, active="red warrior")
        async with on_stage(match) as stage:
            stage.app.use_settings(DisplaySettings(Options(animation=animation)))
            stage.session.pace.level = pace
            screen = stage.app.screen
            assert isinstance(screen, MatchScreen)
            await stage.press("up", "up", "enter")
            assert stage.true.ply > 0
            assert not screen.shows.running


async def test_a_banner_dims_the_board_and_goes_without_a_trace() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e6"})
    async with on_stage(match) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        view = screen.query_one(DomeView)
        view._choose_shades()
        before, plain = stage.text, view._style("floor0", 0)
        screen.show_frame(Frame(banner=(line("a banner"),), top=12))
        await stage.pilot.pause()
        assert stage.text.splitlines()[12].startswith("a banner")
        assert view._style("floor0", 0) != plain
        assert view._style("floor0", 0, bright=True) == plain
        screen.show_frame(None)
        await stage.pilot.pause()
        assert stage.text == before
        assert view._style("floor0", 0) == plain


@pytest.mark.parametrize("overlay", [Overlay.THREAT, Overlay.BOTH])
def test_the_threats_shown_are_those_of_the_unit_under_the_cursor(overlay: Overlay) -> None:
    match = scene(
        units={"red warrior": "e4", "red scout": "q18", "blue warrior": "e6", "blue medic": "p17"}
    )
    seen = observe(match.state, 0)
    red, foe = match.unit("red warrior"), match.unit("blue warrior")
    far = match.unit("blue medic")
    everywhere = marks_for(seen, overlay, Marks(), unit=-1).threat
    of_foe = marks_for(seen, overlay, Marks(), unit=-1, here=foe)
    assert 0 < of_foe.threat.bit_count() < everywhere.bit_count()
    assert of_foe.targets == 1 << seen.space[red]
    own = marks_for(seen, overlay, Marks(), unit=-1, here=red)
    assert own.targets >> seen.space[foe] & 1
    assert not own.targets >> seen.space[far] & 1
    assert attackers_of(seen, red) == [foe]
    assert units_hit_by(seen, foe) == [red]
