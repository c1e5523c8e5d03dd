"""Figures with their spread, their tables, and the aims."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass
class Figure:
    """A quantity, measured once a round. Index of `values` is the round."""

    name: str
    unit: str
    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return median(self.values)

    def over(self, other: Figure, name: str) -> Figure:
        """Return the ratio to another figure, round by round, which cancels the host's speed."""
        pairs = zip(self.values, other.values, strict=True)
        return Figure(name, "x", [mine / theirs for mine, theirs in pairs])

    def row(self) -> tuple[str, str, str]:
        """Return name, median with unit, and spread."""
        spread = f"{short(min(self.values))} to {short(max(self.values))}"
        return self.name, f"{short(self.median)} {self.unit}", spread

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "unit": self.unit,
            "median": self.median,
            "min": min(self.values),
            "max": max(self.values),
            "rounds": len(self.values),
        }


@dataclass
class Aim:
    """The aim for a figure."""

    figure: Figure
    sense: Literal["at least", "at most"]
    mark: float
    goal: float | None = None  # a goal beyond the aim

    @property
    def met(self) -> bool:
        if self.sense == "at least":
            return self.figure.median >= self.mark
        return self.figure.median <= self.mark

    def row(self) -> tuple[str, str, str, str, str]:
        name, value, spread = self.figure.row()
        aim = f"{self.sense} {short(self.mark)}"
        if self.goal is not None:
            aim += f", goal {short(self.goal)}"
        return name, value, spread, aim, "met" if self.met else "MISSED"

    def as_json(self) -> dict[str, object]:
        return {
            **self.figure.as_json(),
            "sense": self.sense,
            "mark": self.mark,
            "goal": self.goal,
            "met": self.met,
        }


def short(value: float) -> str:
    """Return three digits: '23,400', '4.71', '0.052'."""
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        digits = len(str(int(abs(value)))) - 3
        return f"{round(value, -digits):,.0f}"
    for places in range(6):
        if abs(value) >= 100 / 10**places:
            return f"{value:.{places}f}"
    return f"{value:.2g}"


def table(rows: Sequence[Sequence[str]], head: Sequence[str]) -> str:
    """Return rows under a head, the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = []
    for row in (head, ["-" * width for width in widths], *rows):
        first, *others = (
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join((first, *others)).rstrip())
    return "\n".join(lines)
