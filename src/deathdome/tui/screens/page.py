"""Pages to read: scrolling ones, the help sheet, one card or unit, copied text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.page import PageScreen, ReadScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.terminal import line_rows
from deathdome.text.phrases import matches
from deathdome.text.phrases import menus as say
from deathdome.text.seasons import match_words
from deathdome.tui.keys.keyset import in_use, with_keys
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.manual import manual_lines

if TYPE_CHECKING:
    from deathdome.stage.text import Line


class HelpScreen(PageScreen[Shell]):
    """The current keys, the rules in brief, all keys, the symbols of the board."""

    TITLE_LINE = say.HELP_SHORT

    def rows(self, width: int) -> list[Line]:
        if not self.shell.in_match:
            return manual_lines(width, now=self._keys_below())
        session = self.shell.session
        setup = session.view.setup
        return manual_lines(
            width,
            setup.rounds,
            session.known_seed,
            setup.ruleset,
            self.shell.glyphs,
            self._keys_below(),
            match_words(setup),
        )

    def _keys_below(self) -> tuple[str, list[tuple[str, str]]]:
        """Return the context of the screen below the sheet, and the keys that work there."""
        stack = self.app.screen_stack
        at = stack.index(self) if self in stack else len(stack)
        below = stack[at - 1] if at else None
        if not isinstance(below, BaseScreen):
            return "", []
        missing = frozenset(below.unavailable())
        return str(below.context), in_use().rows_now(below.context, missing)


WIDTH: Final = 54  # columns of the text


class CopiedScreen(ReadScreen[Shell]):
    """Shows a copied text, and where it is."""

    def __init__(self, title: str, text: str, kept: str, *, web: bool = False) -> None:
        """Show the text; `kept` names its file, or says why there is none."""
        done = matches.BROWSER_CANNOT_COPY if web else matches.COPIED.format(title=title)
        rows = wrapped(done, WIDTH, "title")
        rows += wrapped(kept, WIDTH)
        rows += wrapped(with_keys(matches.HOW_TO_LOAD), WIDTH)
        rows += [
            BLANK,
            *(line(Span(row)) for part in text.splitlines() for row in line_rows(part, WIDTH)),
        ]
        super().__init__(rows)
        self.text = text
