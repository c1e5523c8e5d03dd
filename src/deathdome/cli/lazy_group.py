"""Groups of commands. A command is imported and built when it is named, or listed in a help."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class LazyGroup(TyperGroup):
    """A group whose commands are given as "module:name" of a function or of another group."""

    table: ClassVar[Mapping[str, str]]  # in the order of the help
    aliases: ClassVar[Mapping[str, str]] = {}  # hidden names of commands

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{**fields, "commands": _Commands(self.table, self.aliases)})

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the base class gives it
        """Return the names of all commands, without importing them."""
        return [*self.commands]


class _Commands(Mapping[str, Any]):
    """Commands by name, each built once."""

    def __init__(self, table: Mapping[str, str], aliases: Mapping[str, str]) -> None:
        self._table = table
        self._aliases = aliases
        self._built: dict[str, Any] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._table or name in self._aliases

    def __iter__(self) -> Iterator[str]:
        yield from self._table
        yield from self._aliases

    def __len__(self) -> int:
        return len(self._table) + len(self._aliases)

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = self._new(name)
        return self._built[name]

    def _new(self, name: str) -> Any:
        if name in self._aliases:
            command = copy(self[self._aliases[name]])
            command.name, command.hidden = name, True
            return command
        module, _, what = self._table[name].partition(":")
        found = getattr(import_module(module), what)
        return (
            typer.main.get_group(found) if isinstance(found, typer.Typer) else _command(name, found)
        )


def _command(name: str, function: Callable[..., None]) -> Any:
    """Build a command; a list of commands shows the first paragraph of its docstring whole."""
    text = _described(function) or ""
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name, help=text, short_help=" ".join(text.split("\n\n")[0].split()))(function)
    return typer.main.get_command(alone)


def _described(function: Callable[..., None]) -> str | None:
    """Return the docstring of a command, from its source if `python -OO` has dropped it."""
    if function.__doc__ is None and sys.flags.optimize > 1:
        import ast
        import inspect

        with suppress(OSError):  # there is no source
            (found,) = ast.parse(inspect.getsource(function)).body
            if isinstance(found, ast.FunctionDef):
                return ast.get_docstring(found)
    return function.__doc__
