"""Shows in the header: the score slides to its new place, a round has a strip, no key is lost."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from dramas import kill, killing, last_round, lead, tower
from tui.props import on_stage

from deathdome.model.events import RoundBegan
from deathdome.stage.text import columns_of, line, text_of
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.tui.glyphs import ASCII
from deathdome.tui.presenters.animations import STEP, Frame, Show
from deathdome.tui.presenters.header_shows import SLIDES, round_strip, slides, with_score
from deathdome.tui.presenters.status import header_lines
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from dramas import Step
    from tui.props import Stage

    from deathdome.model.observation import Observation
    from deathdome.stage.text import Line
    from deathdome.tui.presenters.status import Slide

BANNER = Show((Frame(seconds=1.2, banner=(line("a banner"),)),))


def header(width: int, seen: Observation, slide: Slide | None) -> list[Line]:
    """The header of a position in ASCII."""
    return header_lines(seen, width, ASCII, slide=slide)


def slid(one: Step, width: int, shows: list[Show], last: list[Show]) -> list[Show]:
    return with_score(shows, last, one.before, one.seen, partial(header, width))


# -- the score -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("make", [tower, kill, lead, lambda: tower("blue")])
def test_the_border_slides_from_the_old_score_to_the_new_one(
    make: Callable[[], Step], width: int
) -> None:
    one = make()
    (show,) = slid(one, width, [], [])
    assert len(show.frames) == SLIDES
    assert show.seconds == pytest.approx(0.4)
    assert not show.swallows
    rows = [text_of(frame.header[-1]) for frame in show.frames]
    bars = [row[row.index("[") + 1 : row.index("]")] for row in rows]
    assert len({(row.index("["), row.index("]")) for row in rows}) == 1
    assert {columns_of(text_of(row)) for frame in show.frames for row in frame.header} <= {
        width,
        width - 1,
    } | {columns_of(text_of(row)) for row in header(width, one.seen, None)}
    borders = [bar.count("@") for bar in bars]
    assert borders in (sorted(borders), sorted(borders, reverse=True))
    last = text_of(header(width, one.seen, None)[-1])
    assert borders[0] != last.count("@", last.index("[")) or make is kill


def test_what_is_gained_stands_beside_the_bar() -> None:
    assert slides([100, 100], [600_100, 100], 0)[0].gain == ("+600k", "good")
    assert slides([500_000, 0], [0, 500_000], 0)[3].gain == ("-500k", "bad")
    assert slides([0, 0, 0], [0, 0, 100_000], 0)[0].gain == ("% +100k", "seat2")
    one = tower()
    for width, row in ((80, 0), (120, 0)):
        (show,) = slid(one, width, [], [])
        texts = [text_of(frame.header[row]) for frame in show.frames]
        assert all("+500k" in text for text in texts)
        assert "lead" not in texts[0].lower()


def test_the_bar_slides_in_the_shows_of_the_step_and_makes_them_no_longer() -> None:
    one = tower()
    walk = Show((Frame(), Frame()), swallows=False)
    first, second = slid(one, 80, [walk], [BANNER])
    was, now = tuple(header(80, one.before, None)), tuple(header(80, one.seen, None))
    assert [frame.header for frame in first.frames] == [was, was]
    assert second.seconds == pytest.approx(BANNER.seconds)
    assert second.swallows
    assert {frame.banner for frame in second.frames} == {BANNER.frames[0].banner}
    assert [frame.seconds for frame in second.frames[:SLIDES]] == [STEP] * SLIDES
    assert second.frames[-1].header == now
    assert len(second.frames) == SLIDES + 1


def test_without_a_change_of_the_score_nothing_slides() -> None:
    one = last_round()
    assert slid(one, 80, [], [BANNER]) == [BANNER]
    assert slid(one, 80, [], []) == []


# -- the strip of a round --------------------------------------------------------------------------


def test_a_round_begins_with_a_strip_of_one_row_and_the_last_one_without() -> None:
    (show,) = round_strip([RoundBegan(4)], 6, 80)
    (frame,) = show.frames
    assert text_of(frame.header[0]).strip() == "ROUND 4 OF 6"
    assert columns_of(text_of(frame.header[0])) == 80
    assert len(frame.header) == 1
    assert not frame.banner
    assert show.seconds <= 1.0
    assert not show.swallows
    assert round_strip([RoundBegan(6)], 6, 80) == []
    assert round_strip([], 6, 80) == []


# -- on the screen ---------------------------------------------------------------------------------


def header_of(stage: Stage) -> str:
    return "\n".join(map(text_of, stage.app.screen.query_one("#status", Lines).rows))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_banner_dims_the_panel_and_a_key_brings_everything_back(
    size: tuple[int, int],
) -> None:
    async with on_stage(killing(), size=size) as stage:
        stage.session.pace.level = 0
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        side = screen.query_one("#side", Stack)
        strip, row = side.render_line(0), side.render_line(2)
        screen.show_frame(BANNER.frames[0])
        assert side.render_line(0) == strip
        dark = side.render_line(2)
        assert dark.text.rstrip() == row.text.rstrip()
        assert {piece.style for piece in dark}.isdisjoint({piece.style for piece in row})
        screen.show_frame(None)
        assert side.render_line(2) == row
        await stage.pilot.press("enter")
        await stage.until(lambda: screen.query_one("#banner", Lines).display)
        assert "+100k" in header_of(stage)
        await stage.pilot.press("x")
        assert "+100k" not in header_of(stage)
        assert side.render_line(2) == side._row(2)


async def test_a_strip_covers_one_row_and_its_key_does_its_work() -> None:
    async with on_stage(killing(), size=(120, 40)) as stage:
        stage.session.pace.level = 0
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        _, second = header_of(stage).split("\n")
        screen.shows.play(round_strip([RoundBegan(3)], 6, 120))
        assert "ROUND 3 OF 6" in header_of(stage)
        assert header_of(stage).split("\n")[1] == second
        cursor = stage.interaction.cursor
        assert not screen.skippable
        await stage.pilot.press("up")
        assert not screen.shows.running
        assert stage.interaction.cursor != cursor or stage.interaction.menu is not None
        assert "ROUND 3 OF 6" not in header_of(stage)
