"""News since your last turn: one short row an event, under the name of its team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import (
    AbilityUsed,
    Captured,
    CardPlayed,
    Died,
    Incapacitated,
    Pushed,
    Reckoned,
    Released,
    TurnBegan,
    TurnEnded,
    Walked,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.names import jail_name, space_name, team_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup
    from deathdome.text.convicts import Convicts

NOBODY_DID: Final = -2
_OWN_DEEDS: Final = (Walked, Captured, Released)


class News(NamedTuple):
    """One row: the team that acts, -1 for none, and what it does."""

    seat: int
    text: str

    @property
    def spoken(self) -> str:
        """The row as a line of plain mode."""
        return f"{team_name(self.seat)}: {self.text}." if self.seat >= 0 else f"{self.text}."


def recap(events: Sequence[Event], convicts: Convicts, seat: int = -1) -> list[News]:
    """Return `Oakes takes the m13 tower`, `Frost hits your Bly for 2` and so on, in order.

    Actions of the units of `seat` are left out, with their consequences: its player knows them.
    """
    return _Recap(convicts, seat).rows(events)


class _Recap:
    """The rows so far, and the last walk of every unit."""

    def __init__(self, convicts: Convicts, seat: int) -> None:
        self._convicts = convicts
        self._setup: Setup = convicts.setup
        self._seat = seat
        self._turn = -1
        self._rows: list[News] = []
        self._walks: dict[int, int] = {}
        self._last_hit = (NOBODY_DID, NOBODY_DID)  # attacker and target of the last row, if a hit

    def rows(self, events: Sequence[Event]) -> list[News]:
        """Return the rows of these events."""
        blame = _Blame()
        for event in events:
            blame.follow(event)
            if self._seat >= 0 and self._seat in (_doer(event), blame.of(event)):
                continue
            if isinstance(event, TurnBegan):
                self._end_walks()
                self._turn = event.seat
            else:
                self._take(event)
        self._end_walks()
        return self._rows

    def _take(self, event: Event) -> None:
        match event:
            case Walked(unit, start, path):
                self._walks[unit] = path[-1] if path else start
            case Captured(unit, seat, space):
                tower = space in self._setup.board.tower_centres
                name = space_name(self._setup, space)
                what = f"the {name} tower" if tower else name
                if unit >= 0:
                    self._add(unit, f"takes {what}")
                else:
                    self._rows.append(News(seat, f"takes {what} with a card"))
            case Released(unit, jail):
                frees = f"frees the {jail_name(self._setup, jail)}"
                if unit >= 0:
                    self._add(unit, frees)
                else:
                    self._rows.append(News(self._turn, f"{frees} with a card"))
            case Reckoned(attacker, unit, wounds=wounds):
                whom = self._whom(unit, attacker)
                self._add(attacker, f"hits {whom} for {wounds}" if wounds else f"misses {whom}")
                self._last_hit = (attacker, unit)
                return
            case Died(unit):
                attacker, target = self._last_hit
                if target == unit:
                    self._rows.pop()
                    self._add(attacker, f"kills {self._whom(unit, attacker)}")
                else:
                    self._add(unit, "dies")
            case Incapacitated(unit):
                self._add(unit, "is knocked down")
            case _:
                return
        self._last_hit = (NOBODY_DID, NOBODY_DID)

    def _add(self, unit: int, does: str) -> None:
        """Add what a unit does; unit -1 is a bug token."""
        self._walks.pop(unit, None)
        who = self._convicts.surname(unit) if unit >= 0 else "A bug token"
        self._rows.append(News(_team(unit) if unit >= 0 else -1, f"{who} {does}"))

    def _whom(self, unit: int, attacker: int) -> str:
        """Return 'your Oakes', "Blue's Frost", or 'Frost' if both are of one team."""
        name = self._convicts.surname(unit)
        if _team(unit) == self._seat:
            return f"your {name}"
        return name if _team(unit) == _team(attacker) else f"{team_name(_team(unit))}'s {name}"

    def _end_walks(self) -> None:
        """Add the walks that nothing followed."""
        for unit, space in tuple(self._walks.items()):
            self._add(unit, f"to {space_name(self._setup, space)}")


def _doer(event: Event) -> int:
    """Return the team whose unit did it; NOBODY_DID if no unit did."""
    if isinstance(event, Reckoned):
        unit = event.attacker
    elif isinstance(event, _OWN_DEEDS):
        unit = event.unit
    else:
        return event.seat if isinstance(event, TurnBegan) else NOBODY_DID
    return _team(unit)


class _Blame:
    """The team behind a death or a fall: the last to have hurt the unit, by the events."""

    def __init__(self) -> None:
        self._hurt_by: dict[int, int] = {}
        self._used_by = NOBODY_DID  # the team whose card or ability was the last thing to happen

    def follow(self, event: Event) -> None:
        """Take in the next event."""
        match event:
            case Reckoned():
                self._hurt_by[event.unit] = _doer(event)
                self._used_by = NOBODY_DID
            case CardPlayed():
                self._used_by = event.seat
            case AbilityUsed():
                self._used_by = _team(event.unit)
            case Pushed() if self._used_by != NOBODY_DID:
                self._hurt_by[event.unit] = self._used_by
            case TurnEnded():
                self._hurt_by.clear()
                self._used_by = NOBODY_DID
            case _:
                pass

    def of(self, event: Event) -> int:
        """Return the team that caused the death or fall of an enemy, or NOBODY_DID."""
        if not isinstance(event, Died | Incapacitated):
            return NOBODY_DID
        doer = self._hurt_by.get(event.unit, self._used_by)
        # What happened to its own team is news to it, whichever team caused it.
        return NOBODY_DID if doer == _team(event.unit) else doer


def _team(unit: int) -> int:
    return unit // UNITS_PER_TEAM if unit >= 0 else NOBODY_DID
