"""A lesson judges answers, gives the written ones, and is checked before anybody takes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deathdome.content.lessons import lesson_from_text
from deathdome.errors import ContentError
from deathdome.match.lesson_run import LessonRun, check_lesson, matches_pattern
from deathdome.match.referee import ScriptedReferee
from deathdome.model.actions import Action, ActionKind, kind_of, make_action
from deathdome.model.decisions import CHANCE
from deathdome.model.notation import parse_action

if TYPE_CHECKING:
    from deathdome.content.lessons import Lesson
    from deathdome.model.decisions import Decision

LESSON = """\
title = "Try"
goal = "Try it."
end = "Done: {team:red shells}."
begin = []

[position]

[position.turn]
team = "red"

[position.units]
red.warrior = { at = "d14", items = ["rusty-chainsaw"] }
blue.gunner = { at = "e15", items = ["cyber-suit"] }

[position.teams]
red = { hand = [4, 3, "borrowed-legs"] }
blue = { hand = [2] }

[position.cards]
deck = [5, 1, 2]

[[steps]]
say = "Attack."
do = ["activate red.warrior; attack blue.gunner with rusty-chainsaw"]
otherwise = "No."

[[steps.others]]
do = ["activate red.warrior; walk *"]
say = "Walk, then."
carried_out = true

[[steps]]
say = "Cards."
do = ["lay 4, 3; commit"]
otherwise = "No."
then = ["blue: lay 2", "blue: commit", "red: end phase"]

[[steps]]
say = "End."
do = ["end turn"]
otherwise = "No."
then = ["blue: end turn"]
"""
PATH = Path("01-try.toml")


def lesson(text: str = LESSON) -> Lesson:
    return lesson_from_text(text, PATH)


def referee(text: str = LESSON) -> ScriptedReferee:
    return ScriptedReferee(*lesson(text).position())


def asked(match: ScriptedReferee) -> Decision:
    assert match.asked is not None
    return match.asked


def acts(match: ScriptedReferee, *lines: str) -> list[Action]:
    return [parse_action(match.state.setup, line, 0) for line in lines]


def test_a_lesson_is_checked_to_its_end() -> None:
    found = check_lesson(lesson(), {})
    assert [len(acts) for acts in found] == [2, 3, 1]


def test_the_deck_and_the_die_are_written_down_and_go_back_with_the_match() -> None:
    match = referee()
    match.answer(make_action(ActionKind.END_TURN))  # blue draws two
    drawn = [action for seat, action in match.journal if seat == CHANCE]
    assert [kind_of(action) for action in drawn] == [ActionKind.DRAW, ActionKind.DRAW]
    hand = sorted(match.state.hands[1])
    again = referee()
    start = again.state.copy()
    again.answer(make_action(ActionKind.END_TURN))
    again.go_back(start, 0, 0)
    again.answer(make_action(ActionKind.END_TURN))
    assert sorted(again.state.hands[1]) == hand
    catalog = match.state.setup.catalog
    assert sorted(catalog.power_cards[card].value for card in hand) == [1, 2, 5]


def test_patterns_know_globs_orders_of_cards_and_open_phases() -> None:
    match = referee()
    setup, question = match.state.setup, asked(match)
    begun = acts(match, "activate red.warrior", "walk d13")
    assert matches_pattern("activate red.warrior; walk d13", setup, question, begun)
    assert matches_pattern("activate red.warrior; walk *", setup, question, begun)
    assert matches_pattern("activate  red.warrior ;walk D13", setup, question, begun)
    assert not matches_pattern("walk d13", setup, question, begun)
    assert not matches_pattern("activate red.scout; *", setup, question, begun)
    assert not matches_pattern("activate red.warrior; walk d13", setup, question, begun[:1])
    assert matches_pattern(
        "activate red.warrior; walk d13", setup, question, begun[:1], partial=True
    )
    match.answer(begun[0])
    question = asked(match)
    assert matches_pattern("activate red.warrior; walk d13", setup, question, begun[1:])
    assert matches_pattern("walk d13", setup, question, begun[1:])
    assert not matches_pattern("activate red.scout; walk d13", setup, question, begun[1:])
    match.answer(acts(match, "attack blue.gunner with rusty-chainsaw")[0])
    question = asked(match)
    laid = acts(match, "lay 3", "lay 4", "commit")
    assert matches_pattern("lay 4, 3; commit", setup, question, laid)
    assert matches_pattern("lay 4; lay 3; commit", setup, question, laid)
    assert matches_pattern("lay *; lay *; commit", setup, question, laid)
    assert not matches_pattern("lay 4; commit", setup, question, laid)
    assert not matches_pattern("lay 4, 3, borrowed-legs; commit", setup, question, laid)


def test_an_answer_is_wanted_allowed_or_refused_with_words() -> None:
    match, lesson_run = referee(), LessonRun(lesson())
    setup, question = match.state.setup, asked(match)

    def judged(*lines: str) -> tuple[bool, bool, str]:
        return lesson_run.judge(setup, question, acts(match, *lines))

    attack = "attack blue.gunner with rusty-chainsaw"
    assert judged("activate red.warrior", attack) == (True, True, "")
    assert judged("activate red.warrior", "walk d13") == (False, True, "Walk, then.")
    assert judged("end turn") == (False, False, "No.")
    assert lesson_run.on_the_way(setup, question, acts(match, "activate red.warrior"))
    assert not lesson_run.on_the_way(setup, question, acts(match, "end turn"))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("lay 4, 3;", "lay 5;", r'01-try\.toml:34: steps 2\.do: "lay 5" is not possible here'),
        ("attack blue.gunner with", "attak blue.gunner with", r"try\.toml:24: .*Did you mean"),
        (
            "blue: lay 2",
            "blue: lay 1",
            r'36: steps 2\.then: "blue: lay 1" is not a choice: blue is',
        ),
        ("blue: commit", "green: commit", r"36: steps 2\.then: .*green: commit"),
        ('"red: end phase"', '"pink: end phase"', r"36: steps 2\.then: .*pink"),
        ('then = ["blue: lay 2"', 'then = ["red: lay 2"', r"36: steps 2\.then: .*blue is asked"),
        (
            '"blue: lay 2", "blue: commit", "red: end phase"',
            "",
            r"steps 3\.do: blue must choose before",
        ),
        ("walk *", "jail *", r'28: steps 1\.others 1\.do: "jail \*" is not possible here'),
        ('"Cards."', '"{card:44 name}"', r"33: steps 2\.say: "),
        ('"Done: {team:red shells}."', '"{team:red shels}"', r"3: end: .*shells"),
        ("begin = []", 'begin = ["blue: end turn"]', r"4: begin: .*red is asked"),
    ],
)
def test_what_cannot_be_done_is_refused_by_line(old: str, new: str, error: str) -> None:
    assert old in LESSON
    with pytest.raises(ContentError, match=error):
        check_lesson(lesson(LESSON.replace(old, new, 1)), {})
