"""The list of `make mutations` fits the engine: each break can be made, in one place only."""

from __future__ import annotations

from pathlib import Path

import coverage_rules
import mutations
import pytest

LISTED = mutations.mutations()


@pytest.mark.parametrize("mutation", LISTED, ids=[mutation.name for mutation in LISTED])
def test_the_line_to_break_stands_in_its_file_once(mutation: mutations.Mutation) -> None:
    text = mutation.path.read_text(encoding="utf-8")
    assert text.count(mutation.old) == 1, (
        f"rules have changed: give tests/mutations.toml the new text of {mutation.file}"
    )
    assert mutation.new not in ("", mutation.old)


def test_breaks_have_names_of_their_own_rules_and_tests_that_exist() -> None:
    names = [mutation.name for mutation in LISTED]
    assert len(names) == len(set(names)) >= 45
    assert {mutation.rule for mutation in LISTED} <= coverage_rules.rules().keys()
    tests = {test for mutation in LISTED for test in mutation.tests.split()}
    assert [test for test in tests if not (mutations.TESTS / test).is_file()] == []


def test_the_checkout_is_never_broken() -> None:
    before = {mutation.path: mutation.path.read_bytes() for mutation in LISTED}
    ending = next(mutation for mutation in LISTED if mutation.name == "a tower pays 400,000")
    assert mutations.caught(ending)
    assert {path: Path(path).read_bytes() for path in before} == before
