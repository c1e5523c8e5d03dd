"""Numbers in texts: short credits, with a plus for a gain, and words that agree with a number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deathdome.text.names import compact, counted


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (400, "0"),
        (100_000, "100k"),
        (700_000, "700k"),
        (89_193, "89k"),
        (999_600, "1M"),
        (1_000_000, "1M"),
        (1_100_000, "1.1M"),
        (12_345_678, "12.3M"),
        (-500_000, "-500k"),
        (-300, "0"),
    ],
)
def test_credits_are_short(amount: int, text: str) -> None:
    assert compact(amount) == text


def test_a_gain_has_a_plus_if_asked() -> None:
    assert compact(500_000, signed=True) == "+500k"
    assert compact(-500_000, signed=True) == "-500k"
    assert compact(0, signed=True) == "0"


@given(st.integers(-(10**9), 10**9))
def test_the_short_form_is_within_half_a_step(amount: int) -> None:
    text = compact(amount)
    unit = {"M": 1_000_000, "k": 1_000}.get(text[-1], 1)
    value = float(text.rstrip("Mk")) * unit
    assert abs(value - amount) <= (50_000 if unit == 1_000_000 else 500)


@pytest.mark.parametrize(
    ("number", "word", "text"),
    [
        (1, "wound", "1 wound"),
        (3, "wound", "3 wounds"),
        (0, "wound", "no wounds"),
        (1200, "match", "1,200 matches"),
        (2, "copy", "2 copies"),
        (2, "WOUND", "2 WOUNDS"),
    ],
)
def test_words_agree_with_their_number(number: int, word: str, text: str) -> None:
    assert counted(number, word) == text


def test_no_text_joins_an_s_to_a_word() -> None:
    joined = re.compile(r"""["']s["'] ?\* ?\(|["']["'] if [^"']* == 1 else ["']s["']""")
    source = Path(__file__).parents[2] / "src"
    found = [
        f"{path}:{number}"
        for path in source.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if joined.search(line)
    ]
    assert found == []
