"""`copy match`: after a match, all of it as text for somewhere else."""

from __future__ import annotations

from deathdome.errors import UsageError
from deathdome.records.format import record_of
from deathdome.records.replay_text import replay_text


def match_lines(words: str, written: bytes | None) -> list[str]:
    """The lines that `copy match` says; `written` is the record of a match that is over, else None.

    Raises:
        DeathdomeError: nothing can be copied so, or not yet.
    """
    if words.lower() != "match":
        raise UsageError('"copy" copies the position as you see it, "copy match" the whole match')
    if written is None:
        raise UsageError(
            "a match as text holds every hand, so it can be copied only when the match is over"
        )
    if not written:
        raise UsageError("this match is not kept, so there is no replay of it")
    return replay_text(record_of(written, "this match", own=True)).splitlines()
