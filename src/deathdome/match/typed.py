"""A line as a person types it: several answers or commands, with semicolons between."""

from __future__ import annotations


def parts_of(line: str) -> list[str]:
    """What stands between the semicolons, in order, with single blanks between the words."""
    return [" ".join(part.split()) for part in line.split(";") if part.strip()]
