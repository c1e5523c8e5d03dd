"""The very first start: found by the files that are missing, remembered once it was answered."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Final

from deathdome.files import replace_file
from deathdome.folders import data_folder
from deathdome.journal.results_file import results_path
from deathdome.records.peek import record_paths
from deathdome.settings import options_path

if TYPE_CHECKING:
    from pathlib import Path

_FILE: Final = "first-start.json"


def is_first_start() -> bool:
    """Return True if there are no options, results, records or lessons, and no answer yet."""
    files = (_path(), options_path(), results_path())
    if any(path.exists() for path in files) or record_paths():
        return False
    from deathdome.session.lesson import finished_lessons  # loads the rules

    return not finished_lessons()


def remember_answer(answer: str) -> None:
    """Write the answer, so that the question is not asked again; a full disk asks again."""
    path = _path()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{json.dumps({'answer': answer})}\n".encode())


def _path() -> Path:
    return data_folder() / _FILE
