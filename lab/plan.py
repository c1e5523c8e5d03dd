"""Plans of measurements: the matches behind each row of a table, and what they cost.

A command that measures says with `plan(words)` which matches it would play. The seconds of a match
come from a table by manager and number of teams, which the times of matches on this machine
replace as far as they are known.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.arena.results_file import TIMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    Seconds = Mapping[tuple[str, int], float]  # by manager and number of teams

ROUNDS: Final = 6
RICH: Final = 1.7  # of a round in a season compared with one in a single match
TURNS: Final = 7  # of a seat in a match
MOVES: Final = 25  # ... and its unit phases

# Seconds of a core for one seat in a match of six rounds, by number of teams from two to four.
SECONDS: Final = {
    (name, seats): second
    for name, row in {
        "random": (0.03, 0.04, 0.05),
        "greedy": (0.18, 0.24, 0.3),
        "rookie": (0.25, 0.3, 0.4),
        "regular": (0.35, 0.6, 0.8),
        "tactical": (0.45, 0.7, 0.9),
        "veteran": (0.45, 0.7, 0.9),
        "elite": (2.0, 2.3, 2.6),
        "champion": (6.5, 7.2, 8.0),
    }.items()
    for seats, second in zip((2, 3, 4), row, strict=True)
}
UNKNOWN: Final = "elite"  # managers that are not in the table think as long


class Run(NamedTuple):
    """The matches behind a row, in one file."""

    part: str  # of the pages
    row: str  # of the part; "": no row of its own
    file: str  # lines of JSON after a header
    managers: tuple[str, ...]  # by seat
    matches: float  # at most
    a_line: float = 1  # matches on a line of the file
    series: tuple[int, ...] = ()  # rounds of each match of a season
    group: str = ""  # of the row, in parts with several tables

    def seconds(self, table: Seconds) -> float:
        """Return the cost of its matches."""
        return self.matches * match_seconds(self.managers, self.series, table)

    def played(self, folder: Path) -> float:
        """Return the share of its matches that are in the file."""
        path = folder / self.file
        lines = max(path.read_bytes().count(b"\n") - 1, 0) if path.exists() else 0
        return min(lines * self.a_line / self.matches, 1.0)


def match_seconds(managers: Sequence[str], series: Sequence[int], table: Seconds) -> float:
    """Return the cost of a match or season."""
    one = sum(table[key_of(name), len(managers)] for name in managers)
    return one * (RICH * sum(series) / ROUNDS if series else 1.0)


def key_of(name: str) -> str:
    """Return the manager of the table that thinks as long."""
    key = name.rpartition(":")[2].partition("+")[0]
    return key if (key, 2) in SECONDS else UNKNOWN


def total(runs: Iterable[Run], table: Seconds = SECONDS) -> float:
    """Return the cost of some runs; matches in the same file count once."""
    return sum(run.seconds(table) for run in {run.file: run for run in runs}.values())


def observed(folder: Path) -> Seconds:
    """Return the table of seconds, corrected by the times of the arena's matches in a folder.

    The dearest manager of a match takes the blame for what the table does not explain.
    """
    table = dict(SECONDS)
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    for path in sorted(folder.glob(f"*{TIMES}")):
        head, seconds = _timed(path)
        series = head["series"] or ()
        for lineup in head["lineups"] if seconds and not head["ablated"] else ():
            keys = [key_of(name) for name in lineup]
            dearest = max(keys, key=lambda key: SECONDS[key, len(keys)])
            scale = match_seconds([dearest], series, {(dearest, 1): 1.0})
            others = sum(SECONDS[key, len(keys)] for key in keys if key != dearest)
            one = (seconds / len(keys) / scale - others) / keys.count(dearest)
            found[dearest, len(keys)].append(max(one, SECONDS[dearest, len(keys)] / 4))
    table.update({key: sum(times) / len(times) for key, times in found.items()})
    return table


def _timed(path: Path) -> tuple[dict[str, Any], float]:
    """Return the header of a run, and the mean seconds of its blocks; 0 if there are none."""
    with path.with_name(path.name.removesuffix(TIMES)).open(encoding="utf-8") as file:
        head = json.loads(file.readline() or "{}")
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]  # the last may be incomplete
    times = [json.loads(text)["seconds"] for text in lines]
    return head, sum(times) / len(times) if times else 0.0
