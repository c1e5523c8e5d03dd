"""Teams as they were at each event: characters come and go in the store (CHAR).

A sentence names units by the table, and the table of a running match knows only the present.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.catalog import VACANT
from deathdome.model.events import Bought, Dealt, Sold
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Character
    from deathdome.model.events import Event
    from deathdome.model.state import Setup


class Stretch(NamedTuple):
    """Events `first` up to but not including `end`, and the table as it was then."""

    first: int
    end: int
    setup: Setup


def stretches(events: Sequence[Event], setup: Setup) -> list[Stretch]:
    """Split events wherever a character joins or leaves a team.

    `events` begin with the dealing of the teams; without one there is a single stretch with the
    table as it is.
    """
    if not any(isinstance(event, Dealt) for event in events):
        return [Stretch(0, len(events), setup)]
    characters, items = setup.catalog.characters, len(setup.catalog.items)
    units = [VACANT] * len(setup.units)
    waiting: list[list[Character]] = [[] for _ in range(setup.seats)]
    found: list[Stretch] = []
    first = 0
    for number, event in enumerate(events):
        if isinstance(event, Dealt):
            if units[event.unit] != VACANT:  # in place of one that was auctioned off
                found.append(Stretch(first, number, replace(setup, units=tuple(units))))
                first = number
            units[event.unit] = characters[event.character]
        elif isinstance(event, Bought | Sold) and event.card >= items:
            found.append(Stretch(first, number, replace(setup, units=tuple(units))))
            first = number
            change = _join if isinstance(event, Bought) else _leave
            change(units, event.seat, characters[event.card - items], waiting[event.seat])
    found.append(Stretch(first, len(events), replace(setup, units=tuple(units))))
    return found


def _join(units: list[Character], seat: int, who: Character, waiting: list[Character]) -> None:
    """Fill a vacant place, or let the character wait for one."""
    first = seat * UNITS_PER_TEAM
    team = units[first : first + UNITS_PER_TEAM]
    if VACANT in team:
        units[first + team.index(VACANT)] = who
    else:
        waiting.append(who)


def _leave(units: list[Character], seat: int, who: Character, waiting: list[Character]) -> None:
    """Give the vacant place to the next waiting character."""
    if who in waiting:
        waiting.remove(who)
        return
    first = seat * UNITS_PER_TEAM
    place = units.index(who, first, first + UNITS_PER_TEAM)
    units[place] = waiting.pop(0) if waiting else VACANT
