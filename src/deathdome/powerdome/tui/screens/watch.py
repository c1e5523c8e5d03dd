"""A replay: the table at every moment of a record, and the combat of its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import VerticalScroll

from deathdome.powerdome.model.events import PlansShown, Revealed, RoundBegan
from deathdome.powerdome.play.story import story_until
from deathdome.powerdome.play.what_if import past_plans
from deathdome.powerdome.text import watch_screen as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.players import player_rows
from deathdome.powerdome.tui.presenters.recent import recent_rows
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.text import BLANK, Line, Span, beside, columns_of, cut, heading, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.powerdome.play.timeline import Timeline
    from deathdome.stage.messages import RowClicked

_WIDE: Final = 110  # columns from which the log is next to the players
_LOG: Final = 46  # columns of it there
_LEAST: Final = 5  # rows of the log
_LINE: Final = 8  # columns before the rounds


class WatchScreen(BaseScreen[Shell]):
    """Steps through a record, by answer, by round, and to its ends."""

    NEEDS_ROOM = True
    CLOSES = True

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self._line: Final = timeline
        self._starts: list[int] = []  # moments at which the rounds begin, the setup first

    @property
    def context(self) -> Context:
        return Context.WATCH

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self._starts = [self._line.round_start(one) for one in range(self._line.rounds + 1)]
        self.draw()
        if self._line.problem:
            self.tell(say.STOPS.format(problem=self._line.problem))

    def relaid(self) -> None:
        self.draw()

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        if not self.is_live or not self._starts:
            return
        timeline = self._line
        view = timeline.state()
        form = say.PHASE if view.dome.round else say.SETUP
        phase = form.format(round=view.dome.round, phase=view.phase.value)
        right = say.MOMENT.format(at=timeline.at, last=timeline.last)
        room = self.size.width - columns_of(phase) - columns_of(right) - 6
        title = cut(say.TITLE.format(name=timeline.name), room)
        left = [Span(f" {title}", "strong"), Span(f"  {phase}", "dim")]
        used = sum(columns_of(span.text) for span in left) + columns_of(right) + 1
        gap = " " * max(1, self.size.width - used)
        self.query_one("#status", Lines).show([line(*left, gap, Span(right, "dim"))])
        width = max(40, self.size.width - 4)
        height = self.size.height - 2
        top = [self._rounds(width), BLANK]
        events = timeline.events(0, timeline.at)
        past, empty = past_plans(events), " " if self.shell.glyphs.tinted else "-"
        if width >= _WIDE:
            part = width - _LOG - 2
            players = player_rows(view, part, past=past, empty=empty)
            log = self._log(_LOG, height - len(top))
            body = beside(players, log, part + 2)
        else:
            players = player_rows(view, width, past=past, empty=empty)
            if len(players) + len(top) + _LEAST + 1 > height:
                players = player_rows(view, width, empty=empty)
            room = max(_LEAST, height - len(top) - len(players) - 1)
            body = [*players, BLANK, *self._log(width, room)]
        self.query_one("#text", Lines).show([*top, *body])
        self.show_keys()

    def _rounds(self, width: int) -> Line:
        """Return the rounds as a line of time; the one that is shown is highlighted."""
        now = max(at for at, start in enumerate(self._starts) if start <= self._line.at)
        spans = [Span(f"{say.ROUNDS:<{_LINE}}", "dim")]
        each = len(str(len(self._starts))) + 2
        most = max(1, (width - _LINE) // each)
        first = max(0, min(now - most // 2, len(self._starts) - most))
        for number in range(first, min(first + most, len(self._starts))):
            look = "bar" if number == now else "raised" if number < now else "dim"
            spans.append(Span(f"{number:^{each}}", look))
        return tuple(spans)

    def _log(self, width: int, most: int) -> list[Line]:
        timeline = self._line
        story = story_until(timeline, timeline.at, timeline.name)
        rows = recent_rows(story.view, story.events, story.setting, width, most - 1, story.viewer)
        return [heading(say.LOG, width), *(rows or wrapped(say.NOTHING, width, "dim"))]

    # -- keys ----------------------------------------------------------------------------------

    def do_right(self) -> None:
        if self._line.at == self._line.last:
            self.tell(say.AT_END)
            return
        self._line.forward()
        self.draw()

    def do_left(self) -> None:
        if not self._line.at:
            self.tell(say.AT_START)
            return
        self._line.back()
        self.draw()

    def do_up(self) -> None:
        self.query_one("#page").scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        self.query_one("#page").scroll_relative(y=1, animate=False)

    def wheel(self, by: int) -> None:
        self.do_right() if by > 0 else self.do_left()

    def do_round_on(self) -> None:
        """Go to the start of the next round, or to the end."""
        later = [start for start in self._starts if start > self._line.at]
        self._go(later[0] if later else self._line.last)

    def do_round_back(self) -> None:
        """Go to the start of the round, or of the one before."""
        earlier = [start for start in self._starts if start < self._line.at]
        self._go(earlier[-1] if earlier else 0)

    def do_to_start(self) -> None:
        self._go(0)

    def do_to_end(self) -> None:
        self._go(self._line.last)

    def _go(self, at: int) -> None:
        self._line.go(at)
        self.draw()

    def do_reveal(self) -> None:
        """Show the combat of the round, card by card."""
        timeline = self._line
        found = self._combat(timeline.state().dome.round)
        if found is None:
            self.tell(say.NO_COMBAT)
            return
        first, end = found
        story = story_until(timeline, timeline.moment_after(end), timeline.name)
        self.shell.open("reveal", first, end, story)

    def _combat(self, number: int) -> tuple[int, int] | None:
        """Return the events of a combat: the first, and the one after the last."""
        events = self._line.events(0, self._line.last)
        starts = [at for at, one in enumerate(events) if isinstance(one, RoundBegan)]
        if not 1 <= number <= len(starts):
            return None
        start = starts[number - 1]
        end = starts[number] if number < len(starts) else len(events)
        first = next((at for at in range(start, end) if isinstance(events[at], Revealed)), -1)
        over = any(isinstance(one, PlansShown) for one in events[start:end])
        return (first, end) if first >= 0 and over else None

    def do_log(self) -> None:
        """Show the log up to this moment."""
        timeline = self._line
        self.shell.open("log", story_until(timeline, timeline.at, timeline.name))

    def do_coach(self) -> None:
        """Show what a coach says about the record."""
        self.shell.open("coach", self._line)

    def do_fork(self) -> None:
        """Begin a new game at this moment, or name the command for it."""
        timeline = self._line
        if not self.shell.can_fork:
            self.tell(say.NO_FORK.format(name=timeline.name, at=timeline.at))
            return
        self.shell.fork(timeline)

    def do_back(self) -> None:
        self.shell.close_page()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Go to the clicked round."""
        if message.box != "text" or message.row or message.column < _LINE:
            return
        each = len(str(len(self._starts))) + 2
        number = (message.column - _LINE) // each
        if number < len(self._starts):
            self._go(self._starts[number])
