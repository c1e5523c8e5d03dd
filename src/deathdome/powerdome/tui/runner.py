"""Runs a game host on the event loop: lets bots think in a thread, waits for people."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.play.host import Think

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.powerdome.play.host import GameHost


class Runner:
    """Meets the needs of one host that no person meets, until the game is over."""

    def __init__(
        self, host: GameHost, changed: Callable[[], None], holds: Callable[[], bool]
    ) -> None:
        """`holds` is True while bots must wait for a show."""
        self._host: Final = host
        self._changed: Final = changed
        self._holds: Final = holds
        self._wake: Final = asyncio.Event()

    async def run(self) -> None:
        """Play to the end. Cancelled when the screen closes."""
        while (need := self._host.need) is not None:
            if isinstance(need, Think) and not self._holds():
                self._changed()
                reply = await asyncio.to_thread(need.work)
                self._host.take(reply)
                continue
            self._changed()
            self._wake.clear()
            await self._wake.wait()
        self._changed()

    def answered(self) -> None:
        """Continue: a person has met the need."""
        self._wake.set()
