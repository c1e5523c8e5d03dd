"""Bots in other processes: messages, containment, the check, the example."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from powerdome.random_players import answer as random_answer
from powerdome.spoiling import spoiled
from powerdome.tables import tome
from powerdome.test_bots import NAMES, _with_other_secrets, positions

from deathdome.cli.powerdome_bots import bot as bot_command
from deathdome.cli.powerdome_games import read_seats
from deathdome.errors import ManagerError, UsageError
from deathdome.powerdome.bots import check, registry
from deathdome.powerdome.bots.foreign.messages import MessageWriter, Refused, read_answer
from deathdome.powerdome.bots.foreign.program import ProgramBot
from deathdome.powerdome.bots.foreign.sheets import event_sheets
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.protocol import Briefing
from deathdome.powerdome.bots.standard import easy
from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.asks import CHANCE, AskKind
from deathdome.powerdome.model.events import PlansShown, seen_by
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.rules.game import new_game, observe
from deathdome.powerdome.rules.sheets import complete
from deathdome.powerdome.simulation import Setting, Terms, play_game
from deathdome.powerdome.table import bare_game, play
from deathdome.programs.faults import STRIKES, Failure
from deathdome.programs.pipe import Limits

if TYPE_CHECKING:
    from deathdome.powerdome.bots.foreign.sheets import Sheet as Plain

ROOT = Path(__file__).parents[2]
EXAMPLE = f"command:{sys.executable} {ROOT / 'examples' / 'brawler.py'}"
PAGE = ROOT / "docs" / "powerdome" / "bots-protocol.md"
SHORT = Limits(start=5.0, grace=0.05, bank=0.1, hang=0.3, leave=0.3)


# Messages


def writer(seat: int, seats: tuple[str, ...]) -> MessageWriter:
    return MessageWriter(Briefing(seat, seats, 5, tome()))


def question(state: Any, ask: Any) -> Plain:
    return writer(ask.seat, state.seats).decide(3, observe(state, ask.seat), ask, 1.0, 2.0)


@pytest.mark.parametrize("seed", range(8))
def test_every_legal_answer_can_be_written_and_every_other_is_refused(seed: int) -> None:
    dice = Random(seed)
    for state, ask, events in positions(seed):
        if ask.seat == CHANCE:
            continue
        view = observe(state, ask.seat)
        json.dumps(event_sheets(view, [seen_by(event, ask.seat) for event in events]))
        message = question(state, ask)
        assert json.loads(json.dumps(message)) == message
        read_answer(view, ask, message["default"])
        given = random_answer(view, ask, dice)
        line = Speller(view).text(ask, given)
        read = read_answer(view, ask, line)
        assert Speller(view).text(ask, read) == line
        for wrong in spoiled(state, ask, given):
            if type(wrong) is type(given) and ask.kind is AskKind.BID:
                with pytest.raises(Failure):
                    read_answer(view, ask, Speller(view).text(ask, wrong))


def sheet_of(form: Plain, dice: Random) -> Plain:
    """Return a sheet made from its form alone."""
    plans = {}
    for name, one in form["characters"].items():
        left = one["points"] - sum(act["cost"] for act in one["activations"] if act["auto"])
        acts = []
        for act in one["activations"]:
            if act["auto"] or act["cost"] > left or dice.random() < 0.3:
                continue
            left -= act["cost"]
            found = {"power": act["power"], "effect": act["effect"], "x": act.get("x", [0])[0]}
            acts.append(found | ({"at": dice.choice(act["targets"])} if act["targets"] else {}))
        strike = dice.randint(0, left)
        plan: Plain = {"strike": strike, "resist": left - strike, "activate": acts}
        if one["targets"]:
            plan["at"] = dice.choice(one["targets"])
        plans[name] = plan
    return {"plans": plans, "say": "So there."}


def test_a_sheet_made_from_its_form_is_accepted() -> None:
    seen = 0
    for seed in range(12):
        dice = Random(seed)
        for state, ask, _ in positions(seed):
            if ask.kind is AskKind.SHEET:
                seen += 1
                form = question(state, ask)["form"]
                answer = read_answer(observe(state, ask.seat), ask, sheet_of(form, dice))
                assert isinstance(answer, Sheet)
                assert answer.caption == "So there."
    assert seen > 100


def test_plans_are_told_in_the_form_in_which_sheets_are_given() -> None:
    seen = 0
    for seed in range(4):
        last: dict[int, Any] = {}
        for state, ask, events in positions(seed):
            for event in events:
                if isinstance(event, PlansShown) and last:
                    view = next(iter(last.values()))[0]
                    (told,) = event_sheets(view, [event])
                    for before, one in last.values():
                        mine = {
                            name: plan
                            for name, plan in told["plans"].items()
                            if name in question(before, one)["form"]["characters"]
                        }
                        read = read_answer(observe(before, one.seat), one, {"plans": mine})
                        whole = complete(before.dome, one.seat, read)  # type: ignore[arg-type]
                        shown = dict(event.plans)
                        assert all(shown[who] == plan for who, plan in whole.plans.items())
                        seen += 1
                    last = {}
            if ask.kind is AskKind.SHEET and state.options.declare == "sheet":
                last[ask.seat] = (state, ask)
    assert seen


@pytest.mark.parametrize("seed", range(4))
def test_a_question_says_nothing_that_is_hidden(seed: int) -> None:
    dice = Random(seed)
    seen = 0
    for state, ask, _ in positions(seed):
        other = state if ask.seat == CHANCE else _with_other_secrets(state, ask.seat, dice)
        if other is not state:
            seen += 1
            assert question(state, ask) == question(other, ask)
    assert seen


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        (None, "junk", "not a text or an object"),
        (7, "junk", "not a text or an object"),
        ({"plan": {}}, "junk", "a sheet has plans, say"),
        ({"plans": []}, "junk", "not an object"),
        ({"plans": {"A": 4}}, "junk", "is not an object"),
        ({"plans": {"A": {"strike": -1}}}, "junk", "a whole number from 0"),
        ({"plans": {"A": {"strike": True}}}, "junk", "a whole number from 0"),
        ({"plans": {"A": {"activate": {}}}}, "junk", "not a list"),
        ({"plans": {"A": {"activate": [1]}}}, "junk", "not an object"),
        ({"plans": {"A": {"at": 3}}}, "junk", "a name is 3"),
        ({"plans": {"A": {"at": "Nemo"}}}, "illegal", "no character"),
        ({"plans": {"A": {"strike": 500}}}, "illegal", "You can't"),
        ({"plans": {"B": {"strike": 1}}}, "illegal", "You can't"),
        ({"say": "x" * 61}, "illegal", "61 characters"),
        ("strike 500", "illegal", "You can't"),
        ("agilty 5", "illegal", "agilty"),
    ],
)
def test_a_wrong_sheet_is_refused_with_the_reason(given: Any, kind: str, says: str) -> None:
    state, ask = next(
        (state, ask)
        for state, ask, _ in positions(3)
        if ask.kind is AskKind.SHEET and state.seats[ask.seat] == "A"
    )
    view = observe(state, ask.seat)
    with pytest.raises(Failure, match=re.escape(says)) as found:
        read_answer(view, ask, given)
    assert found.value.kind == kind
    told = writer(ask.seat, state.seats).why_not(3, view, ask, given)
    assert told["refused"] == str(found.value)
    rules = found.value.rules if isinstance(found.value, Refused) else ()
    assert told["rules"] == list(rules)
    assert bool(rules) == ("You can't" in says)


def test_the_page_names_every_field() -> None:
    page = PAGE.read_text(encoding="utf-8")
    keys: set[str] = set()
    for seed in range(6):
        for state, ask, _ in positions(seed):
            if ask.seat != CHANCE:
                message = question(state, ask)
                view = message["view"]
                keys |= message.keys() | message["form"].keys() | view.keys()
                keys |= message["budget"].keys()
                for one in view["characters"].values():
                    keys |= one.keys()
                for one in message["form"].get("characters", {}).values():
                    keys |= one.keys()
                    for act in one["activations"]:
                        keys |= act.keys()
    desk = writer(0, ("A", "B"))
    keys |= desk.begin(resumed=False, bank=1.0).keys()
    assert sorted(key for key in keys if f"`{key}`" not in page) == []


# Programs that fail

ROGUE = """
import json, sys, time
form = sys.argv[1]
def say(reply):
    print(json.dumps(reply), flush=True)
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "begin":
        if form == "mute":
            time.sleep(60)
        schema, seats = 9 if form == "schema" else 1, [6] if form == "six" else [2]
        say({"type": "ready", "schema": schema, "seats": seats})
    elif ask["type"] == "decide":
        number = ask["number"]
        if form == "dies":
            sys.exit(4)
        elif form == "late":
            time.sleep(0.5)
        elif form == "hangs":
            time.sleep(60)
        elif form == "junk":
            print("{not json", flush=True)
            continue
        elif form == "huge":
            print("x" * 200_000, flush=True)
            continue
        elif form == "flood":
            sys.stdout.write("x" * 20_000_000)
            sys.stdout.flush()
            continue
        elif form == "illegal":
            say({"number": number, "answer": "as you like it"})
            continue
        elif form == "stubborn" and "refused" not in ask:
            say({"number": number, "answer": "as you like it"})
            continue
        elif form == "tries":
            for _ in range(2_000):
                say({"number": number, "try": "nothing"})
            continue
        elif form == "error":
            say({"number": number, "error": "no idea"})
            continue
        say({"number": number, "answer": ask["default"]})
"""


@pytest.mark.parametrize(
    ("form", "kinds"),
    [
        ("mute", {"unready"}),
        ("schema", {"unready"}),
        ("six", {"unready"}),
        ("dies", {"died"}),
        ("late", {"late", "hung"}),
        ("hangs", {"late", "hung"}),
        ("junk", {"junk"}),
        ("huge", {"large"}),
        ("flood", {"flood"}),
        ("illegal", {"illegal"}),
        ("tries", {"flood"}),
        ("error", {"raised"}),
    ],
)
def test_a_program_that_fails_is_replaced_and_the_game_ends(form: str, kinds: set[str]) -> None:
    start = 0.5 if form == "mute" else 20.0
    seconds = 0.2 if form in ("late", "hangs") else 20.0  # on a busy machine all others are late
    limits = Limits(start=start, grace=0.05, bank=0.1, hang=0.2, leave=0.3)
    program = [sys.executable, "-I", "-S", "-c", ROGUE, form]
    guarded = Guarded(partial(ProgramBot, program, limits, seconds))
    game = play(bare_game(tome(), NAMES[:2], Options()), [guarded, easy()], 1)
    guarded.close()
    assert game.state.over
    assert guarded.taken_over
    assert {fault.kind for fault in guarded.faults} <= kinds
    assert len(guarded.faults) <= STRIKES
    assert all("\n" not in fault.detail for fault in guarded.faults)


@pytest.mark.parametrize("form", ["obedient", "stubborn"])
def test_a_program_that_answers_or_corrects_itself_has_no_fault(form: str) -> None:
    program = [sys.executable, "-I", "-S", "-c", ROGUE, form]
    guarded = Guarded(partial(ProgramBot, program, SHORT, 5.0))
    game = play(new_game(tome(), NAMES[:2], Options()), [guarded, easy()], 1)
    guarded.close()
    assert game.state.over
    assert guarded.faults == []


# Python in a process of its own


def test_a_bot_in_its_own_process_plays_the_same_game() -> None:
    """A view and an answer survive the way through two pipes."""
    here = play_game(Setting(("random", "easy", "random"), 3), 0)
    away = "deathdome.powerdome.bots.random_bot:RandomBot"
    there = play_game(Setting((away, "easy", away), 3), 0)
    assert "faults" not in there
    assert there["fingerprint"] == here["fingerprint"]


ODD = """
import os, time
class Exits:
    def begin(self, briefing):
        print("this goes to the log")
    def decide(self, view, ask):
        view.dome.characters[ask.seat].vitality = 1_000
        os._exit(3)
    def observe(self, events):
        pass
class Sleeps(Exits):
    def decide(self, view, ask):
        time.sleep(60)
class Raises(Exits):
    def decide(self, view, ask):
        raise SystemExit("enough")
class Lacking:
    def begin(self, briefing):
        pass
"""


@pytest.mark.parametrize(
    ("name", "kind"), [("Exits", "died"), ("Raises", "raised"), ("Sleeps", "late")]
)
def test_a_python_bot_that_fails_hurts_only_itself(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd_bots.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    make = registry.load(f"odd_bots:{name}")
    assert isinstance(make, partial)
    guarded = Guarded(partial(ProgramBot, make.args[0], SHORT, 0.2, records=True))
    game = play(bare_game(tome(), NAMES[:2], Options()), [guarded, easy()], 1)
    guarded.close()
    assert game.state.over
    assert guarded.faults[0].kind == kind


def test_names_of_foreign_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_bots.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="Write module:factory"):
        registry.load("no such: thing")
    with pytest.raises(UsageError, match="no closing quotation"):
        registry.load("command:python3 'x")
    with pytest.raises(UsageError, match="names no program"):
        registry.load("command: ")
    for name, says in (
        ("odd_bots:Lacking", "it has no decide, observe"),
        ("odd_bots:Nothing", "cannot be loaded"),
        ("no_such_module_of_ours:Bot", "cannot be loaded"),
        ("command:no-such-program", "cannot start"),
    ):
        with pytest.raises(ManagerError, match=says):
            registry.make_sure(name, ("A", "B"), tome())
    for name in ("command:touch x", "os:system"):
        with pytest.raises(UsageError, match="never starts"):
            registry.installed_only(name)
    command = 'command:sh -c "a,b"'
    assert read_seats(f"human,{command},easy") == ("human", command, "easy")


# The check and the example


def test_the_example_keeps_the_protocol_and_beats_random() -> None:
    findings = list(check.examine(EXAMPLE, games=6))
    assert [finding.what for finding in findings if not finding.ok] == []
    assert "brawler" in findings[0].what
    won = [play_game(Setting((EXAMPLE, "random"), seed, Terms(bare=True)), 0) for seed in range(8)]
    assert not any("faults" in game for game in won)
    assert sum(game["winner"] == 0 for game in won) >= 5


def test_the_check_finds_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd_bots.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ManagerError, match="does not keep the protocol"):
        bot_command("check", "odd_bots:Raises", games=2)
    said = capsys.readouterr().out
    assert "raised: SystemExit: enough" in said
    assert "log: SystemExit: enough" in said
    with pytest.raises(ManagerError, match="1 problem"):
        bot_command("check", "odd_bots:Lacking", games=2)
    bot_command("check", "random", games=2)
    assert capsys.readouterr().out.endswith('"random" keeps the protocol\n')
    bot_command("list")
    assert capsys.readouterr().out.startswith("easy\nnormal\nhard\nrandom\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chek",), 'Did you mean "check"'),
        (("check",), "name a bot"),
        (("check", "nrmal"), 'Did you mean "normal"'),
        (("list", "easy"), "takes no name"),
        (("check", "easy", 2, 0.0), "--seconds takes"),
    ],
)
def test_wrong_words_are_refused(words: tuple[Any, ...], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        bot_command(*words)
