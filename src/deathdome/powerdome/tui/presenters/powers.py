"""Powers as rows of a list, and in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text.setup_screens import KIND_HELP
from deathdome.powerdome.text.tome import KIND, kinds_of, named_in, short_kinds, text_after_kinds
from deathdome.stage.screens.menu import bar_row
from deathdome.stage.text import Line, Span, fitted, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.model.tome import Power, Tome

NAME: Final = 18  # columns of the name of a power
_NUMBER: Final = 4  # columns, with the gap
_MARK: Final = 2  # columns of what is before the number
_CURSOR: Final = 2


def power_block(tome: Tome, power: Power, width: int) -> list[Line]:
    """Return a power in full, with the allies and afflictions that it names."""
    rows = [
        line(
            Span(f"{power.no} {power.name}", "strong violet"),
            Span(f"  {', '.join(kinds_of(power))}", "dim"),
        ),
        *wrapped(power.text, width),
    ]
    for note in named_in(tome, power):
        rows += wrapped(note, width)
    for kind in kinds_of(power):
        rows += wrapped(KIND_HELP[kind], width, "dim")
    return rows


def power_row(
    power: Power,
    width: int,
    *,
    mark: str = "",
    under: bool = False,
    look: str = "",
    words: str | None = None,
) -> Line:
    """Return a power in a row: its number, name, kind, and as much of its text as fits.

    `words` replace the text.
    """
    number, name = f"{power.no:>{_NUMBER - 1}} ", fitted(power.name, NAME)
    kind = fitted(short_kinds(power), KIND)
    before = fitted(mark, _MARK)
    rest = width - _CURSOR - _MARK - _NUMBER - NAME - KIND
    text = fitted(text_after_kinds(power) if words is None else words, max(0, rest))
    if under:
        return bar_row(f"{before}{number}{name}{kind}{text}", width - _CURSOR, under=True)
    return line(
        " " * _CURSOR,
        Span(before, "violet"),
        Span(number, "dim"),
        Span(name, look or ("strong violet" if mark else "strong")),
        Span(kind, "dim"),
        Span(text, "dim"),
    )


def words_row(words: str, width: int) -> Line:
    """Return the heading of what rows of powers have in place of their text."""
    before = " " * (_CURSOR + _MARK + _NUMBER + NAME + KIND)
    return line(Span(fitted(f"{before}{words}", width), "dim"))
