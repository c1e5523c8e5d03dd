"""`deathdome play --lesson N`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.cli.play import play
from deathdome.errors import UsageError
from deathdome.session.lesson import LessonHost

if TYPE_CHECKING:
    from deathdome.tui.app import DomeApp


def opened(monkeypatch: pytest.MonkeyPatch, lesson: str) -> list[DomeApp]:
    """The applications that would have been shown in a terminal."""
    apps: list[DomeApp] = []
    with monkeypatch.context() as patch:
        # Here and not in a fixture: pytest puts its own streams back before the test.
        patch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        patch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        patch.setenv("TERM", "xterm-256color")
        patch.setattr("deathdome.cli.display.show", lambda app, _look: apps.append(app))
        play(lesson=lesson)
    return apps


def test_a_lesson_is_opened_at_once_and_the_title_lies_under_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (app,) = opened(monkeypatch, "defending")
    assert isinstance(app.session, LessonHost)
    assert app.session.number == 3
    assert app.lobby is not None


def test_a_lesson_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="there is no lesson 99"):
        opened(monkeypatch, "99")


def test_a_lesson_that_is_misspelt_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r'1 walking, 2 attacking.*Did you mean "walking"'):
        play(lesson="wallking", plain=True)


@pytest.mark.parametrize(
    "other",
    [
        {"quick": True},
        {"plain": True, "resume": True},
        {"seed": 4},
        {"packs": ["x"]},
        {"rounds": 3},
    ],
)
def test_a_lesson_takes_no_wishes_for_a_match(other: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="--lesson takes no options about the match"):
        play(lesson="1", **other)  # type: ignore[arg-type]
