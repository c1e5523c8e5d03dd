"""Comparison of ways to shop, all else equal. `make baskets`.

    make baskets ARGS="--jobs 2"
    make baskets ARGS="--only store,vehicles --blocks 40"

Every pair plays so many blocks, one seed from either side, at the level of a tuning. A basket is a
set of factors on the kinds of cards, like [outfit] of the weights, which is `store` here. Every
match is saved in a file of the folder, from which an interrupted comparison resumes. Prints a
table, and writes nothing else.
"""

from __future__ import annotations

import argparse
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from deathdome.arena.report_tables import spanned
from deathdome.errors import UsageError
from deathdome.managers.planner.card_worth import KINDS
from deathdome.managers.planner.weights import NEUTRAL, tuned
from deathdome.statistics import Bootstrap, interval_json
from deathdome.tables import grid, percent
from lab.command import print_progress, run_main, split_list
from lab.tuning.gate import block
from lab.tuning.knobs import Team
from lab.tuning.matches import Setting
from lab.tuning.record import Record, each, head, team_digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.statistics import Interval

BLOCKS: Final = 20


def leaning(*kinds: str, by: float = 3.0) -> dict[str, float]:
    """Return equal factors for all kinds but some."""
    return {kind: by if kind in kinds else 1.0 for kind in KINDS}


BASKETS: Final[dict[str, Mapping[str, float]]] = {
    "store": tuned().outfit,
    "even": leaning(),
    "close": leaning("close"),
    "ranged": leaning("ranged"),
    "weapons": leaning("close", "ranged", by=2.0),
    "armor": leaning("armor"),
    "vehicles": leaning("vehicle"),
    "close-vehicles": leaning("close", "vehicle", by=2.0),
}


def main(words: list[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(
        prog="make baskets",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"baskets: {', '.join(BASKETS)}",
    )
    parser.add_argument("--only", default="", metavar="NAMES", help="names with commas between")
    parser.add_argument("--blocks", type=int, default=BLOCKS, help="of each pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--folder", type=Path, default=Path(".baskets"), help="of the matches")
    wanted = parser.parse_args(words)
    names = split_list(wanted.only) or list(BASKETS)
    for name in names:
        if name not in BASKETS:
            raise UsageError(f'no basket "{name}"; there are {", ".join(BASKETS)}')
    if len(set(names)) < 2 or wanted.blocks < 1 or wanted.jobs < 1 or wanted.seed < 0:
        raise UsageError("it takes two baskets, a block, a process, and a seed of 0 or more")
    setting = Setting(wanted.seed)
    won = {
        (one, other): played(setting, one, other, wanted.blocks, wanted.jobs, wanted.folder)
        for one, other in combinations(dict.fromkeys(names), 2)
    }
    print(table(list(dict.fromkeys(names)), won))
    return 0


def played(
    setting: Setting, one: str, other: str, blocks: int, jobs: int, folder: Path
) -> list[float]:
    """Return the matches of each block that the first of two baskets won, of two."""
    teams = [Team(NEUTRAL, BASKETS[name]) for name in (one, other)]
    begun = head("baskets", setting, teams[0], other=team_digest(teams[1]))
    record = Record(folder / f"{one}-{other}.jsonl", begun)
    try:
        tasks = [(setting, number, *teams) for number in range(len(record.rows), blocks)]
        print_progress(f"{one} v. {other}", len(record.rows), blocks)
        for row in each(block, tasks, jobs):
            record.add(row)
            print_progress(f"{one} v. {other}", len(record.rows), blocks)
    finally:
        record.close()
    return [sum(row["won"]) for row in record.rows[:blocks]]


def table(names: list[str], won: Mapping[tuple[str, str], list[float]]) -> str:
    """Return wins in percent: of each pair, and against all."""
    rows = []
    for name in names:
        against = {
            other: won[name, other] if (name, other) in won else [2 - w for w in won[other, name]]
            for other in names
            if other != name
        }
        pairs = [
            percent(share(against[other]).value) if other in against else "" for other in names
        ]
        rows.append(
            [
                name,
                spanned(interval_json(share(list(chain.from_iterable(against.values()))))),
                *pairs,
            ]
        )
    return grid(["basket", "of all", *names], rows)


def share(won: list[float]) -> Interval:
    """Return the share of won matches."""
    found = Bootstrap(len(won)).share(np.array(won), np.full(len(won), 2.0))
    assert found is not None
    return found


if __name__ == "__main__":
    import sys

    sys.exit(run_main("baskets", main))
