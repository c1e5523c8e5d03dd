"""The board with its panel: the screen on which a match is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.strip import Strip

from deathdome.model.actions import COMMIT, END_PHASE, END_TURN, Act
from deathdome.tui.desk import Desk
from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keymap import Context
from deathdome.tui.lesson import LessonSession
from deathdome.tui.painter import PAGES, Painter, log_beside_question, tab_at
from deathdome.tui.presenters.board import column_header
from deathdome.tui.presenters.overlays import overlay_words
from deathdome.tui.presenters.panel import hand_lines, space_lines
from deathdome.tui.presenters.pieces import place_of
from deathdome.tui.presenters.side import attack_in_view, odds_page
from deathdome.tui.presenters.text import Line, Span, line, wrapped
from deathdome.tui.room import ZOOMABLE, Room, can_zoom, room_for
from deathdome.tui.tempo import PACES
from deathdome.tui.widgets.at_once import AtOnce
from deathdome.tui.widgets.dome_view import DomeView
from deathdome.tui.widgets.kept import Ground, Kept
from deathdome.tui.widgets.lines import Lines
from deathdome.tui.widgets.motion import FRAME, Motion
from deathdome.tui.widgets.stack import Stack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.events import Key

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.tui.messages import Picked, Pressed

LONGEST_ANSWER: Final = 100  # letters of an answer that is typed
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


class MatchScreen(Kept, AtOnce, KeyedScreen):
    """Composes the board and the panel, and passes keys to the desk."""

    NEEDS_ROOM = True

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self._painter = Painter(self.desk)
        self._page = 0
        self._panel = False  # whether the panel is open where it lies over the board
        self._zoomed = False
        self._room: Room | None = None
        self._rows: dict[int, int] = {}
        self._motion: Motion | None = None
        self._told = (-1, -1)  # events, and whose, that were drawn last

    def compose(self) -> ComposeResult:
        """Status row, board, panel, key bar."""
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with Ground(id="body"):
            with Ground(id="left"):
                yield DomeView(id="dome")
                yield Stack("brief", id="brief")
                yield Stack("hand", id="below")
            yield Stack("lesson", "prompt", "note", "tabs", "rest", id="side")
            yield Stack("teams", "story", id="wide")
        yield Lines(id="keys")

    def render_line(self, _y: int) -> Strip:
        """A row of background."""
        return Strip.blank(self.size.width, self.ground[0])

    def on_mount(self) -> None:
        """Draws what there is."""
        self._motion = Motion(self.query_one(DomeView))
        self.refresh_all()
        if self.dome.session.record is not None:
            self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """How long ago the match was saved is told on; nothing else is drawn."""
        seen = self.desk.seen
        if self.is_current and seen is not None and self.dome.in_match:
            status = self._painter.status(seen, self.dome.session, self.size.width)
            for bar in self.query("#status").results(Lines):  # none while the program is left
                bar.show(status)

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
            yield from ("why", "odds")
            if self.dome.session.thinking is None:
                yield "hurry"
            return
        if not desk.offers.attacks and not desk.offers.sweeps:
            yield "attack"
        if Act.CAPTURE not in desk.offers.plain:
            yield "capture"
        if Act.RELEASE not in desk.offers.plain:
            yield "release"
        if not desk.offers.abilities:
            yield "acts"
        if desk.menu is not None and desk.menu.kind != "end":
            yield "end"
        if attack_in_view(desk) is None:
            yield "odds"

    # -- drawing -------------------------------------------------------------------------------

    def refresh_all(self) -> None:
        """Reads the session and draws everything that differs."""
        session, before = self.dome.session, self.desk.seen
        request = session.request if session.curtain is None and not session.shopping else None
        if request is not None:
            self.desk.ask(request)
            if session.word and not self.desk.note:
                self.desk.note = session.word
            if session.guide is not None and (word := session.guide.word()) is not None:
                self.desk.note = word
        else:
            self.desk.look(session.view)
        self.draw()
        self._show_moves(before)

    def _show_moves(self, before: Observation | None) -> None:
        """Shows what was told since the last time as a few pictures over the board."""
        session, look = self.dome.session, self.dome.look
        since, self._told = self._told, (session.told, session.viewer)
        slowest, pace = PACES[0][1], session.tempo.seconds
        told, viewer = since
        if self._motion is None or before is None or before is self.desk.seen:
            return
        still = pace <= 0 or look.animation == "none"
        if still or viewer != session.viewer or session.curtain is not None:
            self._motion.stop()
        elif told < session.told:
            reduced = look.animation == "basic"
            pictures = self._painter.frames(before, session.log(told), look.glyphs, reduced=reduced)
            self._motion.play(pictures, FRAME * pace / slowest)

    def on_key(self, _event: Key) -> None:
        """Whatever the key does, it does not wait for what moves."""
        if self._motion is not None:
            self._motion.stop()

    def relaid(self) -> None:
        """Everything is drawn for the size that there is now."""
        self.draw()

    def draw(self) -> None:
        """Draws the desk as it is; what has not changed costs nothing."""
        desk, session, paint = self.desk, self.dome.session, self._painter
        seen = desk.seen
        if seen is None or not self.is_mounted:
            return
        room, grid = self._fitted(seen), seen.table.board.grid
        self.query_one(DomeView).show(
            paint.board(seen, self.dome.look.glyphs, paint.trace(seen, session)),
            column_header(seen),
            grid.first_row,
            zoom=room.zoom,
            focus=(grid.columns[desk.cursor], grid.rows[desk.cursor]),
        )
        self.query_one("#status", Lines).show(paint.status(seen, session, self.size.width))
        if room.side[0]:
            logged = not room.teams[0] or log_beside_question(seen)
            side = paint.side(seen, session, room.side, self._page, logged=logged)
            self._rows = side.entries
            self.query_one("#side", Stack).show(side.boxes)
        else:
            brief = paint.brief(session, (self.size.width - 1, room.brief))
            self.query_one("#brief", Stack).show({"brief": brief})
        if room.teams[0]:
            self.query_one("#wide", Stack).show(paint.teams(seen, session, room.teams))
        if room.hand[0]:
            self.query_one("#below", Stack).show({"hand": paint.hand(seen, room.hand)})
        self.show_keys()

    def _fitted(self, seen: Observation) -> Room:
        """The division of the terminal; widgets are laid out anew only when it is another one."""
        grid = seen.table.board.grid
        room = room_for(
            (self.size.width, self.size.height),
            (grid.width, grid.height),
            zoomed=self._zoomed,
            # A list, or the task of a lesson, must be read to go on.
            panel=self._panel
            or self.desk.menu is not None
            or isinstance(self.dome.session, LessonSession),
        )
        if room != self._room:
            self._room = room
            across, down = room.board
            self.query_one("#left").styles.width = across if room.side[0] else "1fr"
            dome = self.query_one(DomeView)
            dome.styles.width, dome.styles.height = across, down
            parts = (
                ("#side", room.side),
                ("#wide", room.teams),
                ("#below", room.hand),
                ("#brief", (self.size.width, room.brief)),
            )
            for name, (columns, rows) in parts:
                part = self.query_one(name)
                part.display = bool(columns and rows)
                part.styles.width, part.styles.height = columns, rows
        return room

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
        room = self._room
        self.desk.move(across, down)
        self.draw()
        if self._room == room:
            self.show_now()

    def do_choose(self) -> None:
        """Enter."""
        known = self.dome.session.advised() == COMMIT
        self._send(self.desk.enter(sure=known or not self.dome.look.options.confirm_ending))

    def do_hurry(self) -> None:
        """Esc while a manager thinks."""
        self.dome.session.hurry()

    def do_back(self) -> None:
        """Esc; in a lesson it leaves where there is nothing to go back from."""
        if self.dome.session.drop_hint():
            self.desk.note = "No hint, then."
        elif self._laid_open:
            self._page, self._panel = 0, False
        elif not self.desk.escape() and isinstance(self.dome.session, LessonSession):
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
        known = self.dome.session.advised() in (END_PHASE, END_TURN)  # and was told the rest
        self._send(self.desk.end(sure=known or not self.dome.look.options.confirm_ending))

    def do_tick(self) -> None:
        """Space in the card list."""
        self.desk.tick()
        self.draw()

    def do_pause(self) -> None:
        """Space while others play."""
        self.dome.session.pause()

    def do_take_back(self) -> None:
        """u: the last tick, else the last answer; to be asked whether one is sure is neither."""
        if self.desk.menu is not None and self.desk.menu.kind in ("confirm", "end"):
            self.desk.escape()
        elif not self.desk.untick():
            self.desk.note = self.dome.session.take_back()
        self.draw()

    def do_redo(self) -> None:
        """R: what was taken back is done again."""
        self.desk.note = self.dome.session.give_again()
        self.draw()

    def do_step(self) -> None:
        """Dot: one answer of the managers."""
        self.dome.session.tempo.step()

    def do_panel(self) -> None:
        """Tab: the next page; where the panel lies over the board, it opens and closes as well."""
        if self._folded:
            self._panel = True
        elif self._page == len(PAGES) - 1 and self._room is not None and self._room.closable:
            self._page, self._panel = 0, False
        else:
            self._page = (self._page + 1) % len(PAGES)
        self.draw()

    def do_panel_back(self) -> None:
        """Shift+Tab."""
        if self._folded:
            self._panel, self._page = True, len(PAGES) - 1
        elif self._page == 0 and self._room is not None and self._room.closable:
            self._panel = False
        else:
            self._page = (self._page - 1) % len(PAGES)
        self.draw()

    @property
    def _laid_open(self) -> bool:
        """Whether the panel lies over the board and nothing but its key holds it there."""
        held = self.desk.menu is not None or isinstance(self.dome.session, LessonSession)
        return self._panel and not held and self._room is not None and self._room.closable

    @property
    def _folded(self) -> bool:
        return self._room is not None and not self._room.side[0]

    def do_zoom(self) -> None:
        """z: large spaces, or as many as fit."""
        size = (self.size.width, self.size.height)
        if can_zoom(size):
            self._zoomed = not self._zoomed
        else:
            least = "x".join(map(str, ZOOMABLE))
            self.desk.note = f"Large spaces need {least}, this terminal is {size[0]}x{size[1]}."
        self.draw()

    def do_why(self) -> None:
        """w: why not; again: the rule in full."""
        before = self.desk.note
        self.desk.why()
        self.draw()
        self.show_rule(before, self.desk.note)

    def tell(self, text: str) -> None:
        """A note under the question."""
        self.desk.note = text
        self.draw()

    def do_hint(self) -> None:
        """g: the next step of the hint."""
        if said := self.dome.session.hint():
            self.tell(said)

    def do_overlay(self) -> None:
        """T: the next overlay, by name."""
        desk = self.desk
        if desk.seen is None:
            return
        desk.next_overlay()
        words = overlay_words(desk.seen, desk.overlay, desk.subject, self.dome.look.glyphs)
        desk.note = f"Marks: {words}."
        self.draw()

    def do_type(self) -> None:
        """;: a space to go to, or a whole answer."""
        from deathdome.tui.screens.menu import AskScreen

        def typed(text: str | None) -> None:
            if text:
                self._send(self.desk.typed(text))

        question = "A space, as h4, or an answer, as walk h4 or attack blue.scout with punch"
        self.dome.push_screen(AskScreen(question, "", LONGEST_ANSWER), typed)

    def do_line(self) -> None:
        """V: from the acting unit to the cursor."""
        self.desk.line()
        self.draw()

    def do_odds(self) -> None:
        """O: everything about the attack under the bar or the cursor."""
        rows = odds_page(self.desk, 54)
        if rows:
            self.dome.read(rows)
        else:
            self.desk.note = "No attack is open, nor under the cursor or the bar."
            self.draw()

    def do_read(self) -> None:
        """i: what is under the bar, else the hand on its page, else what is under the cursor."""
        self.dome.read(self._readable())

    def _readable(self) -> list[Line]:
        from deathdome.tui.presenters.panel import reading_lines

        seen, desk = self.desk.seen, self.desk
        assert seen is not None
        if desk.menu is not None and desk.menu.entry is not None:
            entry = desk.menu.entry
            text = "  ".join(
                filter(None, (entry.detail, entry.closed and f"Not now: {entry.closed}"))
            )
            return [line(Span(entry.text, "title")), *wrapped(text, 54)]
        if PAGES[self._page] == "HAND" and not self._folded:
            return hand_lines(seen, 54)
        if desk.unit_here >= 0:
            return reading_lines(seen, desk.unit_here, 54)
        return space_lines(seen, desk.cursor, 54)

    def look_at(self, space: int) -> None:
        """The cursor to a space that something else leads to; an open list is closed for that."""
        if self.desk.menu is not None and self.desk.menu.closable:
            self.desk.escape()
        self.desk.point_at(space)
        self.draw()

    def wheel(self, by: int) -> None:
        """Over an open list it moves the bar; else what has scrolled by is in the log."""
        if self.desk.menu is not None:
            self._move(0, by)
        elif by < 0:
            self.do_log()

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
        """A click on an entry puts the bar there, again: ticks or chooses it; tabs open."""
        if message.box == "tabs":
            tab = tab_at(self._page, message.column) if message.row else -1
            if tab >= 0:
                self._page = tab
                self.draw()
            return
        menu = self.desk.menu
        entry = self._rows.get(message.row) if message.box == "prompt" else None
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
