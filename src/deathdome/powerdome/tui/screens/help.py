"""The help sheet of PowerDome: the keys that work on the screen below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.content.rulebook import rulebook
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text import pages
from deathdome.powerdome.text import reasons_screen as reasons
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.text.refusals import refused, rules_of
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, fitted, heading, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.rules.refusals import Refusal

_KEYS = 16  # columns of the names of keys


class HelpScreen(PageScreen[Shell]):
    """The keys of the screen below, then those of every screen."""

    TITLE_LINE = say.KEYS_HERE

    def rows(self, width: int) -> list[Line]:
        found: list[Line] = []
        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        if isinstance(below, AnswerScreen) and below.refusal is not None:
            found += [*self._why_not(below, below.refusal, width), BLANK]
        if isinstance(below, BaseScreen):
            found.append(heading(str(below.context).capitalize(), width))
            missing = frozenset(below.unavailable())
            found += _key_rows(self.keyset.name("rules"), pages.RULES_HERE, width)
            for names, text in self.keyset.rows_now(below.context, missing):
                found += _key_rows(names, text, width)
            found.append(BLANK)
        title = ""
        for group, names, text in self.keyset.help_rows():
            if group != title:
                title = group
                found.append(heading(title, width))
            found += _key_rows(names, text, width)
        return [*found, BLANK, *wrapped(pages.CREDIT, width, "dim")]

    @staticmethod
    def _why_not(form: AnswerScreen, refusal: Refusal, width: int) -> list[Line]:
        """Return the refusal of the last key with its rules in full."""
        view = form.view
        names = character_names(view.now, view.seats)
        rows = [heading(reasons.WHY_NOT, width)]
        rows += wrapped(refused(refusal, names, view.now.tome), width)
        known = {rule.id: rule.text for rule in rulebook()}
        for rule in rules_of(refusal):
            if rule in known:
                rows += wrapped(f"{rule}  {known[rule]}", width, "dim")
        return rows


def _key_rows(names: str, text: str, width: int) -> list[Line]:
    """Return keys with what they do."""
    first, *others = wrapped(text, width - _KEYS)
    head = Span(fitted(names, _KEYS), "key")
    return [(head, *first), *((Span(" " * _KEYS), *row) for row in others)]
