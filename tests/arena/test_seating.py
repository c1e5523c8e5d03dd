"""Managers by name, with a level for those that take one."""

from __future__ import annotations

import pytest

from deathdome.arena.seating import named
from deathdome.errors import UsageError


def test_a_level_goes_to_those_that_take_one_and_name_none() -> None:
    assert named("random, tactical,searcher@legend+turtle", "rookie") == (
        *("random", "tactical@rookie", "searcher@legend+turtle"),
    )
    assert named("tactical+raider,rookie", "elite") == ("tactical@elite+raider", "rookie")
    assert named("command:awk -f mine.awk", "elite") == ("command:awk -f mine.awk@elite",)


def test_without_a_level_names_stay_as_they_are() -> None:
    assert named("random,tactical@elite") == ("random", "tactical@elite")


@pytest.mark.parametrize(
    ("text", "level", "message"),
    [
        ("random", "rookie", "none of random takes a level"),
        ("rookie,legend", "rookie", "--level rookie: rookie and legend have one already"),
        ("tactical@rookie", "rookie", "--level rookie: tactical@rookie has one already"),
        ("elite,random", "rookie", "elite has one already, and none of random takes a level"),
        ("tactical", "rooky", 'Did you mean "rookie"'),
    ],
)
def test_a_level_that_nobody_takes_is_refused(text: str, level: str, message: str) -> None:
    with pytest.raises(UsageError) as refusal:
        named(text, level)
    assert message in str(refusal.value)
