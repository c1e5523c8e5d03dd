"""Style markers: five counts of every match that distinguish personalities.

Each personality has one of them. It is measured in matches against a neutral manager, and compared
with a neutral manager in the same seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathdome.arena.intervals import Bootstrap
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from deathdome.arena.intervals import Interval
    from deathdome.arena.result_schema import Block, Match
    from deathdome.arena.results_file import ResultsFile

LEAST: Final = 0.25  # required difference of a marker, relative to the neutral's


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
        return (value >= LEAST and low > 0) if self.marker.more else (value <= -LEAST and high < 0)

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        found: dict[str, Any] = {
            "personality": self.marker.personality,
            "marker": self.marker.what,
            "more": self.marker.more,
            "least": LEAST,
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
