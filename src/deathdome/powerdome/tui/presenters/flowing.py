"""Facts in groups, each with its label, on as few rows as they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.stage.text import Line, Span, clean, columns_of, cut

if TYPE_CHECKING:
    from collections.abc import Sequence


class Group(NamedTuple):
    """Facts of one kind."""

    label: str
    facts: Sequence[Span]


def flowing(groups: Sequence[Group], width: int, indent: int, first: int) -> list[Line]:
    """Return the groups on rows of at most `width` columns.

    The first row begins at the column `first`, where its caller has something in front; the
    others are indented.
    """
    rows: list[list[Span]] = [[]]
    at = first
    for group in groups:
        for number, fact in enumerate(group.facts):
            last = number == len(group.facts) - 1
            text = clean(fact.text) + ("" if last else ",")
            label = f"{group.label} " if number == 0 and group.label else ""
            gap = 0 if not rows[-1] else 2 if number == 0 else 1
            needed = columns_of(label) + columns_of(text)
            if (at if rows[-1] else first) + gap + needed > width:
                rows.append([Span(" " * indent)])
                at, gap = indent, 0
            text = cut(text, max(8, width - at - gap - columns_of(label)))
            if gap:
                rows[-1].append(Span(" " * gap))
            if label:
                rows[-1].append(Span(label, "dim"))
            rows[-1].append(Span(text, fact.look))
            at += gap + columns_of(label) + columns_of(text)
    return [tuple(row) for row in rows]
