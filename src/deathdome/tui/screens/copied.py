"""A text that was copied, in a small box: terminals may ignore what is put on the clipboard."""

from __future__ import annotations

from typing import Final

from deathdome.content.positions.one_line import line_rows
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.presenters.text import BLANK, Span, line, wrapped
from deathdome.tui.screens.help import ReadScreen

WIDTH: Final = 54  # columns of the text


class CopiedScreen(ReadScreen):
    """Says where a text is now, and shows it."""

    def __init__(self, title: str, text: str, kept: str, *, web: bool = False) -> None:
        """`kept` says in which file it is, or why in none; a browser has no clipboard for it."""
        done = (
            say.BROWSER_DOES_NOT_LET if web else say.IS_COPIED_IF_YOUR_TERMINAL.format(title=title)
        )
        rows = wrapped(done, WIDTH, "title")
        rows += wrapped(kept, WIDTH)
        rows += wrapped(with_keys(say.LOADS_SUCH_A_TEXT), WIDTH)
        rows += [
            BLANK,
            *(line(Span(row)) for part in text.splitlines() for row in line_rows(part, WIDTH)),
        ]
        super().__init__(rows)
        self.text = text
