"""Every rule has a test or a reason for having none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import coverage_rules

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_rule_is_proven_or_excepted() -> None:
    missing = coverage_rules.unproven_rules()
    assert missing == [], "see: make coverage-rules"


def test_exceptions_are_rules_that_exist_and_nothing_proves() -> None:
    areas, single = coverage_rules.exceptions()
    rules = coverage_rules.rules()
    assert set(areas) - {coverage_rules.area(rule) for rule in rules} == set()
    assert set(single) - set(rules) == set()
    proven = set(single) & coverage_rules.proven_rules()
    assert proven == set(), "proven by now: take them out of tests/rule_exceptions.toml"
    assert all(reason.strip() for reason in (*areas.values(), *single.values()))


def test_a_rule_of_a_position_file_is_proven(tmp_path: Path) -> None:
    file = tmp_path / "walls.toml"
    file.write_text('rules = ["PUSH-3"]\n[[step]]\nrules = ["PUSH-4", "AMB-60"]\n')
    assert coverage_rules.positioned_rules(file) == ["PUSH-3", "PUSH-4", "AMB-60"]


def test_a_rule_without_a_test_is_named_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert coverage_rules.main() == 0
    total = len(coverage_rules.rules())
    assert capsys.readouterr().out.endswith(" excepted, 0 without a test\n")
    proven = coverage_rules.proven_rules() - {"PUSH-3"}
    monkeypatch.setattr(coverage_rules, "proven_rules", lambda: proven)
    assert coverage_rules.main() == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("PUSH-3  [all]")
    assert out[1].startswith(f"{len(proven)} of {total} rules are proven, ")
    assert out[1].endswith(" 1 without a test")
