"""The screen compared with a bare Textual app, in the same run: `make bench-ui`.

Both run in a pseudo-terminal of 120 by 40, in turn, and a ratio is taken round by round: a slow
minute of the host affects both. The bare app fills the terminal as the match does, with one widget;
a key changes two spaces and the line that names the place, as in the match.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter

from rich.console import Console

from deathdome.cli.sessions import new_referee
from deathdome.managers.registry import create
from deathdome.match.protocol import HUMAN
from deathdome.model.actions import ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.session.host import MatchHost
from deathdome.session.managers import LocalManagers
from deathdome.session.pace import PACES
from deathdome.stage.terminal_io.output_diff import shortened
from deathdome.stage.widgets.direct_drawing import Patch
from deathdome.tui.app import DomeApp
from deathdome.tui.widgets.dome_view import DomeView
from lab.bench.figures import Aim, Figure, table
from lab.bench.screen import (
    ARROWS,
    BARE,
    COLUMNS,
    LEG,
    PLAY,
    ROWS,
    THINK,
    TITLE,
    NoFrameError,
    Terminal,
    first_frame,
    key_to_frame,
)

OURS, OTHER = "deathdome", "bare app"
STEP_AIM, START_AIM, MATCH_AIM, ROUND_AIM, LONGEST_AIM = 1.3, 1.5, 2.5, 1, 50.0
BOARD_AIM = 12.0  # KB of a full drawing of the board, whose ground is painted
THINKING = 5.0  # seconds of thinking during which repaints are timed


@dataclass(frozen=True)
class Effort:
    """The amount of measuring."""

    rounds: int
    keys: int


FULL, QUICK = Effort(rounds=5, keys=80), Effort(rounds=2, keys=24)


def main() -> int:
    """Measure and print; return 1 with --strict if an aim was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.bench.ui", description="Measures the screen beside a bare Textual app."
    )
    parser.add_argument("--quick", action="store_true", help="half a minute, rougher figures")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when an aim is missed")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else FULL
    try:
        figures, aims = measured(effort)
    except NoFrameError as error:
        print(f"lab.bench.ui: {error}", file=sys.stderr)
        return 1
    print(table([figure.row() for figure in figures], ("screen, 120x40", "median", "min to max")))
    print()
    print(table([aim.row() for aim in aims], ("aims", "median", "min to max", "aim", "")))
    print(
        f"\n{effort.rounds} rounds of {effort.keys} keys, both programs in turn; a ratio is taken "
        f"round by round.\n{OURS}'s first frame is the title that `deathdome play` opens with."
    )
    return int(asked.strict and not all(aim.met for aim in aims))


def measured(effort: Effort) -> tuple[list[Figure], list[Aim]]:
    """Return every figure, and the aims."""
    programs = {OTHER: BARE, OURS: PLAY}
    first_frame(TITLE)  # the first start after a change compiles modules
    first_frame(PLAY)
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
    match = Figure(f"{OURS}: start to first board of a match", "ms")
    whole = Figure(f"{OURS}: bytes of a repaint of everything", "KB")
    board = Figure(f"{OURS}: bytes of a repaint of the board", "KB")
    rounds = Figure("repaints of a managers' round at instant pace", "")
    shown = Figure("longest repaint of news at 4x, managers in this process", "ms")
    longest = Figure("longest repaint while a manager thinks, key to frame", "ms")
    for _ in range(effort.rounds):
        figures["start", OTHER].values.append(first_frame(BARE))
        figures["start", OURS].values.append(first_frame(TITLE))
        match.values.append(first_frame(PLAY))
        for program, command in programs.items():
            p50, p95 = key_to_frame(command, effort.keys)
            figures["p50", program].values.append(p50)
            figures["p95", program].values.append(p95)
            figures["step", program].values.append(bytes_of_a_step(command, effort.keys // 8))
        whole.values.append(bytes_of_all(PLAY) / 1000)
        board.values.append(asyncio.run(bytes_of_board()) / 1000)
        repaints, slowest = asyncio.run(managers_round())
        rounds.values.append(repaints)
        shown.values.append(slowest)
        longest.values.append(while_thinking())

    def ratio(what: str, words: str) -> Figure:
        return figures[what, OURS].over(figures[what, OTHER], f"{words}, {OURS} / {OTHER}")

    boards = match.over(figures["start", OTHER], f"first board of a match / {OTHER}'s first frame")
    aims = [
        Aim(ratio("p50", "key to frame, p50"), "at most", STEP_AIM),
        Aim(ratio("p95", "key to frame, p95"), "at most", STEP_AIM),
        Aim(ratio("start", "start to first frame"), "at most", START_AIM),
        Aim(boards, "at most", MATCH_AIM),
        Aim(rounds, "at most", ROUND_AIM),
        Aim(longest, "at most", LONGEST_AIM),
        Aim(board, "at most", BOARD_AIM),
    ]
    return [*figures.values(), match, whole, shown], aims


def _after(terminal: Terminal, key: bytes) -> bytes:
    """Return everything drawn after a key."""
    terminal.press(key)
    drawn = b""
    while terminal.frame(0.1) is not None:
        drawn += terminal.output
    return drawn


def bytes_of_a_step(command: tuple[str, ...], keys: int) -> float:
    """Return the median of the bytes that a step of the cursor writes, to its last frame."""
    with Terminal(command) as terminal:
        terminal.frame(20)
        terminal.settle(quiet=1.0)
        ways = list(ARROWS.values())
        drawn = [_after(terminal, ways[number // 2 % len(ways)]) for number in range(keys)]
        sizes = [len(part) for part in drawn if part]  # at the edge of the board nothing moves
    return median(sizes)


def bytes_of_all(command: tuple[str, ...]) -> float:
    """Return the bytes of the largest frame of a full redraw, with another theme.

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


async def bytes_of_board() -> int:
    """Return the bytes of a full drawing of the board in the terminal."""
    async with _match(pace=0).run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.pause()
        dome = pilot.app.screen.query_one(DomeView)
        strips = dome.render_lines(dome.size.region)
        rows = [(dome.region.x, dome.region.y + y, strip) for y, strip in enumerate(strips)]
        return len(shortened(Patch(rows).render_segments(_console())).encode())


def _console() -> Console:
    """Return a terminal with all colours."""
    return Console(color_system="truecolor", force_terminal=True, legacy_windows=False)


def while_thinking() -> float:
    """Return ms of the longest repaint, from key to frame, while a manager thinks.

    Raises:
        NoFrameError: it never thinks, or arrow keys draw nothing in the meantime.
    """
    times: list[float] = []
    with Terminal(THINK) as terminal:
        shown = b""
        while b"thinks" not in shown:
            if terminal.frame(20) is None:
                raise NoFrameError("no manager thinks")
            shown += terminal.output
        terminal.frame(1.0)  # the screen has just opened
        ways = [way for way in ARROWS.values() for _ in range(LEG)]
        for way in ways:  # at the edge of the board nothing moves; no later round comes there
            terminal.press(way)
            terminal.frame(0.25)
        latest = perf_counter() + THINKING
        while perf_counter() < latest:
            for way in ways:
                while terminal.frame(0.06) is not None:
                    pass  # later frames, such as the seconds of the manager
                sent = terminal.press(way)
                ended = terminal.frame(0.25)
                if ended is not None:
                    times.append((ended - sent) * 1000)
    if not times:
        raise NoFrameError("arrow keys draw nothing while a manager thinks")
    return max(times)


async def managers_round() -> tuple[int, float]:
    """Return the repaints of a round of three managers at instant pace, and ms of the longest.

    The longest is taken at another pace that shows every answer: from the event to the end of the
    frame, including the refresh timer. The managers answer in this process.
    """
    repaints, _ = await _round(pace=len(PACES) - 1)
    _, slowest = await _round(pace=len(PACES) - 2)
    return repaints, slowest


def _match(pace: int) -> TimedApp:
    """Start a match of a person against three random managers in this process.

    No card needs a wait in the first round of this match. Each such wait takes 0.2 seconds at every
    pace, and the screen shows who thinks when a round takes more than one second.
    """
    names = (HUMAN, *("random",) * 3)
    referee = new_referee(list(names), 2, 6, "waspworth", quick=True)
    managers = LocalManagers({seat: partial(create, "random") for seat in (1, 2, 3)})
    return TimedApp(MatchHost(referee, names, managers, pace=pace))


async def _until_asked(app: TimedApp, seconds: float = 30.0) -> None:
    """Wait until the person may end the turn, or the match is over."""
    session, latest = app.session, perf_counter() + seconds
    while perf_counter() < latest and session.outcome is None:
        request = session.request
        if request is not None and request.question is Question.TURN:
            return
        if request is not None:
            session.answer((request.default,))
        await asyncio.sleep(0.02)


async def _round(pace: int) -> tuple[int, float]:
    """Return the number of drawings in a round of managers, and ms of the longest."""
    app = _match(pace)
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.pause()
        await _until_asked(app)
        await pilot.pause()
        app.spent.clear()
        app.session.answer((make_action(ActionKind.END_TURN),))
        latest = perf_counter() + 20
        while perf_counter() < latest:
            await asyncio.sleep(0.02)
            if app.session.request is not None or app.session.outcome is not None:
                break
        await pilot.pause()
        return len(app.spent), max(app.spent, default=0.0)


class TimedApp(DomeApp):
    """App that records the milliseconds of every drawing after an event."""

    def __init__(self, session: MatchHost) -> None:
        super().__init__(session)
        self.spent: list[float] = []
        self._told = 0.0

    def on_changed(self) -> None:
        """Note the time of the change."""
        self._told = self._told or perf_counter()
        super().on_changed()

    def post_display_hook(self) -> None:
        """Note the end of the frame."""
        if self._told:
            self.spent.append((perf_counter() - self._told) * 1000)
            self._told = 0.0


if __name__ == "__main__":
    sys.exit(main())
