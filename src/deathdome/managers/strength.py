"""Descriptions and measured strengths of managers, for lists to choose from.

The figures stand in a file that the ladder writes. Without the file, or where it says nothing of a
manager, nothing is said: no figure here was ever written by hand.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.content.bundled import data_folder
from deathdome.content.toml_files import read_toml
from deathdome.errors import ContentError, UsageError
from deathdome.managers.manager_name import LEVELS, parse_spec
from deathdome.text.names import listed
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

FILE: Final = "managers/strength.toml"  # in the folder of the data
MEASURE: Final = "veteran"  # whom the others are measured against, if the file names nobody

CALLED: Final = {"tactical": "veteran", "searcher": "champion"}  # the same by another name


class Strength(NamedTuple):
    """The measured strength of a manager."""

    share: float | None  # of its matches won against `against`
    against: str
    rating: int | None  # Elo points above the veteran
    games: int
    date: str


@cache
def strengths() -> Mapping[str, Strength]:
    """Return the bundled figures by manager; none if none were measured."""
    return read_strengths(data_folder() / FILE)


def read_strengths(path: Path) -> dict[str, Strength]:
    """Read figures from a file; skip unreadable entries, since a match needs none."""
    try:
        document = read_toml(path, path.name)
    except ContentError:
        return {}
    found = {}
    for name, row in document.items():
        strength = _strength(row) if isinstance(row, dict) else None
        if strength is not None:
            found[name] = strength
    return found


def _strength(row: dict[str, Any]) -> Strength | None:
    share, rating = _number(row.get("share")), _number(row.get("rating"))
    if share is not None and not 0 <= share <= 1:
        share = None
    if share is None and rating is None:
        return None
    return Strength(
        share,
        _text(row.get("against")) or MEASURE,
        None if rating is None else round(rating),
        int(_number(row.get("games")) or 0),
        _text(row.get("date")),
    )


def _text(value: object) -> str:
    """Return a printable text, or "" for anything else."""
    return value if isinstance(value, str) and value.isprintable() else ""


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e9 else None


def strength_text(rows: Iterable[tuple[str, Strength]], commands: Sequence[str]) -> str:
    """Return the file of the figures as the ladder writes it, with its commands."""
    written = listed([f"`{command}`" for command in commands])
    lines = [f"# How strong the managers are; written by {written}, not by hand."]
    for name, one in rows:
        lines += ["", f"[{name}]"]
        if one.share is not None:
            lines += [f"share = {one.share:.3f}", f'against = "{one.against}"']
        if one.rating is not None:
            lines.append(f"rating = {one.rating}")
        lines += [f"games = {one.games}", f'date = "{one.date}"']
    return "\n".join(lines) + "\n"


def ranked(known: Mapping[str, Strength] | None = None) -> tuple[str, ...]:
    """Return the levels by measured strength, weakest first.

    A level without a rating keeps its place.
    """
    measured = strengths() if known is None else known
    ratings = {
        level: one.rating
        for level in LEVELS
        if (one := measured.get(level)) is not None and one.rating is not None
    }
    by_rating = iter(sorted(ratings, key=lambda level: ratings[level]))
    return tuple(next(by_rating) if level in ratings else level for level in LEVELS)


def ranking_note(known: Mapping[str, Strength] | None = None) -> str:
    """Return a sentence about the order of the levels."""
    order = ranked(known)
    note = say.LEVELS_BY_MEASURED_STRENGTH.format(order=order[-1])
    top = LEVELS[-1]
    return f"{note}." if order[-1] == top else say.ABOVE.format(note=note, top=top)


def told(name: str, known: Mapping[str, Strength] | None = None) -> str:
    """Return the description of a manager with its figures; "" for a foreign one.

    Ratings count from `MEASURE`, whose own is 0 by that: nothing is said of it.
    """
    try:
        spec = parse_spec(name)
    except UsageError:
        return ""
    plain = spec.level or CALLED.get(spec.name, spec.name)
    if spec.foreign or plain not in say.ABOUT:
        return ""
    one = (strengths() if known is None else known).get(plain)
    figures = []
    if one is not None and one.share is not None and one.against != plain:
        figures.append(f"wins {one.share:.0%} against {one.against}")
    if one is not None and one.rating is not None and plain != MEASURE:
        figures.append(f"rating {one.rating:+d}")
    said = ", ".join(figures)
    return f"{say.ABOUT[plain]} {said[:1].upper()}{said[1:]}." if said else say.ABOUT[plain]
