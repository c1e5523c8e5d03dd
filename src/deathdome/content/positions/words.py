"""Words of position files that only make sense in a match, and the place of errors in them."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from deathdome.errors import ContentError, NotationError
from deathdome.model import lookup
from deathdome.model.actions import ActionKind, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.identifiers import (
    BASE,
    JAIL,
    TEAMS,
    find_jails,
    parse_character,
    parse_jail,
    parse_space,
    space_text,
)
from deathdome.model.lookup import folded
from deathdome.model.notation import parse_action

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.catalog import Character
    from deathdome.model.state import Setup, State

_STEPS: Final = {"walk": ActionKind.WALK, "push": ActionKind.PUSH_TO}
_STEP: Final = re.compile(r"(walk|push)\s+(?:to\s+)?[a-z]{1,2}[0-9]{1,4}")
ANY_JAIL: Final = -1000  # "jail" without a name


@contextmanager
def key(shown: str, name: str) -> Iterator[None]:
    """Put file and key in front of errors in the words inside.

    Raises:
        ContentError: instead of a notation error.
    """
    try:
        yield
    except NotationError as error:
        raise ContentError(f"{shown}: {name}: {error}") from error


def parse_tried(setup: Setup, text: str, seat: int = -1, options: Sequence[Action] = ()) -> Action:
    """Parse an action; one that will be refused may name a space off the board.

    Raises:
        NotationError: the line is no action.
    """
    try:
        return parse_action(setup, text, seat, options)
    except NotationError:
        found = _STEP.fullmatch(text.strip().lower())
        if found is None:
            raise
        return make_action(_STEPS[found[1]], setup.board.grid.size)


def place_text(setup: Setup, unit: int, place: int) -> str:
    """Return the place of a unit: "k11", "base" or "jail nw"."""
    if place < 0:
        names = setup.board.jail_names
        name = names[-1 - place] if -1 - place < len(names) else "off the board"
        return name if name.startswith(f"{JAIL} ") else f"{JAIL} {name}"
    return space_text(setup, place, unit >> 2)


def parse_place(setup: Setup, unit: int, text: str) -> int:
    """Return a place as the state holds it; ANY_JAIL for "jail" without a name.

    A jail needs no word "jail" if its name is no space.

    Raises:
        NotationError: there is no such place, or several jails match.
    """
    word = folded(text)
    if word == JAIL:
        return -1 if len(setup.board.jail_names) == 1 else ANY_JAIL
    if JAIL in word.split():
        return -1 - parse_jail(setup, text)
    if word in (BASE, "home", f"{TEAMS[unit >> 2]} base"):
        word = BASE
    try:
        return parse_space(setup, word, unit >> 2)
    except NotationError as error:
        if find_jails(setup, text):
            return -1 - parse_jail(setup, text)
        found = lookup.characters(setup.catalog).find(text)
        if not found:
            raise
        character = setup.catalog.characters[found[0]].id
        raise NotationError(f'{error} A character is named by character = "{character}".') from None


def parse_who(setup: Setup, text: str) -> Character:
    """Return the named character; VACANT for a place without a unit.

    Raises:
        NotationError: there is no such character, or several match.
    """
    if folded(text) == VACANT.id:
        return VACANT
    return setup.catalog.characters[parse_character(setup, text)]


def character_named(setup: Setup, text: str) -> tuple[int, Character | None]:
    """Return the seat and the character of "red.madame-magma"; None for a line of the registry.

    Raises:
        NotationError: several characters match.
    """
    team, _, rest = text.strip().replace(".", " ", 1).partition(" ")
    seat = TEAMS.index(folded(team)) if folded(team) in TEAMS[: setup.seats] else -1
    lines = [line.id for line in setup.catalog.registry]
    known = folded(rest) == VACANT.id or lookup.characters(setup.catalog).find(rest)
    if seat < 0 or not known or folded(rest) in lines:
        return seat, None
    return seat, parse_who(setup, rest)


def place_of(state: State, unit: int) -> str:
    """Return the place of a unit in a state."""
    return place_text(state.setup, unit, state.space[unit])


def mask_units(mask: int) -> list[int]:
    """Return the units of a mask with one bit for each unit."""
    return [unit for unit in range(mask.bit_length()) if mask >> unit & 1]
