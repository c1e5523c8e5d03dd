"""What others did since the last own turn, as short as it can be said.

Whoever asks says how units and teams are called: by signs on the screen, by names elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import (
    Captured,
    Died,
    Incapacitated,
    Reckoned,
    Released,
    TurnBegan,
    Walked,
)
from deathdome.model.names import space_name
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Told
    from deathdome.model.state import Table

NOBODY_DID: Final = -2
_OWN_DEEDS: Final = (Walked, Captured, Released)


class Called(NamedTuple):
    """How somebody calls units and teams."""

    unit: Callable[[int], str]
    team: Callable[[int], str]


def recap(events: Sequence[Told], table: Table, called: Called, seat: int = -1) -> str:
    """`&: &s takes q8; &w hits @g for 2`; '' when there is nothing to tell.

    What the units of `seat` did themselves is left out: its player knows.
    """
    unit_token, sign = called
    parts: list[str] = []
    walked: dict[int, int] = {}
    for event in events:
        if _doer(event) == seat:
            continue
        match event:
            case TurnBegan():
                parts.append(f"{sign(event.seat)}:")
            case Walked():
                walked[event.unit] = event.path[-1] if event.path else event.start
            case Captured():
                walked.pop(event.unit, None)
                who = unit_token(event.unit) if event.unit >= 0 else sign(event.seat)
                parts.append(f"{who} takes {space_name(table, event.space)}")
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
        parts.append(f"{unit_token(unit)} to {space_name(table, space)}")
    while parts and parts[-1].endswith(":"):
        parts.pop()  # a turn that has only begun
    return "; ".join(parts).replace(":;", ":")


def _doer(event: Told) -> int:
    """The team whose unit did it; NOBODY_DID for what is nobody's deed."""
    if isinstance(event, Reckoned):
        unit = event.attacker
    elif isinstance(event, _OWN_DEEDS):
        unit = event.unit
    else:
        return event.seat if isinstance(event, TurnBegan) else NOBODY_DID
    return unit // UNITS_PER_TEAM if unit >= 0 else NOBODY_DID
