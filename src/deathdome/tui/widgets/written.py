"""A line to write in."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input

from deathdome.tui.presenters.text import clean


class Written(Input):
    """Takes only what can be shown, typed or pasted: nothing that a terminal would obey."""

    class Cut(Message):
        """There was no room for all that was typed or pasted."""

    def replace(self, text: str, start: int, end: int) -> None:
        """What is between the two places becomes the text, cleaned; as much as there is room for.

        Whether a mark can be shown depends on the sign that it is written over.
        """
        start, end = sorted((max(0, start), min(end, len(self.value))))
        before = self.value[:start]
        shown = clean(before + text)[len(clean(before)) :]
        if self.max_length is not None:
            room = max(0, self.max_length - len(self.value) + end - start)
            if len(shown) > room:
                self.post_message(self.Cut())
            shown = shown[:room]
        super().replace(shown, start, end)
