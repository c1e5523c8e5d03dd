"""The report of a run: one plain document, for programs as it is, for readers as tables.

Everything in it but `timing` depends on the settings alone.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.arena import opening
from deathdome.arena.balance import card_rows, match_measures, power_measures
from deathdome.arena.blocks import added, quantile
from deathdome.arena.counting import placings, scores, tally
from deathdome.model.identifiers import TEAMS
from deathdome.statistics import (
    DRAWS,
    LEVEL,
    Bootstrap,
    interval_json,
    ratings,
    sprt_json,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.arena.arena import Arena
    from deathdome.arena.counting import Tallies
    from deathdome.arena.result_schema import Block, BlockTimes, Times
    from deathdome.arena.results_file import ResultsFile
    from deathdome.lineups import Lineup
    from deathdome.statistics import Hypotheses

FORMAT: Final = 1


def report(
    results: ResultsFile, hypotheses: Hypotheses | None = None, anchor: str = ""
) -> Document:
    """Return the report on the blocks that all line-ups have finished.

    `anchor` is the manager with rating 0; by default tactical, otherwise the first one.
    """
    arena = results.arena
    whole = len(results.blocks) // len(arena.lineups)
    blocks = results.blocks[: whole * len(arena.lineups)]
    tallies = tally(arena, blocks)
    bootstrap = Bootstrap(whole, seed=arena.seed)
    names = list(arena.managers)
    if not anchor:
        anchor = "tactical" if "tactical" in names else names[0]
    run = {key: value for key, value in results.header.items() if key != "deathdome arena"}
    document: Document = {
        "deathdome arena report": FORMAT,
        "run": run,
        "blocks": whole,
        "matches": int(tallies.total("matches")),
        "faults": int(sum(tallies.total(("faults", name)) for name in names)),
        "interval": {"level": LEVEL, "method": "block bootstrap, BCa", "draws": DRAWS},
    }
    if whole:
        rated = ratings(placings(arena, blocks), len(names), bootstrap, names.index(anchor))
        document |= {
            "anchor": anchor,
            "managers": [
                _manager(name, tallies, bootstrap)
                | {"rating": {**(interval_json(rating.points) or {}), "bounded": rating.bounded}}
                for name, rating in zip(names, rated, strict=True)
            ],
            "lineups": [
                _lineup(number, lineup, tallies, bootstrap)
                | _test(results, lineup, number, hypotheses)
                for number, lineup in enumerate(arena.lineups)
            ],
            "pairs": [
                {"manager": one, "against": other, "ahead": interval_json(share)}
                for one, other in permutations(names, 2)
                if (
                    share := bootstrap.share(
                        tallies["ahead", one, other], tallies["met", one, other]
                    )
                )
            ],
            "seats": _seats(arena, tallies, bootstrap),
            "rounds": interval_json(bootstrap.ratio(tallies["rounds"], tallies["matches"])),
            "ended": _endings(tallies),
            "balance": _balance(results, blocks, tallies, bootstrap),
        }
    document["timing"] = _timing(results.times, len(arena.lineups), whole)
    return document


Document = dict[str, Any]


def _manager(name: str, tallies: Tallies, bootstrap: Bootstrap) -> Document:
    """Return the results of a manager in all its matches."""
    matches = tallies["matches", name]
    return {
        "manager": name,
        "matches": int(matches.sum()),
        "win_share": interval_json(bootstrap.share(tallies["won", name], matches)),
        **{
            what: interval_json(bootstrap.ratio(tallies[what, name], matches))
            for what in ("payout", "lead", "shells", "towers", "points", "deaths")
        },
        "eliminated": interval_json(bootstrap.share(tallies["out", name], matches)),
        "forfeited": int(tallies.total(("taken over", name))),
        "faults": int(tallies.total(("faults", name))),
        "fault_kinds": {
            kind: int(tallies.total(("fault", name, kind))) for kind in tallies.under("fault", name)
        },
    }


def _lineup(number: int, lineup: Lineup, tallies: Tallies, bootstrap: Bootstrap) -> Document:
    """Return the results of the managers of a line-up against each other."""
    rows = []
    for name in dict.fromkeys(lineup):
        seats = lineup.count(name)
        matches = tallies["matches", name, number]
        rows.append(
            {
                "manager": name,
                "seats": seats,
                "chance": round(1 / len(lineup), 6),
                "matches": int(matches.sum()),
                "win_share": interval_json(bootstrap.share(tallies["won", name, number], matches)),
                "lead": interval_json(bootstrap.ratio(tallies["lead", name, number], matches)),
            }
        )
    return {"lineup": list(lineup), "managers": rows}


def _test(
    results: ResultsFile, lineup: Lineup, number: int, hypotheses: Hypotheses | None
) -> Document:
    """Return the test of the first manager of a line-up against the hypotheses."""
    if len(set(lineup)) != 2:
        return {}
    found = sprt_json(scores(results.blocks, number), lineup, hypotheses)
    return {"sprt": {"manager": lineup[0], **found}}


def _seats(arena: Arena, tallies: Tallies, bootstrap: Bootstrap) -> Document:
    """Return the share of wins of every seat, and of every place in the order of play."""
    seats, matches = range(arena.seats), tallies["matches"]
    return {
        "chance": round(1 / arena.seats, 6),
        "by_seat": [
            {
                "seat": TEAMS[seat],
                "win_share": interval_json(bootstrap.share(tallies["seat", seat], matches)),
                "managers": {
                    name: interval_json(
                        bootstrap.share(tallies["seat", seat, name], tallies["in seat", seat, name])
                    )
                    for name in arena.managers
                },
            }
            for seat in seats
        ],
        "by_turn": [
            {
                "turn": turn + 1,
                "win_share": interval_json(bootstrap.share(tallies["turn", turn], matches)),
            }
            for turn in seats
        ],
    }


def _balance(
    results: ResultsFile, blocks: Sequence[Block], tallies: Tallies, bootstrap: Bootstrap
) -> Document:
    """Return the measures of seats, tempo and cards with their bands."""
    arena, setup = results.arena, opening(results.arena).setup
    if arena.series:  # the bands apply to single matches
        return {"measures": [], "cards": [], "ablated": []}
    measures = match_measures(arena, blocks, tallies, bootstrap, setup.rounds)
    measures += power_measures(blocks, setup.catalog, bootstrap)
    return {
        "measures": [measure.document() for measure in measures],
        "cards": [row.document() for row in card_rows(arena, blocks, setup.catalog, bootstrap)],
        "ablated": list(arena.ablated),
    }


def _endings(tallies: Tallies) -> dict[str, int]:
    """Count the endings of matches by reason."""
    return {reason: int(tallies.total(("ended", reason))) for reason in tallies.under("ended")}


def _timing(times: Sequence[BlockTimes], lineups: int, blocks: int) -> Document:
    """Return the time for a decision; the only part that differs from run to run."""
    seen = [row for row in times if row["block"] < blocks]
    summed: dict[str, Times] = {}
    for row in seen:
        for name, read in row["managers"].items():
            summed[name] = added(summed[name], read) if name in summed else read
    return {
        "timed_blocks": len(seen) // lineups,
        "seconds": round(sum(row["seconds"] for row in seen), 3),
        "managers": [
            {
                "manager": name,
                "decision_p50": _seconds(quantile(read["decisions"], 0.5)),
                "decision_p99": _seconds(quantile(read["decisions"], 0.99)),
                "turn_p50": _seconds(quantile(read["turns"], 0.5)),
                "turn_p99": _seconds(quantile(read["turns"], 0.99)),
                "nodes_a_second": round(read["nodes"] / read["node_seconds"])
                if read["node_seconds"]
                else None,
            }
            for name, read in summed.items()
        ],
    }


def _seconds(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.3g}")
