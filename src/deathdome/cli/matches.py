"""`deathdome matches`: the saved matches on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathdome.records.library import Summary


def matches() -> None:
    """List the matches that are kept: the unfinished ones first, the last played on top."""
    from deathdome.content.words import printable
    from deathdome.folders import matches_folder
    from deathdome.records.library import check_folder, summaries
    from deathdome.tui.presenters.text import columns_of, fitted

    found = summaries()
    if not found:
        check_folder()
        print(f"no matches yet; they are kept in {printable(str(matches_folder()))}")
        return
    rows = [_row(one) for one in found]
    widths = [max(columns_of(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [fitted(cell, width) for cell, width in zip(row, widths, strict=False)]
        print("  ".join((*cells, row[-1])).rstrip())
    print(f"in {printable(str(matches_folder()))}")


def _row(one: Summary) -> tuple[str, str, str, str]:
    """Return name, time of the last answer, players, and progress."""
    from deathdome.content.words import shown
    from deathdome.records.peek import ENDING

    name = shown(one.path.name.removesuffix(ENDING))
    return name, one.when(), one.seats(), one.how
