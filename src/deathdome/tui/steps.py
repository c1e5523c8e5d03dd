"""What one key did is taken back together, and done again together, be it many answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.undo import TakeBack
    from deathdome.model.actions import Action
    from deathdome.model.state import State


class Steps:
    """The answers of a person, in the steps in which they were given."""

    def __init__(self, taking: TakeBack) -> None:
        self._taking = taking
        self._begun: list[int] = []  # answers that could be taken back before each step
        self._undone: list[int] = []  # answers of each step that was taken back

    def begin(self) -> None:
        """What is answered from now on is another step."""
        self._begun.append(self._taking.depth)

    def answer(self, action: Action) -> None:
        """Answers the open question; what was taken back before cannot be done again.

        Raises:
            IllegalAction: the action is refused; nothing has changed.
        """
        self._taking.answer(action)
        self._undone.clear()
        # What was barred by this answer is no step any more.
        self._begun = [depth for depth in self._begun if depth < self._taking.depth]

    def undo(self) -> str:
        """Takes the last step back; '' if done, else why not."""
        taking = self._taking
        if not taking.depth:
            return f"Cannot take back: {taking.why}."
        before = min(self._begun.pop() if self._begun else 0, taking.depth - 1)
        self._undone.append(taking.depth - before)
        while taking.depth > before:
            taking.undo()
        return ""

    def redo(self) -> str:
        """Does the step again that was taken back last; '' if done, else why not."""
        if not self._undone or not self._taking.undone:
            return "Nothing was taken back that could be done again."
        self.begin()
        for _ in range(min(self._undone.pop(), self._taking.undone)):
            self._taking.redo()
        return ""

    def forget(self, events: int, otherwise: str) -> None:
        """Somebody else has answered: nothing from before can be taken back or done again.

        What bars it is the last thing to come to light since there were so many `events`, or
        what is said here.
        """
        self._taking.forget(events, otherwise)
        self._begun.clear()
        self._undone.clear()

    def recall(self, points: Sequence[tuple[State, int, int]]) -> None:
        """The last answers of one seat in a match that goes on, each a step of its own.

        `points`: the position before each, with the numbers of answers and of events there were.
        """
        self._taking.recall(points)
        self._begun = list(range(self._taking.depth))
