"""What a match began with: everything in the box, or a position that somebody had copied."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING

from deathdome.content.packs import Collection
from deathdome.content.positions.one_line import read_line
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State, Table
    from deathdome.play.header import Header


def drawn_seed() -> int:
    """A seed for a match, by chance.

    So large that no manager can find it by trying which one gives its own, and with it the dice.
    """
    return randbelow(10**12)


def opening_of(header: Header, table: Table) -> State:
    """The position before the first answer of a match that is played at this table.

    Raises:
        NotationError: the header has a position that cannot be read any more.
        UsageError: the board has no room for the seats.
    """
    if header.start:
        return read_line(header.start, Collection(table.catalog, {})).whole
    return new_game(
        table.catalog,
        table.board,
        seats=len(header.names),
        ruleset=header.ruleset,
        rounds=header.rounds,
    )
