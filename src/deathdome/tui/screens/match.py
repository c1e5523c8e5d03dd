"""The board with its panel: the screen on which a match is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Horizontal, Vertical

from deathdome.model.actions import Act
from deathdome.tui.desk import Desk
from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.keyset import key, with_keys
from deathdome.tui.lesson import LessonSession
from deathdome.tui.presenters.board import board_picture, column_header
from deathdome.tui.presenters.lesson import box_lines
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_lines,
    log_texts,
    news_height,
    shortened,
    space_lines,
    team_lines,
    unit_lines,
)
from deathdome.tui.presenters.pieces import place_of
from deathdome.tui.presenters.recap import recap, since_own_turn
from deathdome.tui.presenters.side import desk_lines
from deathdome.tui.presenters.status import seat_label, status_line
from deathdome.tui.presenters.text import Line, Span, line, wrapped
from deathdome.tui.widgets.dome_view import DomeView
from deathdome.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.tui.messages import Picked, Pressed

PAGES: Final = ("INFO", "HAND", "LOG", "TEAMS")
FAR: Final = 5  # spaces that a shifted arrow moves the cursor
MOVES: Final = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "up_left": (-1, -1),
    "up_right": (1, -1),
    "down_left": (-1, 1),
    "down_right": (1, 1),
    "far_up": (0, -FAR),
    "far_down": (0, FAR),
    "far_left": (-FAR, 0),
    "far_right": (FAR, 0),
}


class MatchScreen(KeyedScreen):
    """Composes the board and the panel, and passes keys to the desk."""

    NEEDS_ROOM = True

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self._page = 0
        self._texts: list[str] = []
        self._texts_of: tuple[int, int] = (-1, -1)
        self._rows: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        """Status row, board, panel, key bar."""
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield DomeView(id="dome")
                with Vertical(id="below"):
                    yield Lines(id="hand")
            with Vertical(id="side"):
                yield Lines(id="lesson")
                yield Lines(id="prompt")
                yield Lines(id="note")
                yield Lines(id="tabs")
                yield Lines(id="rest")
            with Vertical(id="wide"):
                yield Lines(id="teams")
                yield Lines(id="story")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        """Draws what there is."""
        self.refresh_all()

    @property
    def context(self) -> Context:
        """Board, list, cards, or waiting."""
        if self.desk.request is None:
            return Context.WAIT
        if self.desk.menu is None:
            return Context.BOARD
        return Context.CARDS if self.desk.menu.many else Context.LIST

    def unavailable(self) -> Iterable[str]:
        """Acts that are not offered now."""
        desk = self.desk
        if desk.request is None:
            return
        if not desk.offers.attacks and not desk.offers.sweeps:
            yield "attack"
        if Act.CAPTURE not in desk.offers.plain:
            yield "capture"
        if Act.RELEASE not in desk.offers.plain:
            yield "release"
        if not desk.offers.abilities:
            yield "acts"

    # -- drawing -------------------------------------------------------------------------------

    def refresh_all(self) -> None:
        """Reads the session and draws everything that differs."""
        session = self.dome.session
        request = session.request if session.curtain is None and not session.shopping else None
        if request is not None:
            self.desk.ask(request)
            if session.word and not self.desk.note:
                self.desk.note = session.word
        else:
            self.desk.look(session.view)
        self.draw()

    def relaid(self) -> None:
        """The panel is as wide as the layout leaves it."""
        self.draw()

    def draw(self) -> None:
        """Draws the desk as it is."""
        desk, session = self.desk, self.dome.session
        seen = desk.seen
        if seen is None or not self.is_mounted:
            return
        first = seen.table.board.grid.first_row
        self.query_one(DomeView).show(
            board_picture(seen, desk.marks, self.dome.look.glyphs), column_header(seen), first
        )
        status = status_line(
            seen,
            session.labels,
            pace=session.pace_name,
            thinking=session.thinking,
            width=self.size.width,
        )
        self.query_one("#status", Lines).show([status])
        self._draw_side()
        if self.has_class("-wide"):
            width = max(20, self.query_one("#wide").content_size.width)
            teams = team_lines(seen, session.labels, width, (self.size.height - 3) * 2 // 3)
            self.query_one("#teams", Lines).show(teams)
            left = self.size.height - 3 - len(teams)
            story = log_lines(self.texts(), width, max(0, left))
            self.query_one("#story", Lines).show([line(Span("LOG", "title")), *story])
        if self.has_class("-tall"):
            self.query_one("#hand", Lines).show(hand_lines(seen, 44))
        self.show_keys()

    def _draw_side(self) -> None:
        desk, seen = self.desk, self.desk.seen
        assert seen is not None
        side = self.query_one("#side")
        width = max(30, side.content_size.width or 34)
        height = max(20, side.content_size.height or 22)
        if isinstance(session := self.dome.session, LessonSession):
            box = box_lines(session.box(), width)
            self.query_one("#lesson", Lines).show(box)
            height -= len(box)
        rows, self._rows = desk_lines(desk, width, height - 6)
        if desk.request is None:
            rows = self._waiting(width)
        prompt = self.query_one("#prompt", Lines)
        prompt.show(rows)
        note = wrapped(desk.note, width, "title")
        self.query_one("#note", Lines).show(note)
        tabs = [
            Span(
                f"[{page}] " if at == self._page else f"{page.lower()} ",
                "strong" if at == self._page else "dim",
            )
            for at, page in enumerate(PAGES)
        ]
        self.query_one("#tabs", Lines).show(
            [
                line(
                    "",
                ),
                line(*tabs),
            ]
        )
        left = max(0, height - len(rows) - len(note) - 2)
        self.query_one("#rest", Lines).show(self._page_rows(width, left)[:left])

    def _page_rows(self, width: int, height: int) -> list[Line]:
        seen = self.desk.seen
        assert seen is not None
        page = PAGES[self._page]
        if page == "HAND":
            return hand_lines(seen, width, height)
        if page == "LOG":
            return log_lines(self.texts(), width, height)
        if page == "TEAMS":
            return team_lines(seen, self.dome.session.labels, width, height)
        return self._info_rows(seen, width, height)

    def _info_rows(self, seen: Observation, width: int, height: int) -> list[Line]:
        """What is under the cursor, the recap, the log; the newest of the log comes first.

        Where there is too little room, the recap is shortened before what has just happened is.
        """
        desk = self.desk
        logged = not self.has_class("-wide")  # a wide terminal shows the log elsewhere
        kept = 1 + news_height(self.texts(), width) if logged else 0
        rows = space_lines(seen, desk.cursor, width)
        if desk.chosen >= 0 and desk.unit_here != desk.chosen:
            own = [(), *unit_lines(seen, desk.chosen, width)]
            if len(rows) + len(own) + kept <= height:
                rows += own
        if desk.request is not None:
            told = recap(since_own_turn(self.dome.session.log(), seen.seat), seen.table)
            since = [line(Span("Since your last turn:", "dim")), *wrapped(told, width - 2, "dim")]
            room = height - len(rows) - 1 - kept
            if told and room > 1:
                rows += [(), *shortened(since, room)]
        left = height - len(rows) - 1
        if logged and left > 0:
            rows += [(), *log_lines(self.texts(), width, left)]
        return rows

    def _waiting(self, width: int) -> list[Line]:
        session = self.dome.session
        rows: list[Line] = []
        if session.outcome is not None:
            return [
                line(Span("The match is over.", "title")),
                line(Span(f"{key('leave')} leaves.", "dim")),
            ]
        if session.thinking is not None:
            label = seat_label(session.thinking, session.labels)
            rows.append(line(Span(f"{label} thinks", f"seat{session.thinking}")))
        else:
            rows.append(line(Span("Others play", "title")))
        if session.paused:
            rows += wrapped(
                with_keys("Paused. {pause} goes on, {step} one answer."), width, "strong"
            )
        else:
            rows += wrapped(
                f"Pace {session.pace_name}: {key('pace')} faster, {key('pause')} pauses.",
                width,
                "dim",
            )
        if session.faults:
            rows += wrapped(session.faults[-1], width, "bad")
        return rows

    def texts(self) -> list[str]:
        """The log as sentences; worked out anew only when something was told."""
        session = self.dome.session
        known = (session.told, session.viewer)
        if known != self._texts_of:
            self._texts_of = known
            self._texts = log_texts(session.log(), session.view.table)
        return self._texts

    # -- keys ----------------------------------------------------------------------------------

    def _send(self, actions: tuple[Action, ...]) -> None:
        if actions:
            self.dome.session.answer(actions)
        self.draw()

    def carry_out(self, binding: str) -> None:
        """Moves the cursor, or does what else the key stands for."""
        if binding in MOVES:
            self._move(*MOVES[binding])
        else:
            super().carry_out(binding)

    def _move(self, across: int, down: int) -> None:
        self.desk.move(across, down)
        self.draw()

    def do_choose(self) -> None:
        """Enter."""
        self._send(self.desk.enter())

    def do_back(self) -> None:
        """Esc; in a lesson it leaves where there is nothing to go back from."""
        if not self.desk.escape() and isinstance(self.dome.session, LessonSession):
            self.dome.ask_to_leave()
        self.draw()

    def do_next(self) -> None:
        """N."""
        self.desk.step(1)
        self.draw()

    def do_previous(self) -> None:
        """P."""
        self.desk.step(-1)
        self.draw()

    def do_attack(self) -> None:
        """A."""
        self._send(self.desk.attack())

    def do_acts(self) -> None:
        """K."""
        self._send(self.desk.acts())

    def do_capture(self) -> None:
        """C."""
        self._send(self.desk.plain(Act.CAPTURE))

    def do_release(self) -> None:
        """R."""
        self._send(self.desk.plain(Act.RELEASE))

    def do_end(self) -> None:
        """E."""
        self._send(self.desk.end(sure=not self.dome.look.options.confirm_ending))

    def do_tick(self) -> None:
        """Space in the card list."""
        self.desk.tick()
        self.draw()

    def do_pause(self) -> None:
        """Space while others play."""
        self.dome.session.pause()

    def do_take_back(self) -> None:
        """u: the last tick, else the last answer."""
        if not self.desk.untick():
            self.desk.note = self.dome.session.take_back()
        self.draw()

    def do_redo(self) -> None:
        """R: what was taken back is done again."""
        self.desk.note = self.dome.session.give_again()
        self.draw()

    def do_step(self) -> None:
        """Dot: one answer of the managers."""
        self.dome.session.step()

    def do_panel(self) -> None:
        """Tab."""
        self._page = (self._page + 1) % len(PAGES)
        self.draw()

    def do_panel_back(self) -> None:
        """Shift+Tab."""
        self._page = (self._page - 1) % len(PAGES)
        self.draw()

    def do_why(self) -> None:
        """W."""
        self.desk.why()
        self.draw()

    def do_threat(self) -> None:
        """T."""
        self.desk.overlay = not self.desk.overlay
        self.desk.changed()
        self.draw()

    def do_read(self) -> None:
        """i: what is under the bar, else the unit under the cursor."""
        self.dome.read(self._readable())

    def _readable(self) -> list[Line]:
        from deathdome.tui.presenters.panel import reading_lines

        seen, desk = self.desk.seen, self.desk
        assert seen is not None
        if desk.menu is not None and desk.menu.entry is not None:
            entry = desk.menu.entry
            return [line(Span(entry.text, "title")), *wrapped(entry.detail, 54)]
        if desk.unit_here >= 0:
            return reading_lines(seen, desk.unit_here, 54)
        if PAGES[self._page] == "HAND":
            return hand_lines(seen, 54)
        return space_lines(seen, desk.cursor, 54)

    # -- mouse ---------------------------------------------------------------------------------

    def on_pressed(self, message: Pressed) -> None:
        """A click moves the cursor; a click on it again chooses."""
        desk = self.desk
        if desk.seen is None:
            return
        if desk.menu is not None and desk.menu.closable:
            desk.escape()
        if desk.menu is None:
            if message.space == desk.cursor or (
                desk.seen.table.terrain is not None
                and place_of(desk.seen, message.space) == place_of(desk.seen, desk.cursor)
                and desk.unit_here < 0
            ):
                self._send(desk.enter())
                return
            desk.point_at(message.space)
        self.draw()

    def on_picked(self, message: Picked) -> None:
        """A click on an entry puts the bar there; again: ticks or chooses it."""
        menu = self.desk.menu
        entry = self._rows.get(message.row)
        if menu is None or entry is None:
            return
        if menu.index != entry:
            menu.index = entry
        elif menu.many:
            menu.tick()
        else:
            self._send(self.desk.enter())
            return
        self.draw()
