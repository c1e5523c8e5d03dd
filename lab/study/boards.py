"""Comparison of the board's two centres. `make boards`.

    make boards ARGS="--jobs 2"
    make boards ARGS="--blocks greedy=40 --seats 2 --out ."

Every pairing has a results file, from which an interrupted comparison resumes. Writes
docs/boards.md and docs/boards.json, with the verdict by the rule in the page.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from lab.command import command_of, ended, tell
from lab.study.ab_options import effort_of, options, written
from lab.study.ab_test import study
from lab.study.board_page import BOARDS, judged, page


def main(words: list[str]) -> int:
    """Play, judge and write."""
    wanted = options("boards", __doc__).parse_args(words)
    parts = study(BOARDS, effort_of(wanted), tell)
    command = command_of("boards", words)
    date = datetime.now(UTC).date().isoformat()
    verdict = judged(parts)
    document = {
        "command": command,
        "date": date,
        "verdict": verdict and verdict.document(),
        "parts": [part.document() for part in parts],
    }
    if verdict is not None:
        print(f"better: {BOARDS[verdict.better].name}, {verdict.why}, points {verdict.points}")
    written(wanted.out, "boards", page(parts, command, date), document)
    return 0


if __name__ == "__main__":
    sys.exit(ended("boards", main))
