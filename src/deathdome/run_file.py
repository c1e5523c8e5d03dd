"""Results of a run in a file: a header with its settings, then one line for each block, in order.

An interrupted run resumes from its file. Its content does not depend on the machine or the time, so
the same settings produce the same bytes. The lines themselves belong to the game.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import DeathdomeError, UsageError, printable
from deathdome.files import (
    PRIVATE,
    FileError,
    MissingError,
    encoding_problem,
    locked,
    plain_bytes,
    shell_word,
)
from deathdome.seeds import read_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from io import BufferedRandom

MAX_SEED: Final = 2**128
MAX_BYTES: Final = 500_000_000  # bytes; a block has a few thousand
_MAX_HEADER: Final = 1_000_000  # bytes


class ResultsFileError(DeathdomeError):
    """A results file cannot be read or written. Names file and line."""


class RunFile:
    """The open file of a run; without a path the results stay in memory."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        """`header`: the settings of the run. Its first key is the kind, its last the secret."""
        self.header: Final = header
        self.blocks: list[Any] = []
        self.cut = 0  # bytes of an incomplete line that were cut off
        self._file: BufferedRandom | None = None

    def add(self, block: Any) -> None:
        """Add the next result; it is in the file when this returns.

        Raises:
            ResultsFileError: it cannot be written; the run can be resumed from the file.
        """
        self.blocks.append(block)
        if self._file is not None:
            try:
                self._file.write(line(block).encode())
                self._file.flush()
            except OSError as error:
                raise write_error(Path(self._file.name), error) from error

    def begin(self, path: Path) -> None:
        """Start the run in a new file.

        Raises:
            UsageError: the file exists already.
            ResultsFileError: it cannot be written.
        """
        check_place(path)
        try:
            path.touch(PRIVATE, exist_ok=False)  # the secret is in it
            self._open(path, b"", 0)
        except FileExistsError:
            raise exists_already(path) from None
        except (OSError, ValueError) as error:
            raise write_error(path, error) from error

    def resume(
        self,
        path: Path,
        read: Callable[[dict[str, Any], int], Any],
        other: Mapping[str, str],
        missing: Mapping[str, Any] | None = None,
    ) -> None:
        """Resume the run from its file, or start it if there is none.

        An incomplete last line, which an interrupted run leaves, is cut off. A file with other
        settings is left untouched. `read` checks the line of a block, by its number; `other` and
        `missing` are those of `check_header`.

        Raises:
            UsageError: the file has other settings, or is not a results file.
            ResultsFileError: it cannot be read or written, a line is not valid, or another program
                is playing the run.
        """
        if path.is_symlink():
            path = Path(os.path.realpath(path))
        check_place(path)
        try:
            content = plain_bytes(path, MAX_BYTES)
        except MissingError:
            self.begin(path)
            return
        except FileError as error:
            raise ResultsFileError(f"{printable(str(path))}: {error}") from error
        kept = self._read(path, content, read, other, missing or {})
        try:
            self._open(path, content, kept)
        except OSError as error:
            raise write_error(path, error) from error

    def _read(
        self,
        path: Path,
        content: bytes,
        read: Callable[[dict[str, Any], int], Any],
        other: Mapping[str, str],
        missing: Mapping[str, Any],
    ) -> int:
        """Read the blocks of a file; return the bytes of it that are kept."""
        kept, lines, self.cut = whole_lines(path, content, self.header, other, missing)
        for number, text in enumerate(lines):
            try:
                self.blocks.append(read(read_line(text), number))
            except ValueError as error:
                raise changed_line(path, number, error) from error
        return kept

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with suppress(OSError):  # reported when it was written
                self._file.close()

    def _open(self, path: Path, content: bytes, kept: int) -> None:
        self._file = path.open("r+b")
        continue_at(self._file, path, content, kept, self.header)


def continue_at(
    file: BufferedRandom, path: Path, content: bytes, kept: int, header: Mapping[str, Any]
) -> None:
    """Lock the open file of a run, and cut off everything after some bytes.

    The file must be as it was read. Without a whole line it gets its header.

    Raises:
        ResultsFileError: another program is playing the run.
    """
    if not locked(file.fileno()) or file.read() != content:
        with suppress(OSError):
            file.close()
        raise ResultsFileError(f"{printable(str(path))}: another program is playing this run")
    file.truncate(kept)
    file.seek(kept)
    if not kept:
        file.write(line(header).encode())
        file.flush()


def whole_lines(
    path: Path,
    content: bytes,
    header: Mapping[str, Any],
    other: Mapping[str, str],
    missing: Mapping[str, Any],
) -> tuple[int, list[bytes], int]:
    """Return the bytes of whole lines, these lines behind the header, and the bytes cut off.

    Raises:
        UsageError: the file has other settings, or is not a results file.
    """
    if saved := encoding_problem(content):
        raise UsageError(f"{printable(str(path))}: {saved}")
    complete = content[: content.rfind(b"\n") + 1]
    lines = complete.splitlines()
    # With an incomplete header nothing was played; it is written again with any secret.
    first_line = line(header).encode()
    secret_at = first_line.rindex(b'"secret"')
    cut = 0
    if lines or not first_line.startswith(content[:secret_at]):
        check_header(path, lines[0] if lines else content[:80], header, other, missing)
        cut = len(content) - len(complete)
    return len(complete), lines[1:], cut


def check_header(
    path: Path,
    text: bytes,
    wanted: Mapping[str, Any],
    other: Mapping[str, str],
    missing: Mapping[str, Any],
) -> None:
    """Check that a file has the settings of the run; the error names the difference.

    `other` has the words for a difference of some keys, `missing` the values of keys that older
    files lack.

    Raises:
        UsageError: it has other settings, or is not a results file.
    """
    found = {**missing, **read_line(text)}
    name = printable(str(path))
    if next(iter(wanted)) not in found:
        raise UsageError(f"{name} is not a file of the arena. The file is unchanged")
    for key, value in wanted.items():
        if found.get(key) != value:
            what = other.get(key, f"another setting ({key})")
            raise UsageError(
                f"{name} was played with {what}: {_short(found.get(key))}, now {_short(value)}; "
                "the file is unchanged. Start a new one with --out"
            )


def check_place(path: Path) -> None:
    """Check that a run can be kept there.

    Raises:
        UsageError: it is a folder.
    """
    if path.is_dir():
        raise UsageError(f"{printable(str(path))} is a folder; the name of a file in it is needed")


def seed_and_secret(
    path: Path, missing: Mapping[str, Any] | None = None
) -> tuple[int | None, bytes] | None:
    """Return the seed and the secret of the run in a file; None if it has none.

    The seed of a rated run is None. `missing` has the values of keys that older files lack.
    """
    try:
        begins = plain_bytes(path, MAX_BYTES, start=_MAX_HEADER)
        found = {**(missing or {}), **read_line(begins.partition(b"\n")[0])}
        secret = read_secret(found["secret"])
    except (FileError, KeyError, ValueError, TypeError):
        return None
    seed = found.get("seed", -1)
    fits = seed is None or (type(seed) is int and 0 <= seed < MAX_SEED)
    return (seed, secret) if fits else None


def line(value: object) -> str:
    """Return a line of the file as encodable text: a path may hold undecodable bytes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    return text.encode(errors="backslashreplace").decode()  # the escapes that JSON uses, too


def read_line(text: bytes) -> dict[str, Any]:
    """Parse a line as an object; empty if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write_error(path: Path, error: OSError | ValueError) -> ResultsFileError:
    """Return the error about a file that cannot be written."""
    reason = getattr(error, "strerror", None)
    if not reason:
        return ResultsFileError(f"{printable(str(path))}: cannot be written: not a path")
    return ResultsFileError(f"{printable(str(path))}: cannot be written: {reason}")


def exists_already(path: Path) -> UsageError:
    """Return the error about a new file that is there."""
    return UsageError(
        f"{printable(str(path))} exists already; resume it with --resume {shell_word(str(path))}, "
        "or choose another name"
    )


def changed_line(path: Path, number: int, error: ValueError) -> ResultsFileError:
    """Return the error about the line of a block, by its number from 0."""
    return ResultsFileError(
        f"{printable(str(path))}:{number + 2}: {printable(str(error))}; the file has changed, so "
        "the run can't be resumed"
    )


def _short(value: object) -> str:
    text = printable(json.dumps(value, ensure_ascii=True))
    return text if len(text) <= 60 else f"{text[:57]}..."
