"""Unused cards: `make usage`.

    make usage ARGS="--matches 60 --jobs 1"

Mixed managers play; a table shows how often every card was bought or drawn, used, and its abilities
triggered. Exits with 1 if a card stays unused, or if a manager made a fault.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING

from deathdome.content.catalogs import load_catalog
from lab.study.card_usage import played, rows, table

if TYPE_CHECKING:
    from deathdome.arena.counting import Counts


def main(words: list[str]) -> int:
    """Play, print the table, and return 1 for unused cards or faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="count what this manager does, not what others do")
    wanted = parser.parse_args(words)
    from tqdm import tqdm

    counts: Counts = Counter()
    results = played(wanted.matches, wanted.seed, wanted.jobs)
    for match in tqdm(results, total=wanted.matches, unit=" matches", leave=False, disable=None):
        counts.update(match)
    listed = rows(counts, load_catalog(), wanted.only)
    print(table(listed))
    faults = sum(times for (_, what, _), times in counts.items() if what == "faults")
    if faults:
        print(f"{faults} faults of managers")
    return 1 if faults or any(row.missing for row in listed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
