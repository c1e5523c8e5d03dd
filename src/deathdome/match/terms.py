"""Terms of a match before it begins: rules, rounds, credits; of a single match or a series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathdome.model.ruleset import EDITION_2021, Ruleset
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.state import State


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """Terms that the players agree on, whatever the cards, the board and the seats."""

    ruleset: Ruleset = EDITION_2021
    rounds: int | None = None  # of a single match; None: as the ruleset says
    series: tuple[int, ...] = ()  # rounds of each match of a series; (): a single match
    purses: tuple[int, ...] = ()  # credits of each team at the start; (): as the ruleset says

    def position(self, catalog: Catalog, board: Board, seats: int) -> State:
        """Return the position before the first match; raises like `new_game`."""
        return new_game(
            catalog,
            board,
            seats=seats,
            ruleset=self.ruleset,
            rounds=None if self.series else self.rounds,
            purses=self.purses or None,
            series=self.series or None,
        )
