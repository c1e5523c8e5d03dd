"""Lessons are taken on a host: their answers, their refusals, and the way back to a step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hosts import Driven, give

from deathdome.content.lessons import lesson_from_text, lesson_paths, load_lesson
from deathdome.errors import UsageError
from deathdome.match.lesson_run import check_lesson
from deathdome.plain import lesson as plain_lesson
from deathdome.session.lesson import LessonHost, finished_lessons, lesson_host
from deathdome.tui.presenters import coaching as screen_lesson

if TYPE_CHECKING:
    from deathdome.content.lessons import Lesson
    from deathdome.model.actions import Action
    from deathdome.session.notices import LessonWords

PATHS = lesson_paths()
EACH = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
SCREEN, PLAIN = screen_lesson.LESSON_TEXTS, plain_lesson.LESSON_TEXTS


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))


def taken(lesson: Lesson, texts: LessonWords = SCREEN) -> LessonHost:
    host = LessonHost(lesson, 1, texts)
    Driven(host)
    return host


def wanted(lesson: Lesson) -> list[list[Action]]:
    """The answers that the steps name first."""
    return check_lesson(lesson, SCREEN.facts(lesson.position()[0].setup))


@EACH
@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_lesson_is_done_by_what_its_steps_want(path: Path, *, one_by_one: bool) -> None:
    lesson = load_lesson(path)
    host = taken(lesson, PLAIN if one_by_one else SCREEN)
    for at, acts in enumerate(wanted(lesson)):
        assert host.lesson_run.at == at
        said = host.guidance()
        assert (said.at, said.of) == (at + 1, len(lesson.sheet.steps))
        assert said.words
        for part in [[action] for action in acts] if one_by_one else [acts]:
            assert not host.is_done
            host.answer(part)
            assert host.refusal == ""
            host.proceed()  # from a match of a season to the auction
    assert host.is_done
    assert host.need is None
    assert host.guidance().words
    assert finished_lessons() == {lesson.name}


@EACH
def test_what_a_step_does_not_want_is_refused_in_words_and_not_given(path: Path) -> None:
    lesson = load_lesson(path)
    host = taken(lesson)
    for acts in wanted(lesson):
        assert host.request is not None
        for action in host.request.options:
            verdict = host.lesson_run.judge(host.view.setup, host.request, [action])
            if not verdict.carried_out:
                before = list(host._referee.journal)
                host.answer([action])
                assert host._referee.journal == before
                assert host.guidance().refusal
        host.answer(acts)
        host.proceed()
    assert host.is_done


def test_nothing_is_undone_and_no_hint_given() -> None:
    host = lesson_host(1, SCREEN)
    Driven(host)
    assert host.teaches
    assert host.hint() == "In a lesson, follow the box."
    assert host.hints.taken == {}
    with pytest.raises(UsageError, match="can't undo in a lesson"):
        host.undo()


def test_there_is_no_lesson_of_another_number() -> None:
    with pytest.raises(UsageError, match=f"there are 1 to {len(PATHS)}"):
        lesson_host(len(PATHS) + 1, SCREEN)


AWAY = """\
title = "Try"
goal = "Try it."
end = "Done."

[position]

[position.turn]
team = "red"

[position.units]
red.warrior = "d14"
blue.gunner = "e15"

[[steps]]
say = "Hit &g."
do = ["activate red.warrior; attack blue.gunner"]
otherwise = "No."

[[steps.others]]
do = ["activate red.warrior; walk *"]
say = "A walk first, then."
carried_out = true
"""


def test_an_answer_that_leads_away_from_a_step_is_undone() -> None:
    host = taken(lesson_from_text(AWAY, Path("01-away.toml")))
    start = host.view.space[0]
    give(host, "activate red.warrior; walk e14")  # still next to the gunner
    assert host.view.space[0] != start
    assert host.refusal == "A walk first, then."
    give(host, "walk e10")  # the gunner is out of reach there
    assert host.view.space[0] == start
    assert host.refusal == "That led away from the step. You are back at its start."
    give(host, "activate red.warrior; attack blue.gunner with punch")
    assert host.is_done
