"""Lesson files: a position, and steps that say what to do in it."""

from deathdome.content.lessons.facts import fill
from deathdome.content.lessons.reading import Lesson, lesson_from_text, lesson_paths, load_lesson

__all__ = ["Lesson", "fill", "lesson_from_text", "lesson_paths", "load_lesson"]
