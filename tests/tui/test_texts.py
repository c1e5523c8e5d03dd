"""Texts of the screen: cleaned of what a terminal obeys, and cut to the columns they take."""

from __future__ import annotations

import pytest
from hostile.inputs import PILE, TEXTS, WIDE
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from deathdome.stage.text import clean, columns_of, cut, fitted, heading, text_of, wrapped

# -- columns ---------------------------------------------------------------------------------------


@given(st.text(), st.integers(2, 60))
def test_no_text_is_wider_than_its_place(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= width
    assert cell_len(fitted(text, width)) == width
    assert columns_of(clean(text)) == cell_len(clean(text))
    rows = wrapped(text, width)
    assert all(cell_len(text_of(row)) <= max(width, 8) for row in rows)
    assert "".join(text_of(row) for row in rows).replace(" ", "") == "".join(clean(text).split())


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = clean(text)
    assert shown.isprintable()
    assert clean(shown) == shown
    assert cell_len(text_of(heading(cut(text, 20), 30, "right"))) == 30


def test_wide_signs_count_twice_and_marks_not_at_all() -> None:
    assert cut(WIDE, 8) == WIDE
    assert cut(WIDE, 7) == f"{WIDE[:3]}\N{HORIZONTAL ELLIPSIS}"
    assert fitted(WIDE[:1], 4) == f"{WIDE[:1]}  "
    assert fitted("e\u0301", 3) == "e\u0301  "
    assert [text_of(row) for row in wrapped(f"{WIDE} {WIDE}", 8)] == [WIDE, WIDE]
    assert [text_of(row) for row in wrapped(f"a {WIDE * 2}", 8)] == ["a", WIDE, WIDE]


def test_a_pile_of_marks_stays_in_its_row() -> None:
    assert clean(PILE) == "Z\u0301\u0301algo"
    assert clean("\u0301x") == "x"
