"""The packs and the board of a recorded match: which files a record may have read.

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
from deathdome.content.toml_files import LARGEST
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
    """The packs at some paths with the digests of what is in them now."""
    found = [at_home(path).absolute() for path in paths]
    return tuple(Pack(pack_digest(path), str(path)) for path in dict.fromkeys(found))


def pack_digest(path: Path) -> str:
    """Sixteen hexadecimal digits of the files of a pack; of nothing if there are none."""
    summed = sha256()
    for file in sorted(_files_of(path))[:MAX_FILES]:
        summed.update(f"{file.relative_to(path).as_posix()}\n".encode(errors="replace"))
        try:
            summed.update(sha256(plain_bytes(file, LARGEST)).digest())
        except FileError:
            continue  # loading the pack says what is wrong with it
    return summed.hexdigest()[:16]


def _files_of(path: Path) -> list[Path]:
    try:
        return pack_files(path)
    except UsageError:
        return [path]


def located(record: Record, named: Sequence[str] = ()) -> Record:
    """The record with the paths at which its packs and its board may be read on this computer.

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
    """Where a pack (with a digest) or a board file of a record is on this computer."""
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
    """The paths that a name has in the folders that every record may use."""
    if name not in ("", ".", ".."):
        for folder in (packs_folder(), Path("packs").absolute()):
            yield folder / name


def collection_for(record: Record) -> Collection:
    """The cards and boards that a recorded match is played with, as they are now.

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
    """The paths of the packs and the board file that a match is played with."""
    board = [header.board] if header.board.endswith(BOARD_FILE) and not header.start else []
    return [*(pack.path for pack in header.packs), *board]


def changes(record: Record, collection: Collection) -> list[str]:
    """What has changed since the match began, in words."""
    header = located(record).header
    found = [
        f"the pack {printable(pack.path)} has changed"
        for pack in header.packs
        if pack_digest(Path(pack.path)) != pack.digest
    ]
    if header.cards != collection.catalog.fingerprint:
        found.append("the cards have changed")
    return found


# -- the files that the player has played with -----------------------------------------------------

# The header of a record is no reason to read a file: anybody may have written it.
KNOWN_FILE: Final = "known-packs.json"
MOST_KNOWN: Final = 500  # paths; the ones that were used last
_LARGEST: Final = 5_000_000  # bytes


def known_paths() -> tuple[str, ...]:
    """Absolute paths, the one used last at the end; none if the file cannot be read."""
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
    """Add paths that a match is played with. A list that cannot be written stays as it is."""
    new = list(dict.fromkeys(paths))
    old = known_paths()
    if not new or old[-len(new) :] == tuple(new):
        return
    kept = [*(path for path in old if path not in new), *new][-MOST_KNOWN:]
    with suppress(OSError):
        replace_private_file(data_folder() / KNOWN_FILE, f"{json.dumps(kept, indent=1)}\n".encode())
