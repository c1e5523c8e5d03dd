"""docs/lessons.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from deathdome.content.lessons import LessonSheet, OtherSheet, StepSheet, lesson_from_text
from deathdome.match.lesson_run import check_lesson
from deathdome.tui.presenters.coaching import facts_of

PAGE = Path(__file__).parents[2] / "docs" / "lessons.md"


def test_the_lesson_on_the_page_can_be_taken() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    lesson = lesson_from_text(found[1], Path("01-page.toml"))
    assert check_lesson(lesson, facts_of(lesson.position()[0].setup))


def test_every_key_of_a_lesson_is_told() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for sheet in (LessonSheet, StepSheet, OtherSheet):
        for key in sheet.model_fields:
            assert f"| `{key}` |" in page, key
