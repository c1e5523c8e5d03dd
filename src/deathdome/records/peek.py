"""Cheap looks at saved matches: read only the end or the head of a record.

The library reads whole records, and loads the rules for that. The title screen waits for neither.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.files import FileError, plain_bytes
from deathdome.folders import matches_folder

if TYPE_CHECKING:
    from pathlib import Path

ENDING: Final = ".match"  # of the name of a record
# The last line of a finished match. In a record with marks a closing line follows.
_LAST: Final = re.compile(rb"closed: .*|end: (?!.* #[0-9a-f]{8}$).*")
_COSMETIC: Final = re.compile(rb"^cosmetic: ([0-9]{1,20})\r?$", re.MULTILINE)
_HEAD: Final = 4096  # bytes; the line of the cosmetic seed is in them
_TAIL: Final = 4096  # bytes; the last line of a record is shorter


def any_unfinished(folder: Path | None = None) -> bool:
    """Return True if a record in the folder has no result; it may still be unusable."""
    return any(not _has_ended(path) for path in record_paths(folder))


def record_paths(folder: Path | None = None) -> list[Path]:
    """Return the paths in a folder that are named like records; [] if it cannot be listed."""
    try:
        return [
            path
            for path in (folder or matches_folder()).iterdir()
            if path.name.endswith(ENDING) and not path.name.startswith(".")
        ]
    except OSError:
        return []


def recent_cosmetic_seeds(number: int, folder: Path | None = None) -> list[int]:
    """Return the cosmetic seeds of the matches played last, as far as their records name one."""
    found: list[int] = []
    for path in sorted(record_paths(folder), key=_changed)[::-1][:number]:
        try:
            seed = _COSMETIC.search(plain_bytes(path, _HEAD, start=0))
        except FileError:
            continue
        if seed is not None:
            found.append(int(seed[1]))
    return found


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _has_ended(path: Path) -> bool:
    try:
        lines = plain_bytes(path, _TAIL, start=-_TAIL).split(b"\n")
    except FileError:  # no match can be resumed from it
        return True
    # Text after the last line break was cut off while it was written.
    return len(lines) > 1 and _LAST.fullmatch(lines[-2].rstrip(b"\r")) is not None
