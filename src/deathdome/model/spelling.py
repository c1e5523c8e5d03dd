"""Units, spaces, cards, jails and teams as words, both ways: "red.warrior", "k11", "nw".

What is written is always an id; what is read may also be the printed name, in capitals or not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.geometry.grid import Space
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.catalog import Character, Item, PowerCard, Token
    from deathdome.model.state import Table

    Printed = Item | PowerCard | Character | Token

TEAMS: Final = ("red", "blue", "green", "yellow")  # index is Seat
BASE: Final = "base"
_UNWRITTEN: Final = re.compile(r"[^a-z0-9 _-]")


def unit_text(table: Table, unit: int) -> str:
    """Written "red.warrior": team, and the id of the line of the registry or of the character."""
    return f"{TEAMS[unit // UNITS_PER_TEAM]}.{table.units[unit].id}"


def parse_unit(table: Table, text: str, seat: int = -1) -> int:
    """The unit called "red.warrior" (or "red warrior").

    "red.1" is the first of its team, and a character also answers to the line of the registry
    that it stands in for.

    Raises:
        NotationError: there is no such unit; says what would be near, of the units of `seat` first.
    """
    words = text.lower().replace(".", " ", 1).split()
    wanted = ".".join(filter(None, (words[0] if words else "", id_like("-".join(words[1:])))))
    units = range(len(table.units))
    known = {unit_text(table, unit): unit for unit in units}
    by_place = {
        f"{TEAMS[unit // UNITS_PER_TEAM]}.{unit % UNITS_PER_TEAM + 1}": unit for unit in units
    }
    lines = [line.id for line in table.catalog.registry]
    by_line = {
        f"{TEAMS[unit // UNITS_PER_TEAM]}.{lines[unit % UNITS_PER_TEAM]}": unit for unit in units
    }
    for spelt in (known, by_place, by_line):
        if wanted in spelt:
            return spelt[wanted]
    own = f"{TEAMS[seat]}." if seat >= 0 else ""
    near = ""
    if own and wanted.partition(".")[0] not in TEAMS:
        near = nearest(f"{own}{wanted}", [name for name in known if name.startswith(own)])
    near = near or nearest(wanted, known) or known_words(known)
    raise NotationError(f'no unit "{text}".{near}')


def space_text(table: Table, space: int, seat: int = -1) -> str:
    """Written "k11", or "base" for the home space of that seat."""
    if table.terrain is not None and 0 <= seat < table.seats and table.terrain.home[seat] == space:
        return BASE
    return table.board.grid.name(Space(space))


def parse_space(table: Table, text: str, seat: int = -1) -> int:
    """The space called "k11"; "base" is the home space of that seat.

    Raises:
        NotationError: there is no such space.
    """
    word = text.strip().lower()
    if word == BASE and table.terrain is not None and 0 <= seat < table.seats:
        return int(table.terrain.home[seat])
    space = table.board.grid.parse(word)
    terrain = table.terrain
    if terrain is not None and 0 <= seat < table.seats and terrain.base_spaces[seat] >> space & 1:
        return int(terrain.home[seat])  # a base is one space, whichever of its spaces is named
    return int(space)


def id_like(text: str) -> str:
    """A name as ids are written: "Widow's Stepladder" becomes "widows-stepladder"."""
    return "-".join(_UNWRITTEN.sub("", text.lower()).replace("_", " ").split())


_FEW: Final = 4  # so many names are all given when none is near


def known_words(known: Iterable[str]) -> str:
    """' There are: a, b.' for error texts."""
    return f" There are: {', '.join(known)}."


def _index(printed: Sequence[Printed], text: str, what: str) -> int:
    """The place in `printed` of the card with that id or name."""
    word = id_like(text)
    for place, card in enumerate(printed):
        if word in (card.id, id_like(card.name)):
            return place
    known = [card.id for card in printed]
    few = known_words(known) if len(known) <= _FEW else ""
    raise NotationError(f'no {what} "{text}".' + (nearest(word, known) or few))


def parse_item(table: Table, text: str) -> int:
    """The item with that id or name."""
    return _index(table.catalog.items, text, "store card")


def parse_store_card(table: Table, text: str) -> int:
    """The item or character with that id or name."""
    return _index(table.catalog.store_cards, text, "store card")


def parse_character(table: Table, text: str) -> int:
    """The character with that id or name."""
    return _index(table.catalog.characters, text, "character")


def parse_card(table: Table, text: str) -> int:
    """The power card with that id or name; "4" is the card of value 4 without an ability."""
    cards = table.catalog.power_cards
    if text.strip().isdecimal():
        plain = [card.value for card in cards if not card.abilities]
        for index, card in enumerate(cards):
            if not card.abilities and str(card.value) == text.strip():
                return index
        values = ", ".join(str(value) for value in sorted(plain))
        raise NotationError(f'no plain power card is worth "{text}"; they are worth {values}')
    return _index(cards, text, "power card")


def parse_token(table: Table, text: str) -> int:
    """The bug token with that id or name."""
    return _index(table.catalog.tokens, text, "bug token")


def parse_jail(table: Table, text: str) -> int:
    """The jail with that name; "nw" as well as "nw jail", "1" for "jail 1"."""
    word = text.strip().lower()
    names = table.board.jail_names
    bare = word.removesuffix("jail").removeprefix("jail").strip()
    for spelt in (word, bare, f"jail {bare}"):
        if spelt in names:
            return names.index(spelt)
    raise NotationError(f'no jail "{text}".' + (nearest(word, names) or known_words(names)))


def parse_team(text: str) -> int:
    """The seat of a team's colour."""
    word = text.strip().lower()
    if word not in TEAMS:
        raise NotationError(f'no team "{text}".' + (nearest(word, TEAMS) or known_words(TEAMS)))
    return TEAMS.index(word)
