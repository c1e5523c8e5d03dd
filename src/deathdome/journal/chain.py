"""The marks of a record: each covers every byte of the file before it.

A mark ends a line, as in `red: walk k5 #1f0c2b3a`. So no line of a record can be changed, removed,
added or moved without every mark from there on being wrong. There is no key in it: the owner of a
file can compute new marks for another match (docs/saves.md).
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

CLOSED: Final = "closed"  # says that nothing follows
_BEFORE: Final = b" #"
_DIGITS: Final = 8
_CLOSING_DIGITS: Final = 16
_MARK: Final = re.compile(r"(.*) #[0-9a-f]{8}")


class Chain:
    """Marks of the lines of one record, written or checked in order."""

    def __init__(self, before: bytes | bytearray = b"") -> None:
        """Start after all bytes of the file before the next line."""
        self._sum = sha256(before)

    def marked(self, line: str) -> bytes:
        """Return the line with its mark and line end."""
        text = line.encode()
        self._sum.update(text)
        rest = b"%s%s\n" % (_BEFORE, self._mark(_DIGITS))
        self._sum.update(rest)
        return text + rest

    def closing(self) -> bytes:
        """Return the line that closes a record."""
        line = f"{CLOSED}: ".encode() + self._mark(_CLOSING_DIGITS) + b"\n"
        self._sum.update(line)
        return line

    def holds(self, line: bytes) -> bool:
        """Return True if the mark of a line is right; the line has its line end."""
        text, before, mark = line.rpartition(_BEFORE)
        self._sum.update(text)
        right = bool(before) and mark == self._mark(_DIGITS) + b"\n"
        self._sum.update(before + mark)
        return right

    def closes(self, line: bytes) -> bool:
        """Return True if this is the line that closes the record."""
        right = line == f"{CLOSED}: ".encode() + self._mark(_CLOSING_DIGITS) + b"\n"
        self._sum.update(line)
        return right

    def _mark(self, digits: int) -> bytes:
        return self._sum.hexdigest()[:digits].encode()


def unmarked(line: str) -> str:
    """Return the line without its mark and line end."""
    line = line.rstrip("\r")
    found = _MARK.fullmatch(line)
    return found[1] if found else line
