"""What a match began with: everything in the box, or a position that somebody had copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.content.packs import Collection
from deathdome.content.positions.one_line import read_line
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State, Table
    from deathdome.records.header import Header


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
