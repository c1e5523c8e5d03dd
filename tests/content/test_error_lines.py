"""An error in a position file names the line that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.content.positions.files import line_of

if TYPE_CHECKING:
    from pathlib import Path

FILE = """\
title = "Odd"
map = \"\"\"
. = .
\"\"\"
units.red.warrior = { at = "a1", wonds = 2 }
[units.blue]
medic = "z9"
[teams.red]
hand = ["x"]
[[then]]
actions = ["a"]
[[then]]
expect = { round = "x" }
[then.expect.units]
red.medic = { vita = 1 }
"""


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ('units.red.warrior: no key "wonds" here. Did you mean "wounds"?', 5),
        ("units.red.warrior.items 2: U+0000 cannot be shown", 5),
        ('units.blue.medic.at: "z9" is not a space: they are a1 to c1', 7),
        ('teams.red.hand: no power card "x". Did you mean "encore"?', 9),
        ('teams.red: no key "credit" here', 8),
        ('then 1: actions 1: "a": no action "a"', 11),
        ('then 2.expect: no key "rond" here', 13),
        ('then 2: expect.units.red.medic: no key "vita" here', 15),
        ('no key "title" here', 1),
        ("map: row 1, column 2 (b1): no kind of space", 2),
        ("turn.phase: is in jail nw", None),
        ("round: the match has 6 rounds", None),
        ("not TOML: Invalid value (at line 3, column 9).", None),
        ("too large: the maximum is 1,000,000 bytes", None),
    ],
)
def test_the_line_is_that_of_the_key_or_of_its_table(said: str, line: int | None) -> None:
    assert line_of(said, FILE) == line


SEVERAL = """\
title = "Odd"
thin_walls = ["b1 c9"]
[play]
actions = [
  "walk e5",   # not "walk e55"
  "wlak k6",
]
[units]
title = "Odd"
[expect]
includes = "stop"
refuses = { "walk k6" = "too-fra" }
[[then]]
actions = '''
stop
wlak k6
'''
"""


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ('actions 2: "wlak k6": no action "wlak". Did you mean "walk"?', 6),
        ('actions 2: "walk e5": no', 5),
        ('then 1: actions 2: "wlak k6": no action "wlak"', 16),
        ('expect.refuses "walk k6": no refusal code "too-fra"', 12),
        ('units: "title" is not a unit; as a key it belongs above the table of the units', 9),
        ('map: thin_walls: "c9" is not a space: they are a1 to d4', 2),
    ],
)
def test_of_several_lines_it_is_the_one_with_the_words_that_are_quoted(
    said: str, line: int
) -> None:
    assert line_of(said, SEVERAL) == line


@pytest.mark.parametrize("text", ["", "[[", "=", '"""', "a" * 1_000, "[.]", "." * 1_000, "''' = 1"])
def test_a_file_of_any_shape_has_lines_or_none(text: str) -> None:
    for said in ("units.red.warrior: x", "a: b", ":", "..: x", "then 99999999999999999999: x", ""):
        line_of(said, text)


def test_the_command_says_it(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "Odd"\n\n[units]\nred.warrior = { wonds = 1 }\n', encoding="utf-8")
    done = answered("position", path)
    assert done.returncode == 1
    assert done.stdout.startswith(f'{path}:4: units.red.warrior: no key "wonds" here. Did you mean')
    path.write_text("title = Odd\n", encoding="utf-8")
    said = answered("position", path).stdout
    assert said.startswith(f"{path}: not TOML: Invalid value (at line 1, column 9). A text needs")
