"""The settings of a run: managers in line-ups, rotated over the seats, and the game they play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.arena.simulation import check_decisions
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.content.packs import load_packs
from deathdome.errors import UsageError, nearest
from deathdome.lineups import lineups
from deathdome.managers.manager_name import LEVELS, parse_spec, quoted
from deathdome.managers.registry import check_level, create, make_sure
from deathdome.model.events import MAX_DECISIONS
from deathdome.model.ruleset import EDITION_2021
from deathdome.programs.commands import split_specs
from deathdome.rules.setup import new_game
from deathdome.run_file import MAX_SEED
from deathdome.seeds import PUBLIC, derived, match_seed
from deathdome.text.names import listed

if TYPE_CHECKING:
    from deathdome.lineups import Lineup
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

# Items and credits carry over from match to match. Managers do not know of the series; they play
# each match alone. The auction has no question either: the winner strips the other team's
# most expensive jailed unit, which costs nothing.


def parse_managers(text: str, level: str | None = None) -> tuple[str, ...]:
    """Parse a list of managers with commas, and give those without a level this one.

    An installed manager takes a level if it has an attribute `level`; one that is not installed
    gets it
    in any case. Others stay as they are.

    Raises:
        UsageError: no such manager or level, or no manager takes the level.
        ManagerError: a manager cannot be imported.
    """
    names = split_specs(text)
    for name in names:
        check_level(name)
    if level is None:
        return tuple(names)
    if level not in LEVELS:
        raise UsageError(
            f'no level "{quoted(level)}"; there are {", ".join(LEVELS)}.{nearest(level, LEVELS)}'
        )
    specs = []
    for name in names:
        spec = parse_spec(name)
        takes = not spec.level and (spec.foreign or hasattr(create(spec.name), "level"))
        specs.append(str(replace(spec, level=level)) if takes else name)
    if specs == names:
        reasons = []
        have = [quoted(name) for name in names if parse_spec(name).level]
        if have:
            reasons.append(f"{listed(have)} {'has' if len(have) == 1 else 'have'} one already")
        others = [quoted(name) for name in names if not parse_spec(name).level]
        if others:
            reasons.append(f"none of {', '.join(others)} takes a level")
        raise UsageError(f"--level {level}: {', and '.join(reasons)}")
    return tuple(specs)


SEATS: Final = (2, 3, 4)
ALL: Final = "all"


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
    series: tuple[int, ...] = ()  # rounds of each match of a season; (): single matches
    purses: tuple[int, ...] = ()  # credits of each seat at the start; (): as the ruleset says
    decisions: int = MAX_DECISIONS  # limit of a match
    secret: bytes = PUBLIC

    def match_seed(self, block: int) -> int:
        """Return the seed of a block's dice."""
        if self.seed is None:
            return derived(self.secret, "match", block, 0)
        return match_seed(match_seed(self.seed, block), 0)

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
    if arena.series and arena.ablated:
        raise UsageError("the arena removes no cards from a season; leave out --ablate")
    if "human" in arena.managers:
        raise UsageError(
            "you can't play in the arena: every seat needs a manager. To play yourself: "
            "deathdome play"
        )
    for name in dict.fromkeys(name for lineup in arena.lineups for name in lineup):
        make_sure(name, opening(arena))
    if arena.ruleset.draft and arena.ablated:
        raise UsageError("most cards of a draft are face down, so the arena cannot remove one")
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
        rounds=None if arena.series else arena.rounds,
        purses=arena.purses or None,
        series=arena.series or None,
    )


def store_cards(arena: Arena) -> dict[str, int]:
    """Return the cards for sale when the store opens, by id."""
    state = opening(arena)
    cards = enumerate(state.setup.catalog.store_cards)
    return {card.id: index for index, card in cards if state.store >> index & 1}
