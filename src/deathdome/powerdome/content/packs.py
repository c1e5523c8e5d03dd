"""Packs: power files of a player, read together with the PowerTome.

A pack is a file with powers, allies or afflictions, or a folder with `powers/*.toml`. It is data
only: no code in it is run, and each problem is reported with file and line.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from deathdome.errors import ContentError, PackError, UsageError, printable
from deathdome.files import is_hidden
from deathdome.powerdome.content.entries import TomeFile
from deathdome.powerdome.content.tome_files import (
    bundled_files,
    bundled_tome,
    is_tome_text,
    read_file,
    tome_of,
)
from deathdome.toml.files import parse_toml, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.powerdome.model.tome import Tome

MAX_FILES: Final = 100
FOLDER: Final = "powers"


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack in use: its path, and the digest of its files."""

    path: str
    digest: str


def load_tome(paths: Sequence[Path] = ()) -> Tome:
    """Return the PowerTome with the powers of packs added, or in the place of its own.

    Raises:
        UsageError: there is no pack at a path.
        PackError: a pack has problems; the error lists every one.
    """
    if not paths:
        return bundled_tome()
    files = _files(paths)
    tome = tome_of([*bundled_files(), *files])
    if wrong := [line for file in files for line in file.problems()]:
        raise PackError(*wrong)
    return tome


def packs_of(paths: Sequence[Path]) -> list[Pack]:
    """Return the packs at paths with their digests, for the header of a record.

    Raises:
        UsageError: there is no pack at a path.
    """
    found = []
    for path in paths:
        summed = sha256()
        for file in pack_files(path):
            summed.update(sha256(_text(file).encode()).digest())
        found.append(Pack(str(path), summed.hexdigest()[:16]))
    return found


@dataclass(frozen=True, slots=True)
class Report:
    """Contents of a file, or its problems, a line each."""

    source: str
    lines: tuple[str, ...]
    ok: bool


def check_packs(paths: Sequence[Path]) -> list[Report]:
    """Return a report on each file; packs are checked together, as in a game.

    Raises:
        UsageError: there is no pack at a path.
    """
    files = _files(paths)
    tome_of([*bundled_files(), *files])
    reports = []
    for file in files:
        problems = file.problems()
        lines = problems or [f"ok {file.source}: {file.content()}"]
        reports.append(Report(file.source, tuple(lines), not problems))
    return reports


def pack_files(path: Path) -> list[Path]:
    """Return the power files of a pack.

    Raises:
        UsageError: there are none, or far too many.
    """
    named = printable(str(path))
    if path.is_dir():
        folder = path if path.name == FOLDER else path / FOLDER
        found = (
            sorted(one for one in folder.glob("*.toml") if not is_hidden(one.name))
            if folder.is_dir()
            else []
        )
        if not found:
            found = [one for one in sorted(path.glob("*.toml")) if holds_powers(one)]
    else:
        found = [path]
    if not found:
        raise UsageError(f"{named}: no powers there; a pack has {FOLDER}/NAME.toml")
    if len(found) > MAX_FILES:
        raise UsageError(f"{named}: {len(found)} files; the maximum is {MAX_FILES}")
    return found


def holds_powers(path: Path) -> bool:
    """Return True if a file, or a folder, is a pack of powers."""
    try:
        if path.is_dir():
            return path.name == FOLDER or (path / FOLDER).is_dir()
        source = printable(str(path))
        return is_tome_text(parse_toml(read_text(path, source), source))
    except (ContentError, OSError):
        return False


def _files(paths: Sequence[Path]) -> list[TomeFile]:
    files: dict[Path, TomeFile] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"{printable(str(path))}: no such file or folder")
        for found in pack_files(path):
            key = found.absolute()
            if key in files:
                continue
            file = files[key] = TomeFile(printable(str(found)))
            try:
                file.text = _text(found)
            except ContentError as error:
                file.broken = str(error)
                continue
            read_file(file)
    return list(files.values())


def _text(path: Path) -> str:
    return read_text(path, printable(str(path)))
