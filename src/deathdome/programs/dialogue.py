"""Dialogue with a program: numbered questions with time limits, and one restart.

Faults go up as `Failure`; a guard counts them and has another player answer.
"""

from __future__ import annotations

import contextlib
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from deathdome.programs.faults import Failure, NoAnswerYet
from deathdome.programs.lines import About, line_of, number_of, read_object, read_ready
from deathdome.programs.pipe import DEFAULT_LIMITS, Deaf, Gone, Limits, Pipe, TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.programs.faults import FaultKind

Message: TypeAlias = dict[str, Any]
T = TypeVar("T")

_PROCESSES: Final = 2  # the first, and one more for the rest of the game
_STALE: Final = 100  # replies to earlier questions in a row that are passed over
_ASIDES: Final = 1_000  # lines about one question that are not its answer
_ASKED_AGAIN: Final = ("illegal", "junk", "large")  # once, with the reason


def never() -> bool:
    """Return False: no player is in a hurry."""
    return False


class Dialogue:
    """A program that is asked questions; it is started, limited and ended here."""

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = DEFAULT_LIMITS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Take program and arguments; `begin` starts it."""
        self._program: Final = tuple(program)
        self._limits: Final = limits
        self._environment: Final = environment
        self.about = About()
        self.bank = 0.0  # seconds beyond the limits of questions that are left
        self._logs: list[str] = []
        self._pipe: Pipe | None = None
        self._processes = 0
        self._opening: Callable[[bool], Message] = _nothing
        self._hurried_by: Callable[[int], Message] = _nothing
        self._unfit: Callable[[About], str] = _fits
        self._hurry: Callable[[], bool] = never
        self._spent = 0.0  # when the time of the open question is
        self._hurried = 0.0  # time of the request to answer at once; 0 for none
        self._owed: tuple[int, float] | None = None  # question without an answer, given up when

    @property
    def running(self) -> bool:
        """True while a process runs."""
        return self._pipe is not None

    @property
    def log(self) -> str:
        """The end of its standard error."""
        running = [self._pipe.log] if self._pipe is not None else []
        return "".join((*self._logs, *running))[-self._limits.log :]

    def begin(
        self,
        opening: Callable[[bool], Message],
        hurried: Callable[[int], Message],
        unfit: Callable[[About], str],
        hurry: Callable[[], bool] = never,
    ) -> None:
        """Start the program and wait until it is ready.

        `opening` returns the first message, for a game that is resumed or not; `hurried` the one
        that asks to answer a question at once; `unfit` why a program that is ready cannot play.

        Raises:
            Failure: it does not start, or speaks another language.
        """
        self._opening, self._hurried_by, self._unfit = opening, hurried, unfit
        self._hurry = hurry
        self.bank = self._limits.bank
        self._processes = 0
        self._start(resumed=False)

    def settle(self) -> None:
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

    def send(self, message: Message) -> None:
        """Send a message that is not answered."""
        assert self._pipe is not None
        try:
            self._pipe.send(line_of(message))
        except Deaf as error:
            raise self._fault("hung", f"it {error}") from None

    def ask(
        self,
        message: Message,
        seconds: float,
        read: Callable[[Message], T],
        *,
        again: bool = True,
        aside: Callable[[Message], Message | None] | None = None,
    ) -> T:
        """Return the reply to a question, as `read` reads it.

        The question is repeated once after a wrong reply, if `again`. `aside` returns the response
        to a line that is not an answer, and None for one that is.

        Raises:
            Failure: there is no legal answer in time.
            NoAnswerYet: a player is in a hurry.
        """
        self._spent, self._hurried = monotonic() + seconds, 0.0
        self.send(message)
        try:
            found = self._reply(message["number"], seconds, read, aside)
        except Failure as failure:
            if not again or failure.kind not in _ASKED_AGAIN:
                raise
            self.send({**message, "refused": str(failure)})
            found = self._reply(message["number"], seconds, read, aside)
        late = monotonic() - self._spent - self._limits.grace
        self.bank = min(self.bank, max(0.0, self.bank - late))
        return found

    def farewell(self, message: Message) -> list[bytes]:
        """Send the last message and give the program time to leave; return its last lines."""
        said: list[bytes] = []
        with contextlib.suppress(Failure):
            self.send(message)
            assert self._pipe is not None
            said = self._pipe.farewell(self._limits.leave)
        self._drop()
        return said

    def close(self) -> None:
        """Kill the program."""
        self._drop()
        self._processes = _PROCESSES

    # -- the process

    def _start(self, *, resumed: bool) -> None:
        self._processes += 1
        self._owed = None
        try:
            self._pipe = Pipe(self._program, self._limits, self._environment)
        except OSError as error:
            raise Failure("unready", f"cannot start: {error.strerror}", final=True) from error
        try:
            self._pipe.send(line_of(self._opening(resumed)))
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
        if reason := self._unfit(self.about):
            self._drop()
            raise Failure("unready", reason, final=True)

    def _drop(self) -> None:
        """Kill the process, if there is one."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.kill()
            self._logs.append(pipe.log)

    def _fault(self, kind: FaultKind, detail: str) -> Failure:
        """Kill the process after a fault that makes its further output worthless."""
        self._drop()
        return Failure(kind, detail, final=self._processes >= _PROCESSES)

    # -- one question

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

    def _reply(
        self,
        number: int,
        seconds: float,
        read: Callable[[Message], T],
        aside: Callable[[Message], Message | None] | None,
    ) -> T:
        """Return the next reply to a question; drop late replies to others.

        Of questions before this one at most one was not answered, so there are not many of them.
        """
        stale = -1
        dropped = asides = 0
        while dropped < _STALE:
            reply = read_object(self._line_in_time(number, seconds, stale))
            stale = number_of(reply, number)
            if stale != number:
                dropped += 1
                continue
            response = None if aside is None else aside(reply)
            if response is None:
                return read(reply)
            asides += 1
            if asides > _ASIDES:
                raise self._fault("flood", f"more than {_ASIDES:,} lines without an answer")
            self.send(response)
        raise self._fault("flood", f"one reply after the other to question {stale}, long over")

    def _line_in_time(self, number: int, seconds: float, stale: int) -> bytes:
        """Return the next line. Send `hurry` when the time is spent or a player waits.

        `stale` is the number of the last reply that came, if it was to another question; else -1.

        Raises:
            Failure: it is late.
            NoAnswerYet: it has time left, but a player is in a hurry.
        """
        due = self._spent + self._limits.grace + self.bank
        if not self._hurried:
            line = self._line(self._spent, self._hurry)
            if line is not None:
                return line
            self._hurried = monotonic()
            self.send(self._hurried_by(number))
        until = due
        if self._hurried < self._spent:
            until = min(due, self._hurried + self._limits.hurried)
        line = self._line(until, never)
        if line is not None:
            return line
        self._owed = (number, due + self._limits.hang)
        if until < due:
            raise NoAnswerYet("it did not stop thinking when asked to")
        self.bank = 0.0
        detail = f"no answer in {seconds:g} s"
        if self._pipe is not None:
            detail += self._pipe.hint
        if stale not in (-1, number):
            detail += f" to question {number}; its last reply was to question {stale}"
        raise Failure("late", detail)


def _nothing(_: object) -> Message:
    return {}


def _fits(_: About) -> str:
    return ""
