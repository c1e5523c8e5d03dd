"""Lesson files: a position, and steps that say what to do in it."""

from deathdome.content.lessons.facts import fill
from deathdome.content.lessons.reading import (
    Lesson,
    Listed,
    lesson_from_text,
    lesson_paths,
    listed_lesson,
    load_lesson,
)

__all__ = [
    "Lesson",
    "Listed",
    "fill",
    "lesson_from_text",
    "lesson_paths",
    "listed_lesson",
    "load_lesson",
]
