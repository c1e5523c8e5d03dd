"""Matches that are kept, and what was copied as text: watched, or played on from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import DeathdomeError
from deathdome.text.phrases import matches as say
from deathdome.tui.lobby import Wishes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.one_line import Copied
    from deathdome.records.timeline import Stop, Timeline
    from deathdome.tui.ports import Shell


class SavedMatches:
    """Puts on the screen what was played before, here or elsewhere."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def show_matches(self) -> None:
        """The list of them; not during a match, whose dice and cards it would lead away from."""
        if self._shell.lobby is not None and not self._shell.in_match:
            self._shell.open("saved_matches", self._shell.lobby.kept())

    def show_match(self, key: str) -> None:
        """Shows a kept match from its beginning; why not is said on the screen."""
        if self._shell.lobby is None:
            return
        try:
            timeline = self._shell.lobby.watch(key)
        except DeathdomeError as error:
            self._shell.say(str(error))
        else:
            self.show_replay(timeline)

    def show_replay(self, timeline: Timeline) -> None:
        """Shows a match that was told again, wherever it came from.

        One that goes on begins with the present, for whoever plays it looks back from there.
        """
        begins = self._shell.in_match and not timeline.finished
        self._shell.open("replay", timeline, latest=begins)

    @property
    def can_watch(self) -> bool:
        """Whether the present match is kept where it can be watched."""
        return (
            self._shell.lobby is not None
            and self._shell.in_match
            and self._shell.session.record is not None
        )

    def watch_match(self) -> None:
        """Shows the present match as far as it has come."""
        if self.can_watch:
            self.show_match(str(self._shell.session.record))

    def ask_to_fork(self, timeline: Timeline, stop: Stop) -> None:
        """Asks who plays on from there."""
        if self._shell.lobby is not None:
            self._shell.open("fork", timeline, stop, *self._shell.lobby.sitters(timeline))

    def fork(self, timeline: Timeline, stop: Stop, seats: Sequence[str]) -> None:
        """Plays on from there, in a match of its own."""
        lobby = self._shell.lobby
        if lobby is not None:
            self._shell.begin(lambda: lobby.fork(timeline, stop, seats))

    def ask_for_text(self) -> None:
        """Asks for a position or a replay that was copied."""
        if self._shell.lobby is None:
            self._shell.say(say.NO_LOBBY)
            return
        session = self._shell.session if self._shell.in_match else None
        running = session is not None and session.outcome is None and session.saved
        self._shell.open("load", self.load, running=running)

    def load(self, text: str) -> None:
        """Shows what a text says: a match to be watched, or a position to be played on.

        Raises:
            DeathdomeError: it says neither.
        """
        lobby = self._shell.lobby
        assert lobby is not None
        found = lobby.load(text)
        self._shell.close("load")
        from deathdome.records.timeline import Timeline

        if isinstance(found, Timeline):
            self.show_replay(found)
        else:
            others = Wishes().seats[-1:] * found.whole.setup.seats
            self._shell.open("play_on", found, lobby.managers, others)

    def play_on(self, copied: Copied, seats: Sequence[str]) -> None:
        """Begins a match with a position."""
        lobby = self._shell.lobby
        if lobby is not None:
            self._shell.begin(lambda: (lobby.play_on(copied, seats), None))
