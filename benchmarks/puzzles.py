"""The puzzles: who finds what is right by the rules. `make puzzles`.

    make puzzles ARGS="--managers greedy,tactical --wrong"
    make puzzles ARGS="--only kept"

Writes the share solved per theme and manager, ready for a page.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.arena.puzzles import THEMES, load_puzzles, pass_rates
from deathdome.errors import DeathdomeError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.puzzles import Attempt, Puzzle

FOLDER = Path(__file__).parents[1] / "tests" / "puzzles"
MANAGERS = "greedy,rookie,regular,veteran,elite,champion"


def main(words: list[str]) -> int:
    """Lets the managers solve the puzzles and prints the table."""
    parser = argparse.ArgumentParser(
        prog="make puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--managers", default=MANAGERS, help="names with commas between")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the position files")
    parser.add_argument("--only", choices=("open", "kept"), help="those to be tuned on, or not")
    parser.add_argument("--seed", type=int, default=1, help="of the managers")
    parser.add_argument("--wrong", action="store_true", help="list what was not solved")
    wanted = parser.parse_args(words)
    puzzles = load_puzzles(wanted.folder)
    if wanted.only:
        puzzles = [one for one in puzzles if one.asks.kept == (wanted.only == "kept")]
    managers = [name.strip() for name in wanted.managers.split(",") if name.strip()]
    found = pass_rates(puzzles, managers, wanted.seed)
    print("\n".join(table(puzzles, found)))
    if wanted.wrong:
        print("\n".join(unsolved(found)))
    return 0


def table(puzzles: Sequence[Puzzle], found: Mapping[str, Mapping[str, Attempt]]) -> list[str]:
    """Solved of how many, a line a theme and a column a manager."""
    lines = [f"| theme | puzzles | {' | '.join(found)} |", "| --- |" + " ---: |" * (len(found) + 1)]
    rows = [(theme, [one for one in puzzles if one.asks.theme == theme]) for theme in THEMES]
    rows += [
        ("open", [one for one in puzzles if not one.asks.kept]),
        ("kept", [one for one in puzzles if one.asks.kept]),
        ("all", list(puzzles)),
    ]
    for title, some in rows:
        if some:
            solved = [sum(tried[one.name].solved for one in some) for tried in found.values()]
            shares = [f"{number} ({number / len(some):.0%})" for number in solved]
            lines.append(f"| {title} | {len(some)} | {' | '.join(shares)} |")
    return lines


def unsolved(found: Mapping[str, Mapping[str, Attempt]]) -> list[str]:
    """Every puzzle that somebody did not solve: what was wrong, and what was answered."""
    return [
        f"{manager}: {name}: {'; '.join(tried.wrong)} [{', '.join(tried.answers)}]"
        for manager, attempts in found.items()
        for name, tried in attempts.items()
        if not tried.solved
    ]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DeathdomeError as error:
        print(f"puzzles: {error}", file=sys.stderr)
        sys.exit(2)
