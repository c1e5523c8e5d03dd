"""The file of a stage or study: a header with the settings, then one line a match.

An interrupted command resumes from its files and produces the same bytes. A file with other rules,
code or initial weights is refused: its matches would not fit the new ones.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from deathdome.arena.arena import Arena
from deathdome.arena.results_file import code_digest, header
from deathdome.errors import UsageError
from deathdome.files import FileError, MissingError, plain_bytes
from deathdome.run_file import MAX_BYTES, ResultsFileError, line, read_line
from deathdome.workers import interrupts_ignored, workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from io import BufferedRandom
    from pathlib import Path

FORMAT: Final = 1
MARK: Final = "deathdome tuning"
KEPT: Final = "kept"  # what a file keeps from its beginning in any case

Row: TypeAlias = dict[str, Any]


def study_head(study: str, **more: object) -> Row:
    """Return the settings of a study's matches between installed managers."""
    played = header(Arena(("random",)))
    known = {key: played[key] for key in ("version", "rules", "code")}
    return {MARK: FORMAT, **known, "stage": study, **more}


class Record:
    """The matches of a stage so far, and their file."""

    def __init__(self, path: Path, wanted: Row) -> None:
        """Resume the file, or start it. An incomplete last line is cut off.

        Raises:
            UsageError: the file is of something else; it is left untouched.
            ResultsFileError: it cannot be read or written, or was changed.
        """
        self.path = path
        self.rows: list[Row] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = plain_bytes(path, MAX_BYTES)
        except MissingError:
            content = b""
        except FileError as error:
            raise ResultsFileError(f"{path}: {error}") from error
        except OSError as error:
            raise ResultsFileError(f"{path}: cannot be read: {error.strerror}") from error
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and not line(wanted).encode().startswith(content):
            raise UsageError(f"{path} is no file of these matches; it was left as it is")
        first, *rest = whole.splitlines() if whole else [line(wanted).encode()]
        self.head = _checked(path, first, wanted)
        for number, text in enumerate(rest):
            row = read_line(text)
            if row.get("match") != number:
                raise ResultsFileError(
                    f"{path}:{number + 2}: this is not match {number}; the file was changed, so "
                    "it can't be resumed"
                )
            self.rows.append(row)
        try:
            self._file: BufferedRandom = path.open("r+b" if content else "w+b")
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
            if not whole:
                self._write(self.head)
        except OSError as error:
            raise ResultsFileError(f"{path}: cannot be written: {error.strerror}") from error

    def add(self, row: Mapping[str, object]) -> None:
        """Add the next match; it is in the file when this returns.

        Raises:
            ResultsFileError: it cannot be written; the command can be resumed from the file.
        """
        numbered = {"match": len(self.rows), **row}
        # Parse it again, so that a resumed run computes the same sums.
        self.rows.append(json.loads(line(numbered)))
        self._write(numbered)

    def _write(self, row: Row) -> None:
        try:
            self._file.write(line(row).encode())
            self._file.flush()
        except OSError as error:
            raise ResultsFileError(f"{self.path}: cannot be written: {error.strerror}") from error

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # reported when it was written
            self._file.close()


def each(
    function: Callable[..., Row], tasks: Sequence[tuple[object, ...]], jobs: int
) -> Iterator[Row]:
    """Yield a function's result for each task, in order, from so many processes."""
    if jobs == 1 or len(tasks) < 2:
        yield from (function(*task) for task in tasks)
        return
    from joblib import delayed

    with workers(jobs, code_digest) as parallel:
        with interrupts_ignored():
            results = parallel(delayed(function)(*task) for task in tasks)
        yield from results


def _checked(path: Path, text: bytes, wanted: Row) -> Row:
    """Return the header of a file if it has the settings."""
    found = read_line(text)
    if found.get(MARK) is None:
        raise UsageError(f"{path} is no file of these matches; it was left as it is")
    for key, value in json.loads(json.dumps(wanted)).items():
        if key != KEPT and found.get(key) != value:
            what = {
                "code": "other code of rules or managers",
                "rules": "other rules, cards or another board",
                "weights": "other weights to begin with",
            }.get(key, f"another setting ({key})")
            raise UsageError(
                f"{path} was played with {what}: {json.dumps(found.get(key))}, now "
                f"{json.dumps(value)}; it was left as it is, and another --folder begins anew"
            )
    return found
