"""Style markers of personalities compared with a neutral manager. `make markers`.

    make markers ARGS="--jobs 2"
    make markers ARGS="--only raider --quick"

The matches against a neutral manager are those of the ladder's rows, in the same files, so after
`make ladder` only those among neutral managers remain. Exits with 1 if a personality is not
recognised.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.arena.arena import Arena
from deathdome.errors import UsageError
from lab.command import command_of, ended, listed, tell
from lab.ladder.ladder_rows import NEUTRAL, ROWS
from lab.ladder.pages import DOCS, circumstances, keep
from lab.ladder.running import LEAST_BLOCKS, QUICK_BLOCKS, Effort, run
from lab.ladder.style_markers import MARKERS, likeness
from lab.ladder.tables import shown

if TYPE_CHECKING:
    from deathdome.arena.report import Document
    from deathdome.arena.results_file import ResultsFile


def main(words: list[str]) -> int:
    """Play, write, and return 1 if a personality was not recognised."""
    parser = argparse.ArgumentParser(
        prog="make markers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", default="", metavar="NAMES", help="names with commas between")
    parser.add_argument("--blocks", type=int, default=LEAST_BLOCKS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--quick", action="store_true", help="a few blocks each, for a look")
    parser.add_argument("--folder", type=Path, help="of the results", metavar="DIR")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    wanted = parser.parse_args(words)
    names = listed(wanted.only)
    known = [marker.personality for marker in MARKERS]
    for name in names:
        if name not in known:
            raise UsageError(f'no personality "{name}"; there are {", ".join(known)}')
    folder = wanted.folder or Path(".ladder") / ("quick" if wanted.quick else "full")
    effort = Effort(folder, wanted.seed, wanted.jobs, quick=wanted.quick)
    rows = measured(names or known, wanted.blocks, effort)
    print(shown(rows, "markers"))
    if wanted.quick or wanted.blocks < LEAST_BLOCKS:
        print(f"\nShown only: a table needs {LEAST_BLOCKS} blocks, --quick plays {QUICK_BLOCKS}.")
    else:
        made = circumstances(command_of("markers", words))
        keep(wanted.out, "markers", [row | {"run": made} for row in rows], known)
    return int(not all(row["passed"] for row in rows))


def measured(personalities: list[str], blocks: int, effort: Effort) -> list[Document]:
    """Return the markers of some personalities."""
    neutral = play(Arena((NEUTRAL,), seed=effort.seed), NEUTRAL, blocks, effort)
    found = []
    for marker in MARKERS:
        if marker.personality in personalities:
            row = next(row for row in ROWS if row.first == f"{NEUTRAL}+{marker.personality}")
            own = play(row.arena(effort.seed), row.name, blocks, effort)
            like = likeness(marker, own, neutral)
            found.append(
                {"row": marker.personality, "level": NEUTRAL, "seed": effort.seed} | like.document()
            )
    return found


def play(arena: Arena, name: str, blocks: int, effort: Effort) -> ResultsFile:
    """Return a run with at least so many blocks."""
    wanted = effort.blocks(blocks)
    return run(arena, name, wanted, effort, lambda played, of: tell(name, played, of))


if __name__ == "__main__":
    raise SystemExit(ended("markers", main))
