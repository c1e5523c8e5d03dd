"""The ladder of managers: plays the table of targets and writes the results. `make ladder`.

    make ladder ARGS="--jobs 2"
    make ladder ARGS="--only greedy-random,personalities --quick"

Every row has a results file, from which an interrupted run resumes. Rows that are not played stay
in the page unchanged. Exits with 1 if a played row missed its gate.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from lab.command import command_of, ended, let_strangers_play, listed, tell
from lab.ladder.ladder_rows import GROUPS, ROWS, chosen
from lab.ladder.pages import DOCS, circumstances, keep
from lab.ladder.running import QUICK_BLOCKS, Effort, check_publishable, climb
from lab.ladder.tables import shown


def main(words: list[str]) -> int:
    """Play, write, and return 1 if a row missed its gate."""
    parser = argparse.ArgumentParser(
        prog="make ladder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"rows: {', '.join(row.name for row in ROWS)}; groups: {', '.join(GROUPS)}",
    )
    parser.add_argument("--only", default="", metavar="ROWS", help="names with commas between")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--backend", default="loky", choices=("loky", "dask"))
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the cluster")
    parser.add_argument("--quick", action="store_true", help="a few blocks a row, for a look")
    parser.add_argument("--blocks", type=int, help="of each row, for fewer or more than its own")
    parser.add_argument("--folder", type=Path, help="of the results", metavar="DIR")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    wanted = parser.parse_args(words)
    folder = wanted.folder or Path(".ladder") / ("quick" if wanted.quick else "full")
    effort = Effort(
        folder, wanted.seed, wanted.jobs, wanted.backend, wanted.scheduler, wanted.quick
    )
    rows = chosen(listed(wanted.only))
    if wanted.blocks is not None:
        rows = [replace(row, blocks=wanted.blocks) for row in rows]
    let_strangers_play()
    found = climb(rows, effort, tell)
    played = [row for row in found if "missing" not in row]
    for row in found:
        if "missing" in row:
            print(f"{row['row']}: not played: {row['missing']}")
    if wanted.quick:
        print(f"A quick look on {QUICK_BLOCKS} blocks a row: no figure here is worth anything.\n")
        print(shown(played, "targets"))
    else:
        check_publishable(rows, found)
        run = circumstances(command_of("ladder", words))
        keep(
            wanted.out,
            "targets",
            [row | {"run": run} for row in played],
            [row.name for row in ROWS],
        )
    return 1 if any(not row["passed"] for row in played) else 0


if __name__ == "__main__":
    raise SystemExit(ended("ladder", main))
