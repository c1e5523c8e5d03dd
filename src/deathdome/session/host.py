"""Match host: one match between players and managers, without a user interface.

The host holds the referee and all that goes with a match: undo, record, odds, hints, the curtain
between several players. It waits for nothing. A driver meets one `need` after the other: it asks
the managers, lets time pass, and waits for players, who answer through `answer`, `undo` and `redo`.
"""

from __future__ import annotations

from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from deathdome.content.announcer_lines import announcer_lines
from deathdome.content.convict_names import convicts_of
from deathdome.errors import DeathdomeError, IllegalAction, ManagerError, UsageError
from deathdome.managers.explanations import ExplanationLog
from deathdome.managers.manager_name import short_name
from deathdome.match import windows
from deathdome.match.chapters import is_between
from deathdome.match.protocol import HUMAN, Budget
from deathdome.match.undo import PhaseHistory, UndoSteps
from deathdome.model.actions import DECLINE, END_PHASE
from deathdome.model.decisions import Question
from deathdome.model.events import MatchEnded
from deathdome.odds.attack_odds import OddsLog, odds_log_of
from deathdome.records.format import counts_of
from deathdome.records.results import add_result, result_of
from deathdome.rules.observing import observe
from deathdome.seeds import seed_to_show
from deathdome.session.hints import Hints
from deathdome.session.managers import DiedError
from deathdome.session.notices import (
    Begin,
    Decide,
    End,
    Interval,
    Need,
    Notice,
    Person,
    Rest,
    Wait,
    Words,
)
from deathdome.session.pace import Pace, beats_of
from deathdome.text.announcer import comments
from deathdome.text.phrases import hosting as say
from deathdome.text.phrases import matches
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence
    from pathlib import Path

    from deathdome.managers.hint_text import Advice
    from deathdome.match.protocol import Reply, Request
    from deathdome.match.referee import Referee
    from deathdome.match.undo import OpenPhase
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.records.replay import Replay
    from deathdome.records.writer import RecordWriter
    from deathdome.session.advice_process import Adviser
    from deathdome.session.managers import Managers, Soon
    from deathdome.session.notices import Guidance
    from deathdome.text.announcer import Remark
    from deathdome.text.convicts import Convicts

    Needs: TypeAlias = Generator[Need, Any, None]

THINKING: Final = Budget(nodes=10_000, seconds=10.0)  # of a manager, for one answer


class Change(Enum):
    """A change that listeners hear of."""

    VIEW = "view"  # there is something to show
    NEED = "need"  # the match needs something else
    ADVICE = "advice"  # a hint is wanted, or not any more


class MatchHost:
    """A match between players at this program and managers.

    Front ends read it after each `Change.VIEW`.
    """

    teaches: ClassVar[bool] = False  # the lesson sets the choices

    def __init__(
        self,
        referee: Referee,
        names: Sequence[str],  # index is seat; "human" or a manager's name
        managers: Managers,
        *,
        pace: int = 0,
        people: Sequence[str] = (),  # name of the player in each seat; "" for none
        writer: RecordWriter | None = None,  # of the record on disk; without one nothing is kept
        resumed: Replay | None = None,  # the replay of a match that is resumed
        notes: Sequence[str] = (),  # trouble to be said at the beginning
        greeting: str = "",  # the first line of the log
        cosmetic: int | None = None,  # seed of names and remarks; None: units have no names
        fork: str = "",  # "NAME at answer 57": the other match that it was forked from
        make_adviser: Callable[[], Adviser] | None = None,  # by default `AdviceProcess`
        words: Words | None = None,  # of the notices
        pause: float | None = None,  # seconds for windows; by default `windows.PAUSE`
    ) -> None:
        self._referee = referee
        self.managers: Final = managers
        self.names: Final = tuple(names)
        given = (*people, *("",) * len(names))
        self.labels: Sequence[str] = tuple(
            who or short_name(name) for who, name in zip(given, names, strict=False)
        )
        self.called: Final = tuple(  # the same with the names of managers in full
            who or name for who, name in zip(given, names, strict=False)
        )
        self.seed, self.secret = referee.seed, referee.secret  # show `known_seed` only
        self.initial: Final = referee.initial  # round counter and payouts before the first event
        self.fork: Final = fork
        self.cosmetic: Final = cosmetic
        self.pace: Final = Pace(pace)
        self.people: Final = tuple(seat for seat, name in enumerate(names) if name == HUMAN)
        self.viewer = self.people[0] if self.people else 0
        self.need: Need | None = None  # None before `start`, and when nothing follows
        self.request: Request | None = None  # open question of the viewer
        self.thinking: int | None = None  # seat of the manager that is asked
        self.curtain: int | None = None  # player who must take the seat before anything is shown
        self.notices: list[Notice] = []
        self.view: Observation = observe(referee.state, self.viewer)
        self.settling = False  # an answer was given, and its consequences are not shown yet
        self.held: list[Callable[[], None]] = []  # keys and clicks that wait until they are
        self.listeners: list[Callable[[Change], None]] = []
        self.diary: Final = ExplanationLog()  # the reasons of the managers
        self.word = ""  # to be said about the last answer
        # Answers before this program, none of a resumed match: a quick match has bought already.
        self._given_before = len(referee.journal) if resumed is None else 0
        self.announcing = False  # the announcer remarks on what all players see
        self.ends_phases = False  # a unit phase with nothing left ends alone
        self.tips = True  # front ends say how to resume
        self._undone = False  # the question is asked again after an undo or redo
        self._words: Final = words or Words()
        self._pause = pause
        self._asked_at = 0.0  # when the manager that thinks was asked
        self._heard = dict.fromkeys(range(len(names)), 0)  # events that a manager was shown
        self._queue: list[Action] = []  # of the answers that were given together
        self._answer: Action | None = None
        self._shown = len(referee.events)  # events that front ends may show
        self._withheld: list[str] = []  # faults in windows that must stay hidden
        series = referee.state.setup.series
        # Matches of a season with their results shown: not of one that has just ended.
        self._matches = series.match - is_between(referee.events) if series is not None else 0
        self._hints_told = [0] * len(names)  # hints taken before the current match, by seat
        self._watch = windows.Watch(referee, self.people)
        self._steps = UndoSteps(referee)
        self._writer = writer
        self._saved_at: float | None = None  # after an answer in this program
        self._ledger = OddsLog()
        self._make_adviser = make_adviser or _advice_process
        self._adviser: Adviser | None = None
        self._phases = PhaseHistory(referee.state, referee.journal, len(referee.journal))
        self.hints: Final = Hints(counts_of(resumed.hints if resumed is not None else ()))
        self._needs = self._play()
        self._convicts = convicts_of(self.view.setup, cosmetic)
        if greeting:
            self.notices.append(Notice(0, self._words.note(greeting), fault=False))
        for note in filter(None, notes):
            self.notices.append(Notice(self.told, self._words.note(note)))
        if resumed is not None:
            self._resume(resumed)
        self._take_seats()

    def _resume(self, resumed: Replay) -> None:
        """Take up the odds and the undo points of a resumed match."""
        if resumed.begun is not None:
            self._ledger = odds_log_of(resumed.begun, self._referee.journal)
            self._phases = PhaseHistory(resumed.begun, self._referee.journal)
        asked = self._referee.asked
        if asked is not None and asked.seat in self.people:
            self._steps.recall(resumed.points)

    def _take_seats(self) -> None:
        """Seat the player who must answer, or who answered last.

        With several players the curtain is up before the first frame.
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

    # -- read by front ends --------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match; None while it runs."""
        return self._referee.state.outcome

    @property
    def final_position(self) -> State:
        """The position at the end of the match, with every hand.

        Raises:
            UsageError: the match is not over.
        """
        if self.outcome is None:
            raise UsageError("the match is not over")
        return self._referee.state

    @property
    def record(self) -> Path | None:
        """The file of the match; None if it is not saved."""
        return self._writer.path if self._writer is not None else None

    @property
    def written(self) -> bytes:
        """The record so far, even where the disk did not take it; empty if none is kept."""
        return self._writer.text if self._writer is not None else b""

    @property
    def is_untouched(self) -> bool:
        """True if no player has done anything in the match yet, so nothing is lost with it."""
        since = self._referee.journal[self._given_before :]
        return self.outcome is None and all(seat not in self.people for seat, _ in since)

    @property
    def saved(self) -> bool:
        """True if every answer is on disk, so that the match can be resumed."""
        return self._writer is not None and self._writer.saved

    @property
    def saved_for(self) -> float | None:
        """Seconds since the last answer was saved; None if none was in this program."""
        return None if self._saved_at is None else monotonic() - self._saved_at

    @property
    def lost(self) -> str:
        """Reason why part of the match is not on disk; '' if all of it is, or it is not saved."""
        return self._writer.lost if self._writer is not None else ""

    @property
    def known_seed(self) -> int | None:
        """The seed, if players may know it: a random one only once the match is over."""
        return seed_to_show(self.seed, self.secret, over=self.outcome is not None)

    @property
    def matches_shown(self) -> int:
        """The number of matches of a season with their results shown."""
        return self._matches

    @property
    def is_done(self) -> bool:
        """True if this is a lesson, and every step is done."""
        return False

    def guidance(self, staged: Sequence[Action] = ()) -> Guidance | None:  # noqa: ARG002
        """Return the words of a lesson; None in a match. `staged` are actions not yet answered."""
        return None

    @property
    def shopping(self) -> bool:
        """True if the store is open."""
        asked = self._referee.asked
        return asked is not None and asked.question is Question.PURCHASE

    @property
    def convicts(self) -> Convicts:
        """The names of all units, as the viewer's position has them."""
        self._convicts = self._convicts.of(self.view.setup)
        return self._convicts

    @property
    def remarks(self) -> Sequence[Remark]:
        """Remarks of the announcer on the events that are shown, if it is on, and facts."""
        return self.remarks_on(self.log())

    def remarks_on(self, events: Sequence[Event]) -> Sequence[Remark]:
        """Return facts about the events of this match, from the first, with remarks if it is on."""
        lines = announcer_lines() if self.announcing and self.cosmetic is not None else {}
        return comments(events, self.convicts, self.cosmetic or 0, lines, self.initial[1])

    @property
    def told(self) -> int:
        """The number of events that are shown."""
        return self._shown

    def log(self, since: int = 0) -> list[Event]:
        """Every event shown to the viewer, from that number on."""
        return self._referee.visible_events(self.viewer, since)[: max(0, self._shown - since)]

    def seen_by(self, seat: int) -> Observation:
        """Return the view of a seat."""
        return observe(self._referee.state, seat)

    def heard(self, seat: int) -> list[Event]:
        """Every event as a seat may hear it; a seat that does not exist hears public events."""
        return self._referee.visible_events(seat)

    @property
    def odds(self) -> Mapping[int, PublicOdds]:
        """The public odds of every attack, by the number of the event that declared it."""
        return self._ledger.odds

    @property
    def faults(self) -> list[str]:
        """Texts of the notices about something that went wrong, in order."""
        return [notice.text for notice in self.notices if notice.fault]

    @property
    def waiting(self) -> bool:
        """True while a manager may be thinking."""
        return self.thinking is not None or self.settling

    @property
    def thought(self) -> float:
        """Seconds for which a manager has been thinking about its answer."""
        return monotonic() - self._asked_at if self.thinking is not None else 0.0

    # -- done by players ------------------------------------------------------------------------

    def answer(self, actions: Sequence[Action]) -> None:
        """Answer for the viewer: several answers one after the other as long as they are legal.

        They are one step for `undo`.
        """
        if self.request is None or not actions or self.curtain is not None or self.settling:
            return
        self.word = ""
        self.settling = True
        self._answer, *self._queue = actions
        self._undone = False
        self.meet()

    def undo(self) -> tuple[Action, ...]:
        """Undo the last step of the viewer; returns its answers.

        Raises:
            UsageError: it cannot be undone.
        """
        if self.request is None:
            raise UsageError("you can't undo while others play")
        undone = self._steps.undo()
        self._ask_again(say.UNDONE)
        return undone

    def redo(self) -> tuple[Action, ...]:
        """Redo the step that was undone last; returns its answers.

        Raises:
            UsageError: no step was undone, or another answer was given since.
        """
        if self.request is None:
            raise UsageError("you can't redo while others play")
        redone = self._steps.redo()
        self._ask_again(say.REDONE)
        return redone

    def _ask_again(self, word: str) -> None:
        """Put the question of the position that is there now."""
        self._keep()
        self._answer = None
        self._undone = True
        self.word = word
        self.meet()

    def lift(self) -> None:
        """Seat the player behind the curtain."""
        if self.curtain is None:
            return
        self.viewer, self.curtain = self.curtain, None
        self._publish()

    def hide(self) -> None:
        """Cover the hand, because the player has turned away; only between several players."""
        if len(self.people) > 1 and self.curtain is None and self.outcome is None:
            self.held.clear()
            self.curtain = self.viewer
            self._notify(Change.VIEW)

    def next_pace(self) -> None:
        """Set the next pace."""
        self.pace.faster()
        self._notify(Change.VIEW)

    def pause(self) -> None:
        """Stop or resume the managers between two of their answers."""
        self.pace.pause()
        self._notify(Change.VIEW)

    def hurry(self) -> None:
        """Ask the thinking manager for its best choice so far."""
        if self.waiting:
            self.managers.hurry()

    def save(self) -> bool:
        """Write what is not on disk; True if the whole match is there now."""
        return self._writer is not None and self._writer.settle()

    def retry(self) -> None:
        """Write again if something is missing on disk, or another program changed the file."""
        if self._writer is not None:
            self._write(self._writer, self._writer.retry)

    # -- hints ---------------------------------------------------------------------------------

    @property
    def adviser(self) -> Adviser:
        """The adviser of this match, who reviews it as well; made when first used.

        Raises:
            DeathdomeError: a file that hints are made with cannot be used.
        """
        if self._adviser is None:
            self._adviser = self._make_adviser()
        return self._adviser

    def hint(self, staged: Request | None = None) -> str:
        """Take the next step of a hint for the open question; '' if it comes, otherwise why not.

        `staged` is the same question with answers tried out that were not given yet. The driver
        asks the adviser while `hints.wanted`.
        """
        if self.request is None or self.curtain is not None:
            return say.HINTS_ON_YOUR_CHOICE
        try:
            _ = self.adviser
        except DeathdomeError as error:
            return say.NO_HINT.format(why=error)
        wanted = self.hints.wanted
        self.hints.ask(staged or self.request)
        if self.hints.wanted is not wanted:  # a second key must not start the search again
            self._notify(Change.ADVICE)
        self._notify(Change.VIEW)
        return ""

    def open_phase(self, request: Request) -> OpenPhase | None:
        """Return the start of the question's unit phase; None without one."""
        return self._phases.open_phase(request)

    def advise(self, advice: Advice) -> None:
        """Take what the adviser found."""
        step = self.hints.advise(advice)
        asked = step.request
        goods = (asked.seen.items, asked.seen.spare, asked.seen.store)
        counts = self.hints.count(step, (*self._referee.journal, goods))
        if counts and self._writer is not None:
            writer = self._writer
            self._write(writer, lambda: writer.hint(asked.seat))
        self._notify(Change.VIEW)

    def no_advice(self, why: str) -> None:
        """Take that the adviser found nothing."""
        self.hints.fail(why)
        self._notify(Change.VIEW)

    def advised(self, staged: Request | None = None) -> Action | None:
        """Return the answer that a hint named as best; None if none did."""
        return self.hints.advised(staged or self.request)

    def drop_hint(self) -> bool:
        """Forget the hint; True if the adviser was thinking about it."""
        was_wanted = self.hints.drop()
        if was_wanted:
            self._notify(Change.ADVICE)
        return was_wanted

    # -- the match -----------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the match: `need` is what comes first."""
        self.need = next(self._needs, None)
        self._notify(Change.NEED)

    def meet(self, given: object = None) -> None:
        """Continue to the next need; a manager's reply is given for `Decide`."""
        self._go_on(lambda: self._needs.send(given))

    def fail(self, error: Exception) -> None:
        """Continue to the next need, as the managers could not meet the present one."""
        self._go_on(lambda: self._needs.throw(error))

    def _go_on(self, go: Callable[[], Need]) -> None:
        try:
            self.need = go()
        except StopIteration:
            self.need = None
        self._notify(Change.NEED)

    def close(self) -> Sequence[Soon[None]]:
        """Release the record, the adviser and the managers; the driver awaits the result."""
        if self._writer is not None:
            self._writer.close()
        self.drop_hint()
        adviser = () if self._adviser is None else (self._adviser.close(),)
        return (*adviser, self.managers.close())

    def _play(self) -> Needs:
        """Play to the end."""
        referee = self._referee
        seats = {
            seat: (name, referee.seat_seed(seat))
            for seat, name in enumerate(self.names)
            if name != HUMAN
        }
        try:
            yield Begin(seats)
        except (ManagerError, OSError) as error:
            self._report(self._words.no_managers(error))
        self._complain()
        self._publish()
        while not self.is_done and (request := referee.request(THINKING)) is not None:
            if (ended := self._match_ended()) is not None:
                yield from self._interval(ended)
            if request.seat in self.people:
                yield from self._ask_person(request)
            elif self._watch.hides(request):
                yield from self._pass_windows()
            else:
                yield from self._ask_manager(request)
        self.request = self.thinking = None
        heard = {seat: referee.visible_events(seat, self._heard[seat]) for seat in seats}
        self._publish()
        self._say_withheld()
        self._complain()
        if self.outcome is not None:
            last = self._match_ended()
            self._report(self._add_result(last.outcome if last is not None else self.outcome))
            yield End(heard, self.outcome)
            self._complain(over=True)
            for seat, fault in self.managers.withheld():
                self._report(self._words.withheld(short_name(self.names[seat]), seat, fault))

    def _match_ended(self) -> Interval | None:
        """Return the match of a season that has ended since the last call."""
        series = self._referee.state.setup.series
        if series is None or series.match == self._matches:
            return None
        self._matches = series.match
        outcome = next(
            event.outcome
            for event in reversed(self._referee.events)
            if isinstance(event, MatchEnded)
        )
        return Interval(outcome, series.match)

    def _interval(self, ended: Interval) -> Needs:
        """Let players look at the result of a match; nothing before it can be undone."""
        self._queue.clear()
        self.request = self.thinking = None
        self._steps.forget(len(self._referee.events), matches.MATCH_ENDED)
        self._publish()
        self._report(self._add_result(ended.outcome))
        if self.people:
            yield ended

    def proceed(self) -> None:
        """End the interval between two matches of a season: the auction or the store follows."""
        if isinstance(self.need, Interval):
            self.meet()

    def _ask_person(self, request: Request) -> Needs:
        seat = request.seat
        if self._queue and seat == self.viewer:
            action = self._queue.pop(0)
            if action in request.options:
                yield from self._apply(action)
                return
            self._queue.clear()
            self.word = say.REST_IMPOSSIBLE
        self._queue.clear()
        if self._is_spent(request):
            yield from self._apply(END_PHASE)
            return
        if seat != self.viewer:
            self.held.clear()  # typed by another player
            self.settling = False
            self.curtain = seat
            self._notify(Change.VIEW)
            # `lift` makes the seat the viewer; nothing of its view is published before.
        self._answer = None
        self.request = request
        if self.curtain is None:
            self._publish()
        yield Person(request)
        self.request = None
        self.drop_hint()
        if (given := self._given()) is not None:
            self._steps.begin()
            yield from self._apply(given)

    def _is_spent(self, request: Request) -> bool:
        """Return True if the unit phase can only end, and the player did not ask to see that."""
        return (
            self.ends_phases
            and not self._undone
            and request.question is Question.UNIT_PHASE
            and list(request.options) == [END_PHASE]
        )

    def _given(self) -> Action | None:
        """Return the answer to the open question; None if it must be asked again."""
        return self._answer

    def _apply(self, action: Action) -> Needs:
        """Give an answer of a player."""
        self._watch.begin()
        try:
            self._steps.answer(action)
        except IllegalAction as error:
            self._queue.clear()
            self.word = refusal_text(error.refusal, self.convicts.named)
            return
        self._keep()
        yield from self._pass_windows()

    def _keep(self) -> None:
        """Note the odds, and write the last answer before the next question is shown."""
        referee = self._referee
        self._ledger.follow(referee.state, referee.asked, referee.events)
        if self._writer is not None:
            self._write(self._writer, self._writer.update)
        if self.saved:
            self._saved_at = monotonic()

    def _write(self, writer: RecordWriter, write: Callable[[], str]) -> None:
        """Write to the record, and say when it can no longer be saved, or can be again."""
        troubled = bool(writer.trouble)
        said = write()
        if troubled and writer.saved:
            self._report(self._words.record_again())
        elif said:
            self._report(self._words.record(said))

    def _ask_manager(self, request: Request) -> Needs:
        self.thinking = request.seat
        self._publish()
        self._asked_at = monotonic()
        action = yield from self._choice(request)
        self._say_withheld()
        before = len(self._referee.events)
        self.settling = True
        self._watch.begin()
        self._answer_for(request, action)
        yield from self._pass_windows()
        self.thinking = None
        self._publish()
        yield Rest(beats_of(self._referee.events[before:]))

    def _answer_for(self, request: Request, action: Action) -> None:
        """Give the answer of a manager; after a card left in its hand all is as before."""
        before = len(self._referee.events)
        self._referee.answer(action)
        if action != DECLINE or not self._watch.hides(request):
            self._steps.forget(before, matches.ANOTHER_TEAM_CHOSE)
            if len(self._referee.events) > before:
                self._queue.clear()
                self.held.clear()
        self._keep()

    def _pass_windows(self) -> Needs:
        """Let managers answer out of their hands, without revealing that one of them is asked.

        Nothing is shown meanwhile. Where all players know that a manager may hold a card that
        answers, this takes a pause, or longer if a manager needs longer.
        """
        self.settling = True
        pause = windows.PAUSE if self._pause is None else self._pause
        referee, until = self._referee, monotonic() + pause
        while (request := referee.request(THINKING)) and self._watch.hides(request):
            action = yield from self._choice(request)
            told = len(referee.events)
            self._answer_for(request, action)
            if action != DECLINE:
                self._publish()
                yield Rest(beats_of(referee.events[told:]), settled=False)
                self.settling, until = True, monotonic() + pause
        if pause and self._watch.passed():
            yield Wait(max(0.0, until - monotonic()))

    def _choice(self, request: Request) -> Generator[Need, Any, Action]:
        """Ask a manager; returns the default action when it fails."""
        seat, hidden = request.seat, self._watch.hides(request)
        name = short_name(self.names[seat])
        events = self._referee.visible_events(seat, self._heard[seat])
        self._heard[seat] = len(self._referee.events)
        blame = self._withheld.append if hidden else self._report
        try:
            try:
                reply: Reply = yield Decide(request, events, hidden)
            except DiedError as error:
                # No manager loses a turn to a process that was killed from outside.
                blame(self._words.asked_again(name, seat, error))
                reply = yield Decide(request, (), hidden)
        except (ManagerError, OSError) as error:
            trouble = str(error)
        else:
            if not hidden:
                self._complain()
            if reply.action in request.options:
                self.diary.note(request, reply)
                return reply.action
            trouble = say.ILLEGAL_ACTION
        safe = request.default
        blame(self._words.default(name, seat, trouble))
        return safe

    def _add_result(self, outcome: Outcome) -> str:
        """Append the match to the results file if a player played; return the trouble, or ""."""
        writer = self._writer
        if writer is None or writer.header is None or not self.people:
            return ""
        taken = [self.hints.taken.get(seat, 0) for seat in range(len(self.names))]
        hints = [now - before for now, before in zip(taken, self._hints_told, strict=True)]
        self._hints_told = taken
        setup = self._referee.state.setup
        champions: tuple[int, ...] = ()
        if setup.series is not None and self.outcome is not None:
            champions = self.outcome.winners
        trouble = add_result(
            result_of(
                writer.header,
                writer.path.name,
                outcome,
                hints,
                series=setup.series,
                champions=champions,
            )
        )
        return self._words.no_result(trouble) if trouble else ""

    def _say_withheld(self) -> None:
        """Report what went wrong where no manager seemed to be asked."""
        said, self._withheld = self._withheld, []
        for text in said:
            self._report(text)

    def _complain(self, *, over: bool = False) -> None:
        """Report faults of managers for which the fallback has answered."""
        for complaint in self.managers.complaints():
            name = short_name(self.names[complaint.seat])
            self._report(self._words.complaint(name, complaint, over=over))

    def _report(self, text: str) -> None:
        """Say that something went wrong, and keep it for the log."""
        if not text:
            return
        self.notices.append(Notice(self.told, text))
        self.word = text
        if not self.settling:
            self._publish()

    def show(self) -> None:
        """Let front ends draw again, because time has passed."""
        self._notify(Change.VIEW)

    def _publish(self) -> None:
        """Show the position as the viewer sees it."""
        self.settling = False
        self._shown = len(self._referee.events)
        if self.curtain is None:
            self.view = observe(self._referee.state, self.viewer)
        self._notify(Change.VIEW)

    def _notify(self, change: Change) -> None:
        for listener in tuple(self.listeners):
            listener(change)


def _advice_process() -> Adviser:
    from deathdome.session.advice_process import AdviceProcess  # loads files that it thinks with

    return AdviceProcess()
