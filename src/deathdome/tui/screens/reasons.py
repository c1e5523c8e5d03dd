"""Why the managers did what they did: the last decision first, the ones before with Up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.text.phrases import motives as say
from deathdome.tui.presenters.accounts import NONE_YET, account_lines
from deathdome.tui.presenters.text import Line, Span, cut, line, wrapped
from deathdome.tui.screens.page import PADDING, PageScreen
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from deathdome.managers.explanations import Account


class ReasonsScreen(PageScreen):
    """One decision at a time: public facts while the match runs, everything after."""

    TITLE_LINE = say.WHY_DID_IT_DO_THAT

    def __init__(self) -> None:
        super().__init__()
        self._back = 0  # how many decisions before the last one

    @property
    def _over(self) -> bool:
        return self.shell.session.outcome is not None

    @property
    def accounts(self) -> list[Account]:
        """What may be told of."""
        session = self.shell.session
        return session.diary.known(session.view)

    def rows(self, width: int) -> list[Line]:
        """The decision that is looked at."""
        accounts = self.accounts
        if not accounts:
            return wrapped(NONE_YET, width, "dim")
        session = self.shell.session
        account = accounts[-1 - self._back]
        return account_lines(account, session.view.setup, session.labels, width, over=self._over)

    def relaid(self) -> None:
        """The decision, and which one it is."""
        number = len(self.accounts)
        self._back = min(self._back, max(0, number - 1))
        which = (
            "   " + say.WHICH_OF_THEM.format(this=number - self._back, all=number) if number else ""
        )
        text = cut(f" {self.TITLE_LINE}{which}", self.size.width)
        self.query_one("#status", Lines).show([line(Span(text, "strong"))])
        self.query_one("#text", Lines).show(self.rows(max(40, self.size.width - PADDING)))
        self.show_keys()

    def _go(self, by: int) -> None:
        self._back = min(max(self._back + by, 0), max(0, len(self.accounts) - 1))
        self.relaid()

    def do_up(self) -> None:
        """The decision before."""
        self._go(1)

    def do_down(self) -> None:
        """The decision after."""
        self._go(-1)
