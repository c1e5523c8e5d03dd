"""Logs of managers that failed, in a file for each name."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from deathdome.errors import printable
from deathdome.folders import data_folder

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST: Final = 4 << 20  # bytes; a larger file is written from the start
_KEPT: Final = 100_000  # characters of one log


def log_file(name: str) -> Path:
    """Return the log file of a manager."""
    word = re.sub(r"[^A-Za-z0-9.=-]+", "-", name).strip("-.")[:80]
    return data_folder() / "logs" / f"{word or 'manager'}.log"


def keep_log(name: str, match: str, log: str) -> str:
    """Add a log to the file of a manager; return the path, or "" if there is nothing to add."""
    if not log:
        return ""
    path = log_file(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        anew = path.exists() and path.stat().st_size > _LARGEST
        with path.open("w" if anew else "a", encoding="utf-8", errors="replace") as file:
            file.write(f"-- {match}\n{log[-_KEPT:].rstrip()}\n")
        return printable(str(path))
    return ""
