"""A foreign program as a controller: a late, illegal or malformed answer is a fault.

Faults go up as `Failure`; `match.guard` counts them and has another controller answer.
"""

from __future__ import annotations

import contextlib
import shlex
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import UsageError
from deathdome.managers.foreign.messages import MessageWriter, ids_of, read_reply
from deathdome.managers.foreign.records import plain
from deathdome.managers.manager_name import quoted
from deathdome.match.protocol import Reply, never
from deathdome.match.setup_news import news_of
from deathdome.model import events as happened
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.programs.faults import Failure, NoAnswerYet
from deathdome.programs.lines import About, line_of, number_of, read_object, read_ready
from deathdome.programs.pipe import AFTER, DEFAULT_LIMITS, Deaf, Gone, Limits, Pipe, TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.managers.foreign.messages import Said
    from deathdome.managers.manager_name import Spec
    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup

# Every folder is added after those of Python.
_HOST: Final = (
    "import sys; sys.path += [place for place in sys.argv[2:] if place not in sys.path]; "
    "from deathdome.managers.foreign.host import main; main()"
)


def program_for(said: Spec, limits: Limits = DEFAULT_LIMITS) -> Callable[[], ProgramManager]:
    """Return the factory of a manager; the match starts it.

    Raises:
        UsageError: a command that cannot be read.
    """
    if said.kind == "command":
        try:
            program = shlex.split(said.name)
        except ValueError as error:  # "No closing quotation", "No escaped character"
            wrong = str(error).lower()
            raise UsageError(
                f'"{quoted(str(said))}" cannot be read as a command: {wrong}'
            ) from None
        if not program or not program[0]:
            raise UsageError(f'"{quoted(str(said))}" names no program')
        return partial(ProgramManager, program, limits)
    host = (sys.executable, "-P", "-c", _HOST, said.name, *_places())
    return partial(ProgramManager, host, limits, records=True)


def _places() -> Iterator[str]:
    """Return the module search path of this process, then the working folder.

    The working folder comes last: a json.py in it must not hide that of Python.
    """
    yield from (place for place in sys.path if place)
    with suppress(OSError):  # the folder was deleted
        yield str(Path.cwd())


# What may happen while a plan is carried out: only what its owner did, and knew beforehand.
_FORESEEN: Final = (
    happened.Bought,
    happened.Captured,
    happened.Equipped,
    happened.Laid,
    happened.Passed,
    happened.PhaseBegan,
    happened.PhaseEnded,
    happened.Sold,
    happened.Walked,
)
_PROCESSES: Final = 2  # the first, and one more for the rest of the match
_STALE: Final = 100  # replies to earlier questions in a row that are passed over
_ASKED_AGAIN: Final = ("illegal", "junk", "large")  # once, with the reason


class ProgramManager:
    """A manager in another process, asked by lines of JSON.

    With `records` it gets the records of the game instead of the sheets: that is how managers
    written in Python are run, by `host`.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = DEFAULT_LIMITS,
        *,
        environment: Mapping[str, str] | None = None,
        records: bool = False,
    ) -> None:
        """Take program and arguments; the match starts it."""
        self._program: Final = tuple(program)
        self._limits: Final = limits
        self._environment: Final = environment
        self._records: Final = records
        self.about = About()
        self.closely = False  # for the check: whether a manager in Python leaves the view as it is
        self.spoilt = False  # that it did not, at the question that was looked at last
        self._logs: list[str] = []
        self._pipe: Pipe | None = None
        self._briefing: Briefing | None = None
        self._desk: MessageWriter | None = None
        self._processes = 0
        self._bank = 0.0
        self._hurry: Callable[[], bool] = never
        self._spent = 0.0  # when the budget of the open question is
        self._hurried = 0.0  # time of the request to answer at once; 0 for none
        self._owed: tuple[int, float] | None = None  # question without an answer, given up when
        self._plan: list[str] = []
        self._table: Setup | None = None
        self._heard: list[Event] = []

    @property
    def exact(self) -> bool:
        """True if it is sent records instead of sheets."""
        return self._records

    @property
    def log(self) -> str:
        """The end of its standard error."""
        running = [self._pipe.log] if self._pipe is not None else []
        return "".join((*self._logs, *running))[-self._limits.log :]

    # -- the four calls

    def begin(self, briefing: Briefing) -> None:
        """Start the program and wait until it is ready.

        Raises:
            Failure: it does not start, or speaks another language.
        """
        self._briefing = briefing
        self._desk = MessageWriter(briefing)
        self._bank = self._limits.bank
        self._hurry = briefing.hurry
        self._processes = 0
        self._table = briefing.setup
        self._start(resumed=False)

    def decide(self, request: Request) -> Reply:
        """Return the program's answer.

        Raises:
            Failure: there is no legal answer in time.
        """
        ids = ids_of(request)
        if (planned := self._planned(request, ids)) is not None:
            return Reply(planned)
        self._settle()
        assert self._desk is not None
        self._tell(request.seen.setup)
        self._table = request.seen.setup
        self._spent = monotonic() + request.budget.seconds
        self._hurried = 0.0
        message = self._desk.decide(request, ids, self._bank)
        if self._records:
            message = self._slim(message, request)
        said = self._answer(message, request, ids)
        late = monotonic() - self._spent - self._limits.grace
        self._bank = min(self._bank, max(0.0, self._bank - late))
        self._plan = list(said.plan)
        return Reply(request.options[ids.index(said.option)], said.nodes, said.why)

    def decide_again(self, request: Request, refused: str) -> Reply:
        """Return a second answer, as if the first had been refused; for the check.

        The message has a field that no version of the protocol knows.

        Raises:
            Failure: there is no legal answer in time.
        """
        self.decide(request)
        assert self._desk is not None
        ids = ids_of(request)
        self._spent, self._hurried = monotonic() + request.budget.seconds, 0.0
        message = self._desk.decide(request, ids, self._bank)
        self._send({**message, "refused": refused, "unheard of": {"in": ["any", "version"]}})
        said = self._reply(request, ids)
        return Reply(request.options[ids.index(said.option)], said.nodes, said.why)

    def observe(self, events: Sequence[Event]) -> None:
        """Note events; they are sent before the next question."""
        if not all(self._foreseen(event) for event in events):
            self._plan.clear()
        self._heard += events

    def _foreseen(self, event: Event) -> bool:
        """Return True if the event is this seat's own doing."""
        assert self._briefing is not None
        seat = self._briefing.seat
        unit = getattr(event, "unit", -1)
        return (
            isinstance(event, _FORESEEN)
            and getattr(event, "seat", seat) == seat
            and (unit < 0 or unit // UNITS_PER_TEAM == seat)
        )

    def _tell(self, setup: Setup) -> None:
        """Send the noted events."""
        assert self._desk is not None
        heard, self._heard = self._heard, []
        if not heard or self._pipe is None:
            return
        assert self._table is not None
        message = self._desk.observe(setup, () if self._records else heard, self._table)
        if self._records:
            message["events"] = plain(tuple(heard))
        self._send(message)

    def end(self, outcome: Outcome) -> None:
        """Send the result, and close the program.

        Raises:
            Failure: a manager in Python failed at that, or at what it heard last.
        """
        if self._pipe is None or self._desk is None:
            return
        message = self._desk.end(outcome)
        if self._records:
            message["outcome"] = plain(outcome)
        said: list[bytes] = []
        with contextlib.suppress(Failure):
            assert self._table is not None
            self._tell(self._table)
            self._send(message)
            said = self._pipe.farewell(self._limits.leave)
        self._drop()
        if self._records:
            self._confessed(said)

    @staticmethod
    def _confessed(said: Sequence[bytes]) -> None:
        """Raise the failure that `host` reports after the last question."""
        for line in said:
            message: dict[str, Any] = {}
            with contextlib.suppress(Failure):
                message = read_object(line)
            if message.get("number") == AFTER and isinstance(message.get("error"), str):
                raise Failure("raised", message["error"])

    def close(self) -> None:
        """Kill the program."""
        self._drop()
        self._processes = _PROCESSES

    # -- the program

    def _start(self, *, resumed: bool) -> None:
        assert self._briefing is not None
        assert self._desk is not None
        self._processes += 1
        self._owed = None
        self._plan.clear()
        self._heard.clear()
        try:
            self._pipe = Pipe(self._program, self._limits, self._environment)
        except OSError as error:
            raise Failure("unready", f"cannot start: {error.strerror}", final=True) from error
        assert self._table is not None
        briefing = replace(self._briefing, setup=self._table)
        message = self._desk.begin(briefing, resumed=resumed, bank=self._bank)
        if self._records:
            message = self._exact(message, self._table)
        try:
            self._pipe.send(line_of(message))
            line = self._pipe.receive(monotonic() + self._limits.start, never)
        except (Gone, Deaf, TooMuch) as error:
            what = self._pipe.how_it_ended() if isinstance(error, Gone) else str(error)
            hint = self._pipe.hint
            self._drop()
            words = self._logs[-1].split("\n")[0] if self._logs and self._logs[-1] else ""
            detail = f"{what} before it was ready" + (f": {words}" if words else "") + hint
            raise Failure("unready", detail, final=True) from None
        if line is None:
            hint = self._pipe.hint
            self._drop()
            late = f"not ready within {self._limits.start:g} s{hint}"
            raise Failure("unready", late, final=True)
        try:
            self.about = read_ready(line)
        except Failure:
            self._drop()
            raise
        seats = self._briefing.seats
        if self.about.seats and seats not in self.about.seats:
            self._drop()
            raise Failure("unready", f"it does not play with {seats} teams", final=True)

    def _drop(self) -> None:
        """Kill the process, if there is one."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.kill()
            self._logs.append(pipe.log)

    def _fault(self, kind: Any, detail: str) -> Failure:
        """Kill the process after a fault that makes its further output worthless."""
        self._drop()
        return Failure(kind, detail, final=self._processes >= _PROCESSES)

    def _settle(self) -> None:
        """Ensure that a program runs and has no earlier question open."""
        if self._pipe is None:
            if self._processes >= _PROCESSES:
                raise Failure("died", "it is not there any more", final=True)
            self._start(resumed=True)
        if self._owed is None:
            return
        number, until = self._owed
        while (line := self._line(until, self._hurry)) is not None:
            with contextlib.suppress(Failure):
                if number_of(read_object(line), number) == number:
                    self._owed = None
                    return
        if monotonic() < until:
            raise NoAnswerYet("it still thinks about an earlier question")
        hint = self._pipe.hint if self._pipe is not None else ""
        raise self._fault("hung", f"no answer {self._limits.hang:g} s after the deadline{hint}")

    def _line(self, until: float, hurry: Callable[[], bool]) -> bytes | None:
        assert self._pipe is not None
        try:
            return self._pipe.receive(until, hurry)
        except Gone:
            detail = f"it {self._pipe.how_it_ended()}{self._pipe.hint}"
            raise self._fault("died", detail) from None
        except TooMuch as error:
            if error.flood:
                raise self._fault("flood", str(error)) from None
            raise Failure("large", str(error)) from None

    def _send(self, message: dict[str, Any]) -> None:
        assert self._pipe is not None
        try:
            self._pipe.send(line_of(message))
        except Deaf as error:
            raise self._fault("hung", f"it {error}") from None

    # -- one question

    def _answer(self, message: dict[str, Any], request: Request, ids: Sequence[str]) -> Said:
        """Return the reply to a question; repeat the question once after a wrong reply."""
        self._send(message)
        try:
            return self._reply(request, ids)
        except Failure as failure:
            if failure.kind not in _ASKED_AGAIN:
                raise
            refused = str(failure)
        self._send({**message, "refused": refused})
        return self._reply(request, ids)

    def _reply(self, request: Request, ids: Sequence[str]) -> Said:
        """Return the next reply to this question; drop late replies to others.

        Of questions before this one at most one was not answered, so there are not many of them.
        """
        stale = -1
        for _ in range(_STALE):
            reply = read_object(self._line_in_time(request, stale))
            stale = number_of(reply, request.number)
            if stale == request.number:
                self.spoilt = self._records and bool(reply.get("spoilt"))
                return read_reply(reply, ids, request.question.value)
        raise self._fault("flood", f"one reply after the other to question {stale}, long over")

    def _line_in_time(self, request: Request, stale: int) -> bytes:
        """Return the next line. Send `hurry` when the budget is spent or a player waits.

        `stale` is the number of the last reply that came, if it was to another question; else -1.

        Raises:
            Failure: it is late.
            NoAnswerYet: it has time left, but a player is in a hurry.
        """
        due = self._spent + self._limits.grace + self._bank
        if not self._hurried:
            line = self._line(self._spent, self._hurry)
            if line is not None:
                return line
            self._hurried = monotonic()
            assert self._desk is not None
            self._send(self._desk.hurry(request.number))
        until = due
        if self._hurried < self._spent:
            until = min(due, self._hurried + self._limits.hurried)
        line = self._line(until, never)
        if line is not None:
            return line
        self._owed = (request.number, due + self._limits.hang)
        if until < due:
            raise NoAnswerYet("it did not stop thinking when asked to")
        self._bank = 0.0
        detail = f"no answer in {request.budget.seconds:g} s"
        if self._pipe is not None:
            detail += self._pipe.hint
        if stale >= 0:
            detail += f" to question {request.number}; its last reply was to question {stale}"
        raise Failure("late", detail)

    def _planned(self, request: Request, ids: Sequence[str]) -> Action | None:
        """Return the next step of a plan; drop the rest once a step is not legal."""
        if not self._plan:
            return None
        step = self._plan.pop(0)
        if step in ids:
            return request.options[ids.index(step)]
        self._plan.clear()
        return None

    # -- for managers in Python

    def _exact(self, message: dict[str, Any], setup: Setup) -> dict[str, Any]:
        """Return the `begin` message with records instead of sheets."""
        assert self._briefing is not None
        for key in ("rules", "board", "cards"):
            del message[key]
        message["seed"] = self._briefing.seed
        message["table"] = {
            "catalog": plain(setup.catalog),
            "board": plain(setup.board),
            "ruleset": plain(setup.ruleset),
        }
        return {**message, "news": plain(tuple(news_of(setup)))}

    def _slim(self, message: dict[str, Any], request: Request) -> dict[str, Any]:
        """Return a question with records instead of sheets."""
        seen = request.seen
        del message["view"]
        message["ids"] = message.pop("options")
        message["options"] = list(request.options)
        message["about"] = request.unit
        message["seen"] = {
            name: plain(getattr(seen, name))
            for name in seen.__slots__
            if name not in ("setup", "gear")
        }
        if self.closely:
            message["closely"] = True
        return {**message, "news": plain(tuple(news_of(seen.setup)))}
