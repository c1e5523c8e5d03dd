"""Options and output of the commands that compare two settings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from lab.study.ab_test import Effort, wanted_blocks, wanted_seats

if TYPE_CHECKING:
    from deathdome.arena.report import Document

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = "greedy=400,tactical=60"


def options(target: str, description: str | None) -> argparse.ArgumentParser:
    """Return the parser of the common options."""
    parser = argparse.ArgumentParser(
        prog=f"make {target}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--blocks", default=BLOCKS, metavar="NAME=N,...", help=f"managers and blocks, {BLOCKS}"
    )
    parser.add_argument("--seats", default="2,3,4", help="numbers of teams")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    folder = Path(f".{target}")
    parser.add_argument("--folder", type=Path, default=folder, help="of the results")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the page")
    return parser


def effort_of(wanted: argparse.Namespace) -> Effort:
    """Return the extent of a study from its options."""
    return Effort(
        wanted.folder,
        wanted_blocks(wanted.blocks),
        wanted_seats(wanted.seats),
        wanted.seed,
        wanted.jobs,
    )


def written(out: Path, name: str, text: str, document: Document) -> None:
    """Write the page and its figures, and print their paths."""
    out.mkdir(parents=True, exist_ok=True)
    page, figures = out / f"{name}.md", out / f"{name}.json"
    page.write_text(text, encoding="utf-8")
    figures.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {page} and {figures}")
