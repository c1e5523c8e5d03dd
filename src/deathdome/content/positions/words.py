"""Words of position files that need a match to be understood, and how their errors are said."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from deathdome.errors import ContentError, NotationError
from deathdome.model.spelling import (
    BASE,
    TEAMS,
    parse_character,
    parse_jail,
    parse_space,
    space_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.state import State, Table

ANY_JAIL: Final = -1000  # "jail" without a name, where that is enough
JAIL: Final = "jail"


@contextmanager
def key(shown: str, name: str) -> Iterator[None]:
    """Names file and key in front of whatever is wrong with the words inside.

    Raises:
        ContentError: instead of a notation error.
    """
    try:
        yield
    except NotationError as error:
        raise ContentError(f"{shown}: {name}: {error}") from error


def place_text(table: Table, unit: int, place: int) -> str:
    """Where a unit is: "k11", "base" or "jail nw"."""
    if place < 0:
        names = table.board.jail_names
        name = names[-1 - place] if -1 - place < len(names) else "off the board"
        return name if name.startswith(JAIL) else f"{JAIL} {name}"
    return space_text(table, place, unit >> 2)


def parse_place(table: Table, unit: int, text: str) -> int:
    """Where a unit is to be, as the state holds it; ANY_JAIL for "jail" without a name.

    Raises:
        NotationError: there is no such place.
    """
    word = " ".join(text.lower().split())
    names = table.board.jail_names
    if word == JAIL:
        return -1 if len(names) == 1 else ANY_JAIL
    if word in names or JAIL in word.split():
        return -1 - parse_jail(table, word)
    if word in (BASE, "home", f"{TEAMS[unit >> 2]} base"):
        word = BASE
    try:
        return parse_space(table, word, unit >> 2)
    except NotationError as error:
        try:
            character = table.catalog.characters[parse_character(table, text)].id
        except NotationError:
            raise error from None
        raise NotationError(f'{error} A character is named by character = "{character}".') from None


def place_of(state: State, unit: int) -> str:
    """Where a unit is now."""
    return place_text(state.table, unit, state.space[unit])


def mask_units(mask: int) -> list[int]:
    """The units of a mask with one bit a unit."""
    return [unit for unit in range(mask.bit_length()) if mask >> unit & 1]
