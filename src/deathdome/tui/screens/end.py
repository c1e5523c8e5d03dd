"""The end of a match: the winner, the payout, the course of the match, and the next step."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from textual.events import Event

from deathdome.match.chapters import last_ended
from deathdome.records.header import COPIED
from deathdome.records.library import name_of
from deathdome.records.results import read_results
from deathdome.seeds import repeat_options
from deathdome.session.pace import PACES
from deathdome.session.rating import level_of, score_against
from deathdome.stage.lava import lava_field, set_over_lava
from deathdome.stage.screens.page import PADDING, ScrollingScreen
from deathdome.stage.text import BLANK, Line, Span, beside, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.history import MOMENTS, history_of
from deathdome.text.names import hints_text
from deathdome.text.phrases import interval, keys, results
from deathdome.text.phrases import matches as say
from deathdome.tui.drawing.replay import fork_lines
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.result import (
    HEIGHT,
    REVEAL,
    REVEALS,
    Ending,
    Reveal,
    bar_lines,
    chart_lines,
    crew_lines,
    revealed,
    story_lines,
    verdict_lines,
)
from deathdome.tui.presenters.season import account_lines, credits_after
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.events import Key
    from textual.timer import Timer

    from deathdome.session.host import MatchHost

WIDTH: Final = 74  # columns of the result without a chart next to it
WIDE: Final = 112  # columns from which the convicts stand next to the story
_ART: Final = 3  # empty rows below the convicts in which there is lava
ASIDE: Final = 40  # columns of the convicts next to the story
_GAP: Final = 4  # columns between the two
_HIGHEST: Final = 16  # rows of the chart at most
_LARGE: Final = 22  # rows from which the verdict has block letters
_TALL: Final = 30  # rows from which all turning points are shown
_DUEL: Final = 2  # seats


def ending_of(session: MatchHost) -> Ending:
    """Return the match that ended last for the result screen."""
    setup = session.view.setup
    chapter = last_ended(session.log(), setup)
    outcome = session.outcome if chapter is None else chapter.outcome
    assert outcome is not None
    events = session.log() if chapter is None else chapter.events
    first = 0 if chapter is None else chapter.first
    you = session.people[0] if len(session.people) == 1 else None
    return Ending(
        outcome,
        setup,
        events,
        history_of(events, setup, session.initial if not first else (0, ())),
        {at - first: odds for at, odds in session.odds.items() if 0 <= at - first < len(events)},
        session.labels,
        you,
        session.convicts.of(setup),
        _score(session),
    )


def _score(session: MatchHost) -> str:
    """Return your score against the level of the only opponent; "" if there is no such level."""
    others = [name for seat, name in enumerate(session.names) if seat not in session.people]
    if len(session.names) != _DUEL or len(others) != 1 or not (level := level_of(others[0])):
        return ""
    score = score_against(read_results()[0], level)
    if not sum(score):
        return ""
    level = level.capitalize()
    if score.shared:
        return results.SCORE_SHARED.format(
            won=score.won, lost=score.lost, shared=score.shared, level=level
        )
    return results.SCORE.format(won=score.won, lost=score.lost, level=level)


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


class ResultScreen(ScrollingScreen[Shell]):
    """The result of the match that ended last, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._since = inf  # when the result appeared
        self._found: list[Line] = []  # all of it
        self._reveals: tuple[Reveal, ...] = ()  # the moments in which it appears
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        pace, animation = self.shell.session.pace.seconds, self.shell.settings.animation
        if pace > 0 and animation != "none":
            self._reveals = REVEALS[:1] if animation == "basic" else REVEALS
        self.relaid()
        self.call_after_refresh(self._appeared)
        if self._reveals:
            self._timer = self.set_interval(REVEAL * pace / PACES[0][1], self._reveal)

    def _appeared(self) -> None:
        """Accept keys from now on: the player sees the result."""
        self._since = Event().time

    def _reveal(self) -> None:
        """Show the next moment, at last the whole result."""
        self._reveals = self._reveals[1:]
        if not self._reveals and self._timer is not None:
            self._timer.stop()
        self._show_result()

    def _show_result(self) -> None:
        rows = revealed(self._found, self._reveals[0]) if self._reveals else self._found
        self.query_one("#text", Lines).show(rows)

    def on_key(self, event: Key) -> None:
        """Ignore keys pressed before the result appeared; one pressed as it does completes it."""
        if event.time < self._since or self._reveals:
            event.stop()
            event.prevent_default()
            if event.time >= self._since:
                self._reveals = self._reveals[:1]
                self._reveal()

    def relaid(self) -> None:
        """Draw the count in full width; it is known after layout if more is below."""
        room = self.size.width - PADDING
        width = min(WIDE, room) if room >= WIDE else max(40, min(WIDTH, room))
        size = (self.size.width - PADDING, self.size.height - 2)
        found = self._result(width)
        while found and not found[0]:
            found = found[1:]
        self._found, _ = set_over_lava([BLANK, *found], width, size, air=1)
        self._show_result()
        self.show_keys()
        self._show_title()
        self.call_after_refresh(self._show_title)

    def _show_title(self) -> None:
        """Draw the status row, which says if the count continues below."""
        page = self.query_one("#page")
        below = self.query_one("#text", Lines).size.height > page.size.height
        more = with_keys("   " + say.MORE_BELOW) if below else ""
        rows = [line(Span(f" {self.title_words()}", "strong"), Span(more, "dim"))]
        self.query_one("#status", Lines).show(rows)

    def _result(self, width: int) -> list[Line]:
        session = self.shell.session
        ending = ending_of(session)
        rows = [*verdict_lines(ending, width, large=self.size.height >= _LARGE), BLANK]
        if session.fork:
            rows += [*fork_lines(session.fork, width), BLANK]
        more: list[Line] = []
        high = max(HEIGHT, min(_HIGHEST, self.size.height - _TALL))
        across = min(width, WIDTH) if width < WIDE else width - ASIDE
        if chart := chart_lines(ending.history, ending.setup, across, high):
            more = [line(Span(say.PAYOUT_BY_ROUND, "title")), *chart]
        advice = with_keys(self.next_step(won=ending.won))
        step = [BLANK, line(Span(advice, "strong"))] if advice else []
        proof = self.proof(min(width, WIDTH))
        left = min(width, WIDTH) if width < WIDE else width - ASIDE
        few = 2 if self.size.height < _TALL else MOMENTS
        inner = left if width < WIDE else left - _GAP
        account = self.account(inner)
        story = [*bar_lines(ending, inner), *account, BLANK]
        story += [*story_lines(ending, inner, few), *step]
        if width < WIDE:
            return [*rows, *story, *([BLANK, *more] if more else []), BLANK, *proof]
        whole = [*story, BLANK, *more, BLANK, *proof]
        over = len(rows) + len(whole) + 1 - (self.size.height - 2)
        if more and 0 < over <= high - HEIGHT:  # a lower chart makes all of it fit
            lower = chart_lines(ending.history, ending.setup, across, high - over)
            whole = [*story, BLANK, more[0], *lower, BLANK, *proof]
        story = whole
        crew = crew_lines(ending, ASIDE)
        if (free := len(story) - len(crew) - 2) >= _ART:
            crew = [*crew, BLANK, BLANK, *lava_field(ASIDE, free, 0)]
        rows += beside(story, crew, left)
        spare = self.size.height - len(rows) - 3
        return [*[BLANK] * max(0, spare // 3), *rows]

    def title_words(self) -> str:
        """Return the words of the status row."""
        session = self.shell.session
        setup = session.view.setup
        chapter = last_ended(session.log(), setup)
        if setup.series is None or chapter is None:
            return say.MATCH_OVER
        total = max(len(setup.series.schedule), chapter.number)
        match = interval.AFTER_MATCH.format(number=chapter.number, total=total)
        return f"{interval.RESULT}  {match}"

    def account(self, width: int) -> list[Line]:
        """Return the credits of a season below the payouts, after an empty row."""
        session = self.shell.session
        chapter = last_ended(session.log(), session.view.setup)
        if session.view.setup.series is None or chapter is None:
            return []
        credits_now = credits_after(session.view, session.log())
        return [BLANK, *account_lines(chapter, credits_now, width)]

    def next_step(self, *, won: bool) -> str:  # noqa: ARG002
        """Return the one obvious thing to do next."""
        return interval.NEXT

    def proof(self, width: int) -> list[Line]:  # noqa: ARG002
        """Return the seed, and how to check the dice; nothing while it may not be known."""
        return []


class EndScreen(ResultScreen):
    """The result after the last match; Enter switches between the result and the board.

    After a season it opens the page of the season.
    """

    def next_step(self, *, won: bool) -> str:
        if self._in_season:
            return interval.NEXT
        if self._can_be_coached and not won:
            return results.NEXT_COACH
        return results.NEXT_REMATCH if self.shell.can_rematch else ""

    @property
    def _in_season(self) -> bool:
        return self.shell.session.view.setup.series is not None

    def words_now(self) -> Mapping[str, str]:
        return {"choose": keys.SEASON} if self._in_season else {}

    def proof(self, width: int) -> list[Line]:
        session = self.shell.session
        options = repeat_options(session.seed, session.secret)
        if session.fork == COPIED:  # the text or file that was loaded is unknown by now
            options = f"{say.SAME_POSITION_OPTION} {options}"
        if session.record is None:
            text = results.REPEAT.format(options=options)
        else:
            text = results.REPEAT_AND_VERIFY.format(options=options, name=name_of(session.record))
        return [*wrapped(text, width, "dim"), *hint_lines(session.hints.taken, width)]

    @property
    def context(self) -> Context:
        return Context.END

    def unavailable(self) -> Iterable[str]:
        """Yield the keys that lack a lobby, a record or a player."""
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
        if self._in_season:
            self.shell.open("season")
        else:
            self.app.push_screen(LastBoardScreen())

    do_back = do_choose

    def do_again(self) -> None:
        self.shell.rematch(same_seed=True)

    def do_another(self) -> None:
        self.shell.rematch(same_seed=False)

    def do_coach(self) -> None:
        if self._can_be_coached:
            self.shell.open("coach")
