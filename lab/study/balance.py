"""Balance of the game: seats, towers, tempo and cards with their bands. `make balance`.

    make balance ARGS="--jobs 2"
    make balance ARGS="--pack changes --blocks greedy=100 --seats 2 --ablate '' --out ."

Every run has a results file, from which an interrupted study resumes. Writes its tables of
docs/balance.md. With --pack or --board the changed game is compared with the original, on the same
seeds, in balance.md and balance.json of another folder: a pack may hold cards that replace the
game's own (docs/packs.md), a board is an id or a file.
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
from deathdome.errors import UsageError
from deathdome.tables import NOTHING, hundredths, percent
from lab.command import DOCS, command_of, print_progress, run_main
from lab.ladder.pages import circumstances, keep
from lab.ladder.tables import cards
from lab.plan import Run
from lab.study.ab_test import (
    Effort,
    Side,
    arena_of,
    cells,
    effort_of,
    file_of,
    markdown,
    options,
    study,
    wanted_blocks,
    written,
)

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from deathdome.arena.report import Document
    from lab.study.ab_test import Part

BOTH: Final = """\
Both sides play the same blocks: the same dice, and the same deck where the cards are the same. The
difference comes from the same samples. A star marks a difference whose interval excludes zero.
**Bold** is outside its band ([arena.md](arena.md)).
"""
SELDOM: Final = 1.0  # picks of a card, relative to cards of its price


def cards_row(name: str, title: str, document: Document) -> Document:
    """Return what the report of a run says about the cards that are outside a band."""
    balance = document["balance"]
    out = {row["card"]: row for row in balance["cards"] if row["out"]}
    seldom = [card for card, row in out.items() if _is_seldom(row)]
    power = [
        [row["subject"], spanned(row)]
        for row in balance["measures"]
        if row["measure"] == POWER and row["verdict"] == "out"
    ]
    return {
        "row": name,
        "title": title,
        "games": document["matches"],
        "of": len(balance["cards"]),
        "out": len(out),
        "seldom": seldom,
        "cards": [_store_card(row) for card, row in out.items() if card not in seldom],
        "power": power,
    }


def _is_seldom(row: dict[str, Any]) -> bool:
    """Return True if a card is bought too seldom, and nothing else is wrong with it."""
    ratio = row["pick_ratio"]
    return _out(row) == ["picked"] and (ratio is None or ratio["value"] < SELDOM)


def _out(row: dict[str, Any]) -> list[str]:
    """Return the measures of a card that are outside their bands."""
    ablation, ratio = row["ablation"], row["pick_ratio"]
    out = ["picked"] if ratio and ratio["verdict"] == "out" else []
    if ablation and (ablation["flagged"] or ablation["win_share_added"]["verdict"] == "out"):
        out.append("wins added")
    return out + [measure["measure"] for measure in row["abilities"] if measure["verdict"] == "out"]


def _store_card(row: dict[str, Any]) -> list[str]:
    ablation, ratio = row["ablation"], row["pick_ratio"]
    added, lead = (
        (spanned(ablation["win_share_added"], points), spanned(ablation["lead_added"], thousands))
        if ablation
        else (NOTHING, NOTHING)
    )
    return [
        row["card"],
        thousands(row["price"]),
        percent(row["picked"]["value"]),
        NOTHING if ratio is None else hundredths(ratio["value"]),
        spanned(row["with_against_without"], points),
        added,
        lead,
        ", ".join(_out(row)),
    ]


def outside(part: Part) -> list[str]:
    """Return the figures of the last side that are outside their bands."""
    return [
        figure.quantity.name
        for figure in part.figures
        if (inside := figure.inside()) is not None and not inside[1]
    ]


def figures_row(part: Part) -> Document:
    """Return the figures of a pairing as a row of the page."""
    return {
        "row": f"{part.manager}/{part.seats}",
        "manager": part.manager,
        "seats": part.seats,
        "blocks": part.blocks,
        "games": part.blocks * part.seats,
        "faults": part.faults,
        "figures": cells(part, alone=True),
    }


def comparison(
    parts: Sequence[Part], found: Sequence[Document], names: Sequence[str], command: str, date: str
) -> str:
    """Return the two sides of a change as Markdown."""
    lines = ["# Balance, compared", "", f"Written by `{command}` on {date}.", "", BOTH.rstrip()]
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
    return "\n".join([*lines, "", *cards(found, {})]) + "\n"


AS_IT_IS: Final = "as it is"
ABLATED: Final = "greedy=60"
ABLATIONS: Final = 10  # matches for each, with the cards that a team holds


def _parsed(words: Sequence[str]) -> Namespace:
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
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each manager and number of teams, and those without single cards."""
    wanted = _parsed(words)
    effort, side = effort_of(wanted), Side(AS_IT_IS)
    runs = [
        Run(
            *("balance", f"{manager}/{seats}", file_of(side, manager, seats), (manager,) * seats),
            *(blocks * seats, seats),
        )
        for manager, blocks in effort.blocks.items()
        for seats in effort.seats
    ]
    for manager, blocks in wanted_blocks(wanted.ablate).items() if wanted.ablate else ():
        file, matches = f"without-{file_of(side, manager, 2)}", 2 * ABLATIONS
        runs.append(Run("cards", manager, file, (manager,) * 2, blocks * matches, matches))
    return runs


def main(words: list[str]) -> int:
    """Play and write."""
    wanted = _parsed(words)
    sides = [Side(AS_IT_IS, DEFAULT_BOARD)]
    if wanted.pack or wanted.board:
        sides.append(Side(wanted.name, wanted.board or DEFAULT_BOARD, tuple(wanted.pack)))
        if wanted.out == DOCS:
            raise UsageError("a changed game does not belong into docs; name a folder with --out")
    effort = effort_of(wanted)
    ablated = wanted_blocks(wanted.ablate) if wanted.ablate else {}
    command = command_of("balance", words)
    parts = []
    for part in study(sides, effort, print_progress):
        parts.append(part)
        print(f"{part.title}: {', '.join(outside(part)) or 'nothing'} out of band")
        if len(sides) == 1:
            order = [f"{manager}/{seats}" for manager in effort.blocks for seats in (2, 3, 4)]
            keep(wanted.out, "balance", [figures_row(part) | _run(command)], order)
    found = measured_cards(sides, effort, ablated)
    if len(sides) == 1:
        order = list(dict.fromkeys((*effort.blocks, *ablated)))
        keep(wanted.out, "cards", [row | _run(command) for row in found], order)
        return 0
    date = datetime.now(UTC).date().isoformat()
    names = [side.name for side in sides]
    document = {
        "command": command,
        "date": date,
        "sides": names,
        "parts": [part.document() for part in parts],
        "cards": found,
    }
    written(wanted.out, "balance", comparison(parts, found, names, command, date), document)
    return 0


def _run(command: str) -> Document:
    return {"run": circumstances(command)}


def measured_cards(
    sides: Sequence[Side], effort: Effort, ablated: Mapping[str, int]
) -> list[Document]:
    """Return the cards of every run of two teams, with and without each of them."""
    found = []
    for side in sides:
        for manager in dict.fromkeys((*effort.blocks, *ablated)):
            arena = arena_of(side, manager, 2, effort.seed)
            name = file_of(side, manager, 2)
            title = f"{manager}, 2 seats" if len(sides) == 1 else f"{side.name}, {manager}, 2 seats"
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
            found.append(cards_row(manager, title, report(results)))
    return found


if __name__ == "__main__":
    sys.exit(run_main("balance", main))
