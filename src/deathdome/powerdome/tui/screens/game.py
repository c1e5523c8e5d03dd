"""A game of PowerDome: the state that the player at the keyboard may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.play.host import Person, Think
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.text.states import state_lines
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.screens.page import ScrollingScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult


class GameScreen(ScrollingScreen[Shell]):
    """Shows the players, and who owes an answer."""

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
        people = self.shell.host.people
        return people[0] if len(people) == 1 else ABSENT

    def refresh_all(self) -> None:
        if not self.is_live or not self.shell.in_game:
            return
        host = self.shell.host
        state = host.view(self.viewer)
        banner = say.ROUND.format(round=state.now.round, phase=state.phase.value)
        self.query_one("#status", Lines).show([line(Span(f" {banner}", "strong"))])
        width = max(40, self.size.width - 4)
        rows: list[Line] = []
        for text in state_lines(state):
            rows += wrapped(text, width)
        if isinstance(need := host.need, Think):
            name = host.names[need.ask.seat] if need.ask.seat >= 0 else ""
            rows += [BLANK, line(Span(say.THINKING.format(name=name), "dim"))]
        elif isinstance(need, Person):
            name = host.names[need.ask.seat]
            game = host.file.path.stem if host.file is not None else ""
            command = say.COMMAND.format(game=game)
            asked = say.ASKED_IN_PLAIN.format(name=name, command=command)
            rows += [BLANK, *wrapped(asked, width, "title")]
        self.query_one("#text", Lines).show(rows)
        self.show_keys()
