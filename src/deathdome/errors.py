"""Everything that deathdome raises on purpose: one family, told apart by what went wrong."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.refusals import Refusal

# A name with its ending or a path, before a colon; or a record that something is told of. Names
# with blanks are known by their endings: units stand in sentences ("no way to red.scout: ...").
_FILE: Final = re.compile(
    r'(?:[^\s":]+\.\w+|[^":]+\.(?:match|toml)|[^":]*[/\\][^":]*)(?::\d+)*: |[^\s":]+\.match\b'
)


_LONGEST: Final = 1_500  # characters of an error; the longest list of what would do has 1,200
_FIRST, _LAST = 200, 100  # that are left of a longer one: the place, and the reason
_QUOTED: Final = re.compile(r'"([^"]{161,})"')
_WORD: Final = re.compile(r"\S{301,}")
_LEFT: Final = 100  # characters of a long quote or word


class DeathdomeError(Exception):
    """The family. Its text says what was wrong, where, and what would do.

    It may quote anything that came from outside: long quotes are shortened, and a character that a
    terminal would obey is named instead.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(bounded(text))


class UsageError(DeathdomeError):
    """The caller asked for something that does not exist or does not fit together (exit code 2)."""


class BarredError(UsageError):
    """No answer can be undone."""

    def __init__(self, why: str) -> None:
        super().__init__(f"nothing can be taken back: {why}")
        self.why = why


class ContentError(DeathdomeError):
    """A card or board file cannot be used. Names file, place in it, and a suggestion.

    Its text is the most telling of what is wrong, and how many more there are; `every` has all of
    them, the most telling first.
    """

    def __init__(self, first: str, *others: str) -> None:
        super().__init__(f"{first} ({len(others)} more)" if others else first)
        self.every = tuple(map(bounded, (first, *others)))


class PackError(ContentError):
    """A pack that was asked for cannot be used, so nothing was begun (exit code 2).

    `every` has a line for each thing that is wrong: file, line, place and a suggestion.
    """


class NotationError(DeathdomeError):
    """A text does not spell a space, an action or a position."""


class IllegalAction(DeathdomeError):
    """An action that the rules refuse.

    `refusal` is the reason as data, with the operands that it names, and `near` the nearest legal
    choice in the notation, or "". `code` is a stable word for programs, `rule` the ID of the rule
    that refuses, `need` and `have` the numbers behind it where there are any.

    The text of the error has the same in short. `deathdome.text.refusals.refusal_text` makes the
    sentence for a person; a caller that has it hands it in as `text`.
    """

    def __init__(self, refusal: Refusal, near: str = "", text: str = "") -> None:
        super().__init__(text or f"{refusal.reason}{f'; near: {near}' if near else ''}")
        self.refusal = refusal
        self.near = near
        self.code = refusal.reason.code
        self.rule = refusal.reason.rule
        self.need = refusal.reason.need
        self.have = refusal.reason.have


class RecordError(DeathdomeError):
    """The record of a match cannot be read, told again, or is in use. Names file and line."""


class ManagerError(DeathdomeError):
    """A manager cannot be found, loaded, or does not keep the protocol."""


def bounded(text: str) -> str:
    """An error without the middle of what is too long in it, as it can be shown anywhere."""
    if len(text) > _FIRST:
        text = _QUOTED.sub(lambda found: f'"{found[1][:_LEFT]}..."', text)
        text = _WORD.sub(lambda found: f"{found[0][:_LEFT]}...", text)
    if len(text) > _LONGEST:
        text = f"{text[:_FIRST]} ... {text[-_LAST:]}"
    return "\n".join(map(printable, text.split("\n")))


def without_file(error: str, source: str) -> str:
    """An error without the name of the file at its beginning, however errors spell that name."""
    return error.removeprefix(bounded(f"{source}: "))


def printable(text: str) -> str:
    """The text with a name in place of each character that a terminal would not simply show."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else f"<U+{ord(sign):04X}>" for sign in text)


def sentence(text: str) -> str:
    """An error as a sentence that stands by itself; a file is called as it is at its beginning too.

    "no unit is there" becomes "No unit is there.", and "my.match:3: no answer" keeps its "my".
    """
    begun = text if _FILE.match(text) else text[:1].upper() + text[1:]
    return begun if text.endswith((".", "?", '?"')) else f"{begun}."


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean "..."?' for the known word most like `word`, or "" when none is close."""
    if len(word) > _LEFT:
        return ""
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' Did you mean "{close[0]}"?' if close else ""
