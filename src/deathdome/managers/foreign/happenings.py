"""Events as plain data: name and fields, in the words of the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.managers.foreign.sheets import outcome_sheet, place_text, team_text, who
from deathdome.model.actions import PUNCH
from deathdome.model.effects import Forbid, Modify, Permit
from deathdome.model.events import (
    Bought,
    Event,
    Outcome,
    Sold,
    TurnBegan,
)
from deathdome.model.wire import EVENTS
from deathdome.text.labels import lasting_words

if TYPE_CHECKING:
    from deathdome.managers.foreign.sheets import Sheet
    from deathdome.model.state import Setup

_UNITS: Final = frozenset({"unit", "target", "attacker", "other"})
_PLACES: Final = frozenset({"start", "end", "space"})
_SEATS: Final = frozenset({"seat", "before"})


def event_sheet(setup: Setup, event: Event) -> Sheet:
    """Return a visible event as a sheet."""
    wire = EVENTS[type(event)]
    sheet: Sheet = {"event": wire.words}
    for field, value in zip(wire.fields, wire.values(event), strict=True):
        sheet[field] = _plain(setup, event, field, value)
    return sheet


def _plain(setup: Setup, event: Event, name: str, value: Any) -> Any:
    """Return one field as plain data."""
    catalog = setup.catalog
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, Modify | Permit | Forbid):
        return lasting_words(value)
    if name in _UNITS and not isinstance(event, TurnBegan):  # its target is a number of cards
        return who(setup, value)
    if name == "units":
        return [who(setup, unit) for unit in value]
    if name in _PLACES:
        return place_text(setup, value)
    if name == "path":
        return [place_text(setup, space) for space in value]
    if name in _SEATS:
        return team_text(value)
    if name == "order":
        return [team_text(seat) for seat in value]
    if name == "jail":
        return setup.board.jail_names[value] if value >= 0 else ""
    if name == "item":
        return "punch" if value == PUNCH else catalog.items[value].id if value >= 0 else ""
    if name == "character":
        return catalog.characters[value].id
    if name == "card":
        cards = catalog.store_cards if isinstance(event, (Bought, Sold)) else catalog.power_cards
        return cards[value].id if value >= 0 else ""
    if name == "ability":
        return catalog.abilities[value].card
    if name == "token":
        return catalog.tokens[value].id
    if isinstance(value, Outcome):
        return outcome_sheet(value)
    return value
