"""Pairings: every manager meets the others in every seat."""

from __future__ import annotations

import pytest

from deathdome.arena.arena import parse_managers
from deathdome.errors import UsageError
from deathdome.lineups import copies, lineups, rotations


def test_more_managers_than_seats_meet_in_every_choice() -> None:
    assert lineups(tuple("abc"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(lineups(tuple("abcd"), 3)) == 4
    assert lineups(tuple("abcd"), 4) == [("a", "b", "c", "d")]


def test_the_last_manager_sits_in_every_seat_that_is_left() -> None:
    assert lineups(tuple("ab"), 4) == [("a", "b", "b", "b")]
    assert lineups(tuple("abc"), 4) == [("a", "b", "c", "c")]
    assert lineups(tuple("a"), 2) == [("a", "a")]


@pytest.mark.parametrize("managers", [(), ("",), ("a", ""), ("a", "b", "a")])
def test_a_manager_has_one_name_and_is_named_once(managers: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        lineups(managers, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("block", [0, 1])
def test_in_a_block_everybody_sits_in_every_seat_once(seats: int, block: int) -> None:
    found = rotations(seats, block)
    assert len(found) == seats
    for seat in range(seats):
        assert sorted(places[seat] for places in found) == list(range(seats))


def test_every_other_block_sits_round_the_board_the_other_way() -> None:
    def follows(places: tuple[int, ...]) -> set[tuple[int, int]]:
        return set(zip(places, places[1:] + places[:1], strict=True))

    forward, back = (follows(rotations(4, block)[0]) for block in (0, 1))
    assert {(after, before) for before, after in forward} == back
    assert rotations(4, 2) == rotations(4, 0)


def test_copies_of_a_manager_are_numbered() -> None:
    assert copies(("a", "b", "b", "a")) == [0, 0, 1, 1]


def test_a_level_goes_to_those_that_take_one_and_name_none() -> None:
    assert parse_managers("random, tactical,searcher@elite+turtle", "rookie") == (
        *("random", "tactical@rookie", "searcher@elite+turtle"),
    )
    assert parse_managers("tactical+raider,rookie", "elite") == ("tactical@elite+raider", "rookie")
    assert parse_managers("command:awk -f mine.awk", "elite") == ("command:awk -f mine.awk@elite",)


def test_without_a_level_names_stay_as_they_are() -> None:
    assert parse_managers("random,tactical@elite") == ("random", "tactical@elite")


@pytest.mark.parametrize(
    ("text", "level", "message"),
    [
        ("random", "rookie", "none of random takes a level"),
        ("rookie,elite", "rookie", "--level rookie: rookie and elite have one already"),
        ("tactical@rookie", "rookie", "--level rookie: tactical@rookie has one already"),
        ("elite,random", "rookie", "elite has one already, and none of random takes a level"),
        ("tactical", "rooky", 'Did you mean "rookie"'),
    ],
)
def test_a_level_that_nobody_takes_is_refused(text: str, level: str, message: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_managers(text, level)
    assert message in str(refusal.value)
