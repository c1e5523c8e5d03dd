"""A simple line of `deathdome play` means the same to the short parser as to Typer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from deathdome.cli.main import app
from deathdome.cli.simple_line import FLAGS, NUMBERS, TEXTS, simple_options

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAY: Any = typer.main.get_command(app)
GIVEN = PLAY.commands["play"]
VALUES = st.one_of(
    st.sampled_from(["human,random", "plaza", "my board.toml", "2018", "vi", "7", "0", "007"]),
    st.sampled_from(["", " ", "-1", "--quick", "--", "9" * 40, "٣", "1_000", "+5", "é"]),
)
WORDS = st.one_of(st.sampled_from([*FLAGS, *TEXTS, *NUMBERS, "--plain", "--help", "x"]), VALUES)


def by_typer(words: Sequence[str]) -> dict[str, Any]:
    """Return the values that Typer gives to parameters without their default."""
    values = GIVEN.make_context("play", list(words)).params
    return {name: value for name, value in values.items() if value not in (None, False, ())}


@pytest.mark.parametrize("option", FLAGS)
def test_a_flag_is_that_of_typer(option: str) -> None:
    assert simple_options([option]) == by_typer([option]) == {FLAGS[option]: True}


@pytest.mark.parametrize("option", [*TEXTS, *NUMBERS])
def test_a_value_is_that_of_typer(option: str) -> None:
    assert simple_options([option, "7"]) == by_typer([option, "7"])


@given(st.lists(WORDS, max_size=6))
def test_every_line_that_is_simple_means_the_same_to_typer(words: list[str]) -> None:
    found = simple_options(words)
    if found is not None:
        assert found == by_typer(words)


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "-h",
        "--plain",
        "--quick --quick",
        "--seats",
        "--seed -1",
        "--seed x",
        "--seed=1",
        "--seed 9999999999",
        "--resume",
        "--pack p",
        "--from x",
        "--lesson 1",
        "--theme --quick",
        "-- --quick",
        "file.jsonl",
    ],
)
def test_typer_reads_every_other_line(line: str) -> None:
    assert simple_options(line.split()) is None


def test_typer_refuses_an_empty_word() -> None:
    assert simple_options(["--seats", ""]) is None
    assert simple_options([""]) is None
