"""Safe access to files: bounded reads of untrusted files, replacement in one step, locks."""

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

MAX_PATH: Final = 4_096  # characters
_NON_BLOCKING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./-]")  # needs no quotes
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_MARK: Final = b"\xef\xbb\xbf"


class FileError(DeathdomeError):
    """A file cannot be read. Says why; the caller knows its name."""


class MissingError(FileError):
    """There is no such file."""


def plain_bytes(path: Path, limit: int, *, start: int = 0) -> bytes:
    """Return the content of a regular file of up to `limit` bytes; never blocks.

    With `start`, return up to that many bytes from its beginning (or, below 0, its end), however
    large
    the file is.

    Raises:
        MissingError: there is no such file.
        FileError: it is not a regular file, is too large, or cannot be read.
    """
    try:
        _must_be_regular(path.stat().st_mode)
        number = os.open(path, os.O_RDONLY | _NON_BLOCKING)
        try:
            there = os.fstat(number)
            _must_be_regular(there.st_mode)
            if not start and there.st_size > limit:
                raise FileError(f"too large: the maximum is {limit:,} bytes")
            if start < 0:
                os.lseek(number, max(0, there.st_size + start), os.SEEK_SET)
            with os.fdopen(number, "rb", closefd=False) as file:
                raw = file.read(abs(start) or limit + 1)
        finally:
            os.close(number)
    except FileNotFoundError as error:
        raise MissingError(f"cannot be read: {error.strerror}") from error
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or type(error).__name__}") from error
    except ValueError as error:
        raise FileError(f"cannot be read: {path_problem(str(path))}") from error
    if len(raw) > limit:
        raise FileError(f"too large: the maximum is {limit:,} bytes")
    return raw


def _must_be_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise FileError("cannot be read: it is a directory, not a regular file")
    if not stat.S_ISREG(mode):
        raise FileError("cannot be read: it is not a regular file")


def files_below(folder: Path, ending: str) -> Iterator[Path]:
    """Yield the paths below a folder whose names have this suffix; hidden ones are skipped.

    Links to folders are not followed, and unreadable folders are skipped.
    """
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_hidden(name))
        for name in sorted(files):
            if name.endswith(ending) and not is_hidden(name):
                yield Path(at) / name


def is_hidden(name: str) -> bool:
    """Return True for names of hidden files and folders: `.git`, `.#notes.toml`."""
    return name.startswith(".")


def is_there(path: Path) -> bool:
    """Return True if the path exists, even as a broken link."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def path_problem(text: str) -> str:
    """Return why a text is not a valid path; "" if it is one."""
    if not text:
        return "a path cannot be empty"
    if len(text) > MAX_PATH:
        return f"a path has {MAX_PATH:,} characters at most"
    if "\0" in text:
        return "a path cannot have the character U+0000"
    try:
        os.fsencode(text)
    except UnicodeEncodeError as error:
        return f"a path cannot have the character U+{ord(text[error.start]):04X}"
    return ""


def shell_word(path: str) -> str:
    """Return a path quoted for a shell, as one printable line.

    Unprintable characters are spelled with printf, which every shell has. A shell drops line ends
    after
    its output, so a path that ends in one is spelled as bash and zsh read it.
    """
    if path.isprintable():
        return quote(path)
    signs = map(chr, os.fsencode(path))
    spelled = "".join(sign if _PLAIN.fullmatch(sign) else f"\\{ord(sign):03o}" for sign in signs)
    return f"$'{spelled}'" if path.endswith("\n") else f"\"$(printf '{spelled}')\""


def encoding_problem(raw: bytes) -> str:
    """Return the encoding that keeps a text from being read, with a remedy; else ""."""
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
    # With half a character at its end it may be anything, unless it begins like a text of the game.
    return not len(raw) % 2 or text[:1].isascii()


_locks: ModuleType | None
try:
    import fcntl as _locks
except ImportError:  # a system without such locks: two programs are not kept apart
    _locks = None


PRIVATE: Final = 0o600  # for files with hands in them, or with the means to find them
_PUBLIC: Final = 0o666  # subject to the umask


def replace_file(path: Path, data: bytes) -> None:
    """Replace the content of a file; its folder must exist.

    Readers see the old or the new content, even after a crash. A link stays a link: players keep
    such
    files elsewhere and link them. An existing file keeps its mode.

    Raises:
        OSError: it cannot be written; then it is unchanged.
    """
    os.close(replace_and_open(path, data))


def replace_private_file(path: Path, data: bytes) -> None:
    """Replace the content of a file that only its owner may read; create its folder if needed.

    Raises:
        OSError: it cannot be written; then it is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(replace_and_open(path, data, PRIVATE, _keep_private))


def _keep_private(number: int) -> None:
    """Remove the rights of others that an older version left."""
    if hasattr(os, "fchmod"):
        with suppress(OSError):  # some file systems have no modes
            os.fchmod(number, PRIVATE)


def replace_and_open(
    path: Path,
    data: bytes,
    mode: int = _PUBLIC,
    prepare: Callable[[int], object] = lambda _number: None,
) -> int:
    """Replace the content of a file like `replace_file`; return the open new file.

    `mode` applies to a file that did not exist. `prepare` is called with the open file before it
    has
    its name.

    Raises:
        OSError: it cannot be written; then it is unchanged.
    """
    target = _target_of(path)
    temporary = target.with_name(f".{target.name}.{token_hex(4)}.new")
    number = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
    try:
        write_all(number, data)
        _take_mode(temporary, target)
        os.fsync(number)
        prepare(number)
        temporary.replace(target)
    except BaseException:
        os.close(number)
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)
    return number


def write_all(number: int, data: bytes) -> None:
    """Write all data to an open file, in as many parts as needed."""
    while data:
        data = data[os.write(number, data) :]


def locked(number: int) -> bool:
    """Lock a file for this program alone; return False if another one has the lock."""
    if _locks is None:
        return True
    try:
        _locks.flock(number, _locks.LOCK_EX | _locks.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: play without one
        return True
    return True


def _target_of(path: Path) -> Path:
    """Return the target of a link, or the path itself."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # a link to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


def _take_mode(temporary: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        kept = stat.S_IMODE(target.stat().st_mode) & 0o777
        if kept != stat.S_IMODE(temporary.stat().st_mode):  # some file systems have no modes
            temporary.chmod(kept)


def _sync_folder(folder: Path) -> None:
    """Make the new name of a file durable if the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def append_line(path: Path, line: bytes) -> None:
    """Append a line in one write, on a line of its own even after a cut one."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, PRIVATE)
    try:
        locked(number)  # two programs may finish at once; appending is safe without, too
        size = os.lseek(number, 0, os.SEEK_END)
        if size and os.pread(number, 1, size - 1) != b"\n":
            line = b"\n" + line
        write_all(number, line)
        with suppress(OSError):  # not every file system can
            os.fsync(number)
    finally:
        os.close(number)
