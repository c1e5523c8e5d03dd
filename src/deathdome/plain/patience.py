"""Says that somebody is thinking, to a person who would else hear nothing for long."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final

from deathdome.model.names import team_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.plain.voice import Voice


class Patience:
    """Waits along with a person; speaks once between two of the person's questions."""

    def __init__(self, voice: Voice, seconds: float) -> None:
        """Takes who says it, and after how many seconds; 0 never says it."""
        self._voice: Final = voice
        self._seconds: Final = seconds
        self._said = False

    def renew(self) -> None:
        """A person is asked again."""
        self._said = False

    @contextmanager
    def waiting(self, seat: int | None = None) -> Iterator[None]:
        """While a seat is thinking; without a seat the words name no team."""
        if not self._seconds or self._said:
            yield
            return

        def say() -> None:
            self._said = True
            self._voice.say("Others play." if seat is None else f"{team_name(seat)} is thinking.")

        timer = Timer(self._seconds, say)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
