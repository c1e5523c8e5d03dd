"""Is the game even? What is measured of whole matches, beside the band it ought to lie in."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from deathdome.arena.tallies import Tallies, shares

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.arena.arena import Arena
    from deathdome.arena.intervals import Bootstrap, Interval
    from deathdome.arena.results import Block, Match

Verdict: TypeAlias = Literal["in", "out", "open", "few"]

LEAST: Final = 100  # of whatever is counted; below, intervals are guesses and nothing is said

FAIR_SEAT: Final = 0.05  # from chance, of a seat
FAIR_TURN: Final = 0.03  # from chance, of a place in the order of play
RUSH: Final = 0.2  # of chance
WINNER: Final = (800_000, 2_000_000)  # credits; the middle 80 % of winners' payouts
TAIL: Final = 0.10  # of winners, at most, below and above
DEATHS: Final = (0.8, 3.0)  # a team
ELIMINATED: Final = 0.05  # of matches, at most
ABILITY_SHARE: Final = (0.20, 0.45)  # of all power cards that are played
EXTRA: Final = 0.5  # rounds beyond the schedule, at most


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that was measured, and the band where it is accepted."""

    measure: str
    interval: Interval
    band: tuple[float, float]  # inf: no bound
    number: int  # of what was counted
    needed: int  # for the precision that the band was made for
    unit: Literal["share", "number", "credits"] = "share"
    subject: str = ""  # seat, card or ability; "" for matches as a whole

    @property
    def verdict(self) -> Verdict:
        """Whether the whole interval lies within the band, or the whole of it outside."""
        if self.number < LEAST:
            return "few"
        low, high = self.band
        if low <= self.interval.low and self.interval.high <= high:
            return "in"
        if self.interval.high < low or self.interval.low > high:
            return "out"
        return "open"

    def document(self) -> dict[str, Any]:
        """For JSON; no bound is null."""
        return {
            "measure": self.measure,
            "subject": self.subject,
            "unit": self.unit,
            **{
                key: None if abs(value) == inf else round(value, 6)
                for key, value in self.interval._asdict().items()
            },
            "band": [None if abs(end) == inf else end for end in self.band],
            "number": self.number,
            "needed": self.needed,
            "verdict": self.verdict,
        }


def match_measures(
    arena: Arena,
    blocks: Iterable[Block],
    tallies: Tallies,
    bootstrap: Bootstrap,
    scheduled: int,
) -> list[Measure]:
    """Seats, order of play, tower rush, tempo and payout; `scheduled` are rounds."""
    own = _counted(arena, blocks, bootstrap.blocks, scheduled)
    matches = tallies["matches"]
    number = int(matches.sum())
    chance = 1 / arena.seats
    found = [
        Measure(
            "wins by seat",
            share,
            (chance - FAIR_SEAT, chance + FAIR_SEAT),
            number,
            400,
            subject=("red", "blue", "green", "yellow")[seat],
        )
        for seat in range(arena.seats)
        if (share := bootstrap.share(tallies["seat", seat], matches))
    ]
    found += [
        Measure(
            "wins by turn",
            share,
            (chance - FAIR_TURN, chance + FAIR_TURN),
            number,
            10_000,
            subject=str(turn + 1),
        )
        for turn in range(arena.seats)
        if (share := bootstrap.share(tallies["turn", turn], matches))
    ]

    def add(name: str, share: Interval | None, band: tuple[float, float], needed: int) -> None:
        if share is not None:
            found.append(Measure(name, share, band, number, needed))

    rush = bootstrap.share(own["rush won"], own["rush"])
    if rush is not None:
        band = (chance * (1 - RUSH), chance * (1 + RUSH))
        times = int(own.total("rush"))
        found.append(Measure("wins of a tower rush", rush, band, times, 4_000))
    deaths = bootstrap.ratio(own["deaths"], own["teams"])
    if deaths is not None:
        found.append(Measure("deaths a team", deaths, DEATHS, number, 2_000, "number"))
    add("ended by elimination", bootstrap.share(own["last"], matches), (0.0, ELIMINATED), 2_000)
    plays = int(own.total("plays"))
    used = bootstrap.share(own["played"], own["plays"])
    if used is not None:
        found.append(Measure("power cards for ability", used, ABILITY_SHARE, plays, 2_000))
    add("winner below 800k", bootstrap.share(own["poor"], matches), (0.0, TAIL), 2_000)
    add("winner above 2,000k", bootstrap.share(own["rich"], matches), (0.0, TAIL), 2_000)
    extra = bootstrap.ratio(own["extra"], matches)
    if extra is not None:
        found.append(Measure("extra rounds", extra, (0.0, EXTRA), number, 2_000, "number"))
    return found


def _counted(arena: Arena, blocks: Iterable[Block], number: int, scheduled: int) -> Tallies:
    tallies = Tallies(number)
    for row in blocks:
        for match in row["matches"]:
            _count(tallies, row["block"], match, arena.seats, scheduled)
    return tallies


def _count(tallies: Tallies, block: int, match: Match, seats: int, scheduled: int) -> None:
    won = shares(match)
    rushed: Sequence[int] = match["rushed"]
    # Only a match in which some did and some did not tells them apart.
    if 0 < len(rushed) < seats:
        tallies.add(block, "rush", len(rushed))
        tallies.add(block, "rush won", sum(won[seat] for seat in rushed))
    tallies.add(block, "teams", seats)
    tallies.add(block, "deaths", sum(match["deaths"]))
    tallies.add(block, "last", match["reason"] == "last team standing")
    for laid, played in match["power"].values():
        tallies.add(block, "plays", laid + played)
        tallies.add(block, "played", played)
    best = max(match["payouts"][seat] for seat in match["winners"])
    tallies.add(block, "poor", best < WINNER[0])
    tallies.add(block, "rich", best > WINNER[1])
    # The counter goes back with Hyper Cube, so it hardly tells; older blocks have nothing else.
    gone = len(match["course"]["paid"]) if "course" in match else match["rounds"]
    counted = match["rounds"] if "course" in match else scheduled
    tallies.add(block, "extra", max(0, gone - counted))
