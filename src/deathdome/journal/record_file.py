"""One file that only this program writes, brought up to date by appending to it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from deathdome.files import locked, replace_and_open, write_all

if TYPE_CHECKING:
    from pathlib import Path

_UNKNOWN: Final = -1  # bytes in the file, when it may hold something else
_ATTEMPTS: Final = 100  # at a lock on a file that is replaced all the time


class RecordFile:
    """One file that only this program may write."""

    def __init__(self, path: Path) -> None:
        """Take the path without opening it."""
        self.path: Final = path
        self.size = _UNKNOWN  # bytes that this program has written, or read, and nothing else
        self._number: int | None = None
        self._appends = False  # the file is open for writing

    def lock(self) -> bool:
        """Lock an existing file, also one that cannot be written; False if another program has it.

        True as well if the file cannot be opened: reading it will say why.
        """
        for _ in range(_ATTEMPTS):
            number = self._opened()
            if number is None:
                break
            if not locked(number):
                os.close(number)
                return False
            self._number = number
            if self._is_mine():
                break
            # Another program replaced it before this one had the lock on the old file.
            self.close()
        return True

    def save(self, text: bytes | bytearray) -> None:
        """Make this the text of the file; the text still begins with the `size` bytes in it.

        Changes that another program made to the length or the name of the file are undone.

        Raises:
            OSError: the file cannot be written.
        """
        if self.size > len(text) or not self._as_left():
            self._rewrite(text)
        elif self.size < len(text):
            if self._appends:
                self._append(text)
            else:
                self._rewrite(text)

    def holds(self, text: bytes | bytearray) -> bool:
        """Return True if the file has exactly this text now."""
        if not self._as_left() or self.size != len(text):
            return False
        try:
            return self.path.read_bytes() == text
        except OSError:
            return False

    def forget(self) -> None:
        """Rewrite the file at the next save."""
        self.size = _UNKNOWN

    def close(self) -> None:
        """Release the file and its lock."""
        number, self._number = self._number, None
        if number is not None:
            with suppress(OSError):
                os.close(number)

    def _opened(self) -> int | None:
        """Open the file for reading and writing, or for reading only; None if neither works."""
        waiting = getattr(os, "O_NONBLOCK", 0)
        for self._appends, access in ((True, os.O_RDWR), (False, os.O_RDONLY)):
            with suppress(OSError):
                return os.open(self.path, access | waiting)
        return None

    def _is_mine(self) -> bool:
        """Return True if the open file is still at the path."""
        if self._number is None:
            return False
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._number), self.path.stat())
        return False

    def _as_left(self) -> bool:
        """Return True if the open file is still at the path, as long as this program left it."""
        if self._number is None or self.size == _UNKNOWN or not self._is_mine():
            return False
        with suppress(OSError):
            return os.fstat(self._number).st_size == self.size
        return False

    def _append(self, text: bytes | bytearray) -> None:
        assert self._number is not None
        try:
            os.lseek(self._number, self.size, os.SEEK_SET)
            write_all(self._number, bytes(text[self.size :]))
        except OSError:
            # Half of it may be there: cut it, or the next attempt appends it again.
            with suppress(OSError):
                os.ftruncate(self._number, self.size)
            raise
        self.size = len(text)

    def _rewrite(self, text: bytes | bytearray) -> None:
        """Replace the file by a new one, locked as well."""
        self.size = _UNKNOWN
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = replace_and_open(self.path, bytes(text), 0o600, locked)
        self.close()
        self._number, self._appends = number, True
        self.size = len(text)


def remove_unused(path: Path) -> bool:
    """Remove a file unless another program has locked it; True if it is gone."""
    file = RecordFile(path)
    try:
        if not file.lock():
            return False
        path.unlink()
    except OSError:
        return False
    finally:
        file.close()
    return True
