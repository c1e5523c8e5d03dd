"""Reads files that anybody may have written: plain ones, up to a size, without waiting for any."""

from __future__ import annotations

import errno
import os
import re
import stat
from codecs import getincrementaldecoder
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shlex import quote
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

LONGEST_PATH: Final = 4_096  # characters
_NO_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./-]")  # needs no quotes
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_MARK: Final = b"\xef\xbb\xbf"


class FileError(DeathdomeError):
    """A file cannot be read. Says why; the caller knows its name."""


class MissingError(FileError):
    """There is no such file."""


def plain_bytes(path: Path, most: int, *, start: int = 0) -> bytes:
    """The content of a plain file of up to `most` bytes.

    With `start`, up to that many bytes from its beginning (or, below 0, its end), however large the
    file is.

    Raises:
        MissingError: there is no such file.
        FileError: the file is no plain one, is too large, or cannot be read.
    """
    try:
        _must_be_plain(path.stat().st_mode)
        number = os.open(path, os.O_RDONLY | _NO_WAITING)
        try:
            there = os.fstat(number)
            _must_be_plain(there.st_mode)
            if not start and there.st_size > most:
                raise FileError(f"too large: the most is {most:,} bytes")
            if start < 0:
                os.lseek(number, max(0, there.st_size + start), os.SEEK_SET)
            with os.fdopen(number, "rb", closefd=False) as file:
                raw = file.read(abs(start) or most + 1)
        finally:
            os.close(number)
    except FileNotFoundError as error:
        raise MissingError(f"cannot be read: {error.strerror}") from error
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or type(error).__name__}") from error
    except ValueError as error:
        raise FileError(f"cannot be read: {path_problem(str(path))}") from error
    if len(raw) > most:
        raise FileError(f"too large: the most is {most:,} bytes")
    return raw


def _must_be_plain(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FileError("cannot be read: it is no plain file but a directory")
    if not stat.S_ISREG(mode):
        raise FileError("cannot be read: it is no plain file")


def files_below(folder: Path, ending: str) -> Iterator[Path]:
    """The paths in a folder and its folders with a name that ends so; hidden ones are skipped.

    Links to folders are not followed, and a folder that cannot be listed is passed over.
    """
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        for name in sorted(files):
            if name.endswith(ending) and not is_hidden(name):
                yield Path(at) / name


def is_hidden(name: str) -> bool:
    """Whether a file or folder of that name is no business of people: `.git`, `.#notes.toml`."""
    return name.startswith(".")


def is_there(path: Path) -> bool:
    """Whether something has this path, even a link to nowhere. Reading it says what it is."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def path_problem(text: str) -> str:
    """Why a text can be no path of a file; "" if it can be one."""
    if not text:
        return "a path cannot be empty"
    if len(text) > LONGEST_PATH:
        return f"a path has {LONGEST_PATH:,} characters at most"
    if "\0" in text:
        return "a path cannot have the character U+0000"
    try:
        os.fsencode(text)
    except UnicodeEncodeError as error:
        return f"a path cannot have the character U+{ord(text[error.start]):04X}"
    return ""


def shell_word(path: str) -> str:
    """A path as a line of a shell has it, on one line that can be shown.

    Characters that cannot be shown are spelled by printf, which every shell has. A shell drops line
    ends behind its output, so a path that ends in one is spelled as bash and zsh read it.
    """
    if path.isprintable():
        return quote(path)
    signs = map(chr, os.fsencode(path))
    spelled = "".join(sign if _PLAIN.fullmatch(sign) else f"\\{ord(sign):03o}" for sign in signs)
    return f"$'{spelled}'" if path.endswith("\n") else f"\"$(printf '{spelled}')\""


def encoding_problem(raw: bytes) -> str:
    """How a text is saved, and how it should be, if that keeps it from being read; else ""."""
    if raw.startswith(_UTF_16) and _is_utf_16(raw):
        return "it is saved as UTF-16: save it as plain UTF-8"
    if raw.startswith(_MARK):
        return "it begins with a byte order mark: save it as plain UTF-8, without one"
    return ""


def _is_utf_16(raw: bytes) -> bool:
    try:
        text = getincrementaldecoder("utf-16")().decode(raw)
    except UnicodeDecodeError:
        return False
    # With half a character at its end it may be anything, unless it begins as a text of ours.
    return not len(raw) % 2 or text[:1].isascii()


_locks: ModuleType | None
try:
    import fcntl as _locks
except ImportError:  # a system without such locks: two programs are not kept apart there
    _locks = None


PRIVATE: Final = 0o600  # of files with hands in them, or with the way to them
_ANYBODY: Final = 0o666  # as far as the system lets everybody read and write new files


def write_anew(path: Path, data: bytes) -> None:
    """Makes this all that is in a file; its folder has to be there.

    A link stays a link: people keep such files in a folder of their own and link them here. A file
    that was there keeps its mode.

    Raises:
        OSError: it cannot be written; then it is as it was.
    """
    os.close(open_anew(path, data))


def write_private(path: Path, data: bytes) -> None:
    """Makes this all that is in a file that only its owner may read; makes its folder, too.

    Raises:
        OSError: it cannot be written; then it is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(open_anew(path, data, PRIVATE, _keep_private))


def _keep_private(number: int) -> None:
    """Takes from others what an older version of the file let them do."""
    if hasattr(os, "fchmod"):
        with suppress(OSError):  # not every file system knows modes
            os.fchmod(number, PRIVATE)


def open_anew(
    path: Path,
    data: bytes,
    mode: int = _ANYBODY,
    prepare: Callable[[int], object] = lambda _number: None,
) -> int:
    """Does what `write_anew` does; the new file, open for more.

    `mode` is that of a file that was not there. `prepare` is called with the open file before
    anybody can find it.

    Raises:
        OSError: it cannot be written; then it is as it was.
    """
    target = _led_to(path)
    beside = target.with_name(f".{target.name}.{token_hex(4)}.new")
    number = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
    try:
        write_all(number, data)
        _take_mode(beside, target)
        os.fsync(number)
        prepare(number)
        beside.replace(target)
    except BaseException:
        os.close(number)
        with suppress(OSError):
            beside.unlink()
        raise
    _settle(target.parent)
    return number


def write_all(number: int, data: bytes) -> None:
    """Writes to an open file, however little it takes at once."""
    while data:
        data = data[os.write(number, data) :]


def locked(number: int) -> bool:
    """Lock a file for this program alone; False if another one has it."""
    if _locks is None:
        return True
    try:
        _locks.flock(number, _locks.LOCK_EX | _locks.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: better played than not
        return True
    return True


def _led_to(path: Path) -> Path:
    """The file itself, where the path is a link."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # it leads back to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


def _take_mode(beside: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        kept = stat.S_IMODE(target.stat().st_mode) & 0o777
        if kept != stat.S_IMODE(beside.stat().st_mode):  # not every file system knows modes
            beside.chmod(kept)


def _settle(folder: Path) -> None:
    """The new name of a file is on disk, too, where the system can promise that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
