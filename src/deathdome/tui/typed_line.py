"""A line typed at the board: its answers are given one by one, as questions come.

No Textual in here. The rest of the line waits while managers answer. It is dropped with the first
answer that is refused, or when another player is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.decisions import Question
from deathdome.model.notation import split_typed
from deathdome.text.phrases import questions as say
from deathdome.tui.interaction import NOTHING

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.tui.interaction import Interaction, Send


ENDS: Final = "end phase"


class TypedLine:
    """Progress in the line. The note of the interaction says why it stopped."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._done: list[str] = []
        self._left: list[str] = []
        self._answered: Request | None = None  # the last answered question

    @property
    def waits(self) -> bool:
        """True if a part of the line is still to come."""
        return bool(self._left)

    def begin(self, line: str) -> Send:
        """Begin a new line; return its answer to the open question."""
        self._done, self._left = [], split_typed(line)
        return self._next()

    def go_on(self, word: str) -> Send:
        """Return the line's answer to the next question; none until that comes.

        `word` is a remark about the answer before, for example that a part of it was not done.
        """
        asked, answered = self._interaction.request, self._answered
        if asked is None or answered is None or asked is answered:
            return NOTHING
        if asked.seat != answered.seat:
            self.drop()  # without a word: the next player must not see the rest
            return NOTHING
        if word:
            self._stop(word)
            return NOTHING
        return self._next()

    def drop(self) -> None:
        """Drop the rest of the line."""
        self._left.clear()

    def _next(self) -> Send:
        while self._left:
            if self._ended_by_itself:
                self._done.append(self._left.pop(0))
                continue
            sends = self._interaction.typed(self._left[0])
            if self._interaction.note:
                self._stop(self._interaction.note)
                break
            self._done.append(self._left.pop(0))
            if sends:  # otherwise the cursor moved, and the question is the same
                self._answered = self._interaction.request
                return sends
        return NOTHING

    @property
    def _ended_by_itself(self) -> bool:
        """True if the line ends a phase that ended alone, because nothing was left in it."""
        request = self._interaction.request
        ends = bool(self._done) and self._left[0].strip(" .") == ENDS
        return ends and request is not None and request.question is Question.TURN

    def _stop(self, why: str) -> None:
        """Drop the rest, and say how far a line of several answers came."""
        if self._done or len(self._left) > 1:
            at = f'"{self._left[0]}"'
            done = (
                say.DONE_SO_FAR.format(actions="; ".join(self._done))
                if self._done
                else say.NOTHING_DONE
            )
            why = say.STOPPED_BEFORE.format(at=at, why=why.removeprefix(f"{at}: "), done=done)
        self._interaction.note = why
        self._left.clear()
