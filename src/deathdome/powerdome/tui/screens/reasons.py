"""The last public decisions of each bot, with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.text import reasons_screen as say
from deathdome.powerdome.text.answers import answer_words
from deathdome.powerdome.text.plain_mode import FORMS
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.reasons import reason_rows
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.play.host import Reason

_EACH: Final = 3  # decisions of each bot


class ReasonsScreen(PageScreen[Shell]):
    """Bot by bot, the latest decision first."""

    TITLE_LINE = say.BOTS

    def rows(self, width: int) -> list[Line]:
        if not self.shell.in_game:
            return []
        host = self.shell.host
        bots = [seat for seat in range(len(host.players)) if seat not in host.people]
        if not bots:
            return [line(Span(say.NO_BOTS, "dim"))]
        rows: list[Line] = []
        for seat in bots:
            for one in reversed(host.reasons_of(seat)[-_EACH:]):
                rows += [*self._decision(one, width), BLANK]
        if not rows:
            rows += [line(Span(say.NOTHING_PUBLIC, "dim"))]
        return [*rows, *wrapped(say.NOT_YET, width, "dim")]

    def _decision(self, one: Reason, width: int) -> list[Line]:
        host = self.shell.host
        view = host.view(ABSENT)
        title = say.decision(host.names[one.seat], FORMS[one.ask.kind])
        rows = [line(Span(title, "title"))]
        answer = host.referee.journal[one.entry].answer
        for text in answer_words(view, one.ask, answer):
            rows += wrapped(text, width, "strong")
        return [*rows, *reason_rows(view, one.ask, one.reasons, width)]
