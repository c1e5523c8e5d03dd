"""Banners: the right event, never over its place, readable without colours, gone by any key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dramas import Step, freed, kill, killing, last_round, lead, step, tower
from scenes import scene
from tui.props import Quiet, Stage, dealt, here, on_stage

from deathdome.match.referee import Referee
from deathdome.model.events import Captured, CardPlayed, Released, RoundBegan
from deathdome.rules.observing import observe
from deathdome.session.host import MatchHost
from deathdome.settings import Animation, Options
from deathdome.stage.text import columns_of, line, text_of
from deathdome.stage.widgets.lines import Lines
from deathdome.text.announcer import newest_remark
from deathdome.text.convicts import Convicts
from deathdome.text.phrases import banners as say
from deathdome.text.standings import Lead, lead_after, only_leader, payouts_of
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.presenters.animations import LONGEST
from deathdome.tui.presenters.banners import (
    BEAT,
    HEIGHT,
    NEUTRAL,
    Banner,
    banner_of,
    banner_rows,
    banner_top,
    highlight,
    pulsing,
)
from deathdome.tui.presenters.board import Marks, board_picture
from deathdome.tui.presenters.status import header_lines
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.events import Event
    from deathdome.stage.text import Line
    from deathdome.tui.presenters.animations import Frame

FRAMES = Path(__file__).with_name("banner_frames.txt")
REMARK = "Rent is cancelled."
SIZES = [(80, 24), (120, 40), (160, 50), (60, 18)]
STEPS: dict[str, tuple[Callable[[], Step], int, str]] = {
    "kill": (kill, 1, say.KILL),
    "own kill": (lambda: kill("red"), 0, say.KILL),
    "end of a team": (lambda: kill(others=False), 1, say.OUT),
    "tower": (tower, 1, say.TOWER),
    "lost tower": (lambda: tower("blue"), 0, say.TOWER),
    "freed": (freed, 0, say.FREED),
    "rivals freed": (lambda: freed("blue"), 0, say.FREED),
    "lead": (lead, 1, say.LEAD),
    "last round": (last_round, -1, say.LAST_ROUND),
}


def made(name: str, seat: int = 0, remark: str = REMARK) -> Banner:
    """The banner of a step, for a viewer."""
    make, leader, _ = STEPS[name]
    one = make()
    found = banner_of(
        one.before, one.seen, one.events, one.convicts, seat=seat, lead=Lead(leader), remark=remark
    )
    assert found is not None
    return found


def told(name: str, seat: int = 0) -> list[str]:
    """The facts of a banner as text."""
    return [text_of(fact) for fact in made(name, seat).facts]


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STEPS)
def test_every_kind_has_its_word(name: str) -> None:
    assert made(name).word == STEPS[name][2]


def test_a_kill_says_who_by_whom_what_it_brings_and_the_lead() -> None:
    assert told("kill") == [
        '&g Gideon "Smoke Break" Powder is dead.',
        "Killed by Stone.",
        "+100k beetle shell",
        "Level at 600k.",
    ]
    assert told("own kill") == [
        '@g Zadie "Roughly There" Cole is dead.',
        "Killed by Blue's Tuck.",
        "+100k beetle shell for Blue",
        "Blue takes the lead!",
    ]
    assert told("end of a team")[0] == "Blue has no unit left."


def test_a_tower_says_who_pays_whom_and_who_leads() -> None:
    assert told("tower") == [
        "Hopkin takes the m13 tower.",
        "+500k you, -500k Blue",
        "You take the lead!",
    ]
    assert told("lost tower")[1] == "+500k Blue, -500k you"


def test_viewers_without_a_team_read_only_names() -> None:
    for name in STEPS:
        text = " ".join(told(name, NEUTRAL)).lower()
        assert "you" not in text.split(), text
    assert told("tower", NEUTRAL)[0] == "Hopkin takes the m13 tower."


def test_bad_news_is_cold_and_the_stripe_is_of_the_team_that_acts() -> None:
    assert {name: (made(name).cold, made(name).seat) for name in STEPS} == {
        "kill": (False, 0),
        "own kill": (True, 1),
        "end of a team": (False, 0),
        "tower": (False, 0),
        "lost tower": (True, 1),
        "freed": (False, 0),
        "rivals freed": (True, 1),
        "lead": (False, 0),
        "last round": (False, -1),
    }


def test_the_first_leader_and_a_return_to_the_lead_are_no_news() -> None:
    one = lead()
    for leader in (-1, 0):
        assert not banner_of(
            one.before, one.seen, one.events, one.convicts, seat=0, lead=Lead(leader)
        )


def test_a_point_announces_a_leader_once_in_a_round_and_not_the_one_announced_last() -> None:
    one = lead()
    for said, shown in (
        (Lead(1), True),
        (Lead(1, announced=1), True),
        (Lead(1, announced=0), False),
        (Lead(1, announced=1, quiet=True), False),
    ):
        found = banner_of(one.before, one.seen, one.events, one.convicts, seat=0, lead=said)
        assert bool(found) is shown


def test_announced_leads_are_counted_from_the_events() -> None:
    setup = lead().seen.setup
    free, centre = setup.board.points[:3], setup.board.tower_centres[0]
    assert centre not in free
    first, second, third = (
        Captured(-1, 0, free[0], -1),
        *(Captured(-1, 1, p, -1) for p in free[1:]),
    )
    events: list[Event] = [RoundBegan(1), first]
    assert lead_after(events, setup) == Lead(0)
    events += [second, third]
    assert lead_after(events, setup) == Lead(1, announced=1, quiet=True)
    again = Captured(-1, 0, free[1], 1)
    assert lead_after([*events, again], setup) == Lead(0, announced=1, quiet=True)
    assert lead_after([*events, RoundBegan(2), again], setup) == Lead(0, announced=0, quiet=True)
    tower_taken = Captured(-1, 0, centre, -1)
    assert lead_after([*events, tower_taken], setup) == Lead(0, announced=0, quiet=True)


def test_an_open_jail_says_who_opened_it_and_who_is_back() -> None:
    assert told("freed") == [
        "Lance opens the south-east jail.",
        "Cole and Hopkin are free.",
        "2 units back in your base",
        "You lead 100k to 0.",
    ]
    assert told("rivals freed")[2] == "2 units back for Blue"
    for seat, concerns in ((0, True), (1, False), (2, False), (NEUTRAL, True)):
        one = freed(seats=3, seat=max(seat, 0))
        assert (
            bool(banner_of(one.before, one.seen, one.events, one.convicts, seat=seat)) is concerns
        )


def test_the_header_counts_a_shell_with_the_banner_of_the_kill() -> None:
    one = kill()
    header = text_of(header_lines(one.seen, 80, ASCII))
    assert told("kill")[-1] == "Level at 600k."
    assert "RED 600k" in header
    assert "600k BLUE" in header


def test_no_lead_is_announced_again_when_the_jail_is_chosen() -> None:
    match = killing("red")
    step(match, lambda each: each.commit_all())
    jailed = step(match, lambda each: each.do(each.asked.options[0]))
    found = banner_of(
        jailed.before, jailed.seen, jailed.events, jailed.convicts, seat=0, lead=Lead(0)
    )
    assert found is None


@pytest.mark.parametrize(("rounds", "begins"), [(1, False), (2, True)])
def test_a_match_of_one_round_does_not_begin_with_the_last(rounds: int, begins: bool) -> None:
    seen = observe(scene(turn="red", round=rounds, rounds=rounds).state, 0)
    before = replace(seen, round=rounds - 1)
    found = banner_of(before, seen, [RoundBegan(rounds)], Convicts(seen.setup), seat=0)
    assert bool(found) is begins


def test_in_the_turn_of_others_only_what_concerns_the_viewer_has_a_banner() -> None:
    """A death among rivals has none; a tower has one."""
    for seat, concerns in ((0, True), (1, True), (2, False), (NEUTRAL, True)):
        one = step(killing(seats=3), lambda each: each.commit_all(), max(seat, 0))
        found = banner_of(one.before, one.seen, one.events, one.convicts, seat=seat)
        assert bool(found) is concerns
    taken = tower(seats=3, seat=2)
    assert banner_of(taken.before, taken.seen, taken.events, taken.convicts, seat=2)


def test_a_kill_counts_the_shell_before_the_jail_is_chosen_and_not_again_after_it() -> None:
    match = killing()
    one = step(match, lambda each: each.commit_all())
    assert payouts_of(one.seen)[0] == payouts_of(one.before)[0] + 100_000
    jailed = step(match, lambda each: each.do(each.asked.options[0]))
    assert payouts_of(jailed.seen) == payouts_of(one.seen)
    assert jailed.seen.shells[0] == 1
    assert not banner_of(jailed.before, jailed.seen, jailed.events, jailed.convicts, seat=0)


def test_the_leader_is_counted_from_the_events() -> None:
    match = scene(units={"red scout": "h4", "blue scout": "m13"}, active="red scout")
    match.capture()
    setup, seen = match.state.setup, observe(match.state, 0)
    assert lead_after(match.events, setup).leader == 0 == only_leader(payouts_of(seen))
    assert lead_after([], setup, (100, 300)).leader == 1
    assert lead_after([], setup, (100, 100)).leader == -1


# -- rows ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", [ASCII, SHAPES], ids=["ascii", "shapes"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STEPS)
def test_a_banner_fills_its_rows_and_says_everything(
    name: str, size: tuple[int, int], glyphs: object
) -> None:
    banner = made(name)
    rows = banner_rows(banner, size, glyphs)  # type: ignore[arg-type]
    assert len(rows) == (HEIGHT if size[1] >= 22 else HEIGHT - 2)
    assert {columns_of(text_of(row)) for row in rows} == {size[0]}
    shown = " ".join(" ".join(text_of(row).split()) for row in rows)
    words = set(shown.replace('"', " ").split())
    lost = [
        word
        for fact in banner.facts
        for word in text_of(fact).replace('"', " ").split()
        if word not in words
    ]
    assert size[0] < 80 or not lost, rows
    assert size[0] < 80 or REMARK in shown
    if glyphs is ASCII:
        assert shown.isascii()


def frames_of(name: str, size: tuple[int, int]) -> str:
    """A banner in ASCII, as `banner_frames.txt` has it."""
    rows = banner_rows(made(name), size, ASCII)
    return "\n".join(
        [f"== {name} at {size[0]}x{size[1]}", *(text_of(row).rstrip() for row in rows)]
    )


def test_every_frame_is_as_it_was_looked_at() -> None:
    shown = [frames_of(name, size) for size in SIZES[:2] for name in STEPS]
    assert "\n".join(shown) + "\n" == FRAMES.read_text(encoding="utf-8")


def test_a_banner_in_ascii_is_readable_without_colours() -> None:
    assert [text_of(row).rstrip() for row in banner_rows(made("kill"), (80, 24), ASCII)] == [
        " @ RED",
        "",
        '   ##    ##  ##  ##      ##      ##     &g Gideon "Smoke Break" Powder is dead.',
        "   ##  ##    ##  ##      ##      ##     Killed by Stone.",
        "   ####      ##  ##      ##      ##     +100k beetle shell",
        "   ##  ##    ##  ##      ##             Level at 600k.",
        '   ##    ##  ##  ######  ######  ##     "Rent is cancelled."',
        "",
        " " * 72 + "any key",
    ]


def test_a_long_remark_has_a_row_of_its_own() -> None:
    remark = "The bees would like it known that they were provoked today."
    rows = [text_of(row) for row in banner_rows(made("tower", remark=remark), (80, 24), ASCII)]
    assert rows[7].strip() == f'"{remark}"'


@pytest.mark.parametrize("height", range(18, 60))
def test_a_banner_never_covers_its_place(height: int) -> None:
    rows = HEIGHT if height >= 22 else HEIGHT - 2
    for first in range(2, height - 1):
        for last in range(first, min(first + 3, height - 1)):
            top = banner_top(first, last, rows, height)
            assert 0 <= top <= height - 1 - rows
            if rows < first or last + rows < height - 1:
                assert top > last or top + rows <= first


# -- pulses ----------------------------------------------------------------------------------------


def test_a_tower_pulses_twice_with_its_nine_cells_and_slower_than_three_times_a_second() -> None:
    one = tower()
    pulses = pulsing(one.seen, one.events)
    assert len(pulses) == 9
    assert set(pulses.values()) == {0}
    picture, grid = board_picture(one.seen, Marks()), one.seen.setup.board.grid
    show = highlight(picture, grid, pulses)
    lit = [{cell.look for cell in frame.cells.values()} == {"pulse0"} for frame in show.frames]
    assert lit == [True, False, True, False]
    assert all(frame.seconds >= 1 / 6 for frame in show.frames)
    assert BEAT * 2 > 1 / 3
    assert show.seconds <= LONGEST
    assert not show.swallows
    assert highlight(picture, grid, pulses, reduced=True).frames == ()


# -- on the screen ---------------------------------------------------------------------------------


async def shown(stage: Stage, word: str) -> bool:
    """Wait for a banner; True if it has that word."""
    banner = stage.app.screen.query_one("#banner", Lines)
    await stage.until(lambda: banner.display and len(banner.rows) == HEIGHT)
    return word in text_of(list(banner.rows))


async def test_a_kill_shows_its_banner_and_a_key_ends_it_and_does_nothing_else() -> None:
    async with on_stage(killing()) as stage:
        stage.session.pace.level = 0
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        await stage.pilot.press("enter")
        assert await shown(stage, "is dead")
        ply, cursor = stage.true.ply, stage.interaction.cursor
        before = screen.query_one(DomeView)
        assert before.laid_over
        await stage.pilot.press("down")
        assert not screen.query_one("#banner", Lines).display
        assert not screen.shows.running
        assert (stage.true.ply, stage.interaction.cursor) == (ply, cursor)


async def test_a_banner_goes_by_itself_after_its_time() -> None:
    async with on_stage(killing()) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        drawn: list[str] = []
        draw = screen.show_frame

        def drawing(frame: Frame | None) -> None:
            drawn.append(text_of(list(frame.banner)) if frame is not None else "end")
            draw(frame)

        screen.show_frame = drawing  # type: ignore[method-assign]
        stage.session.pace.level = 2
        await stage.pilot.press("enter")
        await stage.until(lambda: drawn and drawn[-1] == "end")
        assert not screen.shows.running
        assert not screen.query_one("#banner", Lines).display
        assert "is dead" in drawn[-2]


async def test_no_banner_at_instant_pace_or_without_animation() -> None:
    still: tuple[tuple[int, Animation], ...] = ((0, "none"), (3, "full"))
    for pace, animation in still:
        async with on_stage(killing()) as stage:
            stage.app.use_settings(DisplaySettings(Options(animation=animation)))
            stage.session.pace.level = pace
            await stage.press("enter")
            screen = stage.app.screen
            assert isinstance(screen, MatchScreen)
            assert not screen.shows.running
            assert not screen.query_one("#banner", Lines).display
            assert any("dies" in text for text in screen._painter.texts(stage.session))


# -- the remark in the panel -----------------------------------------------------------------------


async def test_the_newest_remark_is_in_empty_rows_of_the_panel_unless_its_log_has_it() -> None:
    referee, managers = dealt(("human", "greedy"), 7)
    app = DomeApp(MatchHost(referee, ("human", "greedy"), here(managers), pace=3, cosmetic=5))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen, session = app.screen, app.session
        assert isinstance(screen, MatchScreen)
        said = newest_remark(session.remarks, 0)
        assert said
        empty: list[Line] = [()] * 6
        filled = screen._painter._with_remark(empty, session, 33)
        assert " ".join(text_of(filled).split()) == f'"{said}"'
        assert filled[:3] == empty[:3]
        logged = [line(f"* {said}"), *empty]
        assert screen._painter._with_remark(logged, session, 33) == logged
        full = [line("a hand")] * 6
        assert screen._painter._with_remark(full, session, 33) == full
        first = " ".join(said.split()[:4])
        assert first in Stage(app, pilot).text  # in the log at the right
        session.announcing = False
        assert screen._painter._with_remark(empty, session, 33) == empty


# -- the first key ---------------------------------------------------------------------------------


async def test_a_match_begins_without_a_show_and_its_first_key_acts() -> None:
    for rounds in (1, 6):
        match = scene(rounds=rounds, round=1, active="red warrior")
        referee = Referee(match.state, 1)
        quiet = here({1: Quiet()})
        app = DomeApp(MatchHost(referee, ("human", "quiet"), quiet, pace=0, cosmetic=5))
        async with app.run_test() as pilot:
            await pilot.pause()
            stage, screen = Stage(app, pilot), app.screen
            assert isinstance(screen, MatchScreen)
            assert not screen.shows.running
            before = stage.interaction.cursor
            await pilot.press("down")
            assert stage.interaction.cursor != before


async def test_no_banner_covers_the_notice_of_a_terminal_that_is_too_small() -> None:
    async with on_stage(killing(), size=(50, 16)) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        stage.session.pace.level = 0
        assert screen.hidden
        assert screen.still


def test_a_jail_opened_by_a_card_is_opened_by_the_team_that_played_it() -> None:
    one = freed("red")
    event = next(event for event in one.events if isinstance(event, Released))
    by_card: list[Event] = [CardPlayed(1, 0), replace(event, unit=-1)]
    found = banner_of(one.before, one.seen, by_card, one.convicts, seat=0, lead=Lead(0))
    assert found is not None
    assert found.seat == 1
    assert text_of(found.facts[0]).startswith("Blue opens the ")
