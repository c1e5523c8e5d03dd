"""Saved matches and copied texts: shown as replays, or continued."""

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
    """Opens replays and forks of saved matches on the screen."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def show_matches(self) -> None:
        """Open the list of saved matches; not during a match, to keep its dice and cards secret."""
        if self._shell.lobby is not None and not self._shell.in_match:
            self._shell.open("saved_matches", self._shell.lobby.saved_matches())

    def show_match(self, key: str) -> None:
        """Replay a saved match from its beginning; say on the screen why it cannot be replayed."""
        if self._shell.lobby is None:
            return
        try:
            timeline = self._shell.lobby.watch(key)
        except DeathdomeError as error:
            self._shell.say(str(error))
        else:
            self.show_replay(timeline)

    def show_replay(self, timeline: Timeline) -> None:
        """Show a replay.

        An unfinished match begins at the present, because its player looks back from there.
        """
        begins = self._shell.in_match and not timeline.finished
        self._shell.open("replay", timeline, latest=begins)

    @property
    def can_watch(self) -> bool:
        """True if the present match has a record to replay."""
        return (
            self._shell.lobby is not None
            and self._shell.in_match
            and self._shell.session.record is not None
        )

    def watch_match(self) -> None:
        """Replay the present match up to now."""
        if self.can_watch:
            self.show_match(str(self._shell.session.record))

    def ask_to_fork(self, timeline: Timeline, stop: Stop) -> None:
        """Ask who continues from a stop."""
        if self._shell.lobby is not None:
            self._shell.open("fork", timeline, stop, *self._shell.lobby.seat_choices(timeline))

    def fork(self, timeline: Timeline, stop: Stop, seats: Sequence[str]) -> None:
        """Begin a new match at a stop."""
        lobby = self._shell.lobby
        if lobby is not None:
            self._shell.begin(lambda: lobby.fork(timeline, stop, seats))

    def ask_for_text(self) -> None:
        """Ask for a copied position or replay."""
        if self._shell.lobby is None:
            self._shell.say(say.NO_LOBBY)
            return
        session = self._shell.session if self._shell.in_match else None
        running = session is not None and session.outcome is None and session.saved
        self._shell.open("load", self.load, running=running)

    def load(self, text: str) -> None:
        """Show the match of a text as a replay, or ask who plays its position.

        Raises:
            DeathdomeError: it is neither.
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
        """Begin a match with a position."""
        lobby = self._shell.lobby
        if lobby is not None:
            self._shell.begin(lambda: (lobby.play_on(copied, seats), None))
