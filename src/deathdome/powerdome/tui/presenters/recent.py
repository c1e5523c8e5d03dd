"""The last lines of the log, in the words of the game's setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import Revealed, RoundBegan
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.settings import wording
from deathdome.stage.text import Line, Span, line, text_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.text.log_lines import LogLine

_INDENT: Final = "   "
_ROUNDS: Final = 2  # whose events are looked at


def recent_rows(
    view: State,
    events: Sequence[Event],
    setting: str,
    width: int,
    most: int,
    you: int = ABSENT,
) -> list[Line]:
    """Return the last lines of the log that fit into `most` rows, the latest at the end.

    They are without rules: the page of the log has them.
    """
    found: list[Line] = []
    for one in reversed(log_of(view, _latest(events, _ROUNDS), setting, you)):
        rows = log_row(one._replace(rules=()), width)
        if len(found) + len(rows) > most:
            break
        found = [*rows, *found]
    return found


def log_of(view: State, events: Sequence[Event], setting: str, you: int = ABSENT) -> list[LogLine]:
    """Return the log of events; `you` is the seat of the reader, if there is only one."""
    narrator = Narrator(view.now.tome, character_names(view.now, view.seats), you)
    return log_lines(events, narrator, wording(setting))


def log_row(one: LogLine, width: int) -> list[Line]:
    """Return a line of the log in rows: its place is less bright."""
    rows = wrapped(str(one), width - len(_INDENT))
    shown: list[Line] = []
    start = f"R{one.round} {one.place}".strip() if one.round else ""
    for number, row in enumerate(rows):
        text = text_of(row)
        if number == 0 and text.startswith(start):
            shown.append(line(Span(start, "dim"), text[len(start) :]))
        else:
            shown.append(line(_INDENT, text) if number else row)
    return shown


def of_this_combat(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events since agility was shown in the open round; none before."""
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], Revealed):
            return events[at:]
        if isinstance(events[at], RoundBegan):
            break
    return ()


def _latest(events: Sequence[Event], rounds: int) -> Sequence[Event]:
    """Return the events of the last rounds; all before the first round."""
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], RoundBegan):
            rounds -= 1
            if rounds == 0:
                return events[at:]
    return events
