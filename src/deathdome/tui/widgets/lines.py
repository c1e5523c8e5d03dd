"""A box of presented lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.widgets import Static

from deathdome.tui.messages import Barred, Picked
from deathdome.tui.widgets.looks import content_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from deathdome.tui.presenters.text import Line


BARS: Final = frozenset({"status", "keys"})  # the title row and the key bar of a screen


class Lines(Static):
    """Shows lines as they are; repaints only when they differ."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, classes=classes, markup=False)
        self._rows: list[Line] = []
        self.styles.height = 0

    @property
    def rows(self) -> list[Line]:
        """What is shown."""
        return self._rows

    def show(self, rows: Sequence[Line]) -> None:
        """Shows other lines."""
        new = list(rows)
        if new == self._rows:
            return
        # The height is said, not measured: lines are never wrapped here, and a box that was
        # measured while it was empty kept its height when the layout changed under it.
        if len(new) != len(self._rows):
            self.styles.height = len(new)
        self._rows = new
        self.update(content_of(new), layout=False)

    def on_click(self, event: events.Click) -> None:
        """Tells which row was clicked; with another button it is not meant to choose anything."""
        offset = event.get_content_offset(self)
        if event.button > 1 or offset is None or not 0 <= offset.y < len(self._rows):
            return
        if self.id in BARS:
            self.post_message(Barred(self.id, offset.x))
        else:
            self.post_message(Picked(offset.y, self.id or "", offset.x))
