"""docs/rules.md and docs/effects.md stay true to the code and to the tests."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import fields
from functools import cache
from pathlib import Path

from coverage_rules import marked_rules, powerdome_rules

from deathdome.content import words
from deathdome.content.card_schema import EFFECT_KEYS, MOVES
from deathdome.content.rulebook import differences
from deathdome.model.ruleset import EDITIONS, SETTLED, Ruleset
from deathdome.model.vocabulary import ALLOW_NAMES, DENY_NAMES

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"^- \*\*([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\*\* ", re.MULTILINE)
MENTION = re.compile(r"\b([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\b")


@cache
def reference() -> str:
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def rule_ids() -> list[str]:
    return RULE.findall(reference())


def test_every_rule_has_a_number_of_its_own() -> None:
    ids = rule_ids()
    assert len(ids) > 500
    assert [name for name, times in Counter(ids).items() if times > 1] == []


def test_every_bold_entry_is_a_rule() -> None:
    entries = re.findall(r"^- \*\*(.*?)\*\*", reference(), re.MULTILINE)
    assert entries == rule_ids()


def test_rules_mention_only_rules_that_exist() -> None:
    differences = re.findall(r"^\| (D-\d+) \|", reference(), re.MULTILINE)
    assert set(MENTION.findall(reference())) <= {*rule_ids(), *differences}


def test_a_difference_in_play_names_rules_and_another_the_reason() -> None:
    rows = differences()
    assert sorted(int(row.id.removeprefix("D-")) for row in rows) == [*range(1, len(rows) + 1)]
    for row in rows:
        assert len(set(row.editions.values())) > 1, row.id
        named = set(MENTION.findall(row.note))
        assert named <= set(rule_ids()), row.id
        assert row.note == ", ".join(sorted(named, key=row.note.index)) if row.plays else row.note


def test_effects_page_mentions_only_rules_that_exist() -> None:
    text = (ROOT / "docs" / "effects.md").read_text(encoding="utf-8")
    assert set(MENTION.findall(text)) <= set(rule_ids())


def test_tests_prove_rules_that_exist() -> None:
    known = {*rule_ids(), *(row.id for row in differences()), *powerdome_rules()}
    unknown = [
        f"{path.relative_to(ROOT)}: {rule}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for rule in marked_rules(path)
        if rule not in known
    ]
    assert unknown == []


def shown(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case int():
            return f"{value:,}"
        case tuple():
            return " ".join(map(str, value))
        case _:
            return str(value)


def test_every_switch_is_listed_with_its_values() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|", reference(), re.MULTILINE)
    assert rows == [
        (field.name, *(shown(getattr(EDITIONS[year], field.name)) for year in sorted(EDITIONS)))
        for field in fields(Ruleset)
    ]


def read_switches() -> set[str]:
    """Switches that some module reads by name: `ruleset.rounds`, `rules.rounds`."""
    return {
        node.attr
        for path in (ROOT / "src" / "deathdome").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name | ast.Attribute)
        and ast.unparse(node.value).rpartition(".")[2] in ("ruleset", "rules")
    }


def test_every_switch_is_read_or_has_one_value() -> None:
    switches = {field.name for field in fields(Ruleset)}
    read = switches & read_switches()
    assert read | {*SETTLED} == switches


def test_effects_page_explains_every_word_of_the_cards() -> None:
    text = (ROOT / "docs" / "effects.md").read_text(encoding="utf-8")
    vocabulary = {
        *words.TRIGGERS,
        *words.CAUSES,
        *words.RATINGS,
        *words.DURATIONS,
        *words.TARGETS,
        *words.SOURCES,
        *ALLOW_NAMES,
        *DENY_NAMES,
        *EFFECT_KEYS,
        *MOVES,
    }
    assert {word for word in vocabulary if not re.search(rf"[`\"| ]{word}[`\"| ,:]", text)} == set()
