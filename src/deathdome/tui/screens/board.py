"""The board with its panel, in a terminal of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.decisions import Question
from deathdome.model.events import MatchBegan, PhaseBegan, PhaseEnded, TurnBegan
from deathdome.session.hints import Step
from deathdome.session.pace import PACES
from deathdome.stage.lava import FRAMES as LAVA_FRAMES
from deathdome.stage.widgets.cached_rows import BlankContainer
from deathdome.stage.widgets.direct_drawing import DirectDrawing
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.text.announcer import newest_remark
from deathdome.text.standings import lead_after
from deathdome.tui.drawing.painter import ASKING, INDENTED, PLAYING, Painter, View
from deathdome.tui.interaction import Interaction
from deathdome.tui.layout import Layout, header_rows, layout_for
from deathdome.tui.presenters.board import column_header, flowing_lava
from deathdome.tui.presenters.coaching import hint_words
from deathdome.tui.presenters.status import header_lines
from deathdome.tui.screens.dome import DomeScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.events import Key

    from deathdome.model.observation import Observation
    from deathdome.stage.text import Line
    from deathdome.tui.presenters.animations import Show
    from deathdome.tui.presenters.status import Slide


_FLOWS: Final = 0.4  # seconds between two pictures of the lava
_RESTS: Final = 75  # pictures after which the lava rests until the next key
_MOVES_ON: Final = (PhaseBegan, PhaseEnded, TurnBegan)  # after them an attack is old news


class BoardScreen(DirectDrawing, DomeScreen):
    """Composes the board and the panel, and draws the interaction."""

    def __init__(self) -> None:
        super().__init__()
        self.interaction = Interaction()
        self._painter = Painter(self.interaction)
        self._panel = False  # True if a panel over the board is open
        self._rows: dict[int, int] = {}
        # By viewer, the number of events drawn last and the position after them.
        self._drawn: dict[int, tuple[int, Observation]] = {}
        self._viewer = -1
        self._lava = 0  # number of its picture
        self._quiet = 0  # pictures since the last key

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with BlankContainer(id="body"):
            with BlankContainer(id="left"):
                yield DomeView(id="dome")
                yield Stack("brief", id="brief")
                yield Stack("hand", id="below")
            yield Stack(*ASKING, id="side", indented=INDENTED)
            yield Stack("teams", "story", id="wide")
        yield Lines(id="banner")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.refresh_all()
        self.set_interval(_FLOWS, self._flow)
        if self.shell.session.record is not None:
            self.set_interval(1, self._tick)

    def _flow(self) -> None:
        """Show the next picture of the lava, unless something else moves or no key comes."""
        seen, full = self.interaction.seen, self.shell.settings.animation == "full"
        at_rest = self.still or self.shows.running or self._quiet >= _RESTS
        if seen is None or at_rest or not (full and self.is_on_top and self.shell.glyphs.tinted):
            return
        self._quiet += 1
        self._lava = (self._lava + 1) % LAVA_FRAMES
        lava = flowing_lava(seen.setup.board, self._lava, large=self._large)
        for dome in self.query(DomeView):
            dome.flow(lava)

    def _tick(self) -> None:
        """Say it when the match can no longer be saved; draw nothing more."""
        seen = self.interaction.seen
        if self.is_on_top and seen is not None and self.shell.in_match:
            self._show_header()

    # -- drawing -------------------------------------------------------------------------------

    def refresh_all(self) -> None:
        """Read the session and draw everything that differs."""
        session = self.shell.session
        self.interaction.convicts = session.convicts
        self.interaction.combines = not session.teaches
        self.interaction.ends_by_enter = session.ends_phases
        request = session.request if session.curtain is None and not session.shopping else None
        if request is not None and request.question is Question.AUCTION:
            request = None  # it has a screen of its own
        if request is not None:
            self.interaction.ask(request)
            if session.word and not self.interaction.note:
                self.interaction.note = session.word
            if (news := session.hints.take_news()) is not None:
                self.interaction.note = (
                    "" if isinstance(news, Step) else hint_words(news, session.convicts.named)
                )
        else:
            self.interaction.show(session.view)
        self._show_moves()
        self.draw()

    def _show_moves(self) -> None:
        """Queue shows of events new to the viewer; of another's turn the last attack."""
        session, seen = self.shell.session, self.interaction.seen
        if session.curtain is not None or seen is None:
            self.shows.stop()
            return
        viewer = session.viewer
        known, self._drawn[viewer] = self._drawn.get(viewer), (session.told, seen)
        another, self._viewer = viewer != self._viewer, viewer
        if known is None or known[1] is seen:
            return
        told, before = known
        began = any(isinstance(event, MatchBegan) for event in session.log(told))
        if self.still or began:  # nothing moves from one match of a season to the next
            self.shows.stop()
        elif told < session.told:
            # The first board does not wait for modules that it does not need.
            from deathdome.tui.presenters.animations import shows_of
            from deathdome.tui.presenters.attack_panel import Room
            from deathdome.tui.presenters.header_shows import round_strip, with_score

            layout = self._terminal_layout
            width, height = layout.side if layout else (0, 0)
            if layout and layout.brief:
                width, height = self.size.width - 1, layout.brief
            room = Room(width, height, self.shell.glyphs, session.convicts)
            names = self._names if self._large else ()
            events = session.log()
            if any(isinstance(event, _MOVES_ON) for event in events[told:]):
                self.shows.clear()
            shows = shows_of(events, told, before, seen, room, names)
            if another:
                shows = [show for show in shows if show.swallows][-1:]
            reduced = self.shell.settings.animation == "basic"
            if reduced:
                shows = [show.reduced for show in shows]
            panel = shows[-1].stays if shows else ()
            last = self._highlights(before, told, panel, reduced=reduced)
            news = events[told:]
            strip = round_strip(news, seen.setup.rounds, self.size.width)
            if reduced:
                shows = [*shows, *last]
            else:
                shows = with_score(shows, last, before, seen, self._header_of)
            self.shows.play([*shows, *strip], self.speed)
            session.pace.showing = self._shows_left

    def _highlights(
        self, before: Observation, shown: int, panel: tuple[Line, ...], *, reduced: bool
    ) -> list[Show]:
        """Return the banner and the pulses of the events since number `shown`.

        `panel` has the rows that the shows before them leave in the panel.
        """
        from deathdome.tui.presenters.banners import NEUTRAL, Canvas, banner_of, highlights

        session, seen, glyphs = self.shell.session, self.interaction.seen, self.shell.glyphs
        assert seen is not None
        events = session.log(shown)
        banner = banner_of(
            before,
            seen,
            events,
            session.convicts,
            seat=session.viewer if session.people else NEUTRAL,
            lead=lead_after(session.log()[:shown], seen.setup, session.initial[1]),
            remark=newest_remark(session.remarks, shown),
        )
        names = self._names if self._large else ()
        size = self.size.width, self.size.height
        canvas = Canvas(size, glyphs, names, self.query_one(DomeView).rows_of, reduced, panel)
        return highlights(before, seen, events, banner, canvas)

    def show_selected(self) -> None:
        """Let the unit that the player has selected flash."""
        seen = self.interaction.seen
        if seen is None or self.still or self.shows.running:
            return
        from deathdome.tui.presenters.animations import World, selected

        names = self._names if self._large else ()
        show = selected(World(seen, seen, self.shell.glyphs, names), self.interaction.chosen)
        if self.shell.settings.animation == "full":
            self.shows.play([show], self.speed)

    @property
    def still(self) -> bool:
        """True if nothing may move: at instant pace, without animation, or without room."""
        stops = self.shell.session.pace.seconds <= 0 or self.shell.settings.animation == "none"
        return stops or self.hidden

    @property
    def speed(self) -> float:
        """Factor of the length of every frame: 1.0 at the slowest pace."""
        return self.shell.session.pace.seconds / PACES[0][1]

    def _shows_left(self) -> float:
        return self.shows.left if self.is_on_top else 0.0

    @property
    def _names(self) -> tuple[str, ...]:
        """The names on large spaces."""
        return self.shell.session.convicts.surnames

    def on_key(self, event: Key) -> None:
        """End what moves; a show swallows the key that ends it."""
        if self.skips():
            event.stop()
            event.prevent_default()

    def skips(self) -> bool:
        """End the shows; return True if one has swallowed the key or click."""
        self._quiet = 0
        running = self.shows.running
        swallowed = self.shows.skip()
        if running:
            self.shell.session.pace.on_change()  # the rest of the managers is over, too
        return swallowed

    def draw(self) -> None:
        """Draw the interaction; what has not changed costs nothing."""
        interaction, session, paint = self.interaction, self.shell.session, self._painter
        seen = interaction.seen
        if seen is None or not self.is_ready:
            return
        if session.curtain is not None:
            return
        layout, grid = self._fitted(seen), seen.setup.board.grid
        self.query_one(DomeView).show(
            paint.board(
                seen,
                self.shell.glyphs,
                paint.trace(seen, session),
                names=self._names if layout.zoom > 1 else (),
                hint=session.hints.shown,
            ),
            column_header(seen),
            grid.first_row,
            zoom=layout.zoom,
            focus=(grid.columns[interaction.cursor], grid.rows[interaction.cursor]),
        )
        glyphs = self.shell.glyphs
        unfolds = self._unfolds
        self._show_header()
        if layout.side[0]:
            beside, below = bool(layout.teams[0]), bool(layout.hand[0])
            view = View(
                layout.side,
                glyphs,
                session.convicts,
                hand_below=below,
                teams_beside=beside,
                tabbed=layout.closable,
            )
            side = paint.side(seen, session, view, self._page)
            boxes, self._rows = side.boxes, side.entries
            if self._show_in_panel:
                boxes, self._rows = self._with_show(boxes, layout.side[1]), {}
            order = ASKING if side.asking else PLAYING
            self.query_one("#side", Stack).show(boxes, order)
        else:
            brief = paint.brief(session, (self.size.width - 1, layout.brief))
            if self._show_in_panel:
                brief = list(self.shows.panel[: layout.brief])
            self.query_one("#brief", Stack).show({"brief": brief})
        if layout.teams[0] and not unfolds:
            self.query_one("#wide", Stack).show(paint.teams(seen, session, layout.teams, glyphs))
        if layout.hand[0]:
            self.query_one("#below", Stack).show({"hand": paint.hand(seen, layout.hand)})
        self.show_keys()

    def _show_header(self) -> None:
        frame, seen = self.shows.frame, self.interaction.seen
        over = frame.header if frame is not None else ()
        if seen is None or (self._unfolds and not over):
            return
        rows = self._painter.status(seen, self.shell.session, self.size.width, self.shell.glyphs)
        for bar in self.children:  # none while the program ends; a query takes longer to find it
            if bar.id == "status" and isinstance(bar, Lines):
                bar.show([*over, *rows[len(over) :]])

    def _header_of(self, seen: Observation, slide: Slide | None) -> list[Line]:
        """Return the header of a position, as a show draws it."""
        convicts = self.shell.session.convicts
        return header_lines(
            seen, self.size.width, self.shell.glyphs, convicts=convicts, slide=slide
        )

    @property
    def _show_in_panel(self) -> bool:
        """True if a show has the panel; what stays of it gives way to the next decision."""
        request = self.interaction.request
        if self._unfolds:
            return True
        decides = request is not None and request.question is not Question.UNIT_PHASE
        busy = decides or self.interaction.menu is not None or self.shell.session.teaches
        return bool(self.shows.panel) and not busy

    def _with_show(
        self, boxes: Mapping[str, Sequence[Line]], height: int
    ) -> Mapping[str, Sequence[Line]]:
        """Return the boxes of the panel with the rows of a show, below the task of a lesson."""
        lesson = boxes["lesson"]
        rows = self.shows.panel[: max(0, height - len(lesson))]
        return {**dict.fromkeys(boxes, ()), "lesson": lesson, "rest": rows}

    def _fitted(self, seen: Observation) -> Layout:
        """Return the layout; widgets move only if it is another one."""
        grid = seen.setup.board.grid
        layout = layout_for(
            (self.size.width, self.size.height),
            (grid.width, grid.height),
            small=self._small,
            header=header_rows(self.size.width, seen.setup.seats),
            # The player must read a list, or the task of a lesson.
            panel=self._panel or self.interaction.menu is not None or self.shell.session.teaches,
        )
        if layout != self._terminal_layout:
            parts = {
                "#side": layout.side,
                "#wide": layout.teams,
                "#below": layout.hand,
                "#brief": (self.size.width, layout.brief),
            }
            self._place(layout, "#side", parts)
        return layout
