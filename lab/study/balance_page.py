"""The balance page: figures and cards with their bands, before and after a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.balance import POWER
from deathdome.arena.report_tables import NOTHING, hundredths, percent, points, spanned, thousands
from deathdome.text.names import counted
from lab.study.ab_test import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

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
