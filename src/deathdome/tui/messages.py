"""What parts of the screen tell each other."""

from __future__ import annotations

from textual.message import Message


class Changed(Message):
    """The session has something new to show; screens read it from there."""


class Pressed(Message):
    """A space of the board was clicked."""

    def __init__(self, space: int) -> None:
        super().__init__()
        self.space = space


class Picked(Message):
    """A row of a list was clicked."""

    def __init__(self, row: int, box: str = "") -> None:
        super().__init__()
        self.row = row
        self.box = box  # which of several; '' where there is only one


class Jumped(Message):
    """A column of a line of time was clicked."""

    def __init__(self, column: int) -> None:
        super().__init__()
        self.column = column
