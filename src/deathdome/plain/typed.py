"""What is typed, one thing after the other: a line may hold several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.names import shortened
from deathdome.model.notation import split_typed
from deathdome.plain.manner import LeftError

if TYPE_CHECKING:
    from deathdome.plain.voice import Ears, Voice

_LONGEST: Final = 200  # characters of what is not done any more


class Typed:
    """Hears lines, and hands on what is in them piece by piece."""

    def __init__(self, voice: Voice, ears: Ears) -> None:
        """Takes who says what is dropped, and where the lines come from."""
        self._voice: Final = voice
        self._ears: Final = ears
        self._queue: list[str] = []  # the rest of a line

    @property
    def waiting(self) -> bool:
        """Whether the rest of a line is still to be done."""
        return bool(self._queue)

    def line(self, prompt: str) -> str:
        """A line as it was typed.

        Raises:
            LeftError: no more will come.
        """
        line = self._ears.line(prompt)
        if line is None:
            self._voice.say("No more lines come in.")
            raise LeftError
        return line

    def next(self, prompt: str) -> str:
        """The next thing typed; what follows it on the line waits."""
        if not self._queue:
            line = self.line(prompt)
            if not line.strip():
                return "question"
            self._queue = [] if line.lstrip().startswith("#") else split_typed(line)
        return self._queue.pop(0) if self._queue else ""

    def drop(self, because: str) -> None:
        """Forgets the rest of a line, and says so."""
        if self._queue:
            rest = shortened("; ".join(self._queue), _LONGEST)
            self._voice.say(f"Not done any more, because {because}: {rest}.")
            self._queue.clear()
