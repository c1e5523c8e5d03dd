"""The settings of a run, which all its blocks share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.arena.lineups import Lineup, lineups
from deathdome.arena.series import SEATS as SERIES_SEATS
from deathdome.arena.simulation import check_decisions
from deathdome.content.bundled import DEFAULT_BOARD
from deathdome.content.packs import load_packs
from deathdome.errors import UsageError, nearest
from deathdome.managers.guarded import make_sure
from deathdome.match.seeds import PUBLIC, derived, match_seed
from deathdome.model.outcome import MAX_DECISIONS
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

SEATS: Final = (2, 3, 4)
ALL: Final = "all"
MAX_SEED: Final = 2**128


@dataclass(frozen=True, slots=True)
class Arena:
    """The settings of a run: managers, seats, board and rules."""

    managers: tuple[str, ...]
    seats: int = 2
    board: str = DEFAULT_BOARD  # id, also of a pack's board, or path of a board file
    rounds: int | None = None  # None: the default of the ruleset
    seed: int | None = 0  # None: a rated run, with dice derived from the secret
    ruleset: Ruleset = EDITION_2021
    packs: tuple[str, ...] = ()  # paths
    ablated: tuple[str, ...] = ()  # ids of store cards; ("all",): every one
    series: bool = False  # each match is a whole series
    decisions: int = MAX_DECISIONS  # limit of a match
    secret: bytes = PUBLIC

    def match_seed(self, block: int, number: int = 0) -> int:
        """Return the seed of a block's dice; `number` is the match in a series."""
        if self.seed is None:
            return derived(self.secret, "match", block, number)
        return match_seed(match_seed(self.seed, block), number)

    @property
    def lineups(self) -> list[Lineup]:
        """The line-ups of every block."""
        return lineups(self.managers, self.seats)


def check_arena(arena: Arena) -> None:
    """Check that matches can be played, before the first one starts.

    Raises:
        UsageError: there is no such number of seats, manager, board, card or number of rounds.
        ManagerError: a manager does not start.
        ContentError: the board file cannot be used; PackError for a pack.
    """
    if arena.seats not in SEATS:
        raise UsageError(f"a match has 2, 3 or 4 seats, not {arena.seats}")
    check_decisions(arena.decisions)
    if arena.seed is not None and arena.seed < 0:
        raise UsageError(f"a seed is 0 or more, not {arena.seed}")
    if arena.seed is not None and arena.seed >= MAX_SEED:
        raise UsageError(f"a seed of the arena is less than {MAX_SEED:,}")
    if arena.series and (arena.seats != SERIES_SEATS or arena.ruleset.characters or arena.ablated):
        raise UsageError(
            "the arena plays a series between two teams, without characters, and takes no card out"
        )
    if "human" in arena.managers:
        raise UsageError(
            "nobody can sit at the arena: every seat needs a manager. To play yourself: "
            "deathdome play"
        )
    for name in dict.fromkeys(name for lineup in arena.lineups for name in lineup):
        make_sure(name, opening(arena).setup)
    known = store_cards(arena)
    for card in arena.ablated:
        if card not in known and card != ALL:
            raise UsageError(f'no card "{card}" in the store.{nearest(card, known)}')


@cache
def opening(arena: Arena) -> State:
    """Return the position before every match of the run."""
    collection = load_packs([Path(path) for path in arena.packs])
    return new_game(
        collection.catalog,
        collection.board(arena.board),
        seats=arena.seats,
        ruleset=arena.ruleset,
        rounds=arena.rounds,
    )


def store_cards(arena: Arena) -> dict[str, int]:
    """Return the cards for sale when the store opens, by id."""
    state = opening(arena)
    cards = enumerate(state.setup.catalog.store_cards)
    return {card.id: index for index, card in cards if state.store >> index & 1}
