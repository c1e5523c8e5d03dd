"""The panel of a show: rows on a ground of their own below a strip, in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.text import Line, Span, columns_of, cut

if TYPE_CHECKING:
    from collections.abc import Sequence

GROUND: Final = "panel"
_WIDEST: Final = 88  # columns
_PAD: Final = 3  # columns at each side within a panel
_OWN_GROUND: Final = ("chip", "strip", "paper", "hot", "cold", "alarm", "ready", "bar", "raised")


def panel_width(width: int) -> int:
    """Return the columns of a panel on a page of so many columns."""
    return max(40, min(width - 8, _WIDEST))


def inner_width(width: int) -> int:
    """Return the columns of the text on a panel."""
    return panel_width(width) - 2 * _PAD


def on_panel(title: str, right: str, look: str, rows: Sequence[Line], width: int) -> list[Line]:
    """Return the rows below a strip with the title, in the middle of a page."""
    wide = panel_width(width)
    left = Span(" " * max(0, (width - wide) // 2))
    title = cut(title, inner_width(width) - columns_of(right) - 1)
    gap = wide - columns_of(title) - columns_of(right) - 4
    strip = Span(f"  {title}{' ' * gap}{right}  ", look)
    return [(left, strip), *(_grounded(left, row, wide) for row in rows)]


def _grounded(left: Span, row: Line, wide: int) -> Line:
    spans = [Span(span.text, _on_ground(span.look)) for span in row]
    used = _PAD + sum(columns_of(span.text) for span in row)
    pad, rest = Span(" " * _PAD, GROUND), Span(" " * max(0, wide - used), GROUND)
    return (left, pad, *spans, rest)


def _on_ground(look: str) -> str:
    if look.startswith(_OWN_GROUND) or look.endswith("raised"):
        return look
    return f"{look} {GROUND}" if look else GROUND
