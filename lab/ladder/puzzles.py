"""Puzzles: managers tested on positions with a right answer. `make puzzles`.

    make puzzles ARGS="--managers greedy,tactical --wrong"
    make puzzles ARGS="--only kept"

Results of all puzzles go into docs/ladder.md; with --only or --quick they are only printed. Exits
with 1 if a gate was missed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.statistics import interval_json, wilson
from lab.command import command_of, run_main, split_list
from lab.ladder.pages import DOCS, circumstances, keep
from lab.ladder.solving import THEMES, load_puzzles, pass_rates
from lab.ladder.tables import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.report import Document
    from lab.ladder.solving import Attempt, Puzzle

FOLDER = Path(__file__).parents[2] / "tests" / "puzzles"
MANAGERS = ("greedy", "rookie", "regular", "veteran", "elite", "champion")
SEARCHER = 0.95
GATES = {
    "greedy": 0.45,
    **dict.fromkeys(("veteran", "tactical"), 0.85),
    **dict.fromkeys(("elite", "champion", "legend", "searcher"), SEARCHER),
}


def main(words: list[str]) -> int:
    """Let the managers solve the puzzles; print and save the results."""
    parser = argparse.ArgumentParser(
        prog="make puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--managers", default=",".join(MANAGERS), help="names with commas between")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the position files")
    parser.add_argument("--only", choices=("open", "kept"), help="those to be tuned on, or not")
    parser.add_argument("--seed", type=int, default=1, help="of the managers")
    parser.add_argument("--wrong", action="store_true", help="list what was not solved")
    parser.add_argument("--quick", action="store_true", help="one in ten, for a look")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    wanted = parser.parse_args(words)
    puzzles = load_puzzles(wanted.folder)
    if wanted.only:
        puzzles = [one for one in puzzles if one.asks.kept == (wanted.only == "kept")]
    if wanted.quick:
        puzzles = puzzles[::10]
    managers = split_list(wanted.managers)
    found = pass_rates(puzzles, managers, wanted.seed)
    rows = [row_of(name, puzzles, found[name]) | {"seed": wanted.seed} for name in managers]
    print(shown(rows, "puzzles"))
    if wanted.wrong:
        print("\n".join(unsolved(found)))
    if not (wanted.only or wanted.quick):
        made = circumstances(command_of("puzzles", words))
        order = list(dict.fromkeys((*MANAGERS, "legend", *managers)))
        keep(wanted.out, "puzzles", [row | {"run": made} for row in rows], order)
    return int(any(row["passed"] is False for row in rows))


def row_of(manager: str, puzzles: Sequence[Puzzle], tried: Mapping[str, Attempt]) -> Document:
    """Return the number of solved puzzles, by theme and in all, and whether it is enough."""
    groups = {theme: [one for one in puzzles if one.asks.theme == theme] for theme in THEMES}
    groups["open"] = [one for one in puzzles if not one.asks.kept]
    groups["kept"] = [one for one in puzzles if one.asks.kept]
    groups["all"] = list(puzzles)
    solved = {
        name: [sum(tried[one.name].solved for one in some), len(some)]
        for name, some in groups.items()
        if some
    }
    share = wilson(*solved["all"])
    gate = GATES.get(manager)
    return {
        "row": manager,
        "manager": manager,
        "puzzles": len(puzzles),
        "solved": solved,
        "share": interval_json(share),
        "gate": gate,
        "passed": None if gate is None else share.value >= gate,
    }


def unsolved(found: Mapping[str, Mapping[str, Attempt]]) -> list[str]:
    """Return every puzzle that a manager did not solve, with the errors and the answers."""
    return [
        f"{manager}: {name}: {'; '.join(tried.wrong)} [{', '.join(tried.answers)}]"
        for manager, attempts in found.items()
        for name, tried in attempts.items()
        if not tried.solved
    ]


if __name__ == "__main__":
    raise SystemExit(run_main("puzzles", main))
