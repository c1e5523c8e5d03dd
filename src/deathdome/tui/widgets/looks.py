"""From named looks to styles of the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.tui.presenters.text import Line

LOOKS: Final = {
    "": "",
    "dim": "$dome-dim",
    "strong": "bold",
    "title": "bold $dome-title",
    "good": "$dome-good",
    "bad": "bold $dome-bad",
    "key": "bold $dome-title",
    "bar": "reverse",
    "seat0": "bold $dome-seat0",
    "seat1": "bold $dome-seat1",
    "seat2": "bold $dome-seat2",
    "seat3": "bold $dome-seat3",
}


def content_of(rows: Iterable[Line]) -> Content:
    """Lines as Textual content; nothing in them is read as markup."""
    return Content("\n").join(
        Content.assemble(*((span.text, LOOKS[span.look]) for span in row)) for row in rows
    )
