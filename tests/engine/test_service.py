"""The engine service answers as the rules do, and answers every line."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import answered
from scenes import scene

import deathdome
from deathdome.content.packs import load_packs
from deathdome.content.positions.one_line import position_line, view_line
from deathdome.engine import messages
from deathdome.engine.messages import MAX_LINE, REPLIES, REQUESTS, check_reply, schema
from deathdome.engine.service import Engine, serve
from deathdome.journal.words import check_of
from deathdome.managers.foreign.sheets import view_sheet
from deathdome.managers.greedy import GreedyManager
from deathdome.match.referee import Referee, run_match
from deathdome.model.identifiers import TEAMS
from deathdome.rules.ending import standing

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = (DOCS / "engine.md").read_text(encoding="utf-8")


@cache
def collection() -> Any:
    return load_packs([])


def service() -> Engine:
    return Engine(collection())


def asked(engine: Engine, **fields: Any) -> dict[str, Any]:
    """The reply to a request, checked against the schema."""
    reply = engine.answer(json.dumps(fields).encode())
    check_reply(json.loads(json.dumps(reply)))
    return reply


@cache
def journal() -> tuple[Any, list[Any]]:
    """The first position of a match of greedy, and its answers."""
    opening = deathdome.new_game(
        deathdome.load_catalog(), deathdome.load_board(), seats=3, rounds=4
    )
    referee = Referee(opening.copy(), 11)
    run_match(referee, [GreedyManager() for _ in range(3)])
    return opening, list(referee.journal)


def positions(count: int = 60) -> list[tuple[Any, Any]]:
    """States of that match with their question, spread over it, and one of each kind."""
    opening, answers = journal()
    state, found = opening.copy(), []
    for _, action in answers:
        kept = state.copy()
        question = deathdome.decision(kept)
        assert question is not None
        found.append((kept, question))
        deathdome.apply_action(state, action)
    first_of_a_kind = list({pair[1].question: pair for pair in reversed(found)}.values())
    picked = found[:: max(1, len(found) // count)] + first_of_a_kind
    return [(state.copy(), question) for state, question in picked]


def texts_of(state: Any, question: Any) -> list[str]:
    return [
        deathdome.action_text(state.setup, action, question.seat) for action in question.options
    ]


def test_a_position_has_the_options_and_results_of_the_rules() -> None:
    engine, rng = service(), Random(3)
    kinds = set()
    for state, question in positions():
        reply = asked(engine, type="position", id="x", position=position_line(state))
        texts = texts_of(state, question)
        kinds.add(question.question)
        assert (reply["id"], reply["options"]) == ("x", texts)
        assert reply["kind"] == question.question.value
        assert reply["default"] in texts
        assert reply.get("weights", []) == list(question.weights)
        assert reply["payouts"] == {TEAMS[seat]: standing(state, seat).payout for seat in range(3)}
        at = rng.randrange(len(texts))
        after = asked(
            engine, type="apply", position=reply["position"], actions=[texts[at]], show=["text"]
        )
        deathdome.apply_action(state, question.options[at])
        if state.outcome is None:
            assert after["text"] == position_line(state)
        assert after["over"] == (state.outcome is not None)
        assert ("outcome" in after) == after["over"]
    assert len(kinds) >= 7


def test_a_view_says_no_more_than_its_seat_sees() -> None:
    engine = service()
    for state, question in positions(20):
        for seat, team in enumerate(TEAMS[:3]):
            seen = deathdome.observe(state, seat)
            line = view_line(seen)
            reply = asked(engine, type="position", position=line, show=["options", "view", "text"])
            assert reply["sees"] == team
            assert reply["text"] == line
            assert reply["view"] == view_sheet(seen)
            assert ("options" in reply) == (question.seat == seat)
            whole = asked(engine, type="position", position=position_line(state), show=["text"])
            again = asked(
                engine, type="position", position=whole["position"], show=["text"], seat=team
            )
            assert again["text"] == line
            dealt = asked(
                engine, type="determinize", position=reply["position"], seed=5, show=["text"]
            )
            assert dealt["sees"] == "all"
            same = asked(engine, type="determinize", position=line, seed=5, show=["text"])
            assert same["text"] == dealt["text"]
            refused = asked(engine, type="apply", position=line, actions=[])
            assert refused["kind"] == "request"
            assert "determinize" in refused["text"]


def test_pieces_are_the_part_of_a_view_that_moves() -> None:
    engine = service()
    for state, _ in positions(20):
        line = position_line(state)
        reply = asked(engine, type="position", position=line, show=["view", "pieces"])
        view, pieces = reply["view"], reply["pieces"]
        assert pieces["points"] == view["points"]
        assert pieces["cards"] == {team: row["cards"] for team, row in view["teams"].items()}
        for name, unit in view["units"].items():
            assert pieces["units"][name] == {part: unit[part] for part in ("at", "vitae", "down")}
        of_a_view = asked(
            engine,
            type="position",
            position=view_line(deathdome.observe(state, 1)),
            show=["pieces"],
        )
        assert of_a_view["pieces"] == pieces


def test_settling_ends_at_a_free_choice_and_a_seed_repeats_it() -> None:
    engine = service()
    for state, question in positions(30):
        for how in ("default", "random"):
            fields = {
                "type": "apply",
                "position": position_line(state),
                "actions": texts_of(state, question)[:1],
                "settle": how,
                "seed": 7,
                "show": ["text", "events"],
            }
            reply = asked(engine, **fields)
            assert reply["over"] or reply["kind"] in ("purchase", "turn", "unit phase")
            assert {**asked(engine, **fields), "position": 0} == {**reply, "position": 0}
        chance = asked(engine, **{**fields, "settle": "chance"})
        assert chance["over"] or chance["seat"] != "chance"


def attack_scene() -> Any:
    match = scene(
        units={"red scout": "m13", "blue scout": "m12"},
        items={"red scout": ["periscope-carbine"]},
        hands={"red": ["elbow-grease"]},
    )
    return match.activate("red scout").state


def test_odds_and_reasons_are_those_of_the_rules() -> None:
    engine, state = service(), attack_scene()
    number = asked(engine, type="position", position=position_line(state))["position"]
    line = "attack blue.scout with periscope-carbine"
    plain = asked(engine, type="odds", position=number, action=line)
    (unit,) = plain["units"]
    assert unit["unit"] == "blue.scout"
    assert unit["dies"] + unit["hurt"] + unit["unhurt"] == pytest.approx(1)
    more = asked(engine, type="odds", position=number, action=line, staged=["lay elbow-grease"])
    assert more["units"][0]["attack"] > unit["attack"]
    opened = asked(engine, type="apply", position=number, actions=[line])
    assert opened["kind"] == "attack cards"
    assert asked(engine, type="odds", position=opened["position"])["units"] == plain["units"]
    assert asked(engine, type="odds", position=number)["kind"] == "request"
    assert asked(engine, type="odds", position=number, action="end phase")["kind"] == "request"
    assert asked(engine, type="why_not", position=number, action=line)["refused"] == ""
    reason = asked(engine, type="why_not", position=number, action="walk a1")
    error = deathdome.why_not(state, deathdome.parse_action(state.setup, "walk a1", 0))
    assert (reason["code"], reason["near"]) == (error.code, error.near)
    assert error.rule in reason["rules"]
    refused = asked(engine, type="apply", position=number, actions=[line, "commit", "walk a1"])
    assert (refused["kind"], refused["action"]) == ("illegal", 2)
    verbs = asked(engine, type="position", position=number, verbs=["attack", "capture"])
    assert verbs["options"]
    assert all(option.startswith(("attack", "capture")) for option in verbs["options"])


def test_the_positions_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deathdome.engine.service.MAX_POSITIONS", 3)
    engine, line = service(), position_line(attack_scene())
    for _ in range(3):
        asked(engine, type="position", position=line)
    asked(engine, type="position", position=1)
    asked(engine, type="position", position=line)
    assert asked(engine, type="position", position=1)["type"] == "position"
    assert asked(engine, type="position", position=2)["kind"] == "request"


# -- the published schema ------------------------------------------------------------------------


def test_the_published_schema_is_that_of_the_messages() -> None:
    published = json.loads((DOCS / "engine.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), "deathdome engine --schema > docs/engine.schema.json"
    done = answered("engine", "--schema")
    assert json.loads(done.stdout) == published


def test_the_page_names_every_field_and_kind() -> None:
    words = set(re.findall("`([a-z_]+)`", PAGE))
    for model in (*REQUESTS.values(), *REPLIES):
        names = {field.alias or name for name, field in model.model_fields.items()}
        assert names <= words | {"text", "kind"}
    assert set(REQUESTS) <= words
    for example in re.findall(r"^\{.*\}$", PAGE, re.MULTILINE):
        message = json.loads(example)
        if "schema" in message:
            check_reply(message)
        else:
            messages.read_request(message)


# -- hostile lines -------------------------------------------------------------------------------

DEEP: Final = b"[" * 100_000
HOSTILE: Final[dict[bytes, str]] = {
    b"": "junk",
    b"\xff\xfe{}": "junk",
    DEEP: "junk",
    b'{"type":' + DEEP: "junk",
    b"NaN": "junk",
    b'{"type":"position","position":1e999}': "request",
    b'{"type":"position","position":' + b"9" * 5000 + b"}": "junk",
    b'{"type":"position","position":-1}': "request",
    b'{"type":"position","position":null}': "request",
    b'{"type":"position","position":true}': "request",
    b'{"type":"position"}': "request",
    b"{}": "request",
    b'{"type":["position"]}': "request",
    b'{"type":"\\ud800","position":1}': "request",
    b'{"type":"position","position":"\\ud800\\u0000"}': "position",
    b'{"type":"position","position":"DD1 full round=1 00000000"}': "position",
    b'{"type":"position","position":"DD9 full"}': "position",
    b'{"type":"position","position":"' + b"DD1 " + b"x" * 50_000 + b'"}': "position",
    b'{"type":"position","id":{},"position":1}': "request",
    b'{"type":"position","id":1.5,"position":1}': "request",
    b'{"type":"position","\\ud800":1,"position":1}': "request",
    b'{"type":"apply","position":1,"actions":"walk"}': "request",
    b'{"type":"apply","position":1,"actions":[1]}': "request",
    b'{"type":"apply","position":1,"settle":"all"}': "request",
    b'{"type":"apply","position":1,"seed":-1}': "request",
    b'{"type":"position","position":1,"show":["hands"]}': "request",
    b'{"type":"position","position":1,"seat":"purple"}': "request",
}


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: line[:40].decode("latin-1"))
def test_a_hostile_line_gets_an_error(line: bytes) -> None:
    reply = service().answer(line)
    check_reply(json.loads(json.dumps(reply)))
    assert reply["kind"] == HOSTILE[line]
    assert len(reply["text"]) < 2_000


def test_positions_that_cannot_be_are_refused() -> None:
    line = position_line(attack_scene())
    engine, rng = service(), Random(5)
    words = line.split(" ")[:-1]
    refused = 0
    for _ in range(150):
        changed = words.copy()
        at = rng.randrange(2, len(changed))
        key, _, _ = changed[at].partition("=")
        value = rng.choice(["m13", "99", "-1", "{}", "[[[", '"', "", "{at=m13,wounds=999}", "jail"])
        changed[at] = f"{key}={value}"
        body = " ".join(changed)
        text = f"{body} {check_of(body)}"
        reply = asked(engine, type="position", position=text)
        refused += reply["type"] == "error"
    assert refused > 100


_WORDS: Final = st.sampled_from(
    [*REQUESTS, *TEAMS, "walk k11", "attack around", "chance", "options", "view", "text", "\ud800"]
)
_VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | _WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=8,
)
_FIELDS: Final = sorted({name for model in REQUESTS.values() for name in model.model_fields})


@given(
    line=st.binary(max_size=80)
    | st.dictionaries(st.sampled_from(_FIELDS), _VALUES).map(lambda one: json.dumps(one).encode()),
    known=st.booleans(),
)
@settings(max_examples=300)
def test_every_line_is_answered_by_one_that_fits_the_schema(line: bytes, known: bool) -> None:
    engine = service()
    if known:
        asked(engine, type="position", position=_LINE)
    reply = json.loads(json.dumps(engine.answer(line)))
    check_reply(reply)


_LINE: Final = position_line(attack_scene())


@given(
    kind=st.sampled_from(sorted(REQUESTS)),
    fields=st.dictionaries(st.sampled_from(_FIELDS), _VALUES | _WORDS.map(lambda one: [one])),
)
@settings(max_examples=300)
def test_every_request_about_a_position_is_answered(kind: str, fields: dict[str, Any]) -> None:
    engine = service()
    asked(engine, type="position", position=_LINE)
    known = REQUESTS[kind].model_fields
    request = {name: value for name, value in fields.items() if name in known}
    reply = engine.answer(json.dumps({**request, "type": kind, "position": 1}).encode())
    check_reply(json.loads(json.dumps(reply)))


def test_the_service_goes_on_after_a_line_without_end() -> None:
    good = json.dumps({"type": "position", "position": _LINE}).encode()
    lines = [b"x" * (3 * MAX_LINE), good, b"x" * MAX_LINE, b"\xff", good]
    out = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines)), out, collection())
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    kinds = [reply.get("kind") for reply in replies]
    assert kinds == ["large", "unit phase", "large", "junk", "unit phase"]
