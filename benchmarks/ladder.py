"""The ladder of managers: plays the table of targets and writes it down. `make ladder`.

    make ladder ARGS="--jobs 2"
    make ladder ARGS="--only greedy-random --quick"

Every row keeps its results in a file, and a ladder that was broken off goes on from them. Ends
with 1 if a row that was played missed its gate.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.arena.ladder import ROWS, Effort, check_publishable, chosen, climb, page
from deathdome.errors import DeathdomeError, UsageError

if TYPE_CHECKING:
    from deathdome.arena.ladder import Row

DOCS = Path(__file__).parents[1] / "docs"


def main(words: list[str]) -> int:
    """Plays, writes, and says by its number whether a row missed its gate."""
    parser = argparse.ArgumentParser(
        prog="make ladder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"rows: {', '.join(row.name for row in ROWS)}",
    )
    parser.add_argument("--only", default="", metavar="ROWS", help="names with commas between")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--backend", default="loky", choices=("loky", "dask"))
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the cluster")
    parser.add_argument("--quick", action="store_true", help="a few blocks a row, for a look")
    parser.add_argument("--folder", type=Path, help="of the results", metavar="DIR")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the page")
    wanted = parser.parse_args(words)
    folder = wanted.folder or Path(".ladder") / ("quick" if wanted.quick else "full")
    effort = Effort(
        folder, wanted.seed, wanted.jobs, wanted.backend, wanted.scheduler, wanted.quick
    )
    rows = chosen([name.strip() for name in wanted.only.split(",") if name.strip()])
    found = climb(rows, effort, tell)
    if not wanted.quick:
        check_publishable(found)
    command = f'make ladder ARGS="{shlex.join(words)}"' if words else "make ladder"
    date = datetime.now(UTC).date().isoformat()
    text = page(found, command, date, wanted.quick)
    if wanted.quick and wanted.out == DOCS:
        print(text)
    else:
        document = {"command": command, "date": date, "quick": wanted.quick, "rows": found}
        wanted.out.mkdir(parents=True, exist_ok=True)
        (wanted.out / "ladder.md").write_text(text, encoding="utf-8")
        (wanted.out / "ladder.json").write_text(json.dumps(document, indent=1) + "\n")
        print(f"wrote {wanted.out / 'ladder.md'} and {wanted.out / 'ladder.json'}")
    return 1 if any(not row.get("passed", True) for row in found) else 0


def tell(row: Row, played: int, wanted: int) -> None:
    """One line that is written over while somebody watches, and one a row else."""
    if sys.stderr.isatty():
        end = "\n" if played >= wanted else ""
        print(f"\r{row.name}: {played} of {wanted} blocks", end=end, file=sys.stderr, flush=True)
    elif played in (0, wanted):
        print(f"{row.name}: {played} of {wanted} blocks", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DeathdomeError as error:
        print(f"ladder: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        print("\nladder: stopped; the same command goes on", file=sys.stderr)
        sys.exit(130)
