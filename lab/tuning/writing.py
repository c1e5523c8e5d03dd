"""Updating the file of weights: figures change, comments stay."""

from __future__ import annotations

import re
from math import floor, log10
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError

from deathdome.errors import ContentError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from deathdome.statistics import Interval

PARTS: Final = ("weights", "leaf", "outfit")  # that are measured, each by its own stages
INTERVALS: Final = "95 % intervals of the measured figures."
_MATCHES: Final = re.compile(r"([\d,]+) matches")


class Change(NamedTuple):
    """A measured figure."""

    table: str  # "weights", "leaf", "outfit"
    name: str
    before: float
    found: Interval


def rounded(value: float) -> float:
    """Round like the file: three figures of an amount, three places of a factor."""
    if abs(value) < 100:
        return round(value, 3)
    return float(round(value, 2 - floor(log10(abs(value)))))


def figure(value: float) -> str:
    """Return the number as TOML."""
    value = rounded(value)
    return f"{int(value):_}" if abs(value) >= 100 else str(value)


def rewritten(
    text: str, changes: Sequence[Change], rules: str, sources: Mapping[str, str], path: Path
) -> str:
    """Return the file with changed figures; `sources` has the origin of each of PARTS.

    Raises:
        ContentError: it is not TOML.
    """
    try:
        document = tomlkit.parse(text)
    except TOMLKitError as error:
        raise ContentError(f"{path}: no file of weights: {error}") from error
    noted = told_sources(str(document.get("source", ""))) | dict(sources)
    document["rules"] = rules
    document["source"] = "; ".join(f"{part}: {source}" for part, source in noted.items())
    document["matches"] = sum(
        int(number.replace(",", "")) for number in _MATCHES.findall(document["source"])
    )
    if "intervals" not in document:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(INTERVALS))
        document["intervals"] = tomlkit.table(is_super_table=True)
    for change in changes:
        _table(document, change.table)[change.name] = tomlkit.value(figure(change.found.value))
        low, high = figure(change.found.low), figure(change.found.high)
        _table(document["intervals"], change.table)[change.name] = tomlkit.value(f"[{low}, {high}]")
    return tomlkit.dumps(document)


def told_sources(source: str) -> dict[str, str]:
    """Return the origin of each part of a file; text without a part is about the weights."""
    found: dict[str, str] = {}
    for piece in filter(None, source.split("; ")):
        part, colon, rest = piece.partition(": ")
        if colon and part in PARTS:
            found[part] = rest
        else:
            found["weights"] = f"{found['weights']}; {piece}" if "weights" in found else piece
    return found


def _table(parent: dict[str, Any], name: str) -> dict[str, Any]:
    if name not in parent:
        parent[name] = tomlkit.table()
    found: dict[str, Any] = parent[name]
    return found
