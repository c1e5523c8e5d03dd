"""The log with the place on the board where each entry happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from deathdome.model.events import (
    Captured,
    Declared,
    Died,
    Jailed,
    Pushed,
    Reckoned,
    Returned,
    TokenPlaced,
    Walked,
)
from deathdome.narration.english import chapters
from deathdome.narration.lineups import stretches
from deathdome.tui.presenters.panel import with_tokens
from deathdome.tui.presenters.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.events import Told
    from deathdome.model.observation import Observation
    from deathdome.model.state import Table


class LogEntry(NamedTuple):
    """A sentence; where it happened, or -1; whether it is about something beside the match."""

    text: str
    space: int = -1
    notice: bool = False


class Telling(NamedTuple):
    """An entry, and the events `first` up to but not including `end` that it tells."""

    first: int
    end: int
    entry: LogEntry


class _Notice(Protocol):
    @property
    def told(self) -> int: ...
    @property
    def text(self) -> str: ...


class _Source(Protocol):
    """What has been told to a viewer, as a session has it."""

    @property
    def notices(self) -> Sequence[_Notice]: ...
    @property
    def view(self) -> Observation: ...
    def log(self, since: int = 0) -> Sequence[Told]: ...


def log_entries(session: _Source) -> list[LogEntry]:
    """Everything that has happened, and what went wrong beside the match at its place in time."""
    notices = list(session.notices)
    entries: list[LogEntry] = []
    for told in tellings(session.log(), session.view.table):
        while notices and notices[0].told <= told.first:
            entries.append(LogEntry(clean(notices.pop(0).text), notice=True))
        entries.append(told.entry)
    return [*entries, *(LogEntry(clean(notice.text), notice=True) for notice in notices)]


def tellings(events: Sequence[Told], table: Table) -> Iterator[Telling]:
    """The sentences with the events behind each.

    Characters are told with their tokens: their names alone do not say whose they are.
    """
    places: dict[int, int] = {}
    for start, end, then in stretches(events, table):
        part = events[start:end]
        named = with_tokens(then) if table.ruleset.characters else then
        for chapter in chapters(part, named):
            space = -1
            for event in part[chapter.first : chapter.end]:
                where = _place(event, table, places)
                space = where if space < 0 else space
            for text in chapter.lines:
                entry = LogEntry(clean(text), space)
                yield Telling(start + chapter.first, start + chapter.end, entry)


def _place(event: Told, table: Table, places: dict[int, int]) -> int:
    """Where an event happened, or -1; remembers in `places` where it left its unit."""
    match event:
        case Walked():
            places[event.unit] = event.path[-1] if event.path else event.start
            return places[event.unit]
        case Pushed():
            places[event.unit] = event.end
            return event.end
        case Captured() | TokenPlaced():
            return event.space
        case Declared():
            return places.get(event.target, places.get(event.unit, -1))
        case Jailed():
            spaces = table.board.jails[event.jail]
            places.pop(event.unit, None)
            return (spaces & -spaces).bit_length() - 1
        case Returned():
            places.pop(event.unit, None)
            return -1
        case Reckoned() | Died():
            return places.get(event.unit, -1)
        case _:
            return -1
