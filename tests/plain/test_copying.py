"""`copy` in plain mode: its text can be loaded, and says no more than the seat may know."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from plain.console import Console
from scenes import scene

from deathdome.cli.position import load_copied
from deathdome.cli.values import collection_of
from deathdome.content.positions.one_line import read_line, view_line
from deathdome.errors import UsageError
from deathdome.plain.commands import match_lines
from deathdome.records.format import read_record
from deathdome.records.replay_text import read_replay
from deathdome.records.timeline import Timeline
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from deathdome.model.state import State

RECORD = Path(__file__).parents[1] / "records" / "saved" / "0.1.0-characters.match"


def duel() -> State:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar"], "blue": ["sponsors-darling", "encore"]},
        active="red warrior",
    ).state


@pytest.mark.parametrize("width", [0, 40, 100])
def test_what_copy_says_is_loaded_again_however_wide_the_lines_are(width: int) -> None:
    said = Console(duel(), ["", "copy"], width=width or 100_000).after("copy").strip()
    assert said.count("\n") == (0 if not width else len(view_line(observe(duel(), 0))) // width)
    copied = read_line(said)
    assert view_line(copied.seen) == view_line(observe(duel(), 0))
    assert "sponsors-darling" not in said


def test_each_person_copies_their_own_view() -> None:
    text = Console(duel(), ["", "copy", "end phase; end turn", "end turn", "", "copy"]).text
    first, second = text[text.index("DD1 red") :].split("DD1 blue")
    assert "sponsors-darling" not in first
    assert "blue=(hand=" in second.replace("\n", "")


def test_a_match_that_is_over_is_said_line_by_line_and_comes_back() -> None:
    raw = RECORD.read_bytes()
    lines = match_lines("match", raw)
    assert read_replay("\n".join(lines)).raw == read_record(RECORD).raw
    assert isinstance(load_copied("\n".join(lines), collection_of(None)), Timeline)
    for words, written in (("match", None), ("match", b""), ("board", raw)):
        with pytest.raises(UsageError):
            match_lines(words, written)
