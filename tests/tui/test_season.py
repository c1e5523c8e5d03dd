"""A season on the screen: result, auction, standings and store between two matches, and its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hosts import Driven, hosted
from question_scenes import auction
from scenes import in_series, scene
from tui.props import Quiet, Stage, on_stage
from tui.test_room import assert_full
from tui.test_title import until

from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.match.chapters import chapters_of, last_ended
from deathdome.model.actions import DECLINE, END_TURN, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import Auctioned, Dealt, Died, MatchBegan
from deathdome.records.library import begin_record, resume
from deathdome.records.results import read_results
from deathdome.rules.observing import observe
from deathdome.session.notices import Interval
from deathdome.settings import Options
from deathdome.stage.text import text_of
from deathdome.text.seasons import values_gap
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.presenters.season import (
    career_of,
    curve_of,
    history_lines,
    lead_words,
    most_to_gain,
    season_of_view,
)
from deathdome.tui.presenters.slots import all_slots
from deathdome.tui.screens.auction import AuctionScreen
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen, ResultScreen
from deathdome.tui.screens.leave import ConcedeScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.season import MatchResultScreen, SeasonScreen, StandingsScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from pathlib import Path

    from scenes import Match

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event

JAILED: dict[str, Any] = {
    "units": {"blue gunner": "jail nw", "blue scout": "jail nw"},
    "items": {"blue gunner": ["magnum-44000"], "blue scout": ["lava-waders", "spare-spleen"]},
}


def last_turn(*, played: int = 0, schedule: tuple[int, ...] = (6, 8), **more: Any) -> Match:
    """The last turn of a match of a season: Red ends it and wins."""
    more.setdefault("points", {"d8": "red"})
    match = scene(turn="red", round=6, phases=0, **more)
    return in_series(match, schedule, played)


def sell(request: Request) -> Action | None:
    """Auction off the first unit that can be."""
    if request.question is not Question.AUCTION:
        return None
    return next(one for one in request.options if kind_of(one) is ActionKind.AUCTION)


def answered(stage: Stage) -> bool:
    """True if no manager has to answer."""
    session = stage.session
    asks = session.request is not None or session.curtain is not None
    return asks or isinstance(stage.app.screen, ResultScreen)


async def end_match(stage: Stage) -> None:
    """Let every player end the turn, until the match is over."""
    for _ in range(12):
        if isinstance(stage.app.screen, ResultScreen):
            await stage.pilot.pause()
            return
        await stage.press("enter" if isinstance(stage.app.screen, CurtainScreen) else "e")
        await stage.until(lambda: answered(stage))
        await stage.pilot.pause()
    raise AssertionError(stage.text)


# -- the pages in their order ----------------------------------------------------------------------


async def test_the_winner_sees_result_auction_standings_and_store() -> None:
    async with on_stage(last_turn(**JAILED)) as stage:
        await end_match(stage)
        await until(stage, MatchResultScreen)
        assert "RESULT  match 1 of 2" in stage.text
        await stage.press("enter")
        await until(stage, AuctionScreen)
        assert "you won match 1" in stage.text
        await stage.press("enter")
        await until(stage, StandingsScreen)
        assert "match 2 of 2 is next: 8 rounds" in stage.text
        await stage.press("enter")
        await until(stage, ShopScreen)
        assert stage.true.setup.series is not None
        assert len(stage.true.setup.series.auctioned) == 1


async def test_without_an_auction_the_standings_follow() -> None:
    async with on_stage(last_turn()) as stage:
        await end_match(stage)
        await until(stage, MatchResultScreen)
        await stage.press("enter")
        await until(stage, StandingsScreen)
        await stage.press("enter")
        await until(stage, ShopScreen)


async def test_the_loser_sees_what_is_sold_and_the_refund() -> None:
    match = last_turn(
        points={"i9": "blue"},
        units={"red gunner": "jail nw"},
        items={"red gunner": ["magnum-44000"]},
    )
    async with on_stage(match, managers={1: Quiet(sell)}) as stage:
        await end_match(stage)
        await stage.press("enter")
        await stage.pilot.pause()
        await until(stage, AuctionScreen)
        text = " ".join(stage.lines("list").split())
        assert text.startswith("Blue sends Gunner to auction. You lose: 44,000 Magnum")
        assert "becomes" in text
        assert "Blue buys first." in text
        await stage.press("enter")
        await until(stage, StandingsScreen)


async def test_the_loser_sees_that_nothing_is_sold() -> None:
    match = last_turn(points={"i9": "blue"}, units={"red gunner": "jail nw"})
    match.state.items[1] = (0,)
    async with on_stage(match) as stage:
        await end_match(stage)
        await stage.press("enter")
        await stage.pilot.pause()
        assert "Blue sells nothing." in stage.text
        await stage.press("enter", "enter")
        assert not isinstance(stage.app.screen, AuctionScreen)


async def test_the_auction_is_undone_in_the_store() -> None:
    async with on_stage(last_turn(**JAILED)) as stage:
        await end_match(stage)
        await stage.press("enter", "enter", "enter")
        await until(stage, ShopScreen)
        await stage.press("u")
        await stage.pilot.pause()
        await until(stage, AuctionScreen)
        await stage.press("up", "enter")
        await until(stage, StandingsScreen)
        assert stage.true.setup.series is not None
        assert stage.true.setup.series.auctioned == ()


async def test_curtains_hide_auction_and_store_from_the_other_player() -> None:
    async with on_stage(last_turn(**JAILED), ("human", "human")) as stage:
        await end_match(stage)
        await until(stage, MatchResultScreen)
        await stage.press("enter")
        await stage.pilot.pause()
        await until(stage, CurtainScreen)
        assert "Red" in stage.text
        await stage.press("enter")
        await stage.pilot.pause()
        await until(stage, AuctionScreen)
        await stage.press("enter")
        await until(stage, StandingsScreen)
        await stage.press("enter")
        await until(stage, ShopScreen)
        await stage.press("e", "enter")
        await stage.pilot.pause()
        await until(stage, CurtainScreen)


async def test_the_season_ends_on_a_page_of_its_own() -> None:
    async with on_stage(last_turn(played=1)) as stage:
        await end_match(stage)
        await until(stage, EndScreen)
        assert "RESULT  match 2 of 2" in stage.text
        await stage.press("enter")
        await until(stage, SeasonScreen)
        assert "You win the season, 2.1M to 2M." in stage.text
        await stage.press("enter")
        await until(stage, EndScreen)


async def test_a_single_match_has_its_board_behind_the_result() -> None:
    async with on_stage(scene(round=6, phases=0)) as stage:
        await end_match(stage)
        await until(stage, EndScreen)
        assert "The match is over" in stage.text
        assert "CREDITS" not in stage.text


async def test_nothing_moves_from_one_match_to_the_next() -> None:
    async with on_stage(last_turn()) as stage:
        stage.app.use_settings(DisplaySettings(Options(animation="full")))
        stage.session.pace.level = 2
        board = stage.app.screen
        assert isinstance(board, MatchScreen)
        await end_match(stage)
        await until(stage, MatchResultScreen)
        assert not board.shows.running
        result = stage.app.screen
        assert isinstance(result, MatchResultScreen)
        await stage.until(lambda: not result._reveals)
        await stage.press("enter")
        await until(stage, StandingsScreen)
        await stage.press("enter")
        await until(stage, ShopScreen)
        await stage.press("e", "enter")
        await until(stage, MatchScreen)
        assert "ROUND 1 OF 8" in stage.text or "M2/2" in stage.text


async def test_a_season_that_was_left_at_a_result_shows_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    names = ["human", "quiet"]
    referee = new_referee(names, 4, None, "waspworth", quick=True, series=(1, 1))
    writer, _ = begin_record(referee, names)
    host = hosted(referee, names, writer=writer)
    Driven(host)
    while not isinstance(host.need, Interval):
        assert host.request is not None
        host.answer([END_TURN if END_TURN in host.request.options else host.request.options[0]])
    host.close()
    for at_result in (True, False):
        found = resume()
        again = hosted(found.replay.referee, names, writer=found.writer, resumed=found.replay)
        app = DomeApp(again)
        async with app.run_test() as pilot:
            await pilot.pause()
            stage = Stage(app, pilot)
            if at_result:
                await until(stage, MatchResultScreen)
                await stage.press("enter")
                await until(stage, StandingsScreen)
                await stage.press("enter")
                await until(stage, ShopScreen)
                await stage.press("e", "enter")
                await stage.pilot.pause()
            await until(stage, MatchScreen)
    assert len(read_results()[0]) == 1


# -- the auction -----------------------------------------------------------------------------------


async def test_a_resumed_auction_opens_at_once() -> None:
    async with on_stage(auction()) as stage:
        await until(stage, AuctionScreen)


async def test_every_choice_of_an_auction_is_named_with_its_results() -> None:
    async with on_stage(auction()) as stage:
        assert stage.lines("list").splitlines()[:12] == [
            "",
            " Pick a jailed unit. It sells everything.",
            " Its team gets the full price.",
            "",
            "> &g Gunner  Blue                      500k ",
            "     44,000 Magnum                          ",
            "     no record                              ",
            "",
            "  &s Scout  Blue                       500k ",
            "     Lava Waders                            ",
            "     Spare Spleen                           ",
            "     no record                              ",
        ]
        sheet = " ".join(stage.lines("sheet").split())
        assert sheet.startswith("IF YOU PICK GUNNER Blue loses 44,000 Magnum")
        await stage.press("down")
        assert stage.lines("sheet").strip().startswith("IF YOU PICK SCOUT")
        await stage.press("down")
        assert "Nothing is sold. You still buy first." in " ".join(stage.lines("sheet").split())
        await stage.press("i", "escape", "v")
        await until(stage, StandingsScreen)
        await stage.press("escape")
        await until(stage, AuctionScreen)
        await stage.press("enter")
        assert stage.session._referee.journal[-1] == (0, DECLINE)


async def test_a_wide_auction_shows_the_slots_of_all_teams() -> None:
    async with on_stage(auction(), size=(120, 40)) as stage:
        sheet = stage.lines("sheet")
        assert "YOUR SLOTS" in sheet
        assert "BLUE'S SLOTS" in sheet
    async with on_stage(auction()) as stage:
        assert "SLOTS" not in stage.lines("sheet")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50), (200, 60)])
async def test_the_pages_of_a_season_fill_the_terminal(size: tuple[int, int]) -> None:
    async with on_stage(last_turn(**JAILED), size=size) as stage:
        await end_match(stage)
        for kind in (MatchResultScreen, AuctionScreen, StandingsScreen):
            await until(stage, kind)
            await assert_full(stage, size)
            await stage.press("enter")


# -- events by match -------------------------------------------------------------------------------


def test_events_are_cut_into_matches() -> None:
    match = last_turn(**JAILED).end_turn().end_turn()
    setup = match.state.setup
    (first,) = chapters_of(match.events, setup)
    assert (first.number, first.auction) == (1, None)
    assert first.outcome is not None
    match.do(match.asked.options[0])
    found = chapters_of(match.events, match.state.setup)
    assert [one.number for one in found] == [1, 2]
    assert found[0].auction is not None
    assert found[1].outcome is None
    assert last_ended(match.events, match.state.setup) == found[0]


def test_a_lead_is_safe_when_no_play_could_catch_it() -> None:
    match = last_turn(schedule=(6, 1), credits={"red": 4_000_000}, **JAILED).end_turn().end_turn()
    match.do(DECLINE)
    season = season_of_view(observe(match.state, 0), match.events)
    assert lead_words(season) == ["You are 1.1M ahead of Blue."]
    match.state.credits[0] += most_to_gain(match.state.setup)
    season = season_of_view(observe(match.state, 0), match.events)
    assert lead_words(season) == ["You can't be caught any more."]
    season = season_of_view(observe(match.state, 1), match.events)
    assert lead_words(season) == ["Red can't be caught any more."]


def test_the_curve_begins_with_the_credits_of_the_start() -> None:
    match = last_turn(**JAILED).end_turn().end_turn()
    assert [values[0] for values in curve_of(match.state.setup)] == [2_000_000] * 2
    assert [len(values) for values in curve_of(match.state.setup)] == [2, 2]


# -- the store -------------------------------------------------------------------------------------


async def test_the_store_marks_what_was_auctioned_and_shows_all_slots() -> None:
    async with on_stage(last_turn(**JAILED), size=(120, 40)) as stage:
        await end_match(stage)
        for kind in (AuctionScreen, StandingsScreen, ShopScreen):
            await stage.press("enter")
            await until(stage, kind)
        await stage.press("right", "right")
        marked = [row for row in stage.lines("list").splitlines() if row.startswith("*")]
        assert [row.split("  ")[0] for row in marked] == ["*44,000 Magnum"]
        await stage.press(*("down",) * 5)
        assert "Sold at the auction." in stage.lines("list")
        await stage.press("r")
        rows = text_of(all_slots(stage.session.view, 54, 2)).splitlines()
        assert rows[0] == "@ YOUR SLOTS                     worth 2.1M, 2.1M left"
        assert rows[1].split() == ["@w", "Warrior", "@g", "Gunner", "@s", "Scout", "@m", "Medic"]
        assert rows[6] == "& BLUE'S SLOTS                     worth 3M, 2.5M left"
        assert rows[8].split("  ")[0] == "-"
        assert "Lava Waders" in rows[8]
        assert "Spare Spleen" in rows[9]
        assert "BLUE'S SLOTS" in stage.text


def test_the_gap_is_that_to_the_best_rival() -> None:
    assert values_gap((2_000_000, 2_400_000, 1_000_000), 0) == "400k behind Blue"
    assert values_gap((2_000_000, 2_400_000, 1_000_000), 1) == "400k ahead of Red"
    assert values_gap((2_000_000, 2_000_000), 1) == "level with Red"


def test_the_title_says_how_far_behind_you_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    names = ["human", "quiet"]
    referee = new_referee(names, 4, None, "waspworth", quick=True, series=(1, 1, 1))
    writer, _ = begin_record(referee, names)
    host = hosted(referee, names, writer=writer)
    Driven(host)
    found = LocalLobby().unfinished()
    assert found is not None
    assert found.words.startswith("match 1 of 3, round 1, against quiet")
    while not isinstance(host.need, Interval):
        assert host.request is not None
        host.answer([END_TURN if END_TURN in host.request.options else host.request.options[0]])
    host.proceed()
    found = LocalLobby().unfinished()
    assert found is not None
    assert found.words.startswith("match 2 of 3, level with Blue, against quiet")


# -- convicts --------------------------------------------------------------------------------------


async def test_a_convict_has_its_season_match_by_match() -> None:
    async with on_stage(last_turn(**JAILED)) as stage:
        await end_match(stage)
        await stage.press("enter")
        await until(stage, AuctionScreen)
        await stage.press("i")
        assert "match 1: never jailed" in stage.text
        await stage.press("escape", "enter")
        await until(stage, StandingsScreen)
        session = stage.session
        rows = text_of(history_lines(session.log(), session.view.setup, 5, 54)).splitlines()
        assert rows[1:] == [
            "THE SEASON",
            " match 1: never jailed, auctioned",
            " match 2: never jailed",
        ]
    assert history_lines([], scene().state.setup, 0, 54) == []


def test_a_new_character_has_no_part_in_the_record_of_the_old_one() -> None:
    setup = scene().state.setup
    catalog = setup.catalog
    units = tuple(catalog.characters[:8])
    setup = replace(setup, units=units)
    dealt = [Dealt(unit, unit) for unit in range(8)]
    died = [Died(0, lava=False), Died(1, lava=False)]
    events: list[Event] = [*dealt, *died, Auctioned(1, 0, (), 0), Dealt(0, 9), MatchBegan(1, 6)]
    setup = replace(setup, units=(catalog.characters[9], *units[1:]))
    assert career_of(events, setup, 0).deeds.deaths == 0
    assert career_of(events, setup, 0).auctions == 0
    assert career_of(events, setup, 1).deeds.deaths == 1


# -- giving up -------------------------------------------------------------------------------------


async def test_a_match_is_conceded_in_the_leave_dialog() -> None:
    async with on_stage(scene(points={"d8": "red"})) as stage:
        await stage.press("q")
        assert "Concede the match" in stage.text
        assert "Concede the season" not in stage.text
        await stage.press("up", "enter")
        await until(stage, ConcedeScreen)
        assert "pays as the board is" in stage.text
        await stage.press("enter")
        assert stage.session.outcome is None
        await stage.press("q", "up", "enter", "down", "enter")
        await until(stage, EndScreen)
        assert "You conceded in round 1. Blue (quiet) wins." in stage.text


async def test_a_conceded_match_of_a_season_is_followed_by_the_next() -> None:
    async with on_stage(in_series(scene(points={"d8": "red"}))) as stage:
        await stage.press("q", "up", "up", "enter", "down", "enter")
        await until(stage, MatchResultScreen)
        assert "You conceded in round 1." in stage.text
        await stage.press("enter")
        await until(stage, StandingsScreen)


async def test_a_conceded_season_ends_at_once() -> None:
    async with on_stage(in_series(scene(points={"d8": "red"}))) as stage:
        await stage.press("q", "up", "enter", "down", "enter")
        await until(stage, EndScreen)
        await stage.press("enter")
        await until(stage, SeasonScreen)
        assert "You conceded the season. Blue wins it." in stage.text


async def test_nothing_is_conceded_at_an_auction() -> None:
    async with on_stage(auction()) as stage:
        await stage.press("q")
        assert "Leave?" in stage.text
        assert "Concede" not in stage.text
