"""Packs and board of a recorded match: the files that a record may have read.

A record may name any file. A path in it is read if the player has played with it before. Of all
other paths only the last name counts: a pack or board of that name is looked for among those named
on the command line and in the known folders.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.content.packs import MAX_FILES, load_packs, pack_files
from deathdome.content.toml_files import MAX_BYTES
from deathdome.content.words import printable, shown
from deathdome.errors import ContentError, RecordError, UsageError
from deathdome.files import FileError, is_there, path_problem, plain_bytes, replace_private_file
from deathdome.folders import at_home, data_folder, packs_folder
from deathdome.records.header import Pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deathdome.content.packs import Collection
    from deathdome.records.format import Record
    from deathdome.records.header import Header

BOARD_FILE = ".toml"  # ends a board that is a path; all others are ids


def packs_of(paths: Sequence[str]) -> tuple[Pack, ...]:
    """Return the packs at some paths with digests of their present content."""
    found = [at_home(path).absolute() for path in paths]
    return tuple(Pack(pack_digest(path), str(path)) for path in dict.fromkeys(found))


def pack_digest(path: Path) -> str:
    """Return sixteen hexadecimal digits of the files of a pack, which may have none."""
    summed = sha256()
    for file in sorted(_files_of(path))[:MAX_FILES]:
        summed.update(f"{file.relative_to(path).as_posix()}\n".encode(errors="replace"))
        try:
            summed.update(sha256(plain_bytes(file, MAX_BYTES)).digest())
        except FileError:
            continue  # loading the pack says what is wrong with it
    return summed.hexdigest()[:16]


def _files_of(path: Path) -> list[Path]:
    try:
        return pack_files(path)
    except UsageError:
        return [path]


def located(record: Record, named: Sequence[str] = ()) -> Record:
    """Return the record with the paths of its packs and board on this computer.

    `named` are paths of packs and boards from the command line. They are taken first, by digest or
    by name.

    Raises:
        RecordError: the record needs a pack or board that is in no known place; says which one and
            what to do.
    """
    header = record.header
    given = packs_of(named)
    packs = tuple(
        Pack(pack.digest, _place_of(pack.path, pack.digest, given, record)) for pack in header.packs
    )
    board = header.board
    if not header.start and board.endswith(BOARD_FILE):
        board = _place_of(board, "", given, record)
    return replace(record, header=replace(header, packs=packs, board=board), own=True)


def _place_of(path: str, digest: str, given: Sequence[Pack], record: Record) -> str:
    """Return the path of a record's pack (with a digest) or board file on this computer."""
    name = re.split(r"[\\/]", path.rstrip("\\/"))[-1]
    places = [pack for pack in given if digest and pack.digest == digest]
    places += [pack for pack in given if Path(pack.path).name == name]
    if places:
        return places[0].path
    if record.own or path in known_paths():
        return path
    for place in _known_places(name):
        if is_there(place):
            return str(place)
    kind, key = ("pack", "pack") if digest else ("board file", "board")
    raise RecordError(
        f'{record.place(key, digest)}: this match needs the {kind} "{shown(name)}", and not every '
        "path in a record is read: name it with --pack, or copy it to "
        f"{shown(str(packs_folder()), 200)}"
    )


def _known_places(name: str) -> Iterator[Path]:
    """Return the paths of a name in the folders that every record may use."""
    if name not in ("", ".", ".."):
        for folder in (packs_folder(), Path("packs").absolute()):
            yield folder / name


def collection_for(record: Record) -> Collection:
    """Load the cards and boards of a recorded match as they are now.

    Raises:
        RecordError: a pack is not there any more, or cannot be used any more.
    """
    packs = located(record).header.packs
    try:
        return load_packs([Path(pack.path) for pack in packs], in_progress=True)
    except (UsageError, ContentError) as error:
        digest = next((pack.digest for pack in packs if pack.path in str(error)), "")
        raise RecordError(
            f"{record.place('pack', digest)}: it is played with packs that cannot be used now: "
            f"{error}"
        ) from error


def paths_of(header: Header) -> list[str]:
    """Return the paths of the packs and the board file of a match."""
    board = [header.board] if header.board.endswith(BOARD_FILE) and not header.start else []
    return [*(pack.path for pack in header.packs), *board]


def changes(record: Record, collection: Collection) -> list[str]:
    """Return in words what has changed since the match began."""
    header = located(record).header
    found = [
        f"the pack {printable(pack.path)} has changed"
        for pack in header.packs
        if pack_digest(Path(pack.path)) != pack.digest
    ]
    if header.cards != collection.catalog.fingerprint:
        found.append("the cards have changed")
    return found


# -- files that the player has used ----------------------------------------------------------------

# A record's header is no reason to read a file: anyone may have written it.
KNOWN_FILE: Final = "known-packs.json"
MOST_KNOWN: Final = 500  # paths; the ones that were used last
_LARGEST: Final = 5_000_000  # bytes


def known_paths() -> tuple[str, ...]:
    """Return absolute paths, the last used at the end; none if the file cannot be read."""
    try:
        found = json.loads(plain_bytes(data_folder() / KNOWN_FILE, _LARGEST))
    except (FileError, ValueError, RecursionError):
        return ()
    paths = found if isinstance(found, list) else []
    return tuple(
        path
        for path in paths
        if isinstance(path, str) and not path_problem(path) and Path(path).is_absolute()
    )


def remember(paths: Iterable[str]) -> None:
    """Add the paths of a match. If the list cannot be written it stays as it is."""
    new = list(dict.fromkeys(paths))
    old = known_paths()
    if not new or old[-len(new) :] == tuple(new):
        return
    kept = [*(path for path in old if path not in new), *new][-MOST_KNOWN:]
    with suppress(OSError):
        replace_private_file(data_folder() / KNOWN_FILE, f"{json.dumps(kept, indent=1)}\n".encode())
