"""Lesson files are refused by file and line, with what would do."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathdome.content.lessons import fill, lesson_from_text, load_lesson
from deathdome.content.positions import position_from_text
from deathdome.errors import ContentError, NotationError

HEAD = """\
title = "Try"
goal = "Try it."
end = "Done."

[position]

[position.turn]
team = "red"

"""
STEP = """\
[[steps]]
say = "Walk."
do = ["activate red.warrior; walk h4"]
otherwise = "No."
"""
PATH = Path("01-try.toml")

MOMENT = """
[turn]
phase = "red.warrior"
[units]
red.warrior = { at = "e4", items = ["rusty-chainsaw", "cyber-suit"], wounds = 2 }
[teams]
red = { points = ["h4", "n5"], towers = 1, hand = [4], shells = 2 }
"""


def test_a_whole_lesson_is_read() -> None:
    lesson = lesson_from_text(HEAD + STEP, PATH)
    assert (lesson.name, lesson.sheet.title, lesson.seat) == ("01-try", "Try", 0)
    first, _ = lesson.position()
    second, _ = lesson.position()
    assert first is not second  # each taking has a position of its own


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (HEAD, r"01-try\.toml:1: steps: this key is missing"),
        (HEAD + STEP + 'then = "x"\n', r"01-try\.toml:14: steps 1\.then: a list in \[brackets\]"),
        (HEAD + STEP + "sey = 1\n", r'01-try\.toml:14: .*no key "sey" here\. Did you mean "say"'),
        (HEAD + STEP * 2 + "[[steps]]\ndo = []\n", r"01-try\.toml:19: steps 3\.do: at least one"),
        (HEAD + STEP.replace('"Walk."', '"A\\u0007"'), r"01-try\.toml:11: steps 1\.say: U\+0007"),
        (HEAD.replace('"Try"', f'"{"x" * 31}"') + STEP, r"01-try\.toml:1: title: 31 characters"),
        (HEAD.replace("team = ", "tem = ") + STEP, r'01-try\.toml:8: .*no key "tem"'),
        ("title = \n", r"01-try\.toml: not TOML"),
        (
            HEAD + STEP + '[[steps.others]]\ndo = ["x"]\n',
            r"01-try\.toml:14: steps 1\.others 1\.say: this key is missing",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, error: str) -> None:
    with pytest.raises(ContentError, match=error):
        lesson_from_text(text, PATH)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            HEAD + '[position.units]\nred.warrior = "z9"\n' + STEP,
            r"01-try\.toml:11: units\.red\.warrior\.at: ",
        ),
        (
            HEAD + '[position.teams]\nred = { hand = ["nothing"] }\n' + STEP,
            r"01-try\.toml:11: teams\.red\.hand: ",
        ),
        (HEAD + '[position.cards]\ndeck = ["encor"]\n' + STEP, r"01-try\.toml:\d+: .*encore"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_line(text: str, error: str) -> None:
    with pytest.raises(ContentError, match=error):
        lesson_from_text(text, PATH).position()


def test_a_team_that_is_not_there_teaches_nobody() -> None:
    lesson = lesson_from_text(HEAD.replace("goal", 'you = "pink"\ngoal') + STEP, PATH)
    with pytest.raises(ContentError, match=r"01-try\.toml:2: you: "):
        lesson.seat  # noqa: B018 - the test is that it can be read


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nothing\.toml: cannot be read"):
        load_lesson(tmp_path / "nothing.toml")


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{item:cyber-suit price}", "500k"),
        ("{item:Cyber Suit toughness}", "3"),
        ("{item:rusty-chainsaw name} {item:rusty-chainsaw strength}", "Rusty Chainsaw 1"),
        ("{card:4 name} {card:crowd-roar value}", "Crowd Roar 4"),
        ("{unit:red.warrior vitae} {unit:red.warrior wounds}", "3 2"),
        ("{unit:red.warrior toughness} {unit:red.warrior movement}", "4 5"),
        ("{team:red supply} {team:red cards} {team:red payout}", "7 4 900k"),
        ("{pay: tower} {pay: point} {match: rounds}", "500k 100k 6"),
        ("{team:red credits} {team:red worth}", "2M 2.6M"),
        ("{key:end}", "<end>"),
        ("no fact", "no fact"),
    ],
)
def test_facts_are_what_the_game_says(text: str, filled: str) -> None:
    state = position_from_text(MOMENT, Path())
    assert fill(text, state, {"key": lambda name: f"<{name}>"}) == filled


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{itm:cyber-suit price}", 'Did you mean "item"'),
        ("{item:cyber-suit prize}", 'no prize here. Did you mean "price"'),
        ("{item:cyber-soot price}", "cyber-suit"),
        ("{end}", "single brace"),
        ("{pay:}", "no  here"),
    ],
)
def test_a_misspelt_fact_is_refused(text: str, error: str) -> None:
    state = position_from_text(MOMENT, Path())
    with pytest.raises(NotationError, match=error):
        fill(text, state, {})
