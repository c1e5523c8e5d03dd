"""Packs: card and board files of a player.

A pack is a card file, a board file, or a folder with `cards/*.toml` and `boards/*.toml`. It is data
only: no code in it is run, and each problem is reported with file and line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.board_files import board_ids, parse_board
from deathdome.content.board_schema import BoardTable
from deathdome.content.card_checks import problems
from deathdome.content.card_files import Entry, entries_and_errors
from deathdome.content.card_schema import (
    CharacterTable,
    FileTable,
    ItemTable,
    PowerTable,
    TokenTable,
    UnitTable,
)
from deathdome.content.catalogs import bundled_entries, catalog_of
from deathdome.content.collection import Collection, bundled_collection
from deathdome.errors import (
    ContentError,
    PackError,
    UsageError,
    bounded,
    nearest,
    printable,
    without_file,
)
from deathdome.files import is_hidden
from deathdome.toml.files import Lines, parse_toml, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.model.board import Board

MAX_FILES: Final = 200
MAX_SHOWN: Final = 20  # errors of one file that are shown; the others are counted
_MAX_LINES: Final = 100  # errors of one file that get a line; the search is slow
_MAX_LENGTH: Final = 400  # characters of an error
_OF_POSITIONS: Final = {
    "turn",
    "units",
    "expect",
    "play",
    "then",
}  # keys of position files only
_KINDS: Final[dict[type[object], str]] = {
    ItemTable: "item",
    PowerTable: "power card",
    CharacterTable: "character",
    UnitTable: "registry unit",
    TokenTable: "token",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The content of a file of a pack, or one problem in it."""

    file: str
    text: str
    ok: bool
    line: int | None = None  # of the error, counted from 1

    def __str__(self) -> str:
        """Return a line of printable text: 'cards/mine.toml:3: card ...'."""
        line = "" if self.line is None else f"{self.line}:"
        return printable(bounded(f"{'ok ' if self.ok else ''}{self.file}:{line} {self.text}"))


@dataclass(slots=True)
class _File:
    """A file of a pack during the checks."""

    path: Path
    folder: str  # "cards", "boards" or "" (then the content decides)
    text: str = ""
    entries: list[Entry] = field(default_factory=list)
    broken_tokens: list[str] = field(default_factory=list)  # ids of tokens with errors
    board: Board | None = None
    errors: list[tuple[str, int]] = field(default_factory=list)  # and which card of that id

    @property
    def name(self) -> str:
        return str(self.path)

    def fail(self, *errors: str, nth: int = 1) -> None:
        """Record errors without the name of the file, which is printed separately."""
        self.errors += ((without_file(error, self.name), nth) for error in errors)


def load_packs(
    paths: Sequence[Path], *, ours: Sequence[Entry] = (), in_progress: bool = False
) -> Collection:
    """Load the cards and boards of the game and of packs, checked together.

    `ours`: an earlier set of the game's cards. `in_progress`: the match has begun, so names that a
    new match would refuse are accepted: its record spells them.

    Raises:
        UsageError: there is no pack at a path.
        PackError: a pack has problems; the error lists every one.
    """
    if not paths:
        return bundled_collection()
    files = _files_at_all(paths)
    entries = _examine(files, ours, in_progress=in_progress)
    wrong = [str(finding) for file in files if file.errors for finding in _findings(file)]
    if wrong:
        raise PackError(*wrong)
    boards = {file.board.id: file.board for file in files if file.board is not None}
    return Collection(catalog_of(entries), boards)


def check_packs(paths: Sequence[Path]) -> list[Finding]:
    """Return the content of each file, or all its problems.

    Findings come in the order of the files, in each by line; after MAX_SHOWN errors of a file the
    rest
    is counted. Packs are checked together and with the cards of the game, as in `load_packs`: an id
    or
    a name may be taken already.

    Raises:
        UsageError: there is nothing to check at a path.
    """
    files = _files_at_all(paths)
    _examine(files)
    return [finding for file in files for finding in _findings(file)]


def pack_files(path: Path) -> list[Path]:
    """Return the files of a pack, or of all packs in a folder.

    Raises:
        UsageError: there are none, or far too many.
    """
    return [file.path for file in _files_at(path)]


def _files_at_all(paths: Sequence[Path]) -> list[_File]:
    """Return the files at all paths, each once; raises like `_files_at`."""
    files: dict[Path, _File] = {}
    for path in paths:
        for file in _files_at(path):
            files.setdefault(file.path.absolute(), file)
    return [*files.values()]


def _files_at(path: Path) -> list[_File]:
    """Return the files at a path, unread.

    Raises:
        UsageError: there are none, or far too many.
    """
    named = printable(str(path))
    try:
        files = [_File(found, folder) for pack in _packs(path) for found, folder in _files_of(pack)]
    except OSError as error:
        raise UsageError(f"{named}: cannot be read: {error.strerror}") from error
    if not files:
        raise UsageError(
            f"{named}: no card or board file there; a pack has cards/NAME.toml and boards/NAME.toml"
        )
    if len(files) > MAX_FILES:
        raise UsageError(f"{named}: {len(files)} files; the maximum is {MAX_FILES}")
    return files


def _packs(path: Path) -> list[Path]:
    """Return the path itself, or the packs in a folder of packs."""
    if not path.exists() and not path.is_symlink():
        raise UsageError(f"{printable(str(path))}: no such file or folder")
    if not path.is_dir() or _files_of(path):
        return [path]
    return sorted(
        inner
        for inner in path.iterdir()
        if not is_hidden(inner.name) and inner.is_dir() and _files_of(inner)
    )


def _files_of(path: Path) -> list[tuple[Path, str]]:
    """Return the files of one pack, each with the folder that determines its kind."""
    if not path.is_dir():
        return [(path, "")]
    folders = {"": path, "cards": path / "cards", "boards": path / "boards"}
    return [
        (found, path.name if name == "" and path.name in folders else name)
        for name, folder in folders.items()
        if folder.is_dir()
        for found in sorted(folder.glob("*.toml"))
        if not is_hidden(found.name)
    ]


def _examine(
    files: Sequence[_File], ours: Sequence[Entry] = (), *, in_progress: bool = False
) -> list[Entry]:
    """Read the files, record their problems, and return the tables of the game and of all files.

    The files are checked together: one may take the id of another, or need its cards.
    """
    for file in files:
        try:
            _read(file, in_progress=in_progress)
        except ContentError as error:
            file.fail(*error.every)
    boards: dict[str, str] = {}
    for file in files:
        if file.board is not None:
            taken = boards.setdefault(file.board.id, file.name)
            if taken != file.name:
                file.fail(f'id: "{file.board.id}" is taken already by {taken}')
    entries = _merged_entries(files, ours or bundled_entries())
    broken = [token for file in files for token in file.broken_tokens]
    by_name = {file.name: file for file in files}
    for problem in problems(entries, broken, in_progress=in_progress):
        file = by_name[problem.entry.file]
        same = [entry for entry in file.entries if entry.place == problem.entry.place]
        nth = next(n for n, entry in enumerate(same, 1) if entry is problem.entry)
        file.fail(str(problem), nth=nth)
    return entries


def _merged_entries(files: Sequence[_File], ours: Sequence[Entry]) -> list[Entry]:
    """Return the tables of the game and of the files, replacements in the place of the replaced.

    So the others keep their numbers. A second replacement counts as a taken id.
    """
    entries = list(ours)
    places = {entry.table.id: place for place, entry in enumerate(entries)}
    known = tuple(places)
    for file in files:
        for entry in file.entries:
            place = places.get(entry.table.id) if entry.table.replaces else None
            if place is not None and _replaceable_kind(entries[place].table) == _replaceable_kind(
                entry.table
            ):
                entries[place] = entry
                del places[entry.table.id]
                continue
            entries.append(entry)
            if place is not None:
                text = f"that is a {_replaceable_kind(entries[place].table)} of the game"
                file.fail(f"{entry.place}, replaces: {text}")
            elif entry.table.replaces and entry.table.id not in known:
                hint = nearest(entry.table.id, known)
                file.fail(f"{entry.place}, replaces: the game has none of this id.{hint}")
    return entries


def _replaceable_kind(table: object) -> str:
    """Return the kind that a replacement must share with the replaced card."""
    kind = _KINDS[type(table)]
    return f"{table.deck.value} {kind}" if isinstance(table, ItemTable) else kind


def _read(file: _File, *, in_progress: bool) -> None:
    """Read one file as the kind that its folder or its content indicates.

    Raises:
        ContentError: it is neither cards nor a board, or not valid.
    """
    file.text = read_text(file.path, file.name)
    document = parse_toml(file.text, file.name)
    if all(kind in FileTable.model_fields and tables == [] for kind, tables in document.items()):
        raise ContentError(f"{file.name}: empty; cards begin with [[card]], a board has a map")
    if document.keys() & _OF_POSITIONS and not document.keys() & {"id", *FileTable.model_fields}:
        text = "a position file, neither cards nor a board; `deathdome position` runs it"
        raise ContentError(f"{file.name}: {text}")
    if file.folder == "boards" or (not file.folder and _is_board(document)):
        file.board = parse_board(document, file.name, in_progress=in_progress)
        if file.board.id in board_ids():
            raise ContentError(f'{file.name}: id: "{file.board.id}" is a board of the game already')
        return
    file.entries, errors = entries_and_errors(document, file.name)
    file.fail(*errors)
    if errors:
        file.broken_tokens = _ids(document.get("token"))


def _ids(tables: object) -> list[str]:
    """Return the ids of unchecked tables."""
    listed = tables if isinstance(tables, list) else []
    found = [table.get("id") for table in listed if isinstance(table, dict)]
    return [name for name in found if isinstance(name, str)]


def _is_board(document: dict[str, Any]) -> bool:
    """Return True if more keys belong to a board than to a card file."""
    return len(document.keys() & BoardTable.model_fields.keys()) > len(
        document.keys() & FileTable.model_fields.keys()
    )


def _findings(file: _File) -> Iterator[Finding]:
    if file.errors:
        lines = Lines(file.text)
        found = [(lines.of(error, nth), error) for error, nth in file.errors[:_MAX_LINES]]
        found.sort(key=lambda one: one[0] or 0)
        for line, error in found[:MAX_SHOWN]:
            yield Finding(file.name, _clipped(error), ok=False, line=line)
        if len(file.errors) > MAX_SHOWN:
            yield Finding(file.name, f"and {len(file.errors) - MAX_SHOWN} more", ok=False)
    elif file.board is not None:
        yield Finding(file.name, _board_words(file.board), ok=True)
    else:
        kinds = Counter(_KINDS[type(entry.table)] for entry in file.entries)
        words = (f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in kinds.items())
        yield Finding(file.name, ", ".join(words), ok=True)


def _clipped(text: str) -> str:
    """Cut the middle out of a long text: the place is at its beginning, the reason at its end."""
    half = _MAX_LENGTH // 2
    return printable(text if len(text) <= _MAX_LENGTH else f"{text[:half]} ... {text[-half:]}")


def _board_words(board: Board) -> str:
    seats = sorted(board.seatings)
    return (
        f'board "{board.id}", {board.grid.width}x{board.grid.height} spaces, '
        f"{' or '.join(map(str, seats))} seats, {len(board.points)} control points"
    )
