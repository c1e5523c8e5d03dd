"""Hints, reasons and the coach on the screen."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from tui.props import Quiet, Stage, dealt, here, on_stage

from deathdome.content.board_files import load_board
from deathdome.errors import ManagerError
from deathdome.managers.hint_text import Advice, Order, Review, Verdict
from deathdome.match.protocol import Reply
from deathdome.model.actions import CAPTURE, COMMIT, END_PHASE, END_TURN, ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.records import library
from deathdome.records.format import counts_of, read_record
from deathdome.records.replay import replay
from deathdome.session.advice_process import LocalAdvice, Progress
from deathdome.session.host import MatchHost
from deathdome.stage.text import text_of
from deathdome.text.leftovers import left_in_turn
from deathdome.tui.app import DomeApp
from deathdome.tui.presenters.board import ACTIVE, PATH, TARGET
from deathdome.tui.presenters.coaching import review_lines, verdict_lines
from deathdome.tui.screens.coach import ReasonsScreen
from deathdome.tui.screens.end import EndScreen, hint_lines
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.replay import ReplayScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from deathdome.match.protocol import Request
    from deathdome.match.undo import OpenPhase

SIZES = [(80, 24), (120, 40)]
SCOUT = make_action(ActionKind.ACTIVATE, 2)


def to_d8(place: str = "d8", **more: object) -> Advice:
    """The scout on d7 is to walk to a point and capture it."""
    grid = load_board().grid
    goal = grid.parse(place)
    order = Order((SCOUT, make_action(ActionKind.WALK, goal), CAPTURE), unit=2)
    found = Advice(
        *(Question.TURN, 0, order),
        total=310_000,
        terms=(("point", 300_000), ("closer to a point", 10_000)),
        place=grid.parse("d7"),
        path=(goal,),
        target=goal,
        rival=Order((SCOUT,), unit=2),
        rival_total=200_000,
    )
    return found._replace(**more)  # type: ignore[arg-type]


ADVICE = to_d8()


class Adviser:
    """Gives a prepared hint, at once or never."""

    def __init__(
        self, advice: Advice = ADVICE, *, never: bool = False, fails: bool = False
    ) -> None:
        self.advice, self.never, self.fails = advice, never, fails
        self.asked: list[Request] = []
        self.after_prefix: list[OpenPhase | None] = []
        self.dropped = 0

    async def hint(self, request: Request, after_prefix: OpenPhase | None = None) -> Advice:
        self.asked.append(request)
        self.after_prefix.append(after_prefix)
        if self.fails:
            raise ManagerError("nobody knows")
        if self.never:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.dropped += 1
                raise
        return self.advice

    async def review(self, raw: bytes, seat: int, tell: Callable[[Progress], None]) -> Review:
        assert raw
        tell(Progress(1, 2))
        better = Order((SCOUT, CAPTURE), unit=2)
        done = Order((END_TURN,))
        first = Verdict(40, 1, Question.TURN, seat, done, better, None, 90_000, 90_000)
        return Review(seat, 4, 3, (first,))

    async def close(self) -> None:
        pass


def asked_by(stage: Stage, counsel: Adviser | LocalAdvice) -> None:
    stage.session._adviser = counsel


@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_comes_in_two_steps_and_is_counted_once(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red scout": "d7"}), size=size) as stage:
        adviser = Adviser()
        asked_by(stage, adviser)
        await stage.press("g")
        note = stage.lines("note")
        assert "HINT" in note
        assert "1 of 2" in note
        assert "to d8, capture" in " ".join(note.split())
        assert "+ the point +300k" in note
        assert "Enter do it  h more  Esc close" in note
        assert "red.scout" not in note
        await stage.press("g")
        assert "2 of 2" in stage.lines("note")
        assert "Worth +310k: the point +300k" in " ".join(stage.lines("note").split())
        assert len(adviser.asked) == 1
        assert stage.session.hints.taken == {0: 1}
        await stage.press("l")
        assert "hint" not in stage.lines("text")
        assert stage.session.faults == []


async def test_the_unit_its_walk_and_its_target_glow() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        asked_by(stage, Adviser())
        seen = stage.session.view
        paint = stage.app.screen._painter  # type: ignore[attr-defined]

        def marks() -> list[int]:
            step = stage.session.hints.shown
            picture = paint.board(seen, stage.app.glyphs, hint=step)
            cells = {(3, 6): ACTIVE, (3, 7): TARGET | PATH}
            return [picture[row][column].marks & wanted for (column, row), wanted in cells.items()]

        assert TARGET not in marks()
        await stage.press("g")
        assert marks() == [ACTIVE, TARGET | PATH]


async def test_enter_does_what_the_hint_says_in_one_step() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        asked_by(stage, Adviser())
        await stage.press("g", "enter")
        await stage.until(lambda: len(stage.session._referee.journal) >= 3)
        given = [action for _, action in stage.session._referee.journal]
        assert given[:3] == list(ADVICE.answers)
        assert len(given) == 3 or given[3:] == [END_PHASE]  # a spent phase ends
        await stage.until(lambda: stage.session.request is not None)
        await stage.press("u")
        assert stage.session._referee.journal == []


async def test_a_moved_cursor_puts_the_hint_away() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        asked_by(stage, Adviser())
        await stage.press("g", "left")
        assert "HINT" not in stage.text
        assert stage.session.hints.offered(stage.session.request) == ()
        await stage.press("g")
        assert "1 of 2" in stage.lines("note")
        await stage.press("escape")
        assert "HINT" not in stage.text


async def test_esc_drops_a_hint_that_is_thought_about() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        adviser = Adviser(never=True)
        asked_by(stage, adviser)
        await stage.press("g")
        assert "Thinking of a hint." in stage.text
        await stage.press("escape")
        assert "Hint cancelled." in stage.text
        assert adviser.dropped == 1
        assert stage.session.hints.taken == {}


async def test_enter_waits_for_a_hint_that_is_thought_about() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        asked_by(stage, Adviser(never=True))
        await stage.press("3", "n", "g", "enter")
        assert stage.true.ply == 0
        assert "The hint is still coming." in stage.text
        await stage.press("escape", "enter")
        assert stage.true.ply > 0


async def test_a_hint_goes_with_its_question() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        adviser = Adviser()
        asked_by(stage, adviser)
        await stage.press("g", "g")
        stage.session.answer([make_action(ActionKind.ACTIVATE, 2)])
        await stage.pilot.pause()
        assert "HINT" not in stage.lines("note")
        await stage.press("g")
        assert "HINT" in stage.lines("note")
        assert [request.question for request in adviser.asked] == [
            Question.TURN,
            Question.UNIT_PHASE,
        ]
        assert stage.session.hints.taken == {0: 2}


async def test_no_hint_is_said_to_be_none() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        asked_by(stage, Adviser(fails=True))
        await stage.press("g")
        assert "No hint: nobody knows." in " ".join(stage.lines("note").split())


async def test_in_the_store_a_hint_looks_at_what_is_staged() -> None:
    referee, others = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), others) as stage:
        asked_by(stage, LocalAdvice())
        screen = stage.app.screen
        assert isinstance(screen, ShopScreen)
        await stage.until(lambda: stage.session.request is not None)

        async def hinted() -> str:
            await stage.press("g")
            await stage.until(lambda: "For: " in " ".join(stage.lines("note").split()))
            return " ".join(stage.lines("note").split())

        told = await hinted()
        name = screen.store._name(screen.store.under_bar)  # the bar is where the hint points
        assert told.startswith(f"Buy {name} for your ")
        assert "Against: costs " in told
        kind = told.partition(" for your ")[2].partition(".")[0]
        await stage.press("enter")  # bought
        hints = 2
        if screen.store.mode == "owner":
            assert f"Give {name} to your {kind}." in await hinted()
            assert 4 * stage.session.viewer + screen.store.unit in range(8)
            await stage.press("enter")
            hints += 1
        assert "Key e does it." in await hinted()
        assert stage.session.hints.taken == {stage.session.viewer: hints}


async def test_a_hint_to_end_the_turn_is_not_answered_with_a_question() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        request = stage.session.request
        assert request is not None
        assert left_in_turn(request.seen, request.options, str)
        asked_by(stage, Adviser(Advice(Question.TURN, 0, Order((END_TURN,)))))
        await stage.press("g", "e")
        assert "again ends the turn" not in stage.text
        assert stage.session._referee.journal[-1] == (0, END_TURN) or stage.session.view.round > 1


async def test_no_choice_is_no_hint() -> None:
    async with on_stage(scene(units={"red scout": "d7"}, phases=0)) as stage:
        asked_by(stage, LocalAdvice())
        await stage.press("g")
        assert "Nothing left to do." in " ".join(stage.lines("note").split())
        assert " ends the turn." in " ".join(stage.lines("note").split())
        assert stage.session.hints.taken == {}


# -- reasons ---------------------------------------------------------------------------------------


class Reasoned:
    """Ends its turns, with reasons."""

    def begin(self, briefing: object) -> None: ...
    def observe(self, events: object) -> None: ...
    def end(self, outcome: object) -> None: ...
    def decide(self, request: Request) -> Reply:
        why = (("point", 100_000), ("cards spent", -12_345), ("danger", -7_000))
        return Reply(request.default, 1, why)


@pytest.mark.parametrize("size", SIZES)
async def test_reasons_of_the_last_decision_public_facts_only(size: tuple[int, int]) -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    async with on_stage(match, managers={1: Reasoned()}, size=size) as stage:
        await stage.press("W")
        assert isinstance(stage.app.screen, ReasonsScreen)
        assert "No manager has made a public decision yet" in stage.text
        await stage.press("escape", "e", "e")
        await stage.until(lambda: bool(stage.session.diary.explanations))
        await stage.press("W")
        assert "Blue (quiet), round 1" in stage.text
        assert "+100k" in stage.text
        assert "-10k" not in stage.text  # cards and danger depend on the hand
        assert "appear after the match." in " ".join(stage.text.split())
        await stage.press("escape")
        assert isinstance(stage.app.screen, MatchScreen)


# -- the coach -------------------------------------------------------------------------------------


def test_a_match_without_mistakes_is_told_so() -> None:
    assert "You made 5 decisions, all of them good." in text_of(
        review_lines(Review(0, 5, 5, ()), 76)
    )


@pytest.mark.parametrize("width", [76, 116])
def test_a_verdict_says_what_it_cost_and_what_would_have_been_better(width: int) -> None:
    setup = scene().state.setup
    cards = Order((make_action(ActionKind.LAY, 0), COMMIT))
    none = Order((COMMIT,))
    verdict = Verdict(3, 2, Question.DEFENCE_CARDS, 0, none, cards, None, 61_000, -9_000)
    rows = text_of(verdict_lines(verdict, setup, width, bar=True))
    assert "> Round 2: Play no more cards (-60k)" in rows
    card = setup.catalog.power_cards[0].name
    assert f"  Better: Play {card}." in rows
    assert max(map(len, rows.splitlines())) <= width
    walk = Order((SCOUT, make_action(ActionKind.WALK, 50)), unit=2)
    both = verdict._replace(better=walk, then=Order((END_TURN,)))
    assert "Then: End your turn." in text_of(verdict_lines(both, setup, width, bar=False))


@asynccontextmanager
async def finished(size: tuple[int, int]) -> AsyncIterator[Stage]:
    """The result of a saved match of one round without any action."""
    names = ("human", "quiet")
    referee, _ = dealt(names, rounds=1)
    writer, _ = library.begin_record(referee, names)
    managers = here({1: Quiet()})
    session = MatchHost(referee, names, managers, pace=3, writer=writer, make_adviser=Adviser)
    app = DomeApp(session)
    async with app.run_test(size=size) as pilot:
        stage = Stage(app, pilot)
        while session.outcome is None:
            if session.request is not None:
                session.answer([session.request.default])
            await pilot.pause(0.02)
        await stage.until(lambda: isinstance(app.screen, EndScreen))
        yield stage


@pytest.mark.parametrize("size", SIZES)
async def test_the_coach_leads_to_the_moment_of_a_decision(size: tuple[int, int]) -> None:
    async with finished(size) as stage:
        await stage.press("c")
        await stage.until(lambda: "Round 1: End your turn (-90k)" in stage.text)
        assert "You made 4 decisions: 3 good, 1 mistake." in " ".join(stage.text.split())
        await stage.press("enter")
        screen = stage.app.screen
        assert isinstance(screen, ReplayScreen)
        note = " ".join(stage.lines("note").split())
        assert "Round 1: End your turn (-90k). Better: " in note
        assert "Nothing happened" not in stage.text
        await stage.press("f")  # another key has its own answer
        assert "(-90k)" not in stage.lines("note")
        for keys in (("right", "left"), ("i", "escape"), ("enter", "shift+up")):
            await stage.press(*keys)
            assert "(-90k)" in " ".join(stage.lines("note").split())
        await stage.press("right")
        assert "(-90k)" not in stage.lines("note")
        await stage.press("escape", "escape")
        assert isinstance(stage.app.screen, EndScreen)


async def test_a_match_that_is_not_kept_cannot_be_coached() -> None:
    async with finished((80, 24)) as stage:
        assert "c coach" in stage.text
        stage.session._writer = None
        stage.app.screen.show_keys()  # type: ignore[attr-defined]
        await stage.press("c")
        assert isinstance(stage.app.screen, EndScreen)


async def test_a_match_that_goes_on_keeps_the_count_of_its_hints() -> None:
    names = ("human", "quiet")
    referee, _ = dealt(names, rounds=1)
    writer, _ = library.begin_record(referee, names)
    writer.hint(0)
    writer.close()
    resumed = library.resume(writer.path)
    managers = here({1: Quiet()})
    session = MatchHost(
        resumed.replay.referee,
        names,
        managers,
        pace=3,
        writer=resumed.writer,
        resumed=resumed.replay,
        make_adviser=Adviser,
    )
    app = DomeApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await stage.until(lambda: session.request is not None)
        assert session.hints.taken == {0: 1}
        await stage.press("g")
        await stage.until(lambda: session.hints.taken == {0: 2})
        while session.outcome is None:
            if session.request is not None:
                session.answer([session.request.default])
            await pilot.pause(0.02)
        await stage.until(lambda: isinstance(app.screen, EndScreen))
        assert "Hints taken: Red 2." in stage.text
    assert counts_of(replay(read_record(writer.path)).hints) == {0: 2}


async def test_hints_stand_in_the_result() -> None:
    assert text_of(hint_lines({0: 3, 2: 1})) == "Hints taken: Red 3, Green 1."
    assert hint_lines({}) == []
