"""Foreign managers with every fault: the match is finished and the strikes are as expected."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.random_manager import RandomManager
from deathdome.match.guard import Guarded
from deathdome.match.protocol import Budget
from deathdome.match.referee import Referee, run_match
from deathdome.programs.faults import STRIKES
from deathdome.programs.pipe import Limits
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.guard import Fault

ROGUE = Path(__file__).with_name("rogue.py")
# Short, so that no test waits for sleepers; long enough for a busy machine.
SHORT = Limits(start=5.0, bank=0.0, hang=0.25, leave=0.3, memory=1 << 29)
BUDGET = Budget(seconds=0.2)
PATIENT = Budget(seconds=5.0)


def rogue(form: str, limits: Limits = SHORT) -> ProgramManager:
    return ProgramManager([sys.executable, "-I", "-S", str(ROGUE), form], limits)


def played(
    manager: ProgramManager, budget: Budget = PATIENT, rounds: int = 1
) -> tuple[list[Fault], Guarded, Referee]:
    """A match to its end against chance, with nothing for sale; the manager has the first turn."""
    state = new_game(load_catalog(), load_board(), rounds=rounds, first=0)
    state.store = 0
    referee = Referee(state, 4)
    guarded = Guarded(lambda: manager, RandomManager)
    run_match(referee, [guarded, Guarded(RandomManager)], budget)
    assert referee.over
    return guarded.faults, guarded, referee


SILENT = ["late", "hung", "late"]
ENDED = ["died", "died"]
TOLD = hasattr(os, "waitid")  # how a process ended, while it is still to be waited for
FAILED = "has ended with exit code 1" if TOLD else "has ended"
THRICE = [
    ("raises", ENDED, f"it {FAILED}"),
    (
        "old",
        ["late", "hung", "late"],
        "no answer in 0.2 s to question 9; its last reply was to",
    ),
    ("stale", ["flood"] * 2, "one reply after the other to question 8, long over"),
    ("future", ["junk"] * 3, "a reply to a question that was not asked yet"),
    ("below", ["junk"] * 3, 'the "number" of a reply is -7, not 0 or more'),
    ("illegal", ["illegal"] * 3, '"walk home" is none of the '),
    ("other seat", ["illegal"] * 3, '"activate blue.warrior" is none of the '),
    ("once", [], ""),
    ("float", ["junk"] * 3, 'the "number" of a reply is 9.0, not a whole number'),
    ("nan", ["junk"] * 3, "a line that is not JSON: "),
    ("list", ["junk"] * 3, "a line that is not a JSON object: "),
    ("deep", ["junk"] * 3, "a line that is not JSON: "),
    ("huge", ["large"] * 3, "a reply of more than 65,536 bytes"),
    ("endless", ["flood"] * 2, "a reply without end"),
    ("utf-8", ["junk"] * 3, "a line that is not UTF-8"),
    ("rich", ["junk"] * 3, 'a reason in the "why" of a reply counts more than 1,000,000,000,000 '),
    ("poor", ["junk"] * 3, 'a reason in the "why" of a reply counts more than 1,000,000,000,000 '),
    ("boasts", ["junk"] * 3, 'the "nodes" of a reply are 1000'),
    ("owes", ["junk"] * 3, 'the "nodes" of a reply are -1, not 0 to 1,000,000,000,000'),
    ("garbles", ["junk"] * 3, "<U+D800> <U+001B>[31mxxx"),
    ("no kind", ["raised"] * 3, "no idea"),
    ("garbled reasons", [], ""),
    ("prints", ["junk"] * 3, 'a line that is not JSON: "let me see"'),
    ("lines", ["junk"] * 3, 'a line that is not JSON: "let me see"'),
    ("mumbles", [], ""),
    ("shouts", ["flood"] * 2, "more than 1,048,576 bytes on standard error"),
    ("closes", ENDED, "it has closed its output" if TOLD else "it has ended"),
    ("forks", ENDED, "it has ended"),
    ("allocates", ENDED, "it has ended"),
    ("exits", ENDED, "it has ended"),
    ("stays", [], ""),
    ("none", [], ""),
]


@pytest.mark.parametrize(("form", "kinds", "detail"), THRICE, ids=[row[0] for row in THRICE])
def test_a_fault_is_a_strike_and_the_match_goes_on(
    form: str, kinds: Sequence[str], detail: str
) -> None:
    faults, guarded, _ = played(rogue(form), BUDGET if "late" in kinds else PATIENT)
    assert [fault.kind for fault in faults] == kinds
    assert guarded.taken_over is bool(kinds)
    if kinds:
        assert faults[0].detail.startswith(detail)
        assert faults[0].question > 0


@pytest.mark.parametrize("form", ["sleeps", "loops"])
def test_whoever_does_not_answer_is_late_then_hung_then_started_once_more(form: str) -> None:
    began = monotonic()
    faults, guarded, _ = played(rogue(form), BUDGET)
    assert [fault.kind for fault in faults] == SILENT
    assert guarded.taken_over
    assert monotonic() - began < 10


def test_late_answers_are_dropped_and_three_of_them_are_enough() -> None:
    manager = rogue("slow", Limits(start=5.0, bank=0.0, hang=5.0))
    faults, guarded, _ = played(manager, BUDGET)
    assert [fault.kind for fault in faults] == ["late"] * STRIKES
    assert guarded.taken_over


def test_whoever_is_late_lives_on_its_bank_as_long_as_that_lasts() -> None:
    manager = rogue("just in time", Limits(start=5.0, bank=30.0))
    faults, _, _ = played(manager, Budget(seconds=0.05))
    assert faults == []
    assert 28 < manager._dialogue.bank < 29.5


def test_answers_just_in_time_are_no_fault() -> None:
    faults, _, _ = played(rogue("just in time"), PATIENT)
    assert faults == []


@pytest.mark.parametrize(
    ("form", "detail"),
    [
        ("dies at once", f"{FAILED} before it was ready: Traceback"),
        ("never ready", "not ready within 0.5 s"),
        ("other language", 'a line that is not JSON: "Hello!"'),
        ("garbles at once", "<U+D800> <U+001B>]0;x"),
        ("other schema", "it speaks schema 2, and this is 1"),
        ("four only", "it does not play with 2 teams"),
    ],
)
def test_whoever_is_not_ready_never_plays(form: str, detail: str) -> None:
    faults, guarded, _ = played(rogue(form, Limits(start=0.5 if form == "never ready" else 5.0)))
    assert [(fault.kind, fault.question) for fault in faults] == [("unready", -1)]
    assert faults[0].detail.startswith(detail)
    assert guarded.taken_over


def test_a_program_that_is_not_there_never_plays() -> None:
    faults, _, _ = played(ProgramManager(["no-such-program", "x"], SHORT))
    assert faults[0].kind == "unready"
    assert "cannot start no-such-program: No such file" in faults[0].detail


@pytest.mark.slow
def test_its_processor_time_is_limited() -> None:
    manager = rogue("spins", Limits(start=5.0, processor=1))
    faults, _, _ = played(manager, Budget(seconds=20.0))
    assert [fault.kind for fault in faults] == ENDED


def is_running(process: int) -> bool:
    """True if a process exists and has not ended; an unreaped one has."""
    try:
        os.kill(process, 0)
        states = Path(f"/proc/{process}/stat")
        return not states.exists() or states.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_what_it_started_ends_with_it() -> None:
    manager = rogue("forks")
    played(manager)
    children = [int(line.split()[1]) for line in manager.log.splitlines()]
    assert len(children) == 2
    until = monotonic() + 5
    while any(map(is_running, children)) and monotonic() < until:
        pass
    assert not any(map(is_running, children))


def test_nobody_waits_for_a_program_that_stays_after_the_match() -> None:
    began = monotonic()
    manager = rogue("stays")
    played(manager)
    assert not manager.running
    assert monotonic() - began < 5


def test_the_log_is_kept_and_what_is_not_known_is_ignored() -> None:
    manager = rogue("mumbles")
    faults, _, _ = played(manager)
    assert faults == []
    assert manager.about.name == "rogue"
    assert manager.about.seats == (2, 3, 4)
    assert manager.log.startswith("let me see\nlet me see\n")


def test_a_fault_is_told_the_same_way_every_time() -> None:
    first, second = played(rogue("illegal")), played(rogue("illegal"))
    assert first[0] == second[0]
    assert first[2].fingerprint() == second[2].fingerprint()


PLANNER = """
import json, sys
asked = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print(json.dumps({"type": "ready", "schema": 1}), flush=True)
    elif message["type"] == "decide":
        options = message["options"]
        walks = [option for option in options if option.startswith("walk ")]
        units = [option for option in options if option.startswith("activate ")]
        sys.stderr.write(message["kind"] + "\\n")
        sys.stderr.flush()
        reply = {"number": message["number"], "option": message["default"]}
        if units:
            reply["option"], reply["plan"] = units[0], ["end phase", "end turn", "walk home"]
        print(json.dumps(reply), flush=True)
"""


def test_a_plan_saves_questions_as_long_as_nothing_else_happens() -> None:
    manager = ProgramManager([sys.executable, "-I", "-S", "-c", PLANNER], SHORT)
    faults, _, referee = played(manager, PATIENT, rounds=2)
    assert faults == []
    told = manager.log.splitlines()
    # Each turn was one question: its unit phase and its end were planned with it.
    assert "turn" in told
    assert "unit phase" not in told
    answers = sum(seat == 0 for seat, _ in referee.journal)
    assert answers >= 2 * 3
    assert len(told) < answers
