"""Style markers of personalities compared with a neutral manager. `make markers`.

    make markers ARGS="--jobs 2"
    make markers ARGS="--only raider --quick"

The matches against a neutral manager are those of the ladder's rows, in the same files, so after
`make ladder` only those among neutral managers remain. Exits with 1 if a personality is not
recognised.

A marker is a count in every match. Each personality has one of five; a neutral manager in the same
seat shows what is usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathdome.arena.arena import Arena
from deathdome.errors import UsageError
from deathdome.statistics import Bootstrap
from lab.command import command_of, parser_of, print_progress, run_main, split_list
from lab.ladder.ladder import NEUTRAL, ROWS
from lab.ladder.pages import circumstances, keep
from lab.ladder.running import MIN_BLOCKS, QUICK_BLOCKS, Effort, run
from lab.ladder.tables import shown
from lab.plan import Run

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from deathdome.arena.report import Document
    from deathdome.arena.result_schema import Block, Match
    from deathdome.arena.results_file import ResultsFile
    from deathdome.statistics import Interval
    from lab.ladder.running import Row

MIN_DIFFERENCE: Final = 0.25  # required difference of a marker, relative to the neutral's


@dataclass(frozen=True, slots=True)
class Marker:
    """The marker of a personality."""

    personality: str
    key: str  # in `marks` of a match, or in the match itself
    what: str  # as a phrase
    more: bool = True  # than a neutral; False: less


MARKERS: Final = (
    Marker("aggressor", "attacks", "unit phases with an attack"),
    Marker("banker", "tower_turns", "towers held at the end of an own turn"),
    Marker("raider", "captured", "different points captured"),
    Marker("jailer", "prisoner_turns", "enemies in jail at the end of an own turn"),
    Marker("turtle", "deaths", "own units lost", more=False),
)


@dataclass(frozen=True, slots=True)
class Likeness:
    """A personality's marker compared with the neutral's."""

    marker: Marker
    blocks: int
    games: int
    own: Interval  # a match
    neutral: Interval  # a match
    change: Interval  # own / neutral - 1

    @property
    def passed(self) -> bool:
        """True if it surely differs by enough in the right direction."""
        value, low, high = self.change
        return (
            (value >= MIN_DIFFERENCE and low > 0)
            if self.marker.more
            else (value <= -MIN_DIFFERENCE and high < 0)
        )

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        found: dict[str, Any] = {
            "personality": self.marker.personality,
            "marker": self.marker.what,
            "more": self.marker.more,
            "least": MIN_DIFFERENCE,
            "blocks": self.blocks,
            "games": self.games,
        }
        for name in ("own", "neutral", "change"):
            interval: Interval = getattr(self, name)
            found[name] = {
                key: round(number, 6) if np.isfinite(number) else None
                for key, number in interval._asdict().items()
            }
        return found | {"passed": self.passed}


def likeness(marker: Marker, own: ResultsFile, neutral: ResultsFile) -> Likeness:
    """Compare a personality (the first manager of `own`) with a neutral manager against itself.

    Both runs have the same dice, block by block; blocks of only one run are left out.

    Raises:
        UsageError: they have no common block, or a file is older than the counts.
    """
    blocks = min(len(own.blocks), len(neutral.blocks))
    if not blocks:
        raise UsageError(f"no block of {marker.personality} and of a neutral was played")
    mine = np.array([_counted(block, marker, 0) for block in own.blocks[:blocks]])
    theirs = np.array([_counted(block, marker, None) for block in neutral.blocks[:blocks]])
    bootstrap = Bootstrap(blocks, seed=own.arena.seed)
    first = bootstrap.ratio(mine[:, 0], mine[:, 1])
    second = bootstrap.ratio(theirs[:, 0], theirs[:, 1])
    change = bootstrap.change(mine[:, 0], mine[:, 1], theirs[:, 0], theirs[:, 1])
    if first is None or second is None or change is None:
        raise UsageError(f"{marker.what}: a neutral has none, so nothing can be set beside it")
    games = sum(len(block["matches"]) for block in own.blocks[:blocks])
    return Likeness(marker, blocks, games, first, second, change)


def _counted(block: Block, marker: Marker, place: int | None) -> tuple[float, float]:
    """Return the count of one place in a block, or of all, and the number of matches."""
    total = matches = 0
    for match in block["matches"]:
        counts = _counts(match, marker)
        for seat, sits in enumerate(match["places"]):
            if place is None or sits == place:
                total += counts[seat]
                matches += 1
    return float(total), float(matches)


def _counts(match: Match, marker: Marker) -> list[int]:
    if marker.key == "deaths":
        return match["deaths"]
    if "marks" not in match:
        raise UsageError(
            "these blocks were played before markers were counted; play them in a new folder"
        )
    return match["marks"][marker.key]


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("markers", __doc__)
    parser.set_defaults(folder=Path(".ladder"))
    parser.add_argument("--only", default="", metavar="NAMES", help="names with commas between")
    parser.add_argument("--blocks", type=int, default=MIN_BLOCKS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="a few blocks each, for a look")
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each personality, and those of the neutral manager."""
    matches = 2 * _parsed(words).blocks
    runs = [
        Run("markers", one.personality, f"{_row(one).name}.jsonl", (NEUTRAL,) * 2, matches, 2)
        for one in MARKERS
    ]
    return [*runs, Run("markers", "", f"{NEUTRAL}.jsonl", (NEUTRAL,) * 2, matches, 2)]


def _row(marker: Marker) -> Row:
    """Return the row of the ladder with the matches of a personality."""
    return next(row for row in ROWS if row.first == f"{NEUTRAL}+{marker.personality}")


def main(words: list[str]) -> int:
    """Play, write, and return 1 if a personality was not recognised."""
    wanted = _parsed(words)
    names = split_list(wanted.only)
    known = [marker.personality for marker in MARKERS]
    for name in names:
        if name not in known:
            raise UsageError(f'no personality "{name}"; there are {", ".join(known)}')
    effort = Effort(wanted.folder, wanted.seed, wanted.jobs, quick=wanted.quick)
    rows = measured(names or known, wanted.blocks, effort)
    print(shown(rows, "markers"))
    if wanted.quick or wanted.blocks < MIN_BLOCKS:
        print(f"\nShown only: a table needs {MIN_BLOCKS} blocks, --quick plays {QUICK_BLOCKS}.")
    else:
        made = circumstances(command_of("markers", words))
        keep(wanted.out, "markers", [row | {"run": made} for row in rows], known)
    return int(not all(row["passed"] for row in rows))


def measured(personalities: list[str], blocks: int, effort: Effort) -> list[Document]:
    """Return the markers of some personalities."""
    neutral = play(Arena((NEUTRAL,), seed=effort.seed), NEUTRAL, blocks, effort)
    found = []
    for marker in MARKERS:
        if marker.personality in personalities:
            row = _row(marker)
            own = play(row.arena(effort.seed), row.name, blocks, effort)
            like = likeness(marker, own, neutral)
            found.append(
                {"row": marker.personality, "level": NEUTRAL, "seed": effort.seed} | like.document()
            )
    return found


def play(arena: Arena, name: str, blocks: int, effort: Effort) -> ResultsFile:
    """Return a run with at least so many blocks."""
    wanted = effort.blocks(blocks)
    return run(arena, name, wanted, effort, lambda played, of: print_progress(name, played, of))


if __name__ == "__main__":
    raise SystemExit(run_main("markers", main))
