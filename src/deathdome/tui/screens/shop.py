"""The store: goods at the left, the own team at the right, one staged purchasing turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical

from deathdome.model.actions import DONE
from deathdome.model.catalog import VACANT
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import key, with_keys
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.lesson import box_lines
from deathdome.tui.presenters.panel import (
    log_lines,
    log_texts,
    reading_lines,
    store_card_lines,
)
from deathdome.tui.presenters.shop import goods_lines, team_sheet
from deathdome.tui.presenters.status import seat_label, status_line
from deathdome.tui.presenters.text import Line, Span, line, wrapped
from deathdome.tui.presenters.words import option_words, team_units
from deathdome.tui.stall import Stall
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.model.actions import Action
    from deathdome.tui.messages import Picked

_CONTEXTS = {
    "goods": Context.STORE,
    "owner": Context.OWNER,
    "team": Context.TEAM,
    "sure": Context.SURE,
}
SHEET = 46  # columns of the team sheet at most: names and numbers belong together
PAGE = 10  # rows that PgUp and PgDn move


class ShopScreen(KeyedScreen):
    """Composes the two sheets and passes keys to the stall."""

    NEEDS_ROOM = True

    def __init__(self) -> None:
        super().__init__()
        self.stall = Stall()
        self._goods: dict[int, int] = {}
        self._sheet: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        """Status row, goods, team, key bar."""
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with Horizontal(id="body"):
            with Vertical(id="goods"):
                yield Lines(id="list")
            with Vertical(id="team"):
                yield Lines(id="lesson")
                yield Lines(id="sheet")
                yield Lines(id="note")
                yield Lines(id="rest")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws what there is."""
        self.refresh_all()

    @property
    def context(self) -> Context:
        """Goods, owner, team, or a last question."""
        return _CONTEXTS[self.stall.mode]

    def refresh_all(self) -> None:
        """Reads the session and draws."""
        session = self.dome.session
        if session.request is not None and session.curtain is None and session.shopping:
            self.stall.ask(session.request)
        else:
            self.stall.look(session.view)
        self.draw()

    def relaid(self) -> None:
        """The lists are as wide as the layout leaves them."""
        self.draw()

    def draw(self) -> None:
        """Draws the stall as it is."""
        stall, session = self.stall, self.dome.session
        if stall.seen is None or not self.is_mounted:
            return
        status = status_line(
            stall.seen,
            session.labels,
            pace=session.pace_name,
            thinking=session.thinking,
            width=self.size.width,
        )
        self.query_one("#status", Lines).show([status])
        height = max(20, self.size.height - 2)
        width = self.query_one("#goods").content_size.width or 45
        rows, self._goods = goods_lines(stall, width - 1, height)
        self.query_one("#list", Lines).show(rows)
        width = self.query_one("#team").content_size.width or 34
        if isinstance(session, LessonSession):
            box = box_lines(session.box(stall.staged), min(width, SHEET))
            self.query_one("#lesson", Lines).show(box)
            height -= len(box)
        rows, self._sheet = team_sheet(stall, min(width, SHEET))
        self.query_one("#sheet", Lines).show(rows)
        note = self._note(width)
        self.query_one("#note", Lines).show(note)
        left = max(0, height - len(rows) - len(note) - 1)
        texts = log_texts(session.log(), session.view.table)
        self.query_one("#rest", Lines).show([(), *log_lines(texts, width, left)])
        self.show_keys()

    def _note(self, width: int) -> list[Line]:
        stall, session = self.stall, self.dome.session
        rows: list[Line] = [()]
        if stall.request is None:
            who = session.thinking
            text = f"{seat_label(who, session.labels)} is buying.." if who is not None else "Wait.."
            return [(), line(Span(text, "dim"))]
        if stall.staged:
            seen = stall.seen
            assert seen is not None
            rows.append(line(Span("This turn, not sent yet:", "title")))
            for act, follows in zip(stall.staged, stall.follows, strict=True):
                words = option_words(act, seen)
                rows += wrapped(f"{words}: {follows}" if follows else words, width, "", " ")
            rows.append(line(Span(with_keys("{end} commits, {take_back} takes back"), "dim")))
        elif not stall.note:
            text = f"Your purchasing turn: buy one, sell one, or {key('end')} to pass."
            if stall.options == [DONE]:
                text = f"Nothing can be bought or sold now: {key('end')} waits for the others."
            elif stall.number != UNITS_PER_TEAM:
                text = f"Your team has {stall.number} units. {stall.still_to_do()}"
            rows += wrapped(text, width, "title")
            if stall.seen is not None and stall.seen.table.ruleset.characters:
                rows += wrapped(
                    with_keys("{panel}: your team; {read} reads, {sell} sells."), width, "dim"
                )
        rows += wrapped(stall.note, width, "title")
        return rows

    # -- keys ----------------------------------------------------------------------------------

    def _send(self, actions: tuple[Action, ...]) -> None:
        if actions:
            self.dome.session.answer(actions)
        self.draw()

    def carry_out(self, binding: str) -> None:
        """Every key redraws."""
        super().carry_out(binding)
        self.draw()

    def do_up(self) -> None:
        """The bar up."""
        self.stall.move(-1)

    def do_down(self) -> None:
        """The bar down."""
        self.stall.move(1)

    def do_up_right(self) -> None:
        """A page up."""
        self.stall.move(-PAGE)

    def do_down_right(self) -> None:
        """A page down."""
        self.stall.move(PAGE)

    def do_left(self) -> None:
        """The deck before."""
        self.stall.other_deck(-1)

    def do_right(self) -> None:
        """The next deck."""
        self.stall.other_deck(1)

    def do_panel(self) -> None:
        """Tab."""
        self.stall.switch()

    def do_choose(self) -> None:
        """Enter."""
        self._send(self.stall.enter())

    def do_end(self) -> None:
        """E."""
        self._send(self.stall.end())

    def do_sell(self) -> None:
        """S."""
        self.stall.sell()

    def do_aside(self) -> None:
        """X."""
        self.stall.aside()

    def do_take_back(self) -> None:
        """u: a staged step; else the last committed one, if nobody has bought since."""
        if not self.stall.take_back():
            self.stall.note = self.dome.session.take_back() or "Taken back."

    def do_back(self) -> None:
        """Esc; in a lesson it leaves where there is nothing to go back from."""
        if self.stall.mode == "goods" and isinstance(self.dome.session, LessonSession):
            self.dome.ask_to_leave()
        self.stall.escape()

    def do_read(self) -> None:
        """i: the card under the bar, or the unit that is to get it, with all that it carries."""
        stall = self.stall
        seen = stall.seen
        if seen is None or stall.under_bar < 0:
            return
        unit, card = stall.line_under_bar if stall.mode == "team" else (-1, stall.under_bar)
        if stall.mode == "owner":
            unit = team_units(seen.seat)[stall.unit]
        elif not stall.is_character(card):
            unit = -1
        if unit >= 0 and seen.table.units[unit] != VACANT:
            self.dome.read(reading_lines(seen, unit, 54))
        else:
            self.dome.read(store_card_lines(seen.table, card, 54))

    def on_picked(self, message: Picked) -> None:
        """A click puts the bar on a row; again: Enter."""
        stall = self.stall
        if message.row in self._goods and stall.mode in ("goods", "team"):
            row = self._goods[message.row]
            if stall.mode == "goods" and stall.row == row:
                self._send(stall.enter())
                return
            stall.mode, stall.row = "goods", row
        self.draw()
