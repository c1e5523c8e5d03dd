"""The packs and board files that the player has played with.

A record may have the program read these again. The header of a record is no reason to read a file:
anybody may have written it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.files import FileError, path_problem, plain_bytes
from deathdome.folders import data_folder
from deathdome.replacing import write_private

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE: Final = "known-packs.json"
MOST: Final = 500  # paths; the ones that were used last
_LARGEST: Final = 5_000_000  # bytes


def known_paths() -> tuple[str, ...]:
    """Absolute paths, the one used last at the end; none if the file cannot be read."""
    try:
        found = json.loads(plain_bytes(data_folder() / FILE, _LARGEST))
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
    kept = [*(path for path in old if path not in new), *new][-MOST:]
    with suppress(OSError):
        write_private(data_folder() / FILE, f"{json.dumps(kept, indent=1)}\n".encode())
