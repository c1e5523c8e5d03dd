"""Identifiers of units, spaces, cards, jails and teams, both ways: "red.warrior", "k11", "nw".

Written text is always an id; parsed text may also be the printed name, in any case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.model import lookup
from deathdome.model.catalog import VACANT
from deathdome.model.lookup import ambiguous, known_words
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.spelling import folded, id_like

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.state import Setup

TEAMS: Final = ("red", "blue", "green", "yellow")  # index is Seat
BASE: Final = "base"
JAIL: Final = "jail"
_SPACE: Final = re.compile("[A-Za-z]{1,3}[0-9]{1,3}")
_PLACES: Final = frozenset("1234")  # places of a team's units


def unit_text(setup: Setup, unit: int) -> str:
    """Return "red.warrior": team, and id of the unit's registry line or character.

    If a team has the same character twice, as a lenient position may, the later one is "red.3".
    """
    seat, place = divmod(unit, UNITS_PER_TEAM)
    units = setup.units
    word = units[unit].id
    for other in range(unit - place, unit):
        if units[other].id == word and word != VACANT.id:
            return f"{TEAMS[seat]}.{place + 1}"
    return f"{TEAMS[seat]}.{word}"


def find_units(setup: Setup, text: str) -> Sequence[int]:
    """Return the units that a text can mean; several only if it is ambiguous.

    An id takes precedence, then the place in the team ("red.1"), the registry line that a character
    replaces, and names.
    """
    team, _, rest = text.strip().replace(".", " ", 1).partition(" ")
    word = folded(rest)
    if folded(team) not in TEAMS or not word:
        return ()
    first = TEAMS.index(folded(team)) * UNITS_PER_TEAM
    units = [unit for unit in range(first, first + UNITS_PER_TEAM) if unit < len(setup.units)]
    for unit in units:
        if setup.units[unit].id == word:
            return (unit,)
    if word in _PLACES:
        return units[int(word) - 1 : int(word)]
    lines = setup.catalog.registry
    called = [(unit, who) for unit in units for who in (setup.units[unit], lines[unit - first])]
    for unit, who in called:
        if who.id == word:
            return (unit,)
    alike = id_like(word)
    return tuple(dict.fromkeys(unit for unit, who in called if folded(who.name) == word)) or tuple(
        dict.fromkeys(
            unit for unit, who in called if alike and alike in (who.id, id_like(who.name))
        )
    )


def parse_unit(setup: Setup, text: str, seat: int = -1) -> int:
    """Return the unit called "red.warrior" (or "red warrior").

    "red.1" is the first of its team, and a character also answers to the registry line that it
    replaces.

    Raises:
        NotationError: there is no such unit; suggests similar ones, those of `seat` first.
    """
    found = find_units(setup, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise NotationError(ambiguous("unit", text, [unit_text(setup, unit) for unit in found]))
    words = folded(text).replace(".", " ", 1).split()
    wanted = ".".join(filter(None, (words[0] if words else "", id_like("-".join(words[1:])))))
    known = [unit_text(setup, unit) for unit in range(len(setup.units))]
    own = f"{TEAMS[seat]}." if seat >= 0 else ""
    near = ""
    if own and wanted.partition(".")[0] not in TEAMS:
        near = nearest(f"{own}{wanted}", [name for name in known if name.startswith(own)])
    near = near or nearest(wanted, known) or known_words(known)
    raise NotationError(f'no unit "{text}".{near}')


def space_text(setup: Setup, space: int, seat: int = -1) -> str:
    """Return "k11", or "base" for the home space of that seat."""
    if setup.order and 0 <= seat < setup.seats and setup.terrain.home[seat] == space:
        return BASE
    return setup.board.grid.name(space)


def find_spaces(setup: Setup, text: str) -> Sequence[int]:
    """Return the space of that name as a list, empty if there is none."""
    if not _SPACE.fullmatch(text):
        return ()
    try:
        return (parse_space(setup, text),)
    except NotationError:
        return ()


def parse_space(setup: Setup, text: str, seat: int = -1) -> int:
    """Return the space called "k11"; "base" is the home space of that seat.

    Raises:
        NotationError: there is no such space.
    """
    word = text.strip().lower()
    if word == BASE and setup.order and 0 <= seat < setup.seats:
        return setup.terrain.home[seat]
    space = setup.board.grid.parse(word)
    terrain = setup.terrain
    if setup.order and 0 <= seat < setup.seats and terrain.base_spaces[seat] >> space & 1:
        return terrain.home[seat]  # a base counts as one space
    return int(space)


def parse_item(setup: Setup, text: str) -> int:
    """Return the item with that id or name."""
    return lookup.items(setup.catalog).one(text)


def parse_store_card(setup: Setup, text: str) -> int:
    """Return the item or character with that id or name."""
    return lookup.store_cards(setup.catalog).one(text)


def parse_character(setup: Setup, text: str) -> int:
    """Return the character with that id or name."""
    return lookup.characters(setup.catalog).one(text)


def find_cards(setup: Setup, text: str) -> Sequence[int]:
    """Return the power cards that a text can mean; "4" is the first plain card of value 4."""
    index = lookup.power_cards(setup.catalog)
    word = text.strip()
    if word.isdecimal() and index.by_id(word) is None:
        cards = enumerate(setup.catalog.power_cards)
        plain = [n for n, card in cards if not card.abilities and str(card.value) == word]
        if plain:
            return plain[:1]
    return index.find(word)


def parse_card(setup: Setup, text: str) -> int:
    """Return the power card with that id or name; "4" is the plain card of value 4."""
    found = find_cards(setup, text)
    if len(found) == 1:
        return found[0]
    if text.strip().isdecimal() and not found:
        plain = {card.value for card in setup.catalog.power_cards if not card.abilities}
        values = ", ".join(map(str, sorted(plain)))
        raise NotationError(f'no plain power card is worth "{text}"; they are worth {values}')
    return lookup.power_cards(setup.catalog).one(text)


def parse_token(setup: Setup, text: str) -> int:
    """Return the bug token with that id or name."""
    return lookup.tokens(setup.catalog).one(text)


def find_jails(setup: Setup, text: str) -> Sequence[int]:
    """Return the jails that a text can mean; several only if it is ambiguous.

    The exact name takes precedence, then the name without capitals, without "jail" before or after
    it, and without punctuation.
    """
    word, bare = folded(text), bare_jail(text)
    spellings: tuple[tuple[str, Callable[[str], str]], ...] = (
        (text, str),
        (word, folded),
        (word, lambda name: f"{JAIL} {folded(name)}"),
        (bare, bare_jail),
        (id_like(bare), lambda name: id_like(bare_jail(name))),
    )
    for wanted, spelt in spellings:
        found = [jail for jail, name in enumerate(setup.board.jail_names) if spelt(name) == wanted]
        if wanted and found:
            return found
    return ()


def bare_jail(name: str) -> str:
    """Return the name of a jail in lower case, without "jail" before or after it."""
    words = folded(name).split()
    return " ".join(words[words[:1] == [JAIL] : len(words) - (words[-1:] == [JAIL])])


def parse_jail(setup: Setup, text: str) -> int:
    """Return the jail with that name; "nw" as well as "nw jail", "1" for "jail 1".

    Raises:
        NotationError: there is no such jail, or several.
    """
    found = find_jails(setup, text)
    names = setup.board.jail_names
    if len(found) > 1:
        raise NotationError(ambiguous("jail", text, [f'"{names[jail]}"' for jail in found]))
    if not found:
        near = nearest(folded(text), names) or known_words(names)
        raise NotationError(f'no jail "{text}".{near if names else " This board has no jails."}')
    return found[0]


def parse_team(text: str) -> int:
    """Return the seat of a team's colour."""
    word = text.strip().lower()
    if word not in TEAMS:
        raise NotationError(f'no team "{text}".' + (nearest(word, TEAMS) or known_words(TEAMS)))
    return TEAMS.index(word)
