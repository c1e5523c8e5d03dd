"""Quantities of fairness and suspense, from a run of one manager's matches.

The bands are those of the balance report; quantities without a band are reported, because a board
or a card that changes them changes the game.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from deathdome.arena.arena import opening
from deathdome.arena.balance import ABILITY_SHARE, DEATHS, ELIMINATED, EXTRA, FAIR_TURN, RUSH, TAIL
from deathdome.arena.balance import WINNER as PAID
from deathdome.arena.counting import Tallies, leads, shares
from deathdome.errors import UsageError
from deathdome.rules.terrain import terrain_for
from lab.study.quantities import Quantity, farthest, kinds, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, Match, PayoutHistory
    from deathdome.model.board import Board
    from deathdome.statistics import Rows
    from lab.study.quantities import Unit

OPENING: Final = 2  # rounds of an opening
SWING: Final = 1_000_000  # credits by which a lead changes with a tower
LAST: Final = "last team standing"
FAIRNESS: Final = "farthest place from chance"
EARLY_TOWER: Final = "won with a tower of round 1"
OPENINGS: Final = "openings, as if equally frequent"


def quantities(arena: Arena, blocks: Sequence[Block]) -> list[Quantity]:
    """Return all quantities of a run's matches, in the order of a table.

    Raises:
        UsageError: an older version played the blocks, without payout histories.
    """
    setup = opening(arena).setup
    counts = _Counts(arena, len(blocks), setup.rounds, _distances(arena))
    for row in blocks:
        for match in row["matches"]:
            counts.count(row["block"], match)
    return [*counts.fair(), *counts.towers(), *counts.tempo(), *counts.open_to_the_end()]


def _distances(arena: Arena) -> list[dict[str, str]]:
    """Return, for every place in the order of play, the relation of each point to its base.

    It is the number of steps, so that the same plan of two teams is equal; towers are marked.
    """
    board: Board = opening(arena).setup.board
    terrain = terrain_for(board, arena.ruleset, ())
    found = []
    for base in board.seating(arena.seats):
        steps = terrain.steps_from_base(base)
        towers = board.tower_centres
        found.append(
            {
                board.grid.name(point): f"{'tower ' if point in towers else ''}{steps[point]}"
                for point in board.points
            }
        )
    return found


class _Counts:
    """Counts in the blocks of a run."""

    def __init__(
        self, arena: Arena, blocks: int, scheduled: int, distances: list[dict[str, str]]
    ) -> None:
        self.seats = arena.seats
        self.tallies = Tallies(blocks)
        self.scheduled = scheduled
        self.distances = distances
        self.openings: defaultdict[str, Rows] = defaultdict(lambda: np.zeros(blocks))

    def count(self, block: int, match: Match) -> None:
        """Count one match."""
        if "course" not in match:
            raise UsageError("these blocks tell no course; play them again, into another file")
        course, seats = match["course"], self.seats
        won, lead = shares(match), leads(match["payouts"])
        margin = max(lead)

        def add(name: str, number: float = 1.0) -> None:
            self.tallies.add(block, name, number)

        add("matches")
        add("teams", seats)
        for seat in range(seats):
            turn = (seat - match["first"]) % seats
            add(f"turn {turn}", won[seat])
            add(f"lead {turn}", lead[seat])
            self._opening(block, turn, course["captured"][seat])
        add("margin", margin)
        add("margin squared", margin**2)
        rushed = match["rushed"]
        add("rushed", len(rushed))
        if 0 < len(rushed) < seats:
            add("rush", len(rushed))
            add("rush won", sum(won[seat] for seat in rushed))
            add("early", sum(won[seat] for seat in rushed))
        out = match["reason"] == LAST
        add("out", out)
        add("out in", match["rounds"] * out)
        add("deaths", sum(match["deaths"]))
        add("kills", sum(match["shells"]))
        add("captures", sum(map(len, course["captured"])))
        add("points", sum(match["points"]))
        add("towers", sum(match["towers"]))
        for laid, played in match["power"].values():
            add("plays", laid + played)
            add("played", played)
        best = max(match["payouts"][seat] for seat in match["winners"])
        add("poor", best < PAID[0])
        add("rich", best > PAID[1])
        add("extra", len(course["paid"]) - match["rounds"])
        add("rounds", len(course["paid"]))
        add("answers", sum(match["decisions"]))
        self._course(block, course, won, early=out and match["rounds"] < self.scheduled)

    def _opening(self, block: int, turn: int, captured: Sequence[tuple[int, str]]) -> None:
        """Count a team's first captures, relative to its base."""
        names = self.distances[turn]
        taken = sorted({space for number, space in captured if number <= OPENING})
        self.openings[", ".join(sorted(names[space] for space in taken))][block] += 1

    def _course(self, block: int, course: PayoutHistory, won: Sequence[float], early: bool) -> None:
        """Count the leaders by round, and matches decided before the last round."""
        leaders = [_alone(paid) for paid in course["paid"]]
        seen = [seat for seat in leaders if seat is not None]
        self.tallies.add(block, "leaders", len(set(seen)))
        self.tallies.add(block, "lead changes", sum(a != b for a, b in pairwise(seen)))
        self.tallies.add(block, "decided", early)
        if early or len(course["paid"]) < 2:
            return
        before, leader = course["paid"][-2], leaders[-2]
        self.tallies.add(block, "last rounds", leader is not None)
        if leader is not None:
            self.tallies.add(block, "kept", won[leader])
            far = max(leads(before)) > SWING and won[leader] == 1
            self.tallies.add(block, "decided", far)

    def _ratio(
        self,
        name: str,
        above: str,
        below: str,
        unit: Unit = "share",
        band: tuple[float, float] | None = None,
        wish: Literal["", "less"] = "",
    ) -> Quantity:
        columns = np.column_stack((self.tallies[above], self.tallies[below]))
        plain = unit == "share"
        return Quantity(name, columns, unit=unit, band=band, wish=wish, plain=plain)

    def fair(self) -> list[Quantity]:
        """Return the effects of seat and order of play."""
        matches, chance = self.tallies["matches"], 1 / self.seats
        turns = [self.tallies[f"turn {turn}"] for turn in range(self.seats)]
        squares = [self.tallies[name] for name in ("matches", "margin", "margin squared")]
        return [
            *(
                self._ratio(
                    f"wins of the {_nth(turn)} to play",
                    f"turn {turn}",
                    "matches",
                    band=(chance - FAIR_TURN, chance + FAIR_TURN),
                )
                for turn in range(self.seats)
            ),
            Quantity(FAIRNESS, np.column_stack((*turns, matches)), farthest, band=(0.0, FAIR_TURN)),
            self._ratio("lead of the last to play", f"lead {self.seats - 1}", "matches", "credits"),
            self._ratio("lead of the winner", "margin", "matches", "credits"),
            Quantity("its standard deviation", np.column_stack(squares), spread, "credits"),
        ]

    def towers(self) -> list[Quantity]:
        """Return the worth of an early tower."""
        chance = 1 / self.seats
        band = (chance * (1 - RUSH), chance * (1 + RUSH))
        return [
            self._ratio("teams with a tower in round 1", "rushed", "teams"),
            self._ratio("wins of a tower rush", "rush won", "rush", band=band),
            self._ratio(EARLY_TOWER, "early", "matches", wish="less"),
        ]

    def tempo(self) -> list[Quantity]:
        """Return the amount of events."""
        return [
            self._ratio("ended by elimination", "out", "matches", band=(0.0, ELIMINATED)),
            self._ratio("round of the elimination", "out in", "out", "number"),
            self._ratio("deaths a team", "deaths", "teams", "number", DEATHS),
            self._ratio("kills a team", "kills", "teams", "number"),
            self._ratio("captures a team", "captures", "teams", "number"),
            self._ratio("floor points held at the end, a team", "points", "teams", "number"),
            self._ratio("towers held at the end, a match", "towers", "matches", "number"),
            self._ratio("power cards for ability", "played", "plays", band=ABILITY_SHARE),
            self._ratio("winner below 800k", "poor", "matches", band=(0.0, TAIL)),
            self._ratio("winner above 2,000k", "rich", "matches", band=(0.0, TAIL)),
            self._ratio("extra rounds", "extra", "matches", "number", (0.0, EXTRA)),
            self._ratio("answers a match", "answers", "matches", "number"),
        ]

    def open_to_the_end(self) -> list[Quantity]:
        """Return how long matches stay open, and the variety of openings."""
        columns = np.column_stack([self.openings[name] for name in sorted(self.openings)])
        return [
            self._ratio("changes of the lead", "lead changes", "matches", "number"),
            self._ratio("different leaders", "leaders", "matches", "number"),
            self._ratio("leader before the last round wins", "kept", "last rounds"),
            self._ratio("decided before the last round", "decided", "matches"),
            Quantity(OPENINGS, columns, kinds, "number", wish="more"),
        ]


def _alone(paid: Sequence[int]) -> int | None:
    """Return the seat that leads; None for several."""
    best = max(paid)
    return None if paid.count(best) > 1 else paid.index(best)


def _nth(turn: int) -> str:
    return ("first", "second", "third", "fourth")[turn]
