"""Replaces a file in one step: whoever reads it sees the old or the new one, even after a crash.

A lock keeps a file for one program alone, which `prepare` of `open_anew` may take.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Final

_locks: ModuleType | None
try:
    import fcntl as _locks
except ImportError:  # a system without such locks: two programs are not kept apart there
    _locks = None

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

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
