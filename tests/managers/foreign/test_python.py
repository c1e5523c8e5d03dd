"""Managers in Python, run in a process of their own: they play as they would in this one."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import ManagerError, UsageError
from deathdome.managers import registry
from deathdome.managers.foreign import records
from deathdome.managers.foreign.messages import MessageWriter, ids_of
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.random_manager import RandomManager
from deathdome.managers.registry import contained, make_sure
from deathdome.match.guard import Guarded
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.match.referee import Referee, run_match
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.observing import determinize, observe
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.match.guard import Fault
    from deathdome.match.protocol import Controller

ODD = """
import dataclasses
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import Reply

class RaisesAtBegin(RandomManager):
    def begin(self, briefing):
        raise FileNotFoundError("no model file")

class RaisesAtDecide(RandomManager):
    def decide(self, request):
        raise LookupError("where am I?")

class LeavesAtDecide(RandomManager):
    def decide(self, request):
        raise GeneratorExit

class ExitsAtDecide(RandomManager):
    def decide(self, request):
        raise SystemExit

class LeavesAtOnce(RandomManager):
    def __init__(self):
        raise GeneratorExit

class RaisesAtObserve(RandomManager):
    def observe(self, events):
        raise LookupError("too loud")

class RaisesAtEnd(RandomManager):
    def end(self, outcome):
        raise LookupError("sore")

class RaisesAtTheLastEvents(RandomManager):
    def observe(self, events):
        if type(events[-1]).__name__ == "MatchEnded":
            raise LookupError("too late")

class GarblesAtBegin(RandomManager):
    def begin(self, briefing):
        raise LookupError("\\ud800")

class GarblesAtDecide(RandomManager):
    def decide(self, request):
        raise LookupError("\\ud800 \\x1b[31m")

class GarblesReasons(RandomManager):
    def decide(self, request):
        return Reply(request.options[0], 1, (("\\ud800", 5),))

class Cheats(RandomManager):
    def decide(self, request):
        return Reply(request.options[0] + 1_000_000)

class Mumbles(RandomManager):
    def decide(self, request):
        return {"walk": "k11"}

class Floats(RandomManager):
    def decide(self, request):
        return Reply(float("nan"))

class Prints(RandomManager):
    def decide(self, request):
        print("thinking aloud")
        return super().decide(request)

class Meddles(RandomManager):
    "Takes what it sees apart, if it can."
    def decide(self, request):
        for name in dir(request.seen):
            try:
                object.__setattr__(request.seen, name, None)
            except Exception:
                pass
        return super().decide(request)

class Told(RandomManager):
    def begin(self, briefing):
        assert briefing.options == {"level": "elite", "personality": "raider"}, briefing.options
        assert briefing.seats == 2
        super().begin(briefing)

class Mute:
    pass

class Plain(RandomManager):
    def __init__(self, fear=0.5, style="bold", calm=False, depth=3, weights=None):
        super().__init__()
        assert [type(one) for one in (fear, style, calm, depth)] == [float, str, bool, int]
        self.told = (fear, style, calm, depth)

    def end(self, outcome):
        if self.told != (0.8, "bold", True, 3):
            raise ValueError(self.told)
"""


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "oddities.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)


def opening(rounds: int = 1, *, store: bool = False, seats: int = 2) -> Referee:
    state = new_game(load_catalog(), load_board(), rounds=rounds, first=0, seats=seats)
    if not store:
        state.store = 0
    return Referee(state, 4)


def played(manager: Controller | Guarded, referee: Referee | None = None) -> list[Fault]:
    referee = referee or opening()
    guarded = manager if isinstance(manager, Guarded) else Guarded(lambda: manager, RandomManager)
    run_match(referee, [guarded, Guarded(RandomManager)], Budget(seconds=20.0))
    assert referee.over
    return guarded.faults


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize(
    ("name", "kinds", "detail"),
    [
        ("RaisesAtBegin", ["unready"], "FileNotFoundError: no model file"),
        ("RaisesAtDecide", ["raised"] * 3, "LookupError: where am I?"),
        ("LeavesAtDecide", ["raised"] * 3, "GeneratorExit"),
        ("ExitsAtDecide", ["raised"] * 3, "SystemExit"),
        ("RaisesAtObserve", ["raised"] * 3, "LookupError: too loud"),
        ("RaisesAtEnd", ["raised"], "LookupError: sore"),
        ("RaisesAtTheLastEvents", ["raised"], "LookupError: too late"),
        ("GarblesAtBegin", ["unready"], "LookupError: <U+D800>"),
        ("GarblesAtDecide", ["raised"] * 3, "LookupError: <U+D800> <U+001B>[31m"),
        ("GarblesReasons", [], ""),
        ("Cheats", ["illegal"] * 3, ""),
        ("Mumbles", ["junk"] * 3, "answered with dict, not with a Reply"),
        ("Floats", ["junk"] * 3, "the action of its Reply is float, not an int"),
        ("Mute", ["unready"], 'ManagerError: manager "oddities:Mute" does not keep the protocol'),
        ("Absent", ["unready"], 'ManagerError: manager "oddities:Absent" (oddities:Absent) cannot'),
        ("Prints", [], ""),
        ("Told@elite+raider", [], ""),
    ],
)
def test_a_fault_in_python_is_a_strike_and_the_match_goes_on(
    name: str, kinds: list[str], detail: str
) -> None:
    faults = played(contained(f"oddities:{name}"))
    assert [fault.kind for fault in faults] == kinds
    assert not faults or faults[0].detail.startswith(detail)
    if "End" in name or "Last" in name:
        assert [fault.question for fault in faults] == [-1]


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize("trusted", ["0", "1"])
def test_parameters_reach_the_factory_as_its_defaults_are(
    trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.TRUST, trusted)
    assert played(contained("oddities:Plain?fear=0.8&calm=yes")) == []
    (fault,) = played(contained("oddities:Plain?fear=0.7"))
    assert fault.detail.startswith("ValueError: (0.7, 'bold', False, 3)")


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize("trusted", ["0", "1"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Plain?fera=1", 'takes no parameter fera; it takes fear, style, calm, depth.*"fear"'),
        ("Plain?weights=1", "takes no parameter weights; it takes fear"),
        ("Plain?fear=high", 'fear is a number, not "high"; for example fear=0.5'),
        ("Plain?fear=nan", 'fear is a number, not "nan"'),
        ("Plain?depth=1.5", 'depth is a whole number, not "1.5"; for example depth=3'),
        ("Plain?calm=2", 'calm is yes or no, not "2"'),
        ("Prints?fear=1", "takes no parameter fear: it takes none"),
    ],
)
def test_a_parameter_that_it_does_not_take_is_refused_before_the_match(
    name: str, said: str, trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.TRUST, trusted)
    with pytest.raises((ManagerError, UsageError), match=said):
        make_sure(f"oddities:{name}", opening().state)


@pytest.mark.usefixtures("odd")
def test_a_traceback_is_in_the_log_and_on_standard_error_if_trusted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for trusted in ("0", "1"):
        monkeypatch.setenv(registry.TRUST, trusted)
        guard = contained("oddities:RaisesAtDecide")
        played(guard)
        assert 'raise LookupError("where am I?")' in guard.failure_log
        assert guard.failure_log.count("Traceback") == 3
        printed = capsys.readouterr().err
        assert printed.count('raise LookupError("where am I?")') == (3 if trusted == "1" else 0)
    quiet = contained("oddities:Prints")
    played(quiet)
    assert quiet.failure_log == ""


def test_ours_take_no_parameters() -> None:
    for name in registry.names():
        with pytest.raises(UsageError, match="takes no parameter fear: it takes none"):
            registry.create(f"{name}?fear=1")


def test_parameters_reach_a_program_and_those_that_it_does_not_name_are_refused(
    tmp_path: Path,
) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    ask = json.loads(line)\n"
        "    if ask['type'] == 'begin':\n"
        "        assert ask['options'] == {'level': 'elite', 'fear': '0.8'}, ask['options']\n"
        "        print(json.dumps({'type': 'ready', 'schema': 1, 'parameters': ['fear']}))\n"
        "    elif ask['type'] == 'decide':\n"
        "        print(json.dumps({'number': ask['number'], 'option': ask['default']}))\n"
        "    sys.stdout.flush()\n"
    )
    command = f"command:{sys.executable} {program}"
    assert played(contained(f"{command}?fear=0.8@elite")) == []
    program.write_text(program.read_text().replace("assert", "pass #"))
    with pytest.raises(ManagerError, match="it takes no parameter calm; it takes fear"):
        make_sure(f"{command}?calm=1", opening().state)
    program.write_text(program.read_text().replace(", 'parameters': ['fear']", ""))
    with pytest.raises(ManagerError, match='no parameter fear; its first line names no "para'):
        make_sure(f"{command}?fear=1", opening().state)


@pytest.mark.usefixtures("odd")
def test_what_it_prints_is_its_log_and_what_it_does_to_its_view_changes_nothing() -> None:
    talker = registry.create("oddities:Prints")
    assert isinstance(talker, ProgramManager)
    played(talker)
    assert talker.log.startswith("thinking aloud\n")
    honest, meddler = opening(), opening()
    played(RandomManager(), honest)
    played(contained("oddities:Meddles"), meddler)
    assert honest.fingerprint() == meddler.fingerprint()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("characters", "more"),
    [(False, {"rounds": 2}), (True, {"rounds": 2}), (False, {"series": (1, 2)})],
)
def test_it_plays_the_same_match_as_in_this_process(characters: bool, more: dict[str, Any]) -> None:
    prints = []
    for spec in ("greedy", "deathdome.managers.greedy:GreedyManager"):
        ruleset = replace(EDITION_2021, characters=characters, start_credits=6_000_000)
        state = new_game(load_catalog(), load_board(), seats=3, ruleset=ruleset, **more)
        referee = Referee(state, 9)
        guards = [contained(spec), contained("random"), contained("greedy")]
        run_match(referee, guards)
        assert [guard.faults for guard in guards] == [[], [], []]
        prints.append(referee.fingerprint())
    assert prints[0] == prints[1]


@pytest.mark.usefixtures("odd")
def test_a_trusted_one_runs_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(registry.create("oddities:Prints"), ProgramManager)
    monkeypatch.setenv(registry.TRUST, "1")
    assert type(registry.create("oddities:Prints")).__name__ == "Prints"


@pytest.mark.usefixtures("odd")
def test_a_trusted_one_that_leaves_costs_its_own_seat_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.TRUST, "1")
    faults = played(contained("oddities:LeavesAtDecide"))
    assert [fault.detail for fault in faults] == ["GeneratorExit"] * 3
    state = opening().state
    with pytest.raises(ManagerError, match=r"does not start: GeneratorExit"):
        make_sure("oddities:LeavesAtOnce", state)
    (tmp_path / "leaving.py").write_text("raise SystemExit('\\ud800')")
    with pytest.raises(ManagerError, match=r"be loaded: SystemExit: <U\+D800>"):
        make_sure("leaving:Now", state)


@pytest.mark.usefixtures("odd")
def test_one_that_does_not_start_is_told_of_before_the_match() -> None:
    state = opening().state
    with pytest.raises(ManagerError, match=r"does not start: FileNotFoundError: no model file"):
        make_sure("oddities:RaisesAtBegin", state)
    make_sure("oddities:Prints", state)
    make_sure("greedy", state)


def test_records_come_back_as_they_went() -> None:
    referee = opening(rounds=2, store=True, seats=3)
    managers = [GreedyManager() for _ in range(3)]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, 3, referee.state.setup, seat, {}))
    setup = referee.state.setup
    for printed in (setup.board, setup.ruleset, setup.catalog.items, setup.catalog.abilities):
        assert records.record(json.loads(json.dumps(records.plain(printed)))) == printed
    while (request := referee.request()) is not None:
        seen = request.seen
        for name in seen.__slots__:
            if name not in ("setup", "gear"):
                value = getattr(seen, name)
                assert records.record(json.loads(json.dumps(records.plain(value)))) == value
        referee.answer(managers[request.seat].decide(request).action)
    told = tuple(referee.events)
    assert records.record(json.loads(json.dumps(records.plain(told)))) == told


@pytest.mark.parametrize(
    "message",
    [
        {"~": "os.system", "of": ["true"]},
        {"~": "Referee", "of": []},
        {"~": ["Attack"], "of": []},
        {"of": []},
    ],
)
def test_a_message_names_nothing_but_records(message: object) -> None:
    with pytest.raises(ManagerError, match="is not a record of the game"):
        records.record(message)


def test_no_two_records_have_the_same_name() -> None:
    assert len(records._KNOWN) == len(records._RECORDS) + len(records._WORDS)


def test_what_is_hidden_from_a_seat_is_not_in_its_messages() -> None:
    """Everything hidden is dealt again: not a letter of the seat's messages changes."""
    referee = opening(rounds=4, store=True)
    managers = [GreedyManager(), GreedyManager()]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, 2, referee.state.setup, seat, {}))
    desk = MessageWriter(Briefing(PROTOCOL, 0, 2, referee.state.setup, 5, {}))
    compared = 0
    while (request := referee.request()) is not None:
        if request.seat == 0 and referee.state.round:
            message = desk.decide(request, ids_of(request), 2.0)
            other = determinize(request.seen, random.Random(request.number))
            if other.hands[1] != referee.state.hands[1]:
                hidden = replace(request, seen=observe(other, 0))
                again = desk.decide(hidden, ids_of(hidden), 2.0)
                assert again == message
                compared += 1
        referee.answer(managers[request.seat].decide(request).action)
    assert compared > 20
