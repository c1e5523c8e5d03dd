"""What one key did is taken back together, and done again together, be it many answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.text.phrases import matches as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.undo import UndoStack
    from deathdome.model.actions import Action
    from deathdome.model.state import State


class Steps:
    """The answers of a person, in the steps in which they were given."""

    def __init__(self, undo_stack: UndoStack) -> None:
        self._undo_stack = undo_stack
        self._begun: list[int] = []  # answers that could be taken back before each step
        self._undone: list[int] = []  # answers of each step that was taken back

    def begin(self) -> None:
        """What is answered from now on is another step."""
        self._begun.append(self._undo_stack.depth)

    def answer(self, action: Action) -> None:
        """Answers the open question; what was taken back before cannot be done again.

        Raises:
            IllegalAction: the action is refused; nothing has changed.
        """
        self._undo_stack.answer(action)
        self._undone.clear()
        # What was barred by this answer is no step any more.
        self._begun = [depth for depth in self._begun if depth < self._undo_stack.depth]

    def undo(self) -> str:
        """Takes the last step back; '' if done, else why not."""
        undo_stack = self._undo_stack
        if not undo_stack.depth:
            return say.CANNOT_TAKE_BACK.format(why=undo_stack.why)
        before = min(self._begun.pop() if self._begun else 0, undo_stack.depth - 1)
        self._undone.append(undo_stack.depth - before)
        while undo_stack.depth > before:
            undo_stack.undo()
        return ""

    def redo(self) -> str:
        """Does the step again that was taken back last; '' if done, else why not."""
        if not self._undone or not self._undo_stack.undone:
            return say.NOTHING_WAS_TAKEN_BACK
        self.begin()
        for _ in range(min(self._undone.pop(), self._undo_stack.undone)):
            self._undo_stack.redo()
        return ""

    def forget(self, events: int, otherwise: str) -> None:
        """Somebody else has answered: nothing from before can be taken back or done again.

        What bars it is the last thing to come to light since there were so many `events`, or
        what is said here.
        """
        self._undo_stack.forget(events, otherwise)
        self._begun.clear()
        self._undone.clear()

    def recall(self, points: Sequence[tuple[State, int, int]]) -> None:
        """The last answers of one seat in a match that goes on, each a step of its own.

        `points`: the position before each, with the numbers of answers and of events there were.
        """
        self._undo_stack.recall(points)
        self._begun = list(range(self._undo_stack.depth))
