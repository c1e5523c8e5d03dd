"""The cards and boards that a match can have.

The cards and boards of the game are loaded without `packs`, which checks the files of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathdome.content.board_files import board_ids, load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Collection:
    """Cards and boards for matches: those of the game and of packs."""

    catalog: Catalog
    boards: Mapping[str, Board]  # of packs, by id

    def board(self, name: str) -> Board:
        """Return a board of the game or of a pack by id, or any board file by path.

        Raises:
            UsageError: no board has this id.
            ContentError: the file cannot be used.
        """
        if name in self.boards:
            return self.boards[name]
        known = board_ids()
        if self.boards and not name.endswith(".toml") and name not in known:
            known += self.boards
            hint = nearest(name, known) or f" There are: {', '.join(known)}."
            raise UsageError(f'no board "{name}".{hint}')
        return load_board(name)


def bundled_collection() -> Collection:
    """Return the cards and boards of the game."""
    return Collection(load_catalog(), {})
