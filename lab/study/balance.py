"""Balance of the game: seats, towers, tempo and cards with their bands. `make balance`.

    make balance ARGS="--jobs 2"
    make balance ARGS="--pack changes --blocks greedy=100 --seats 2 --ablate '' --out ."

With --pack or --board the changed game is compared with the original, on the same seeds: a pack may
hold cards that replace the game's own (docs/packs.md), a board is an id or a file. Every run has a
results file, from which an interrupted study resumes. Writes balance.md and balance.json.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from deathdome.arena.arena import check_arena
from deathdome.arena.report import report
from deathdome.arena.results_file import resume_run
from deathdome.arena.running import play_on
from deathdome.content.bundled import DEFAULT_BOARD
from lab.command import command_of, ended, tell
from lab.study.ab_options import effort_of, options, written
from lab.study.ab_test import (
    Effort,
    Side,
    arena_of,
    file_of,
    study,
    wanted_blocks,
)
from lab.study.balance_page import Cards, outside, page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ABLATED = "greedy=60"


def main(words: list[str]) -> int:
    """Play and write."""
    parser = options("balance", __doc__)
    parser.add_argument(
        "--ablate",
        default=ABLATED,
        metavar="NAME=N,...",
        help=f"managers and blocks of two teams without each card in turn, {ABLATED}; '' for none",
    )
    parser.add_argument(
        "--pack", action="append", default=[], metavar="PATH", help="what is changed; several times"
    )
    parser.add_argument("--board", metavar="BOARD", help="another board, id or file")
    parser.add_argument("--name", default="changed", help="of the changed game, in the tables")
    wanted = parser.parse_args(words)
    sides = [Side("as it is", DEFAULT_BOARD)]
    if wanted.pack or wanted.board:
        sides.append(Side(wanted.name, wanted.board or DEFAULT_BOARD, tuple(wanted.pack)))
    effort = effort_of(wanted)
    parts = study(sides, effort, tell)
    cards = measured_cards(sides, effort, wanted_blocks(wanted.ablate) if wanted.ablate else {})
    command = command_of("balance", words)
    date = datetime.now(UTC).date().isoformat()
    document = {
        "command": command,
        "date": date,
        "sides": [side.name for side in sides],
        "parts": [part.document() for part in parts],
        "cards": [{"run": one.title, "balance": one.balance} for one in cards],
    }
    text = page(parts, cards, [side.name for side in sides], command, date)
    for part in parts:
        print(f"{part.title}: {', '.join(outside(part)) or 'nothing'} out of band")
    written(wanted.out, "balance", text, document)
    return 0


def measured_cards(
    sides: Sequence[Side], effort: Effort, ablated: Mapping[str, int]
) -> list[Cards]:
    """Return the cards of every run of two teams, with and without each of them."""
    found = []
    for side in sides:
        for manager in dict.fromkeys((*effort.blocks, *ablated)):
            arena = arena_of(side, manager, 2, effort.seed)
            name = file_of(side, manager, 2)
            title = f"{side.name}, {manager}, 2 seats"
            blocks = effort.blocks.get(manager, 0) if 2 in effort.seats else 0
            if manager in ablated:
                arena, blocks = replace(arena, ablated=("all",)), ablated[manager]
                name = f"without-{name}"
            if not blocks:
                continue
            check_arena(arena)
            results = resume_run(arena, effort.folder / name)
            try:
                for _ in play_on(results, blocks, effort.jobs):
                    tell(f"{title}, without cards", len(results.blocks), blocks)
            finally:
                results.close()
            found.append(Cards(title, report(results)))
    return found


if __name__ == "__main__":
    sys.exit(ended("balance", main))
