"""Refusals are data, and each has its sentence."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest
from scenes import scene

from deathdome.model.actions import Action, ActionKind, make_action
from deathdome.rules import refusals
from deathdome.rules.refusals.codes import CODES
from deathdome.text.refusals import SENTENCES, WORDS, refusal_text


def test_every_code_has_a_sentence_and_no_other_word_has_one() -> None:
    assert {key.partition("/")[0] for key in SENTENCES} == set(CODES)


def test_every_word_between_braces_is_known_and_used() -> None:
    texts = (text for code, text in SENTENCES.items() if code != "malformed")
    used = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    assert used == set(WORDS)


def literal(node: ast.expr | None) -> str | None:
    """The text of a literal, "" for nothing; None if only the running program knows it."""
    if node is None:
        return ""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def reasons() -> set[str]:
    """The code and case of each reason that the rules spell out."""
    found: set[str] = set()
    for path in Path(refusals.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            named = {word.arg: word.value for word in node.keywords}
            if node.func.id == "Reason":
                code = literal(node.args[0])
                case = literal(named.get("case", node.args[3] if len(node.args) > 3 else None))
            elif node.func.id == "nothing":
                code, case = "no-effect", literal(node.args[0])
            else:
                continue
            if code and case is not None:
                found.add(f"{code}/{case}" if case else code)
    return found


def test_every_reason_of_the_rules_has_a_sentence() -> None:
    found = reasons()
    assert len(found) > 100
    assert found <= set(SENTENCES)


def test_the_text_of_a_refusal_is_its_data_in_short() -> None:
    match = scene(units={"red warrior": "f3"}, active="red warrior")
    error = match.refused(make_action(ActionKind.WALK, match.space("f10")))
    assert str(error) == f"too-far (MOVE-1): need {error.need}, have 5; near: {error.near}"
    named = match.refused(make_action(ActionKind.ACTIVATE, match.unit("blue gunner")))
    assert str(named) == "phase-open (PHASE-4); near: end phase"


@pytest.mark.parametrize("number", [-1, 1 << 47])
def test_a_number_that_is_no_action_is_quoted(number: int) -> None:
    match = scene()
    error = match.refused(Action(number))
    assert (
        refusal_text(error.refusal, match.state.setup)
        == f"You can't do {number}: that number is not an action"
    )
