"""The line of every key and list member of a TOML text."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]  # keys and places in lists: ("power", 3, "effect", 0, "on")

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_GAP: Final = re.compile(r"[ \t]*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_TEXT: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}" + r"""|"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'""",
    re.DOTALL,
)
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")


class Places:
    """Finder of lines in a text that is valid TOML.

    Used for errors, which name the deepest place that the text has: a missing key is reported at
    its table.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def line(self, path: Path) -> int:
        """Return the line of a place, from 1, or of the nearest place around it."""
        while path:
            if path in self._offsets:
                return self._text.count("\n", 0, self._offsets[path]) + 1
            path = path[:-1]
        return 1

    @cached_property
    def _offsets(self) -> dict[Path, int]:
        scanner = _Scanner(self._text)
        with suppress(IndexError, RecursionError):  # no TOML, or too deep
            scanner.document()
        return scanner.offsets


class _Scanner:
    """One pass over a text; `at` is the place of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.offsets: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}  # members of lists of tables

    def document(self) -> None:
        """Read all tables of the text."""
        table: Path = ()
        while self.skip(_BLANK) < len(self.text):
            start = self.at
            if self.text.startswith("[", start):
                listed = self.text.startswith("[[", start)
                self.at += 2 if listed else 1
                table = self._header(self.key(), listed=listed)
                for length in range(1, len(table) + 1):
                    self.offsets.setdefault(table[:length], start)
                self.at = self._end_of_line()
            else:
                self.pair(table)
            if self.at == start:
                self.at += 1

    def _header(self, keys: list[str], *, listed: bool) -> Path:
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if listed and number == len(keys) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _end_of_line(self) -> int:
        found = self.text.find("\n", self.at)
        return len(self.text) if found < 0 else found

    def skip(self, what: re.Pattern[str]) -> int:
        """Go behind a match at this place, if there is one."""
        if found := what.match(self.text, self.at):
            self.at = found.end()
        return self.at

    def key(self) -> list[str]:
        """Read a key, perhaps of several parts."""
        parts: list[str] = []
        while True:
            self.skip(_GAP)
            found = _BARE.match(self.text, self.at) or _TEXT.match(self.text, self.at)
            if found is None:
                return parts
            self.at = found.end()
            parts.append(found[0] if found.re is _BARE else found[1] or found[2] or "")
            self.skip(_GAP)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def pair(self, table: Path) -> None:
        """Read a key and its value."""
        start = self.at
        path = table
        for part in self.key():
            path = (*path, part)
            self.offsets.setdefault(path, start)
        self.skip(_GAP)
        if self.text.startswith("=", self.at):
            self.at += 1
            self.skip(_GAP)
            self.value(path)

    def value(self, path: Path) -> None:
        """Read a value."""
        self.offsets.setdefault(path, self.at)
        sign = self.text[self.at]
        if sign == "[":
            self._members(path, "]")
        elif sign == "{":
            self._members(path, "}")
        elif found := _TEXT.match(self.text, self.at):
            self.at = found.end()
        else:
            self.skip(_SCALAR)

    def _members(self, path: Path, closing: str) -> None:
        self.at += 1
        number = 0
        while self.skip(_BLANK) < len(self.text) and self.text[self.at] != closing:
            start = self.at
            if closing == "]":
                self.value((*path, number))
            else:
                self.pair(path)
            number += 1
            self.skip(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif self.at == start:
                return
        self.at += 1
