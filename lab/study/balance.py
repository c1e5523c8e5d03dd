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
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.arena import check_arena
from deathdome.arena.balance import POWER
from deathdome.arena.report import report
from deathdome.arena.report_tables import points, spanned, thousands
from deathdome.arena.results_file import resume_run
from deathdome.arena.running import play_on
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.tables import NOTHING, hundredths, percent
from deathdome.text.names import counted
from lab.command import command_of, print_progress, run_main
from lab.study.ab_test import (
    Effort,
    Side,
    arena_of,
    effort_of,
    file_of,
    markdown,
    options,
    study,
    wanted_blocks,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.report import Document
    from lab.study.ab_test import Part

HEAD: Final = """\
# Balance

One manager plays all seats, so only the seat, the cards and the plans differ. A block is one seed
in every rotation of the seats. Intervals are 95 %, from blocks resampled 2,000 times. **Bold** is
outside its band. [arena.md](arena.md) and [boards.md](boards.md) explain the figures and columns;
decision [0015](decisions/0015-what-cards-are-worth-is-measured.md) reports what was tried against
those outside.
"""
BOTH: Final = """
Both sides play the same blocks: the same dice, and the same deck where the cards are the same. The
difference comes from the same samples. A star marks a difference whose interval excludes zero.
"""
UNMEASURED: Final = """\
## What is not measured here

These parts of the balance model: a price derived from the credits that a card brings (*lead added*
has the credits), a card against a twin with only its ratings, pairs of cards, the highest toughness
as a wall, the value of each character, and money over a series."""


class Cards:
    """The cards of one run."""

    def __init__(self, title: str, document: Document) -> None:
        """Take the cards out of the report of a run."""
        self.title = title
        self.balance: Document = document["balance"]
        self.matches: int = document["matches"]

    def rows(self) -> list[dict[str, Any]]:
        """Return the store cards whose whole interval is outside a band."""
        return [row for row in self.balance["cards"] if row["out"]]

    def power(self) -> list[dict[str, Any]]:
        """Return the power cards played for their ability too seldom or too often."""
        return [
            row
            for row in self.balance["measures"]
            if row["measure"] == POWER and row["verdict"] == "out"
        ]

    def _counted(self) -> str:
        return (
            f"{len(self.rows())} of {len(self.balance['cards'])} store cards and "
            f"{counted(len(self.power()), 'power card')} are outside a band, "
            f"in {self.matches:,} matches."
        )

    def markdown(self) -> list[str]:
        """Return the cards outside a band as a table."""
        lines = [
            f"### {self.title}",
            "",
            self._counted(),
        ]
        if self.rows():
            head = ["card", "price", "picked, %", "to the mean", "with less without"]
            head += ["wins added", "lead added", "out of band"]
            lines += ["", f"| {' | '.join(head)} |", f"| --- |{' ---: |' * 6} --- |"]
            lines += [f"| {' | '.join(_store_card(row))} |" for row in self.rows()]
        if self.power():
            lines += ["", "| power card | for its ability, % |", "| --- | ---: |"]
            lines += [f"| {row['subject']} | {spanned(row)} |" for row in self.power()]
        return lines


def _store_card(row: dict[str, Any]) -> list[str]:
    ablation, ratio = row["ablation"], row["pick_ratio"]
    added, lead = (
        (spanned(ablation["win_share_added"], points), spanned(ablation["lead_added"], thousands))
        if ablation
        else (NOTHING, NOTHING)
    )
    out = ["picked"] if ratio and ratio["verdict"] == "out" else []
    if ablation and (ablation["flagged"] or ablation["win_share_added"]["verdict"] == "out"):
        out.append("wins added")
    out += [measure["measure"] for measure in row["abilities"] if measure["verdict"] == "out"]
    return [
        row["card"],
        thousands(row["price"]),
        percent(row["picked"]["value"]),
        NOTHING if ratio is None else hundredths(ratio["value"]),
        spanned(row["with_against_without"], points),
        added,
        lead,
        ", ".join(out),
    ]


def outside(part: Part) -> list[str]:
    """Return the figures of the last side that are outside their bands."""
    return [
        figure.quantity.name
        for figure in part.figures
        if (inside := figure.inside()) is not None and not inside[1]
    ]


def page(
    parts: Sequence[Part], cards: Sequence[Cards], names: Sequence[str], command: str, date: str
) -> str:
    """Return the study as Markdown."""
    lines = [HEAD, f"Written by `{command}` on {date}; not edited by hand."]
    if len(names) > 1:
        lines.append(BOTH.rstrip())
    lines += ["", "## Matches"]
    for part in parts:
        rules = " and ".join(f"`{one}`" for one in part.rules)
        lines += [
            "",
            f"### {part.title}",
            "",
            f"{part.blocks:,} blocks, {part.faults} faults; rules {rules}, code `{part.code}`.",
            "",
            *markdown(part, names),
        ]
    if cards:
        lines += ["", "## Cards"]
        for one in cards:
            lines += ["", *one.markdown()]
    return "\n".join([*lines, "", UNMEASURED]) + "\n"


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
    parts = study(sides, effort, print_progress)
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
                    print_progress(f"{title}, without cards", len(results.blocks), blocks)
            finally:
                results.close()
            found.append(Cards(title, report(results)))
    return found


if __name__ == "__main__":
    sys.exit(run_main("balance", main))
