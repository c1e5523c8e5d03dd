"""Sums over the matches of every block, for the statistics of a report."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deathdome.arena.ratings import placing

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from deathdome.arena.arena import Arena, Lineup
    from deathdome.arena.ratings import Placing
    from deathdome.arena.result_schema import Block, Match

Column: TypeAlias = "NDArray[np.float64]"


class Tallies:
    """Numbers by name, one for each block; zero unless added to."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self._columns: defaultdict[Hashable, Column] = defaultdict(lambda: np.zeros(blocks))

    def add(self, block: int, name: Hashable, number: float = 1.0) -> None:
        """Add to a number of one block."""
        self._columns[name][block] += number

    def __getitem__(self, name: Hashable) -> Column:
        """Return the number of each block."""
        found = self._columns.get(name)
        return np.zeros(self.blocks) if found is None else found

    def under(self, *begins: str) -> list[str]:
        """Return the last parts of the names with this beginning, in ascending order."""
        return sorted(
            str(name[-1])
            for name in self._columns
            if isinstance(name, tuple) and name[:-1] == begins
        )

    def total(self, name: Hashable) -> float:
        """Return the sum over all blocks."""
        return float(self[name].sum())


def winners(match: Match) -> list[int]:
    """Return the seats that won a match for the rating.

    A manager that struck out loses, whatever the fallback achieved in its seat: then the best paid
    of
    the others win. If all struck out the result stands.
    """
    struck = match.get("taken_over", ())
    left = [seat for seat in range(len(match["places"])) if seat not in struck]
    if not struck or not left:
        return match["winners"]
    won = [seat for seat in match["winners"] if seat not in struck]
    best = max(match["payouts"][seat] for seat in left)
    return won or [seat for seat in left if match["payouts"][seat] == best]


def shares(match: Match) -> list[float]:
    """Return the share of the win of each seat: equal parts for several winners."""
    won = winners(match)
    seats = range(len(match["places"]))
    return [1 / len(won) if seat in won else 0.0 for seat in seats]


def leads(payouts: Sequence[int]) -> list[int]:
    """Return each seat's payout less the best of the others, in credits."""
    return [
        paid - max(other for rival, other in enumerate(payouts) if rival != seat)
        for seat, paid in enumerate(payouts)
    ]


def tally(arena: Arena, blocks: Sequence[Block]) -> Tallies:
    """Return the sums of whole blocks.

    Names are ("matches" | "won" | "payout" | ..., manager), the same with the number of a line-up
    added, ("seat", seat), ("first", place in the order of play), and others below.
    """
    lineups = arena.lineups
    tallies = Tallies(len(blocks) // len(lineups))
    for row in blocks:
        lineup = lineups[row["lineup"]]
        for match in row["matches"]:
            _count(tallies, row["block"], row["lineup"], lineup, match)
        for again in row.get("without", ()):
            for fault in again.get("faults", ()):
                name = lineup[row["matches"][again["match"]]["places"][fault["seat"]]]
                tallies.add(row["block"], ("faults", name))
                tallies.add(row["block"], ("fault", name, fault["kind"]))
    return tallies


def _count(tallies: Tallies, block: int, number: int, lineup: Lineup, match: Match) -> None:
    won, lead = shares(match), leads(match["payouts"])
    seats = len(won)
    tallies.add(block, "matches")
    tallies.add(block, "rounds", match["rounds"])
    tallies.add(block, ("ended", match["reason"]))
    tallies.add(block, "shared", len(match["winners"]) > 1)
    for seat, place in enumerate(match["places"]):
        name = lineup[place]
        numbers = {
            "matches": 1.0,
            "won": won[seat],
            "payout": match["payouts"][seat],
            "lead": lead[seat],
            "shells": match["shells"][seat],
            "towers": match["towers"][seat],
            "points": match["points"][seat],
            "deaths": match["deaths"][seat],
            "out": match["jailed"][seat] == 4,
            "rushed": seat in match["rushed"],
            "rounds": match["rounds"],
            "decisions": match["decisions"][seat],
        }
        for what, value in numbers.items():
            tallies.add(block, (what, name), value)
            tallies.add(block, (what, name, number), value)
        tallies.add(block, ("seat", seat), won[seat])
        tallies.add(block, ("seat", seat, name), won[seat])
        tallies.add(block, ("in seat", seat, name))
        tallies.add(block, ("turn", (seat - match["first"]) % seats), won[seat])
    _count_pairs(tallies, block, [lineup[place] for place in match["places"]], match)
    for seat in match.get("taken_over", ()):
        tallies.add(block, ("taken over", lineup[match["places"][seat]]))
    for fault in match.get("faults", ()):
        name = lineup[match["places"][fault["seat"]]]
        tallies.add(block, ("faults", name))
        tallies.add(block, ("fault", name, fault["kind"]))


def _count_pairs(tallies: Tallies, block: int, names: Sequence[str], match: Match) -> None:
    """Count pairs of managers by which was ahead; ties count half."""
    ranks: dict[int, int] = {}
    for rank, group in enumerate(placing(range(len(names)), winners(match), match["payouts"])):
        ranks |= dict.fromkeys(group, rank)
    for seat, other in permutations(range(len(names)), 2):
        if names[seat] != names[other]:
            ahead = (1 + (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])) / 2
            tallies.add(block, ("ahead", names[seat], names[other]), ahead)
            tallies.add(block, ("met", names[seat], names[other]))


def placings(arena: Arena, blocks: Sequence[Block]) -> list[list[Placing]]:
    """Return the placings of every block, with the numbers of managers in the run."""
    lineups = arena.lineups
    found: list[list[Placing]] = [[] for _ in range(len(blocks) // len(lineups))]
    for row in blocks:
        numbers = [arena.managers.index(name) for name in lineups[row["lineup"]]]
        found[row["block"]] += (
            placing([numbers[place] for place in m["places"]], winners(m), m["payouts"])
            for m in row["matches"]
        )
    return found


def scores(blocks: Sequence[Block], lineup: int) -> list[float]:
    """Return the share of its matches that the first of a line-up won, block by block."""
    found = []
    for row in blocks:
        if row["lineup"] == lineup:
            won = [shares(match)[match["places"].index(0)] for match in row["matches"]]
            # Rounded, so that a third is the same number in any order of addition.
            found.append(round(sum(won) / len(won), 9))
    return found
