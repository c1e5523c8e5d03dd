"""Ellipses: one symbol where the terminal can show it, three dots in ASCII, never two."""

from __future__ import annotations

import re

import pytest
from frozen import archive
from hypothesis import given
from hypothesis import strategies as st

from deathdome.stage.terminal_io.ellipses import spelled
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
