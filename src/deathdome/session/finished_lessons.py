"""File of finished lessons, next to the saved matches.

If it cannot be read, no lesson is marked; if it cannot be written, the mark is left out.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Final

from deathdome.content.toml_files import read_text
from deathdome.errors import ContentError
from deathdome.files import replace_file
from deathdome.folders import data_folder

if TYPE_CHECKING:
    from pathlib import Path

_FILE: Final = "lessons.json"
_KEY: Final = "finished"


def finished_lessons() -> frozenset[str]:
    """Return the names of the finished lessons, which are those of their files."""
    try:
        known = json.loads(read_text(_path(), _FILE))
    except (ContentError, ValueError, RecursionError):
        return frozenset()
    names = known.get(_KEY) if isinstance(known, dict) else None
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str))


def mark_finished(name: str) -> None:
    """Add a lesson."""
    names = sorted({*finished_lessons(), name})
    path = _path()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{json.dumps({_KEY: names})}\n".encode())


def _path() -> Path:
    return data_folder() / _FILE
