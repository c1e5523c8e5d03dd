"""Stories at the screen, in keys and clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scenes import card_id, scene
from textual.events import AppBlur
from tui.props import INSTANT, Quiet, dealt, on_stage

from deathdome.match.protocol import Reply, Request
from deathdome.match.referee import Referee
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.session.host import MatchHost
from deathdome.session.managers import DiedError, LocalManagers
from deathdome.settings import Options
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.text import text_of
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.presenters.log import log_entries
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.log import LogScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.page import HelpScreen
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event


SIZES = [(80, 24), (120, 40)]


async def test_ending_asks_once_unless_the_options_say_otherwise() -> None:
    for confirm, asks in ((True, True), (False, False)):
        match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
        async with on_stage(match) as stage:
            stage.app.use_settings(DisplaySettings(Options(confirm_ending=confirm)))
            await stage.press("e")
            assert (stage.interaction.menu is not None) == asks


async def test_the_hand_is_covered_when_somebody_turns_away_unless_the_options_say_otherwise() -> (
    None
):
    for curtain in (True, False):
        async with on_stage(scene(), ("human", "human")) as stage:
            await stage.press("enter")
            stage.app.use_settings(DisplaySettings(Options(curtain=curtain)))
            stage.app.post_message(AppBlur())
            await stage.pilot.pause()
            assert isinstance(stage.app.screen, CurtainScreen) == curtain


NASTY = ("[/", "[red]x[/blue]", "a" * 200)


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_match_from_store_to_payout(size: tuple[int, int]) -> None:
    referee, managers = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        assert isinstance(stage.app.screen, ShopScreen)
        await stage.press("down", "enter")  # Whoopee Maul, for the warrior
        assert "Your order" in stage.text
        assert stage.true.credits[0] == 2_000_000
        await stage.press("e")
        assert stage.true.credits[0] == 1_700_000
        await stage.press("e", "enter")  # pass, sure
        assert stage.true.items[0] != ()
        assert isinstance(stage.app.screen, MatchScreen)
        for _ in range(40):
            if stage.session.outcome is not None:
                break
            question = stage.session.request.question if stage.session.request else None
            if question is Question.TURN and "2 phases" in stage.lines("strip"):
                await stage.press("n", "n", "up", "up", "up", "enter", "e")
                await stage.press("e") if stage.interaction.menu else None
            elif question is Question.TURN or question is Question.UNIT_PHASE:
                await stage.press("e")
                await stage.press("e") if stage.interaction.menu else None
            else:
                await stage.press("enter")
        assert stage.session.outcome is not None
        assert isinstance(stage.app.screen, EndScreen)
        assert "wins" in stage.text
        assert " in jail" in stage.text
        await stage.press("pagedown", "pagedown")
        assert "--seed 7" in stage.text
        await stage.press("l")
        assert isinstance(stage.app.screen, LogScreen)
        await stage.press("escape")
        for key in ("escape", "enter"):
            await stage.press(key)
            assert isinstance(stage.app.screen, MatchScreen)
            assert "Enter result" in stage.text
            await stage.press("up", "tab", key)
            assert isinstance(stage.app.screen, EndScreen)
        await stage.press("enter", "l")
        assert isinstance(stage.app.screen, LogScreen)
        await stage.press("escape", "q")
        assert stage.app._exit


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_the_whole_result_fits_at_80x24(seats: int) -> None:
    match = scene(seats=seats, round=6, phases=0)
    match.state.shells[1] = 9
    names = ("human", "quiet", "quiet", "quiet")[:seats]
    async with on_stage(match, names) as stage:
        for _ in range(12):
            await stage.press("enter" if stage.interaction.menu else "e")
        assert isinstance(stage.app.screen, EndScreen)
        assert "Blue (quiet) wins, 900k to 0." in stage.text
        assert stage.text.count(" in jail") == seats
        await stage.press("q")
        assert stage.app._exit


@pytest.mark.parametrize("size", SIZES)
async def test_quick_start_opens_on_the_board_with_items_dealt(size: tuple[int, int]) -> None:
    referee, managers = dealt()
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        assert isinstance(stage.app.screen, MatchScreen)
        assert all(any(stage.true.items[seat * 4 : seat * 4 + 4]) for seat in (0, 1))
        assert len(stage.text.splitlines()) == size[1]
        assert max(len(line) for line in stage.text.splitlines()) <= size[0]


@pytest.mark.parametrize("size", SIZES)
async def test_a_purchasing_turn_is_staged_and_can_be_taken_back(size: tuple[int, int]) -> None:
    referee, managers = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        await stage.press("right", "right", "enter")  # the gunner deck
        assert "Your order" in stage.text  # only the gunner can carry it
        await stage.press("u")
        assert "Your order" not in stage.text
        await stage.press("end", "pagedown", "pagedown", "enter")
        assert stage.true.credits[0] == 2_000_000
        await stage.press("escape", "tab")
        assert "x unassign" in stage.text
        await stage.press("s")
        assert "cannot sell" in stage.text or "is sold" in stage.text


@pytest.mark.parametrize("size", SIZES)
async def test_passing_is_refused_while_an_item_lies_aside(size: tuple[int, int]) -> None:
    match = scene()
    referee, managers = dealt(quick=False)
    del match
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        await stage.press("slash", *"tube", "enter", "enter", "escape", "e")  # for no unit
        assert len(stage.true.spare[0]) == 1
        await stage.press("e")
        assert "can't pass" in stage.text


@pytest.mark.parametrize("size", SIZES)
async def test_the_curtain_hides_everything_and_opens_with_enter_only(
    size: tuple[int, int],
) -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    async with on_stage(match, ("human", "human"), size=size) as stage:
        await stage.press("tab")
        assert "Crowd Roar" in stage.text
        await stage.press("a", "enter", "enter")  # attack, no cards: blue defends
        assert isinstance(stage.app.screen, CurtainScreen)
        for word in ("Crowd Roar", "Elbow Grease", "@w", "&g", "attack"):
            assert word not in stage.text
        await stage.press("space", "a", "shift", "tab", "escape")
        assert isinstance(stage.app.screen, CurtainScreen)
        await stage.press("enter")
        assert "Elbow Grease" in stage.text
        assert "Crowd Roar" not in stage.text
        await stage.press("enter")
        assert isinstance(stage.app.screen, CurtainScreen)
        assert "Red" in stage.text


@pytest.mark.parametrize("size", [(120, 40), (200, 60), (100, 30), (80, 24)])
async def test_every_size_shows_board_status_and_keys(size: tuple[int, int]) -> None:
    referee, managers = dealt()
    async with on_stage(referee, ("human", "greedy"), managers, size=size) as stage:
        rows = stage.text.splitlines()
        assert len(rows) == size[1]
        assert rows[-1].endswith("? keys")
        assert "21 ||||" in stage.text
        if size[0] >= 120:
            assert "& BLUE  greedy" in stage.text
            assert "LOG" in stage.text


@pytest.mark.parametrize("size", [(59, 20), (40, 12), (30, 11)])
async def test_what_would_do_in_too_small_a_terminal_is_said_whole(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        await stage.pilot.resize_terminal(*size)
        await stage.pilot.pause()
        said = " ".join(stage.text.split())
        assert f"It needs 60x18 and has {size[0]}x{size[1]}." in said
        assert "Enlarge it to continue the match. Ctrl-Q quits." in said
        assert "Or play without graphics: deathdome play --plain" in said


async def test_too_small_a_terminal_says_so_and_the_match_lives_on() -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        await stage.pilot.resize_terminal(59, 20)
        await stage.pilot.pause()
        assert "It needs 60x18 and has 59x20" in stage.text
        await stage.press("e", "enter", "enter", "k", "up", "question_mark", "l")
        assert stage.true.ply == 0
        assert isinstance(stage.app.screen, MatchScreen)
        assert stage.interaction.menu is None
        assert stage.lines("keys") == " q leave  ctrl+q quit"
        assert stage.text.splitlines()[-1] == stage.lines("keys")
        await stage.press("q")
        assert isinstance(stage.app.screen, LeaveScreen)
        await stage.press("escape")
        await stage.pilot.resize_terminal(80, 24)
        await stage.pilot.pause()
        assert "@W" in stage.text
        await stage.press("up", "up", "enter")
        assert stage.true.ply > 0


async def test_nothing_is_bought_in_a_store_that_is_not_shown() -> None:
    referee, managers = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), managers) as stage:
        await stage.pilot.resize_terminal(79, 24)
        await stage.pilot.pause()
        await stage.press("enter", "enter", "e", "enter", "e", "tab", "question_mark", "i")
        assert stage.true.credits[0] == 2_000_000
        assert isinstance(stage.app.screen, ShopScreen)
        assert not stage.app.screen.store.staged
        assert "79x24" in stage.text
        assert stage.lines("keys") == " q leave  ctrl+q quit"
        await stage.press("q")
        assert isinstance(stage.app.screen, LeaveScreen)
        await stage.press("escape")
        await stage.pilot.resize_terminal(80, 24)
        await stage.pilot.pause()
        await stage.press("enter")
        assert "Your order" in stage.text


async def test_a_pause_says_how_it_ends() -> None:
    async with on_stage(scene(turn="blue"), managers={1: Quiet()}) as stage:
        screen = stage.app.screen
        assert isinstance(screen, MatchScreen)
        stage.session.pace.paused = True
        said = text_of(screen._painter.waiting(stage.session, 34))
        assert said.startswith("Paused. Space continues")
        stage.session.pace.paused = False
        assert "Space pause" in text_of(screen._painter.waiting(stage.session, 60))


@pytest.mark.parametrize("size", SIZES)
async def test_q_and_ctrl_c_ask_and_escape_goes_on(size: tuple[int, int]) -> None:
    async with on_stage(scene(), size=size) as stage:
        for key in ("q", "ctrl+c"):
            await stage.press(key)
            assert isinstance(stage.app.screen, LeaveScreen)
            await stage.press("escape")
            assert isinstance(stage.app.screen, MatchScreen)
        await stage.press("escape", "escape")
        assert stage.app.is_running
        await stage.press("q", "down", "enter")
        assert stage.app._exit


async def test_ctrl_q_leaves_at_once() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("ctrl+q")
        assert stage.app._exit


@pytest.mark.parametrize("size", SIZES)
async def test_pages_open_and_close(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=size) as stage:
        for key, kind in (("question_mark", HelpScreen), ("l", LogScreen), ("i", ReadScreen)):
            await stage.press(key)
            assert isinstance(stage.app.screen, kind)
            await stage.press("pagedown", "up", "escape")
            assert isinstance(stage.app.screen, MatchScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_help_sheet_begins_with_the_keys_of_the_moment(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match, size=size) as stage:
        await stage.press("question_mark")
        assert "Keys now, on the board" in stage.text
        assert "List the unit's attacks" in stage.text
        assert "Capture the point" not in stage.text.split("Rules in brief")[0]
        await stage.press("escape", "a", "question_mark")
        assert "Keys now, in a list" in stage.text


async def test_the_scroll_bar_hides_nothing_of_the_help_sheet() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("question_mark")
        page = stage.app.screen.query_one("#page")
        widest = max(map(len, stage.lines("text").splitlines()))
        assert widest <= page.scrollable_content_region.width
        assert "Keys now" in stage.text.splitlines()[1]


async def test_enter_twice_on_an_own_unit_never_ends_the_turn() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("enter", "enter", "k", "enter")
        assert stage.true.ply == 0
        assert stage.interaction.menu is None
        assert "walk" in stage.lines("note")


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_for_between_phases_is_played_without_beginning_one(
    size: tuple[int, int],
) -> None:
    match = scene(hands={"red": ["triple-shift"]})
    async with on_stage(match, size=size) as stage:
        await stage.press("k")
        assert "play Triple Shift" in stage.text
        await stage.press("enter")
        assert stage.true.discard[card_id("triple-shift")] == 1
        assert "3 phases" in stage.lines("strip")
        await stage.press("u")  # it has revealed nothing
        assert stage.true.discard[card_id("triple-shift")] == 0
        assert "2 phases" in stage.lines("strip")


@pytest.mark.parametrize("size", SIZES)
async def test_ending_a_turn_with_something_left_asks_once(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red warrior": "e4"}), size=size) as stage:
        await stage.press("e")
        asked = " ".join(stage.lines("prompt").split())
        assert asked.startswith("End the turn? 2 unit phases left.")
        assert "your Warrior could capture f2. e again ends the turn." in asked
        await stage.press("enter")  # nothing is below the bar
        assert stage.true.ply == 0
        assert stage.interaction.menu is None
        await stage.press("e", "e")
        assert stage.true.ply > 0


@pytest.mark.parametrize("size", SIZES)
async def test_the_mouse_moves_the_cursor_and_a_second_click_chooses(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "e4"})
    async with on_stage(match, size=size) as stage:
        where = (3 + 2 * 6, 4)  # g4
        await stage.pilot.click(DomeView, offset=where)
        await stage.pilot.pause()
        assert stage.interaction.cursor == match.space("g4")
        await stage.pilot.click(DomeView, offset=where)
        await stage.pilot.pause()
        assert stage.true.space[0] == match.space("g4")


async def test_a_cursor_step_repaints_only_the_rows_it_touches() -> None:
    async with on_stage(scene(active=None)) as stage:
        view = stage.app.screen.query_one(DomeView)
        await stage.press("up")
        before = view.painted
        await stage.press("right")
        assert view.painted - before <= 2


@pytest.mark.parametrize("name", NASTY)
async def test_hostile_names_are_shown_as_they_are(name: str) -> None:
    match = scene()
    async with on_stage(match, ("human", name), {1: Quiet()}) as stage:
        stage.session._report(f"{name} failed")
        await stage.press("tab", "tab", "tab")
        assert name[:8] in stage.text
        await stage.press("l")
        assert name[:20] in stage.text


class Crasher(Quiet):
    def decide(self, request: Request) -> Reply:
        raise RuntimeError(f"[/boom] at question {request.number}")


class Liar(Quiet):
    def decide(self, request: Request) -> Reply:
        return Reply(request.options[0] + 4095)  # type: ignore[arg-type]


@pytest.mark.parametrize("manager", [Crasher(), Liar()])
async def test_a_failing_manager_is_reported_and_replaced_by_a_quiet_answer(manager: Quiet) -> None:
    match = scene(turn="blue")
    async with on_stage(match, ("human", "faulty"), {1: manager}) as stage:
        assert stage.session.request is not None
        assert "faulty (seat 2) failed" in stage.session.faults[0]
        assert isinstance(stage.app.screen, MatchScreen)


class Mortal(LocalManagers):
    """Managers whose process dies at the first questions."""

    def __init__(self, deaths: int) -> None:
        super().__init__({1: Quiet})
        self.deaths = deaths
        self.asked: list[int] = []

    def decide(self, request: Request, heard: Sequence[Event]) -> Reply:
        self.asked.append(request.number)
        if len(self.asked) <= self.deaths:
            raise DiedError("the managers' process has died")
        return super().decide(request, heard)


@pytest.mark.parametrize("deaths", [1, 2])
async def test_a_dead_process_is_asked_again_before_a_quiet_answer(deaths: int) -> None:
    managers = Mortal(deaths)
    session = MatchHost(
        Referee(scene(turn="blue").state, 1), ("human", "q"), managers, pace=INSTANT
    )
    async with DomeApp(session).run_test() as pilot:
        await pilot.pause()
        assert managers.asked[0] == managers.asked[1]
        assert session.faults[0].startswith("q (seat 2) must choose again")
        assert len(session.faults) == deaths
        texts = [entry.text for entry in log_entries(session)]
        assert session.faults[0] in texts
        assert texts[-1] != session.faults[0]  # what came after it stands after it
        assert texts.index(session.faults[0]) <= 1


@pytest.mark.parametrize("size", SIZES)
async def test_managers_move_and_the_recap_stays(size: tuple[int, int]) -> None:
    def walk(request: Request) -> Action | None:
        if request.question is Question.TURN:
            return next(a for a in request.options if kind_of(a) is ActionKind.ACTIVATE)
        return None

    def away(request: Request) -> Action | None:
        return next((a for a in request.options if kind_of(a) is ActionKind.WALK), None)

    match = scene(turn="blue")
    async with on_stage(match, ("human", "quiet"), {1: Quiet(walk, away)}, size=size) as stage:
        stage.session.tips = False  # of a player who knows what to press
        await stage.press("up")
        assert "SINCE YOUR TURN" in stage.text
        assert "Blue   Warrior to" in stage.text
