"""Rows in ASCII: an ellipsis is three dots, never two, and frames and bars are plain symbols."""

from __future__ import annotations

import re

import pytest
from frozen import archive
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from textual.color import Color

from deathdome.stage.terminal_io.ascii_rows import AsciiRows, spelled
from deathdome.stage.text import ELLIPSIS

TWO_DOTS = re.compile(r"(?<!\.)\.\.(?!\.)")


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        (f"Poorly Bolted{ELLIPSIS}", "Poorly Bolt..."),
        (f"Poorly Bolted{ELLIPSIS} 600k", "Poorly Bolt... 600k"),
        (f"Wait{ELLIPSIS}    ", "Wait...  "),
        (f"Wait{ELLIPSIS}   > map", "Wait... > map"),
        (f"{ELLIPSIS}and dies", "...d dies"),
        ("no ellipsis", "no ellipsis"),
    ],
)
def test_dots_take_blank_columns_or_the_last_letters(row: str, shown: str) -> None:
    assert spelled(row) == shown


@given(st.text(alphabet=f"ab {ELLIPSIS}", max_size=20))
def test_dots_move_nothing_else(row: str) -> None:
    shown = spelled(row)
    assert len(shown) == len(row)
    assert shown.isascii()
    if ELLIPSIS not in row:
        assert shown == row


@pytest.mark.parametrize("group", ["screens-80x24", "screens-120x40"])
def test_no_frozen_screen_has_two_dots(group: str) -> None:
    screens = archive.read(group)
    assert any("..." in screen for screen in screens.values())
    found = [
        row for screen in screens.values() for row in screen.splitlines() if TWO_DOTS.search(row)
    ]
    assert found == []


FRAMES = re.compile("[\u2190-\u21ff\u2500-\u25ff]")


@pytest.mark.parametrize("group", ["screens-80x24", "screens-120x40"])
def test_no_frozen_screen_draws_frames_or_bars_beyond_ascii(group: str) -> None:
    """Scroll bars, boxes and the command palette are the widgets' own."""
    screens = archive.read(group)
    assert [name for name, screen in screens.items() if FRAMES.search(screen)] == []


@given(st.text(alphabet="ab\u2500\u2502\u2584\u258c\u2594\u2026", max_size=20))
def test_frames_and_bars_keep_their_columns(row: str) -> None:
    shown = "".join(one.text for one in AsciiRows().apply([Segment(row)], Color(0, 0, 0)))
    assert len(shown) == len(row)
    assert shown.isascii()
