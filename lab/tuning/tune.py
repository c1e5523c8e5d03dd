"""Measures the weights of the planning managers: `make tune`.

    make tune ARGS="--jobs 2"
    make tune ARGS="--stage regression --matches 400 --folder .tune/look --out look.toml"

Three stages: `regression` and `td` measure the worth of the parts of a position ([leaf]), `spsa`
searches for better weights ([weights], and in [outfit] the kinds of cards; `make mixture` measures
single cards). Every match is saved in a file of the folder, from which an interrupted tuning
resumes. Exits with 1 if a result was not accepted.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.bundled import data_folder
from deathdome.errors import UsageError
from deathdome.managers.planner.weights import FILE, tuned
from deathdome.model.wire import rules_hash
from lab.command import print_progress, run_main, split_list
from lab.tuning.knobs import Team
from lab.tuning.matches import Setting
from lab.tuning.stages import (
    GATE,
    MATCHES,
    OF_POSITIONS,
    STAGES,
    Effort,
    check,
    measure_leaf,
    measure_weights,
)
from lab.tuning.writing import figure, rewritten

if TYPE_CHECKING:
    from lab.tuning.stages import StageResult

FOLDER = Path(".tune")


def main(words: list[str]) -> int:
    """Play, print, write accepted results, and return 1 if there are others."""
    parser = argparse.ArgumentParser(
        prog="make tune", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--stage", default=",".join(STAGES), metavar="STAGES", help="names with commas between"
    )
    defaults = ", ".join(f"{number:,} {stage}" for stage, number in MATCHES.items())
    parser.add_argument("--matches", type=int, help=f"of each stage; by default {defaults}")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=Effort(FOLDER).batch, help="matches of spsa")
    parser.add_argument("--gate", type=int, default=GATE, metavar="BLOCKS", help="at most")
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="DIR", help="of the matches")
    parser.add_argument(
        "--out", type=Path, default=data_folder() / FILE, metavar="FILE", help="of the weights"
    )
    wanted = parser.parse_args(words)
    stages = [stage for stage in STAGES if stage in split_list(wanted.stage)]
    effort = Effort(
        wanted.folder,
        Setting(wanted.seed),
        wanted.matches,
        wanted.jobs,
        wanted.batch,
        wanted.gate,
    )
    check(effort, split_list(wanted.stage) or [wanted.stage])
    present = tuned()
    start = Team(present.weights, dict(present.outfit))
    # Write nothing before the last match: the managers read the file, too.
    found = []
    fitted = [stage for stage in stages if stage in OF_POSITIONS]
    if fitted:
        found.append(measure_leaf(effort, start, present.leaf._asdict(), fitted, print_progress))
    if "spsa" in stages:
        found.append(measure_weights(effort, start, print_progress))
    for one in found:
        print(shown(one))
    write(wanted.out, [one for one in found if one.taken], effort.setting)
    return 0 if all(one.taken for one in found) else 1


def shown(found: StageResult) -> str:
    """Return the measurements as a table."""
    lines = ["", f"{found.part}: {found.source}", ""]
    lines.append(f"{'':22}{'before':>10}{'after':>10}  95 % interval")
    table = ""
    for change in found.changes:
        if change.table != table:
            table = change.table
            lines.append(f"[{table}]")
        low, high = figure(change.found.low), figure(change.found.high)
        before, after = figure(change.before), figure(change.found.value)
        lines.append(f"{change.name:22}{before:>10}{after:>10}  {low} to {high}")
    lines += ["", *found.notes]
    lines.append("taken" if found.taken else "not taken: the file keeps what it has")
    return "\n".join(lines)


def write(out: Path, found: list[StageResult], setting: Setting) -> None:
    """Write the accepted results into the file; a new file begins as the game's own."""
    if not found:
        return
    source = out if out.exists() else data_folder() / FILE
    setup = setting.opening().setup
    text = rewritten(
        source.read_text(encoding="utf-8"),
        [change for one in found for change in one.changes],
        rules_hash(setup.catalog, setup.board, setup.ruleset),
        {one.part: one.source for one in found},
        source,
    )
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{out}: cannot be written: {error.strerror}") from error
    print(f"written: {out}")


if __name__ == "__main__":
    raise SystemExit(run_main("tune", main))
