"""Fairness of a board's seats: wins by base, and by place in the order of play. `make seats`.

    make seats ARGS="--seats 3 --blocks 20"
    make seats ARGS="--boards fortnight --seats 2,4 --out ."

The order of the bases is rotated, so that every base plays at every place. Every rotation has a
results file, from which an interrupted study resumes. Writes its section of docs/boards.md, and
docs/seats.json; figures of other boards stay.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathdome.arena.arena import Arena, check_arena
from deathdome.arena.counting import shares
from deathdome.arena.report_tables import spanned
from deathdome.arena.results_file import resume_run
from deathdome.arena.running import play_on
from deathdome.bundled import data_folder
from deathdome.content.board_files import load_board
from deathdome.errors import UsageError
from deathdome.statistics import Bootstrap, Interval, wilson
from deathdome.tables import percent
from lab.command import command_of, parser_of, print_progress, run_main, split_list
from lab.study.ab_test import wanted_seats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Self

    from deathdome.arena.results_file import ResultsFile
    from deathdome.statistics import Rows

BOARDS: Final = ("trivet", "waspworth", "fortnight")
STEP: Final = 5  # blocks of one rotation before the next one's turn
BEGIN: Final = "<!-- Begin of `make seats`. -->"
END: Final = "<!-- End of `make seats`. -->"
HOW: Final = """\
One manager plays in all seats. On each board the order of the bases is rotated: every base plays as
often at every place in the order of play, with the same dice and decks. So the two effects can be
told apart. A shared win counts in parts. Intervals are 95 %: from blocks resampled 2,000 times, or
of plain counts where those are wider. **Bold** is a share whose interval excludes chance. The base
between the others has a star."""


@dataclass(frozen=True)
class Shares:
    """Shares of wins on one board with one number of teams."""

    board: str
    seats: int
    blocks: int  # of all rotations
    faults: int
    bases: dict[str, Interval]
    places: list[Interval]
    as_seated: list[Interval]  # by place, with the bases in the board's own order
    command: str = "make seats"
    date: str = ""

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        """Return the shares of a document."""
        bases = {name: Interval(*found) for name, found in document["bases"].items()}
        lists = {
            name: [Interval(*found) for found in document[name]] for name in ("places", "as_seated")
        }
        return cls(**{**document, "bases": bases, **lists})


def rotated(board: str, seats: int, turn: int) -> str:
    """Return the text of a bundled board's file, its bases rotated by `turn` for these seats.

    Raises:
        UsageError: there is no such board, or it has no bases for so many teams.
    """
    found = load_board(board)
    bases = [found.base_names[base] for base in found.seating(seats)]
    text = (data_folder() / "boards" / f"{board}.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition("[seating]")
    return f"{head}[seating]\n{seats} = {json.dumps(bases[turn:] + bases[:turn])}\n"


def study(
    board: str,
    seats: int,
    manager: str,
    blocks: int,
    folder: Path,
    watch: Callable[[str, int, int], None],
    jobs: int = 1,
) -> Shares:
    """Play every rotation until it has so many blocks; return the shares.

    Raises:
        UsageError: there is no such manager or board, or a file has other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    runs: list[ResultsFile] = []
    try:
        for turn in range(seats):
            name = f"{board}-{seats}-{turn}"
            path = folder / f"{name}.toml"
            path.write_text(rotated(board, seats, turn), encoding="utf-8")
            arena = Arena((manager,), seats, board=str(path), seed=0)
            check_arena(arena)
            runs.append(resume_run(arena, folder / f"{name}-{manager}.jsonl"))
        done = min(len(run.blocks) for run in runs)
        while done < blocks:
            done = min(done + STEP, blocks)
            for run in runs:
                for _ in play_on(run, done, jobs):
                    pass
            watch(f"{board}, {seats} seats", done, blocks)
    finally:
        for run in runs:
            run.close()
    return counted(board, seats, runs, done)


def counted(board: str, seats: int, runs: Sequence[ResultsFile], blocks: int) -> Shares:
    """Return the shares of the first blocks of every rotation."""
    won = np.zeros((seats, seats, blocks))  # rotation, place
    faults = 0
    for turn, run in enumerate(runs):
        for row in run.blocks[:blocks]:
            for match in row["matches"]:
                faults += len(match.get("faults", ()))
                for seat, part in enumerate(shares(match)):
                    won[turn, (seat - match["first"]) % seats, row["block"]] += part
    sums = Bootstrap(blocks)

    def share(wins: Rows, matches: int) -> Interval:
        found = sums.share(wins, np.full(blocks, float(matches)))
        assert found is not None
        # Resamples of few blocks vary too little; then plain counts have the wider interval.
        plain = wilson(float(wins.sum()), float(matches * blocks))
        return Interval(found.value, min(found.low, plain.low), max(found.high, plain.high))

    found = load_board(board)
    names = [found.base_names[base] for base in found.seating(seats)]
    bases = {
        name: share(
            np.sum([won[turn, (base - turn) % seats] for turn in range(seats)], axis=0),
            seats * seats,
        )
        for base, name in enumerate(names)
    }
    return Shares(
        board,
        seats,
        blocks * seats,
        faults,
        bases,
        [share(won[:, place].sum(axis=0), seats * seats) for place in range(seats)],
        [share(won[0, place], seats) for place in range(seats)],
    )


def section(found: Sequence[Shares]) -> str:
    """Return the section of the page."""
    lines = [BEGIN, "## Seats", "", HOW]
    for part in found:
        chance, expected = 1 / part.seats, f"{100 / part.seats:.1f}"
        matches = part.blocks * part.seats
        lines += [
            "",
            f"### {part.board}, {part.seats} teams",
            "",
            f"{part.blocks:,} blocks, {matches:,} matches, faults: {part.faults}.",
            f"Chance: {expected}. Measured by `{part.command}` on {part.date}.",
            "",
            "| base | wins | | place | wins | with the board's own order |",
            "| --- | ---: | --- | --- | ---: | ---: |",
        ]
        between = part.board != "trivet" and part.seats == 3
        for place, (name, wins) in enumerate(part.bases.items()):
            star = " *" if between and place == part.seats - 1 else ""
            cells = [
                _cell(one, chance) for one in (wins, part.places[place], part.as_seated[place])
            ]
            lines.append(
                f"| {name}{star} | {cells[0]} | | {_PLACES[place]} | {cells[1]} | {cells[2]} |"
            )
    return "\n".join([*lines, END, ""])


_PLACES: Final = ("first", "second", "third", "fourth")


def _cell(found: Interval, chance: float) -> str:
    text = spanned(found._asdict(), percent)
    return text if found.low <= chance <= found.high else f"**{text}**"


def seats_section(path: Path) -> str:
    """Return the section of a page, '' if it has none."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    _, begun, rest = text.partition(BEGIN)
    body, ended, _ = rest.partition(END)
    return f"{begun}{body}{ended}\n" if ended else ""


def main(words: list[str]) -> int:
    """Play, count and write."""
    parser = parser_of("seats", __doc__)
    parser.add_argument("--boards", default=",".join(BOARDS), help="boards, by id")
    parser.add_argument("--seats", default="2,3,4", help="numbers of teams, as far as they fit")
    parser.add_argument("--manager", default="greedy")
    parser.add_argument("--blocks", type=int, default=300, help="of all rotations together")
    wanted = parser.parse_args(words)
    if wanted.blocks < 1:
        raise UsageError(f"a study has 1 block or more, not {wanted.blocks}")
    command = command_of("seats", words)
    date = datetime.now(UTC).date().isoformat()
    found = []
    for board in split_list(wanted.boards):
        for seats in wanted_seats(wanted.seats):
            if seats in load_board(board).seatings:
                blocks = -(-wanted.blocks // seats)
                folder = wanted.folder
                part = study(
                    board, seats, wanted.manager, blocks, folder, print_progress, wanted.jobs
                )
                found.append(replace(part, command=command, date=date))
    write(wanted.out, found)
    return 0


def write(out: Path, found: Sequence[Shares]) -> None:
    """Write the section into the page, and the figures; older figures of other seats stay."""
    out.mkdir(parents=True, exist_ok=True)
    path, figures = out / "boards.md", out / "seats.json"
    parts = {(part.board, part.seats): part for part in _measured(figures)}
    parts |= {(part.board, part.seats): part for part in found}
    every = [parts[key] for key in sorted(parts)]
    document = {"parts": [asdict(part) for part in every]}
    figures.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    old, text = seats_section(path), section(every)
    page = path.read_text(encoding="utf-8") if path.is_file() else ""
    path.write_text(page.replace(old, text) if old else page + text, encoding="utf-8")
    print(f"wrote {path} and {figures}")


def _measured(figures: Path) -> list[Shares]:
    if not figures.is_file():
        return []
    document = json.loads(figures.read_text(encoding="utf-8"))
    return [Shares.of(part) for part in document["parts"]]


if __name__ == "__main__":
    sys.exit(run_main("seats", main))
