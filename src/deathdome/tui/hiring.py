"""Managers for the session: in a process of their own, or in this one for tests."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from typing import TYPE_CHECKING, Protocol

from deathdome.errors import ManagerError
from deathdome.tui.worker import LENGTH, Answer, Ask, Farewell, Hire, frame_of, slim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Table
    from deathdome.play.controllers import Controller, Reply, Request


class DiedError(ManagerError):
    """The managers' process has died. Another one is there: ask again, with nothing newly heard."""


_SLACK = 5.0  # seconds beyond the budget before an answer is given up


class Managers(Protocol):
    """Whoever answers for the seats without a person."""

    async def begin(self, table: Table, seats: Mapping[int, tuple[str, int]]) -> None:
        """Once a match; seat to (name, seed). Returns at once."""

    async def decide(self, request: Request, heard: Sequence[Told]) -> Reply:
        """The answer to a question. Raises ManagerError when there is none."""

    async def end(self, heard: Mapping[int, Sequence[Told]], outcome: Outcome) -> None:
        """Once, when the match is over."""

    async def close(self) -> None:
        """Lets everybody go, in the middle of a thought if need be."""


class HereManagers:
    """Controllers in this process: for tests, whose pilots wait until the process is idle."""

    def __init__(self, controllers: Mapping[int, Controller]) -> None:
        self._controllers = dict(controllers)

    async def begin(self, table: Table, seats: Mapping[int, tuple[str, int]]) -> None:
        """Briefs everybody."""
        from deathdome.play.controllers import PROTOCOL, Briefing

        for seat, (_, seed) in seats.items():
            briefing = Briefing(PROTOCOL, seat, table.seats, table, seed, {})
            self._controllers[seat].begin(briefing)

    async def decide(self, request: Request, heard: Sequence[Told]) -> Reply:
        """Asks the controller of the seat."""
        controller = self._controllers[request.seat]
        try:
            controller.observe(heard)
            return controller.decide(request)
        except Exception as error:
            raise ManagerError(f"{type(error).__name__}: {error}") from error

    async def end(self, heard: Mapping[int, Sequence[Told]], outcome: Outcome) -> None:
        """Says goodbye."""
        for seat, controller in self._controllers.items():
            controller.observe(heard.get(seat, ()))
            controller.end(outcome)

    async def close(self) -> None:
        """Nothing to let go."""


class HiredManagers:
    """One child process for all managers of a match; started again when it dies."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._table: Table | None = None
        self._seats: dict[int, tuple[str, int]] = {}
        self._story: dict[int, list[Told]] = {}  # all that each seat has heard
        self._behind: set[int] = set()  # seats whose new process has not heard it yet
        self._ticket = 0
        self._gear: object = None
        self._gear_number = 0
        self._lock = asyncio.Lock()

    async def begin(self, table: Table, seats: Mapping[int, tuple[str, int]]) -> None:
        """Starts the process and seats everybody; their first answers come later."""
        self._table, self._seats = table, dict(seats)
        if seats:
            await self._start()

    async def _start(self) -> None:
        assert self._table is not None
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # no module of the folder one stands in gets in the way
            "-c",
            "from deathdome.tui.worker import main; main()",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        for seat, (name, seed) in self._seats.items():
            await self._send(Hire(seat, name, self._table, seed))

    async def _send(self, record: object) -> None:
        if self._process is None or self._process.stdin is None:
            raise ManagerError("the managers' process is not running")
        try:
            self._process.stdin.write(frame_of(record))
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionError) as error:
            raise DiedError("the managers' process has died") from error

    async def _receive(self) -> Answer:
        if self._process is None or self._process.stdout is None:
            raise ManagerError("the managers' process is not running")
        try:
            head = await self._process.stdout.readexactly(LENGTH.size)
            body = await self._process.stdout.readexactly(LENGTH.unpack(head)[0])
        except asyncio.IncompleteReadError as error:
            raise DiedError("the managers' process has died") from error
        answer = pickle.loads(body)  # noqa: S301 - from our own child only
        if not isinstance(answer, Answer):
            raise ManagerError("the managers' process sent something else than an answer")
        return answer

    async def decide(self, request: Request, heard: Sequence[Told]) -> Reply:
        """Asks the child; a dead or overdue one is replaced before the error goes up."""
        async with self._lock:
            self._ticket += 1
            if request.seen.gear is not self._gear:
                self._gear = request.seen.gear
                self._gear_number += 1
            story = self._story.setdefault(request.seat, [])
            story += heard
            if request.seat in self._behind:
                heard = story
                self._behind.discard(request.seat)
            units = tuple(who.id for who in request.seen.table.units)
            order = Ask(self._ticket, slim(request), units, self._gear_number, tuple(heard))
            limit = request.budget.seconds + _SLACK
            try:
                if self._process is None:
                    await self._start()
                await self._send(order)
                return await asyncio.wait_for(self._answer(order.ticket), limit)
            except TimeoutError as error:
                await self._replace()
                raise ManagerError(f"no answer within {limit:.0f} seconds") from error
            except ManagerError as error:
                if "process" in str(error):
                    await self._replace()
                raise

    async def _answer(self, ticket: int) -> Reply:
        """The answer with this ticket; older ones are dropped."""
        while True:
            answer = await self._receive()
            if answer.ticket == ticket:
                if answer.reply is None:
                    raise ManagerError(answer.fault)
                return answer.reply
            if answer.ticket < 0 and answer.fault:
                raise ManagerError(answer.fault)

    async def _replace(self) -> None:
        """Another process for the one that failed; it hears the story anew, seat by seat."""
        await self.close()
        self._behind = set(self._seats)
        self._gear = None
        await self._start()

    async def end(self, heard: Mapping[int, Sequence[Told]], outcome: Outcome) -> None:
        """Tells the child how the match ended, if it still listens."""
        record = Farewell(tuple((seat, tuple(events)) for seat, events in heard.items()), outcome)
        with contextlib.suppress(ManagerError):
            await self._send(record)

    async def close(self) -> None:
        """Ends the child at once and waits until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
