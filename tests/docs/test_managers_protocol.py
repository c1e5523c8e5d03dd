"""docs/managers-protocol.md describes every message, and its examples work."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from scenes import request_of, scene

import deathdome
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.foreign.messages import MessageWriter, ids_of, read_reply
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.registry import TRUST, contained
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import Captured
from deathdome.model.notation import action_text
from deathdome.model.observation import Observation
from deathdome.model.series import MatchResult, Series
from deathdome.model.state import State
from deathdome.programs.lines import line_of, number_of, read_object, read_ready
from deathdome.rules.setup import new_game

PAGE = Path(__file__).parents[2] / "docs" / "managers-protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
WORDS = set(re.findall(r"`([a-z_]+)`", TEXT))
# Objects whose keys are names of things, not fields.
BY_NAME = {"units", "teams", "discard", "points", "releases", "bases", "defences", "rules"}


@pytest.fixture(scope="module")
def sent() -> dict[str, list[dict[str, Any]]]:
    """Every message of a match to one seat, by type."""
    referee = Referee(new_game(load_catalog(), load_board()), 11)
    setup = referee.state.setup
    briefing = Briefing(PROTOCOL, 0, 2, setup, 5, {"level": "veteran"})
    desk = MessageWriter(briefing)
    managers = [GreedyManager(), GreedyManager()]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, 2, setup, seat, {}))
    found = [desk.begin(briefing, resumed=False, bank=2.0), desk.hurry(3)]
    while (request := referee.request()) is not None:
        if request.seat == 0:
            message = desk.decide(request, ids_of(request), 2.0)
            found += (message, {**message, "refused": "why"})
        referee.answer(managers[request.seat].decide(request).action)
    found.append(desk.observe(setup, referee.visible_events(0), setup))
    assert referee.state.outcome is not None
    found.append(desk.end(referee.state.outcome))
    by_type: dict[str, list[dict[str, Any]]] = {}
    for message in found:
        assert line_of(message).endswith(b"}\n")
        by_type.setdefault(message["type"], []).append(json.loads(line_of(message)))
    return by_type


def paths(value: Any, at: str = "", parent: str = "") -> set[str]:
    """The paths of all fields in a message."""
    if isinstance(value, list):
        return {path for part in value for path in paths(part, at, parent)}
    if not isinstance(value, dict):
        return set()
    found: set[str] = set()
    for key, part in value.items():
        if parent in BY_NAME:
            found |= paths(part, f"{at}/*")
        else:
            found.add(f"{at}/{key}")
            found |= paths(part, f"{at}/{key}", key)
    return found


@pytest.mark.parametrize("kind", ["begin", "decide", "observe", "hurry", "end"])
def test_an_example_has_the_fields_that_are_sent(
    kind: str, sent: dict[str, list[dict[str, Any]]]
) -> None:
    (example,) = [one for one in EXAMPLES if one.get("type") == kind]
    real = set().union(*(paths(message) for message in sent[kind]))
    assert paths(example) <= real
    if kind != "observe":  # each event has fields of its own
        assert {path for path in real if path.count("/") < 3} - {"/refused"} <= paths(example)
    for message in sent[kind]:
        assert next(iter(message)) == "type"


def test_every_field_is_described(sent: dict[str, list[dict[str, Any]]]) -> None:
    for kind in ("begin", "decide", "hurry", "end"):
        real = set().union(*(paths(message) for message in sent[kind]))
        inside = {path for path in real if "/ratings/" not in path and "/weapon/" not in path}
        assert {path.rpartition("/")[2] for path in inside} - {"*"} <= WORDS


def test_a_season_adds_keys_to_a_match_and_all_are_described(
    sent: dict[str, list[dict[str, Any]]],
) -> None:
    referee = Referee(new_game(load_catalog(), load_board(), series=(1, 1)), 3)
    referee.state.setup = replace(referee.state.setup, gifts=(0, 2))
    request = referee.request()
    assert request is not None
    setup = request.seen.setup
    result = MatchResult((1,), "payout", 6, (400_000, 900_000), (2_400_000, 2_900_000))
    series = Series((6, 8, 10, 12, 12), (result,), seated=False, auctioned=(3,))
    seen = replace(request.seen, setup=replace(setup, series=series))
    briefing = Briefing(PROTOCOL, 0, 2, seen.setup, 5, {})
    desk = MessageWriter(briefing)
    asked = desk.decide(replace(request, seen=seen), ids_of(request), 2.0)
    begun = desk.begin(briefing, resumed=False, bank=2.0)
    assert begun["schedule"] == [6, 8, 10, 12, 12]
    assert set(begun) - {"schedule"} == set(sent["begin"][0])
    assert set(asked) == set(sent["decide"][0])
    season = asked["view"].pop("season")
    assert [team.pop("given") for team in asked["view"]["teams"].values()] == [0, 2]
    assert set().union(*(paths(one["view"]) for one in sent["decide"])) >= paths(asked["view"])
    (example,) = [one for one in EXAMPLES if "schedule" in one and "type" not in one]
    assert paths(example) == paths(season)
    assert example["results"] == season["results"]
    assert {path.rpartition("/")[2] for path in paths(season)} <= WORDS | {"red", "blue"}


def test_the_examples_of_answers_are_understood() -> None:
    ready = next(one for one in EXAMPLES if one.get("type") == "ready")
    assert read_ready(line_of(ready)).name == "collector"
    asked = next(one for one in EXAMPLES if one.get("type") == "decide")
    answer = read_object(line_of(next(one for one in EXAMPLES if "option" in one)))
    assert number_of(answer, asked["number"]) == asked["number"]
    said = read_reply(answer, asked["options"], asked["kind"])
    assert (said.option, said.plan, said.nodes) == ("lay very-long-arm", ("commit",), 120)
    assert asked["default"] in asked["options"]


CODE = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("name", ["Mine", "OneStep"])
def test_the_managers_in_python_play_without_a_fault(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (block,) = (code for code in CODE if f"class {name}:" in code)
    (tmp_path / "mine.py").write_text(block, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for trusted in ("1", "0"):
        monkeypatch.setenv(TRUST, trusted)
        referee = Referee(new_game(load_catalog(), load_board(), rounds=4), 8)
        guards = [contained(f"mine:{name}"), contained("random")]
        run_match(referee, guards)
        assert [guard.faults for guard in guards] == [[], []]
        assert any(isinstance(event, Captured) and event.seat == 0 for event in referee.events)
        sys.modules.pop("mine", None)


def test_an_action_comes_apart_as_the_page_shows() -> None:
    (block,) = (code for code in CODE if "parse_action(" in code)
    (odds_block,) = (code for code in CODE if "undeclared_attack(" in code)
    match = scene(
        units={"red scout": "m13", "blue scout": "m12"}, items={"red scout": ["periscope-carbine"]}
    )
    request = request_of(match.activate("red scout").state)
    options = {action_text(request.seen.setup, one, 0): one for one in request.options}
    action = options["attack blue.scout with periscope-carbine"]
    exec(block, {"seen": request.seen, "request": request, "action": action})  # noqa: S102
    assert kind_of(action) is ActionKind.ATTACK
    assert f'# "{action_text(request.seen.setup, action, 0)}"' in block
    found: dict[str, Any] = {"seen": request.seen, "request": request, "action": action}
    exec(odds_block, found)  # noqa: S102
    outcome = found["outcome"]
    assert outcome.dies + outcome.hurt + outcome.unhurt == pytest.approx(1)
    assert found["odds"].death().low == pytest.approx(outcome.dies)


def _named_in(heading: str) -> set[str]:
    """The attributes that begin the rows of a table, by the heading of its section."""
    part = TEXT.split(f"### {heading}\n", 1)[1].split("###", 1)[0]
    return {
        word
        for row in part.splitlines()
        if row.startswith("| `")
        for word in re.findall("`([a-z_]+)[`(]", row.split("|")[1])
    }


def test_the_view_has_the_attributes_that_the_page_lists() -> None:
    named = _named_in("The view")
    assert named <= {field.name for field in fields(Observation)}
    assert named | {"uses", "outcome"} == {field.name for field in fields(Observation)}


def test_a_position_has_the_attributes_that_the_page_lists() -> None:
    seen = {field.name for field in fields(Observation)}
    own = set(State.__slots__) - seen | {"uses", "outcome"}
    assert _named_in("A position") == own
    assert seen - set(State.__slots__) == {"seat", "question", "hand", "hand_sizes", "deck_size"}


def test_the_public_functions_are_listed() -> None:
    assert _named_in("Looking ahead") == set(deathdome.__all__)


def test_the_view_of_a_program_is_at_hand_in_python(
    sent: dict[str, list[dict[str, Any]]],
) -> None:
    referee = Referee(new_game(load_catalog(), load_board()), 3)
    request = referee.request()
    assert request is not None
    view = json.loads(json.dumps(deathdome.json_view(request.seen)))
    assert set(view) == set(sent["decide"][0]["view"])
    desk = MessageWriter(Briefing(PROTOCOL, request.seat, 2, request.seen.setup, 5, {}))
    message = desk.decide(request, ids_of(request), 2.0)
    assert message["view"] == view
    assert message["default"] == action_text(request.seen.setup, request.default, request.seat)


def test_every_kind_of_question_is_named() -> None:
    kinds = re.search(r"\| `kind` \| text \| (.*) \|", TEXT)
    assert kinds is not None
    named = set(re.split(r", | or ", kinds[1]))
    assert named == {kind.value for kind in Question} - {"deal", "roll", "draw", "reveal"}


def test_ids_are_words_of_the_notation_each_said_once(
    sent: dict[str, list[dict[str, Any]]],
) -> None:
    for message in sent["decide"]:
        assert len(set(message["options"])) == len(message["options"])
        assert message["default"] in message["options"]
