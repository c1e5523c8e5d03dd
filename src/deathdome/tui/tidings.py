"""When the screen is told that something changed: at once, or when a round comes back to a person.

At instant pace nobody can follow the managers' answers one by one, and a screen drawn after each of
them would only make everybody wait. Nothing is lost: what happened is in the log, and the next
drawing shows all of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.tui.lesson import LessonSession

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.tui.session import Session

LATEST: Final = 1.0  # seconds; whoever thinks that long is seen thinking


class Tidings:
    """Passes on that a session changed; what can wait is passed on together."""

    def __init__(self, session: Session, show: Callable[[], None]) -> None:
        self._session = session
        self._show = show
        self._pending: asyncio.TimerHandle | None = None
        self._seen = self._outlines()

    def changed(self) -> None:
        """Something changed."""
        if not self._can_wait():
            self._pass_on()
        elif self._pending is None:
            self._pending = asyncio.get_running_loop().call_later(LATEST, self._pass_on)

    def _pass_on(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self._seen = self._outlines()
        self._show()

    def _outlines(self) -> tuple[object, ...]:
        """What no change of may wait: other screens, other words, another pace."""
        session = self._session
        return session.shopping, len(session.notices), session.tempo.pace, session.tempo.paused

    def _can_wait(self) -> bool:
        session = self._session
        return (
            session.tempo.seconds <= 0
            and not session.tempo.paused
            and bool(session.people)
            and session.request is None
            and session.curtain is None
            and session.outcome is None
            and not isinstance(session, LessonSession)
            and self._outlines() == self._seen
        )
