"""The table: the players as the person at the keyboard may see them, and the end of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.play.host import Person, Think
from deathdome.powerdome.play.what_if import past_plans
from deathdome.powerdome.text import screens as words
from deathdome.powerdome.text import table_screen as say
from deathdome.powerdome.tui.flow import QUESTIONS
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.players import player_rows
from deathdome.powerdome.tui.presenters.recent import recent_rows
from deathdome.stage.screens.page import PADDING, ScrollingScreen
from deathdome.stage.text import BLANK, Line, Span, beside, heading, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from deathdome.powerdome.model.state import State

_BARS: Final = 2  # rows of the title and the keys
_WIDE: Final = 110  # columns from which the log is next to the players
_LOG: Final = 46  # columns of it there
_GAP: Final = 2
_LEAST: Final = 6  # rows of the log


class GameScreen(ScrollingScreen[Shell]):
    """Shows the players, the bot that thinks, and the last lines of the log."""

    NEEDS_ROOM = True

    def compose(self) -> ComposeResult:
        yield Lines(id="toosmall")
        yield from super().compose()

    def on_mount(self) -> None:
        self.refresh_all()

    def relaid(self) -> None:
        self.refresh_all()

    @property
    def context(self) -> Context:
        return Context.GAME

    @property
    def viewer(self) -> int:
        """The seat of the only person; a spectator's view with none or several."""
        return self.shell.host.reader

    def refresh_all(self) -> None:
        if not self.is_live or not self.shell.in_game:
            return
        view = self.shell.host.view(self.viewer)
        banner = words.ROUND.format(round=view.now.round, phase=view.phase.value)
        self.query_one("#status", Lines).show([line(Span(f" {banner}", "strong"))])
        width = max(40, self.size.width - PADDING)
        height = max(_LEAST, self.size.height - _BARS)
        if width >= _WIDE:
            left = width - _LOG - _GAP
            rows = beside(self._players(view, left), self._log(view, _LOG, height), left + _GAP)
        else:
            rows = self._players(view, width)
            if len(rows) + _LEAST > height:
                rows = self._players(view, width, plans=False)
            rows += self._log(view, width, max(_LEAST, height - len(rows)))
        self.query_one("#text", Lines).show(rows)
        self.show_keys()

    def _players(self, view: State, width: int, *, plans: bool = True) -> list[Line]:
        host, dome = self.shell.host, view.now
        rows: list[Line] = []
        if dome.modifiers:
            names = ", ".join(dome.tome.powers[power].name for power in dome.modifiers)
            rows += wrapped(f"{say.IN_FORCE} {names}", width, "violet")
        past = past_plans(host.heard(self.viewer)) if plans else {}
        empty = " " if self.shell.glyphs.tinted else self.shell.glyphs.empty
        rows += player_rows(view, width, past=past, you=self.viewer, empty=empty)
        rows.append(BLANK)
        if isinstance(need := host.need, Think):
            name = host.names[need.ask.seat] if need.ask.seat >= 0 else ""
            rows += wrapped(words.THINKING.format(name=name), width, "dim")
        elif isinstance(need, Person) and need.ask.kind not in QUESTIONS:
            name = host.names[need.ask.seat]
            game = host.file.path.stem if host.file is not None else ""
            command = words.COMMAND.format(game=game)
            rows += wrapped(words.ASKED_IN_PLAIN.format(name=name, command=command), width, "title")
        else:
            rows.append(BLANK)  # the log stays where it is
        return rows

    def _log(self, view: State, width: int, most: int) -> list[Line]:
        host = self.shell.host
        rows = recent_rows(
            view, host.heard(self.viewer), host.setting, width, most - 1, self.viewer
        )
        return [heading(say.LOG, width), *(rows or wrapped(say.NO_LOG, width, "dim"))]

    def do_player(self) -> None:
        """Show a player in full."""
        self.shell.open("player", self.viewer)
