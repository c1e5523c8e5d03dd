"""A hint: the answer of the adviser, in the notation and in words, and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import reasons_screen as say
from deathdome.powerdome.text.answers import answer_words
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.reasons import reason_rows
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.play.host import Reply


class HintScreen(PageScreen[Shell]):
    """Enter puts the answer into the form below; a form that takes none gives it."""

    TITLE_LINE = say.HINT

    def __init__(self, ask: Ask, reply: Reply) -> None:
        super().__init__()
        self._ask: Final = ask
        self._reply: Final = reply

    @property
    def context(self) -> Context:
        return Context.HINT

    @property
    def _form(self) -> AnswerScreen | None:
        """The form of the question."""
        stack = self.app.screen_stack
        below = stack[-2] if len(stack) > 1 else None
        return below if isinstance(below, AnswerScreen) else None

    def words_now(self) -> Mapping[str, str]:
        form = self._form
        return {} if form is None or form.takes_answers else {"choose": say.GIVE_IT}

    def unavailable(self) -> Iterable[str]:
        if self._form is None:
            yield "choose"

    def rows(self, width: int) -> list[Line]:
        if not self.shell.in_game or self._reply.answer is None:
            return []
        ask, answer, host = self._ask, self._reply.answer, self.shell.host
        view = host.view(ask.seat)
        rows = [line(Span(say.ADVICE, "title"))]
        for text in answer_words(view, ask, answer):
            rows += wrapped(text, width, "strong")
        rows += wrapped(Speller(view).text(ask, answer), width, "dim")
        rows += [BLANK, *reason_rows(view, ask, self._reply.reasons, width), BLANK]
        if (form := self._form) is not None:
            rows += wrapped(say.USE if form.takes_answers else say.GIVE, width)
        return [*rows, *wrapped(say.COUNTED.format(n=host.hints[ask.seat]), width, "dim")]

    def do_choose(self) -> None:
        """Put the answer into the form."""
        form, answer = self._form, self._reply.answer
        self.do_back()
        if form is not None and form.asked and answer is not None:
            form.use(answer)
