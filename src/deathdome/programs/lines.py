"""Lines of JSON: written to programs, and parsed from what they reply."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from deathdome.programs.faults import Failure
from deathdome.programs.pipe import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.programs.faults import FaultKind

_SHOWN: Final = 40  # characters of a foreign message
_NAMED: Final = 80  # characters of its description
# What a manager may say of itself when the match begins.
_TEXTS: Final = ("name", "version", "licence")
_KINDS: Final = {
    **dict.fromkeys(_TEXTS, "a text"),
    "seats": "a list of whole numbers",
    "parameters": "a list of texts",
    "deterministic": "true or false",
}
_ABOUT: Final = tuple(_KINDS)
# Kinds of faults that a player may admit; of another, or of none, it has raised something.
_ADMITTED: Final[tuple[FaultKind, ...]] = ("raised", "illegal", "junk")


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class About:
    """A manager's description of itself."""

    name: str = ""
    version: str = ""
    licence: str = ""
    seats: tuple[int, ...] = ()  # numbers of teams that it plays with; () for any
    deterministic: bool | None = None
    parameters: tuple[str, ...] = ()  # names of those that it takes


def read_object(line: bytes) -> dict[str, Any]:
    """Parse the JSON object in a line.

    Raises:
        Failure: the line has no JSON object.
    """
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise Failure("junk", "a line that is not UTF-8") from None
    except (ValueError, RecursionError):
        raise Failure("junk", f"a line that is not JSON: {shown_json(line.decode())}") from None
    if not isinstance(message, dict):
        raise Failure("junk", f"a line that is not a JSON object: {shown_json(line.decode())}")
    return message


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)  # NaN and Infinity, which JSON does not have


def shown_json(value: object) -> str:
    """Return a foreign value for a message: short, without control characters."""
    text = value if isinstance(value, str) else json.dumps(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f'"{text}"' if isinstance(value, str) else text


def read_ready(line: bytes) -> About:
    """Parse the first line of a manager.

    Raises:
        Failure: it is not ready.
    """
    try:
        message = read_object(line)
    except Failure as failure:
        raise Failure("unready", str(failure), final=True) from None
    error = message.get("error")
    if isinstance(error, str):
        raise Failure("unready", error, final=True)
    if error is not None:
        told = f'the "error" of its first line is {shown_json(error)}, not a text'
        raise Failure("unready", told, final=True)
    if message.get("type") != "ready":
        raise Failure("unready", 'its first line is not of the type "ready"', final=True)
    if type(message.get("schema")) is not int or message["schema"] != SCHEMA:
        spoken = shown_json(message.get("schema"))
        raise Failure("unready", f"it speaks schema {spoken}, and this is {SCHEMA}", final=True)
    for key in _ABOUT:
        if key in message and not _fits(key, message[key]):
            told = f'the "{key}" of its first line is {shown_json(message[key])}, not {_KINDS[key]}'
            raise Failure("unready", told, final=True)
    return About(
        **{key: message[key][:_NAMED] for key in _TEXTS if key in message},
        seats=tuple(message.get("seats", ())),
        deterministic=message.get("deterministic"),
        parameters=tuple(name[:_NAMED] for name in message.get("parameters", ())),
    )


def _fits(key: str, value: object) -> bool:
    """Return True if a field of the first line has the right type."""
    if key in _TEXTS:
        return isinstance(value, str)
    if key == "seats":
        return isinstance(value, list) and all(type(number) is int for number in value)
    if key == "parameters":
        return isinstance(value, list) and all(isinstance(name, str) for name in value)
    return isinstance(value, bool)


def number_of(message: dict[str, Any], asked: int) -> int:
    """Return the number of a reply's question: the open one, or an earlier one.

    Raises:
        Failure: it has none that can be.
    """
    number = message.get("number")
    if type(number) is not int:
        raise Failure(
            "junk", f'the "number" of a reply is {shown_json(number)}, not a whole number'
        )
    if number > asked:
        raise Failure("junk", "a reply to a question that was not asked yet")
    if number < 0:  # not late: there is nothing to wait for
        raise Failure("junk", f'the "number" of a reply is {shown_json(number)}, not 0 or more')
    return number


def check_error(reply: Mapping[str, Any]) -> None:
    """Raise the failure that a reply admits in its `error`.

    Raises:
        Failure: it has an `error`.
    """
    error = reply.get("error")
    if isinstance(error, str):
        kind: FaultKind = next((one for one in _ADMITTED if one == reply.get("kind")), "raised")
        raise Failure(kind, error or "it says that it failed, and not why")
    if error is not None:
        raise Failure("junk", f'the "error" of a reply is {shown_json(error)}, not a text')
