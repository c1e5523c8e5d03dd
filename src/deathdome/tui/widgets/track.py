"""The line of time of a match that is watched; a click on it leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.tui.messages import Jumped
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events


class Track(Lines):
    """Two rows whose columns are moments."""

    def on_click(self, event: events.Click) -> None:
        """Tells which column was clicked."""
        event.prevent_default()  # no row is picked here
        offset = event.get_content_offset(self)
        if offset is not None and event.button == 1:
            self.post_message(Jumped(offset.x))
