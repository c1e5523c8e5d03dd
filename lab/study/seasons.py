"""Drama of a season: how long it stays open, and who has the better seat.

    make drama ARGS="--seasons 400 --manager greedy --out build/drama"

Equal managers play seasons of every edition; each season is a line of `deathdome sim --json` in a
file of its edition. A run that is stopped resumes where it was. Prints a table with 95 % intervals
over seasons.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.arena.simulation import Setting, simulate
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITIONS, SCENARIOS
from deathdome.statistics import Bootstrap
from deathdome.text.names import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.arena.simulation import MatchReport
    from deathdome.statistics import Interval

EARLY: Final = 4  # an elimination before this round is early
SECOND: Final = 2  # matches after which a leader is looked for
ANSWER: Final = 4  # seconds of a person's decision, for the length in minutes
LEADER: Final = 0.75  # aim: the leader after match 2 wins at most this share of seasons


class Line(NamedTuple):
    """One measured quantity."""

    name: str
    value: Interval | None
    percent: bool = True


def leader(values: Sequence[int]) -> int | None:
    """Return the only most valuable team, or None."""
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    return best[0] if len(best) == 1 else None


def measures(reports: Sequence[MatchReport]) -> list[Line]:
    """Return the quantities of some seasons of one edition."""
    seats = len(reports[0]["seats"])
    sums = Bootstrap(len(reports))

    def ratio(above: Callable[[MatchReport], float], below: Callable[[MatchReport], float]) -> Any:
        return sums.ratio([above(one) for one in reports], [below(one) for one in reports])

    def one(_: MatchReport) -> float:
        return 1.0

    def matches(report: MatchReport) -> float:
        return float(len(report["season"]))

    def early(report: MatchReport) -> float:
        return sum(
            match["reason"] == "last team standing" and match["played"] < EARLY
            for match in report["season"]
        )

    lines = [
        Line("leader after match 2 wins", ratio(_leader_wins, _has_leader)),
        Line(f"matches that end before round {EARLY} by elimination", ratio(early, matches)),
        Line("changes of the lead between matches", ratio(_lead_changes, one), percent=False),
        Line("rounds played in a season", ratio(_rounds, one), percent=False),
        Line("auctions held, of those possible", ratio(_auctions, lambda r: matches(r) - 1)),
        Line("decisions in a season", ratio(lambda r: float(r["decisions"]), one), percent=False),
        Line(
            f"minutes, at {ANSWER} s a decision of one team",
            ratio(lambda r: r["decisions"] / seats * ANSWER / 60, one),
            percent=False,
        ),
        Line("winner's margin over the next team, in 100,000 credits", ratio(_margin, one), False),
    ]
    lines += [
        Line(f"season won by {TEAMS[seat]}", ratio(_won_by(seat), one)) for seat in range(seats)
    ]
    for place in range(seats):
        name = "first" if not place else "last" if place == seats - 1 else f"number {place + 1}"
        won = _by_order(sums, reports, place)
        lines.append(Line(f"later match won by the team that plays {name}", won))
    return lines


def _has_leader(report: MatchReport) -> float:
    season = report["season"]
    return float(len(season) > SECOND and leader(season[SECOND - 1]["values"]) is not None)


def _leader_wins(report: MatchReport) -> float:
    if not _has_leader(report) or report["winner"] is None:
        return 0.0
    return float(leader(report["season"][SECOND - 1]["values"]) == TEAMS.index(report["winner"]))


def _lead_changes(report: MatchReport) -> float:
    found = [who for match in report["season"] if (who := leader(match["values"])) is not None]
    return float(sum(one != other for one, other in itertools.pairwise(found)))


def _rounds(report: MatchReport) -> float:
    return float(sum(match["played"] for match in report["season"]))


def _auctions(report: MatchReport) -> float:
    return float(sum(match["auction"] is not None for match in report["season"]))


def _margin(report: MatchReport) -> float:
    first, second, *_ = sorted(report["season"][-1]["values"], reverse=True)
    return (first - second) / 100_000


def _won_by(seat: int) -> Callable[[MatchReport], float]:
    return lambda report: float(report["winner"] == TEAMS[seat])


def _by_order(sums: Bootstrap, reports: Sequence[MatchReport], place: int) -> Interval | None:
    """Return how often the team at a place in the order of play wins a match after the first."""
    won, played = [], []
    for report in reports:
        later = report["season"][1:]
        won.append(sum(match["winners"] == [match["order"][place]] for match in later))
        played.append(len(later))
    return sums.ratio(np.array(won, float), np.array(played, float))


# -- playing ---------------------------------------------------------------------------------------


def seasons(setting: Setting, number: int, path: Path, jobs: int) -> list[MatchReport]:
    """Play seasons up to a number, adding each to the file; return all of them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found: list[MatchReport] = [json.loads(line) for line in lines][:number]
    if len(found) < number:
        begun = len(found)
        with path.open("a", encoding="utf-8") as file:
            for at, report in enumerate(simulate(setting, number, jobs, first=begun), begun):
                file.write(json.dumps(report) + "\n")
                file.flush()
                found.append(report)
                if (at + 1) % 20 == 0:
                    print(f"{path.stem}: {at + 1} of {number}", file=sys.stderr, flush=True)
    return found


def _table(rows: Sequence[tuple[str, Sequence[Line]]]) -> Iterator[str]:
    names = [name for name, _ in rows]
    yield f"| | {' | '.join(names)} |"
    yield "| --- |" + " --- |" * len(names)
    for at, line in enumerate(rows[0][1]):
        cells = [_cell(found[at]) for _, found in rows]
        yield f"| {line.name} | {' | '.join(cells)} |"


def _cell(line: Line) -> str:
    if line.value is None:
        return "-"
    scale, digits = (100, 1) if line.percent else (1, 1)
    value, low, high = (round(part * scale, digits) for part in line.value[:3])
    return f"{value} ({low} to {high})"


def main(words: Sequence[str] | None = None) -> int:
    """Play and measure the seasons; return 1 if an edition misses the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=400, help="of each edition")
    parser.add_argument("--manager", default="greedy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--editions", default=",".join(EDITIONS))
    parser.add_argument("--scenario", default="", help="such as handicap,bonus")
    parser.add_argument("--rounds", default="", help="of each match, such as 4,5,6")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/drama"))
    args = parser.parse_args(words)
    rows = []
    named = args.scenario.replace("-", "_").split(",")
    chosen: dict[str, Any] = {name: name in named for name in SCENARIOS}
    for edition in args.editions.split(","):
        ruleset = replace(EDITIONS[edition], **chosen)
        series = tuple(map(int, args.rounds.split(","))) if args.rounds else ruleset.series_rounds
        setting = Setting((args.manager,) * args.seats, ruleset=ruleset, series=series, seed=31)
        parts = [args.manager, str(args.seats), edition, args.scenario, args.rounds]
        path = args.out / ("-".join(filter(None, parts)).replace(",", "_") + ".jsonl")
        rows.append((edition, measures(seasons(setting, args.seasons, path, args.jobs))))
    print(f"{args.seasons} seasons of each edition, {args.seats} x {args.manager}", end="")
    print(f", {listed(args.scenario.split(','))}" if args.scenario else "")
    print("\n".join(_table(rows)))
    leads = [found[0].value for _, found in rows]
    return int(any(lead is not None and lead.value > LEADER for lead in leads))


if __name__ == "__main__":
    sys.exit(main())
