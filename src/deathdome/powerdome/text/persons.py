"""Players in sentences: the reader is "you", and verbs and possessives agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

YOU: Final = "you"
YOUR: Final = "your"
TABLE_YOU: Final = "You"  # in place of a name
_IRREGULAR: Final[Mapping[str, str]] = {
    "is": "are",
    "has": "have",
    "does": "do",
    "goes": "go",
    "dies": "die",
}
_HISSING: Final = ("sses", "shes", "ches", "xes", "zes")


def plural(verb: str) -> str:
    """Return a verb, or one with more words, as it follows "you": 'strike' for 'strikes'."""
    first, gap, rest = verb.partition(" ")
    if first in _IRREGULAR:
        first = _IRREGULAR[first]
    elif first.endswith("ies"):
        first = f"{first[:-3]}y"
    elif first.endswith(_HISSING):
        first = first[:-2]
    elif first.endswith("s"):
        first = first[:-1]
    return f"{first}{gap}{rest}"


def possessive(name: str) -> str:
    """Return the possessive of a name, or of "you"."""
    return YOUR if name == YOU else f"{name}'s"


def capital(text: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def called(names: Sequence[str], you: int, word: str = TABLE_YOU) -> list[str]:
    """Return names for the rows of a table: that of the reader is "You"."""
    return [word if seat == you else name for seat, name in enumerate(names)]


def count_of(n: int, word: str) -> str:
    """Return a number of things: '1 deal', '2 deals'."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def all_of(words: Sequence[str]) -> str:
    """Return 'a, b and c'; "" if there are no words."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
