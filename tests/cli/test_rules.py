"""`deathdome rules`: a rule is found by its ID, by its area, by words in it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from program import answered

from deathdome.content.rulebook import differences, find_rules, rulebook
from deathdome.errors import UsageError

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


def rules(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered("rules", *arguments)


@pytest.mark.parametrize("text", ["PUSH-3", "push-3", " Push-3 "])
def test_a_rule_is_found_by_its_id(text: str) -> None:
    assert rules(text).stdout == (
        "PUSH-3  (Push back)\n"
        "  [all] (Push Back) If a wall is directly behind the unit the push is cancelled\n"
        "  completely (no other direction, no extra damage).\n"
    )


def test_an_area_is_listed_a_rule_a_line() -> None:
    lines = rules("push").stdout.splitlines()
    assert len(lines) == 12
    assert lines[2].startswith("PUSH-3   [all] (Push Back) If a wall is directly behind")


def test_an_area_of_areas_is_listed_as_a_whole() -> None:
    found = {rule.area for rule in find_rules("SCEN")}
    assert {"SCEN-DUAL", "SCEN-CONG", "SCEN-GEN"} <= found


def test_words_are_found_wherever_they_stand_in_a_rule() -> None:
    found = [rule.id for rule in find_rules("recoil lava")]
    assert found == ["DEATH-9", "AMB-78", "AMB-129"]


def test_a_pipe_gets_words_without_signs_of_any_kind() -> None:
    shown = rules("recoil", "lava").stdout
    assert "\033" not in shown
    assert "**" not in shown
    assert "`" not in rules("SERIES").stdout


def test_a_terminal_gets_the_words_in_bold() -> None:
    outer, inner = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "deathdome", "rules", "recoil", "lava"],
        stdout=inner,
        env=ENVIRONMENT,
    ) as program:
        os.close(inner)
        shown = b""
        try:
            while part := os.read(outer, 4096):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(outer)
        assert program.wait() == 0
    assert b"\033[1mrecoil\033[0m" in shown
    assert b"\033[1mlava\033[0m" in shown


def test_without_words_the_areas_are_listed() -> None:
    lines = rules().stdout.splitlines()
    assert any(line.split() == ["PUSH", "12", "Push", "back"] for line in lines)
    assert any(line.startswith("AMB ") and line.endswith(" Rulings") for line in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PUHS", 'no rule like "PUHS". Did you mean "PUSH"?'),
        ("AMB-999", 'no rule like "AMB-999". There are AMB-1 to AMB-'),
        ("recoyl", 'no rule like "recoyl". Did you mean "recoil"?'),
        ("chips auction", "Rules have these words, but none has all of them."),
    ],
)
def test_what_is_no_rule_is_a_wrong_request_with_a_suggestion(text: str, said: str) -> None:
    done = rules(text)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_nothing_but_blanks_finds_nothing() -> None:
    with pytest.raises(UsageError):
        find_rules("  ")


def test_the_rulebook_has_every_rule_of_the_reference() -> None:
    assert len(rulebook()) > 600
    assert len({rule.id for rule in rulebook()}) == len(rulebook())
    (difference,) = find_rules("D-10")
    assert difference.text == (
        "Decks in the store. 2018 and 2019: 8, with the character deck; 2021: 7; with characters 8."
    )


def test_a_difference_that_changes_nothing_says_why() -> None:
    (difference,) = find_rules("D-26")
    assert difference.text.endswith("Play is the same: the push is cancelled in 2018 too (AMB-22).")


def test_the_differences_of_the_editions_are_listed_by_subject() -> None:
    lines = rules("--editions").stdout.splitlines()
    at = lines.index("  D-30  Third tie-breaker, after towers and shells")
    assert [line.strip() for line in lines[at + 1 : at + 4]] == [
        "2018: none, so the win is shared",
        "2019 and 2021: fewest own units in jail",
        "rules: TIE-3, TIE-4, AMB-95",
    ]
    listed = {line.split()[0] for line in lines if line.startswith("  D-")}
    assert listed == {row.id for row in differences() if row.plays}
    assert "  rank0_cost                 0                0               500,000" in lines
    assert max(map(len, lines)) <= 80


def test_words_and_editions_together_are_refused() -> None:
    done = rules("--editions", "lava")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--editions stands alone" in done.stderr
