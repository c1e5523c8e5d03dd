"""Every error that deathdome raises on purpose, by what went wrong."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

# A file name with a suffix or a path, before a colon; or a record that the error is about. Names
# with blanks are known by their suffix: units are in sentences ("no way to red.scout: ...").
_FILE: Final = re.compile(
    r'(?:[^\s":]+\.\w+|[^":]+\.(?:match|toml)|[^":]*[/\\][^":]*)(?::\d+)*: |[^\s":]+\.match\b'
)


_MAX_LENGTH: Final = 1_500  # characters of an error; the longest list of choices has 1,200
_FIRST, _LAST = 200, 100  # kept of a longer one: the place, and the reason
_QUOTED: Final = re.compile(r'"([^"]{161,})"')
_WORD: Final = re.compile(r"\S{301,}")
_KEPT: Final = 100  # characters of a long quote or word


class DeathdomeError(Exception):
    """Base of all errors. Its text says what was wrong, where, and gives a remedy.

    It may quote outside input: long quotes are shortened, and control characters are spelled out.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(bounded(text))


class UsageError(DeathdomeError):
    """The caller asked for something that does not exist or does not fit together (exit code 2)."""


class BarredError(UsageError):
    """No answer can be undone."""

    def __init__(self, why: str) -> None:
        super().__init__(f"can't undo: {why}")
        self.why = why


class ContentError(DeathdomeError):
    """A card or board file cannot be used. Names file, place in it, and a suggestion.

    Its text is the clearest problem and the number of others; `every` lists them all, the
    clearest first.
    """

    def __init__(self, first: str, *others: str) -> None:
        super().__init__(f"{first} ({len(others)} more)" if others else first)
        self.every = tuple(map(bounded, (first, *others)))


class PackError(ContentError):
    """A requested pack cannot be used, so no match was started (exit code 2).

    `every` has a line for each problem: file, line, place and a suggestion.
    """


class NotationError(DeathdomeError):
    """A text does not spell a space, an action or a position."""


class Reason(Protocol):
    """Reason of a refusal, as far as an error shows it."""

    @property
    def code(self) -> str:
        """A stable word for programs."""

    @property
    def rule(self) -> str:
        """The ID of the rule."""

    @property
    def need(self) -> int | None:
        """The number that the rule asks for, if any."""

    @property
    def have(self) -> int | None:
        """The number that there is, if any."""


class Refusal(Protocol):
    """A refused action, as far as an error shows it."""

    @property
    def reason(self) -> Reason:
        """The reason, which as text is short."""


class IllegalAction(DeathdomeError):
    """An action that the rules refuse.

    `refusal` is the reason as data, with its operands, and `near` the nearest legal choice in the
    notation, or "". `code` is a stable word for programs, `rule` the ID of the rule, `need` and
    `have` its numbers, if any.

    The text of the error is short. `deathdome.text.refusals.refusal_text` makes the sentence for a
    person; callers that have it pass it as `text`.
    """

    def __init__(self, refusal: Refusal, near: str = "", text: str = "") -> None:
        super().__init__(text or f"{refusal.reason}{f'; near: {near}' if near else ''}")
        self.refusal: Any = refusal  # each game has its own
        self.near = near
        self.code = refusal.reason.code
        self.rule = refusal.reason.rule
        self.need = refusal.reason.need
        self.have = refusal.reason.have


class RecordError(DeathdomeError):
    """The record of a match cannot be read or replayed, or is in use. Names file and line."""


class ManagerError(DeathdomeError):
    """A manager cannot be found, loaded, or does not keep the protocol."""


def bounded(text: str) -> str:
    """Return an error as printable text, without the middle of long parts."""
    if len(text) > _FIRST:
        text = _QUOTED.sub(lambda found: f'"{found[1][:_KEPT]}..."', text)
        text = _WORD.sub(lambda found: f"{found[0][:_KEPT]}...", text)
    if len(text) > _MAX_LENGTH:
        text = f"{text[:_FIRST]} ... {text[-_LAST:]}"
    return "\n".join(map(printable, text.split("\n")))


def without_file(error: str, source: str) -> str:
    """Return an error without the name of the file at its beginning, as errors spell it."""
    return error.removeprefix(bounded(f"{source}: "))


def printable(text: str) -> str:
    """Return the text with a name in place of each character that is not printable."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else f"<U+{ord(sign):04X}>" for sign in text)


def sentence(text: str) -> str:
    """Return an error as a sentence; a file name at its beginning keeps its case.

    "no unit is there" becomes "No unit is there.", and "my.match:3: no answer" keeps its "my".
    """
    capitalized = text if _FILE.match(text) else text[:1].upper() + text[1:]
    return capitalized if text.endswith((".", "?", '?"')) else f"{capitalized}."


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ' Did you mean "..."?' with the known word most like `word`, or ""."""
    if len(word) > _KEPT:
        return ""
    words = list(known)
    close = get_close_matches(word, words, n=1, cutoff=0.6)
    close = close or get_close_matches(word.casefold(), words, n=1, cutoff=0.6)
    return f' Did you mean "{close[0]}"?' if close else ""
