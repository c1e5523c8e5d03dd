"""Pages of a season: the result of each match, the standings, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.lava import lava_field, set_over_lava
from deathdome.stage.screens.page import PADDING, ScrollingScreen
from deathdome.stage.text import BLANK, Line, Span, beside, columns_of, line
from deathdome.stage.widgets.lines import Lines
from deathdome.text.names import counted
from deathdome.text.phrases import interval as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.season import (
    SeasonView,
    chart_lines,
    crew_lines,
    next_lines,
    small_board,
    table_lines,
    wealth_lines,
)
from deathdome.tui.presenters.season_end import season_lines, season_verdict
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.end import ResultScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.session.host import MatchHost

WIDTH: Final = 76  # columns of a page without a crew next to it
WIDE: Final = 112  # columns from which a crew stands next to the chart
ASIDE: Final = 40  # columns of the crew
_GAP: Final = 4
_BOARD: Final = 16  # columns of the small board
_CHART: Final = (6, 16)  # rows of the chart
_LOW: Final = 30  # rows below which amounts take the place of bars
_ART: Final = 4  # empty rows from which there is lava in them


def season_of(session: MatchHost) -> SeasonView:
    """Return the season as its pages show it."""
    you = session.people[0] if len(session.people) == 1 else None
    view, events = session.view, session.log()
    return SeasonView(view, events, session.labels, you, session.convicts)


class MatchResultScreen(ResultScreen):
    """The result of a match that is not the last of its season."""

    @property
    def context(self) -> Context:
        return Context.SEASON

    def unavailable(self) -> Iterable[str]:
        yield "back"

    def refresh_all(self) -> None:
        self.relaid()

    def do_choose(self) -> None:
        self.shell.leave_interval_page()

    def do_standings(self) -> None:
        self.shell.open("standings", over=True)

    def do_back(self) -> None:
        """Do nothing: the match is over."""


class SeasonPage(ScrollingScreen[Shell]):
    """A page about a season: columns of lines in the middle of the screen."""

    _drawn: tuple[object, ...] = ()

    def on_mount(self) -> None:
        self.relaid()

    def refresh_all(self) -> None:
        """Draw again if something has happened; a page takes longer than a row of the log."""
        if self._drawn != self._state:
            self.relaid()

    @property
    def _state(self) -> tuple[object, ...]:
        return self.shell.session.told, self.size, self.shell.glyphs

    @property
    def context(self) -> Context:
        return Context.SEASON

    def relaid(self) -> None:
        if not self.is_ready:
            return
        self._drawn = self._state
        room = self.size.width - PADDING
        width = min(WIDE + 8, room) if room >= WIDE else max(40, min(WIDTH, room))
        found = self.rows(width, self.size.height - 2)
        size = (room, self.size.height - 2)
        rows, _ = set_over_lava([BLANK, *found], width, size, air=1)
        left, right = self.ends()
        gap = self.size.width - columns_of(left) - columns_of(right) - 2
        status = line(Span(f" {left}", "title"), " " * max(1, gap), Span(f"{right} ", "strong"))
        self.query_one("#status", Lines).show([status])
        self.query_one("#text", Lines).show(rows)
        self.show_keys()

    def ends(self) -> tuple[str, str]:
        """Return the words at both ends of the status row."""
        raise NotImplementedError

    def rows(self, width: int, height: int) -> list[Line]:
        """Return the page."""
        raise NotImplementedError


class StandingsScreen(SeasonPage):
    """Values of all teams after each match, their wealth, and the next match."""

    def __init__(self, *, over: bool = False) -> None:
        super().__init__()
        self.over = over  # opened over another page, to which it returns

    def ends(self) -> tuple[str, str]:
        setup = self.shell.session.view.setup
        series = setup.series
        assert series is not None
        at = series.match
        extra = at >= len(series.schedule)
        rounds = setup.ruleset.extra_match_rounds if extra else series.schedule[at]
        words = say.EXTRA_NEXT if extra else say.NEXT_MATCH
        total = len(series.schedule)
        next_match = words.format(number=at + 1, total=total, rounds=counted(rounds, "round"))
        return say.SEASON, next_match

    def rows(self, width: int, height: int) -> list[Line]:
        session = self.shell.session
        season, glyphs = season_of(session), self.shell.glyphs
        setup = season.seen.setup
        wide = width >= WIDE
        left = width - ASIDE - _GAP if wide else width
        head = say.STANDINGS.format(number=season.series.match)
        gap = left - columns_of(head) - columns_of(say.VALUES)
        title = line(Span(head, "strong"), " " * max(1, gap), Span(say.VALUES, "dim"))
        low = height < _LOW
        table = table_lines(season, left, purses=low)
        wealth = [] if low else [*wealth_lines(season, left, glyphs), BLANK]
        following = next_lines(season, left - _BOARD - 2)
        board = small_board(season.seen)
        next_part = beside(board, following, _BOARD + 1)
        least, most = _CHART
        used = 4 + len(table) + len(wealth) + len(next_part)  # title, labels, two empty rows
        crew = [] if wide or low else [BLANK, *self._crew(season, left)]
        tall = max(least, min(most, height - used - len(crew)))
        chart = chart_lines(setup, left, tall, glyphs)
        air = [BLANK] if height - used - len(crew) - tall > 2 else []
        rows = [title, *air, *chart, *air, *table, BLANK, *wealth, *next_part]
        if not wide:
            return [*rows, *crew]
        crew = self._crew(season, ASIDE)
        if (free := len(rows) - len(crew) - 2) >= _ART:
            crew = [*crew, BLANK, BLANK, *lava_field(ASIDE, free, 0)]
        return beside(rows, crew, left + _GAP)

    def _crew(self, season: SeasonView, width: int) -> list[Line]:
        seat = season.you if season.you is not None else season.seen.seat
        return crew_lines(season, seat, width)

    def unavailable(self) -> Iterable[str]:
        yield "standings"
        if not self.over:
            yield "back"

    def do_choose(self) -> None:
        if self.over:
            self.dismiss()
        else:
            self.shell.leave_interval_page()

    def do_back(self) -> None:
        if self.over:
            self.dismiss()


class SeasonScreen(SeasonPage):
    """The end of a season: champion, values, turning match, and the best convicts."""

    def ends(self) -> tuple[str, str]:
        return say.SEASON_OVER, ""

    def rows(self, width: int, height: int) -> list[Line]:
        session = self.shell.session
        season, glyphs = season_of(session), self.shell.glyphs
        assert session.outcome is not None
        wide = width >= WIDE
        left = width - ASIDE - _GAP if wide else width
        rows = season_verdict(season, session.outcome, width, large=height >= _CHART[1])
        table = table_lines(season, left)
        facts = season_lines(season, session.odds, left)
        step = []
        if self.shell.can_rematch:
            step = [BLANK, line(Span(with_keys(say.SEASON_NEXT), "strong"))]
        least, most = _CHART
        used = len(rows) + len(table) + len(facts) + 6
        tall = max(least, min(most, height - used))
        chart = chart_lines(season.seen.setup, left, tall, glyphs)
        body = [*table, BLANK, *facts, *step, BLANK, *chart]
        if not wide:
            return [*rows, BLANK, *body]
        order = [season.you] if season.you is not None else list(session.outcome.winners)
        crew = [row for seat in order[:2] for row in (*crew_lines(season, seat, ASIDE), BLANK)]
        if (free := len(body) - len(crew) - 2) >= _ART:
            crew = [*crew, BLANK, *lava_field(ASIDE, free, 0)]
        return [*rows, BLANK, *beside(body, crew, left + _GAP)]

    @property
    def context(self) -> Context:
        return Context.END

    def words_now(self) -> Mapping[str, str]:
        return {"choose": say.TO_RESULT}

    def unavailable(self) -> Iterable[str]:
        yield from ("again", "copy_replay", "coach")
        if not SavedMatches(self.shell).can_watch:
            yield "watch"
        if not self.shell.can_rematch:
            yield "another"

    def do_choose(self) -> None:
        self.dismiss()

    do_back = do_choose

    def do_another(self) -> None:
        self.shell.rematch(same_seed=False)
