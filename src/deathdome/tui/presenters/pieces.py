"""Symbols and short names: teams, units, spaces, money."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import PUNCH
from deathdome.model.board import Kind
from deathdome.model.catalog import VACANT, Character
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.names import jail_name, listed, short_name, space_name, team_name
from deathdome.text.phrases import position as say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.catalog import StoreCard
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

SEAT_SIGNS: Final = "@&%+"  # a team is recognised by this symbol first, by its colour second

NOBODY_LETTER: Final = "_"  # of a place without a unit
_TAKEN: Final = "o"  # reversed, `o@` is a control point, not a unit being down
_DULL: Final = frozenset({"the", "a", "of", "von", "who"})  # words whose initial does not help

KIND_WORDS: Final = {
    Kind.FLOOR: "floor",
    Kind.WALL: "wall",
    Kind.LAVA: "lava",
    Kind.BRIDGE: "bridge",
    Kind.TOWER_EDGE: "tower edge",
    Kind.TOWER_CENTRE: "tower centre",
    Kind.CONTROL_POINT: "control point",
    Kind.RELEASE_POINT: "release point",
    Kind.JAIL: "jail",
    Kind.BASE: "base",
}


def unit_letter(setup: Setup, unit: int) -> str:
    """Return a letter of the unit's name that is unique in its team; mostly `w`, `g`, `s`, `m`.

    `_` for a vacant place; a number if all letters are taken or foreign.
    """
    first = unit - unit % UNITS_PER_TEAM
    team = setup.units[first : first + UNITS_PER_TEAM]
    names = tuple(printed_name(setup, who) for who in team if who != VACANT)
    who = setup.units[unit]
    if who == VACANT:
        return NOBODY_LETTER
    return _letters(names)[sum(other != VACANT for other in setup.units[first:unit])]


def printed_name(setup: Setup, who: Character) -> str:
    """Return the name on the card of a unit, which may have another in the match."""
    printed = card_of_id(setup.catalog, who.id)
    return who.name if printed is None else printed.name


def called(setup: Setup, who: Character) -> str:
    """Return "Oakes, warrior", or the name on the card of a unit that goes by it."""
    printed = printed_name(setup, who)
    return who.name if printed == who.name else f"{who.name}, {printed.lower()}"


@lru_cache(maxsize=256)
def _letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a letter for each name: a free initial, otherwise any free letter of the name.

    Names with the fewest initials choose first.
    """
    found = [""] * len(names)
    words = [[word for word in re.split(r"[^a-z]+", name.lower()) if word] for name in names]
    words = [[word for word in row if word not in _DULL] or row for row in words]
    initials = ["".join(dict.fromkeys(word[0] for word in row)) for row in words]
    for number in sorted(range(len(names)), key=lambda number: len(initials[number])):
        found[number] = _free(initials[number], found)
    for number, row in enumerate(words):
        found[number] = found[number] or _free("".join(row), found) or str(number + 1)
    return tuple(found)


def _free(letters: str, found: Sequence[str]) -> str:
    return next((letter for letter in letters if letter not in (*found, *_TAKEN)), "")


def unit_token(setup: Setup, unit: int) -> str:
    """Return `@w`: the two columns of a unit everywhere."""
    return SEAT_SIGNS[unit // UNITS_PER_TEAM] + unit_letter(setup, unit)


def unit_called(seen: Observation, unit: int) -> str:
    """Return the name of a unit in a sentence for its viewer: "Oakes", or "your Gunner"."""
    return short_name(seen.setup, unit, seen.seat)


def units_called(seen: Observation, units: Iterable[int]) -> str:
    """Return 'Oakes, Quill and Frost'."""
    return listed([unit_called(seen, unit) for unit in units])


def kind_words(seen: Observation, space: int) -> str:
    """Return the kind of a space, with the owner of a point or base."""
    board = seen.setup.board
    kind = board.kinds[space]
    if kind is None:
        return "nothing"
    words = KIND_WORDS[kind]
    if space in board.points:
        owner = seen.owners[board.points.index(space)]
        held = f"held by {team_name(owner)}" if owner >= 0 else "free"
        return f"{words}, {held}"
    if kind is Kind.BASE:
        for seat in range(seen.setup.seats):
            if base_of(seen, seat) >> space & 1:
                return f"{team_name(seat)}'s base"
        return "base, unused"
    if kind is Kind.JAIL:
        for jail, spaces in enumerate(board.jails):
            if spaces >> space & 1:
                return jail_name(seen.setup, jail)
    if kind is Kind.RELEASE_POINT:
        jail = board.release_jails[board.release_points.index(space)]
        return say.RELEASE_POINT_SHORT.format(jail=jail_name(seen.setup, jail))
    return words


def base_of(seen: Observation, seat: int) -> int:
    """Return the spaces of a seat's base; none before the bases are known."""
    return base_spaces(seen.setup, seat)


def base_spaces(setup: Setup, seat: int) -> int:
    """Return `base_of` for callers that have only the setup."""
    return setup.terrain.base_spaces[seat] if setup.order else 0


def place_of(seen: Observation, space: int) -> int:
    """Return the space of play of a space on the screen: all spaces of a base are one (AMB-18)."""
    for seat in range(seen.setup.seats):
        if base_of(seen, seat) >> space & 1:
            return seen.setup.terrain.home[seat]
    return space


def drawn_units(seen: Observation) -> dict[int, int]:
    """Return the unit drawn on each space of the screen.

    Units in a base have a space of it each, so that none moves when another leaves. Prisoners stand
    in their jail in order; those beyond its spaces are not drawn.
    """
    return units_drawn(seen.setup, seen.space)


def units_drawn(setup: Setup, space: Sequence[int]) -> dict[int, int]:
    """Return `drawn_units` for callers that have only the setup and the place of each unit."""
    terrain = setup.terrain
    drawn: dict[int, int] = {}
    if not setup.order:
        return drawn
    cells = {jail: list(spaces_in(spaces)) for jail, spaces in enumerate(setup.board.jails)}
    for unit, place in enumerate(space):
        seat = unit // UNITS_PER_TEAM
        if place == terrain.home[seat]:
            spaces = spaces_in(terrain.base_spaces[seat])
            drawn[spaces[unit % UNITS_PER_TEAM % len(spaces)]] = unit
        elif place >= 0:
            drawn[place] = unit
        elif free := cells.get(-1 - place):
            drawn[free.pop(0)] = unit
    return drawn


def place_words(seen: Observation, unit: int) -> str:
    """Return the place of a unit: `k7`, `base`, `jail nw`."""
    place = seen.space[unit]
    if place < 0:
        jail = -1 - place
        names = seen.setup.board.jail_names
        return f"jail {names[jail]}" if jail < len(names) else "off board"
    terrain = seen.setup.terrain
    if seen.setup.order and place == terrain.home[unit // UNITS_PER_TEAM]:
        return "base"
    return space_name(seen.setup, place)


def weapon_name(seen: Observation, item: int) -> str:
    """Return the name of a weapon, or of the built-in punch."""
    return "Punch" if item == PUNCH else seen.setup.catalog.items[item].name


def vitae_left(seen: Observation, unit: int) -> tuple[int, int]:
    """Return (vitae left, maximum)."""
    most = seen.gear.vitae[unit]
    return most - seen.wounds[unit], most


def types_letters(who: Character) -> str:
    """Return `wgs`: the unit types of a character by their first letters."""
    return "".join(kind.value[0] for kind in who.types)


def short_facts(card: StoreCard) -> str:
    """Return `S4 R6`, `+2T +1V`, `wg S2 M4 T2 V6`: the numbers of a card."""
    if isinstance(card, Character):
        own = card.ratings
        return (
            f"{types_letters(card)} S{own.strength} M{own.movement} T{own.toughness} V{own.vitae}"
        )
    item = card
    parts = []
    if item.weapon is not None:
        parts.append(f"S{item.weapon.strength}")
        if item.weapon.range > 1:
            parts.append(f"R{item.weapon.range}")
        if item.weapon.attacks > 1:
            parts.append(f"x{item.weapon.attacks}")
    ratings = item.ratings
    for value, letter in (
        (ratings.strength, "S"),
        (ratings.movement, "M"),
        (ratings.toughness, "T"),
        (ratings.vitae, "V"),
    ):
        if value:
            parts.append(f"{value:+}{letter}")
    return " ".join(parts)
