"""The compiled cards and boards of the game, in `data/compiled.json`.

Reading and checking the files takes longer than Textual's first frame; reading this file takes a
few milliseconds. It is data like the files: records and enums by name, of the kinds below. It
counts only while it has the digest of the files it was made from. A missing, old or damaged one is
ignored, and the files are compiled. `make docs` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from deathdome.bundled import data_folder
from deathdome.geometry.grid import Grid
from deathdome.model import catalog as cards
from deathdome.model import effects, vocabulary
from deathdome.model.board import Board
from deathdome.model.catalog import Catalog

if TYPE_CHECKING:
    from collections.abc import Callable

FILE: Final = "compiled.json"
_KINDS: Final[dict[str, Callable[..., Any]]] = {
    kind.__name__: kind
    for module in (cards, effects, vocabulary)
    for kind in vars(module).values()
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum))
} | {"Board": Board, "Grid": Grid, "dict": dict}
_DAMAGED: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
_GRID: Final = ("width", "height", "first_row")


def compiled_catalog() -> Catalog | None:
    """Return the catalog; None if the file is missing, old or damaged."""
    found = _part("catalog", "cards")
    return found if isinstance(found, Catalog) else None


def compiled_board(board: str) -> Board | None:
    """Return a board of the game by id; None if the file is missing, old or damaged."""
    found = _part("boards", board)
    return found if isinstance(found, Board) else None


def _part(section: str, name: str) -> object:
    """Return one compiled part of the file; None if there is none."""
    try:
        return _compiled(_file()[section][name])
    except _DAMAGED:
        return None


@cache
def _file() -> Any:
    """Return the parsed file, empty if it is old; raises one of `_DAMAGED`."""
    file = json.loads((data_folder() / FILE).read_bytes())
    return file if file["digest"] == _digest() else {}


def _digest() -> str:
    """Return the digest of all card and board files."""
    summed = sha256()
    folder = data_folder()
    for path in sorted([*folder.glob("cards/*.toml"), *folder.glob("boards/*.toml")]):
        summed.update(f"{path.name}\n".encode())
        summed.update(sha256(path.read_bytes()).digest())
    return summed.hexdigest()


def compiled_text(catalog: Catalog, boards: Mapping[str, Board]) -> str:
    """Return the content of the file for the catalog and the boards."""
    file = {
        "digest": _digest(),
        "catalog": {"cards": _plain(catalog)},
        "boards": {name: _plain(board) for name, board in boards.items()},
    }
    return json.dumps(file, ensure_ascii=False, indent=0) + "\n"


def _plain(value: Any) -> Any:
    """Return a value as JSON: a record as its kind and its fields without default values."""
    kind = type(value).__name__
    if isinstance(value, Enum):
        return {kind: value.value}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {"dict": [[key, _plain(part)] for key, part in value.items()]}
    if isinstance(value, Grid):
        return {kind: {name: getattr(value, name) for name in _GRID}}
    if is_dataclass(value):
        return {
            kind: {
                field.name: _plain(part)
                for field in fields(value)
                if field.init and (part := getattr(value, field.name)) != field.default
            }
        }
    return value


def _compiled(value: Any) -> Any:
    """Return the value that `_plain` wrote."""
    if isinstance(value, list):
        return tuple(map(_compiled, value))
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()
    kind = _KINDS[name]
    if isinstance(content, dict):
        return kind(**{name: _compiled(part) for name, part in content.items()})
    return kind(_compiled(content))
