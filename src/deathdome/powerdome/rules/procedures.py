"""The shape of a book: powers, allies and afflictions as procedures that combat calls.

`rules.book` makes them and `rules.fight` calls them, so that neither imports the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.powerdome.model.dome import Character
    from deathdome.powerdome.model.tome import Effect, EventKind

Do: TypeAlias = "Callable[[Any], None]"  # a step, given its `Use`
Guard: TypeAlias = "Callable[[Any], bool]"  # a check, given the `Use`


class Ready(NamedTuple):
    """An effect ready to be used."""

    effect: Effect
    do: tuple[Do, ...]
    checks: tuple[Guard, ...]
    matches: tuple[tuple[str, Callable[[Any, Character], bool]], ...]  # by role


class Entry(NamedTuple):
    """A power, or a kind of ally, ready to be used."""

    effects: tuple[Ready, ...]
    answers: Mapping[EventKind, tuple[int, ...]]  # its reactive effects, by event
    starts: tuple[int, ...]  # its effects at the start of the game


class Book(NamedTuple):
    """Everything of a tome, by the numbers of the tome."""

    powers: tuple[Entry, ...]
    allies: tuple[Entry, ...]
    afflictions: tuple[tuple[Do, ...], ...]
