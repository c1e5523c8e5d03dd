"""The results file of both games: one line of JSON for each finished game of a person.

No clean-up deletes it. A line that cannot be read is skipped and stays in the file
(docs/results.md).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from deathdome.files import FileError, MissingError, plain_bytes
from deathdome.folders import data_folder

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = 1
_FILE: Final = "results.jsonl"
_MAX_BYTES: Final = 64 * 2**20  # read from the end of the file; some 150,000 matches


def results_path() -> Path:
    """Return the path of the file, which may not exist yet."""
    return data_folder() / _FILE


def lines_of(path: Path) -> tuple[list[dict[str, Any]], int]:
    """Return the lines of this format, oldest first, and the number of the other lines.

    A file that is missing has none; one that cannot be read counts as a line.
    """
    try:
        raw = plain_bytes(path, _MAX_BYTES, start=-_MAX_BYTES)
    except MissingError:
        return [], 0
    except FileError:
        return [], 1
    texts = [line for line in raw.split(b"\n") if line.strip()]
    lines = [found for line in texts if (found := _object_in(line)) is not None]
    return lines, len(texts) - len(lines)


def _object_in(line: bytes) -> dict[str, Any] | None:
    """Return the object of a line; None if it is none, or of a newer format."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not _is_format(found.get("format")):
        return None
    return found


def _is_format(number: object) -> bool:
    return type(number) is int and number == FORMAT
