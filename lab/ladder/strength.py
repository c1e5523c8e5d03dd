"""The strengths of managers that the game shows, from the rows of the ladder.

Ratings are relative to the veteran; a share of wins is that of a played pair, with the veteran if
there is such a pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.managers.strength import CALLED, MEASURE, Strength, strength_text
from deathdome.text.phrases.motives import ABOUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.arena.report import Document


def strength_file(rows: Sequence[Document]) -> str:
    """Return the whole file; "" while there is no measurement."""
    found = strengths_of(rows)
    commands = sorted({str(row["run"]["command"]) for row in rows if "run" in row})
    return strength_text(found, commands or ["make ladder"]) if found else ""


def strengths_of(rows: Sequence[Document]) -> list[tuple[str, Strength]]:
    """Return every manager that played pairs connect to the veteran, in order of the list."""
    pairs: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        first, _, other = str(row["row"]).partition("-")
        ends = CALLED.get(first, first), CALLED.get(other, other)
        if row.get("players") == 2 and set(ends) <= set(ABOUT) and "win_share" in row:
            pairs[ends] = row
    # Pairs with the veteran come first: direct measurements are preferred.
    order = sorted(pairs, key=lambda ends: MEASURE not in ends)
    known = {MEASURE: Strength(None, MEASURE, 0, 0, "")}
    for _ in order:
        for first, other in order:
            row = pairs[first, other]
            share, rating = row["win_share"]["value"], row["rating"]["value"]
            games, date = int(row["games"]), str(row["run"]["date"])
            if other in known and first not in known:
                above = (known[other].rating or 0) + round(rating)
                known[first] = Strength(share, other, above, games, date)
            elif first in known and other not in known:
                below = (known[first].rating or 0) - round(rating)
                known[other] = Strength(1 - share, first, below, games, date)
    if len(known) == 1:
        return []
    sole = [one for name, one in known.items() if name != MEASURE]
    games, date = sum(one.games for one in sole), max(one.date for one in sole)
    known[MEASURE] = Strength(None, MEASURE, 0, games, date)
    return [(name, known[name]) for name in ABOUT if name in known]
