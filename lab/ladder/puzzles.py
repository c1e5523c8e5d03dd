"""Puzzles: managers tested on positions with a right answer. `make puzzles`.

    make puzzles ARGS="--managers greedy,tactical --wrong"
    make puzzles ARGS="--only kept"

Every attempt is a line of a file in the folder, from which an interrupted run resumes. Results of
all puzzles go into docs/ladder.md; with --only or --quick they are only printed. Exits with 1 if a
gate was missed.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.arena.results_file import code_digest
from deathdome.files import files_below
from deathdome.statistics import interval_json, wilson
from lab.command import ROOT, command_of, parser_of, print_progress, run_main, split_list
from lab.ladder.pages import circumstances, keep
from lab.ladder.solving import THEMES, Attempt, attempt, load_puzzles
from lab.ladder.tables import shown
from lab.plan import TURNS, Run
from lab.record import Record, each, study_head

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from deathdome.arena.report import Document
    from lab.ladder.solving import Puzzle

PUZZLES = ROOT / "tests" / "puzzles"
MANAGERS = ("greedy", "rookie", "regular", "veteran", "elite", "champion")
SEARCHER = 0.95
GATES = {
    "greedy": 0.45,
    **dict.fromkeys(("veteran", "tactical"), 0.85),
    **dict.fromkeys(("elite", "champion", "searcher"), SEARCHER),
}


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("puzzles", __doc__)
    parser.add_argument("--managers", default=",".join(MANAGERS), help="names with commas between")
    parser.add_argument("--puzzles", type=Path, default=PUZZLES, metavar="DIR", help="their files")
    parser.add_argument("--only", choices=("open", "kept"), help="those to be tuned on, or not")
    parser.add_argument("--seed", type=int, default=1, help="of the managers")
    parser.add_argument("--wrong", action="store_true", help="list what was not solved")
    parser.add_argument("--quick", action="store_true", help="one in ten, for a look")
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the puzzles of each manager; one costs about as much as a turn."""
    wanted = _parsed(words)
    files = sum(1 for _ in files_below(wanted.puzzles, ".toml"))
    return [
        Run("puzzles", name, file_of(wanted.puzzles, name, wanted.seed), (name,) * 2, files * a, a)
        for name in split_list(wanted.managers)
        for a in (1 / (2 * TURNS),)
    ]


def file_of(puzzles: Path, manager: str, seed: int) -> str:
    """Return the name of the file of a manager's attempts; another code or puzzle has another."""
    content = [path.read_bytes() for path in sorted(files_below(puzzles, ".toml"))]
    digest = sha256(b"".join([code_digest().encode(), *content])).hexdigest()[:8]
    return f"puzzles-{digest}-{manager.replace(':', '-')}-{seed}.jsonl"


def main(words: list[str]) -> int:
    """Let the managers solve the puzzles; print and save the results."""
    wanted = _parsed(words)
    puzzles = load_puzzles(wanted.puzzles)
    if wanted.only:
        puzzles = [one for one in puzzles if one.asks.kept == (wanted.only == "kept")]
    if wanted.quick:
        puzzles = puzzles[::10]
    made = circumstances(command_of("puzzles", words))
    managers = split_list(wanted.managers)
    order = list(dict.fromkeys((*MANAGERS, *managers)))
    rows = []
    for name in managers:
        path = wanted.folder / file_of(wanted.puzzles, name, wanted.seed)
        tried = attempts(puzzles, name, wanted.seed, wanted.jobs, path)
        rows.append(row_of(name, puzzles, tried) | {"seed": wanted.seed})
        if wanted.wrong:
            print("\n".join(unsolved(name, tried)))
        if not (wanted.only or wanted.quick):
            keep(wanted.out, "puzzles", [rows[-1] | {"run": made}], order)
    print(shown(rows, "puzzles"))
    return int(any(row["passed"] is False for row in rows))


def attempts(
    puzzles: Sequence[Puzzle], manager: str, seed: int, jobs: int, path: Path
) -> dict[str, Attempt]:
    """Return a manager's attempt at each puzzle, by its name; the file has the earlier ones."""
    record = Record(path, study_head("puzzles", manager=manager, seed=seed))
    try:
        known = {row["puzzle"] for row in record.rows}
        left = [one for one in puzzles if one.name not in known]
        print_progress(manager, len(puzzles) - len(left), len(puzzles))
        for number, row in enumerate(each(tried_row, [(p, manager, seed) for p in left], jobs), 1):
            record.add(row)
            print_progress(manager, len(puzzles) - len(left) + number, len(puzzles))
    finally:
        record.close()
    found = {
        row["puzzle"]: Attempt(tuple(row["wrong"]), tuple(row["answers"])) for row in record.rows
    }
    return {one.name: found[one.name] for one in puzzles}


def tried_row(puzzle: Puzzle, manager: str, seed: int) -> Document:
    """Return a manager's attempt at a puzzle as a line of the file."""
    tried = attempt(puzzle, manager, seed)
    return {"puzzle": puzzle.name, "wrong": list(tried.wrong), "answers": list(tried.answers)}


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


def unsolved(manager: str, tried: Mapping[str, Attempt]) -> list[str]:
    """Return every puzzle that a manager did not solve, with the errors and the answers."""
    return [
        f"{manager}: {name}: {'; '.join(one.wrong)} [{', '.join(one.answers)}]"
        for name, one in tried.items()
        if not one.solved
    ]


if __name__ == "__main__":
    raise SystemExit(run_main("puzzles", main))
