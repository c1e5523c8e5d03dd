"""`deathdome powerdome sim`: games between bots, and their results."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deathdome.cli.exit import json_text, termination
from deathdome.cli.options import JOBS, seed_option
from deathdome.cli.powerdome import PACKS
from deathdome.cli.powerdome_options import (
    BIDS,
    CLOSING,
    DECLARE,
    INITIATIVE,
    MAX_ROUNDS,
    given_options,
    read_options,
)
from deathdome.cli.progress import shown
from deathdome.errors import UsageError
from deathdome.text.names import counted

if TYPE_CHECKING:
    from deathdome.powerdome.simulation import GameReport

BARE: Any = typer.Option("--bare", help="Play without powers.")


def sim(
    seats: Annotated[
        str, typer.Option(help="Bots of the seats, 2 to 6, comma-separated.")
    ] = "normal,normal",
    games: Annotated[int, typer.Option(help="Number of games.")] = 1,
    seed: Annotated[int, seed_option("games")] = 0,
    jobs: Annotated[int, JOBS] = 1,
    bare: Annotated[bool, BARE] = False,
    regret: Annotated[
        bool, typer.Option("--regret", help="Add what each sheet missed, on average.")
    ] = False,
    initiative: Annotated[str | None, INITIATIVE] = None,
    closing_dome: Annotated[bool | None, CLOSING] = None,
    max_rounds: Annotated[str | None, MAX_ROUNDS] = None,
    declare: Annotated[str | None, DECLARE] = None,
    bids: Annotated[str | None, BIDS] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each game.")
    ] = False,
) -> None:
    """Let bots play PowerDome against each other, without a screen."""
    from deathdome.powerdome.simulation import Setting, Terms, simulate
    from deathdome.programs.commands import split_specs

    bots = tuple(split_specs(seats))
    if "" in bots:
        raise UsageError(
            f'--seats "{seats}" leaves a seat empty; for example --seats easy,normal,hard'
        )
    given = given_options(initiative, closing_dome, max_rounds, declare, bids)
    terms = Terms(read_options(given), tuple(packs or ()), bare)
    reports = simulate(Setting(bots, seed, terms, regret), games, jobs)
    played: list[GameReport] = []
    # Closed even after an interruption: no other code ends the worker processes.
    with termination(), closing(reports):
        for report, show in shown(reports, games, "games"):
            played.append(report)
            show(json_text(report) if json else _line(report))
    if not json and games > 1:
        print(f"\n{_sums(played)}")


def _line(report: GameReport) -> str:
    """Return a game as one line for readers."""
    names, winner = report["seats"], report["winner"]
    result = "a draw" if winner is None else f"seat {winner + 1}, {names[winner]}, wins"
    more = f", regret {report['regret']}" if "regret" in report else ""
    if "faults" in report:
        first = report["faults"][0]
        more += f"; {counted(len(report['faults']), 'fault')}, the first of seat "
        more += f"{first['seat'] + 1}: {first['kind']}: {first['detail']}"
    for seat in report.get("taken_over", []):
        more += f"; seat {seat + 1} forfeited, replaced by easy"
    return f"seed {report['seed']}: {result} in round {report['rounds']}{more}"


def _sums(reports: list[GameReport]) -> str:
    """Return a table with wins and means for each seat; a seat that forfeits loses."""
    from deathdome.powerdome.simulation import rated_ranks, shares
    from deathdome.tables import grid, tenths

    won = [shares(rated_ranks(one["ranks"], one.get("taken_over", ()))) for one in reports]
    rows = [
        (
            f"{seat + 1} {bot}",
            tenths(sum(shared[seat] for shared in won)),
            tenths(sum(one["vitality"][seat] for one in reports) / len(reports)),
            str(sum(fault["seat"] == seat for one in reports for fault in one.get("faults", []))),
        )
        for seat, bot in enumerate(reports[0]["seats"])
    ]
    mean = tenths(sum(one["rounds"] for one in reports) / len(reports))
    table = grid(("seat", "won", "vitality", "faults"), rows)
    return f"{table}\n{counted(len(reports), 'game')}, {mean} rounds on average"
