"""`deathdome sim`: matches between managers, and their results."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.exit import json_text, termination
from deathdome.cli.options import (
    CHARACTERS,
    CREDITS,
    DECISIONS,
    EDITION,
    JOBS,
    PACKS,
    RECORDS,
    ROUNDS,
    RULE,
    SCENARIO,
    SERIES,
    TRUST,
    secret_option,
    seed_option,
)
from deathdome.cli.progress import shown
from deathdome.cli.values import DEFAULT_EDITION, ruleset_of, terms_of
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import UsageError
from deathdome.model.events import MAX_DECISIONS, STOPPED
from deathdome.text.names import counted, listed

if TYPE_CHECKING:
    from deathdome.arena.simulation import MatchReport

COLUMNS = ("payout", "points", "towers", "shells", "jailed")  # per team, in this order


def sim(
    seats: Annotated[
        str, typer.Option(help="Managers of the seats, 2 to 4, comma-separated.")
    ] = "random,random",
    matches: Annotated[int, typer.Option(help="Number of matches.")] = 1,
    seed: Annotated[int, seed_option("matches")] = 0,
    secret: Annotated[bytes | None, secret_option("fixed")] = None,
    jobs: Annotated[int, JOBS] = 1,
    rounds: Annotated[str | None, ROUNDS] = None,
    series: Annotated[bool, SERIES] = False,
    decisions: Annotated[int, DECISIONS] = MAX_DECISIONS,
    board: Annotated[str, typer.Option(help="Board, by id or file.")] = DEFAULT_BOARD,
    edition: Annotated[str, EDITION] = DEFAULT_EDITION,
    characters: Annotated[bool | None, CHARACTERS] = None,
    scenario: Annotated[str | None, SCENARIO] = None,
    purses: Annotated[str | None, CREDITS] = None,
    rules: Annotated[list[str] | None, RULE] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    record: Annotated[Path | None, RECORDS] = None,
    _trust: Annotated[bool, TRUST] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each match.")
    ] = False,
) -> None:
    """Let managers play each other, without a screen."""
    from deathdome.arena.simulation import Setting, simulate
    from deathdome.managers.manager_name import quoted
    from deathdome.managers.registry import check_level
    from deathdome.programs.commands import split_specs
    from deathdome.seeds import PUBLIC

    managers = tuple(split_specs(seats))
    if "" in managers:
        raise UsageError(
            f'--seats "{quoted(seats)}" leaves a seat empty; for example --seats random,random'
        )
    for name in managers:
        check_level(name)
    terms = terms_of(
        ruleset_of(edition, characters, scenario, rules),
        rounds=rounds,
        series=series,
        purses=purses,
        seats=len(managers),
    )
    setting = Setting(
        managers,
        board,
        terms.rounds,
        seed,
        terms.ruleset,
        tuple(packs or ()),
        decisions,
        secret or PUBLIC,
        terms.series,
        terms.purses,
        "" if record is None else str(record.absolute()),
    )
    reports = simulate(setting, matches, jobs)
    tally = _Tally()
    # Closed even after an interruption: no other code ends the worker processes.
    with termination(), closing(reports):
        for report, show in shown(reports, matches, "matches"):
            tally.count(report)
            show(_as_json(report) if json else _line(report))
    if not json:
        print(f"\n{tally.text()}")


def _as_json(report: MatchReport) -> str:
    return json_text(report)


def _line(report: MatchReport) -> str:
    """Return a match as one line for readers."""
    paid = ", ".join(f"{row['team']} {row['payout']:,}" for row in report["seats"])
    work = f"{counted(report['decisions'], 'decision')}, {report['seconds']:.2f} s"
    if "faults" in report:
        first = report["faults"][0]
        work += f", {counted(len(report['faults']), 'fault')}"
        work += f", the first of {first['team']}: {first['kind']}: {first['detail']}"
        if "log" in first:
            work += f"; log: {first['log']}"
    if "taken_over" in report:
        work += f", forfeited by {listed(report['taken_over'])}, replaced by greedy"
    return f"{report['fingerprint']}  {_result(report)}: {paid} credits ({work})"


def rated_winner(report: MatchReport) -> str | None:
    """Return the winner of a match as rated by the arena; None for several winners.

    A manager that struck out loses, whatever greedy achieved in its seat: then the best paid of the
    others win. If all struck out the result stands.
    """
    forfeited = report.get("taken_over", [])
    left = [row for row in report["seats"] if row["team"] not in forfeited]
    if not forfeited or not left or report["winner"] in [row["team"] for row in left]:
        return report["winner"]
    best = max(row["payout"] for row in left)
    first, *others = [row["team"] for row in left if row["payout"] == best]
    return None if others else first


def _result(report: MatchReport) -> str:
    """Return 'red wins by towers', or 'shared'."""
    winner, reason = report["winner"], report["reason"]
    if reason == STOPPED:
        return "stopped at the decision limit"
    if winner is None:
        return "no team wins alone"
    how = f"as the {reason}" if reason == "last team standing" else f"by {reason}"
    return f"{winner} wins {how}"


class _Tally:
    """Sums over many matches."""

    def __init__(self) -> None:
        self.matches = 0
        self.shared = 0
        self.decisions = 0
        self.seconds = 0.0
        self.faults = 0
        self.forfeited = 0
        self.stopped = 0
        self.wins: dict[str, int] = {}
        self.sums: dict[str, dict[str, int]] = {}
        self.managers: dict[str, str] = {}

    def count(self, report: MatchReport) -> None:
        """Add a match."""
        self.matches += 1
        winner = rated_winner(report)
        self.shared += winner is None
        self.decisions += report["decisions"]
        self.seconds += report["seconds"]
        self.faults += len(report.get("faults", ()))
        self.forfeited += "taken_over" in report
        self.stopped += report["reason"] == STOPPED
        for row in report["seats"]:
            team = row["team"]
            self.managers[team] = row["manager"]
            self.wins[team] = self.wins.get(team, 0) + (winner == team)
            sums = self.sums.setdefault(team, dict.fromkeys(COLUMNS, 0))
            sums["payout"] += row["payout"]
            sums["points"] += row["points"]
            sums["towers"] += row["towers"]
            sums["shells"] += row["shells"]
            sums["jailed"] += row["jailed"]

    def text(self) -> str:
        """Return a table with wins and means per team, and a line about faults and time."""
        width = max(len(name) for name in (*self.managers.values(), "manager"))
        lines = [
            f"{'team':<7} {'manager':<{width}} {'won':>6}  {'credits':>9}"
            + "".join(f"{name:>8}" for name in COLUMNS[1:])
        ]
        for team, sums in self.sums.items():
            means = [sums[name] / self.matches for name in COLUMNS]
            lines.append(
                f"{team:<7} {self.managers[team]:<{width}} {self.wins[team]:>6}  {means[0]:>9,.0f}"
                + "".join(f"{mean:>8.2f}" for mean in means[1:])
            )
        pace = self.decisions / self.seconds if self.seconds else 0.0
        counts = f"{counted(self.matches, 'match')}, {self.shared} shared"
        if self.stopped:
            counts += f", {self.stopped} stopped at the decision limit"
        if self.faults:
            counts += f", {counted(self.faults, 'fault')}"
        if self.forfeited:
            counts += f", {self.forfeited:,} forfeited"
        work = f"{counted(self.decisions, 'decision')}, {pace:,.0f} a second in one process"
        lines.append(f"{counts}; {work}")
        return "\n".join(lines)
