"""Matches that are kept, and what was copied as text: watched, or played on from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import DeathdomeError
from deathdome.tui import screens
from deathdome.tui.lobby import Wishes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.one_line import Copied
    from deathdome.records.timeline import Stop, Tape
    from deathdome.tui.app import DomeApp


class Archive:
    """Puts on the screen what was played before, here or elsewhere."""

    def __init__(self, app: DomeApp) -> None:
        self._app = app

    def show_matches(self) -> None:
        """The list of them; not during a match, whose dice and cards it would lead away from."""
        if self._app.lobby is not None and not self._app.in_match:
            self._app.push_screen(screens.KeptScreen(self._app.lobby.kept()))

    def show_kept(self, key: str) -> None:
        """Shows a kept match from its beginning; why not is said on the screen."""
        if self._app.lobby is None:
            return
        try:
            tape = self._app.lobby.watch(key)
        except DeathdomeError as error:
            self._app.say(str(error))
        else:
            self.show_replay(tape)

    def show_replay(self, tape: Tape) -> None:
        """Shows a match that was told again, wherever it came from.

        One that goes on begins with the present, for whoever plays it looks back from there.
        """
        begins = self._app.in_match and not tape.finished
        self._app.push_screen(screens.ReplayScreen(tape, latest=begins))

    @property
    def can_watch(self) -> bool:
        """Whether the present match is kept where it can be watched."""
        return (
            self._app.lobby is not None
            and self._app.in_match
            and self._app.session.record is not None
        )

    def watch_match(self) -> None:
        """Shows the present match as far as it has come."""
        if self.can_watch:
            self.show_kept(str(self._app.session.record))

    def ask_to_fork(self, tape: Tape, stop: Stop) -> None:
        """Asks who plays on from there."""
        if self._app.lobby is not None:
            self._app.push_screen(screens.ForkScreen(tape, stop, *self._app.lobby.sitters(tape)))

    def fork(self, tape: Tape, stop: Stop, seats: Sequence[str]) -> None:
        """Plays on from there, in a match of its own."""
        lobby = self._app.lobby
        if lobby is not None:
            self._app.begin(lambda: lobby.fork(tape, stop, seats))

    def ask_for_text(self) -> None:
        """Asks for a position or a replay that was copied."""
        if self._app.lobby is None:
            self._app.say("Nobody is here who could open a match.")
            return
        session = self._app.session if self._app.in_match else None
        running = session is not None and session.outcome is None and session.saved
        self._app.push_screen(screens.LoadScreen(self.load, running=running))

    def load(self, text: str) -> None:
        """Shows what a text says: a match to be watched, or a position to be played on.

        Raises:
            DeathdomeError: it says neither.
        """
        lobby = self._app.lobby
        assert lobby is not None
        found = lobby.load(text)
        if isinstance(self._app.screen, screens.LoadScreen):
            self._app.pop_screen()
        from deathdome.records.timeline import Tape

        if isinstance(found, Tape):
            self.show_replay(found)
        else:
            others = Wishes().seats[-1:] * found.whole.table.seats
            self._app.push_screen(screens.PlayOnScreen(found, lobby.managers, others))

    def play_on(self, copied: Copied, seats: Sequence[str]) -> None:
        """Begins a match with a position."""
        lobby = self._app.lobby
        if lobby is not None:
            self._app.begin(lambda: (lobby.play_on(copied, seats), None))
