"""The log: every line that is not secret, filtered, explained, or written to a file (E.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import printable
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.play.log_file import write_log
from deathdome.powerdome.play.story import Story, story_of
from deathdome.powerdome.text import pages as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.log_steps import HEAD, steps_of
from deathdome.powerdome.text.settings import wording
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.listing import WIDE, ListingScreen
from deathdome.stage.screens.menu import DIALOG
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.powerdome.model.dome import CharacterId
    from deathdome.powerdome.text.log_lines import LogLine

_ALL: Final = -1


class LogScreen(ListingScreen):
    """Lines of the log, the latest first under the bar."""

    DETAILS = 6

    def __init__(self, story: Story | None = None) -> None:
        """Without a story it is that of the game on the screen."""
        super().__init__()
        self._given = story
        self._who: CharacterId = _ALL
        self._round = _ALL
        self._read: tuple[int, Narrator, list[LogLine]] | None = None
        self._found: tuple[tuple[int, int, int], list[LogLine]] = (0, _ALL, _ALL), []
        self._opened = False

    @property
    def context(self) -> Context:
        return Context.LOG

    # -- what is shown -------------------------------------------------------------------------

    @property
    def _story(self) -> Story:
        return story_of(self.shell.host) if self._given is None else self._given

    def _all_lines(self) -> tuple[Narrator, list[LogLine]]:
        """Return the whole log; it is read again when something has happened."""
        given = self._given
        events = self.shell.host.referee.events if given is None else given.events
        if self._read is None or self._read[0] != len(events):
            story = self._story
            names = character_names(story.view.now, story.view.seats)
            narrator = Narrator(story.view.now.tome, names, story.viewer)
            lines = log_lines(story.events, narrator, wording(story.setting))
            self._read = len(story.events), narrator, lines
        return self._read[1:]

    def _lines(self) -> list[LogLine]:
        """Return the lines that pass the filters."""
        lines = self._all_lines()[1]
        wanted = len(lines), self._who, self._round
        if self._found[0] != wanted:
            shown = [
                one
                for one in lines
                if self._who in (_ALL, *one.about) and self._round in (_ALL, one.round)
            ]
            self._found = wanted, shown
        return self._found[1]

    def banner(self) -> str:
        names = self._all_lines()[0]
        who = say.ALL_PLAYERS if self._who == _ALL else names.title(self._who)
        when = say.OF_ROUND.format(round=self._round) if self._round else say.SETUP
        return say.FILTERED.format(who=who, when=say.ALL_ROUNDS if self._round == _ALL else when)

    def facts(self) -> str:
        return say.LINES.format(at=min(self.index + 1, self.count()), all=self.count())

    def count(self) -> int:
        return len(self._lines())

    def row(self, at: int, width: int) -> str:
        del width
        return str(self._lines()[at]._replace(rules=()))  # the details have them

    def empty(self) -> str:
        return say.NO_LINES if self._all_lines()[1] else say.NO_LOG

    def details(self, at: int, width: int) -> list[Line]:
        one = self._lines()[at]
        rows = wrapped(str(one._replace(rules=())), width)
        if one.rules:
            rows += wrapped(say.RULES_OF.format(rules=", ".join(one.rules)), width, "dim")
        if self.size.width >= WIDE:
            rows += [BLANK, *self._steps(one, width)]
        return rows

    def _steps(self, one: LogLine, width: int) -> list[Line]:
        """Return the sum of a line step by step."""
        rows = [line(Span(HEAD, "title"))]
        for number, step in enumerate(steps_of(one, self._all_lines()[0]), 1):
            rows += wrapped(f"{number}. {step.text}", width)
            if step.rules:
                rows += wrapped(", ".join(step.rules), width, "dim", "   ")
        return rows

    def draw(self) -> None:
        if not self._opened and self.is_live:
            self._opened = True
            self.index = self.count() - 1
        super().draw()

    # -- keys ----------------------------------------------------------------------------------

    def unavailable(self) -> Iterable[str]:
        if not self.count():
            yield "explain"

    def do_left(self) -> None:
        self._next_player(-1)

    def do_right(self) -> None:
        self._next_player(1)

    def _next_player(self, by: int) -> None:
        """Show the lines about the next character."""
        everyone = [_ALL, *range(len(self._all_lines()[0].names))]
        self._who = everyone[(everyone.index(self._who) + by) % len(everyone)]
        self._filtered()

    def do_round_on(self) -> None:
        """Show the lines of the next round."""
        self._next_round(1)

    def do_round_back(self) -> None:
        """Show the lines of the round before."""
        self._next_round(-1)

    def _next_round(self, by: int) -> None:
        rounds = [_ALL, *sorted({one.round for one in self._all_lines()[1]})]
        at = rounds.index(self._round) if self._round in rounds else 0
        self._round = rounds[(at + by) % len(rounds)]
        self._filtered()

    def _filtered(self) -> None:
        self.index = max(0, self.count() - 1)
        self.draw()

    def do_explain(self) -> None:
        """Show the sum of the line under the bar, step by step."""
        if not self.count():
            return
        one = self._lines()[self.index]
        whole = wrapped(str(one), DIALOG, "dim")
        self.app.push_screen(ReadScreen([*whole, BLANK, *self._steps(one, DIALOG)]))

    def do_write(self) -> None:
        """Write the lines that are shown to a file."""
        path = write_log(map(str, self._lines()), self._story.name)
        self.tell(say.WRITTEN.format(path=printable(str(path))))
