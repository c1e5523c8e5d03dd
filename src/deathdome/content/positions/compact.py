"""Values of position files as one word without blanks: what the texts of positions are made of.

A table is `(key=value,key=value)`, a list `[value,value]`; numbers, true and false stand as they
are, and so do texts, with `_` for a blank and `%` and two digits for any other sign. In keys, which
have no blanks, `_` is itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,99})")
_WORD: Final = re.compile(r"[A-Za-z0-9.:+#/~=*%_-]+")
_SIGN: Final = re.compile(r"%([0-9a-f]{2})")
_UNSAFE: Final = re.compile(rb"[^A-Za-z0-9.:+#/*-]")
_EMPTY: Final = "%"
_DEEPEST: Final = 6
_TRUTHS: Final = {"true": True, "false": False}


def word_of(value: Any) -> str:
    """The word that a value is written as; `value_of` reads it back."""
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
    """A text as a word that is read as a text again, whatever is in it."""
    word = _UNSAFE.sub(_escaped, text.encode()).decode()
    if _NUMBER.fullmatch(word) or word in _TRUTHS:
        return f"%{ord(word[0]):02x}{word[1:]}"
    return word or _EMPTY


def key_word(key: str) -> str:
    """A key as it is written."""
    return "_".join(_UNSAFE.sub(_hex, part.encode()).decode() for part in key.split("_")) or _EMPTY


def _hex(sign: re.Match[bytes]) -> bytes:
    return b"%%%02x" % sign[0][0]


def _escaped(sign: re.Match[bytes]) -> bytes:
    return b"_" if sign[0] == b" " else _hex(sign)


def value_of(word: str, start: int = 1) -> Any:
    """The value that a word spells; `start` is where it stands in its line, counted from 1.

    Raises:
        NotationError: it spells none; names the character.
    """
    return _Reader(word, start).whole()


def table_of(word: str, start: int = 1) -> Mapping[str, Any]:
    """The table that a word spells; raises what `value_of` does."""
    value = value_of(word, start)
    if not isinstance(value, dict):
        raise NotationError(f"character {start}: a table in (brackets) is needed here")
    return value


class _Reader:
    """Reads one word from its beginning to its end."""

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
            raise self.fail(f'"{self.word[self.at]}" cannot stand here')
        return value

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise self.fail("too many brackets inside each other")
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
        """The signs up to the next bracket or comma; of a key up to its `=`."""
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
        """The text that a word stands for; `blank` is what `_` means in it."""
        if word == _EMPTY:
            return ""
        at = self.at - len(word)
        raw = bytearray()
        pieces = _SIGN.split(word)
        for number, piece in enumerate(pieces):
            if number % 2:
                raw.append(int(piece, 16))
            elif "%" in piece:
                raise self.fail("behind % stand two digits, 0 to 9 and a to f", at)
            else:
                raw += piece.replace("_", blank).encode()
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise self.fail("the signs written with % are no text", at) from None
        if not text.isprintable():
            raise self.fail("a sign written with % cannot be shown", at)
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
                raise self.fail(f"{key} is said twice")
            if self.word[self.at : self.at + 1] != "=":
                raise self.fail(f"= is missing behind {key}")
            self.at += 1
            found[key] = self.value(depth + 1)
        return found

    def closed(self, bracket: str, *, first: bool) -> bool:
        """Whether the bracket closes here; else the comma between two entries is taken."""
        sign = self.word[self.at : self.at + 1]
        if sign == bracket:
            self.at += 1
            return True
        if not sign:
            raise self.fail(f"{bracket} is missing at the end")
        if not first:
            if sign != ",":
                raise self.fail(f'"{sign}" stands where "," or "{bracket}" should')
            self.at += 1
        return False
