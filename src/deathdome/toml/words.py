"""Checks of the words, numbers and texts of a file, with the words of their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from deathdome.errors import nearest, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import Enum

Member = TypeVar("Member")
Choice = TypeVar("Choice", bound="Enum")

_MAX_QUOTED: Final = 60  # characters of a value quoted in a message
_MAX_BITS: Final = 10_000  # bits; Python prints no number of more than 4,300 digits


def suggestion(word: object, known: Iterable[str]) -> str:
    """Return ' Did you mean ...?' for a near miss, otherwise the choices; for error texts."""
    choices = list(known)
    near = nearest(word, choices) if isinstance(word, str) else ""
    return near or f" It can be {', '.join(choices)}."


def by_value(members: type[Choice]) -> dict[str, Choice]:
    """Map the values of an enum, which are words, to its members."""
    return {member.value: member for member in members}


def by_name(members: Iterable[Choice]) -> dict[str, Choice]:
    """Map the names of enum members to them: NEXT_TURN is written next-turn."""
    return {member.name.lower().replace("_", "-"): member for member in members}


def one_of(what: str, known: Mapping[str, Member]) -> Any:
    """Return a pydantic validator that maps a word of `known` to its member.

    `what` names the list in errors. An unknown word fails with a suggestion.
    """
    from pydantic import PlainValidator
    from pydantic_core import PydanticCustomError

    def read(word: object) -> Member:
        if isinstance(word, str) and word in known:
            return known[word]
        text = f"no {what} {written(word)}.{suggestion(word, known)}"
        raise PydanticCustomError("unknown_word", "{text}", {"text": text})

    return PlainValidator(read)


def plain_text(min_length: int, max_length: int) -> Any:
    """Return a pydantic validator of a printable text of one line.

    Control characters and those that change the direction of text are refused. Lengths count
    characters.
    """
    from pydantic import PlainValidator
    from pydantic_core import PydanticCustomError

    def read(value: object) -> object:
        if problem := text_problem(value, min_length, max_length):
            raise PydanticCustomError("unknown_word", "{text}", {"text": problem})
        return value

    return PlainValidator(read)


def text_problem(value: object, min_length: int, max_length: int) -> str:
    """Return why a value is not a printable text of one line; '' if it is one."""
    if not isinstance(value, str):
        return f"a text in quotes is needed, not {written(value)}"
    if len(value) < min_length:
        return "at least one letter is needed"
    if len(value) > max_length:
        return f"{len(value)} characters are too many; the maximum is {max_length}"
    if not value.isprintable():
        sign = next(sign for sign in value if not sign.isprintable())
        return f"U+{ord(sign):04X} cannot be shown; write the text on one line without it"
    return "" if value == value.strip() else "no spaces at the start or end"


def written(value: object) -> str:
    """Return a value roughly as a card file has it; long or deep values only by kind."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{shown(value)}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if value.bit_length() > _MAX_BITS:
            return "a number with too many digits"  # in words: Python refuses to print it
        case _:
            return shown(str(value))


def shown(text: str, max_length: int = _MAX_QUOTED) -> str:
    """Return a short, printable text from a file for a message."""
    return printable(f"{text[:max_length]}..." if len(text) > max_length else text)
