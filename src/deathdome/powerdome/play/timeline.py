"""A recorded game as moments, to be stepped through forwards and backwards, and forked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import RecordError, UsageError
from deathdome.powerdome.model.asks import CHANCE
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import RoundBegan, seen_by
from deathdome.powerdome.play.record import replay
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.rules.game import commit, observe
from deathdome.powerdome.text import hosting as words

if TYPE_CHECKING:
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.play.record import Record
    from deathdome.powerdome.play.referee import Entry


class Timeline:
    """A recorded game, at one of its moments: after so many answers."""

    def __init__(self, record: Record, tome: Tome, name: str) -> None:
        """Replay the record as far as it goes; `problem` is why it stops."""
        found = replay(record, tome, name)
        self.header: Final = record.header
        self.name: Final = name
        self.problem: Final = found.problem
        self.rolled: Final = found.rolled
        self.wrong: Final = record.wrong
        self._first_line: Final = record.first_line
        self.closed: Final = record.closed
        self.referee: Final = found.referee
        self.at = 0  # answers given
        self._states = [self.referee.initial]

    @property
    def journal(self) -> list[Entry]:
        """All answers of the record."""
        return self.referee.journal

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.journal)

    def state(self, at: int | None = None) -> State:
        """Return the state after so many answers, without secrets of a phase that is open."""
        wanted = self.at if at is None else at
        while len(self._states) <= wanted:
            entry = self.journal[len(self._states) - 1]
            self._states.append(commit(self._states[-1], entry.seat, entry.answer)[0])
        return observe(self._states[wanted], ABSENT)

    def events(self, first: int, last: int) -> list[Event]:
        """Return the events between two moments."""
        ends = [entry.events for entry in self.journal] + [len(self.referee.events)]
        return [seen_by(one, ABSENT) for one in self.referee.events[ends[first] : ends[last]]]

    def moment_after(self, events: int) -> int:
        """Return the first moment at which so many events have happened."""
        ends = [entry.events for entry in self.journal] + [len(self.referee.events)]
        return next(at for at, end in enumerate(ends) if end >= events)

    def forward(self) -> list[Event]:
        """Step to the next moment at which something happened; return its events."""
        return self._step_to(self._next_with_news(1))

    def back(self) -> None:
        """Step back to the moment before the last one at which something happened."""
        self.at = self._next_with_news(-1)

    def go(self, at: int) -> None:
        """Go to a moment.

        Raises:
            UsageError: there is no such moment.
        """
        if not 0 <= at <= self.last:
            raise UsageError(f"moments are 0 to {self.last}, not {at}")
        self.at = at

    def round_start(self, number: int) -> int:
        """Return the moment at which a round begins; 0 for the nominations.

        Raises:
            UsageError: the game has no such round.
        """
        if number == 0:
            return 0
        for at in range(self.last):
            begun = (one for one in self.events(at, at + 1) if isinstance(one, RoundBegan))
            if any(one.round == number for one in begun):
                return at + 1
        raise UsageError(f"this game has no round {number}; its last is {self.rounds}")

    @property
    def rounds(self) -> int:
        """The number of rounds that were begun."""
        return self.referee.state.dome.round

    def _next_with_news(self, step: int) -> int:
        at = self.at + step
        while 0 < at < self.last and not self.events(at - 1, at):
            at += step
        return min(max(at, 0), self.last)

    def _step_to(self, at: int) -> list[Event]:
        news = self.events(self.at, at)
        self.at = at
        return news

    def fork(self, at: int) -> Referee:
        """Return a referee of a new game that has begun with the first answers of this one.

        Raises:
            UsageError: there is no such moment.
            RecordError: a line before it was changed after the program wrote it.
        """
        if not 0 <= at <= self.last:
            raise UsageError(f"--at is 0 to {self.last} for this game, not {at}")
        if self.wrong is not None and self._first_line + at > self.wrong:
            intact = self.wrong - self._first_line  # answers before that line
            raise RecordError(words.changed_line(self.name, self.wrong, intact))
        old = self.referee
        new = Referee(old.initial, old.seed)
        new.replay((entry.seat, entry.answer) for entry in self.journal[:at])
        new.roll()
        return new

    def answered_by_chance(self) -> int:
        """Return how many answers chance gave."""
        return sum(entry.seat == CHANCE for entry in self.journal)
