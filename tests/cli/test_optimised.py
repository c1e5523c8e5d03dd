"""`python -O` and `-OO` drop asserts and docstrings, and nothing that the program needs."""

from __future__ import annotations

import subprocess
import sys

import pytest


def said(*words: str) -> str:
    """Return what `python WORDS` prints."""
    ended = subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True)
    return ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("words", [("--help",), ("arena", "--help"), ("play", "--help")])
def test_help_is_the_same_without_docstrings(words: tuple[str, ...]) -> None:
    plain = said("-m", "deathdome", *words)
    assert len(plain.splitlines()) > 10
    assert said("-OO", "-m", "deathdome", *words) == plain


@pytest.mark.slow
def test_matches_are_the_same_without_asserts() -> None:
    words = ("-m", "deathdome", "sim", "--rounds", "2", "--seed", "5", "--seats", "greedy,random")
    assert (
        said("-OO", *words, "--json").partition('"decisions"')[0]
        == said(*words, "--json").partition('"decisions"')[0]
    )
