"""The ladder: who should beat whom how often, and what came of it.

Every row is a run of the arena with a file of its own, so a ladder that was broken off goes on. A
row passes when the lower end of its interval reaches the gate; where the test decides instead, when
that says "better".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.arena import Arena, check_arena
from deathdome.arena.report import report
from deathdome.arena.results_file import resume_run
from deathdome.arena.running import play_on
from deathdome.errors import DeathdomeError, UsageError
from deathdome.managers.registry import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from deathdome.arena.report import Document
    from deathdome.arena.results_file import ResultsFile
    from deathdome.arena.sprt import Hypotheses

LEAST_BLOCKS: Final = 200  # fewer make no table, unless a row says so
QUICK_BLOCKS: Final = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of targets."""

    first: str  # whose share of wins is looked at
    others: str  # in every other seat
    aim: float | None  # share of wins
    gate: float  # that the lower end of the interval is to reach
    blocks: int
    seats: int = 2
    test: Hypotheses | None = None  # decides by itself, and ends the row early
    note: str = ""
    series: bool = False
    group: str = ""  # that it can be asked for with
    label: str = ""  # what the first is called where its name tells little
    least: int = LEAST_BLOCKS  # blocks that make a table of it

    @property
    def called(self) -> str:
        """The first one's name for people."""
        return self.label or self.first

    @property
    def name(self) -> str:
        """Of the row, and of its file."""
        behind = "-series" if self.series else f"-{self.seats}" if self.seats > 2 else ""
        return f"{self.called.replace(' ', '-')}-{self.others}{behind}"

    @property
    def title(self) -> str:
        """The row for people."""
        if self.seats == 2:
            return f"{self.called} v. {self.others}" + (", series" if self.series else "")
        return f"{self.seats} players: one {self.called}, {self.seats - 1} {self.others}"

    def arena(self, seed: int) -> Arena:
        """The run that it is."""
        return Arena((self.first, self.others), self.seats, seed=seed, series=self.series)


def missing(row: Row) -> str:
    """What keeps a row from being played, "" if nothing does."""
    try:
        for name in (row.first, row.others):
            load(name)
    except DeathdomeError as error:
        return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Effort:
    """How a ladder is played."""

    folder: Path  # of the files of the rows
    seed: int = 0
    jobs: int = 1
    backend: str = "loky"
    scheduler: str | None = None
    quick: bool = False  # a few blocks a row, for a look

    def blocks(self, wanted: int) -> int:
        """How many of so many blocks are played."""
        return min(QUICK_BLOCKS, wanted) if self.quick else wanted


def run(
    arena: Arena,
    name: str,
    blocks: int,
    effort: Effort,
    watch: Callable[[int, int], None],
    test: Hypotheses | None = None,
    least: int = LEAST_BLOCKS,
) -> ResultsFile:
    """A run with so many blocks, from the file of that name as far as they are there.

    With a test it ends as soon as that has decided, but not before the `least` blocks that make a
    table. `watch` is told how many blocks of how many are played, now and then.

    Raises:
        UsageError: the run cannot be, or its file is of another setting.
    """
    check_arena(arena)
    effort.folder.mkdir(parents=True, exist_ok=True)
    results = resume_run(arena, effort.folder / f"{name}.jsonl")

    def enough() -> bool:
        """Whether a test has decided, and what was played makes a table."""
        return test is not None and len(results.blocks) >= least and results.decided(test)

    try:
        watch(len(results.blocks), blocks)
        if not enough():
            for _ in play_on(results, blocks, effort.jobs, effort.backend, effort.scheduler):
                watch(len(results.blocks), blocks)
                if enough():
                    break
    finally:
        results.close()
    return results


def climb(
    rows: Iterable[Row], effort: Effort, watch: Callable[[str, int, int], None]
) -> list[Document]:
    """Plays the rows; gives for each what it says.

    `watch` is told the name of the row, and how many blocks of how many are played, now and then.
    """
    found = []
    for row in rows:
        lack = missing(row)
        if lack:
            found.append(_head(row) | {"missing": lack})
        else:
            found.append(_head(row) | _climbed(row, effort, watch))
    return found


def _head(row: Row) -> Document:
    return {
        "row": row.name,
        "title": row.title,
        "note": row.note,
        "players": row.seats,
        "aim": row.aim,
        "gate": row.gate,
    }


def _climbed(row: Row, effort: Effort, watch: Callable[[str, int, int], None]) -> Document:
    results = run(
        row.arena(effort.seed),
        row.name,
        effort.blocks(row.blocks),
        effort,
        lambda played, wanted: watch(row.name, played, wanted),
        row.test,
        row.least,
    )
    document = report(results, row.test)
    lineup = document["lineups"][0]
    share = lineup["managers"][0]["win_share"]
    test = lineup["sprt"] if row.test else None
    times = {entry["manager"]: entry for entry in document["timing"]["managers"]}
    return {
        "blocks": document["blocks"],
        "games": document["matches"],
        "seed": effort.seed,
        "rules": document["run"]["rules"],
        "code": document["run"]["code"],
        "version": document["run"]["version"],
        "win_share": share,
        "lead": lineup["managers"][0]["lead"],
        "rating": document["managers"][0]["rating"]
        if document["anchor"] != row.first
        else _turned(document["managers"][1]["rating"]),
        "sprt": test,
        "seats": document["seats"],
        "faults": document["faults"],
        "turn_p50": times.get(row.first, {}).get("turn_p50"),
        "turn_p99": times.get(row.first, {}).get("turn_p99"),
        "passed": test["verdict"] == "better" if test else share["low"] >= row.gate,
    }


def _turned(rating: dict[str, Any]) -> dict[str, Any]:
    """The rating of the anchor from the other's side."""
    return {
        "value": -rating["value"],
        "low": -rating["high"],
        "high": -rating["low"],
        "bounded": rating["bounded"],
    }


def check_publishable(rows: Iterable[Row], found: Iterable[Document]) -> None:
    """Makes sure that every row played has blocks enough for a table; `found` is in their order.

    Raises:
        UsageError: one has not.
    """
    for row, said in zip(rows, found, strict=True):
        if "missing" not in said and said["blocks"] < row.least:
            raise UsageError(
                f"{row.name} has {said['blocks']} blocks, and a table needs {row.least}; "
                "--quick writes one that says so"
            )
