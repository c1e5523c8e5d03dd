"""Plain-text tables, and how they show shares and frequencies with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTHING: Final = "-"


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a plain-text table: the first column on the left, the others on the right."""
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join(lines)


def percent(value: float) -> str:
    """Return a share as 61.2 %."""
    return f"{100 * value:.1f}"


def tenths(value: float) -> str:
    """Return a number with one decimal."""
    return f"{value:,.1f}"


def share_text(found: dict[str, Any] | None) -> str:
    """Return a share with whole percents as interval, for wide tables: 61.2 (58-64)."""
    if found is None or found["value"] is None:
        return NOTHING
    return f"{percent(found['value'])} ({100 * found['low']:.0f}-{100 * found['high']:.0f})"


def frequency(found: dict[str, Any] | None) -> str:
    """Return a frequency in a narrow form: 0.56 (0.3-1.0)."""
    if found is None:
        return NOTHING
    if found["low"] is None:
        return f"{found['value']:.2f} (?)"
    return f"{found['value']:.2f} ({found['low']:.1f}-{found['high']:.1f})"


def hundredths(value: float) -> str:
    """Return a number with two decimals."""
    return f"{value:,.2f}"
