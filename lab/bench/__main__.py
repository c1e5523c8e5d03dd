"""The benchmark: engine, screen and memory compared with those of peers, in the same run.

The engine's figures are CPU time of processes with one thread, in short samples of all of them in
turn, in an order shuffled each round; a ratio is taken round by round and its median reported. So
the ratios hold on a host with varying speed; the absolute figures only apply to this minute.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from lab.bench.figures import Aim, Figure, table
from lab.bench.peers import PYTHON, ROOT, CannotMeasureError, Worker, environment, has_botbowl

if TYPE_CHECKING:
    from collections.abc import Iterable


def peak_of_sim(matches: int, seats: int) -> float:
    """Return the resident megabytes (10 to the 6) at the peak of one process."""
    managers = ",".join(["random"] * seats)
    asked = ("--seats", managers, "--matches", str(matches), "--json")
    run = subprocess.Popen(
        [sys.executable, "-m", "deathdome", "sim", *asked], stdout=subprocess.DEVNULL, cwd=ROOT
    )
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        raise CannotMeasureError(f"deathdome sim ended with {run.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, bytes
    return usage.ru_maxrss * unit / 1e6


@dataclass
class Effort:
    """The amount of measuring."""

    rounds: int
    seconds: float  # CPU seconds of a sample of whole games
    screen_rounds: int
    keys: int
    matches: int  # of the run whose memory is measured


FULL = Effort(rounds=11, seconds=0.8, screen_rounds=5, keys=150, matches=300)
QUICK = Effort(rounds=3, seconds=0.2, screen_rounds=1, keys=40, matches=10)
SHORT = 0.1  # CPU seconds of a sample of single calls


@dataclass
class Report:
    """All measurements."""

    sections: dict[str, list[Figure]] = field(default_factory=dict)
    aims: list[Aim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def text(self) -> str:
        parts = []
        for title, figures in self.sections.items():
            rows = [figure.row() for figure in figures]
            parts.append(table(rows, (title, "median", "min to max")))
        rows_of_aims = [aim.row() for aim in self.aims]
        parts.append(table(rows_of_aims, ("aims", "median", "min to max", "aim", "")))
        parts.extend(f"Note: {note}." for note in self.notes)
        return "\n\n".join(parts)

    def as_json(self) -> str:
        return json.dumps(
            {
                "python": platform.python_version(),
                "system": platform.platform(),
                "seconds": round(self.seconds, 1),
                "sections": {
                    title: [figure.as_json() for figure in figures]
                    for title, figures in self.sections.items()
                },
                "aims": [aim.as_json() for aim in self.aims],
                "notes": self.notes,
            },
            indent=1,
        )


def main() -> int:
    """Measure, print, and return the exit code: 1 if an aim was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.bench",
        description="Measures deathdome beside python-chess, botbowl and a bare Textual app.",
    )
    parser.add_argument("--quick", action="store_true", help="20 seconds, rougher figures")
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when an aim is missed")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else FULL
    report = Report()
    started = monotonic()
    try:
        measure_engine(report, effort)
        measure_memory(report, effort)
        measure_screen(report, effort)
    except CannotMeasureError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    report.seconds = monotonic() - started
    print(report.as_json() if asked.json else report.text())
    return int(asked.strict and not all(aim.met for aim in report.aims))


def measure_engine(report: Report, effort: Effort) -> None:
    """Measure rates, copies and single questions: CPU time, all processes in turn."""
    if missing := environment():
        report.notes.append(missing)
    jobs = [
        *(("deathdome", "2 seats", effort.seconds), ("deathdome", "4 seats", effort.seconds)),
        *(("deathdome", job, effort.seconds) for job in ("recorded", "recorded legal", "greedy")),
        *(("deathdome", job, SHORT) for job in ("copy", "reach", "sight")),
        *(("powerdome", "combats", SHORT), ("powerdome", "games", effort.seconds)),
        *(("chess", job, effort.seconds) for job in ("games", "replays")),
        ("chess", "copy", SHORT),
    ]
    found: dict[str, dict[str, float]] = {}
    figures: dict[str, Figure] = {}
    with ExitStack() as stack:
        workers = {
            "deathdome": stack.enter_context(Worker("deathdome_worker", sys.executable)),
            "powerdome": stack.enter_context(Worker("powerdome_worker", sys.executable)),
            "chess": stack.enter_context(Worker("chess_worker", PYTHON)),
        }
        if has_botbowl():
            workers["botbowl"] = stack.enter_context(Worker("botbowl_worker", PYTHON))
            jobs.append(("botbowl", "games", effort.seconds))
        order = random.Random(1)
        for number in range(effort.rounds + 1):
            order.shuffle(jobs)
            for peer, job, seconds in jobs:
                found[f"{peer} {job}"] = workers[peer].ask(job, seconds)
            if number:  # the first round fills caches
                for row, (unit, key, value) in _readings(found):
                    figures.setdefault(row, Figure(key, unit, [])).values.append(value)
            _progress("engine", number, effort.rounds)
    _engine_sections(report, figures)
    if "botbowl rate" in figures and not found["botbowl games"]["compiled"]:
        report.notes.append("botbowl runs without its compiled search for paths: too slow to judge")
    if "recorded" not in figures:
        report.notes.append(
            "the recorded matches were played with other cards or rules: record them anew with"
            " python -m lab.bench.recorded, and start a new series of their figures"
        )


# Row: peer and job, the worker's name for it, unit, our name for it.
ROWS = {
    "rate 2": ("deathdome 2 seats", "decisions/s", "/s", "decisions, 2 seats"),
    "rate 2 purchase": ("deathdome 2 seats", "purchase decisions/s", "/s", "  purchase phase"),
    "rate 2 match": ("deathdome 2 seats", "match decisions/s", "/s", "  the match proper"),
    "rate 4": ("deathdome 4 seats", "decisions/s", "/s", "decisions, 4 seats"),
    "rate 4 purchase": ("deathdome 4 seats", "purchase decisions/s", "/s", "  purchase phase"),
    "rate 4 match": ("deathdome 4 seats", "match decisions/s", "/s", "  the match proper"),
    "recorded": ("deathdome recorded", "decisions/s", "/s", "decisions, recorded matches"),
    "recorded match": ("deathdome recorded", "match decisions/s", "/s", "  the match proper"),
    "legal": ("deathdome recorded legal", "decisions/s", "/s", "  answers tested, none listed"),
    "legal match": ("deathdome recorded legal", "match decisions/s", "/s", "  in the match proper"),
    "chess rate": ("chess games", "decisions/s", "/s", "python-chess: moves"),
    "chess legal": ("chess replays", "decisions/s", "/s", "  moves tested, none listed"),
    "botbowl rate": ("botbowl games", "decisions/s", "/s", "botbowl: decisions"),
    "matches 2": ("deathdome 2 seats", "matches/s", "/s", "whole matches, 2 seats"),
    "greedy": ("deathdome greedy", "matches/s", "/s", "whole matches of greedy, 2 seats"),
    "matches 4": ("deathdome 4 seats", "matches/s", "/s", "whole matches, 4 seats"),
    "chess games": ("chess games", "games/s", "/s", "python-chess: games"),
    "botbowl games": ("botbowl games", "games/s", "/s", "botbowl: games"),
    "powerdome games": ("powerdome games", "games/s", "/s", "PowerDome: whole games of 4"),
    "powerdome answers": ("powerdome games", "answers/s", "/s", "  answers in them"),
    "length 2": ("deathdome 2 seats", "decisions", "", "decisions in a match, 2 seats"),
    "length 2 match": ("deathdome 2 seats", "match decisions", "", "  the match proper"),
    "recorded length": (
        "deathdome recorded",
        "match decisions",
        "",
        "decisions in a recorded match proper",
    ),
    "recorded fights": (
        "deathdome recorded",
        "fight decisions",
        "",
        "  of them cards and reactions in attacks",
    ),
    "copy": ("deathdome copy", "us", "us", "copy of a position"),
    "combat": ("powerdome combats", "us", "us", "PowerDome: combat of 4 with a copy before it"),
    "chess copy": ("chess copy", "us", "us", "python-chess: copy(stack=False)"),
    "reach new": ("deathdome reach", "new us", "us", "reach in 6 steps, a new question"),
    "reach again": ("deathdome reach", "again us", "us", "  the same question again"),
    "sight new": ("deathdome sight", "new us", "us", "sight of two spaces, cold"),
    "sight again": ("deathdome sight", "again us", "us", "  warm"),
}


def _readings(
    found: dict[str, dict[str, float]],
) -> Iterable[tuple[str, tuple[str, str, float]]]:
    for row, (source, key, unit, name) in ROWS.items():
        if found.get(source):
            yield row, (unit, name, found[source][key])


def _engine_sections(report: Report, figures: dict[str, Figure]) -> None:
    calls = [row for row, (_, _, unit, _) in ROWS.items() if unit == "us"]
    report.sections["play, one core"] = [
        figure for row, figure in figures.items() if row not in calls
    ]
    report.sections["one call"] = [figures[row] for row in calls]
    chess = figures["chess rate"]
    for row, name in (
        ("rate 2", "decisions a second / python-chess, 2 seats"),
        ("rate 2 match", "  the match proper"),
        ("rate 4", "decisions a second / python-chess, 4 seats"),
        ("rate 4 match", "  the match proper"),
    ):
        report.aims.append(Aim(figures[row].over(chess, name), "at least", 2, 5))
    if "recorded" in figures:
        match, legal = figures["recorded match"], figures["chess legal"]
        report.sections["recorded matches"] = [
            figures["recorded"].over(chess, "decisions a second / python-chess, all listed"),
            match.over(chess, "  the match proper"),
            figures["legal"].over(legal, "decisions a second / python-chess, answers tested"),
            figures["legal match"].over(legal, "  the match proper"),
            match.over(figures["rate 2 match"], "match proper / random match proper"),
        ]
    if "botbowl rate" in figures:
        ratio = figures["rate 2"].over(figures["botbowl rate"], "decisions a second / botbowl")
        report.aims.append(Aim(ratio, "at least", 30))
    copies = figures["copy"].over(figures["chess copy"], "copy / python-chess copy(stack=False)")
    report.aims.append(Aim(copies, "at most", 2))
    report.aims.append(Aim(figures["combat"], "at most", 200))
    report.notes.append(
        "a decision is listing every option, picking one at random and applying it unchecked; dice"
        " and draws are answered within that time but not counted. Uniform choice seldom passes,"
        " so the purchase phase holds most decisions of a random match. Recorded matches were"
        " played by greedy and planning managers once (lab/bench/recorded.py) and are replayed:"
        " what managers play now makes no difference to them"
    )


def measure_memory(report: Report, effort: Effort) -> None:
    """Measure the peak memory of `deathdome sim`."""
    peak = Figure(f"deathdome sim, {effort.matches} matches of 4, peak", "MB")
    peak.values.append(peak_of_sim(effort.matches, seats=4))
    report.sections["memory"] = [peak]
    report.aims.append(Aim(peak, "at most", 80))


OURS, BARE_APP = "deathdome play", "bare Textual app"


def measure_screen(report: Report, effort: Effort) -> None:
    """Measure first frame and key to frame, our app and the bare one in turn: wall-clock time."""
    from lab.bench.screen import BARE, PLAY, NoFrameError, first_frame

    programs: dict[str, tuple[str, ...]] = {BARE_APP: BARE, OURS: PLAY}
    try:
        first_frame(PLAY)  # the first start after a change compiles modules
        figures = _screen_figures(programs, effort)
    except NoFrameError as error:
        report.notes.append(f"{OURS} shows no board yet ({error}): screen not compared")
        del programs[OURS]
        figures = _screen_figures(programs, effort)
    report.sections["screen, 120x40"] = list(figures.values())
    if OURS in programs:
        for what in ("p50", "p95"):
            ours, bare = figures[f"{OURS} {what}"], figures[f"{BARE_APP} {what}"]
            ratio = ours.over(bare, f"key to frame / bare app, {what}")
            report.aims.append(Aim(ratio, "at most", 1.5))


def _screen_figures(programs: dict[str, tuple[str, ...]], effort: Effort) -> dict[str, Figure]:
    """Measure first frame, p50 and p95 of each program."""
    from lab.bench.screen import first_frame, key_to_frame

    names = {"first": "first frame", "p50": "key to frame, p50", "p95": "key to frame, p95"}
    figures = {
        f"{program} {what}": Figure(f"{program}: {name}", "ms")
        for what, name in names.items()
        for program in programs
    }
    for number in range(effort.screen_rounds):
        for program, command in programs.items():
            taken = (first_frame(command), *key_to_frame(command, effort.keys))
            for what, value in zip(names, taken, strict=True):
                figures[f"{program} {what}"].values.append(value)
        _progress("screen", number, effort.screen_rounds - 1)
    return figures


def _progress(part: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{part}: round {done} of {of} ", end="", file=sys.stderr, flush=True)
        if done == of:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
