"""Errors of the command line in words of deathdome, instead of those of Typer and pydantic."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import bounded, nearest

if TYPE_CHECKING:
    from collections.abc import Callable

# By pydantic's type of error; `{value}` is the typed text.
_RULES: Final[dict[str, str]] = {
    "int_parsing": 'must be a whole number, not "{value}"',
    "int_from_float": 'must be a whole number, not "{value}"',
    "int_parsing_size": "has too many digits",
    "float_parsing": 'must be a number, not "{value}"',
    "finite_number": 'must be a number, not "{value}"',
    "greater_than_equal": "must be {ge} or more, not {value}",
    "greater_than": "must be more than {gt}, not {value}",
    "less_than_equal": "must be at most {le}, not {value}",
    "less_than": "must be less than {lt}, not {value}",
}


def usage_message(error: Any) -> str:
    """Return one line: what is wrong on the command line, and what would work."""
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "") or " ".join(["deathdome", *_command()])
    make: Callable[[Any], str] | None = _BY_NAME.get(type(error).__name__)
    text = make(error) if make is not None else _other(error)
    text = text if text.endswith("?") else f"{text.rstrip('.')}."
    return bounded(f"{text} `{path} -h` lists what works.")


def _command() -> list[str]:
    """Return the first word of the command line, unless it is an option."""
    return [word for word in sys.argv[1:2] if not word.startswith("-")]


def _name(error: Any) -> str:
    """Return the name of a parameter as it is typed: '--seed', 'FILE'."""
    parameter = error.param
    if parameter is None:
        return "a value"
    long = [name for name in parameter.opts if name.startswith("--")]
    return str(long[0]) if long else str(parameter.metavar or parameter.human_readable_name)


def _bad(error: Any) -> str:
    cause: Any = getattr(error, "__cause__", None) or getattr(error, "__context__", None)
    for problem in cause.errors() if hasattr(cause, "errors") else ():
        if rule := _RULES.get(problem["type"]):
            limits = problem.get("ctx", {})
            return f"{_name(error)} {rule.format(value=problem['input'], **limits)}"
    return f"{_name(error)}: {error.message}"


def _missing(error: Any) -> str:
    return f"{_name(error)} is missing"


def _unknown(error: Any) -> str:
    options = [name for one in error.ctx.command.params for name in one.opts] if error.ctx else []
    return f"there is no option {error.option_name}.{nearest(error.option_name, options)}"


def _misused(error: Any) -> str:
    if "requires an argument" in error.message:
        return f"{error.option_name} needs a value"
    if "does not take a value" in error.message:
        return f"{error.option_name} takes no value"
    return str(error.message)


def _other(error: Any) -> str:
    text = str(error.format_message())
    if text.startswith("Got unexpected extra argument"):
        return f'"{text.partition("(")[2].partition("(")[2].rstrip(")")}" is one word too many'
    if text.startswith("No such command"):
        word = text.partition("'")[2].partition("'")[0]
        known = list(error.ctx.command.commands) if error.ctx else []
        return f'there is no command "{word}".{nearest(word, known)}'
    return text


_BY_NAME: Final[dict[str, Callable[[Any], str]]] = {
    "BadParameter": _bad,
    "MissingParameter": _missing,
    "NoSuchOption": _unknown,
    "BadOptionUsage": _misused,
}
