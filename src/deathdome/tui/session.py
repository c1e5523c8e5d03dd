"""One match at the screen: the only file that knows both the referee and the screen.

Everything runs on the event loop: people answer through `answer`, managers in their own process.
Screens read `view`, `request`, `log` and the rest, after each `on_change`.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import DeathdomeError, IllegalAction, ManagerError
from deathdome.managers.accounts import Diary
from deathdome.managers.specs import short_name
from deathdome.match import windows
from deathdome.match.default_action import default_action
from deathdome.match.phase_history import PhaseHistory
from deathdome.match.protocol import Budget
from deathdome.match.seeds import seed_to_show
from deathdome.match.undo import UndoStack
from deathdome.model.actions import DECLINE
from deathdome.model.decisions import Question
from deathdome.odds.public import Ledger, ledger_of
from deathdome.records.format import counts_of
from deathdome.rules.observing import observe
from deathdome.session.manager_process import DiedError
from deathdome.text.names import team_name
from deathdome.text.refusals import refusal_text
from deathdome.tui.guide import NOBODY, Guide
from deathdome.tui.presenters.status import kept_words
from deathdome.tui.steps import Steps
from deathdome.tui.tempo import Tempo, beats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from deathdome.match.protocol import Request
    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.outcome import Outcome
    from deathdome.odds.public import PublicOdds
    from deathdome.records.replay import Replay
    from deathdome.records.writer import RecordWriter
    from deathdome.session.advice_process import Counsel
    from deathdome.session.manager_process import Managers

HUMAN: Final = "human"
_TICK: Final = 0.25  # seconds between two looks at a manager that thinks
_THINKING: Final = Budget(nodes=10_000, seconds=10.0)


class Notice(NamedTuple):
    """Something beside the match, with its place in the log."""

    told: int  # events there were before it
    text: str
    fault: bool = True  # whether something went wrong


class Session:
    """Runs a match between people at this screen and managers elsewhere."""

    def __init__(
        self,
        referee: Referee,
        names: Sequence[str],  # index is seat; "human" or a manager's name
        managers: Managers,
        *,
        pace: int = 0,
        people: Sequence[str] = (),  # name of the person in each seat; "" for none
        writer: RecordWriter | None = None,  # of the record on disk; without one nothing is kept
        resumed: Replay | None = None,  # what the match goes on from
        notes: Sequence[str] = (),  # what is to be said at the beginning
        fork: str = "",  # "NAME at answer 57": what it was played on from, and so is not scored
        counsel: Counsel | None = None,  # whom people ask; by default somebody is hired for it
    ) -> None:
        self._referee = referee
        self._managers = managers
        self.names = tuple(names)
        given = (*people, *("",) * len(names))
        self.labels = tuple(
            who or short_name(name) for who, name in zip(given, names, strict=False)
        )
        self.seed, self.secret = referee.seed, referee.secret  # to be shown only as `known_seed`
        self.began = referee.began  # round counter and payouts before the first event
        self.fork = fork
        self.tempo = Tempo(pace)
        self.people = tuple(seat for seat, name in enumerate(names) if name == HUMAN)
        self.viewer = self.people[0] if self.people else 0
        self.request: Request | None = None  # open question of the viewer
        self.thinking: int | None = None  # seat of the manager that is asked
        self.curtain: int | None = None  # person who must take the seat before anything is shown
        self.notices: list[Notice] = []
        self.view: Observation = observe(referee.state, self.viewer)
        self.settling = False  # an answer was given, and what came of it is not shown yet
        self.held: list[Callable[[], None]] = []  # keys and clicks that wait until it is
        self.on_change: Callable[[], None] = lambda: None
        self._began = 0.0  # when the manager that thinks was asked
        self._heard = dict.fromkeys(range(len(names)), 0)
        self._answered = asyncio.Event()
        self._queue: list[Action] = []
        self._given: Action | None = None
        self._word = ""
        self._shown = len(referee.events)  # events that screens may show
        self._withheld: list[str] = []  # faults in windows that must stay hidden
        self._watch = windows.Watch(referee, self.people)
        self._steps = Steps(UndoStack(referee))
        self._writer = writer
        self._saved_at: float | None = None  # by the clock, after an answer of this session
        self._ledger = Ledger()
        self.diary = Diary()  # the reasons of the managers
        self._counsel = counsel
        self._guide: Guide | None = None
        self._hints: dict[int, int] = {}  # taken, by seat
        self._hinted: set[object] = set()  # questions for which one was taken
        self._phases = PhaseHistory(referee.state, referee.journal, len(referee.journal))
        self.notices += (Notice(self.told, note) for note in notes)
        if resumed is not None:
            self._go_on(resumed)
        self._take_seats()

    # -- what screens read ---------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, if it has."""
        return self._referee.state.outcome

    @property
    def record(self) -> Path | None:
        """Where the match is kept; None if it is not."""
        return self._writer.path if self._writer is not None else None

    @property
    def written(self) -> bytes:
        """The record so far, whether or not the disk took it; nothing if none is kept."""
        return self._writer.text if self._writer is not None else b""

    @property
    def saved(self) -> bool:
        """Whether every answer is on disk, so that the match can be gone on with."""
        return self._writer is not None and self._writer.saved

    @property
    def lost(self) -> str:
        """Why something of it is not on disk though it was to be kept; '' if all of it is."""
        return self._writer.lost if self._writer is not None else ""

    def save(self) -> bool:
        """Write what is not on disk yet; True if the whole match is there now."""
        return self._writer is not None and self._writer.settle()

    def retry(self) -> None:
        """Write again if something is missing on disk, or another program changed the file."""
        if self._writer is not None and (said := self._writer.retry()):
            self._report(said)

    @property
    def known_seed(self) -> int | None:
        """The seed, if people may know it: a random one only once the match is over."""
        return seed_to_show(self.seed, self.secret, over=self.outcome is not None)

    @property
    def taught(self) -> bool:
        """Whether this was a lesson, and it is over."""
        return False

    @property
    def kept_words(self) -> tuple[str, ...]:
        """Whether it is on disk, in words for the status row; nothing if it is not kept at all."""
        if self._writer is None:
            return ()
        age = None if self._saved_at is None else monotonic() - self._saved_at
        return kept_words(age, saved=self.saved)

    @property
    def shopping(self) -> bool:
        """Whether the store is open."""
        asked = self._referee.asked
        return asked is not None and asked.question is Question.PURCHASE

    def log(self, since: int = 0) -> list[Event]:
        """Everything the viewer has heard, from that number on."""
        return self._referee.visible_events(self.viewer, since)[: max(0, self._shown - since)]

    @property
    def odds(self) -> Mapping[int, PublicOdds]:
        """The odds every attack had for everybody, by the number of the event that declared it."""
        return self._ledger.odds

    @property
    def faults(self) -> list[str]:
        """What went wrong with the managers, in order."""
        return [notice.text for notice in self.notices if notice.fault]

    @property
    def counsel(self) -> Counsel:
        """Who gives hints and reviews; hired when first asked."""
        if self._counsel is None:
            from deathdome.session.advice_process import HiredCounsel

            self._counsel = HiredCounsel()
        return self._counsel

    @property
    def guide(self) -> Guide | None:
        """The hint for the open question, once a hint was asked for."""
        return self._guide

    @property
    def hints(self) -> dict[int, int]:
        """For how many questions each seat took a hint."""
        return dict(self._hints)

    @property
    def told(self) -> int:
        """How many events are shown."""
        return self._shown

    @property
    def word(self) -> str:
        """What there is to say about the last answer: that it was taken back, or dropped."""
        return self._word

    # -- what screens do -----------------------------------------------------------------------

    def answer(self, actions: Sequence[Action]) -> None:
        """Answers of the viewer, to be given one after the other as long as they are legal."""
        if self.request is None or not actions or self.curtain is not None or self.settling:
            return
        self._word = ""
        self.settling = True
        self._queue = list(actions)
        self._given = self._queue.pop(0)
        self._answered.set()

    def hint(self, staged: Request | None = None) -> str:
        """The next step of a hint for the open question; '' if it comes, else why not.

        `staged`: the same question with something tried out that was not answered yet.
        """
        if self.request is None or self.curtain is not None:
            return "A hint is given when something is asked."
        if self._guide is None:
            try:
                self._guide = Guide(self.counsel, self._advised)
            except DeathdomeError as error:  # a file that hints are made with cannot be used
                return f"There is no hint: {error}."
        self._guide.ask(staged or self.request, self._phases.open_phase)
        return ""

    def advised(self, staged: Request | None = None) -> Action | None:
        """What a hint has told to be the best answer to the open question; None if none has."""
        return self._guide.advises(staged or self.request) if self._guide is not None else None

    def drop_hint(self) -> bool:
        """The hint that is thought about is not wanted any more; whether there was one."""
        return self._guide is not None and self._guide.drop()

    def _advised(self, taken: int = NOBODY) -> None:
        """There is something new to say about a hint; `taken`: the seat that took one."""
        if taken != NOBODY and self._is_new():
            self._hints[taken] = number = self._hints.get(taken, 0) + 1
            text = f"{team_name(taken)} takes hint {number}."
            self.notices.append(Notice(self.told, text, fault=False))
            if self._writer is not None and (said := self._writer.hint(taken)):
                self._report(said)
        self.on_change()

    def _is_new(self) -> bool:
        """Whether it is the first hint for a question: taking back brings none again."""
        asked = self._guide.asked if self._guide is not None else None
        goods = (asked.seen.items, asked.seen.spare, asked.seen.store) if asked else ()
        question = (*self._referee.journal, goods)
        new = question not in self._hinted
        self._hinted.add(question)
        return new

    def lift(self) -> None:
        """The person behind the curtain has taken the seat."""
        if self.curtain is None:
            return
        self.viewer, self.curtain = self.curtain, None
        self._publish()

    def hide(self) -> None:
        """The person at the screen has gone away: with several people, the hand is covered."""
        if len(self.people) > 1 and self.curtain is None and self.outcome is None:
            self.held.clear()
            self.curtain = self.viewer
            self.on_change()

    def next_pace(self) -> None:
        """1x, 2x, 4x, instant, and round again."""
        self.tempo.faster()
        self.on_change()

    def pause(self) -> None:
        """Stops or resumes the managers between two of their answers."""
        self.tempo.pause()
        self.on_change()

    def hurry(self) -> None:
        """Makes whoever thinks answer at once, with the best so far."""
        if self.waiting:
            self._managers.hurry()

    @property
    def waiting(self) -> bool:
        """True while a manager may be thinking."""
        return self.thinking is not None or self.settling

    @property
    def thought(self) -> float:
        """For how many seconds a manager has been thinking about its answer."""
        return monotonic() - self._began if self.thinking is not None else 0.0

    def undo(self) -> str:
        """Takes back what the viewer did last; '' if done, else why not.

        What one key did is taken back together, however many answers it gave.
        """
        if self.request is None:
            return "Nothing can be taken back while others play."
        if barred := self._steps.undo():
            return barred
        self._changed("Taken back.")
        return ""

    def redo(self) -> str:
        """Does again what was taken back last; '' if done, else why not."""
        if self.request is None:
            return "Nothing can be done again while others play."
        if barred := self._steps.redo():
            return barred
        self._changed("Done again.")
        return ""

    def _changed(self, word: str) -> None:
        """The position is another one than was asked about: the question is put anew."""
        self._keep()
        self._given = None
        self._word = word
        self._answered.set()

    async def close(self) -> None:
        """Lets the managers and the record go."""
        if self._writer is not None:
            self._writer.close()
        self.drop_hint()
        if self._counsel is not None:
            await self._counsel.close()
        await self._managers.close()

    # -- the match -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Plays to the end. Cancelled when the screen closes."""
        seats = {
            seat: (name, self._referee.seat_seed(seat))
            for seat, name in enumerate(self.names)
            if name != HUMAN
        }
        try:
            await self._managers.begin(self._referee.state.setup, seats)
        except (ManagerError, OSError) as error:
            self._report(f"the managers could not begin: {error}")
        self._publish()
        while (request := self._referee.request(_THINKING)) is not None:
            if request.seat in self.people:
                await self._ask_person(request)
            elif self._watch.hides(request):
                await self._pass_windows()
            else:
                await self._ask_manager(request)
        self.request = self.thinking = None
        outcome = self.outcome
        assert outcome is not None
        heard = {seat: self._referee.visible_events(seat, self._heard[seat]) for seat in seats}
        self._publish()
        self._say_withheld()
        self._complain()
        await self._managers.end(heard, outcome)
        self._complain(over=True)
        for seat, text in self._managers.withheld():
            self._report(f"{self._called(seat)} had failed: {text}")

    async def _ask_person(self, request: Request) -> None:
        seat = request.seat
        if self._queue and seat == self.viewer:
            action = self._queue.pop(0)
            if action in request.options:
                await self._apply(action)
                return
            self._queue.clear()
            self._word = "The rest could not be done any more: look again."
        self._queue.clear()
        if seat != self.viewer:
            self.held.clear()  # typed by another person
            self.settling = False
            self.curtain = seat
            self.on_change()
            # `lift` makes the seat the viewer; nothing of its view is published before.
        given = await self._given_by_person(request)
        if given is not None:
            self._steps.begin()
            await self._apply(given)

    async def _given_by_person(self, request: Request) -> Action | None:
        """The answer to the question; None when an earlier one was taken back instead."""
        self._answered.clear()
        self._given = None
        self.request = request
        if self.curtain is None:
            self._publish()
        await self._answered.wait()
        self.request = None
        self.drop_hint()
        return self._given

    async def _apply(self, action: Action) -> None:
        self._watch.begin()
        try:
            self._steps.answer(action)
        except IllegalAction as error:
            self._queue.clear()
            self._word = refusal_text(error.refusal, self._referee.state.setup)
            return
        self._keep()
        await self._pass_windows()

    def _keep(self) -> None:
        """What was answered is on disk before the next question is shown."""
        referee = self._referee
        self._ledger.follow(referee.state, referee.asked, referee.events)
        if self._writer is not None and (said := self._writer.update()):
            self._report(said)
        if self.saved:
            self._saved_at = monotonic()

    def _go_on(self, resumed: Replay) -> None:
        """Take up the hints, odds and undo points of a resumed match."""
        self._hints = counts_of(resumed.hints)
        if resumed.begun is not None:
            self._ledger = ledger_of(resumed.begun, self._referee.journal)
            self._phases = PhaseHistory(resumed.begun, self._referee.journal)
        asked = self._referee.asked
        if asked is not None and asked.seat in self.people:
            self._steps.recall(resumed.points)

    def _take_seats(self) -> None:
        """Seat the person who must answer, or who answered last.

        With several people the curtain is up before the first frame.
        """
        asked = self._referee.asked
        last = [seat for seat, _ in self._referee.journal if seat in self.people]
        if asked is not None and asked.seat in self.people:
            self.viewer = asked.seat
        elif last:
            self.viewer = last[-1]
        self.view = observe(self._referee.state, self.viewer)
        if len(self.people) > 1 and self.outcome is None:
            self.curtain = self.viewer

    async def _ask_manager(self, request: Request) -> None:
        self.thinking = request.seat
        self._publish()
        self._began = monotonic()
        ticking = asyncio.ensure_future(self._tick())
        try:
            action = await self._choice(request)
        finally:
            ticking.cancel()
        self._say_withheld()
        before = len(self._referee.events)
        self._watch.begin()
        self._answer_for(request, action)
        await self._pass_windows()
        self.thinking = None
        self._publish()
        await self.tempo.rest(beats_of(self._referee.events[before:]))

    def _answer_for(self, request: Request, action: Action) -> None:
        """Give the answer of a manager; after a card left in its hand all is as before."""
        before = len(self._referee.events)
        self._referee.answer(action)
        if action != DECLINE or not self._watch.hides(request):
            self._steps.forget(before, "another team was to answer")
            if len(self._referee.events) > before:
                self._queue.clear()
                self.held.clear()
        self._keep()

    async def _pass_windows(self) -> None:
        """Let managers answer out of their hands, without a sign that one of them is asked.

        Nothing is shown meanwhile. Where all players know that a manager may hold a card that
        answers, this takes PAUSE seconds, or longer if a manager needs longer.
        """
        self.settling = True
        referee, until = self._referee, monotonic() + windows.PAUSE
        while (request := referee.request(_THINKING)) and self._watch.hides(request):
            late = asyncio.get_running_loop().call_later(windows.PAUSE, self.on_change)
            try:
                action = await self._choice(request)
            finally:
                late.cancel()
            told = len(referee.events)
            self._answer_for(request, action)
            if action != DECLINE:
                self._publish()
                await self.tempo.rest(beats_of(referee.events[told:]))
                self.settling, until = True, monotonic() + windows.PAUSE
        if self._watch.passed():
            await asyncio.sleep(max(0.0, until - monotonic()))

    async def _tick(self) -> None:
        """Shows from time to time how long somebody has been thinking."""
        while True:
            await asyncio.sleep(_TICK)
            self.on_change()

    async def _choice(self, request: Request) -> Action:
        """The manager's answer, or the quietest legal one when it fails."""
        name = self._called(request.seat)
        events = self._referee.visible_events(request.seat, self._heard[request.seat])
        self._heard[request.seat] = len(self._referee.events)
        blame = self._withheld.append if self._watch.hides(request) else self._report
        try:
            try:
                reply = await self._managers.decide(request, events)
            except DiedError as error:
                # Nobody loses a turn to a process that was killed from outside.
                blame(f"{name} is asked again: {error}")
                reply = await self._managers.decide(request, ())
        except (ManagerError, OSError) as error:
            trouble = str(error)
        else:
            if not self._watch.hides(request):
                self._complain()
            if reply.action in request.options:
                self.diary.note(request, reply)
                return reply.action
            trouble = "its answer is not legal"
        safe = default_action(request)
        blame(f"{name} failed: {trouble}")
        return safe

    def _say_withheld(self) -> None:
        """Report what went wrong where no manager seemed to be asked."""
        said, self._withheld = self._withheld, []
        for text in said:
            self._report(text)

    def _called(self, seat: int) -> str:
        return f"{short_name(self.names[seat])} (seat {seat + 1})"

    def _complain(self, *, over: bool = False) -> None:
        """Faults of managers for whom another one has answered, as long as there was a question."""
        for seat, text, last in self._managers.complaints():
            rest = ", and greedy plays on for it to the end" if last else ", and greedy answered"
            rest = " when the match was over" if over else rest
            self._report(f"{self._called(seat)} failed: {text}{rest}")

    def _report(self, text: str) -> None:
        """Something went wrong: said at once, and kept for the log."""
        self.notices.append(Notice(self.told, text))
        self._word = text
        if not self.settling:
            self._publish()

    def _publish(self) -> None:
        """The position as the viewer sees it, to the screen."""
        self.settling = False
        self._shown = len(self._referee.events)
        if self.curtain is None:
            self.view = observe(self._referee.state, self.viewer)
        self.on_change()
