"""Replay of a match: the board at any stop, a line of time, and the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.records.timeline import OVER, PEEKING, Sign
from deathdome.session.pace import PACES
from deathdome.stage.text import BLANK, Span, cut, line
from deathdome.stage.widgets.cached_rows import BlankContainer
from deathdome.stage.widgets.lines import Lines, Track
from deathdome.stage.widgets.stack import Stack
from deathdome.text.announcer import newest_remark
from deathdome.text.phrases import matches
from deathdome.text.phrases import replays as say
from deathdome.text.standings import lead_after
from deathdome.tui.copying import copy_stop, copy_timeline
from deathdome.tui.drawing.replay import (
    PAGES,
    ReplayPainter,
    count_lines,
    hands_lines,
    legend,
    moment_lines,
    status_row,
    stop_at,
    track_lines,
)
from deathdome.tui.keys.table import Context
from deathdome.tui.layout import Layout, can_zoom, layout_for
from deathdome.tui.playback import Playback
from deathdome.tui.presenters.animations import shows_of
from deathdome.tui.presenters.attack_panel import Room
from deathdome.tui.presenters.banners import Canvas, banner_of, highlights
from deathdome.tui.presenters.board import Marks, board_picture, column_header
from deathdome.tui.presenters.header_shows import round_strip
from deathdome.tui.presenters.overlays import last_trace
from deathdome.tui.presenters.panel import reading_lines
from deathdome.tui.presenters.pieces import drawn_units
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.dome import DomeScreen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from deathdome.model.catalog import Catalog
    from deathdome.records.timeline import Timeline
    from deathdome.stage.messages import TimelineClicked
    from deathdome.stage.text import Line
    from deathdome.tui.widgets.dome_view import SpaceClicked

_BOXES: Final = ("roster", "moment", "note", "tabs", "rest")  # of the panel
_PADDING: Final = 2  # columns at both sides of a panel's text together
_TRACK: Final = 3  # rows of the line of time, with its legend
_MIN_PAUSE: Final = 0.05  # seconds between two stops when it runs
_LOOKS: Final = {
    "look_up": (0, -1),
    "look_down": (0, 1),
    "look_left": (-1, 0),
    "look_right": (1, 0),
}
_STEERING: Final = frozenset({"run", "pace", "panel", "panel_back", "hands", "theme", "zoom"})


class ReplayScreen(DomeScreen):
    """Shows a timeline. Knows nothing of a match that may be running below it."""

    CLOSES = True

    def __init__(
        self, timeline: Timeline, *, latest: bool = False, begin: int = 0, remark: str = ""
    ) -> None:
        """Begin at a stop of the match, with `latest` at its last one.

        The remark is shown at that stop.
        """
        super().__init__()
        self.playback = Playback(timeline)
        self._painter = ReplayPainter(self.playback)
        self.playback.go(self.playback.last if latest else begin)
        self.cursor = -1  # space under the cursor; -1 for none
        self.note = ""  # the sentence that answers the last key
        self.remarks = {self.playback.index: remark} if remark else {}  # by stop
        self._pace = 0
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with BlankContainer(id="body"):
            with BlankContainer(id="left"):
                yield DomeView(id="dome")
                yield Stack("hands", id="below")
            with BlankContainer(id="right"):
                yield Track(id="track")
                yield Stack(*_BOXES, id="side", indented=_BOXES[1:])
            yield Stack("teams", "story", id="wide")
        yield Track(id="timeline")
        yield Lines(id="banner")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self._pace = self.shell.settings.pace
        self.playback.announcing = self.shell.settings.options.announcer != "off"
        self.draw()

    @property
    def context(self) -> Context:
        return Context.REPLAY

    @property
    def replayed_catalog(self) -> Catalog:
        return self.playback.timeline.collection.catalog

    def unavailable(self) -> Iterable[str]:
        if not self.playback.timeline.finished:
            yield from ("hands", "choose")
        if not self.playback.timeline.header.series:
            yield from ("match_on", "match_back")

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the stop that is shown; what has not changed costs nothing."""
        if not self.is_ready:
            return
        playback, paint = self.playback, self.shell.glyphs
        sight = playback.sight
        seen = sight.seen
        layout = self._fitted()
        grid = seen.setup.board.grid
        focus = max(self.cursor, 0)
        marks = Marks(self.cursor, active=sight.unit, trace=last_trace(playback.events, seen).bits)
        self.query_one(DomeView).show(
            board_picture(
                seen, marks, paint, names=playback.convicts.surnames if self._large else ()
            ),
            column_header(seen),
            grid.first_row,
            zoom=layout.zoom,
            focus=(grid.columns[focus], grid.rows[focus]),
        )
        self._show_header()
        across = self._across(layout)
        track = [
            *track_lines(playback.timeline.stops, playback.index, across, self.shell.glyphs),
            line(Span(cut(legend(self.shell.glyphs), across), "dim")),
        ]
        self._track().show(track)
        width, height = layout.side[0], layout.side[1]
        side = self._painter.side(
            (width, height - (_TRACK if self._low else 0)),
            self._page,
            self.note or self.remarks.get(playback.index, ""),
            self.cursor,
            glyphs=paint if layout.teams[0] else None,
        )
        if self.shows.panel:
            nothing: list[Line] = []
            side = {**dict.fromkeys(side, nothing), "roster": list(self.shows.panel)}
        self.query_one("#side", Stack).show(side)
        if layout.teams[0] and not self._unfolds:
            self.query_one("#wide", Stack).show(self._painter.teams(*layout.teams, paint))
        if layout.hand[0]:
            self.query_one("#below", Stack).show({"hands": self._painter.hands(*layout.hand)})
        self.show_keys()

    @property
    def _low(self) -> bool:
        """True if the line of time has no room of its own below the board."""
        height = self.playback.timeline.referee.state.setup.board.grid.height
        return self.size.height < height + 3 + _TRACK

    def _track(self) -> Track:
        return self.query_one("#track" if self._low else "#timeline", Track)

    def _across(self, layout: Layout) -> int:
        return (layout.side[0] if self._low else self.size.width) - _PADDING

    def _fitted(self) -> Layout:
        """Return the layout; widgets move only if it is another one."""
        grid = self.playback.timeline.referee.state.setup.board.grid
        low = self._low
        height = self.size.height - (0 if low else _TRACK)
        layout = layout_for((self.size.width, height), (grid.width, grid.height), small=self._small)
        if layout != self._terminal_layout:
            right = self.query_one("#right")
            right.styles.width, right.styles.height = layout.side
            parts = {
                "#side": (layout.side[0], layout.side[1] - (_TRACK if low else 0)),
                "#wide": layout.teams,
                "#below": layout.hand,
            }
            self._place(layout, "#right", parts)
            self.query_one("#track").display = low
            self.query_one("#timeline").display = not low and not self.hidden
        return layout

    def _show_header(self) -> None:
        frame = self.shows.frame
        over = frame.header if frame is not None else ()
        if not self._unfolds or over:
            rows = [status_row(self.playback, self.size.width)]
            self.query_one("#status", Lines).show([*over, *rows][: len(rows)])

    def on_key(self, event: events.Key) -> None:
        """End what moves; a show swallows the key that ends it."""
        if self.shows.skip():
            event.stop()
            event.prevent_default()
        else:
            super().on_key(event)

    def _forward(self) -> bool:
        """Go one stop forward and play its shows; return False at the end."""
        playback = self.playback
        before, told = playback.sight.seen, playback.events
        if not playback.step(1):
            self._moved(moved=False, otherwise=self._end_words())
            return False
        self.shows.stop()
        self._follow()
        speed = PACES[self._pace][1] / PACES[0][1]
        if speed > 0 and self.shell.settings.animation != "none" and not self.hidden:
            seen, news = playback.sight.seen, playback.events[len(told) :]
            banner = banner_of(
                before,
                seen,
                news,
                playback.convicts,
                lead=lead_after(told, seen.setup, playback.begun_payouts),
                remark=newest_remark(playback.said, len(told)),
            )
            names = playback.convicts.surnames if self._large else ()
            size = self.size.width, self.size.height
            reduced = self.shell.settings.animation == "basic"
            rows_of = self.query_one(DomeView).rows_of
            shows = shows_of(playback.events, len(told), before, seen, self._room, names)
            if reduced:
                shows = [show.reduced for show in shows]
            panel = shows[-1].stays if shows else ()
            canvas = Canvas(size, self.shell.glyphs, names, rows_of, reduced, panel)
            shows += highlights(before, seen, news, banner, canvas)
            shows += round_strip(news, seen.setup.rounds, self.size.width)
            self.shows.play(shows, speed)
        self.draw()
        return True

    @property
    def _room(self) -> Room:
        """The room of a show in the panel."""
        layout = self._terminal_layout
        assert layout is not None
        height = layout.side[1] - (_TRACK if self._low else 0)
        return Room(layout.side[0], height, self.shell.glyphs, self.playback.convicts)

    # -- ways ----------------------------------------------------------------------------------

    def carry_out(self, binding: str) -> None:
        """Do the key's action; keys that do not steer the replay stop it first."""
        if binding not in _STEERING:
            self._halt()
        self.note = ""
        if binding in _LOOKS:
            self._look(*_LOOKS[binding])
        else:
            super().carry_out(binding)

    def show_stop(self, index: int) -> None:
        """Go to a stop, by its number from 0."""
        self._moved(moved=self.playback.go(index))

    def _moved(self, *, moved: bool, otherwise: str = "") -> None:
        self.shows.stop()
        if moved:
            self._follow()
        else:
            self.note = otherwise
        self.draw()

    def _follow(self) -> None:
        """Put the cursor where the last event was; the view of the board follows."""
        places = [
            telling.entry.space for telling in self.playback.moment if telling.entry.space >= 0
        ]
        self.cursor = places[-1] if places else self.cursor

    def do_left(self) -> None:
        self._moved(moved=self.playback.step(-1), otherwise=say.AT_START)

    def do_right(self) -> None:
        self._forward()

    def do_up(self) -> None:
        self._moved(moved=self.playback.turn(-1), otherwise=say.AT_START)

    def do_down(self) -> None:
        self._moved(moved=self.playback.turn(1), otherwise=self._end_words())

    def do_round_back(self) -> None:
        self._moved(moved=self.playback.round(-1), otherwise=say.AT_START)

    def do_round_on(self) -> None:
        self._moved(moved=self.playback.round(1), otherwise=self._end_words())

    def do_match_back(self) -> None:
        self._moved(moved=self.playback.match(-1), otherwise=say.AT_START)

    def do_match_on(self) -> None:
        self._moved(moved=self.playback.match(1), otherwise=self._end_words())

    def do_to_start(self) -> None:
        self.show_stop(0)

    def do_to_end(self) -> None:
        self.show_stop(self.playback.last)

    def do_next(self) -> None:
        self._moved(moved=self.playback.to(Sign.FIGHT, 1), otherwise=say.NO_LATER_FIGHT)

    def do_previous(self) -> None:
        self._moved(moved=self.playback.to(Sign.FIGHT, -1), otherwise=say.NO_EARLIER_FIGHT)

    def _end_words(self) -> str:
        timeline = self.playback.timeline
        if timeline.finished and not timeline.notes:
            return say.AT_END
        return say.AT_LATEST if not timeline.notes else timeline.notes[0]

    def on_timeline_clicked(self, message: TimelineClicked) -> None:
        """Go to the stop of a click on the line of time."""
        if self.shows.skip():
            return
        self._halt()
        self.note = ""
        assert self._terminal_layout is not None
        across = self._across(self._terminal_layout)
        if 0 <= message.column < across:
            self.show_stop(stop_at(self.playback.timeline.stops, message.column, across))

    # -- running alone ---------------------------------------------------------------------

    def do_run(self) -> None:
        if self._timer is not None:
            self._halt()
        else:
            if self.playback.index == self.playback.last:
                self.playback.go(0)
            self._start()
        self.draw()

    def _start(self) -> None:
        self._halt()
        name, seconds = PACES[self._pace]
        self.note = say.RUNNING.format(name=name)
        self._timer = self.set_interval(max(seconds, _MIN_PAUSE), self._run_on)

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.note = ""

    def _run_on(self) -> None:
        if self.app.screen is not self:
            self._halt()  # another screen is over it
            return
        if self.shows.running:
            return
        self._forward()
        if self.playback.index == self.playback.last:
            self._halt()
            self.draw()

    def do_pace(self) -> None:
        self._pace = (self._pace + 1) % len(PACES)
        if self._timer is not None:
            self._start()
        else:
            self.note = say.SPEEDS.format(paces=PACES[self._pace][0])
        self.draw()

    # -- looking -------------------------------------------------------------------------------

    def do_hands(self) -> None:
        """Show all hands, or only those that were seen."""
        if not self.playback.timeline.finished:
            self.note = say.HANDS_AFTER_MATCH
        else:
            self.playback.opened = not self.playback.opened
            if self.playback.opened:
                self._page = PAGES.index("HANDS")
        self.draw()

    def do_panel(self) -> None:
        self._page = (self._page + 1) % len(PAGES)
        self.draw()

    def do_panel_back(self) -> None:
        self._page = (self._page - 1) % len(PAGES)
        self.draw()

    def do_zoom(self) -> None:
        self._small = not self._small and can_zoom((self.size.width, self.size.height))
        self.draw()

    def _look(self, across: int, down: int) -> None:
        grid = self.playback.sight.seen.setup.board.grid
        if self.cursor < 0:
            self.cursor = int(grid.space(grid.width // 2, grid.height // 2))
        column = min(max(grid.columns[self.cursor] + across, 0), grid.width - 1)
        row = min(max(grid.rows[self.cursor] + down, 0), grid.height - 1)
        self._point_at(int(grid.space(column, row)))

    def _point_at(self, space: int) -> None:
        self.cursor = space
        self._page = PAGES.index("SPACE")
        self.draw()

    def on_space_clicked(self, message: SpaceClicked) -> None:
        """Look at the clicked space."""
        if self.shows.skip():
            return
        self._halt()
        self.note = ""
        self._point_at(message.space)

    def do_read(self) -> None:
        """Read the hands, the unit under the cursor, or everything about this stop."""
        seen, width = self.playback.sight.seen, 54
        unit = drawn_units(seen).get(self.cursor, -1)
        if PAGES[self._page] == "HANDS":
            self.shell.read(
                hands_lines(self.playback.sight, self.playback.labels, width, texts=True)
            )
        elif PAGES[self._page] == "SPACE" and unit >= 0:
            self.shell.read(reading_lines(seen, unit, width))
        else:
            rows = moment_lines(self.playback, width, 99)
            self.shell.read([*rows, BLANK, *count_lines(seen, self.playback.labels, width)])

    def do_copy(self) -> None:
        copy_stop(self.shell, self.playback)

    def do_copy_replay(self) -> None:
        copy_timeline(self.shell, self.playback.timeline)

    # -- on from here --------------------------------------------------------------------------

    def do_choose(self) -> None:
        """Take a seat here, in a match of its own."""
        playback = self.playback
        if not playback.timeline.finished:
            self.note = _sentence(PEEKING)
        elif playback.sight.seen.outcome is not None:
            self.note = _sentence(OVER)
        elif self.shell.lobby is None:
            self.note = matches.NO_LOBBY
        else:
            SavedMatches(self.shell).ask_to_fork(playback.timeline, playback.stop)
        self.draw()

    def do_back(self) -> None:
        self.shell.close_page()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
