"""Every lesson, taken line by line by a player who only follows its texts."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from plain.console import assert_plain

from deathdome.cli.play import play
from deathdome.console import Input, Output
from deathdome.content.lessons import lesson_from_text, lesson_paths, load_lesson
from deathdome.errors import UsageError
from deathdome.plain.console import Next
from deathdome.plain.lesson import LESSON_TEXTS, PlainLesson
from deathdome.session.lesson import LessonHost, finished_lessons

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from deathdome.content.lessons import Lesson

PATHS = lesson_paths()
STEP = re.compile(r"^(Step \d+ of \d+: .*?)(?=^red>)", re.MULTILINE | re.DOTALL)
DRAWN = re.compile(
    r"\b(cursor|tick|ticks|panel|arrows|row|screen|colour|Enter|Esc|Tab)\b", re.IGNORECASE
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


class Taken:
    """A lesson with a script typed at it."""

    def __init__(self, lesson: Lesson, script: Iterable[str]) -> None:
        out = io.StringIO()
        voice = Output(out, 0)
        lines_in = Input(io.StringIO("".join(f"{line}\n" for line in script)), voice, echo=True)
        self.wanted = PlainLesson(LessonHost(lesson, 1, LESSON_TEXTS), voice, lines_in).run()
        self.text = out.getvalue()
        assert_plain(self.text, 10_000)

    def after(self, line: str, nth: int = 1) -> str:
        rest = self.text.split(f"> {line}\n", nth)[nth]
        return rest.partition("\nred> ")[0]


def asked_for(lesson: Lesson) -> list[str]:
    """Return the answers of the steps of a lesson, one by one; a star is one possible answer."""
    return [line for step in lesson.sheet.steps for line in parts(step.do[0])]


def parts(pattern: str) -> list[str]:
    return [
        part.strip().replace("jail *", "jail se").replace("red.*", "red.medic")
        for part in pattern.split(";")
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_lesson_is_done_by_typing_what_it_says(path: Path) -> None:
    lesson = load_lesson(path)
    taken = Taken(lesson, [*asked_for(lesson), "quit"])
    assert finished_lessons() == {lesson.name}
    assert taken.wanted is Next.NOTHING
    steps = STEP.findall(taken.text)
    assert len(steps) == len(lesson.sheet.steps)
    end = taken.text.partition("Lesson 1 complete. ")[2].partition("\n")[0]
    for text in (*steps, end):
        assert not DRAWN.search(text), text
        assert not re.search(r"[@&%+{}]", text), text
    typed = {line for step in steps for line in re.findall(r'"([^"]+)"', step)}
    # Everything to type is in the text, or was taught by an earlier step.
    assert typed
    for line in typed:
        first = line.split()[0]
        assert re.match(r"[a-z]+$", first), line


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_everything_else_is_answered_in_words_and_not_done(path: Path) -> None:
    lesson = load_lesson(path)
    script: list[str] = []
    for step in lesson.sheet.steps:
        for other in step.others:
            parts = [part.strip() for part in other.do[0].split(";") if "*" not in part]
            script += parts[-1:] if len(parts) == 1 else []
        script += (
            ["end turn", "pass"] if "end turn" not in step.do and "pass" not in step.do else []
        )
        for part in step.do[0].split(";"):
            script.append(part.strip().replace("jail *", "jail se").replace("red.*", "red.medic"))
    taken = Taken(lesson, [*script, "quit"])
    assert finished_lessons() == {lesson.name}
    said = taken.text.replace("\n", " ")
    assert not DRAWN.search(said), DRAWN.search(said)


def test_a_refusal_has_words_of_its_own_and_the_step_stays_open() -> None:
    lesson = load_lesson(PATHS[0])
    taken = Taken(lesson, ["activate gunner", "activate warrior", "walk g4", "undo", "hint"])
    assert 'Red\'s Warrior first. Type "activate warrior".' in taken.after("activate gunner")
    assert 'Not there yet. Type "activate warrior", then "walk h4".' in taken.after("walk g4")
    assert "You can't undo in a lesson." in taken.after("undo")
    assert "Step 1 of 7: Your convicts Red's Warrior" in taken.after("hint")
    assert taken.text.endswith("You left the lesson.\n")
    assert not finished_lessons()


def test_what_leads_away_from_a_step_is_gone_back_from() -> None:
    text = (
        PATHS[1]
        .read_text()
        .replace(
            'do = ["attack blue.gunner"]\nsay',
            'do = ["attack blue.gunner"]\ncarried_out = true\nsay',
        )
    )
    lesson = lesson_from_text(text, PATHS[1])
    script = ["activate warrior", "walk d14", "attack gunner", "commit", "question"]
    taken = Taken(lesson, script)
    assert "A punch adds nothing." in taken.text
    assert "That led away from the step. You are back at its start." in taken.text
    assert "Step 2 of 7" in taken.after("question")


def test_lessons_follow_one_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last, first = load_lesson(PATHS[-1]), load_lesson(PATHS[0])
    script = [*asked_for(first), "again", "quit"]
    assert Taken(first, script).wanted is Next.AGAIN
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("\n".join([*asked_for(last), "hand", "next"]) + "\n")
    )
    play(lesson=last.name, plain=True)
    said = capsys.readouterr().out
    assert "Lesson 9 complete." in said
    assert "That was the last lesson." in said
    assert finished_lessons() == {first.name, last.name}


def test_a_lesson_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no lesson 99; there are 1 to 9"):
        play(lesson="99", plain=True)
