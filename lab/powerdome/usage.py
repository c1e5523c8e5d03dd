"""Unused powers of PowerDome: the second half of `make usage`.

    make usage ARGS="--matches 60 --jobs 1"

Random and easy bots play games of two to six seats. A table shows how often each power was
nominated, bid for, owned or in force, and activated. Exits with 1 if a power stays unused, or if a
bot made a fault.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.events import (
    Activated,
    BidsShown,
    Given,
    InForce,
    Nominated,
    Won,
)
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, Options
from deathdome.powerdome.simulation import Terms, opening, play_guarded
from deathdome.tables import grid
from deathdome.workers import one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.tome import Tome

GAMES: Final = 600
# Random bots nominate and bid on everything, easy ones make sense of what they own.
BOTS: Final = ("random", "easy", "random", "random", "easy", "random")
COLUMNS: Final = ("nominated", "bid for", "owned", "activated")
FAULTS: Final = ("faults", -1)

Counts = Counter[tuple[str, int]]


def counted_game(seed: int, number: int) -> Counts:
    """Play game `number` and count what happens to each power."""
    seats = MIN_SEATS + number % (MAX_SEATS - MIN_SEATS + 1)
    declare = ("sheet", "combat")[number // 5 % 2]
    terms = Terms(Options(declare=declare))  # type: ignore[arg-type]
    first = number % len(BOTS)
    bots = [BOTS[(first + seat) % len(BOTS)] for seat in range(seats)]
    played, guards = play_guarded(terms, bots, seed + number)
    found = count(played.events)
    if faults := sum(len(guard.faults) for guard in guards):
        found[FAULTS] += faults
    return found


def count(events: Iterable[Event]) -> Counts:
    """Count the powers in the events of a game; one in force is owned by the game."""
    found: Counts = Counter()
    for event in events:
        match event:
            case Nominated(_, pool):
                found.update(("nominated", power) for power in pool)
            case BidsShown(by):
                found.update(("bid for", power) for power in {p for bids in by for p, _ in bids})
            case Won(power) | InForce(power):
                found["owned", power] += 1
            case Given(power):
                found["owned", power] += 1
            case Activated(_, int(power)):
                found["activated", power] += 1
            case _:
                pass
    return found


def unused(counts: Counts, tome: Tome) -> list[str]:
    """Return the powers that never happened: not activated, and no modifier in force."""
    return [
        power.id
        for index, power in enumerate(tome.powers)
        if not counts["activated", index] and not (power.modifier and counts["owned", index])
    ]


def table(counts: Counts, tome: Tome) -> str:
    """Return a row for every power."""
    rows = [
        (power.id, *(f"{counts[column, index]:,}" for column in COLUMNS))
        for index, power in enumerate(tome.powers)
    ]
    missing = unused(counts, tome)
    last = f"{len(rows)} powers; unused: {', '.join(missing) or 'none'}"
    return f"{grid(('power', *COLUMNS), rows)}\n\n{last}"


def measured(games: int, seed: int, jobs: int) -> Counts:
    """Return the sums of games 0 to `games` - 1."""
    counts: Counts = Counter()
    for one in one_by_one(partial(counted_game, seed), range(games), jobs):
        counts.update(one)
    return counts


def main(words: list[str] | None = None) -> int:
    """Play, print the table, and return 1 for unused powers or faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    wanted, _ = parser.parse_known_args(words)  # others are for the cards of the first game
    counts = measured(wanted.matches, wanted.seed, wanted.jobs)
    tome = opening(Terms(), MIN_SEATS).dome.tome
    print(table(counts, tome))
    if faults := counts[FAULTS]:
        print(f"{faults} faults of bots")
    return 1 if faults or unused(counts, tome) else 0


if __name__ == "__main__":
    sys.exit(main())
