"""News since the last own turn, as short as possible.

Whoever asks says how units and teams are called: by signs on the screen, by names elsewhere.
"""

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
from deathdome.text.names import space_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup

NOBODY_DID: Final = -2
_OWN_DEEDS: Final = (Walked, Captured, Released)


class Called(NamedTuple):
    """Two functions that name units and teams."""

    unit: Callable[[int], str]
    team: Callable[[int], str]


def recap(events: Sequence[Event], setup: Setup, called: Called, seat: int = -1) -> str:
    """`&: &s takes q8; &w hits @g for 2`; '' when there is nothing to tell.

    What the units of `seat` did themselves is left out, with what came of it: its player knows.
    """
    unit_token, sign = called
    parts: list[str] = []
    walked: dict[int, int] = {}
    blame = _Blame()
    for event in events:
        blame.follow(event)
        if seat >= 0 and seat in (_doer(event), blame.of(event)):
            continue
        match event:
            case TurnBegan():
                parts.append(f"{sign(event.seat)}:")
            case Walked():
                walked[event.unit] = event.path[-1] if event.path else event.start
            case Captured():
                walked.pop(event.unit, None)
                who = unit_token(event.unit) if event.unit >= 0 else sign(event.seat)
                parts.append(f"{who} takes {space_name(setup, event.space)}")
            case Released():
                walked.pop(event.unit, None)
                parts.append("jail opened")
            case Reckoned():
                walked.pop(event.attacker, None)
                who = unit_token(event.attacker) if event.attacker >= 0 else "bugs"
                parts.append(f"{who} hits {unit_token(event.unit)} for {event.wounds}")
            case Died():
                parts.append(f"{unit_token(event.unit)} dies")
            case Incapacitated():
                parts.append(f"{unit_token(event.unit)} down")
            case _:
                pass
    for unit, space in walked.items():
        parts.append(f"{unit_token(unit)} to {space_name(setup, space)}")
    while parts and parts[-1].endswith(":"):
        parts.pop()  # a turn that has only begun
    return "; ".join(parts).replace(":;", ":")


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
        # What happened to the own team is news to it, whichever team caused it.
        return NOBODY_DID if doer == _team(event.unit) else doer


def _team(unit: int) -> int:
    return unit // UNITS_PER_TEAM if unit >= 0 else NOBODY_DID
