"""Lines of text with named looks: what every presenter makes and every widget draws."""

from __future__ import annotations

import textwrap
from typing import NamedTuple, TypeAlias


class Span(NamedTuple):
    """A piece of text in one look; the looks are named in `widgets.looks`."""

    text: str
    look: str = ""


Line: TypeAlias = tuple[Span, ...]

BLANK: Line = ()


def line(*parts: str | Span) -> Line:
    """A line of spans; plain strings have no look."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def text_of(lines: Line | list[Line]) -> str:
    """The bare text, one row a line: what a test or a screen reader reads."""
    if isinstance(lines, tuple):
        return "".join(span.text for span in lines)
    return "\n".join(text_of(row) for row in lines)


def wrapped(text: str, width: int, look: str = "", indent: str = "") -> list[Line]:
    """The text on as many lines as it needs; long words are broken, control characters dropped."""
    rows = textwrap.wrap(
        clean(text), max(width, 8), initial_indent=indent, subsequent_indent=indent
    )
    return [(Span(row, look),) for row in rows]


def clean(text: str) -> str:
    """The text without control characters, which a terminal would obey."""
    return "".join(char if char.isprintable() else " " for char in text)


def cut(text: str, width: int) -> str:
    """At most `width` columns; what is cut off shows as a trailing '.'-pair."""
    text = clean(text)
    return text if len(text) <= width else text[: max(0, width - 2)] + ".."


def heading(text: str, width: int, right: str = "") -> Line:
    """A title with something at the right edge."""
    gap = max(1, width - len(text) - len(right))
    return (Span(text, "title"), Span(" " * gap), Span(right, "dim"))
