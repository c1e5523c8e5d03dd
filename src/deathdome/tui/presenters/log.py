"""The log as paragraphs, and a recap of the events since your last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from deathdome.match.protocol import HUMAN
from deathdome.model.events import (
    Captured,
    Declared,
    Died,
    Jailed,
    Pushed,
    Reckoned,
    Returned,
    TokenPlaced,
    TurnBegan,
    Walked,
)
from deathdome.stage.text import Line, Span, clean, cut, line, wrapped
from deathdome.text.chances import with_odds
from deathdome.text.convicts import Convicts
from deathdome.text.english import chapters
from deathdome.text.lineups import stretches
from deathdome.text.names import team_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.text.announcer import Remark
    from deathdome.text.recap import News

_NAME: Final = 20  # columns of a name


class LogEntry(NamedTuple):
    """A sentence, the space of its event or -1, and whether it is a notice about the match."""

    text: str
    space: int = -1
    notice: bool = False


class Telling(NamedTuple):
    """An entry, and its events from `first` to before `end`."""

    first: int
    end: int
    entry: LogEntry


class _Notice(Protocol):
    @property
    def told(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def fault(self) -> bool: ...


class _Source(Protocol):
    """The events of a viewer, as a session has them."""

    @property
    def notices(self) -> Sequence[_Notice]: ...
    @property
    def view(self) -> Observation: ...
    @property
    def labels(self) -> Sequence[str]: ...
    @property
    def odds(self) -> Mapping[int, PublicOdds]: ...
    @property
    def convicts(self) -> Convicts: ...
    @property
    def remarks(self) -> Sequence[Remark]: ...
    def log(self, since: int = 0) -> Sequence[Event]: ...


def log_entries(session: _Source) -> list[LogEntry]:
    """Return all events and notices in order of time."""
    notices = list(session.notices)
    entries: list[LogEntry] = []
    events, setup = session.log(), session.view.setup
    named = (session.labels, session.odds, session.convicts, session.remarks)
    for telling in tellings(events, setup, *named):
        while notices and notices[0].told <= telling.first:
            notice = notices.pop(0)
            entries.append(LogEntry(clean(notice.text), notice=notice.fault))
        entries.append(telling.entry)
    rest = (LogEntry(clean(notice.text), notice=notice.fault) for notice in notices)
    return [*entries, *rest]


def tellings(
    events: Sequence[Event],
    setup: Setup,
    labels: Sequence[str] = (),
    odds: Mapping[int, PublicOdds] | None = None,
    convicts: Convicts | None = None,
    remarks: Sequence[Remark] = (),
) -> Iterator[Telling]:
    """Yield the sentences with the events behind each.

    Every turn names its player (`labels`, by seat), and a hit ends with its public odds (`odds`, by
    the number of the declaring event). `convicts` has the names of units, and
    `remarks` are those of the announcer.
    """
    odds, convicts = odds or {}, convicts or Convicts(setup)
    places: dict[int, int] = {}
    for start, end, then in stretches(events, setup):
        part = events[start:end]
        named = convicts.of(then).named
        for chapter in chapters(part, named):
            space = -1
            for event in part[chapter.first : chapter.end]:
                where = _place(event, setup, places)
                space = where if space < 0 else space
            begin, stop = start + chapter.first, start + chapter.end
            lines = with_odds(chapter.lines, events, begin, stop, odds)
            first = part[chapter.first]
            seat = first.seat if isinstance(first, TurnBegan) else len(labels)
            if seat < len(labels) and labels[seat] != HUMAN:
                lines[0] = f"{cut(labels[seat], _NAME)}: {lines[0]}"
            for text in lines:
                entry = LogEntry(clean(text), space)
                yield Telling(begin, stop, entry)
            for remark in remarks:
                if begin <= remark.event < stop:
                    yield Telling(begin, stop, LogEntry(clean(remark.logged)))


def _place(event: Event, setup: Setup, places: dict[int, int]) -> int:
    """Return the space of an event, or -1; record in `places` where it left its unit."""
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
            spaces = setup.board.jails[event.jail]
            places.pop(event.unit, None)
            return (spaces & -spaces).bit_length() - 1
        case Returned():
            places.pop(event.unit, None)
            return -1
        case Reckoned() | Died():
            return places.get(event.unit, -1)
        case _:
            return -1


_NAME_ROOM: Final = 7  # columns of the longest team name, with a gap


def recap_lines(news: Sequence[News], width: int) -> list[Line]:
    """Return a row for each event: the team in its colour, and what it does."""
    rows: list[Line] = []
    for one in news:
        name = team_name(one.seat) if one.seat >= 0 else ""
        first, *more = wrapped(one.text, width - _NAME_ROOM) or [()]
        look = f"seat{one.seat}" if one.seat >= 0 else ""
        rows.append(line(Span(name.ljust(_NAME_ROOM), look), *first))
        rows += [line(" " * _NAME_ROOM, *row) for row in more]
    return rows
