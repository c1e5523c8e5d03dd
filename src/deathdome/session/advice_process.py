"""Hints and reviews from a process of their own, so that the screen stays quick."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from deathdome.errors import DeathdomeError, ManagerError
from deathdome.managers.advice import SECONDS, advise
from deathdome.managers.adviser import LEVEL
from deathdome.managers.coach import deeds_in, review_of, verdicts
from deathdome.managers.hint_text import Advice, Review, Verdict
from deathdome.match.protocol import Budget
from deathdome.parent import end_with_parent
from deathdome.records.format import record_of
from deathdome.records.timeline import Timeline
from deathdome.rules.gear import build_gear
from deathdome.session.manager_worker import LENGTH, frame_of, read_frame, slim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deathdome.match.protocol import Request
    from deathdome.match.undo import OpenPhase
    from deathdome.model.state import Setup
    from deathdome.session.managers import Soon


class HintWanted(NamedTuple):
    """A hint for a question."""

    request: Request  # without table and gear
    setup: Setup
    begun: OpenPhase | None = None  # the start of the open unit phase; without table and gear


class ReviewWanted(NamedTuple):
    """A review of the decisions of a seat in a match."""

    raw: bytes  # the record
    seat: int


class Progress(NamedTuple):
    """The decisions of a review that are done."""

    done: int
    of: int


class Failed(NamedTuple):
    """There is no answer."""

    why: str


class Adviser(Protocol):
    """Gives hints and reviews."""

    def hint(self, request: Request, begun: OpenPhase | None = None) -> Soon[Advice]:
        """Return a hint for a question; `begun` is the start of the open unit phase.

        Raises:
            ManagerError: there is none.
        """

    def review(self, raw: bytes, seat: int, tell: Callable[[Progress], None]) -> Soon[Review]:
        """Return a review of a seat's match; `tell` hears how far it is.

        Raises:
            ManagerError: the match cannot be replayed.
        """

    def close(self) -> Soon[None]:
        """Release the process."""


def answers(order: object) -> Iterator[object]:
    """Carry out an order: any number of `Progress`, then the answer."""
    try:
        if isinstance(order, HintWanted):
            begun = order.begun
            if begun is not None:
                begun = begun._replace(request=_whole(begun.request, order.setup))
            yield advise(_whole(order.request, order.setup), LEVEL, begun=begun)
        elif isinstance(order, ReviewWanted):
            yield from _review(order)
    except DeathdomeError as error:
        yield Failed(str(error))


def _whole(request: Request, setup: Setup) -> Request:
    """Put table and gear back into a request without them."""
    seen = replace(request.seen, setup=setup, gear=build_gear(setup, request.seen.items))
    return replace(request, seen=seen, budget=Budget(10_000, SECONDS))


def _review(order: ReviewWanted) -> Iterator[Progress | Review]:
    timeline = Timeline(record_of(order.raw, "the match", own=True))
    deeds = deeds_in(timeline, order.seat)
    found: list[Verdict] = []
    for number, verdict in enumerate(verdicts(deeds), 1):
        if verdict is not None:
            found.append(verdict)
        yield Progress(number, len(deeds))
    yield review_of(order.seat, found)


class LocalAdvice:
    """Hints and reviews in this process, which waits for them."""

    def __init__(self, level: str = LEVEL) -> None:
        self._level = level

    def hint(self, request: Request, begun: OpenPhase | None = None) -> Advice:
        """Return a hint at once."""
        return advise(request, self._level, begun=begun)

    def review(self, raw: bytes, seat: int, tell: Callable[[Progress], None]) -> Review:
        """Return the whole review at once."""
        for answer in answers(ReviewWanted(raw, seat)):
            if isinstance(answer, Review):
                return answer
            if isinstance(answer, Progress):
                tell(answer)
        raise ManagerError("there is no review")

    def close(self) -> None:
        """Do nothing."""


class AdviceProcess:
    """Hints and reviews from a child process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []  # not yet waited for

    async def hint(self, request: Request, begun: OpenPhase | None = None) -> Advice:
        """Ask the child."""
        if begun is not None:
            begun = begun._replace(request=slim(begun.request))
        order = HintWanted(slim(request), request.seen.setup, begun)
        found = await self._ask(order, lambda _: None)
        if not isinstance(found, Advice):
            raise ManagerError("there is no hint")
        return found

    async def review(self, raw: bytes, seat: int, tell: Callable[[Progress], None]) -> Review:
        """Ask the child, and pass on how far it is."""
        found = await self._ask(ReviewWanted(raw, seat), tell)
        if not isinstance(found, Review):
            raise ManagerError("there is no review")
        return found

    async def _ask(self, order: object, tell: Callable[[Progress], None]) -> object:
        answered = False
        try:
            process = self._process or await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(frame_of(order))
            await process.stdin.drain()
            while True:
                head = await process.stdout.readexactly(LENGTH.size)
                body = await process.stdout.readexactly(LENGTH.unpack(head)[0])
                found = pickle.loads(body)  # noqa: S301 - from our own child only
                if isinstance(found, Failed):
                    answered = True
                    raise ManagerError(found.why)
                if not isinstance(found, Progress):
                    answered = True
                    return found
                tell(found)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise ManagerError("the adviser has died") from error
        finally:
            if not answered:  # half an answer may be on its way, and must not be read as another's
                self._kill()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # import nothing from the working directory
            "-c",
            "from deathdome.session.advice_process import main; main()",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        return self._process

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            self._killed = [one for one in self._killed if one.returncode is None]
            self._killed.append(process)

    async def close(self) -> None:
        """End the child, and wait for each one that was killed."""
        self._kill()
        for process in self._killed:
            await process.wait()


def main() -> None:
    """Answer until the other side hangs up."""
    end_with_parent()
    while (body := read_frame(sys.stdin.buffer)) is not None:
        order = pickle.loads(body)  # noqa: S301 - from the parent process only
        for answer in answers(order):
            sys.stdout.buffer.write(frame_of(answer))
            sys.stdout.buffer.flush()
