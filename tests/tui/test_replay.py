"""Saved matches on the screen: watched both ways, and forked once they are over."""

from __future__ import annotations

import random
import re
import sys
from contextlib import asynccontextmanager
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from other_cards import copy_of_cards, keep, make_dearer, the_game_of
from rich.cells import cell_len
from tui.props import INSTANT, Quiet, Stage, here
from tui.test_room import assert_full
from tui.test_title import SIZES, QuietLobby, until

from deathdome.cli.sessions import new_referee
from deathdome.managers.registry import create
from deathdome.match.referee import run_match
from deathdome.model.decisions import CHANCE
from deathdome.model.events import Reckoned
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.peek import record_paths
from deathdome.records.replay import replay
from deathdome.records.timeline import Sign, Stop, Timeline, read_timeline
from deathdome.rules.engine import decision
from deathdome.rules.observing import observe
from deathdome.session import manager_process
from deathdome.session.host import MatchHost
from deathdome.settings import Animation, Options
from deathdome.stage.text import line, text_of
from deathdome.stage.widgets.lines import Lines
from deathdome.text.names import space_name
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.drawing.replay import column_of, legend, stop_at, track_lines
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.lobby import SavedMatch
from deathdome.tui.presenters.animations import LONGEST, Frame, Show
from deathdome.tui.presenters.board import Marks, as_text, board_picture
from deathdome.tui.presenters.pieces import drawn_units, unit_token
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.load import ForkScreen
from deathdome.tui.screens.lookup import CardsScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.replay import ReplayScreen
from deathdome.tui.screens.saved_matches import DeleteScreen, SavedMatchesScreen
from deathdome.tui.screens.title import TitleScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path
    from types import FrameType

    from deathdome.match.referee import Referee

ALONE = ("human", "greedy")
HOT_SEAT = ("human", "human")
NAMES = ("human", "greedy", "greedy", "greedy")
MOST = 150_000  # calls of a jump, about 0.05 s of a slow core


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def managers_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Managers of resumed matches do the least, in this process."""
    quiet = {seat: Quiet() for seat in range(4)}
    monkeypatch.setattr(manager_process, "ManagerProcess", lambda: here(dict(quiet)))


def fresh(seats: int = 2, rounds: int = 3, seed: int = 6) -> Referee:
    """The match of `fought` before its first answer."""
    return new_referee(["greedy"] * seats, seed, rounds, "waspworth", quick=False)


@cache
def fought(seats: int = 2, rounds: int = 3, seed: int = 6) -> Referee:
    """A match between managers, from the store to the end."""
    referee = fresh(seats, rounds, seed)
    run_match(referee, [create("greedy") for _ in range(seats)])
    return referee


def kept(
    names: Sequence[str] = ALONE, *, part: float = 1.0, people: Sequence[str] = (), rounds: int = 3
) -> Path:
    """The record of that match, or of the first part of it, with these people in the seats."""
    referee = fought(len(names), rounds)
    writer, _ = library.begin_record(referee, names, people=people)
    writer.close()
    if part < 1:
        lines = writer.path.read_bytes().split(b"\n")
        writer.path.write_bytes(b"\n".join([*lines[: int(len(lines) * part)], b""]))
    return writer.path


@asynccontextmanager
async def watched(
    path: Path, size: tuple[int, int] = (80, 24), animation: Animation = "none"
) -> AsyncIterator[tuple[Stage, ReplayScreen]]:
    """The record on the screen, as `deathdome watch` opens it."""
    app = DomeApp(lobby=QuietLobby(), timeline=read_timeline(path))
    app.settings = DisplaySettings(Options(animation=animation))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        yield Stage(app, pilot), screen


@asynccontextmanager
async def at_title(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    app = DomeApp(lobby=QuietLobby())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)


def replayed(stage: Stage) -> ReplayScreen:
    screen = stage.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def pointer(stage: Stage) -> int:
    """The column of the line of time under which the pointer stands."""
    rows = stage.text.splitlines()
    track = next(number for number, row in enumerate(rows) if "$$$" in row)
    return rows[track + 1].index("^")


def flat(stage: Stage) -> str:
    return " ".join(stage.text.split())


# -- ways in ------------------------------------------------------------------------------------


@SIZES
async def test_kept_matches_are_listed_and_watched_from_the_title(size: tuple[int, int]) -> None:
    kept(people=("Bo", ""))
    kept(part=0.6)
    async with at_title(size) as stage:
        screen = stage.app.screen
        assert isinstance(screen, TitleScreen)
        row = [choice.label for choice in screen.choices()].index("Matches")
        await stage.press(*("down",) * row, "enter")
        await until(stage, SavedMatchesScreen)
        first, second = stage.text.splitlines()[2:4]
        assert re.search(r"unfinished: round \d \w+, \d rounds", first), first
        assert "Bo, greedy" in second
        assert "won: " in second
        await stage.press("down", "enter")
        await until(stage, ReplayScreen)
        assert replayed(stage).playback.timeline.finished
        await stage.press("escape")
        await until(stage, SavedMatchesScreen)
        await stage.press("escape")
        await until(stage, TitleScreen)


async def test_the_list_goes_on_with_what_is_not_over() -> None:
    kept(part=0.6)
    kept()
    async with at_title() as stage:
        await stage.press("m")
        await until(stage, SavedMatchesScreen)
        lobby = stage.app.lobby
        assert isinstance(lobby, QuietLobby)
        await stage.press("down", "g")
        assert lobby.resumed == [], "that one is over"
        await stage.press("up", "g")
        await until(stage, MatchScreen)
        assert len(lobby.resumed) == 1


async def test_the_palette_names_the_list() -> None:
    kept()
    async with at_title() as stage:
        await stage.press("colon", *"matches", "down", "enter")
        await until(stage, SavedMatchesScreen)


async def test_a_match_is_deleted_after_a_question() -> None:
    kept(people=("Bo", ""))
    kept(part=0.6)
    async with at_title() as stage:
        await stage.press("m")
        await until(stage, SavedMatchesScreen)
        await stage.press("down", "x")
        await until(stage, DeleteScreen)
        assert "Delete this match?" in stage.text
        assert "Bo, greedy" in stage.text
        await stage.press("enter")  # "Keep it" is under the bar
        await until(stage, SavedMatchesScreen)
        assert len(record_paths()) == 2
        await stage.press("x", "down", "enter")
        await until(stage, SavedMatchesScreen)
        assert len(record_paths()) == 1
        assert "Saved matches: 1" in stage.text
        assert "Bo, greedy" not in stage.text


async def test_the_end_of_a_row_is_not_cut() -> None:
    rows = [
        SavedMatch("a", "26 Nov 02:43", "Bartholomew, expert", "unfinished: round 1 red, 6", True),
        SavedMatch("b", "26 Nov 02:43", "Bo, greedy", "won: red 1,700k, blue 800k, round 6", False),
    ]
    async with at_title() as stage:
        stage.app.push_screen(SavedMatchesScreen(rows))
        await stage.pilot.pause()
        for one in rows:
            assert one.how in stage.text


@SIZES
async def test_hundreds_of_matches_are_paged_through(size: tuple[int, int]) -> None:
    async with at_title(size) as stage:
        rows = [
            SavedMatch(str(number), "2026-11-22 05:58", f"Bo{number}", f"blue won {number}", False)
            for number in range(300)
        ]
        stage.app.push_screen(SavedMatchesScreen(rows))
        await stage.pilot.pause()
        room = size[1] - 6
        assert stage.text.count("blue won") == room + 1, "and once more below"
        await stage.press("pagedown")
        assert "> 2026-11-22 05:58" in stage.text
        assert f"Bo{room}: blue won {room}" in stage.text
        await stage.press("end", "up", "pageup", "up")
        assert "Bo299: blue won 299" in stage.text, "from the first to the last"
        row = next(at for at, text in enumerate(stage.text.splitlines()) if "won 297" in text)
        await stage.pilot.click(offset=(10, row))
        await stage.pilot.pause()
        assert "Bo297: blue won 297" in stage.text
        await stage.pilot.click(offset=(10, size[1] - 3))
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, SavedMatchesScreen), "what is below is no row"


async def test_without_matches_the_list_says_so() -> None:
    async with at_title() as stage:
        await stage.press("m")
        await until(stage, SavedMatchesScreen)
        assert "None yet" in stage.text
        await stage.press("enter")
        await until(stage, TitleScreen)


async def test_a_record_that_cannot_be_read_says_why(home: Path) -> None:
    (home / "matches").mkdir()
    (home / "matches" / "x.match").write_text("deathdome match 7\nversion: 9.1\n\n")
    async with at_title() as stage:
        await stage.press("m", "enter")
        assert isinstance(stage.app.screen, SavedMatchesScreen)
        assert "written in format 7 by deathdome 9.1" in " ".join(
            note.message for note in stage.app._notifications
        )


# -- every moment as it was ---------------------------------------------------------------------


@SIZES
async def test_at_every_moment_the_board_is_the_referees(size: tuple[int, int]) -> None:
    async with watched(kept(), size) as (stage, screen):
        timeline = screen.playback.timeline
        referee = fresh()
        setup = timeline.referee.state.setup
        number = 0
        answers = [(seat, action) for seat, action in timeline.referee.journal if seat != CHANCE]
        for seat, action in [*answers, (CHANCE, answers[0][1])]:
            assert screen.playback.index == number
            assert canonical_text(timeline.position(screen.playback.stop)) == canonical_text(
                referee.state
            )
            seen = observe(referee.state, 0)
            assert screen.playback.sight.seen.space == seen.space
            assert screen.playback.sight.hands == (seen.hand, None)
            if number % 9 == 0:
                left, top = screen.query_one(DomeView).region.offset
                rows = stage.text.splitlines()[top + 1 :]
                grid = setup.board.grid
                for space, unit in drawn_units(seen).items():
                    column = left + 3 + 2 * grid.columns[space]
                    shown = rows[grid.rows[space]][column : column + 2].lower()
                    assert shown in (unit_token(setup, unit), unit_token(setup, unit)[::-1])
            if seat == CHANCE:
                break
            referee.answer(action)
            screen.do_right()
            number += 1
            if number % 9 == 0:
                await stage.pilot.pause()
        assert number == screen.playback.last
        assert referee.over


async def test_the_board_is_drawn_as_the_match_draws_it() -> None:
    async with watched(kept()) as (stage, screen):
        await stage.press("pagedown", "down")
        state = screen.playback.timeline.position(screen.playback.stop)
        seen = observe(state, 0)
        picture = stage.app.screen.query_one(DomeView).picture
        plain = board_picture(seen, Marks(), stage.app.settings.glyphs)
        different = [
            (row, column)
            for row, cells in enumerate(picture)
            for column, cell in enumerate(cells)
            if cell.text.lower() != plain[row][column].text.lower()
        ]
        traced = stage.app.settings.glyphs.trace
        assert all(picture[row][column].text[1] == traced for row, column in different)
        assert as_text(seen, picture).splitlines()[0].split() == list("abcdefghijklmnopqrstu")


# -- ways through it ----------------------------------------------------------------------------


@SIZES
async def test_jumps_lead_both_ways(size: tuple[int, int]) -> None:
    async with watched(kept(), size) as (stage, screen):
        playback, stops = screen.playback, screen.playback.timeline.stops
        width = 34 if size[0] == 80 else 120
        assert f"0 of {playback.last}" in stage.text
        assert "Store" in stage.text.splitlines()[0]
        await stage.press("right", "right", "left")
        assert f"1 of {playback.last}, answer {playback.stop.answers}" in stage.text
        await stage.press("pagedown")
        assert Sign.ROUND in stops[playback.index].signs
        assert "Round 1/3" in stage.text.splitlines()[0]
        first = playback.index
        await stage.press("down")
        assert Sign.TURN in stops[playback.index].signs
        assert stops[playback.index].where.startswith("round 1")
        await stage.press("up")
        assert playback.index == first
        await stage.press("pagedown", "pagedown")
        assert "Last round" in stage.text.splitlines()[0] or "Round 3/3" in stage.text
        await stage.press("pageup", "pageup")
        assert playback.index == first
        await stage.press("n")
        fight = playback.index
        assert Sign.FIGHT in stops[fight].signs
        assert "attacks" in flat(stage)
        await stage.press("n", "p")
        assert playback.index == fight
        start = 46 if size[0] == 80 else 0
        assert pointer(stage) == start + column_of(fight, len(stops), width)
        await stage.press("end")
        assert "The end" in stage.text.splitlines()[0]
        assert "wins" in flat(stage)
        await stage.press("right")
        assert "This is the end." in stage.text
        await stage.press("home", "left")
        assert playback.index == 0
        assert "This is the start." in stage.text


@given(
    signs=st.lists(st.sampled_from([Sign.NOTHING, Sign.STORE, Sign.FIGHT, Sign.KILL]), min_size=1),
    repeated=st.integers(1, 60),
    width=st.integers(8, 130),
    where=st.floats(0, 1),
)
def test_every_column_leads_to_what_it_shows(
    signs: list[Sign], repeated: int, width: int, where: float
) -> None:
    stops = [Stop(at, at, 1, sign, "") for at, sign in enumerate(signs * repeated)]
    index = round(where * (len(stops) - 1))
    drawn, ruler, *_ = (text_of(row) for row in track_lines(stops, index, width))
    assert (len(drawn), len(ruler)) == (width, width)
    assert ruler.index("^") == column_of(index, len(stops), width)
    for column in range(width):
        found = stop_at(stops, column, width)
        assert column_of(found, len(stops), width) <= column
        if drawn[column] == "X":
            assert Sign.KILL in stops[found].signs
        if drawn[column] == "x":
            assert Sign.FIGHT in stops[found].signs
    assert ("X" in drawn) == (Sign.KILL in signs)


@SIZES
async def test_a_click_on_the_line_of_time_jumps(size: tuple[int, int]) -> None:
    async with watched(kept(), size) as (stage, screen):
        stops = screen.playback.timeline.stops
        rows = stage.text.splitlines()
        line = next(row for row, text in enumerate(rows) if "$$$" in text and "X" in text)
        start = rows[line].index("$$$")
        kill = rows[line].index("X", start)
        await stage.pilot.click(offset=(kill, line))
        await stage.pilot.pause()
        assert Sign.KILL in stops[screen.playback.index].signs
        assert pointer(stage) == kill
        await stage.pilot.click(offset=(start, line))
        await stage.pilot.pause()
        assert screen.playback.index == 0


async def test_a_click_on_the_board_looks_at_a_space_and_keys_go_on_from_there() -> None:
    async with watched(kept()) as (stage, screen):
        await stage.press("pagedown")
        await stage.pilot.click(offset=(3 + 2 * 9, 10))
        await stage.pilot.pause()
        seen = screen.playback.sight.seen
        name = space_name(seen.setup, screen.cursor)
        assert "[SPACE]" in stage.text
        assert f"{name}  " in stage.text
        await stage.press("shift+right")
        assert space_name(seen.setup, screen.cursor) != name


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 60)])
async def test_it_fits_every_size(size: tuple[int, int]) -> None:
    async with watched(kept(NAMES), size) as (stage, screen):
        for keys in (("n",), ("tab",), ("tab",), ("tab",), ("tab",), ("z",), ("end",), ("i",)):
            await stage.press(*keys)
            rows = stage.text.splitlines()
            assert len(rows) == size[1]
            assert all(cell_len(row) <= size[0] for row in rows)
        await stage.press("escape")
        assert stage.app.screen is screen
        assert "? keys" in stage.text.splitlines()[-1]


async def test_the_sheet_of_keys_begins_with_those_of_the_replay() -> None:
    async with watched(kept()) as (stage, _):
        await stage.press("question_mark")
        now = stage.lines("text").split("Rules in brief")[0]
        assert "Keys now, watching a match" in now
        assert re.search(r"^ Left +One action back$", now, re.MULTILINE)
        assert re.search(r"^ Down +To the next turn$", now, re.MULTILINE)


async def test_it_runs_by_itself_and_any_way_stops_it() -> None:
    async with watched(kept()) as (stage, screen):
        await stage.press("f", "f", "f", "space")
        await stage.until(lambda: screen.playback.index > 1)
        await stage.press("left")
        here = screen.playback.index
        await stage.pilot.pause(0.2)
        assert screen.playback.index == here


async def test_no_jump_takes_longer_than_a_tenth_of_a_second() -> None:
    """Counts calls, because seconds depend on what else the machine does."""
    made = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    async with watched(kept(NAMES, rounds=6), (120, 40)) as (stage, screen):
        rng = random.Random(1)
        took = []
        for _ in range(60):
            index = rng.randrange(screen.playback.last + 1)
            made = 0
            sys.setprofile(count)
            try:
                screen.show_stop(index)
                await stage.pilot.pause()
            finally:
                sys.setprofile(None)
            took.append(made)
        assert screen.playback.last > 200
        assert max(took) < MOST


# -- what is not to be known --------------------------------------------------------------------


def cards_of(timeline: Timeline, seat: int, index: int) -> set[str]:
    state = timeline.position(timeline.stops[index])
    cards = state.setup.catalog.power_cards
    return {cards[card].name for card in state.hands[seat]}


@SIZES
async def test_hands_of_others_are_shown_when_they_are_asked_for(size: tuple[int, int]) -> None:
    async with watched(kept(), size) as (stage, screen):
        await stage.press("pagedown", "pagedown", "tab")
        timeline = screen.playback.timeline
        mine, theirs = (cards_of(timeline, seat, screen.playback.index) for seat in (0, 1))
        assert theirs - mine
        assert all(name in stage.text for name in mine)
        assert not any(name in stage.text for name in theirs - mine)
        assert "hidden" in stage.text
        await stage.press("o")
        assert all(name in stage.text for name in theirs)
        assert screen.playback.opened
        await stage.press("o")
        assert not any(name in stage.text for name in theirs - mine)


@SIZES
@pytest.mark.parametrize("names", [ALONE, HOT_SEAT])
async def test_no_hand_of_another_is_shown_before_the_match_is_over(
    names: Sequence[str], size: tuple[int, int]
) -> None:
    async with watched(kept(names, part=0.8), size) as (stage, screen):
        timeline = screen.playback.timeline
        secret = {1} if names is ALONE else {0, 1}
        public: set[str] = set()
        catalog = timeline.referee.state.setup.catalog
        await stage.press("tab", "o")
        assert screen.playback.opened is False
        for index in range(0, len(timeline.stops), 3):
            screen.show_stop(index)
            await stage.pilot.pause()
            known = " ".join(told.entry.text for told in screen.playback.log)
            public |= {card.name for card in catalog.power_cards if card.name in known}
            if names is ALONE:
                public |= cards_of(timeline, 0, index)
            hidden = set().union(*(cards_of(timeline, seat, index) for seat in secret)) - public
            assert not any(name in stage.text for name in hidden)
            assert "> red:" not in stage.text
            assert "> blue:" not in stage.text
        assert "The match is not over" in flat(stage)


async def test_during_a_match_one_looks_back_and_learns_nothing() -> None:
    short = fresh()
    for seat, action in fought().journal[:80]:
        if seat != CHANCE:
            short.answer(action)
    writer, _ = library.begin_record(short, HOT_SEAT)
    managers = here({})
    session = MatchHost(short, HOT_SEAT, managers, pace=INSTANT, writer=writer)
    app = DomeApp(session, QuietLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        if not isinstance(app.screen, MatchScreen):
            await stage.press("enter")
        await until(stage, MatchScreen)
        await stage.press("m")
        await until(stage, ReplayScreen)
        assert "what every team knows" in flat(stage)
        playback = replayed(stage).playback
        assert playback.sight.hands == (None, None)
        assert playback.index == playback.last, "it looks back from the present"
        await stage.press("enter")
        assert "not over" in flat(stage)
        session.hide()
        await pilot.pause()
        assert not isinstance(app.screen, ReplayScreen), "the curtain is down"
        writer.close()


async def test_the_cards_page_over_a_replay_has_the_cards_of_its_match(tmp_path: Path) -> None:
    path, folder = kept(), copy_of_cards(tmp_path / "data")
    make_dearer(folder)
    keep(folder)
    with the_game_of(folder):
        async with watched(path, (120, 40)) as (stage, _):
            stage.app.do_find()
            await until(stage, CardsScreen)
            assert "Rusty Chainsaw" in stage.text
            assert "100k" in stage.text
            lobby = stage.app.lobby
            assert lobby is not None
            assert lobby.catalog.items[0].cost == 200_000


# -- forks --------------------------------------------------------------------------------------


@SIZES
async def test_a_seat_is_taken_in_a_match_of_its_own(size: tuple[int, int]) -> None:
    path = kept(people=("Bo", ""))
    was = path.read_bytes()
    async with watched(path, size) as (stage, screen):
        await stage.press("pagedown", "pagedown", "down")
        stop = screen.playback.stop
        await stage.press("enter")
        await until(stage, ForkScreen)
        assert "isn't scored" in flat(stage)
        assert f"action {stop.answers} of {path.stem}" in flat(stage)
        assert "< you >" in stage.text
        await stage.press("enter")
        await until(stage, MatchScreen)
        session = stage.app.session
        assert session.fork == f"{path.stem} at answer {stop.answers}"
        assert session.names == ("human", "greedy")
        assert session.labels[0] == "Bo"
        assert session.record is not None
        assert session.record != path
        fork = replay(read_record(session.record))
        assert fork.differs == ""
        journal = screen.playback.timeline.referee.journal
        assert fork.referee.journal[: stop.answers] == journal[: stop.answers]
        assert read_record(session.record).header.fork == session.fork
    assert path.read_bytes() == was


async def test_the_result_of_a_fork_says_that_it_is_not_scored() -> None:
    async with watched(kept()) as (stage, screen):
        await stage.press("end", "left", "enter")
        await until(stage, ForkScreen)
        await stage.press("up", "up", "right", "down", "down", "enter")
        await until(stage, EndScreen)
        assert stage.app.session.people == ()
        fork = f"Not scored: a fork of {screen.playback.timeline.name} at answer"
        assert fork in flat(stage)
        await stage.press("m")
        await until(stage, ReplayScreen)
        assert "Fork of" in flat(stage)


@SIZES
async def test_a_match_that_is_not_over_is_not_played_on_from(size: tuple[int, int]) -> None:
    path = kept(part=0.7)
    async with watched(path, size) as (stage, screen):
        await stage.press("pagedown", "enter")
        assert stage.app.screen is screen
        assert "This match is not over" in flat(stage) or "not over" in screen.note
        assert "not over" in stage.text
        await stage.press("right")
        assert "peeking" not in stage.text
    assert len(library.summaries()) == 1


async def test_nobody_plays_on_from_the_end() -> None:
    async with watched(kept()) as (stage, screen):
        await stage.press("end", "enter")
        assert stage.app.screen is screen
        assert "The match is over here" in flat(stage)


async def test_a_match_that_does_not_come_out_the_same_is_played_on_from_as_far_as_it_does() -> (
    None
):
    path = kept()
    path.write_bytes(path.read_bytes().replace(b"= round 2 red", b"= round 2 blue"))
    async with watched(path) as (stage, screen):
        assert "The replay stops at" in " ".join(stage.lines("note").split())
        await stage.press("end")
        assert screen.playback.sight.seen.outcome is None
        await stage.press("enter")
        await until(stage, ForkScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        record = stage.app.session.record
        assert record is not None
        assert replay(read_record(record)).differs == ""


async def test_in_a_match_of_several_people_the_seat_that_is_asked_is_taken() -> None:
    async with watched(kept(HOT_SEAT)) as (stage, screen):
        await stage.press("pagedown", "down")
        asked = decision(screen.playback.timeline.position(screen.playback.stop))
        assert asked is not None
        await stage.press("enter")
        await until(stage, ForkScreen)
        form = stage.app.screen
        assert isinstance(form, ForkScreen)
        assert [seat for seat, name in enumerate(form.seats) if name == "human"] == [asked.seat]


async def test_no_record_seats_what_is_not_installed() -> None:
    path = kept()
    path.write_bytes(path.read_bytes().replace(b"blue = greedy", b"blue = os:system"))
    async with watched(path) as (stage, _):
        await stage.press("pagedown", "enter")
        await until(stage, ForkScreen)
        screen = stage.app.screen
        assert isinstance(screen, ForkScreen)
        assert screen.seats == ("human", "greedy")


async def test_after_a_match_it_is_watched_again_and_left_for_the_result() -> None:
    referee = fresh()
    answers = [action for seat, action in fought().journal if seat != CHANCE]
    for action in answers[:-1]:
        referee.answer(action)
    writer, _ = library.begin_record(referee, ("greedy", "greedy"))
    session = MatchHost(
        referee,
        ("greedy", "greedy"),
        here({0: Quiet(), 1: Quiet()}),
        pace=INSTANT,
        writer=writer,
    )
    app = DomeApp(session, QuietLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await until(stage, EndScreen)
        assert "m watch" in stage.text.splitlines()[-1]
        await stage.press("m")
        await until(stage, ReplayScreen)
        await stage.press("escape")
        await until(stage, EndScreen)


# -- records from anywhere ----------------------------------------------------------------------


async def test_a_broken_tail_is_told_and_the_rest_is_shown() -> None:
    path = kept()
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:80], b"\xff\x1b[2J", *lines[80:]]))
    was = path.read_bytes()
    async with watched(path, (120, 40)) as (stage, screen):
        assert f"{path.name}:81: not UTF-8" in screen.playback.timeline.notes[0]
        assert "The replay stops there." in " ".join(stage.lines("note").split())
        await stage.press("end", "right")
        assert screen.playback.index == screen.playback.last
        assert not screen.playback.timeline.finished
    assert path.read_bytes() == was


# -- banners -------------------------------------------------------------------------------------


def shown_banner(screen: ReplayScreen) -> str:
    """The text of the banner in view; "" without one."""
    banner = screen.query_one("#banner", Lines)
    return text_of(list(banner.rows)) if banner.display else ""


async def test_a_replay_shows_banners_forward_and_no_key_does_two_things() -> None:
    async with watched(kept(), animation="full") as (stage, screen):
        await stage.press("n")
        while not (shown := shown_banner(screen)):
            at = screen.playback.index
            assert at < screen.playback.last, "no banner in a whole match"
            screen.shows.stop()
            await stage.press("right")
        assert screen.playback.index == at + 1
        assert "any key" in shown
        assert not re.search(r"\b[Yy]ou\b", shown)
        await stage.press("right")  # ends the banner
        assert not shown_banner(screen)
        assert screen.playback.index == at + 1
        await stage.press("left", "left")
        assert not shown_banner(screen)
        assert screen.playback.index == at - 1


async def test_the_keys_come_back_with_the_first_frame_that_swallows_none() -> None:
    async with watched(kept(), animation="full") as (stage, screen):
        banner, strip = Frame(banner=(line("KILL"),), top=9), Frame(header=(line("ROUND"),))
        screen.shows.play([Show((banner,)), Show((strip,) * 999, swallows=False)])
        while screen.shows.swallows:
            await stage.pilot.pause(0.01)
        await stage.pilot.pause()
        assert screen.shows.running
        assert "? keys" in stage.text.splitlines()[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_replay_unfolds_attacks_forward_only(size: tuple[int, int]) -> None:
    async with watched(kept(), size, animation="full") as (stage, screen):
        stops = screen.playback.timeline.stops
        events = screen.playback.timeline.referee.events
        at = next(
            number
            for number, (stop, after) in enumerate(pairwise(stops))
            if any(isinstance(one, Reckoned) for one in events[stop.events : after.events])
        )
        screen.show_stop(at)
        await stage.press("right")
        assert screen.shows.swallows
        assert "any key skips" in stage.lines("roster")
        assert "any key skip" in stage.text.splitlines()[-1]
        assert screen.shows.left <= 2 * LONGEST  # the attack, then a banner
        await stage.press("right")  # ends the show
        assert screen.playback.index == at + 1
        assert not screen.shows.running
        assert re.search("WOUND|KILL|K I L L|DOWN|D O W N", stage.lines("roster"))
        await stage.press("left")
        assert screen.playback.index == at
        assert not screen.shows.running
        assert not re.search("WOUND", stage.lines("roster"))


async def test_a_replay_that_runs_waits_for_its_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(kept(), animation="full") as (stage, screen):
        await stage.press("n")
        at = screen.playback.index
        await stage.press("space")
        await stage.until(lambda: screen.shows.swallows)
        assert at <= screen.playback.index < screen.playback.last
        busy: list[bool] = []
        forward = screen._forward

        def noted() -> None:
            busy.append(screen.shows.running)
            forward()

        monkeypatch.setattr(screen, "_forward", noted)
        await stage.until(lambda: busy)
        assert busy == [False]


async def test_a_replay_shows_no_banner_at_instant_speed_or_without_animation() -> None:
    for animation, pace in (("none", 0), ("full", INSTANT)):
        async with watched(kept(), animation=animation) as (stage, screen):  # type: ignore[arg-type]
            screen._pace = pace
            while screen.playback.index < screen.playback.last:
                screen._forward()
                assert not screen.shows.running
            await stage.press("home")


@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
async def test_a_large_replay_has_the_columns_of_a_match(size: tuple[int, int]) -> None:
    async with watched(kept(), size) as (stage, screen):
        for _ in range(4):
            await stage.press("n")
            dome, side, wide = (
                screen.query_one(name).region for name in ("#dome", "#side", "#wide")
            )
            boxes = sorted((dome, side, wide), key=lambda region: region.x)
            assert all(one.right <= other.x for one, other in pairwise(boxes))
            # Nothing touches the panel before it.
            for row in stage.text.splitlines()[side.y : side.bottom]:
                cells = [row[region.x : region.x + 1] for region in (side, wide)]
                assert all(cell in ("", " ", ">") for cell in cells), row
            assert "@ RED" in stage.text
            assert "& BLUE" in stage.text
            assert "LOG" in stage.lines("story")
            await assert_full(stage, size)


def test_the_line_of_time_has_the_symbols_of_the_board_and_explains_them() -> None:
    signs = [Sign.STORE, Sign.ROUND, Sign.NOTHING, Sign.FIGHT, Sign.KILL, Sign.NOTHING]
    stops = [Stop(at, at, 1, sign, "") for at, sign in enumerate(signs)]
    for glyphs, drawn in ((ASCII, "$|-xX-"), (SHAPES, "▯╎ ∙▮ ")):
        row = track_lines(stops, 0, 6, glyphs)[0]
        assert text_of(row) == drawn
        assert row[0].look == "bar"
        assert all(sign in legend(glyphs) for sign in drawn.replace("-", "").strip())
    assert len(legend(SHAPES)) <= 35
