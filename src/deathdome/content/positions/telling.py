"""What a position file expects to be told: pieces of sentences, or events with fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.content.positions.comparing import Comparison
from deathdome.content.words import suggestion
from deathdome.errors import ContentError, NotationError
from deathdome.model.actions import PUNCH
from deathdome.model.spelling import (
    TEAMS,
    parse_card,
    parse_jail,
    parse_space,
    parse_store_card,
    parse_token,
    parse_unit,
)
from deathdome.model.wire import EVENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.content.positions.playing import Play
    from deathdome.content.positions.schema import EventExpected, Expected
    from deathdome.model.events import Told
    from deathdome.model.state import Table
    from deathdome.model.wire import Wire

_KNOWN: Final = {wire.words: wire for wire in EVENTS.values()}
_UNITS: Final = ("unit", "target", "attacker", "other")
_SPACES: Final = ("space", "start", "end")
_SHOWN: Final = 14  # sentences shown when one is missing


class Telling(Comparison):
    """Compares what was told."""

    def __init__(self, play: Play, name: str, tell: Callable[[Told, Table], str]) -> None:
        super().__init__(play, name)
        self.told: Final[Sequence[Told]] = play.told[play.since :]
        self._tell: Final = tell

    def check(self, expected: Expected) -> None:
        """Everything that is said about events: these in this order, those not at all."""
        at = 0
        for number, wanted in enumerate(expected.events, 1):
            place = self._next(wanted, f"events {number}", at)
            if place < 0:
                after = f" after {_line(expected.events[number - 2])}" if number > 1 else ""
                said = self._sentences()
                self.differ(f"events {number}", f"{_line(wanted)} told{after}", f"told: {said}")
                break
            at = place + 1
        for number, wanted in enumerate(expected.not_told, 1):
            place = self._next(wanted, f"not_told {number}", 0)
            if place >= 0:
                said = self._tell(self.told[place], self.table)
                self.differ(f"not_told {number}", f"{_line(wanted)} not told", said)

    def _sentences(self) -> str:
        said = [self._tell(event, self.table) for event in self.told]
        return " | ".join(said[-_SHOWN:]) or "nothing"

    def _next(self, wanted: str | EventExpected, name: str, at: int) -> int:
        """Place of the first event from `at` on that is meant, or -1."""
        if isinstance(wanted, str):
            piece = _plain(wanted)
            for place in range(at, len(self.told)):
                if piece in _plain(self._tell(self.told[place], self.table)):
                    return place
            return -1
        wire, values = self._meant(wanted, name)
        for place in range(at, len(self.told)):
            event = self.told[place]
            if type(event) is wire.kind and all(
                _found(wire, event, field) == value for field, value in values.items()
            ):
                return place
        return -1

    def _meant(self, wanted: EventExpected, name: str) -> tuple[Wire[Told], dict[str, Any]]:
        """The kind of an event and the values that its fields must have."""
        word = wanted.event.lower().replace("-", " ").replace("_", " ")
        where = f"{self.shown}: {self.name}.{name}"
        if word not in _KNOWN:
            raise ContentError(f'{where}: no event "{wanted.event}".{suggestion(word, _KNOWN)}')
        wire = _KNOWN[word]
        known = (*wire.fields, "end") if "path" in wire.fields else wire.fields
        values = {}
        for field, value in (wanted.model_extra or {}).items():
            if field not in (*known, "team"):
                hint = suggestion(field, known)
                raise ContentError(f'{where}: {word} has no field "{field}".{hint}')
            real = "seat" if field == "team" and "seat" in known else field
            try:
                values[real] = self._value(real, value)
            except NotationError as error:
                raise ContentError(f"{where}: {field}: {error}") from error
        return wire, values

    def _value(self, field: str, value: Any) -> Any:
        """A value as the event has it."""
        if isinstance(value, list):
            return tuple(self._value(field.removesuffix("s"), one) for one in value)
        if not isinstance(value, str):
            return value
        table = self.table
        if value in ("nobody", "none"):
            return -1
        if field in _UNITS:
            return parse_unit(table, value)
        if field in _SPACES or field == "path":
            return self._space(value)
        if field in ("seat", "order", "team", "before"):
            return TEAMS.index(value.lower()) if value.lower() in TEAMS else value
        if field == "item":
            return PUNCH if value == "punch" else parse_store_card(table, value)
        if field == "card":
            try:
                return parse_card(table, value)
            except NotationError:
                return value
        if field == "jail":
            return parse_jail(table, value)
        return parse_token(table, value) if field == "token" else value

    def _space(self, value: str) -> int:
        return parse_space(self.table, value)


def _found(wire: Wire[Told], event: Told, field: str) -> object:
    """A field of an event; the end of a path is its last space."""
    if field not in wire.fields:
        path: Any = wire.value(event, "path")
        return path[-1]
    return wire.value(event, field)


def _plain(text: str) -> str:
    return " ".join(text.lower().rstrip(".").split())


def _line(wanted: str | EventExpected) -> str:
    if isinstance(wanted, str):
        return f'"{wanted}"'
    said = ", ".join(f"{field} {value}" for field, value in (wanted.model_extra or {}).items())
    return f"{wanted.event}{f' ({said})' if said else ''}"
