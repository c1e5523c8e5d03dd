"""Messages between parts of the screen."""

from __future__ import annotations

from textual.message import Message


class Changed(Message):
    """The session has something new to show."""


class Clicked(Message):
    """A player clicked something: only the top screen takes it."""


class RowClicked(Clicked):
    """A row of a list was clicked."""

    def __init__(self, row: int, box: str = "", column: int = 0) -> None:
        super().__init__()
        self.row = row
        self.column = column
        self.box = box  # which of several; '' where there is only one


class BarClicked(Clicked):
    """A column of the title row or of the key bar was clicked."""

    def __init__(self, bar: str, column: int) -> None:
        super().__init__()
        self.bar = bar  # "status" or "keys"
        self.column = column


class TimelineClicked(Clicked):
    """A column of a line of time was clicked."""

    def __init__(self, column: int) -> None:
        super().__init__()
        self.column = column
