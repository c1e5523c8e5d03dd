"""Refresh policy: the screen is drawn at once, or when the turn comes back to a player.

At instant pace no player can follow the managers' answers one by one, and drawing each of them
would slow the match down. The next drawing and the log show everything that has happened.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.session.host import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.session.host import MatchHost

MAX_DELAY: Final = 1.0  # seconds; a manager that thinks longer is shown thinking


class RefreshPolicy:
    """Draws the changes of a host; those that can wait are drawn together."""

    def __init__(self, session: MatchHost, show: Callable[[], None]) -> None:
        self._session = session
        self._show = show
        self._pending: asyncio.TimerHandle | None = None
        self._seen = self._urgent_state()

    def changed(self, change: Change) -> None:
        """Draw a change, now or soon."""
        if change is not Change.VIEW:
            return
        if not self._can_wait():
            self._draw()
        elif self._pending is None:
            self._pending = asyncio.get_running_loop().call_later(MAX_DELAY, self._draw)

    def _draw(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self._seen = self._urgent_state()
        self._show()

    def _urgent_state(self) -> tuple[object, ...]:
        """State whose change is drawn at once: screens, notices, pace."""
        session = self._session
        return session.shopping, len(session.notices), session.pace.level, session.pace.paused

    def _can_wait(self) -> bool:
        session = self._session
        return (
            session.pace.seconds <= 0
            and not session.pace.paused
            and bool(session.people)
            and session.request is None
            and session.curtain is None
            and session.outcome is None
            and not session.teaches
            and self._urgent_state() == self._seen
        )
