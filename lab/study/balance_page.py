"""The page of the balance: figures and cards beside their bands, before and after a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.card_balance import POWER
from deathdome.arena.tables import NOTHING, hundredths, percent, points, spanned, thousands
from lab.study.ab_test import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.arena.report import Document
    from lab.study.ab_test import Part

HEAD: Final = """\
# Balance

One manager in all seats, so that what differs is the seat, the card or the plan. A block is one
seed played in every rotation of the seats; intervals are of 95 %, from blocks drawn again 2,000
times. **Bold** lies outside its band. The figures and the columns of the cards are explained in
[arena.md](arena.md) and [boards.md](boards.md); what was tried for what lies outside stands in
decision [0015](decisions/0015-what-cards-are-worth-is-measured.md).
"""
BOTH: Final = """
Both sides play the same blocks: the same dice, and the same deck as far as it is the same. The
difference comes from the same draws of both; a star says that its interval leaves out zero.
"""
UNMEASURED: Final = """\
## What is not measured here

Of the balance model: the price that follows from the credits a card brings (the lead added says
them), a card against a twin with its ratings only, pairs of cards, the wall of the highest
toughness, the value of each character, and money over a series."""


class Cards:
    """The cards of one run."""

    def __init__(self, title: str, document: Document) -> None:
        """Takes the report of a run."""
        self.title = title
        self.balance: Document = document["balance"]
        self.matches: int = document["matches"]

    def rows(self) -> list[dict[str, Any]]:
        """The store cards that lie outside a band for sure."""
        return [row for row in self.balance["cards"] if row["out"]]

    def power(self) -> list[dict[str, Any]]:
        """The power cards that are played for their ability too seldom or too often."""
        return [
            row
            for row in self.balance["measures"]
            if row["measure"] == POWER and row["verdict"] == "out"
        ]

    def _counted(self) -> str:
        return (
            f"{len(self.rows())} of {len(self.balance['cards'])} store cards and "
            f"{len(self.power())} power cards lie outside a band, in {self.matches:,} matches."
        )

    def markdown(self) -> list[str]:
        """What lies outside, as a table."""
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
    """The figures of a part that lie outside their bands, of the last side."""
    return [
        figure.quantity.name
        for figure in part.figures
        if (inside := figure.inside()) is not None and not inside[1]
    ]


def page(
    parts: Sequence[Part], cards: Sequence[Cards], names: Sequence[str], command: str, date: str
) -> str:
    """The study as Markdown, written by nobody's hand."""
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
