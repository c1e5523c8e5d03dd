"""Phrases about lessons."""

from __future__ import annotations

from typing import Final

# -- The list of lessons ---------------------------------------------------------------------------

TWO_MINUTES_EACH: Final = (
    "Two minutes each, on the board itself. What you are to do stands in the panel."
)
LESSON_IS_DONE: Final = "Lesson {number} is done: {title}"
