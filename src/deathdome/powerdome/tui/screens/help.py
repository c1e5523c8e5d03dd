"""The help sheet of PowerDome: the keys that work on the screen below it."""

from __future__ import annotations

from deathdome.powerdome.text import pages
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, fitted, heading, line, wrapped

_KEYS = 16  # columns of the names of keys


class HelpScreen(PageScreen[Shell]):
    """The keys of the screen below, then those of every screen."""

    TITLE_LINE = say.KEYS_HERE

    def rows(self, width: int) -> list[Line]:
        found: list[Line] = []
        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        if isinstance(below, BaseScreen):
            found.append(heading(str(below.context).capitalize(), width))
            missing = frozenset(below.unavailable())
            found += [
                line(Span(fitted(names, _KEYS), "key"), text)
                for names, text in self.keyset.rows_now(below.context, missing)
            ]
            found.append(
                line(Span(fitted(self.keyset.name("rules"), _KEYS), "key"), pages.RULES_HERE)
            )
            found.append(BLANK)
        title = ""
        for group, names, text in self.keyset.help_rows():
            if group != title:
                title = group
                found.append(heading(title, width))
            found.append(line(Span(fitted(names, _KEYS), "key"), text))
        return [*found, BLANK, *wrapped(pages.CREDIT, width, "dim")]
