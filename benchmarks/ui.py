"""The screen beside a bare Textual app, in the same run: `make bench-ui`.

Both run in a pseudo-terminal of 120 by 40, in turn, and a ratio is taken round by round: a host
that is slow for a minute is slow for both. The bare app has one widget with as many spaces as the
dome, and a key changes two of them and nothing else; ours draws panel, teams and log besides.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figures import Aim, Figure, table
from benchmarks.screen import (
    ARROWS,
    BARE,
    COLUMNS,
    PLAY,
    ROWS,
    NoFrameError,
    Terminal,
    first_frame,
    key_to_frame,
)
from deathdome.cli.play import new_referee
from deathdome.managers.registry import create
from deathdome.model.actions import Act, action
from deathdome.model.decisions import Question
from deathdome.tui import app as app_module
from deathdome.tui.app import DomeApp
from deathdome.tui.hiring import HereManagers
from deathdome.tui.session import PACES, Session

OURS, OTHER = "deathdome", "bare app"
STEP_AIM, START_AIM, ROUND_AIM, LONGEST_AIM = 1.3, 1.5, 1, 50.0
FULL_REPAINT_AIM = 8.0  # KB


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    rounds: int
    keys: int


FULL, QUICK = Effort(rounds=5, keys=80), Effort(rounds=2, keys=24)


def main() -> int:
    """Measures and prints; 1 with --strict if an aim was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ui", description="Measures the screen beside a bare Textual app."
    )
    parser.add_argument("--quick", action="store_true", help="half a minute, rougher figures")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when an aim is missed")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else FULL
    try:
        figures, aims = measured(effort)
    except NoFrameError as error:
        print(f"benchmarks.ui: {error}", file=sys.stderr)
        return 1
    print(table([figure.row() for figure in figures], ("screen, 120x40", "median", "min to max")))
    print()
    print(table([aim.row() for aim in aims], ("aims", "median", "min to max", "aim", "")))
    print(f"\n{effort.rounds} rounds of {effort.keys} keys, both programs in turn.")
    return int(asked.strict and not all(aim.met for aim in aims))


def measured(effort: Effort) -> tuple[list[Figure], list[Aim]]:
    """Every figure, and what is aimed at."""
    programs = {OTHER: BARE, OURS: PLAY}
    first_frame(PLAY)  # the first start after a change compiles modules
    figures = {
        (what, program): Figure(f"{program}: {words}", unit)
        for what, words, unit in (
            ("start", "start to first frame", "ms"),
            ("p50", "key to frame, p50", "ms"),
            ("p95", "key to frame, p95", "ms"),
            ("step", "bytes of a cursor step", "B"),
        )
        for program in programs
    }
    whole = Figure(f"{OURS}: bytes of a full repaint", "KB")
    rounds = Figure("repaints of a managers' round at instant pace", "")
    longest = Figure("longest repaint while managers play", "ms")
    for _ in range(effort.rounds):
        for program, command in programs.items():
            figures["start", program].values.append(first_frame(command))
            p50, p95 = key_to_frame(command, effort.keys)
            figures["p50", program].values.append(p50)
            figures["p95", program].values.append(p95)
            figures["step", program].values.append(bytes_of_a_step(command, effort.keys // 4))
        whole.values.append(bytes_of_all(PLAY) / 1000)
        repaints, slowest = asyncio.run(managers_round())
        rounds.values.append(repaints)
        longest.values.append(slowest)

    def ratio(what: str, words: str) -> Figure:
        return figures[what, OURS].over(figures[what, OTHER], f"{words}, {OURS} / {OTHER}")

    aims = [
        Aim(ratio("p50", "key to frame, p50"), "at most", STEP_AIM),
        Aim(ratio("p95", "key to frame, p95"), "at most", STEP_AIM),
        Aim(ratio("start", "start to first frame"), "at most", START_AIM),
        Aim(rounds, "at most", ROUND_AIM),
        Aim(longest, "at most", LONGEST_AIM),
        Aim(whole, "at most", FULL_REPAINT_AIM),
    ]
    return list(figures.values()), aims


def _after(terminal: Terminal, key: bytes) -> bytes:
    """Everything that is drawn because of a key."""
    terminal.press(key)
    drawn = b""
    while terminal.frame(0.1) is not None:
        drawn += terminal.output
    return drawn


def bytes_of_a_step(command: tuple[str, ...], keys: int) -> float:
    """The median of the bytes that a step of the cursor writes, to the last frame of it."""
    with Terminal(command) as terminal:
        terminal.frame(20)
        terminal.settle(quiet=1.0)
        ways = list(ARROWS.values())
        drawn = [_after(terminal, ways[number // 2 % len(ways)]) for number in range(keys)]
        sizes = [len(part) for part in drawn if part]  # at the edge of the board nothing moves
    return median(sizes)


def bytes_of_all(command: tuple[str, ...]) -> float:
    """The bytes of the largest frame when everything is drawn anew: with another theme.

    Raises:
        NoFrameError: nothing was drawn.
    """
    with Terminal(command) as terminal:
        terminal.frame(20)
        terminal.settle(quiet=1.0)
        terminal.press(b"T")
        sizes: list[int] = []
        while terminal.frame(0.3 if sizes else 5.0) is not None:
            sizes.append(len(terminal.output))
    if not sizes:
        raise NoFrameError("another theme draws nothing")
    return max(sizes)


async def managers_round() -> tuple[int, float]:
    """The repaints of a round of three managers at instant pace, and ms of the longest of all.

    The longest is taken at another pace, at which every answer is shown: from the news to the end
    of the frame, with what the screen waits for its timer.
    """
    repaints, _ = await _round(pace=len(PACES) - 1)
    _, slowest = await _round(pace=len(PACES) - 2)
    return repaints, slowest


async def _round(pace: int) -> tuple[int, float]:
    """How often a round of managers is drawn, and the ms of the longest drawing."""
    names = ("human", "random", "random", "random")
    referee = new_referee(list(names), 1, 6, "waspworth", quick=True)
    managers = HereManagers({seat: create("random") for seat in (1, 2, 3)})
    session = Session(referee, names, managers, pace=pace)
    app = TimedApp(session)
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.pause()
        while session.request is not None and session.request.question is not Question.TURN:
            await pilot.press("enter")
            await pilot.pause()
        app.spent.clear()
        session.answer((action(Act.END_TURN),))
        latest = perf_counter() + 20
        while perf_counter() < latest:
            await asyncio.sleep(0.02)
            if session.request is not None or session.outcome is not None:
                break
        await pilot.pause()
        return len(app.spent), max(app.spent, default=0.0)


class TimedApp(DomeApp):
    """Keeps the milliseconds of every drawing of news."""

    CSS_PATH = str(Path(app_module.__file__).with_name("styles") / "deathdome.tcss")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.spent: list[float] = []
        self._told = 0.0

    def on_changed(self) -> None:
        """The session has news."""
        self._told = self._told or perf_counter()
        super().on_changed()

    def post_display_hook(self) -> None:
        """A frame has ended."""
        if self._told:
            self.spent.append((perf_counter() - self._told) * 1000)
            self._told = 0.0


if __name__ == "__main__":
    sys.exit(main())
