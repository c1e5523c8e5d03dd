"""The end of a match: the winner, the payout, the course of the match, and the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.match.seeds import repeat_options
from deathdome.records.header import COPIED
from deathdome.records.library import name_of
from deathdome.text.history import history_of
from deathdome.text.names import hints_text
from deathdome.text.phrases import matches as say
from deathdome.tui.drawing.replay import fork_lines
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.status import chart_lines, payout_lines, turning_lines
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.page import PADDING, ScrollingScreen
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.session.host import MatchHost

WIDTH: Final = 74  # columns of the count at most


def _fairness(session: MatchHost, width: int) -> list[Line]:
    """Return that managers knew no more than people, and how to verify the dice."""
    if session.record is None:
        return []
    name = name_of(session.record)
    managers = len(session.people) < len(session.names)
    same = f"{say.MANAGERS_GOT_THE_SAME_VIEW} " if managers else ""
    return wrapped(say.EVERY_ROLL_AND_DRAW_AGAIN.format(same=same, name=name), width, "dim")


def hint_lines(hints: Mapping[int, int], width: int = WIDTH) -> list[Line]:
    """Return the number of hints by team; no rows without hints."""
    return wrapped(say.HINTS_TAKEN.format(hints=hints_text(hints)), width, "dim") if hints else []


class LastBoardScreen(MatchScreen):
    """The last position of the match, over the result."""

    @property
    def context(self) -> Context:
        return Context.LAST_BOARD

    def do_choose(self) -> None:
        self.dismiss()

    do_back = do_choose


class EndScreen(ScrollingScreen):
    """The payout, line by line; Enter switches between the result and the board."""

    def on_mount(self) -> None:
        self.relaid()

    def relaid(self) -> None:
        """Draw the count in full width; it is known after layout if more is below."""
        width = max(40, min(WIDTH, self.size.width - PADDING))
        self.query_one("#text", Lines).show(self._result(width))
        self.show_keys()
        self._show_title()
        self.call_after_refresh(self._show_title)

    def _show_title(self) -> None:
        """Draw the status row, which says if the count goes on below."""
        page = self.query_one("#page")
        below = self.query_one("#text", Lines).size.height > page.size.height
        more = with_keys("   " + say.MORE_BELOW) if below else ""
        rows = [line(Span(f" {say.MATCH_IS_OVER}", "strong"), Span(more, "dim"))]
        self.query_one("#status", Lines).show(rows)

    def _result(self, width: int) -> list[Line]:
        session = self.shell.session
        assert session.outcome is not None
        rows = payout_lines(session.outcome, session.labels, width)
        # The text or file that was loaded is unknown by now: it may have been pasted.
        start = say.FROM_WITH_THE_SAME_POSITION + " " if session.fork == COPIED else ""
        again = say.SAME_DICE_AND_CARDS_AGAIN.format(
            start=start, options=repeat_options(session.seed, session.secret)
        )
        rows += [BLANK, *wrapped(again, width, "dim")]
        rows += hint_lines(session.hints.taken, width)
        rows += _fairness(session, width)
        if session.fork:
            rows = [*fork_lines(session.fork, width), BLANK, *rows]
        setup = session.view.setup
        history = history_of(session.log(), setup, session.initial)
        if chart := chart_lines(history, setup, width):
            rows += [BLANK, line(Span(say.PAYOUT_AT_THE_END, "title")), *chart]
        if turns := turning_lines(history, setup, width):
            rows += [BLANK, line(Span(say.WHAT_TURNED_THE_MATCH, "title")), *turns]
        return rows

    @property
    def context(self) -> Context:
        return Context.END

    def unavailable(self) -> Iterable[str]:
        """Yield the keys that lack a lobby, a record or a person."""
        if not self.shell.can_rematch:
            yield from ("again", "another")
        if not SavedMatches(self.shell).can_watch:
            yield "watch"
        if not self._can_be_coached:
            yield "coach"

    @property
    def _can_be_coached(self) -> bool:
        session = self.shell.session
        return bool(session.people and session.written)

    def do_choose(self) -> None:
        self.app.push_screen(LastBoardScreen())

    do_back = do_choose

    def do_again(self) -> None:
        self.shell.rematch(same_seed=True)

    def do_another(self) -> None:
        self.shell.rematch(same_seed=False)

    def do_coach(self) -> None:
        if self._can_be_coached:
            self.shell.open("coach")
