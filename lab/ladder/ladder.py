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
from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.managers.manager_name import PERSONALITIES
from deathdome.statistics import Hypotheses
from lab.command import command_of, print_progress, run_main, split_list, trust_lab_managers
from lab.ladder.pages import DOCS, circumstances, keep
from lab.ladder.running import QUICK_BLOCKS, Effort, Row, check_publishable, climb
from lab.ladder.tables import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

NEUTRAL = "veteran"  # compared with personalities
TESTED = 100  # blocks for a published row that a test decided early
HINTED = 12  # ... that shows how far hints carry a player, next to elite itself

# In order of cost.
ROWS = (
    Row("greedy", "random", 0.99, 0.97, 320, group="rungs"),
    Row("greedy", "random", 0.90, 0.85, 200, seats=4, group="rungs"),
    Row("tactical", "random", 0.995, 0.985, 620, group="rungs"),
    Row("tactical", "greedy", 0.80, 0.75, 460, group="rungs"),
    Row("tactical", "greedy", 0.60, 0.52, 200, seats=4, note="chance gives 25 %", group="rungs"),
    Row("regular", "rookie", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    Row("veteran", "regular", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    *(
        Row(
            *(f"{NEUTRAL}+{personality}", NEUTRAL, 0.42, 0.40, 400),
            note="no weaker than neutral",
            group="personalities",
        )
        for personality in PERSONALITIES
    ),
    Row("elite", "tactical", 0.62, 0.57, 640, note="searcher fast", group="levels"),
    *(
        Row(
            *(manager, other, None, gate, 200),
            least=HINTED,
            note=note,
            group="hints",
            label=label,
        )
        for other in ("rookie", "regular", "veteran")
        for manager, label, gate, note in (
            ("lab.yardsticks.hinted:elite", "hinted", 0.40, "follows every hint"),
            ("elite", "elite itself", 0.0, "to compare, no gate"),
        )
    ),
    Row(
        *("lab.yardsticks.clairvoyant:elite", "elite", None, 0.50, 400),
        note="sees all hands; what hidden cards cost",
        group="yardsticks",
        label="clairvoyant elite",
    ),
    Row(
        *("lab.yardsticks.wide:elite", "elite", 0.55, 0.50, 1_200),
        test=Hypotheses(0.50, 0.55),
        least=TESTED,
        note="four times the worlds",
        group="yardsticks",
        label="wide elite",
    ),
    Row("champion", "tactical", 0.70, 0.65, 580, note="searcher standard", group="levels"),
    Row(
        *("champion", "tactical", 0.50, 0.40, 80),  # 320 games: enough if the aim is true
        seats=4,
        least=80,
        note="chance gives 25 %",
        group="rungs",
    ),
    Row("champion", "elite", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    Row(
        *("elite", "tactical", 0.80, 0.72, 200),
        series=True,
        note="five matches, fast",
        group="series",
    ),
    Row(
        *("champion", "tactical", 0.80, 0.72, 200),
        series=True,
        note="five matches, standard",
        group="series",
    ),
    Row(
        *("legend", "champion", 0.60, 0.50, 400),
        test=Hypotheses(0.50, 0.58),
        least=TESTED,
        note="searcher strong against standard",
        group="levels",
    ),
)
GROUPS = tuple(dict.fromkeys(row.group for row in ROWS))


def chosen(names: Sequence[str]) -> list[Row]:
    """Return the rows of these names or groups, or all rows.

    Raises:
        UsageError: there is no such row.
    """
    known = [row.name for row in ROWS]
    for name in names:
        if name not in known and name not in GROUPS:
            raise UsageError(
                f'no row "{name}" in the ladder; there are {", ".join(known)}, '
                f"and the groups {', '.join(GROUPS)}"
            )
    return [row for row in ROWS if not names or row.name in names or row.group in names]


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
    rows = chosen(split_list(wanted.only))
    if wanted.blocks is not None:
        rows = [replace(row, blocks=wanted.blocks) for row in rows]
    trust_lab_managers()
    found = climb(rows, effort, print_progress)
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
    raise SystemExit(run_main("ladder", main))
