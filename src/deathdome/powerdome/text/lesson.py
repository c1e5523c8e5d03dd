"""Words around the lesson; its own texts are in data/powerdome/lesson.toml."""

from __future__ import annotations

from typing import Final

BEGINS: Final = "Lesson: {title}. {count} steps."
STEP: Final = "Step {at} of {of}: {title}"
GOAL: Final = "Goal: {goal}"
ACHIEVED: Final = "Done."
MISSED: Final = "Not yet."
ALL_DONE: Final = "You know all you need. Play a game: deathdome powerdome play"
LEFT: Final = "You have left the lesson."
BEGIN: Final = "Begin"
NEXT: Final = "Next step"
AGAIN: Final = "Again"
LEAVE: Final = "Leave the lesson"
FINISH: Final = "Leave the lesson for the dome"


def verdict(done: str, missed: str, *, achieved: bool) -> tuple[str, str]:
    """Return the words after a step."""
    return (ACHIEVED, done) if achieved else (MISSED, missed)
