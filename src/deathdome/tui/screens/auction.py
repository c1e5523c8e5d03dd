"""The auction after a match of a season: yours to hold, or to look at when a rival holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Horizontal, Vertical

from deathdome.match.chapters import last_ended
from deathdome.model.decisions import Question
from deathdome.model.events import Auctioned, MatchEnded
from deathdome.model.frames import Auction
from deathdome.stage.lava import lava_field
from deathdome.stage.text import BLANK, Line, Span, columns_of, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.names import team_name
from deathdome.text.phrases import hosting, matches
from deathdome.text.phrases import interval as say
from deathdome.tui.base_screen import MatchPage
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.auction import (
    card_lines,
    consequence_lines,
    none_lines,
    option_of,
    outcome_lines,
    sales_of,
    value_lines,
)
from deathdome.tui.presenters.coaching import box_lines, hint_words
from deathdome.tui.presenters.panel import reading_lines
from deathdome.tui.presenters.season import crew_lines, history_lines
from deathdome.tui.presenters.slots import ROWS, all_slots
from deathdome.tui.presenters.status import seat_label
from deathdome.tui.screens.season import season_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.app import ComposeResult

    from deathdome.model.actions import Action
    from deathdome.stage.messages import RowClicked
    from deathdome.tui.presenters.auction import Sale

_LIST: Final = (45, 110)  # columns of the list at least and at most
_TEXT: Final = 66  # columns of the text at its right at most
_READ: Final = 54  # columns of a page to read
_WIDE: Final = 118
_SLOTS: Final = 50  # columns from which the slots of the teams are shown
_ART: Final = 4  # empty rows from which there is lava in them
_AIR: Final = 1


def held_auction(events: list[object]) -> Auctioned | None:
    """Return the choice in the latest auction, if that was after the last result."""
    for event in reversed(events):
        if isinstance(event, Auctioned):
            return event
        if isinstance(event, MatchEnded):
            return None
    return None


class AuctionScreen(MatchPage):
    """Jailed convicts at the left, the results of the choice at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self.note = ""
        self._asked: object = None
        self._sales: list[Sale] = []
        self._rows: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        with Horizontal(id="body"):
            with Vertical(id="goods"):
                yield Lines(id="list")
            with Vertical(id="team"):
                yield Lines(id="lesson")
                yield Lines(id="sheet")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.refresh_all()

    def relaid(self) -> None:
        self.refresh_all()

    # -- the question --------------------------------------------------------------------------

    @property
    def options(self) -> list[Action]:
        """The choices, while they are yours."""
        request = self.shell.session.request
        if request is None or request.question is not Question.AUCTION:
            return []
        return list(request.options)

    @property
    def chosen(self) -> Action:
        """The highlighted choice."""
        sale = self._sales[self.index] if self.index < len(self._sales) else None
        return option_of(sale, self.options)

    @property
    def held(self) -> Auctioned | None:
        """The choice that was made, if it was."""
        return None if self.options else held_auction([*self.shell.session.log()])

    @property
    def context(self) -> Context:
        return Context.AUCTION if self.options else Context.SEASON

    def unavailable(self) -> Iterable[str]:
        session = self.shell.session
        if not session.teaches and session.hints.wanted is None:
            yield "back"
        if not self.options and self.held is None:
            yield "choose"

    def words_now(self) -> Mapping[str, str]:
        if not self.options:
            return {}
        return {"choose": say.SELL_OFF if self.index < len(self._sales) else say.SELL_NONE}

    def refresh_all(self) -> None:
        session = self.shell.session
        if not self.is_ready or session.curtain is not None:
            return
        if self.options and session.request is not self._asked:
            self._asked = session.request
            assert session.request is not None
            self._sales = sales_of(session.request.seen, self.options)
            self.index, self.note = 0, ""
        if self.options and (news := session.hints.take_news()) is not None:
            self.note = hint_words(news, session.convicts.named)
            if (advised := session.advised()) is not None:
                self.point_at(advised)
        self.draw()

    def point_at(self, action: Action) -> None:
        """Highlight the choice that a hint names."""
        choices = [*self._sales, None]
        named = [option_of(sale, self.options) == action for sale in choices]
        self.index = named.index(True) if True in named else self.index

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        width, height = self.size.width, self.size.height - 2
        goods = max(_LIST[0], min(_LIST[1], width - _TEXT - 4)) if width >= _WIDE else _LIST[0]
        right = min(_TEXT, max(_LIST[0] - 12, width - goods - 2))
        self.query_one("#status", Lines).show([self._status(width)])
        self.query_one("#goods").styles.width = goods
        box: list[Line] = []
        if self.options:
            rows = self._list(goods - 1, height)
            if (guidance := self.shell.session.guidance()) is not None:
                box = [BLANK, *box_lines(guidance, right)]
            sheet = self._sheet(right, height - len(box))
        else:
            rows, sheet = self._watched(goods - 1, right)
        self.query_one("#list", Lines).show(_over_lava(rows, goods - 1, height))
        self.query_one("#lesson", Lines).show(box)
        sheet = sheet if box else [BLANK, *sheet]
        self.query_one("#sheet", Lines).show(_over_lava(sheet, right, height - len(box)))
        self.show_keys()

    def _status(self, width: int) -> Line:
        session = self.shell.session
        seat, number = self._winner()
        words = say.YOU_WON if seat == session.viewer and self.options else say.TEAM_WON
        right = words.format(team=team_name(seat), number=number)
        gap = width - columns_of(say.AUCTION) - columns_of(right) - 2
        return line(Span(f" {say.AUCTION}", "title"), " " * gap, Span(f"{right} ", "strong"))

    def _winner(self) -> tuple[int, int]:
        """Return the seat that holds the auction, and the number of its match."""
        session = self.shell.session
        series = session.view.setup.series
        assert series is not None
        frame = next((one for one in session.view.stack if isinstance(one, Auction)), None)
        chapter = last_ended(session.log(), session.view.setup)
        winners = series.results[-1].winners if series.results else (0,)
        number = series.match if chapter is None else chapter.number
        return (frame.seat if frame is not None else winners[0]), number

    def _list(self, width: int, height: int) -> list[Line]:
        """Return the candidates around the highlighted one, then the refusal."""
        season = season_of(self.shell.session)
        season = season._replace(seen=self.shell.session.view)
        head = [BLANK, *wrapped(f" {say.PICK}", width, "strong")]
        head += [*wrapped(f" {say.OWNER_IS_PAID}", width, "dim"), BLANK]
        blocks = [
            card_lines(season, sale, width, under=at == self.index)
            for at, sale in enumerate(self._sales)
        ]
        blocks.append(none_lines(width, under=self.index == len(self._sales)))
        air = 1 if len(head) + sum(len(block) + 1 for block in blocks) <= height else 0
        first = 0
        while first < self.index and _rows(blocks[first : self.index + 1], air) > (
            height - len(head)
        ):
            first += 1
        rows, self._rows = list(head), {}
        for at in range(first, len(blocks)):
            if len(rows) + len(blocks[at]) > height and at > self.index:
                break
            for row in blocks[at]:
                self._rows[len(rows)] = at
                rows.append(row)
            rows += [BLANK] * air
        return rows[:height]

    def _sheet(self, width: int, height: int) -> list[Line]:
        season = season_of(self.shell.session)
        sale = self._sales[self.index] if self.index < len(self._sales) else None
        rows = consequence_lines(season, sale, width)
        if self.note:
            rows = [*wrapped(self.note, width, "title"), BLANK, *rows]
        values = [BLANK, *value_lines(season, width, self.shell.glyphs)]
        if len(rows) + len(values) > height:
            return rows[:height]
        rows += values
        # The grids say which slots are free, where they have room.
        teams = (height - len(rows) - _AIR) // (ROWS + 1) if width >= _SLOTS else 0
        if teams > 0:
            session = self.shell.session
            rows += [BLANK, *all_slots(session.convicts.view(session.view), width, teams)]
        return rows

    def _watched(self, width: int, right: int) -> tuple[list[Line], list[Line]]:
        """Return what the winner sells, and the values of all teams."""
        session = self.shell.session
        season = season_of(session)
        held = self.held
        if held is None:
            label = seat_label(self._winner()[0], session.labels)
            rows = wrapped(f" {say.CHOOSING.format(team=label)}", width, "dim")
        else:
            rows = [
                (Span(" "), *row) if row else row for row in outcome_lines(season, held, width - 1)
            ]
            rows += [BLANK, line(" ", Span(with_keys(say.NEXT), "strong"))]
        seat = season.you if season.you is not None else session.viewer
        sheet = [*value_lines(season, right, self.shell.glyphs), BLANK]
        return [BLANK, *rows], [*sheet, *crew_lines(season, seat, right)]

    # -- keys ----------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        self.note = text
        self.draw()

    def _step(self, rows: int) -> None:
        if self.options:
            self.index = (self.index + rows) % (len(self._sales) + 1)
            self.note = ""
            self.draw()

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def wheel(self, by: int) -> None:
        self._step(by)

    def do_choose(self) -> None:
        if self.shell.session.hints.wanted is not None:
            self.tell(hosting.HINT_COMES.format(back=key("back")))
        elif self.options:
            self.shell.session.answer([self.chosen])
        elif self.held is not None:
            self.shell.leave_interval_page()

    def do_standings(self) -> None:
        self.shell.open("standings", over=True)

    def do_hint(self) -> None:
        self.note = self.shell.session.hint() or self.note
        self.draw()

    def do_back(self) -> None:
        """Cancel the search for a hint, or leave a lesson."""
        if self.shell.session.drop_hint():
            self.tell(matches.HINT_CANCELLED)
        elif self.shell.session.teaches:
            self.shell.ask_to_leave()

    def do_read(self) -> None:
        """Read the highlighted convict."""
        if self.options and self.index < len(self._sales):
            session, unit = self.shell.session, self._sales[self.index].unit
            rows = reading_lines(session.view, unit, _READ)
            history = history_lines(session.log(), session.view.setup, unit, _READ)
            self.shell.read([*rows, *history])

    def on_row_clicked(self, message: RowClicked) -> None:
        """Highlight the clicked convict; choose it by a second click."""
        at = self._rows.get(message.row)
        if message.box != "list" or at is None or not self.options:
            return
        if at == self.index:
            self.act("choose")
        else:
            self.index = at
            self.draw()


def _rows(blocks: list[list[Line]], air: int) -> int:
    return sum(len(block) + air for block in blocks)


def _over_lava(rows: list[Line], width: int, height: int) -> list[Line]:
    """Fill a tall column with lava below its text."""
    if (free := height - len(rows)) >= _ART:
        rows = [*rows, *[BLANK] * _AIR, *lava_field(width, free - _AIR, 0)]
    return rows
