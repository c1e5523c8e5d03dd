"""The ladder: rows with expected shares of wins, and their results.

Every row is a run of the arena with its own file, so that an interrupted ladder resumes. A row
passes when the lower end of its interval reaches the gate; a row with a test, when that says
"better".
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
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from deathdome.arena.report import Document
    from deathdome.arena.results_file import ResultsFile
    from deathdome.statistics import Hypotheses

MIN_BLOCKS: Final = 200  # a published row needs as many, unless it says otherwise
QUICK_BLOCKS: Final = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table of targets."""

    first: str  # whose share of wins is measured
    others: str  # in every other seat
    aim: float | None  # share of wins
    gate: float  # required lower end of the interval
    blocks: int
    seats: int = 2
    test: Hypotheses | None = None  # decides alone, and ends the row early
    note: str = ""
    series: tuple[int, ...] = ()  # rounds of each match of a season; (): single matches
    by_lead: bool = False  # passes if the first surely ends ahead, in credits
    group: str = ""  # name for several rows
    label: str = ""  # name of the first for readers
    rival: str = ""  # name of the others for readers
    least: int = MIN_BLOCKS  # blocks for a published row

    @property
    def called(self) -> str:
        """The first manager's name for readers."""
        return self.label or self.first

    @property
    def against(self) -> str:
        """The name of the others for readers."""
        return self.rival or self.others

    @property
    def name(self) -> str:
        """The name of the row, and of its file."""
        behind = "-season" if self.series else f"-{self.seats}" if self.seats > 2 else ""
        return f"{self.called}-{self.against}{behind}".replace(" ", "-")

    @property
    def title(self) -> str:
        """The title of the row for readers."""
        if self.seats == 2:
            return f"{self.called} v. {self.against}"
        return f"{self.seats} players: one {self.called}, {self.seats - 1} {self.against}"

    def arena(self, seed: int) -> Arena:
        """Return the settings of its run."""
        return Arena((self.first, self.others), self.seats, seed=seed, series=self.series)


def missing(row: Row) -> str:
    """Return what keeps a row from being played, or ""."""
    try:
        for name in (row.first, row.others):
            load(name)
    except DeathdomeError as error:
        return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Effort:
    """The extent of a run of the ladder."""

    folder: Path  # of the results files
    seed: int = 0
    jobs: int = 1
    backend: str = "loky"
    scheduler: str | None = None
    quick: bool = False  # a few blocks a row, as a preview

    def blocks(self, wanted: int) -> int:
        """Return how many of so many blocks to play."""
        return min(QUICK_BLOCKS, wanted) if self.quick else wanted


def run(
    arena: Arena,
    name: str,
    blocks: int,
    effort: Effort,
    watch: Callable[[int, int], None],
    test: Hypotheses | None = None,
    least: int = MIN_BLOCKS,
) -> ResultsFile:
    """Return a run with so many blocks, resumed from its file.

    With a test it ends at a decision, but not before `least` blocks, which a published row needs.
    `watch` is called with the number of played blocks and of all, now and then.

    Raises:
        UsageError: the settings are not possible, or its file has others.
    """
    check_arena(arena)
    effort.folder.mkdir(parents=True, exist_ok=True)
    results = resume_run(arena, effort.folder / f"{name}.jsonl")

    def enough() -> bool:
        """Return True at a decision of the test with enough blocks for publication."""
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
) -> Iterator[Document]:
    """Play the rows; yield the result of each.

    `watch` is called with the name of the row, the number of played blocks and of all, now and
    then.
    """
    for row in rows:
        lack = missing(row)
        yield _head(row) | ({"missing": lack} if lack else _climbed(row, effort, watch))


def _head(row: Row) -> Document:
    return {
        "row": row.name,
        "group": row.group,
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
    share, lead = (lineup["managers"][0][key] for key in ("win_share", "lead"))
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
        "lead": lead,
        "rating": document["managers"][0]["rating"]
        if document["anchor"] != row.first
        else _turned(document["managers"][1]["rating"]),
        "sprt": test,
        "faults": document["faults"],
        "turn_p50": times.get(row.first, {}).get("turn_p50"),
        "turn_p99": times.get(row.first, {}).get("turn_p99"),
        "by_lead": row.by_lead,
        "passed": (lead["low"] or 0) > 0
        if row.by_lead
        else test["verdict"] == "better"
        if test
        else share["low"] >= row.gate,
    }


def _turned(rating: dict[str, Any]) -> dict[str, Any]:
    """Return the rating of the anchor from the other's point of view."""
    return {
        "value": -rating["value"],
        "low": -rating["high"],
        "high": -rating["low"],
        "bounded": rating["bounded"],
    }


def check_publishable(rows: Iterable[Row]) -> None:
    """Check that every row plays enough blocks for publication.

    Raises:
        UsageError: a row has too few.
    """
    for row in rows:
        if row.blocks < row.least:
            raise UsageError(
                f"{row.name} would have {row.blocks} blocks, and a table needs {row.least}; "
                "--quick shows a few"
            )
