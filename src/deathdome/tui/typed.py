"""A line that was typed at the board: its answers are given one by one, as they are asked for.

No Textual in here. What is still to come waits while managers answer, and is dropped with the first
answer that is refused, or when another person is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.notation import split_typed
from deathdome.text.phrases import questions as say
from deathdome.tui.interaction import NOTHING

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.tui.interaction import Interaction, Send


class Typed:
    """Where in the line the match is. Why it went no further is said in the note of the desk."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._done: list[str] = []
        self._left: list[str] = []
        self._answered: Request | None = None  # the question that was answered last

    @property
    def waits(self) -> bool:
        """Whether something of the line is still to come."""
        return bool(self._left)

    def begin(self, line: str) -> Send:
        """A new line: what it answers to the open question."""
        self._done, self._left = [], split_typed(line)
        return self._next()

    def go_on(self, word: str) -> Send:
        """What it answers to the next question; nothing as long as that has not come.

        `word` is what there is to say about the answer before: that not all of it was done.
        """
        asked, answered = self._interaction.request, self._answered
        if asked is None or answered is None or asked is answered:
            return NOTHING
        if asked.seat != answered.seat:
            self.drop()  # without a word: whoever reads now need not know what was to come
            return NOTHING
        if word:
            self._stop(word)
            return NOTHING
        return self._next()

    def drop(self) -> None:
        """Nothing that is still to come is wanted any more."""
        self._left.clear()

    def _next(self) -> Send:
        while self._left:
            sends = self._interaction.typed(self._left[0])
            if self._interaction.note:
                self._stop(self._interaction.note)
                break
            self._done.append(self._left.pop(0))
            if sends:  # else the cursor was moved, and the question is still the same
                self._answered = self._interaction.request
                return sends
        return NOTHING

    def _stop(self, why: str) -> None:
        """Leaves the rest, and says how far it came where there was more than one answer."""
        if self._done or len(self._left) > 1:
            at = f'"{self._left[0]}"'
            done = (
                say.DONE_SO_FAR.format(actions="; ".join(self._done))
                if self._done
                else say.NOTHING_WAS_DONE
            )
            why = say.STOPPED_BEFORE.format(at=at, why=why.removeprefix(f"{at}: "), done=done)
        self._interaction.note = why
        self._left.clear()
