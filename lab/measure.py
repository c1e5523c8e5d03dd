"""Measure everything that docs/managers.md, docs/balance.md and docs/ladder.md say. `make measure`.

    make measure ARGS="--jobs 2"
    make measure ARGS="--list"
    make measure ARGS="--only levels,exploits --minutes 90"

Plays the steps that are not measured, the most important first, and writes the tables of each as
they come. Ctrl-C stops it, and the same command resumes. A row is measured if the rules and the
code of its run are those of this checkout, as in the results of the ladder; one of other rules or
code is stale. The matches are in a folder of .measure for each rules and code; those of others
stay, and are not mixed in.
"""

from __future__ import annotations

import signal
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import DeathdomeError, UsageError
from lab.command import DOCS, command_of, run_main, split_list
from lab.exploits import exploits
from lab.ladder import ladder, markers, puzzles, timing
from lab.ladder.pages import MARKS, PAGES, circumstances, part
from lab.ladder.tables import TABLES
from lab.plan import observed, total
from lab.study import balance, habits, outfits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from lab.plan import Run

HOURS: Final = 12  # of a core, for everything


class Step(NamedTuple):
    """A command that measures."""

    name: str
    study: ModuleType  # with `plan` and `main`
    target: str  # of make
    words: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The command line that measures the same."""
        return command_of(self.target, self.words)

    @property
    def plan(self) -> list[Run]:
        """The matches that it needs."""
        found: list[Run] = self.study.plan(self.words)
        return found


# The most important first.
STEPS: Final = (
    Step("levels", ladder, "ladder", ("--only", "levels")),
    Step("exploits", exploits, "exploits"),
    Step("habits", habits, "habits"),
    Step("pace", timing, "pace"),
    Step("seasons", ladder, "ladder", ("--only", "seasons")),
    Step("puzzles", puzzles, "puzzles"),
    Step(
        *("outfits", outfits, "outfits"),
        ("--matches", "600", "--finalists", "2", "--final", "300"),
    ),
    Step("rungs", ladder, "ladder", ("--only", "rungs")),
    Step("balance", balance, "balance", ("--blocks", "greedy=100,tactical=30")),
    Step("personalities", ladder, "ladder", ("--only", "personalities")),
    Step("markers", markers, "markers"),
    Step("hints", ladder, "ladder", ("--only", "hints")),
    Step(
        *("outfits-4", outfits, "outfits"),
        (
            *("--seats", "4", "--matches", "200", "--finalists", "1"),
            *("--final", "200", "--against", "tactical"),
        ),
    ),
)


class State(NamedTuple):
    """The progress of a step."""

    step: Step
    rows: int
    measured: int
    stale: int
    left: tuple[Run, ...]  # with the matches that are still to be played

    @property
    def done(self) -> bool:
        """True if all its rows are measured."""
        return self.measured == self.rows

    def __str__(self) -> str:
        if self.done:
            return "measured"
        stale = f", {self.stale} stale" if self.stale else ""
        return f"{self.measured} of {self.rows} rows{stale}"


def chosen(names: Sequence[str]) -> list[Step]:
    """Return the steps of these names, or all.

    Raises:
        UsageError: there is no such step.
    """
    known = [step.name for step in STEPS]
    for name in names:
        if name not in known:
            raise UsageError(f'no step "{name}"; there are {", ".join(known)}')
    return [step for step in STEPS if not names or step.name in names]


def state_of(step: Step, out: Path, folder: Path) -> State:
    """Return the progress of a step, from the rows of the pages and the files of matches."""
    here = version()
    runs = step.plan
    stored = {
        (name, row["row"]): (row["run"]["rules"], row["run"]["code"])
        for name in {run.part for run in runs}
        for row in part(out, name)
    }
    rows = {(run.part, run.row) for run in runs if run.row}
    fresh = {key for key in rows if stored.get(key) == here}
    left = [run for run in runs if (run.part, run.row) not in fresh and fresh != rows]
    return State(
        *(step, len(rows), len(fresh), len(rows & stored.keys() - fresh)),
        tuple(run._replace(matches=run.matches * (1 - run.played(folder))) for run in left),
    )


def version() -> tuple[str, str]:
    """Return the digests of the rules and the code, which decide whether a row is stale."""
    run = circumstances("")
    return run["rules"], run["code"]


def pages_of(step: Step) -> list[str]:
    """Return the pages with the tables of a step."""
    shown = {
        name
        for name, table in TABLES.items()
        for run in step.plan
        if run.part == table.part and table.has({"group": run.group})
    }
    return [
        page
        for page in PAGES
        for text in ((DOCS / page).read_text(encoding="utf-8"),)
        if any(mark["name"] in shown for mark in MARKS.finditer(text))
    ]


def listed(states: Sequence[State], root: Path, folder: Path) -> str:
    """Return the steps with their state and the minutes that are left."""
    seconds = observed(folder)
    rows = [("step", "state", "minutes", "command, and where its tables are")]
    for state in states:
        where = f"{state.step.command}, {', '.join(pages_of(state.step))}"
        minutes = f"{total(state.left, seconds) / 60:.0f}"
        rows.append((state.step.name, str(state), minutes, where))
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    lines = [
        f"{name:{widths[0]}}  {state:{widths[1]}}  {minutes:>{widths[2]}}  {where}"
        for name, state, minutes, where in rows
    ]
    hours = total([run for state in states for run in state.left], seconds) / 3600
    lines += ["", f"{hours:.1f} hours of a core are left, {hours / 2:.1f} hours with --jobs 2."]
    others = sorted(str(path) for path in root.glob("*-*") if path != folder)
    if others:
        lines.append(f"Stale, of other rules or code, and kept: {', '.join(others)}")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Play the steps that are not measured; return 1 if one could not be."""
    parser = ArgumentParser(
        prog="make measure",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
        epilog=f"steps: {', '.join(step.name for step in STEPS)}",
    )
    parser.add_argument("--only", default="", metavar="STEPS", help="names with commas between")
    parser.add_argument("--list", action="store_true", help="print the steps and their state")
    parser.add_argument("--minutes", type=float, help="stop after so many")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--folder", type=Path, default=Path(".measure"), help="of all matches")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    wanted = parser.parse_args(words)
    steps = chosen(split_list(wanted.only))
    folder = wanted.folder / "-".join(digest[:8] for digest in version())

    def states() -> list[State]:
        return [state_of(step, wanted.out, folder) for step in steps]

    if wanted.list:
        print(listed(states(), wanted.folder, folder))
        return 0
    if wanted.minutes is not None:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 60 * wanted.minutes)
    options = ["--jobs", str(wanted.jobs), "--folder", str(folder), "--out", str(wanted.out)]
    failed = []
    try:
        for state in states():
            if state.done:
                continue
            print(f"\n{state.step.name}: {state.step.command}", flush=True)
            try:
                state.step.study.main([*state.step.words, *options])
            except DeathdomeError as error:
                failed.append(f"{state.step.name}: {error}")
                print(failed[-1])
    finally:
        print("\n".join(["", listed(states(), wanted.folder, folder), *failed]))
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(run_main("measure", main))
