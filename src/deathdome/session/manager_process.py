"""Client of the managers' process, which a match can kill when it hangs."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import signal
import sys
from typing import TYPE_CHECKING, Final

from deathdome.errors import ManagerError
from deathdome.match.protocol import NO_MARK
from deathdome.match.setup_news import news_of
from deathdome.programs.faults import STRIKES
from deathdome.session.manager_worker import LENGTH, Answer, Ask, Start, Stop, frame_of, slim
from deathdome.session.managers import DiedError
from deathdome.session.notices import Complaint
from deathdome.text.phrases import hosting as say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.guard import Fault
    from deathdome.match.protocol import Reply, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup


# In seconds. A foreign program is cut by its own process before these are over.
_SLACK: Final = 5.0  # beyond the budget before an answer is given up
_STAND_IN: Final = 60.0  # for one of our own in its place: the match ends without its answer
_HURRIED: Final = 2.0  # for the answer once a player wants it at once
_MARGIN: Final = 0.5  # beyond the budget before a manager is shown to hurry
_START: Final = 15.0  # for a process to start, and the programs of foreign managers in it
_REMINDER: Final = 0.1  # between two words to hurry: one that comes too early is not heard
_GOODBYE: Final = 3.0  # for all of them, when the match is over
_LEAVE: Final = 0.5  # for the process to end its programs


class ManagerProcess:
    """One process for all managers of a match; started again when it dies."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._table: Setup | None = None
        self._seats: dict[int, tuple[str, int]] = {}
        self._story: dict[int, list[Event]] = {}  # events that each seat has heard
        self._behind: set[int] = set()  # seats whose new process has not heard them yet
        self._strikes: dict[int, int] = {}
        self._complaints: list[Complaint] = []
        self._withheld: list[tuple[int, Fault]] = []
        self._ticket = 0
        self._gear: object = None
        self._gear_number = 0
        self._lock = asyncio.Lock()
        self._hurried = asyncio.Event()
        self._hears = False  # the process handles signals by now; before, one would end it
        self._died_at = NO_MARK  # question during which a process died last

    async def begin(self, setup: Setup, seats: Mapping[int, tuple[str, int]]) -> None:
        """Start the process and seat the managers; their first answers come later."""
        self._table, self._seats = setup, dict(seats)
        if seats:
            await self._start()

    async def _start(self) -> None:
        assert self._table is not None
        self._hears = False
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # import nothing from the working directory
            "-c",
            "from deathdome.session.manager_worker import main; main()",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        for seat, (name, seed) in self._seats.items():
            await self._send(Start(seat, name, self._table, seed, self._strikes.get(seat, 0)))

    async def _send(self, record: object) -> None:
        if self._process is None or self._process.stdin is None:
            raise ManagerError("the managers' process is not running")
        try:
            self._process.stdin.write(frame_of(record))
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionError) as error:
            raise DiedError("the managers' process has died") from error

    async def _receive(self) -> Answer:
        stdout = self._process.stdout if self._process is not None else None
        if stdout is None:
            raise ManagerError("the managers' process is not running")
        try:
            head = await stdout.readexactly(LENGTH.size)
            body = await stdout.readexactly(LENGTH.unpack(head)[0])
        except asyncio.IncompleteReadError as error:
            raise DiedError("the managers' process has died") from error
        answer = pickle.loads(body)  # noqa: S301 - from our own child only
        if not isinstance(answer, Answer):
            raise ManagerError("the managers' process sent something else than an answer")
        self._hears = True
        self._blame(answer.seat, answer.faults, taken_over=answer.taken_over)
        return answer

    def hurry(self) -> None:
        """Ask the thinking manager for its choice; the process hears it as soon as it can."""
        self._hurried.set()

    def complaints(self) -> Sequence[Complaint]:
        """Return what the managers did wrong since the last call."""
        told, self._complaints = self._complaints, []
        return told

    def withheld(self) -> Sequence[tuple[int, Fault]]:
        """Return by seat what failed managers said; it may name cards, so it waits for the end."""
        told, self._withheld = self._withheld, []
        return told

    def _blame(self, seat: int, faults: Sequence[Fault], *, taken_over: bool) -> None:
        """Count faults: the next process must know of them."""
        before = self._strikes.get(seat, 0)
        if before >= STRIKES:
            return
        after = STRIKES if taken_over else before + len(faults)
        self._strikes[seat] = after
        for place, fault in enumerate(faults, 1):
            last = after >= STRIKES and place == len(faults)
            self._complaints.append(Complaint(seat, fault.outward, last))
            if fault.outward != fault.detail:
                self._withheld.append((seat, fault))

    def _strike(self, seat: int, text: str) -> None:
        """Note a fault that only shows from outside the process."""
        strikes = self._strikes[seat] = self._strikes.get(seat, 0) + 1
        if strikes <= STRIKES:
            self._complaints.append(Complaint(seat, text, strikes == STRIKES))

    async def decide(self, request: Request, heard: Sequence[Event]) -> Reply:
        """Ask the process; a dead or overdue one is replaced before anything else is done."""
        async with self._lock:
            self._hurried.clear()
            self._story.setdefault(request.seat, []).extend(heard)
            try:
                return await self._asked(request, heard)
            except TimeoutError:
                await self._replace()
            except DiedError:
                if self._died_at != request.mark:
                    # No manager loses a turn to a process that was killed from outside.
                    self._died_at = request.mark
                    await self._replace()
                    raise
                self._strike(request.seat, say.PROCESS_ENDED)
                await self._replace()
            except ManagerError as error:
                if "process" in str(error):
                    await self._replace()
                raise
            self._hurried.clear()
            try:
                return await self._asked(request, (), stand_in=True)
            except TimeoutError as error:
                raise ManagerError("no reply") from error

    async def _asked(
        self, request: Request, heard: Sequence[Event], *, stand_in: bool = False
    ) -> Reply:
        """Ask one question.

        Raises:
            TimeoutError: there is no answer; a strike is noted if that is the manager's fault.
        """
        if self._process is None:
            await self._start()
        self._ticket += 1
        if request.seen.gear is not self._gear:
            self._gear = request.seen.gear
            self._gear_number += 1
        if request.seat in self._behind:
            heard = self._story[request.seat]
            self._behind.discard(request.seat)
        news = news_of(request.seen.setup)
        ticket, gear = self._ticket, self._gear_number
        await self._send(Ask(ticket, slim(request), news, gear, tuple(heard), stand_in))
        answer = asyncio.ensure_future(self._answer(ticket))
        hurried = asyncio.ensure_future(self._hurried.wait())
        try:
            seconds = request.budget.seconds
            await self._started(answer)
            await asyncio.wait(
                (answer, hurried), timeout=seconds + _MARGIN, return_when=asyncio.FIRST_COMPLETED
            )
            if not answer.done():
                asked_to = self._hurried.is_set()
                slack = _STAND_IN if stand_in else _HURRIED if asked_to else _SLACK
                await self._press(answer, slack)
                if not answer.done():
                    if not asked_to and not stand_in:
                        self._strike(request.seat, say.TOO_SLOW.format(seconds=f"{seconds:g}"))
                    raise TimeoutError
            return answer.result()
        finally:
            hurried.cancel()
            answer.cancel()

    async def _started(self, answer: asyncio.Future[Reply]) -> None:
        """Wait until the process has seated the managers; time before that is not counted."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _START
        while not (self._hears or answer.done()) and loop.time() < until:
            await asyncio.wait((answer,), timeout=_REMINDER)

    async def _press(self, answer: asyncio.Future[Reply], seconds: float) -> None:
        """Hurry the process until there is an answer, or the time is up."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not answer.done() and loop.time() < until:
            if self._hears and self._process is not None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.send_signal(signal.SIGUSR1)
            await asyncio.wait((answer,), timeout=_REMINDER)

    async def _answer(self, ticket: int) -> Reply:
        """Return the answer with this ticket; drop older ones."""
        while True:
            answer = await self._receive()
            if answer.ticket == ticket:
                if answer.reply is None:
                    raise ManagerError(answer.fault)
                return answer.reply
            if answer.ticket < 0 and answer.fault:
                raise ManagerError(answer.fault)

    async def _replace(self) -> None:
        """Replace a process that failed; each seat hears all events again."""
        await self.close()
        self._behind = set(self._seats)
        self._gear = None
        await self._start()

    async def end(self, heard: Mapping[int, Sequence[Event]], outcome: Outcome) -> None:
        """Inform the process how the match ended, if it still listens, and wait for complaints."""
        waiting: set[int] = set()
        # A process that has ended has nothing to say, and the others get little time.
        with contextlib.suppress(ManagerError, TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                for seat, events in heard.items():
                    self._ticket += 1
                    waiting.add(self._ticket)
                    missed = self._story.get(seat, ()) if seat in self._behind else ()
                    await self._send(Stop(self._ticket, seat, (*missed, *events), outcome))
                while waiting:
                    waiting.discard((await self._receive()).ticket)

    async def close(self) -> None:
        """End the process and wait for that; it gets a moment to end its own children."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _LEAVE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
