"""Checks a pack: cards and boards that a player has made, in files of their own.

A pack is a card file, a board file, or a folder with `cards/*.toml` and `boards/*.toml`. It is data
only: nothing in it is run, and whatever is wrong in it is said, with file and line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.audit import audit
from deathdome.content.board_files import BoardTable, board_ids, board_of
from deathdome.content.card_files import Entry, entries_of
from deathdome.content.catalogs import bundled_entries
from deathdome.content.compile import compile_catalog
from deathdome.content.tables import (
    CharacterTable,
    FileTable,
    ItemTable,
    PowerTable,
    TokenTable,
    UnitTable,
)
from deathdome.content.toml_files import read_text, toml_of
from deathdome.content.toml_lines import line_of
from deathdome.errors import ContentError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.model.board import Board

MOST_FILES: Final = 200
_KINDS: Final = {
    ItemTable: "item",
    PowerTable: "power card",
    CharacterTable: "character",
    UnitTable: "registry unit",
    TokenTable: "token",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What is in a file of a pack, or what is wrong with it."""

    file: str
    text: str
    ok: bool
    line: int | None = None  # counted from 1; where an error is


@dataclass(slots=True)
class _File:
    """A file of a pack while it is being looked at."""

    path: Path
    folder: str  # "cards", "boards" or "": then what is in it tells
    text: str = ""
    entries: list[Entry] = field(default_factory=list)
    board: Board | None = None
    error: str = ""

    @property
    def name(self) -> str:
        return str(self.path)

    def fail(self, error: ContentError) -> None:
        """Keeps what is wrong; the name of the file is said beside it."""
        self.error = str(error).removeprefix(f"{self.name}: ")


def check_pack(path: Path) -> list[Finding]:
    """What was found, a finding a file, in the order in which the files are read.

    The cards are checked together with those of the game: an id or a name may be taken already.

    Raises:
        UsageError: there is nothing to check at this path.
    """
    files = [_File(found, folder) for pack in _packs(path) for found, folder in _files_of(pack)]
    if not files:
        raise UsageError(
            f"{path}: no card or board file there; a pack has cards/NAME.toml and boards/NAME.toml"
        )
    if len(files) > MOST_FILES:
        raise UsageError(f"{path}: {len(files)} files; the most is {MOST_FILES}")
    good = list(bundled_entries())
    boards: dict[str, str] = {}
    for file in files:
        try:
            _read(file)
        except ContentError as error:
            file.fail(error)
    for file in files:
        try:
            _check(file, good, files, boards)
        except ContentError as error:
            file.fail(error)
    return [_finding(file) for file in files]


def _packs(path: Path) -> list[Path]:
    """The path itself, or the packs that lie in a folder of packs."""
    try:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        if not path.is_dir() or _files_of(path):
            return [path]
        return sorted(inner for inner in path.iterdir() if inner.is_dir() and _files_of(inner))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error


def _files_of(path: Path) -> list[tuple[Path, str]]:
    """The files of one pack with the folder that tells their kind."""
    if not path.is_dir():
        return [(path, "")]
    folders = {"": path, "cards": path / "cards", "boards": path / "boards"}
    return [
        (found, path.name if name == "" and path.name in folders else name)
        for name, folder in folders.items()
        if folder.is_dir()
        for found in sorted(folder.glob("*.toml"))
    ]


def _read(file: _File) -> None:
    """Reads one file as what its folder or its content says it is.

    Raises:
        ContentError: it is neither cards nor a board, or not a good one.
    """
    file.text = read_text(file.path, file.name)
    document = toml_of(file.text, file.name)
    if not document:
        raise ContentError(f"{file.name}: empty; cards begin with [[card]], a board has a map")
    if file.folder == "boards" or (not file.folder and _is_board(document)):
        file.board = board_of(document, file.name)
        if file.board.id in board_ids():
            raise ContentError(f'{file.name}: id: "{file.board.id}" is a board of the game already')
    else:
        file.entries = entries_of(document, file.name)


def _is_board(document: dict[str, Any]) -> bool:
    """Whether more of the keys are those of a board than those of a card file."""
    return len(document.keys() & BoardTable.model_fields.keys()) > len(
        document.keys() & FileTable.model_fields.keys()
    )


def _check(file: _File, good: list[Entry], files: Sequence[_File], boards: dict[str, str]) -> None:
    """Whether a file goes with what is known to be good; then it is added to that.

    Raises:
        ContentError: it does not.
    """
    if file.error:
        return
    if file.board is not None:
        taken = boards.setdefault(file.board.id, file.name)
        if taken != file.name:
            raise ContentError(f'{file.name}: id: "{file.board.id}" is taken already by {taken}')
        return
    known = {entry.table.id for entry in (*good, *file.entries)}
    tokens = [
        entry
        for other in files
        for entry in other.entries
        if isinstance(entry.table, TokenTable) and entry.table.id not in known
    ]
    entries = [*good, *file.entries, *tokens]  # a card may leave a token of a later file
    audit(entries)
    compile_catalog(entries)
    good += file.entries


def _finding(file: _File) -> Finding:
    if file.error:
        return Finding(file.name, file.error, ok=False, line=line_of(file.text, file.error))
    if file.board is not None:
        return Finding(file.name, _board_words(file.board), ok=True)
    kinds = Counter(_KINDS[type(entry.table)] for entry in file.entries)
    words = (f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in kinds.items())
    return Finding(file.name, ", ".join(words), ok=True)


def _board_words(board: Board) -> str:
    seats = sorted(board.seatings)
    return (
        f'board "{board.id}", {board.grid.width}x{board.grid.height} spaces, '
        f"{' or '.join(map(str, seats))} seats, {len(board.points)} control points"
    )
