"""Block letters: every row of a word is as wide as the others, and readable without colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathdome.stage.letters import ROWS, letter_lines, letters_width
from deathdome.stage.text import text_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789! "


@given(st.text(LETTERS, min_size=1, max_size=8))
def test_all_rows_of_a_word_are_equally_wide(word: str) -> None:
    rows = letter_lines(word)
    assert len(rows) == ROWS
    assert {len(text_of(row)) for row in rows} == {letters_width(word)}


@pytest.mark.parametrize(
    "word", ["VICTORY", "DEFEAT", "SHARED", "LAST UNIT", "LAST ROUND", "TOWER", "KILL!"]
)
def test_the_words_of_the_show_fit_80_columns(word: str) -> None:
    assert letters_width(word) <= 78


def test_a_letter_is_drawn_in_signs_where_there_are_no_colours() -> None:
    assert [text_of(row) for row in letter_lines("T!")] == [
        "######  ##",
        "  ##    ##",
        "  ##    ##",
        "  ##      ",
        "  ##    ##",
    ]


def test_every_row_has_its_own_heat() -> None:
    looks = [{span.look for span in row if span.look} for row in letter_lines("E", "cold")]
    assert looks == [{f"cold{row}"} for row in range(ROWS)]


def test_signs_without_a_letter_are_left_out() -> None:
    assert letter_lines("A-B?") == letter_lines("AB")
