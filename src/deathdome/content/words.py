"""The words that card files use for the closed lists of the vocabulary, and how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from deathdome.errors import nearest
from deathdome.errors import printable as printable  # noqa: PLC0414 - used with the words here
from deathdome.model.vocabulary import Cause, Deck, Rating, Role, Target, Trigger, Until

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import Enum

Member = TypeVar("Member")
Choice = TypeVar("Choice", bound="Enum")

_LONG: Final = 60  # characters of a value that a message quotes
_LONGEST_NUMBER: Final = 10_000  # bits; Python writes no number of more than 4,300 digits


def suggestion(word: object, known: Iterable[str]) -> str:
    """' Did you mean ...?' for a near miss, else the list of what would do; for error texts."""
    choices = list(known)
    near = nearest(word, choices) if isinstance(word, str) else ""
    return near or f" It can be {', '.join(choices)}."


def by_value(members: type[Choice]) -> dict[str, Choice]:
    """Words of an enum whose values are the words."""
    return {member.value: member for member in members}


def by_name(members: Iterable[Choice]) -> dict[str, Choice]:
    """Words of an enum whose values are numbers: NEXT_TURN is written next-turn."""
    return {member.name.lower().replace("_", "-"): member for member in members}


TRIGGERS: Final = by_name(Trigger)
CAUSES: Final = by_name(Cause)
RATINGS: Final = by_name(Rating)
DURATIONS: Final = by_name(until for until in Until if until is not Until.FOREVER)
TARGETS: Final = by_value(Target)
SOURCES: Final = by_value(Role)  # for `by`
ROLES: Final = {word: role for word, role in SOURCES.items() if role is not Role.THIS}
# Power cards are written beside the items, in a deck that is none of the store's.
DECKS: Final[dict[str, Deck | None]] = {**by_value(Deck), "power": None}


def one_of(what: str, known: Mapping[str, Member]) -> Any:
    """Reads one of the words of `known` into what it stands for; `what` names the list.

    For use in `Annotated`. A word that is not in the list fails with the nearest one that is.
    """
    from pydantic import PlainValidator
    from pydantic_core import PydanticCustomError

    def read(word: object) -> Member:
        if isinstance(word, str) and word in known:
            return known[word]
        text = f"no {what} {written(word)}.{suggestion(word, known)}"
        raise PydanticCustomError("unknown_word", "{text}", {"text": text})

    return PlainValidator(read)


def plain_text(least: int, most: int) -> Any:
    """A text of one line that can be shown anywhere: no control characters, none that turn writing.

    For use in `Annotated`; `least` and `most` count characters.
    """
    from pydantic import PlainValidator
    from pydantic_core import PydanticCustomError

    def read(value: object) -> object:
        if problem := text_problem(value, least, most):
            raise PydanticCustomError("unknown_word", "{text}", {"text": problem})
        return value

    return PlainValidator(read)


def text_problem(value: object, least: int, most: int) -> str:
    """Why a value is no text of one line that can be shown anywhere; '' if it is."""
    if not isinstance(value, str):
        return f"a text in quotes is needed, not {written(value)}"
    if len(value) < least:
        return "at least one letter is needed"
    if len(value) > most:
        return f"{len(value)} characters are too many; the most is {most}"
    if not value.isprintable():
        sign = next(sign for sign in value if not sign.isprintable())
        return f"U+{ord(sign):04X} cannot be shown; write the text on one line without it"
    return "" if value == value.strip() else "no blanks at the beginning or end"


def written(value: object) -> str:
    """A value about as it is written in a card file; what is long or deep only by its kind."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{shown(value)}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if value.bit_length() > _LONGEST_NUMBER:
            return "a number with far too many digits"  # in words: Python would refuse to
        case _:
            return shown(str(value))


def shown(text: str, most: int = _LONG) -> str:
    """A text from a file as it can stand in a message: short, and nothing in it that acts."""
    return printable(f"{text[:most]}..." if len(text) > most else text)
