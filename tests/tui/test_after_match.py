"""After a match: the count, the course of the match, a rematch; and the command palette."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from textual.command import CommandPalette
from textual.events import Key
from tui.props import dealt, on_stage
from tui.test_title import title, until

from deathdome.model.events import (
    Captured,
    CounterMoved,
    Died,
    MatchEnded,
    Outcome,
    Returned,
    RoundBegan,
    ShellTaken,
)
from deathdome.rules.ending import judge
from deathdome.settings import Options
from deathdome.stage.text import text_of
from deathdome.text.history import History, history_of, turning_points, turning_words
from deathdome.tui.lobby import Wishes
from deathdome.tui.presenters.result import chart_lines
from deathdome.tui.screens.end import EndScreen, LastBoardScreen
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from deathdome.model.events import Event
    from deathdome.model.state import Setup


def table(seats: int = 2) -> Setup:
    return scene(seats=seats).state.setup


def course() -> list[Event]:
    """Red takes a tower in round 1, blue takes it away in round 2, red has two shells."""
    points = table().board.points
    values = table().board.point_value
    tower = int(points[values.index(5)])
    return [
        RoundBegan(1),
        Captured(0, 0, tower, -1),
        RoundBegan(2),
        Captured(5, 1, tower, 0),
        ShellTaken(0, 2),
        RoundBegan(3),
        Captured(6, 1, int(points[values.index(1)]), -1),
        MatchEnded(Outcome((1,), "payout", (), 3)),
    ]


def test_the_payout_is_counted_round_by_round() -> None:
    history = history_of(course(), table())
    assert history.rounds == ((1, (500_000, 0)), (2, (200_000, 500_000)), (3, (200_000, 600_000)))


def test_the_count_along_the_way_ends_with_the_count_of_the_rules() -> None:
    match = scene(units={"red warrior": "d8"}, active="red warrior")
    match.capture().end_phase()
    history = history_of([RoundBegan(1), *match.events], match.state.setup)
    assert history.turns[-1].payouts == tuple(row.payout for row in judge(match.state).standings)


def test_what_turned_the_match_is_what_moved_most() -> None:
    history = history_of(course(), table())
    assert [(turn.round, turn.swing) for turn in turning_points(history)] == [
        (1, 500_000),
        (2, 1_000_000),
        (2, 200_000),
    ]


def test_a_round_that_is_played_again_keeps_its_number() -> None:
    events = course()
    events.insert(3, CounterMoved(1))  # a Hyper Cube in round 2
    history = history_of(events, table())
    assert [number for number, _ in history.rounds] == [1, 1, 3]
    assert [turn.round for turn in turning_points(history)] == [1, 1, 1]


def test_the_end_of_a_team_is_what_turned_the_match() -> None:
    deaths: list[Event] = [
        Died(4, lava=False),
        Died(5, lava=False),
        Died(6, lava=False),
        Returned(6),
    ]
    deaths += [Died(7, lava=False), Died(6, lava=True)]
    history = history_of([*course()[:-1], *deaths, course()[-1]], table())
    points = turning_points(history)
    assert len(points) == 3
    assert (points[-1].fallen, points[-1].event) == (1, Died(6, lava=True))
    assert [turn.swing for turn in points[:-1]] == [500_000, 1_000_000]
    happened, _ = turning_words(points[-1], table())
    assert happened.endswith("dies in the lava, Blue's last unit.")


def test_a_match_begun_in_the_middle_counts_on_from_there() -> None:
    events = [event for event in course() if event != RoundBegan(1)]
    history = history_of(events, table(), (4, (100_000, 300_000)))
    assert history.turns[0].round == 4
    assert history.turns[0].payouts == (600_000, 300_000)
    assert history.rounds[0] == (4, (600_000, 300_000))
    assert history.rounds[-1][1] == (300_000, 900_000)


async def test_the_result_of_a_match_begun_in_the_last_round_is_the_right_one() -> None:
    match = scene(
        round=6,
        turn="blue",
        units={"blue scout": "d8"},
        points={"h4": "red", "n5": "blue"},
        active="blue scout",
    )
    names = ("quiet", "human")
    async with on_stage(match, names, size=(120, 40)) as stage:
        await stage.press("c", "e", "e", "e", "e")
        await until(stage, EndScreen)
        assert "VICTORY" not in stage.text  # in block letters
        assert "You beat Red (quiet), 200k to 100k." in stage.text
        assert "Round 6: " in stage.text
        assert "Payout after each round" in stage.text


def test_the_chart_has_a_bar_of_its_own_sign_for_every_team() -> None:
    rows = [text_of(row) for row in chart_lines(history_of(course(), table()), table(), 74)]
    assert rows[-1].split() == ["round", "1", "2", "3"]
    assert rows[-2].rstrip() == "  100k @@    @@&&  @@&&"
    assert rows[0].rstrip() == "  600k               &&"
    assert max(map(len, rows)) <= 74


@pytest.mark.parametrize("width", [40, 56, 74])
def test_the_chart_of_a_long_match_of_four_shows_its_last_rounds(width: int) -> None:
    rounds = tuple((counter, (100_000, 200_000, 300_000, 400_000)) for counter in range(1, 21))
    history = History(rounds, ())
    rows = [text_of(row) for row in chart_lines(history, table(4), width)]
    assert max(map(len, rows)) <= width
    assert rows[-1].split()[-1] == "20"


@pytest.mark.parametrize("size", [(60, 18), (60, 20), (77, 24), (80, 24), (120, 40)])
async def test_the_result_shows_every_payout_in_any_terminal(size: tuple[int, int]) -> None:
    match = scene(round=6, turn="yellow", seats=4, points={"h4": "red", "n5": "blue"})
    async with on_stage(match, ("quiet", "quiet", "quiet", "human"), size=size) as stage:
        await stage.press("e", "e", "e")
        await until(stage, EndScreen)
        await stage.pilot.pause()
        assert stage.text.count(" in jail") == 4
        assert stage.text.count("100k") >= 2


async def test_the_result_is_laid_anew_when_the_terminal_becomes_narrow() -> None:
    match = scene(round=6, turn="blue", points={"h4": "red"})
    async with on_stage(match, ("human", "quiet")) as stage:
        await until(stage, EndScreen)
        assert "VICTORY" not in stage.text
        await stage.pilot.resize_terminal(60, 18)
        await stage.pilot.pause()
        await stage.pilot.pause()
        assert "VICTORY" in stage.text
        assert "1 point, 0 in jail" in stage.text


def test_a_match_without_pay_has_no_chart() -> None:
    events: list[Event] = [RoundBegan(1), MatchEnded(Outcome((0, 1), "shared", (), 1))]
    history = history_of(events, table())
    assert chart_lines(history, table(), 74) == []


async def test_the_result_offers_the_same_match_again() -> None:
    async with title() as (stage, lobby):
        stage.app.play(Wishes(("greedy", "random"), seed=5, rounds=1, quick=True))
        await until(stage, EndScreen)
        assert "rematch" in stage.text
        await stage.press("a")
        await until(stage, EndScreen)
        await stage.press("n")
        await until(stage, EndScreen)
        assert [wishes.seed for wishes in lobby.opened] == [5, 5, None]
        assert lobby.opened[-1].seats == ("greedy", "random")


async def test_keys_pressed_before_the_result_appeared_begin_nothing() -> None:
    async with title() as (stage, lobby):
        stage.app.play(Wishes(("greedy", "random"), seed=5, rounds=1, quick=True))
        await until(stage, EndScreen)
        result = stage.app.screen
        for name in ("n", "a", "enter"):
            early = Key(name, None)
            early.time = 0.0
            stage.app.post_message(early)
            await stage.pilot.pause()
        assert stage.app.screen is result
        assert len(lobby.opened) == 1
        await stage.press("enter")
        assert isinstance(stage.app.screen, LastBoardScreen)


@pytest.mark.parametrize("late", ["relaid", "_show_title"])
async def test_a_result_that_was_left_is_not_drawn_any_more(late: str) -> None:
    """A key that begins the next match may come before what the last size of the window asks."""
    async with title() as (stage, _):
        stage.app.play(Wishes(("greedy", "random"), seed=5, rounds=1, quick=True))
        await until(stage, EndScreen)
        result = stage.app.screen
        stage.app.rematch(same_seed=True)
        result.call_after_refresh(getattr(result, late))
        await stage.pilot.pause()
        assert stage.app.failure is None


async def test_a_result_that_goes_on_below_says_so() -> None:
    names = ("greedy", "greedy")
    referee, managers = dealt(names)
    async with on_stage(referee, names, managers) as stage:
        await until(stage, EndScreen)
        await stage.pilot.pause()
        assert "Down, PgDn: more below" in stage.text.splitlines()[0]
        await stage.press("pagedown")
        assert "Payout after each round" in stage.text
        await stage.pilot.resize_terminal(120, 40)
        await stage.pilot.pause()
        assert "more below" not in stage.text
        assert "Payout after each round" in stage.text


async def test_without_a_lobby_there_is_no_rematch_to_be_had() -> None:
    match = scene(round=6, turn="blue", units={"red warrior": "d8"})
    async with on_stage(match, ("human", "quiet")) as stage:
        await until(stage, EndScreen)
        assert "rematch" not in stage.text
        await stage.press("a", "n")
        await until(stage, EndScreen)


async def test_result_and_last_board_lie_behind_each_other() -> None:
    match = scene(round=6, turn="blue")
    async with on_stage(match, ("human", "quiet"), size=(120, 40)) as stage:
        await until(stage, EndScreen)
        await stage.press("enter")
        await until(stage, LastBoardScreen)
        await stage.press("right", "tab", "t")
        assert "Enter result" in stage.text
        await stage.press("escape")
        await until(stage, EndScreen)


async def test_the_palette_names_what_can_be_done_and_does_it() -> None:
    match = scene(units={"red warrior": "k11"})
    async with on_stage(match) as stage:
        await stage.press("colon")
        await until(stage, CommandPalette)
        await stage.press(*"whole log")
        await stage.until(lambda: "The whole log  l" in stage.text)
        await stage.press("escape")
        await until(stage, MatchScreen)


async def test_a_result_rises_at_a_slow_pace_and_any_key_completes_it() -> None:
    match = scene(round=6, phases=0)
    match.state.shells[0] = 9
    async with on_stage(match, ("human", "quiet")) as stage:
        await stage.press(*"eeeeeeee")
        await until(stage, EndScreen)
        whole = stage.text  # at instant pace all of it at once
        stage.session.next_pace()
        assert stage.session.pace.seconds > 0
        for options, rises in ((Options(animation="none"), False), (Options(), True)):
            stage.app.settings = replace(stage.app.settings, options=options)
            stage.app.push_screen(EndScreen())
            await stage.pilot.pause()
            assert (stage.text != whole) is rises
        result = stage.app.screen
        await stage.press("enter")
        assert stage.app.screen is result
        assert stage.text == whole
        await stage.press("enter")
        assert isinstance(stage.app.screen, LastBoardScreen)
