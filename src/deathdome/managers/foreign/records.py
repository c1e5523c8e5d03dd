"""Records of the game as plain data and back, for managers written in Python.

A message can name only the classes listed here, and they are only built.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, get_args

from deathdome.errors import ManagerError
from deathdome.geometry.grid import Grid
from deathdome.model import vocabulary
from deathdome.model.board import Board
from deathdome.model.catalog import (
    Ability,
    Catalog,
    Character,
    Item,
    Limit,
    Pick,
    PowerCard,
    Ratings,
    Token,
    Weapon,
)
from deathdome.model.decisions import Question
from deathdome.model.effects import Condition, Effect
from deathdome.model.events import Outcome, Standing
from deathdome.model.ruleset import Ruleset
from deathdome.model.series import MatchResult, Series
from deathdome.model.state import PlacedToken, Timed
from deathdome.model.wire import EVENTS, FRAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.match.protocol import Request
    from deathdome.model.wire import Wire

_KEY: Final = "~"  # which class
_OF: Final = "of"  # its fields
_MAP: Final = "map"
_SET: Final = "set"
_GRID: Final = "grid"
_WIRES: Final[dict[type, Wire[Any]]] = {**FRAMES, **EVENTS}
_BY_NAME: Final = {wire.name: wire for wire in _WIRES.values()}
# Of the same version at both ends, so the names of the classes do.
_RECORDS: Final[tuple[type, ...]] = (
    *get_args(Effect),
    *(Ability, Board, Catalog, Character, Condition, Item, Limit, MatchResult, Outcome, Pick),
    *(PlacedToken, PowerCard, Ratings, Ruleset, Series, Standing, Timed, Token, Weapon),
)
_WORDS: Final[tuple[type[Enum], ...]] = (
    Question,
    *(
        kind
        for kind in vars(vocabulary).values()
        if isinstance(kind, type) and issubclass(kind, Enum) and kind.__module__.endswith("ulary")
    ),
)
_KNOWN: Final[dict[str, type]] = {kind.__name__: kind for kind in (*_RECORDS, *_WORDS)}


def _names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a record, in order."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind) if field.init)
    return tuple(kind._fields)


_FIELDS: Final = {kind: _names(kind) for kind in _RECORDS}


def plain(value: Any) -> Any:
    """Return a record as JSON data."""
    kind = type(value)
    if value is None or kind in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return {_KEY: kind.__name__, _OF: value.value}
    wire = _WIRES.get(kind)
    if wire is not None:
        return {_KEY: wire.name, _OF: [plain(part) for part in wire.values(value)]}
    if _KNOWN.get(kind.__name__) is kind:
        return {_KEY: kind.__name__, _OF: [plain(getattr(value, name)) for name in _FIELDS[kind]]}
    if kind in (tuple, list):
        return [plain(part) for part in value]
    if kind in (dict, MappingProxyType):
        return {_KEY: _MAP, _OF: [[plain(key), plain(part)] for key, part in value.items()]}
    if kind is frozenset:
        return {_KEY: _SET, _OF: [plain(part) for part in sorted(value)]}
    if kind is Grid:
        return {_KEY: _GRID, _OF: [value.width, value.height, value.first_row]}
    raise ManagerError(f"{kind.__name__} is not a record of the game")


def record(value: Any) -> Any:
    """Return the record of such data; the inverse of `plain`.

    Raises:
        ManagerError: the data do not describe a record.
    """
    if isinstance(value, list):
        return tuple(record(part) for part in value)
    if not isinstance(value, dict):
        return value
    name, parts = value.get(_KEY), value.get(_OF)
    special = _SPECIAL.get(name) if isinstance(name, str) else None
    if special is not None:
        return special(parts)
    wire = _BY_NAME.get(name) if isinstance(name, str) else None
    if wire is not None:
        return wire.record(record(parts))
    kind = _KNOWN.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ManagerError(f"{name!r} is not a record of the game")
    if issubclass(kind, Enum):
        return kind(parts)
    return kind(**dict(zip(_FIELDS[kind], record(parts), strict=True)))


_SPECIAL: Final[dict[str, Callable[[Any], Any]]] = {
    _MAP: lambda parts: {record(key): record(part) for key, part in parts},
    _SET: lambda parts: frozenset(record(parts)),
    _GRID: lambda parts: Grid(*parts),
}


def digest(request: Request) -> str:
    """Return a digest of everything in a question; '' if it can no longer be computed.

    The same before and after unless the manager has changed it.
    """
    with suppress(Exception):
        seen = request.seen
        parts = [getattr(seen, name) for name in seen.__slots__ if name not in ("setup", "gear")]
        text = f"{plain(parts)}{request.options}{seen.gear}{seen.setup.units}{seen.setup.ruleset}"
        return sha256(text.encode()).hexdigest()
    return ""
