"""`make quick` takes the tests that reach a change, and the nearest first."""

from __future__ import annotations

import pytest
import quick
from quick import distances


def test_a_change_of_the_engine_begins_with_rules_and_cards() -> None:
    found = distances(["src/deathdome/rules/pushing.py"])
    assert [*found.values()] == sorted(found.values())
    first = [test for test, steps in found.items() if steps < 0]
    assert {test.split("/")[1] for test in first} == {"rules", "cards"}
    assert {"tests/match/test_referee.py", "tests/tui/test_stories.py"} <= set(found)


def test_a_change_of_the_screen_is_no_business_of_the_rules() -> None:
    found = distances(["src/deathdome/tui/drawing/shop.py"])
    assert "tests/tui/test_shop.py" in found
    assert not [test for test in found if test.startswith(("tests/rules", "tests/cards"))]


def test_helpers_data_and_pages_have_their_tests() -> None:
    assert distances(["docs/packs.md"])["tests/docs/test_packs_page.py"] == 0
    assert distances(["tests/support/scenes.py"])["tests/rules/test_attack.py"] == 1
    assert distances(["tests/tui/props.py"])["tests/tui/test_stories.py"] == 1
    assert distances(["data/cards/medic.toml"])["tests/cards/test_medic.py"] == -1
    assert distances(["tests/docs/test_readme.py"]) == {"tests/docs/test_readme.py": 0}
    assert distances(["docs/keys.md"])["lab/tests/test_keys_page.py"] == 0
    assert "lab/tests/test_boards.py" in distances(["lab/study/ab_test.py"])
    assert len(distances(["tests/conftest.py"])) > 150
    assert distances(["CHANGELOG.md"]) == {}


def test_tests_are_left_out_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    quick.pytest_runtest_setup()
    monkeypatch.setenv(quick.DEADLINE, "1.5")
    with pytest.raises(pytest.skip.Exception, match=quick.LEFT_OUT):
        quick.pytest_runtest_setup()
