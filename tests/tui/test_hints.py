"""Hints, reasons and the coach on the screen."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from tui.props import Quiet, Stage, dealt, here, on_stage

from deathdome.errors import ManagerError
from deathdome.managers.advice import Advice
from deathdome.managers.coach import Review, Verdict
from deathdome.match.guard import default_action
from deathdome.match.protocol import Reply
from deathdome.model.actions import END_TURN, ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.records import library
from deathdome.records.format import counts_of, read_record
from deathdome.records.replay import replay
from deathdome.session.advice_process import LocalAdvice, Progress
from deathdome.session.host import MatchHost
from deathdome.text.leftovers import left_in_turn
from deathdome.text.names import unit_name
from deathdome.tui.app import DomeApp
from deathdome.tui.presenters.coaching import review_lines, verdict_lines
from deathdome.tui.presenters.text import text_of
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
ADVICE = Advice("Look at the hand.", "Lay cards.", "lay crowd-roar. Worth +3,000.")


class Adviser:
    """Says what it was told to say, at once or never."""

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
        first = Verdict(40, 1, Question.TURN, "end turn", "activate red.scout", 90_000, 90_000)
        return Review(seat, 4, 3, (first,))

    async def close(self) -> None:
        pass


def asked_by(stage: Stage, counsel: Adviser | LocalAdvice) -> None:
    stage.session._adviser = counsel


async def until(stage: Stage, holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        await stage.pilot.pause(0.02)
    raise AssertionError(stage.text)


@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_comes_in_three_steps_and_is_counted_once(size: tuple[int, int]) -> None:
    async with on_stage(scene(units={"red scout": "d7"}), size=size) as stage:
        adviser = Adviser()
        asked_by(stage, adviser)
        await stage.press("g")
        assert "Hint 1 of 3: Look at the hand." in stage.text
        assert "Lay cards" not in stage.text
        await stage.press("g")
        assert "Hint 2 of 3: Lay cards." in stage.text
        assert "crowd-roar" not in stage.text
        await stage.press("g")
        assert "lay crowd-roar" in stage.text
        assert len(adviser.asked) == 1
        assert stage.session.hints.taken == {0: 1}
        await stage.press("l")
        assert "Red takes hint 1." in stage.text
        assert stage.session.faults == []


async def test_a_hint_to_end_something_names_the_key() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        advice = Advice("Look at the scout.", "Stay here.", "stop. Next best: walk d8.", ends=True)
        asked_by(stage, Adviser(advice))
        await stage.press("g", "g")
        assert "key e" not in stage.text
        await stage.press("g")
        assert "Hint 3 of 3, key e: stop." in stage.text


async def test_a_hint_to_play_a_card_names_the_key_of_the_list_where_it_stands() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        card = make_action(ActionKind.PLAY, 0)
        advice = Advice("Look at the hand.", "Play a card.", "play pressured.", answers=(card,))
        asked_by(stage, Adviser(advice))
        await stage.press("g", "g")
        assert "key k" not in stage.text
        await stage.press("g")
        told = " ".join(stage.lines("note").split())
        assert "Hint 3 of 3, key k: play pressured." in told


async def test_esc_drops_a_hint_that_is_thought_about() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        adviser = Adviser(never=True)
        asked_by(stage, adviser)
        await stage.press("g")
        assert "Thinking of a hint..." in stage.text
        await stage.press("escape")
        assert "Hint cancelled." in stage.text
        assert adviser.dropped == 1
        assert stage.session.hints.taken == {}


async def test_a_hint_goes_with_its_question() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        adviser = Adviser()
        asked_by(stage, adviser)
        await stage.press("g", "g")
        stage.session.answer([make_action(ActionKind.ACTIVATE, 2)])
        await stage.pilot.pause()
        assert "Hint" not in stage.lines("note")
        await stage.press("g")
        assert "Hint 1 of 3" in stage.text
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


async def test_a_hint_in_the_store() -> None:
    referee, others = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), others) as stage:
        asked_by(stage, LocalAdvice())
        await until(stage, lambda: stage.session.request is not None)
        await stage.press("g")
        await until(stage, lambda: "goods" in stage.lines("note"))
        await stage.press("g", "g")
        assert "Hint 3 of 3: buy " in stage.lines("note")


async def test_in_the_store_a_hint_looks_at_what_is_staged() -> None:
    referee, others = dealt(quick=False)
    async with on_stage(referee, ("human", "greedy"), others) as stage:
        asked_by(stage, LocalAdvice())
        screen = stage.app.screen
        assert isinstance(screen, ShopScreen)
        await until(stage, lambda: stage.session.request is not None)
        await stage.press("g")
        await until(stage, lambda: "goods" in stage.lines("note"))
        await stage.press("g", "g")
        told = " ".join(stage.lines("note").split())
        assert "Hint 3 of 3: buy " in told
        name = screen.store._name(screen.store.under_bar)  # the bar is where the hint points
        assert f"buy the {name}, for the " in told
        assert "-" not in told.partition("Next best")[0].partition(f"{name},")[0]  # no notation
        await stage.press("enter")  # bought
        await stage.press("g")
        await until(stage, lambda: "Hint 1 of 3" in stage.lines("note"))
        await stage.press("g", "g")
        again = " ".join(stage.lines("note").split())
        assert "Hint 3 of 3: give the " in again
        unit = unit_name(stage.session.view.setup, 4 * stage.session.viewer + screen.store.unit)
        assert f"for the {unit}" in told
        await stage.press("enter", "g")
        await until(stage, lambda: "Hint 1 of 3" in stage.lines("note"))
        await stage.press("g", "g")
        assert "Hint 3 of 3, key e: end the purchasing turn. Nothing more" in " ".join(
            stage.lines("note").split()
        )
        assert stage.session.hints.taken == {stage.session.viewer: 3}


async def test_a_hint_to_end_the_turn_is_not_answered_with_a_question() -> None:
    async with on_stage(scene(units={"red scout": "d7"})) as stage:
        request = stage.session.request
        assert request is not None
        assert left_in_turn(request.seen, request.options, str)
        advice = ADVICE._replace(act="end turn.", ends=True, answers=(END_TURN,))
        asked_by(stage, Adviser(advice))
        await stage.press("g", "g", "g", "e")
        assert "again ends the turn" not in stage.text
        assert stage.session._referee.journal[-1] == (0, END_TURN) or stage.session.view.round > 1


async def test_no_choice_is_no_hint() -> None:
    async with on_stage(scene(units={"red scout": "d7"}, phases=0)) as stage:
        asked_by(stage, LocalAdvice())
        await stage.press("g")
        await until(
            stage, lambda: "no choice: end turn. Key e." in " ".join(stage.lines("note").split())
        )
        assert stage.session.hints.taken == {}


# -- reasons ---------------------------------------------------------------------------------------


class Reasoned:
    """Ends its turns, with reasons."""

    def begin(self, briefing: object) -> None: ...
    def observe(self, events: object) -> None: ...
    def end(self, outcome: object) -> None: ...
    def decide(self, request: Request) -> Reply:
        why = (("point", 100_000), ("cards laid", -12_345), ("danger", -7_000))
        return Reply(default_action(request), 1, why)


@pytest.mark.parametrize("size", SIZES)
async def test_reasons_of_the_last_decision_public_facts_only(size: tuple[int, int]) -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    async with on_stage(match, managers={1: Reasoned()}, size=size) as stage:
        await stage.press("W")
        assert isinstance(stage.app.screen, ReasonsScreen)
        assert "No manager has made a public decision yet" in stage.text
        await stage.press("escape", "e", "e")
        await until(stage, lambda: bool(stage.session.diary.explanations))
        await stage.press("W")
        assert "Blue (quiet), round 1" in stage.text
        assert "+100,000" in stage.text
        assert "12,345" not in stage.text
        assert "7,000" not in stage.text
        assert "Those reasons, and its next-best choice, appear after the match." in " ".join(
            stage.text.split()
        )
        await stage.press("escape")
        assert isinstance(stage.app.screen, MatchScreen)


# -- the coach -------------------------------------------------------------------------------------


def test_a_match_without_mistakes_is_told_so() -> None:
    assert "All your decisions were good" in text_of(review_lines(Review(0, 5, 5, ()), 76))


@pytest.mark.parametrize("width", [76, 116])
def test_a_verdict_says_what_it_cost_and_what_would_have_been_better(width: int) -> None:
    verdict = Verdict(3, 2, Question.DEFENCE_CARDS, "commit", "lay boo", 61_000, -9_000)
    rows = text_of(verdict_lines(verdict, width, bar=True))
    assert "> Round 2, a defence: cost you 61,000 credits" in rows
    assert "Done: commit." in rows
    assert "Better: lay boo." in rows
    assert max(map(len, rows.splitlines())) <= width


@asynccontextmanager
async def finished(size: tuple[int, int]) -> AsyncIterator[Stage]:
    """The result of a kept match of one round in which nobody did anything."""
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
                session.answer([default_action(session.request)])
            await pilot.pause(0.02)
        await until(stage, lambda: isinstance(app.screen, EndScreen))
        yield stage


@pytest.mark.parametrize("size", SIZES)
async def test_the_coach_leads_to_the_moment_of_a_decision(size: tuple[int, int]) -> None:
    async with finished(size) as stage:
        await stage.press("c")
        await until(stage, lambda: "cost you 90,000 credits" in stage.text)
        assert "You made 4 decisions: 3 good, 1 mistake." in " ".join(stage.text.split())
        await stage.press("enter")
        screen = stage.app.screen
        assert isinstance(screen, ReplayScreen)
        note = " ".join(stage.lines("note").split())
        assert "It cost you 90,000 credits. You: end turn. Better: activate red.scout." in note
        assert "Nothing happened" not in stage.text
        await stage.press("f")  # another key has its own answer
        assert "It cost" not in stage.lines("note")
        for keys in (("right", "left"), ("i", "escape"), ("enter", "shift+up")):
            await stage.press(*keys)
            assert "It cost you 90,000 credits." in " ".join(stage.lines("note").split())
        await stage.press("right")
        assert "It cost" not in stage.lines("note")
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
        await until(stage, lambda: session.request is not None)
        assert session.hints.taken == {0: 1}
        await stage.press("g")
        await until(stage, lambda: session.hints.taken == {0: 2})
        while session.outcome is None:
            if session.request is not None:
                session.answer([default_action(session.request)])
            await pilot.pause(0.02)
        await until(stage, lambda: isinstance(app.screen, EndScreen))
        assert "Hints taken: Red 2." in stage.text
    assert counts_of(replay(read_record(writer.path)).hints) == {0: 2}


async def test_hints_stand_in_the_result() -> None:
    assert text_of(hint_lines({0: 3, 2: 1})) == "Hints taken: Red 3, Green 1."
    assert hint_lines({}) == []
