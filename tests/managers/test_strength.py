"""Lists of managers describe each one, with its strength if measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.bundled import data_folder
from deathdome.managers.manager_name import (
    FILE,
    LEVELS,
    Strength,
    ranked,
    ranking_note,
    read_strengths,
    strength_text,
    strengths,
    told,
)
from deathdome.managers.registry import names
from deathdome.text.phrases.motives import ABOUT

if TYPE_CHECKING:
    from pathlib import Path


MEASURED = {
    "regular": Strength(0.384, "veteran", -82, 1280, "2026-11-22"),
    "veteran": Strength(0.5, "veteran", 0, 1280, "2026-11-22"),
    "champion": Strength(None, "veteran", 147, 1160, "2026-11-22"),
}
WIDTH = 76  # columns of a line below a menu


def test_every_manager_of_ours_is_told_of() -> None:
    assert set(LEVELS) < set(ABOUT)
    for name in names():
        assert told(name, {}).endswith(".")


def test_figures_are_said_where_somebody_measured() -> None:
    assert told("regular", MEASURED) == (
        "Plans, and makes mistakes. Wins 38% against veteran, rating -82."
    )
    assert told("champion", MEASURED).endswith("further ahead. Rating +147.")
    assert told("searcher", MEASURED) == told("champion", MEASURED)
    assert told("tactical@regular+raider", MEASURED) == told("regular", MEASURED)


def test_whom_the_ratings_count_from_is_told_without_one() -> None:
    # "Rating 0." would read as worth nothing.
    assert told("tactical", MEASURED) == told("veteran", MEASURED) == ABOUT["veteran"]
    level = {"elite": Strength(0.5, "veteran", 0, 1280, "2026-11-22")}
    assert told("elite", level).endswith("Wins 50% against veteran, rating +0.")


@pytest.mark.parametrize("name", LEVELS)
def test_what_is_not_measured_has_no_figure(name: str) -> None:
    assert told(name, {}) == ABOUT[name]
    assert not any(sign.isdigit() for sign in told(name, {}))


def test_levels_are_listed_by_measured_strength() -> None:
    order = ranked()
    ratings = {level: strengths()[level].rating or 0 for level in LEVELS}
    assert sorted(order) == sorted(LEVELS)
    assert [ratings[level] for level in order] == sorted(ratings.values())
    assert "champion is the strongest" in ranking_note()
    assert len(ranking_note()) <= WIDTH


def test_a_level_that_nobody_measured_keeps_its_place() -> None:
    assert ranked({}) == LEVELS
    assert ranking_note({}).endswith("champion is the strongest.")
    beaten = {"regular": Strength(None, "veteran", 20, 400, ""), "rookie": MEASURED["regular"]}
    assert ranked(beaten)[:3] == ("rookie", "regular", "veteran")
    assert ranked(beaten | MEASURED)[:3] == ("rookie", "regular", "veteran")
    unlucky = MEASURED | {"champion": Strength(None, "veteran", -200, 400, "")}
    assert ranked(unlucky) == ("rookie", "champion", "regular", "elite", "veteran")


def test_strangers_are_not_told_of() -> None:
    for name in ("command:awk -f mine.awk", "my_package:Mine", "mine", "a@b@c", "", "human"):
        assert told(name, MEASURED) == ""


def test_a_sentence_fits_below_a_menu() -> None:
    for name in ABOUT:
        worst = Strength(0.9999, "veteran", -1234, 10, "")
        assert len(told(name, {name: worst})) <= WIDTH


def test_the_file_that_is_written_is_the_one_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "strength.toml"
    path.write_text(strength_text(MEASURED.items(), ["make ladder"]), encoding="utf-8")
    assert read_strengths(path) == MEASURED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[[",
        "regular = " + "[" * 5_000,
        "regular = 1" + "0" * 5_000,
        "regular = 3",
        "[regular]\nshare = 7",
        "[regular]\nshare = 'much'\nrating = nan",
    ],
)
def test_a_file_that_says_nothing_of_use_stops_nobody(text: str, tmp_path: Path) -> None:
    path = tmp_path / "strength.toml"
    assert read_strengths(path) == {}
    path.write_text(text, encoding="utf-8")
    assert read_strengths(path) == {}


def test_words_that_a_terminal_would_heed_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "strength.toml"
    path.write_text('[regular]\nshare = 0.4\nagainst = "\\u001b[2J"\ndate = 1979-05-27\n', "utf-8")
    assert read_strengths(path) == {"regular": Strength(0.4, "veteran", None, 0, "")}


def test_the_figures_that_come_with_the_game_are_of_managers_that_come_with_it() -> None:
    assert strengths() == read_strengths(data_folder() / FILE)
    for name, one in strengths().items():
        assert name in ABOUT
        assert one.games >= 200  # no table is of fewer
        assert one.date
