"""Values as words of one line of text, and back; a checksum shows damage on the way.

A table is `(key=value,key=value)`, a list `[value,value]`; numbers, true, false and
texts are unquoted, with `_` for a blank and `%` and two digits for any other symbol. In keys, which
have no blanks, `_` is itself.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,99})")
_WORD: Final = re.compile(r"[A-Za-z0-9.:+#/~=*%_-]+")
_SIGN: Final = re.compile(r"%([0-9a-f]{2})")
_UNSAFE: Final = re.compile(rb"[^A-Za-z0-9.:+#/*-]")
_EMPTY: Final = "%"
_MAX_DEPTH: Final = 6
_TRUTHS: Final = {"true": True, "false": False}


def word_of(value: Any) -> str:
    """Return the word for a value; `value_of` reads it back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return text_word(value)
    if isinstance(value, dict):
        return f"({','.join(f'{key_word(key)}={word_of(one)}' for key, one in value.items())})"
    return f"[{','.join(word_of(one) for one in value)}]"


def text_word(text: str) -> str:
    """Return the word for a text, whatever its characters."""
    word = _UNSAFE.sub(_escaped, text.encode()).decode()
    if _NUMBER.fullmatch(word) or word in _TRUTHS:
        return f"%{ord(word[0]):02x}{word[1:]}"
    return word or _EMPTY


def key_word(key: str) -> str:
    """Return a key as it is written."""
    return "_".join(_UNSAFE.sub(_hex, part.encode()).decode() for part in key.split("_")) or _EMPTY


def _hex(sign: re.Match[bytes]) -> bytes:
    return b"%%%02x" % sign[0][0]


def _escaped(sign: re.Match[bytes]) -> bytes:
    return b"_" if sign[0] == b" " else _hex(sign)


def value_of(word: str, start: int = 1) -> Any:
    """Return the value of a word; `start` is its place in the line, counted from 1.

    Raises:
        NotationError: the word is not valid; names the character.
    """
    return _Reader(word, start).whole()


def table_of(word: str, start: int = 1) -> Mapping[str, Any]:
    """Return the table of a word; raises like `value_of`."""
    value = value_of(word, start)
    if not isinstance(value, dict):
        raise NotationError(f"character {start}: a table in (brackets) is needed here")
    return value


class _Reader:
    """Parser of one word."""

    def __init__(self, word: str, start: int) -> None:
        self.word = word
        self.start = start
        self.at = 0

    def fail(self, text: str, at: int | None = None) -> NotationError:
        place = self.start + (self.at if at is None else at)
        return NotationError(f"character {place}: {text}")

    def whole(self) -> Any:
        value = self.value(0)
        if self.at < len(self.word):
            raise self.fail(f'"{self.word[self.at]}" is not allowed here')
        return value

    def value(self, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise self.fail("brackets are nested too deeply")
        opened = self.word[self.at : self.at + 1]
        if opened == "(":
            return self.table(depth)
        if opened == "[":
            return self.list(depth)
        return self.scalar()

    def scalar(self) -> Any:
        word = self.take()
        if word in _TRUTHS:
            return _TRUTHS[word]
        return int(word) if _NUMBER.fullmatch(word) else self.text(word)

    def take(self, *, key: bool = False) -> str:
        """Return the characters up to the next bracket or comma; of a key up to its `=`."""
        match = _WORD.match(self.word, self.at)
        found = match[0] if match else ""
        if key:
            found = found.partition("=")[0]
        if not found:
            ends = self.at >= len(self.word)
            raise self.fail("it ends too early" if ends else f'"{self.word[self.at]}" is too early')
        self.at += len(found)
        return found

    def text(self, word: str, blank: str = " ") -> str:
        """Return the text of a word; `blank` replaces `_`."""
        if word == _EMPTY:
            return ""
        at = self.at - len(word)
        raw = bytearray()
        pieces = _SIGN.split(word)
        for number, piece in enumerate(pieces):
            if number % 2:
                raw.append(int(piece, 16))
            elif "%" in piece:
                raise self.fail("% needs two digits after it, 0 to 9 or a to f", at)
            else:
                raw += piece.replace("_", blank).encode()
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise self.fail("the characters written with % are not text", at) from None
        if not text.isprintable():
            raise self.fail("a character written with % cannot be shown", at)
        return text

    def list(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while not self.closed("]", first=not found):
            found.append(self.value(depth + 1))
        return found

    def table(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while not self.closed(")", first=not found):
            key = self.text(self.take(key=True), blank="_")
            if key in found:
                raise self.fail(f"{key} appears twice")
            if self.word[self.at : self.at + 1] != "=":
                raise self.fail(f"= is missing after {key}")
            self.at += 1
            found[key] = self.value(depth + 1)
        return found

    def closed(self, bracket: str, *, first: bool) -> bool:
        """Return True at the closing bracket; otherwise skip the comma between two entries."""
        sign = self.word[self.at : self.at + 1]
        if sign == bracket:
            self.at += 1
            return True
        if not sign:
            raise self.fail(f"{bracket} is missing at the end")
        if not first:
            if sign != ",":
                raise self.fail(f'expected "," or "{bracket}", not "{sign}"')
            self.at += 1
        return False


def check_of(text: str) -> str:
    """Return eight hex digits (CRC-32); a change of a few neighbouring symbols alters them."""
    return f"{zlib.crc32(text.encode()):08x}"


def unwrapped(text: str) -> str:
    """Join wrapped lines: with a blank, or with nothing where a word continues."""
    spaced = " ".join(text.split())
    if "\n" not in text.strip():
        return spaced
    joined = " ".join("".join(line.strip() for line in text.splitlines()).split())
    body, _, check = joined.rpartition(" ")
    return joined if check_of(body) == check else spaced
