"""The two centres of the board side by side, and which one is better. `make boards`.

    make boards ARGS="--jobs 2"
    make boards ARGS="--blocks greedy=40 --seats 2 --out ."

Every pairing keeps its results in a file, and a comparison that was broken off goes on from them.
Writes docs/boards.md and docs/boards.json, with the verdict by the rule that stands in the page.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

from deathdome.arena.boards import BOARDS, judged, page
from deathdome.arena.sides import Effort, study, wanted_blocks, wanted_seats
from deathdome.errors import DeathdomeError, UsageError

DOCS = Path(__file__).parents[1] / "docs"
BLOCKS = "greedy=400,tactical=60"


def main(words: list[str]) -> int:
    """Plays, judges and writes."""
    parser = argparse.ArgumentParser(
        prog="make boards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--blocks", default=BLOCKS, metavar="NAME=N,...", help=f"managers and blocks, {BLOCKS}"
    )
    parser.add_argument("--seats", default="2,3,4", help="numbers of teams")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    parser.add_argument("--folder", type=Path, default=Path(".boards"), help="of the results")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the page")
    wanted = parser.parse_args(words)
    effort = Effort(
        wanted.folder,
        wanted_blocks(wanted.blocks),
        wanted_seats(wanted.seats),
        wanted.seed,
        wanted.jobs,
    )
    parts = study(BOARDS, effort, tell)
    command = f'make boards ARGS="{shlex.join(words)}"' if words else "make boards"
    date = datetime.now(UTC).date().isoformat()
    verdict = judged(parts)
    document = {
        "command": command,
        "date": date,
        "verdict": verdict and verdict.document(),
        "parts": [part.document() for part in parts],
    }
    wanted.out.mkdir(parents=True, exist_ok=True)
    (wanted.out / "boards.md").write_text(page(parts, command, date), encoding="utf-8")
    (wanted.out / "boards.json").write_text(json.dumps(document, indent=1) + "\n")
    if verdict is not None:
        print(f"better: {BOARDS[verdict.better].name}, {verdict.why}, points {verdict.points}")
    print(f"wrote {wanted.out / 'boards.md'} and {wanted.out / 'boards.json'}")
    return 0


def tell(title: str, played: int, wanted: int) -> None:
    """One line that is written over while somebody watches, and one a run else."""
    if sys.stderr.isatty():
        end = "\n" if played >= wanted else ""
        print(f"\r{title}: {played} of {wanted} blocks", end=end, file=sys.stderr, flush=True)
    elif played >= wanted:
        print(f"{title}: {played} blocks", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DeathdomeError as error:
        print(f"boards: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        print("\nboards: stopped; the same command goes on", file=sys.stderr)
        sys.exit(130)
