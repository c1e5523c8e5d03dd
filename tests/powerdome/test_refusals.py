"""Every refusal has a sentence and says what would work."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.auditing import RULES
from powerdome.games import game
from powerdome.random_players import answer
from powerdome.spoiling import spoiled
from powerdome.tables import tome

from deathdome.powerdome import rules
from deathdome.powerdome.model.answers import DealKind, Proposal
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.rules.game import commit, owed, why_not
from deathdome.powerdome.rules.refusals import Refusal
from deathdome.powerdome.rules.shape import well_formed
from deathdome.powerdome.text import refusals as text

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = re.compile(r"[a-z]+(-[a-z]+)*\Z")
LONGEST = 20  # words of a sentence


def codes() -> Iterator[tuple[str, str]]:
    """Yield the rule, or "", and the code of every refusal that the engine can make."""
    for path in sorted(Path(rules.__path__[0]).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                rule, code = node.args[:2]
                named = rule.value if isinstance(rule, ast.Constant) else ""
                yield from ((str(named), one) for one in _words(code))
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
                yield from (("", one) for one in _words(node.value))


def _words(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.JoinedStr):
        assert ast.unparse(node) == "f'target-{effect.target.value}'"
        yield from (f"target-{kind.value}" for kind in TargetKind)
    elif isinstance(node, ast.IfExp):
        yield from _words(node.body)
        yield from _words(node.orelse)
    elif isinstance(node, ast.Constant) and CODE.match(str(node.value)):
        yield str(node.value)


@pytest.mark.parametrize(("rule", "code"), sorted(set(codes())))
def test_every_code_has_a_sentence_and_a_hint(rule: str, code: str) -> None:
    refusal = Refusal(rule or "PD-ALLOCATE-08", code, 9, 5, 0, 3)
    sentence = text.refused(refusal, ["Widow"], tome())
    assert sentence.startswith("You can't: ")
    assert sentence.endswith(".")
    assert f"({refusal.rule})" in sentence
    for part in sentence.split(". "):
        assert len(part.split()) <= LONGEST, part
    assert not rule or rule in RULES


def test_no_sentence_is_left_over() -> None:
    known = set(codes())
    names = {code for _, code in known}
    for table in (text._SENTENCES, text._HINTS):
        for key in table:
            rule, _, code = key.rpartition(" ")
            assert code in names, key
            assert not rule or (rule, code) in known, key
    assert text._SENTENCES.keys() == text._HINTS.keys()
    assert {rule for rules_ in text._ALSO.values() for rule in [rules_]} <= RULES


def test_the_numbers_of_a_refusal_are_in_its_sentence() -> None:
    bids = Refusal("PD-AUCTION-06", "overbid", 120, 100)
    assert text.refused(bids, ["Widow"], tome()) == (
        "You can't: the bids add up to 120, and 100 vitality is there to pay (PD-AUCTION-06). "
        "Lower the bids by 20 in all."
    )
    spent = Refusal("PD-ALLOCATE-03", "overspent", 90, 84, character=0)
    assert text.refused(spent, ["Widow"], tome()) == (
        "You can't: the plan of Widow needs 90 action points, and 84 are there (PD-ALLOCATE-03). "
        "Take 6 from the stats or leave an activation out."
    )


JUNK: tuple[object, ...] = (
    None,
    1.0,
    True,
    "x",
    [],
    (),
    {},
    10**5000,
    object(),
    Proposal(1, DealKind.TRUCE),
)


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_with_junk_in_a_field_is_refused_and_never_crashes(seed: int) -> None:
    dice = Random(seed)
    state = game(3, Options(declare="combat" if seed == 1 else "sheet"))
    while asks := owed(state):
        ask = asks[0]
        given = answer(state, ask, dice)
        assert well_formed(given)
        for field in fields(given):
            old = getattr(given, field.name)
            for junk in JUNK:
                bad = replace(given, **{field.name: junk})  # type: ignore[arg-type]
                refusal = why_not(state, ask.seat, bad)
                assert refusal is None or str(refusal)
                if refusal is None:
                    assert type(junk) in (type(old), type(None), str, tuple, dict), (bad, junk)
            nested = (old, 1.0) if isinstance(old, tuple) else (old,)
            bad = replace(given, **{field.name: nested})  # type: ignore[arg-type]
            assert why_not(state, ask.seat, bad) is not None
        state, _ = commit(state, ask.seat, given)


@pytest.mark.parametrize("seed", range(4))
def test_every_refusal_of_a_random_game_reads_well(seed: int) -> None:
    dice = Random(seed)
    declare, bids = (("sheet", "covered"), ("combat", "free"))[seed % 2]
    state = game(3, Options(declare=declare, bids=bids))  # type: ignore[arg-type]
    names = [*state.seats, *("Ally" for _ in range(40))]
    while asks := owed(state):
        ask = asks[0]
        given = answer(state, ask, dice)
        for bad in spoiled(state, ask, given):
            refusal = why_not(state, ask.seat, bad)
            assert refusal is not None
            sentence = text.refused(refusal, names, tome())
            assert "None" not in sentence
            assert set(text.rules_of(refusal)) <= RULES
        state, _ = commit(state, ask.seat, given)
    over = why_not(state, 0, answer(state, ask, dice))
    assert over is not None
    assert text.refused(over, names, tome()) == (
        "You can't: the game is over (PD-WIN-01). Start another game."
    )
