"""Kills a program that keeps a match, again and again: `make kills`.

    make kills ARGS="--kills 20"

A child plays and saves a match or, every second time, a season of short matches, with undone
actions. After every action it reports, as a screen that shows the next question would. It is killed
with SIGKILL at a random moment. The file must then have the match as it was shown last, or one
action further. Ends with 1 if it does not.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from deathdome.cli.sessions import new_referee
from deathdome.match.undo import UndoStack
from deathdome.model.actions import DONE, END_PHASE, END_TURN, PASS
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action

NAMES = ("human", "human")
STEPS = 120  # answers and takings back of a match
TAKEN_BACK = 0.15  # of them
BEFORE = 0.1  # of the kills do not wait for the first step
ENDS = (END_TURN, END_PHASE, PASS, DONE)
HURRY = 0.6  # of the answers in a season end something, so that several matches are played
NUMBER = 4  # bytes of a step that was shown


def played(seed: int) -> Iterator[Referee]:
    """A match that is kept, after everything that is done in it; the same for the same seed."""
    rng = Random(seed)
    season = seed % 2 == 1
    series = (1, 1, 1) if season else ()
    referee = new_referee(list(NAMES), seed, 3, "waspworth", quick=True, series=series)
    writer, said = library.begin_record(referee, NAMES)
    assert not said, said
    undo_stack = UndoStack(referee)
    yield referee
    for _ in range(STEPS):
        request = referee.request()
        if request is None:
            break
        if undo_stack.depth and rng.random() < TAKEN_BACK:
            undo_stack.undo()
        else:
            quick = [option for option in request.options if option in ENDS]
            hurried = season and quick and rng.random() < HURRY
            undo_stack.answer(rng.choice(quick if hurried else request.options))
        said = writer.update()
        assert not said, said
        yield referee
    writer.close()


def journals(seed: int) -> tuple[list[list[tuple[int, Action]]], float]:
    """Return the actions after each step, and seconds from the first step to the last."""
    match = played(seed)
    steps = [list(next(match).journal)]
    begun = time.monotonic()
    steps += (list(referee.journal) for referee in match)
    return steps, time.monotonic() - begun


def kill_one(seed: int, delay: float, *, early: bool) -> tuple[int, bool]:
    """Plays in a child that is killed so long after it began; `early`: not after its first step.

    Returns the last step shown, and whether the match had ended before.
    """
    heard, says = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(heard)
            for step, _ in enumerate(played(seed)):
                os.write(says, step.to_bytes(NUMBER, "big"))
        finally:
            os._exit(0)
    os.close(says)
    shown = b"" if early else os.read(heard, NUMBER)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while piece := os.read(heard, 65536):
        shown += piece
    os.close(heard)
    last = int.from_bytes(shown[-NUMBER:], "big") if shown else -1
    return last, not os.WIFSIGNALED(status)


def verdict(steps: list[list[tuple[int, Action]]], last: int, folder: Path) -> str:
    """`same`, `one further`, or what is wrong with the record in the folder."""
    found = [*folder.glob("matches/*.match")]
    if not found:
        return "not begun" if last < 0 else "no record of a match that was shown"
    record = read_record(found[0])
    told = replay(record)
    if wrong := record.altered or told.differs:
        return f"does not agree: {wrong}"
    if told.referee.journal == steps[max(last, 0)]:
        return "same"
    if last + 1 < len(steps) and told.referee.journal == steps[last + 1]:
        return "one further"
    return f"{len(told.referee.journal)} answers; shown were {len(steps[last])}"


def main(words: list[str]) -> int:
    """Kill as often as asked, and report the files on disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(words)
    rng = Random(wanted.seed)
    verdicts: Counter[str] = Counter()
    steps_met = set()
    for kill in range(wanted.kills):
        seed = wanted.seed + kill
        with tempfile.TemporaryDirectory() as begun, tempfile.TemporaryDirectory() as home:
            os.environ["DEATHDOME_HOME"] = begun
            steps, seconds = journals(seed)
            os.environ["DEATHDOME_HOME"] = home
            delay = rng.uniform(0.0, seconds)
            last, ended = kill_one(seed, delay, early=rng.random() < BEFORE)
            said = verdict(steps, last, Path(home))
        steps_met.add(last)
        verdicts[said] += 1
        verdicts["ended before it was killed"] += ended
    for said, times in sorted(verdicts.items()):
        print(f"{times:>5} {said}")
    print(f"{wanted.kills} kills, at {len(steps_met)} different steps")
    good = {"same", "one further", "not begun", "ended before it was killed"}
    return 1 if set(verdicts) - good else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
