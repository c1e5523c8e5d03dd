"""The ladder of managers: plays the table of targets and writes the results. `make ladder`.

    make ladder ARGS="--jobs 2"
    make ladder ARGS="--only greedy-random,personalities --quick"

Every row has a results file, from which an interrupted run resumes. Rows that are not played stay
in the page unchanged. Exits with 1 if a played row missed its gate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.managers.manager_name import PERSONALITIES
from deathdome.statistics import Hypotheses
from lab.command import (
    command_of,
    parser_of,
    print_progress,
    run_main,
    split_list,
    trust_lab_managers,
)
from lab.ladder.pages import circumstances, keep
from lab.ladder.running import QUICK_BLOCKS, Effort, Row, check_publishable, climb
from lab.ladder.tables import shown
from lab.plan import Run

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

NEUTRAL = "veteran"  # compared with personalities
EVENING = (4, 5, 6)  # rounds of each match of a season that fits into an evening
FEW = 50  # blocks for a published row that is dear or soon decided

# In order of cost.
ROWS = (
    Row("greedy", "random", 0.99, 0.97, 200, group="rungs"),
    Row("greedy", "random", 0.90, 0.85, FEW, seats=4, group="rungs", least=FEW),
    Row("tactical", "random", 0.995, 0.985, 200, group="rungs"),
    Row("tactical", "greedy", 0.80, 0.75, 200, group="rungs"),
    Row(
        *("tactical", "greedy", 0.60, 0.52, FEW),
        seats=4,
        least=FEW,
        note="chance gives 25 %",
        group="rungs",
    ),
    Row("regular", "rookie", 0.60, 0.55, 200, note="adjacent levels", group="levels"),
    Row("veteran", "regular", 0.60, 0.55, 200, note="adjacent levels", group="levels"),
    *(
        Row(
            *(f"{NEUTRAL}+{personality}", NEUTRAL, 0.42, 0.40, 200),
            test=Hypotheses(0.36, 0.44),
            note="no weaker than neutral",
            group="personalities",
        )
        for personality in PERSONALITIES
    ),
    Row("elite", "tactical", 0.62, 0.57, 300, note="adjacent levels", group="levels"),
    *(
        Row(
            *(manager, other, None, gate, FEW),
            least=FEW,
            note=note,
            group="hints",
            label=label,
        )
        for other in ("regular", "veteran")
        for manager, label, gate, note in (
            ("lab.yardsticks.hinted:elite", "hinted", 0.40, "follows every hint"),
            ("elite", "elite itself", 0.0, "to compare, no gate"),
        )
    ),
    Row(
        *("champion", "tactical", 0.70, 0.65, 100),
        test=Hypotheses(0.60, 0.70),
        least=100,
        note="two levels above",
        group="levels",
    ),
    Row("champion", "elite", 0.60, 0.55, 200, note="adjacent levels", group="levels"),
    Row(
        *("champion", "tactical", 0.50, 0.40, FEW),
        seats=4,
        least=FEW,
        note="chance gives 25 %",
        group="rungs",
    ),
    Row(
        *("elite", "tactical", 0.65, 0.60, 120),
        series=EVENING,
        least=FEW,
        group="seasons",
    ),
    Row(
        *("elite", "lab.yardsticks.seasonal:match_only", 0.56, 0.50, 90),
        series=EVENING,
        test=Hypotheses(0.50, 0.56),
        least=FEW,
        note="each match as if it stood alone",
        group="seasons",
        rival="match-only elite",
    ),
    Row(
        *("elite", "lab.yardsticks.seasonal:dearest", None, 0.50, 60),
        series=EVENING,
        by_lead=True,
        least=FEW,
        note="auctions: always the most expensive unit",
        group="seasons",
        rival="dearest-sale elite",
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


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of(
        "ladder",
        __doc__,
        f"rows: {', '.join(row.name for row in ROWS)}; groups: {', '.join(GROUPS)}",
    )
    parser.add_argument("--only", default="", metavar="ROWS", help="names with commas between")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backend", default="loky", choices=("loky", "dask"))
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the cluster")
    parser.add_argument("--quick", action="store_true", help="a few blocks a row, for a look")
    parser.add_argument("--blocks", type=int, help="of each row, for fewer or more than its own")
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each row."""
    runs = []
    for row in chosen(split_list(_parsed(words).only)):
        managers = (row.first, *[row.others] * (row.seats - 1))
        matches = row.blocks * row.seats
        file = f"{row.name}.jsonl"
        runs.append(
            Run("targets", row.name, file, managers, matches, row.seats, row.series, row.group)
        )
    return runs


def main(words: list[str]) -> int:
    """Play, write, and return 1 if a row missed its gate."""
    wanted = _parsed(words)
    effort = Effort(
        *(wanted.folder, wanted.seed, wanted.jobs, wanted.backend, wanted.scheduler, wanted.quick)
    )
    rows = chosen(split_list(wanted.only))
    if wanted.blocks is not None:
        rows = [replace(row, blocks=wanted.blocks) for row in rows]
    trust_lab_managers()
    if not wanted.quick:
        check_publishable(rows)
    made = circumstances(command_of("ladder", words))
    played = []
    for found in climb(rows, effort, print_progress):
        if "missing" in found:
            print(f"{found['row']}: not played: {found['missing']}")
            continue
        played.append(found)
        if not wanted.quick:
            keep(wanted.out, "targets", [found | {"run": made}], [one.name for one in ROWS])
    if wanted.quick:
        print(f"A quick look on {QUICK_BLOCKS} blocks a row: no figure here is worth anything.\n")
        print(shown(played, "levels"))
    return 1 if any(not row["passed"] for row in played) else 0


if __name__ == "__main__":
    raise SystemExit(run_main("ladder", main))
