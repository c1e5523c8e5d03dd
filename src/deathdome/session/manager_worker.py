"""Program of the managers' process: answers pickled questions, one at a time.

`manager_process` starts it, never as `__main__`: a pickled object must have its proper name. A
frame is four bytes of length and a pickle. Table and gear are big and seldom change, so questions
come with the news of the table instead. SIGUSR1 says that the answer is wanted at once, SIGTERM
ends the process.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from deathdome.managers.foreign.logs import keep_log
from deathdome.managers.registry import contained
from deathdome.match.guard import Fault
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.setup_news import with_news
from deathdome.model.identifiers import TEAMS
from deathdome.parent import end_with_parent
from deathdome.rules.gear import build_gear

if TYPE_CHECKING:
    from types import FrameType

    from deathdome.match.guard import Guarded
    from deathdome.match.protocol import Reply, Request
    from deathdome.match.setup_news import SetupNews
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup

LENGTH: Final = struct.Struct(">I")


class Start(NamedTuple):
    """A manager takes its seat."""

    seat: int
    name: str
    setup: Setup
    seed: int
    strikes: int = 0  # from before, in a process that was lost


class Ask(NamedTuple):
    """A question, with the events that the seat has heard since its last one."""

    ticket: int
    request: Request  # without table and gear
    news: SetupNews  # of the setup, since the managers took their seats
    gear: int  # number of the gear; a new number: compute it again
    heard: tuple[Event, ...]
    stand_in: bool = False  # the fallback answers; the manager is not asked


class Stop(NamedTuple):
    """The match is over for a seat."""

    ticket: int
    seat: int
    heard: tuple[Event, ...]
    outcome: Outcome


class Answer(NamedTuple):
    """A reply, or what went wrong instead; with the faults of the manager since the last one."""

    ticket: int  # -1 if no question was asked
    reply: Reply | None
    fault: str = ""
    seat: int = -1
    faults: tuple[Fault, ...] = ()
    taken_over: bool = False  # the fallback plays the seat to the end


def slim(request: Request) -> Request:
    """Return the request without the big records that the other side has already."""
    bare: Any = replace(request.seen, setup=None, gear=None)  # type: ignore[arg-type]  # the worker has them
    return replace(request, seen=bare)


class WorkerState:
    """The managers of this process, and what they share."""

    def __init__(self) -> None:
        self.managers: dict[int, Guarded] = {}
        self.setup: Setup | None = None
        self.gear: tuple[int, Any] = (-1, None)
        self.hurried = False
        self._names: dict[int, str] = {}
        self._noted: dict[int, int] = {}  # faults that were reported already, by seat

    def hurry(self) -> bool:
        """Return True if the open question should be answered at once."""
        return self.hurried

    def start(self, order: Start) -> Answer:
        """Seat a manager; in a resumed match it may have strikes from before."""
        manager = contained(order.name)
        self._names[order.seat] = order.name
        if self.setup is None:
            self.setup = order.setup
        seats = self.setup.seats
        manager.begin(
            Briefing(PROTOCOL, order.seat, seats, self.setup, order.seed, {}, self.hurry),
            order.strikes,
        )
        self.managers[order.seat] = manager
        return self._with_faults(Answer(-1, None, seat=order.seat))

    def ask(self, order: Ask) -> Answer:
        """Ask the manager of a seat."""
        self.hurried = False
        assert self.setup is not None
        bare = order.request.seen
        self.setup = with_news(self.setup, order.news)
        if self.gear[0] != order.gear:
            self.gear = (order.gear, build_gear(self.setup, bare.items))
        seen = replace(bare, setup=self.setup, gear=self.gear[1])
        request = replace(order.request, seen=seen)
        manager = self.managers[request.seat]
        if order.heard:
            manager.observe(order.heard)
        reply = manager.stand_in(request) if order.stand_in else manager.decide(request)
        return self._with_faults(Answer(order.ticket, reply, seat=request.seat))

    def _with_faults(self, answer: Answer) -> Answer:
        manager = self.managers[answer.seat]
        told = self._noted.get(answer.seat, 0)
        self._noted[answer.seat] = len(manager.faults)
        new = tuple(manager.faults[told:])
        if new and (
            path := keep_log(self._names[answer.seat], TEAMS[answer.seat], manager.failure_log)
        ):
            new = tuple(Fault(one.question, one.kind, f"{one.detail}; log: {path}") for one in new)
        return answer._replace(faults=new, taken_over=manager.taken_over)

    def stop(self, order: Stop) -> Answer:
        """Inform a manager how the match ended."""
        manager = self.managers.get(order.seat)
        if manager is None:  # it could not be seated, which was reported then
            return Answer(order.ticket, None)
        manager.observe(order.heard)
        manager.end(order.outcome)
        return self._with_faults(Answer(order.ticket, None, seat=order.seat))


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return the next frame; None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    return stream.read(size)


def frame_of(record: object) -> bytes:
    """Return a record as a frame."""
    body = pickle.dumps(record, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answer until the other side hangs up."""
    end_with_parent()
    # A manager's output would end up in the pipe, or on the screen of the game.
    replies = os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    orders = sys.stdin.buffer
    worker = WorkerState()

    def hurry(_number: int, _frame: FrameType | None) -> None:
        worker.hurried = True

    signal.signal(signal.SIGUSR1, hurry)
    # An orderly end also ends the programs of foreign managers.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    while (body := read_frame(orders)) is not None:
        order = pickle.loads(body)  # noqa: S301 - from the parent process only
        answer: Answer | None = None
        try:
            if isinstance(order, Start):
                answer = worker.start(order)
            elif isinstance(order, Ask):
                answer = worker.ask(order)
            else:
                answer = worker.stop(order)
        except Exception as error:  # noqa: BLE001 - a foreign manager may raise anything
            ticket = order.ticket if isinstance(order, Ask | Stop) else -1
            answer = Answer(ticket, None, f"{type(error).__name__}: {error}")
        if answer is not None:
            replies.write(frame_of(answer))
            replies.flush()
