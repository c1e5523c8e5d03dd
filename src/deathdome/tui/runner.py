"""Runs a match host on the event loop: asks managers and the adviser, lets time pass."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.errors import ManagerError
from deathdome.match import windows
from deathdome.session.host import Change
from deathdome.session.managers import arrived
from deathdome.session.notices import Begin, Decide, End, Interval, Person, Rest, Wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Reply, Request
    from deathdome.session.host import MatchHost
    from deathdome.session.managers import Soon
    from deathdome.session.notices import Need

_TICK: Final = 0.25  # seconds between checks of a thinking manager


class Runner:
    """Meets the needs of one host, until the match is over."""

    def __init__(self, host: MatchHost) -> None:
        self._host: Final = host
        self._wake: Final = asyncio.Event()  # the need has changed, or a rest may be over
        self._advising: asyncio.Task[None] | None = None
        host.listeners.append(self._on_change)
        host.pace.on_change = self._wake.set

    async def run(self) -> None:
        """Play to the end. Cancelled when the screen closes."""
        host = self._host
        host.start()
        while (need := host.need) is not None:
            if isinstance(need, Person | Interval):
                while host.need is need:
                    self._wake.clear()
                    await self._wake.wait()
                continue
            try:
                reply = await self._meet(need)
            except (ManagerError, OSError) as error:
                host.fail(error)
            else:
                host.meet(reply)

    async def end(self, closing: Sequence[Soon[None]]) -> None:
        """Wait until the managers and the adviser of a closed host have ended."""
        self._ask_adviser()  # the match is closed
        for end in closing:
            await arrived(end)

    def _on_change(self, change: Change) -> None:
        if change is Change.NEED:
            self._wake.set()
        elif change is Change.ADVICE:
            self._ask_adviser()

    async def _meet(self, need: Need) -> Reply | None:
        host = self._host
        match need:
            case Begin(seats):
                await arrived(host.managers.begin(host.view.setup, seats))
            case Decide():
                return await self._decide(need)
            case Rest(beats):
                await self._rest(beats)
            case Wait(seconds):
                await asyncio.sleep(seconds)
            case End(heard, outcome):
                await arrived(host.managers.end(heard, outcome))
        return None

    async def _decide(self, need: Decide) -> Reply:
        """Ask a manager; the screen shows how long it thinks, or that others may play."""
        showing = asyncio.ensure_future(self._show_late() if need.hidden else self._show_ticks())
        try:
            return await arrived(self._host.managers.decide(need.request, need.heard))
        finally:
            showing.cancel()

    async def _show_late(self) -> None:
        await asyncio.sleep(windows.PAUSE)
        self._host.show()

    async def _show_ticks(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self._host.show()

    async def _rest(self, beats: float) -> None:
        """Let players see the events for a while; a new pace or a skipped show ends it."""
        pace = self._host.pace
        while pace.holds:
            self._wake.clear()
            await self._wake.wait()
        if pace.take_step():
            return
        seconds = beats * pace.seconds
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self._wake.clear()
        while seconds > 0:
            try:
                await asyncio.wait_for(self._wake.wait(), seconds)
            except TimeoutError:
                seconds = pace.showing()
            else:
                return

    # -- hints ---------------------------------------------------------------------------------

    def _ask_adviser(self) -> None:
        """Begin or cancel the search for a hint."""
        if self._advising is not None:
            self._advising.cancel()
            self._advising = None
        if (request := self._host.hints.wanted) is not None:
            self._advising = asyncio.ensure_future(self._advise(request))

    async def _advise(self, request: Request) -> None:
        host = self._host
        try:
            advice = await arrived(host.adviser.hint(request, host.open_phase(request)))
        except ManagerError as error:
            self._advising = None
            host.no_advice(str(error))
            return
        self._advising = None
        host.advise(advice)
