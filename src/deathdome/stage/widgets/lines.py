"""Widgets of rows: plain ones, the line of time, a line to type in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from deathdome.stage.colours import SEATS
from deathdome.stage.messages import BarClicked, RowClicked, TimelineClicked
from deathdome.stage.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events

    from deathdome.stage.text import Line

# For kinds of things, as a colour of a team is for what a team has.
HUES: Final = ("coral", "lilac", "teal", "rose", "steel", "sand", "leaf", "violet")
# Fills are reversed colours, so that they stay fills where there are no colours.
LOOKS: Final = {
    "": "",
    "dim": "$dome-dim",
    "faint": "$dome-faint",
    "strong": "bold",
    "title": "bold $dome-title",
    "good": "$dome-good",
    "bad": "bold $dome-bad",
    "danger": "$dome-danger",
    "quote": "italic $dome-title",
    "key": "bold $dome-title",
    "struck": "strike",
    **{hue: f"$dome-{hue}" for hue in HUES},
    "bar": "reverse bold $dome-title on $dome-on-title",
    "alarm": "reverse bold $dome-bad on $dome-on-bad",
    "ready": "reverse bold $dome-good on $dome-on-good",
    "panel": "on $dome-panel",
    "raised": "on $dome-raised",
    "box": "on $dome-box",
    "band": "on $dome-box",
    **{f"band{seat}": f"on $dome-band{seat}" for seat in range(SEATS)},
    "paper": "reverse $dome-paper on $dome-paper-text",
    "paperedge": "reverse bold $dome-paper-edge on $dome-paper-text",
    "ink": "$dome-blocks on $dome-blocks",
    "paperdim": "reverse $dome-paper on $dome-paper-dim",
    **{  # rows of block letters: the text of a pixel is seen only where there are no colours
        f"{glow}{row}": f"$dome-{glow}{row} on $dome-{glow}{row}"
        for glow in ("hot", "cold")
        for row in range(5)
    },
    "drip": "$dome-drip",
    **{
        f"lava{heat}{deep}": f"$dome-flame{deep} on $dome-lava{heat}{deep}"
        for heat in range(4)
        for deep in range(4)
    },
    **{f"seat{seat}": f"bold $dome-seat{seat}" for seat in range(SEATS)},
    **{
        f"strip{seat}": f"reverse bold $dome-fill{seat} on $dome-on-fill{seat}"
        for seat in range(SEATS)
    },
    **{f"chip{seat}": f"reverse $dome-fill{seat} on $dome-on-fill{seat}" for seat in range(SEATS)},
    "chipviolet": "reverse $dome-violet on $dome-on-violet",
    **{
        f"down{seat}": f"italic strike $dome-seat{seat} on $dome-tint{seat}"
        for seat in range(SEATS)
    },
    **{f"full{seat}": f"reverse $dome-fill{seat} on $dome-rest{seat}" for seat in range(SEATS)},
    **{f"tone{seat}": f"reverse $dome-tone{seat} on $dome-raised" for seat in range(SEATS)},
    **{f"shade{seat}": f"reverse $dome-shade{seat} on $dome-raised" for seat in range(SEATS)},
    **{f"rest{seat}": f"$dome-fill{seat} on $dome-rest{seat}" for seat in range(SEATS)},
    **{f"score{seat}": f"reverse $dome-fill{seat} on $dome-raised" for seat in range(SEATS)},
}


def words_of(look: str) -> str:
    """Return the style of one look, or of several that are named together."""
    return " ".join(LOOKS[one] for one in look.split(" ")) if " " in look else LOOKS[look]


def content_of(rows: Iterable[Line]) -> Content:
    """Return lines as Textual content without markup."""
    return Content("\n").join(
        Content.assemble(*((span.text, words_of(span.look)) for span in row)) for row in rows
    )


BARS: Final = frozenset({"status", "keys"})  # the title row and the key bar of a screen


class Lines(Static):
    """Shows lines; repaints only when they differ."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, classes=classes, markup=False)
        self._rows: list[Line] = []
        self.styles.height = 0

    @property
    def rows(self) -> list[Line]:
        return self._rows

    def show(self, rows: Sequence[Line]) -> None:
        """Show other lines."""
        new = list(rows)
        if new == self._rows:
            return
        # The height is set, not measured: lines are never wrapped here, and a box that was
        # measured while it was empty kept its height when the layout changed under it.
        if len(new) != len(self._rows):
            self.styles.height = len(new)
        self._rows = new
        self.update(content_of(new), layout=False)

    def on_click(self, event: events.Click) -> None:
        """Report the clicked row; ignore other buttons."""
        offset = event.get_content_offset(self)
        if event.button > 1 or offset is None or not 0 <= offset.y < len(self._rows):
            return
        if self.id in BARS:
            self.post_message(BarClicked(self.id, offset.x))
        else:
            self.post_message(RowClicked(offset.y, self.id or "", offset.x))


class Track(Lines):
    """Two rows with stops of a replay as columns."""

    def on_click(self, event: events.Click) -> None:
        """Report the clicked column."""
        event.prevent_default()  # no row can be clicked here
        offset = event.get_content_offset(self)
        if offset is not None and event.button == 1:
            self.post_message(TimelineClicked(offset.x))


class CleanInput(Input):
    """An input of printable text only: it passes no control sequence from keys or pastes."""

    class Cut(Message):
        """Part of the typed or pasted text had no room."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part by the cleaned text, as far as there is room.

        It depends on the symbol before a combining mark if the mark can be shown.
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
