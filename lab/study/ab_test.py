"""Comparison of two settings on the same seeds: boards, or the game before and after a change.

Every pairing of managers is a run of the arena on each side, with its own file, so that an
interrupted study resumes. The sides take turns, a few blocks each: at any interruption both have
the same number of blocks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.arena.arena import Arena, check_arena
from deathdome.arena.report_tables import WRITE, points, spanned
from deathdome.arena.results_file import resume_run
from deathdome.arena.running import play_on
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import UsageError
from deathdome.statistics import Bootstrap
from deathdome.tables import NOTHING
from lab.command import parser_of
from lab.ladder.tables import grid
from lab.study.fairness import quantities
from lab.study.quantities import compared

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deathdome.arena.report import Document
    from deathdome.arena.results_file import ResultsFile
    from deathdome.statistics import Interval
    from lab.study.quantities import Figure

STEP: Final = 10  # blocks of one side before the other's turn


@dataclass(frozen=True)
class Side:
    """One of the two settings."""

    name: str
    board: str = DEFAULT_BOARD
    packs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Effort:
    """The extent of a study."""

    folder: Path  # of the results files
    blocks: Mapping[str, int]  # by manager, which plays in every seat
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 0
    jobs: int = 1


class Part(NamedTuple):
    """One manager with one number of seats: the figures of both sides."""

    manager: str
    seats: int
    blocks: int
    figures: list[Figure]
    rules: tuple[str, ...]  # rules hash of each side
    code: str
    faults: int
    seconds: tuple[float | None, ...]  # CPU a match of each side, if played here

    @property
    def title(self) -> str:
        """The title, such as greedy, 2 seats."""
        return f"{self.manager}, {self.seats} seats"

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "manager": self.manager,
            "seats": self.seats,
            "blocks": self.blocks,
            "rules": list(self.rules),
            "code": self.code,
            "faults": self.faults,
            "seconds_a_match": list(self.seconds),
            "figures": [figure.document() for figure in self.figures],
        }


def arena_of(side: Side, manager: str, seats: int, seed: int) -> Arena:
    """Return the settings of a side's run."""
    return Arena((manager,), seats, board=side.board, seed=seed, packs=side.packs)


def study(
    sides: Sequence[Side], effort: Effort, watch: Callable[[str, int, int], None]
) -> Iterator[Part]:
    """Play the missing blocks; yield the figures of every pairing that has blocks.

    A single side is compared with itself. `watch` is called with the current pairing, the number of
    played blocks and of all.

    Raises:
        UsageError: there is no such manager or board, or a file has other settings.
    """
    arenas = [
        arena_of(side, manager, seats, effort.seed)
        for manager in effort.blocks
        for seats in effort.seats
        for side in sides
    ]
    for arena in arenas:
        check_arena(arena)
    effort.folder.mkdir(parents=True, exist_ok=True)
    for manager, wanted in effort.blocks.items():
        for seats in effort.seats:
            results_files: list[ResultsFile] = []
            try:
                for side in sides:
                    arena = arena_of(side, manager, seats, effort.seed)
                    results_files.append(
                        resume_run(arena, effort.folder / file_of(side, manager, seats))
                    )
                _play(sides, results_files, wanted, effort.jobs, watch)
            finally:
                for results in results_files:
                    results.close()
            part = part_of(results_files)
            if part is not None:
                yield part


def file_of(side: Side, manager: str, seats: int) -> str:
    """Return the name of a run's file."""
    kept = "".join(sign if sign.isalnum() or sign in "-+@" else "-" for sign in manager)
    return f"{side.name.replace(' ', '-')}-{kept}-{seats}.jsonl"


def _play(
    sides: Sequence[Side],
    results_files: Sequence[ResultsFile],
    wanted: int,
    jobs: int,
    watch: Callable[[str, int, int], None],
) -> None:
    done = min(len(results.blocks) for results in results_files)
    while done < wanted:
        done = min(done + STEP, wanted)
        for side, results in zip(sides, results_files, strict=True):
            arena = results.arena
            title = f"{side.name}, {arena.managers[0]}, {arena.seats} seats"
            for _ in play_on(results, done, jobs):
                watch(title, len(results.blocks), wanted)


def part_of(results_files: Sequence[ResultsFile]) -> Part | None:
    """Return the figures of the blocks that both sides have; None if there are none."""
    blocks = min(len(results.blocks) for results in results_files)
    if not blocks:
        return None
    first, last = results_files[0], results_files[-1]
    bootstrap = Bootstrap(blocks, seed=first.arena.seed)
    before, after = (
        quantities(results.arena, results.blocks[:blocks]) for results in (first, last)
    )
    faults = sum(
        len(match.get("faults", ()))
        for results in results_files
        for row in results.blocks[:blocks]
        for match in row["matches"]
    )
    return Part(
        first.arena.managers[0],
        first.arena.seats,
        blocks,
        compared(before, after, bootstrap),
        tuple(results.header["rules"] for results in results_files),
        first.header["code"],
        faults,
        tuple(_seconds(results, blocks) for results in results_files),
    )


def _seconds(results: ResultsFile, blocks: int) -> float | None:
    """Return the mean wall-clock time of a match; None if no block was timed."""
    timed = [row for row in results.times if row["block"] < blocks]
    matches = len(timed) * results.arena.seats
    return round(sum(row["seconds"] for row in timed) / matches, 3) if matches else None


def markdown(part: Part, names: Sequence[str]) -> list[str]:
    """Return the table of a part, with both sides and their difference."""
    head = ("figure", "band", *names, "difference")
    seconds = [NOTHING if one is None else f"{one:.2f}" for one in part.seconds]
    rows = [*cells(part, alone=False), ["seconds a match, by the clock", "", *seconds, ""]]
    return grid(head, rows)


def cells(part: Part, *, alone: bool) -> list[list[str]]:
    """Return name, band and value of each figure; with two sides, both and their difference."""
    rows = []
    for figure in part.figures:
        before, after = (
            _cell(figure, interval, inside)
            for interval, inside in zip(
                (figure.before, figure.after), figure.inside() or (True, True), strict=True
            )
        )
        row = [figure.quantity.name, _band(figure), before]
        rows.append(row if alone else [*row, after, _change(figure)])
    return rows


def _cell(figure: Figure, interval: Interval | None, inside: bool) -> str:
    if interval is None:
        return NOTHING
    text = spanned(interval._asdict(), WRITE[figure.quantity.unit])
    return text if inside else f"**{text}**"


def _band(figure: Figure) -> str:
    if figure.band is None:
        return {"more": "more is better", "less": "less is better", "": ""}[figure.quantity.wish]
    write = WRITE[figure.quantity.unit]
    return f"{write(figure.band[0])} to {write(figure.band[1])}"


def _change(figure: Figure) -> str:
    """Return the difference; marked if its whole interval is on one side of zero."""
    found = figure.change
    if found is None:
        return NOTHING
    write: Callable[[float], str] = {
        "share": points,
        "number": lambda value: f"{value:+,.2f}",
        "credits": lambda value: f"{value / 1000:+,.0f}k",
    }[figure.quantity.unit]
    sure = found.low > 0 or found.high < 0
    return f"{spanned(found._asdict(), write)}{' *' if sure else ''}"


def wanted_blocks(text: str) -> dict[str, int]:
    """Parse `greedy=400,tactical=60`: blocks by manager.

    Raises:
        UsageError: it has another form.
    """
    found = {}
    for part in text.split(","):
        name, _, number = part.strip().rpartition("=")
        if not name or not number.isdecimal() or int(number) < 1:
            raise UsageError(
                f'"{part.strip()}" is no manager with a number of blocks; for example greedy=400'
            )
        found[name] = int(number)
    return found


def wanted_seats(text: str) -> tuple[int, ...]:
    """Parse `2,4`.

    Raises:
        UsageError: it has another form.
    """
    found = tuple(part.strip() for part in text.split(","))
    if not all(part in {"2", "3", "4"} for part in found):
        raise UsageError(f'"{text}" are no numbers of seats; they are 2, 3 and 4')
    return tuple(map(int, found))


BLOCKS = "greedy=400,tactical=60"


def options(target: str, description: str | None) -> ArgumentParser:
    """Return the parser of the common options."""
    parser = parser_of(target, description)
    parser.add_argument(
        "--blocks", default=BLOCKS, metavar="NAME=N,...", help=f"managers and blocks, {BLOCKS}"
    )
    parser.add_argument("--seats", default="2,3,4", help="numbers of teams")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def effort_of(wanted: Namespace) -> Effort:
    """Return the extent of a study from its options."""
    return Effort(
        wanted.folder,
        wanted_blocks(wanted.blocks),
        wanted_seats(wanted.seats),
        wanted.seed,
        wanted.jobs,
    )


def written(out: Path, name: str, text: str, document: Document) -> None:
    """Write the page and its figures, and print their paths."""
    out.mkdir(parents=True, exist_ok=True)
    page, figures = out / f"{name}.md", out / f"{name}.json"
    page.write_text(text, encoding="utf-8")
    figures.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {page} and {figures}")
