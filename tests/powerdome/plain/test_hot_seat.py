"""Several people at one keyboard: the curtain before each secret form (R-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.lines import Persons, Played, Typed, after, new

from deathdome.powerdome.play.host import Person

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def two(*lines: str, **settings: int) -> Played:
    return Played(new("human,human", 1, "Ann,Abe"), Typed(lines), **settings)


def test_each_person_has_a_key_of_its_own() -> None:
    played = two()
    assert [played.host.key(seat) for seat in (0, 1)] == ["a", "b"]


def test_the_curtain_opens_with_the_persons_own_key_only() -> None:
    played = two("b", "", "A", "a", "feint, whetstone, paper cuts; key secret; confirm", "a", "b")
    assert played.lines[6].startswith("Pass the keyboard to Ann: nomination.")
    assert after(played, "b")[0] == "Abe, name three powers, in secret."
    wrong = "That is not your key. Type your key, or quit."
    assert after(played, "A") == [wrong]
    assert played.host.key(0) == "secret"
    assert played.lines.count(wrong) == 4


def test_the_curtain_covers_what_was_on_the_screen() -> None:
    played = two("a", "feint, whetstone, paper cuts; confirm", covering=50)
    at = played.lines.index("Handed in. The curtain is closed.")
    assert played.lines[at - 50 : at] == [""] * 50


def test_a_key_that_another_person_has_is_refused() -> None:
    played = two("a", "key b", "quit")
    assert after(played, "key b") == ["Another player has that key."]


def test_one_person_never_sees_a_curtain() -> None:
    played = Played(new("human,random", 3), Persons(3))
    assert "Pass the keyboard" not in played.said


@pytest.mark.parametrize("seed", range(4))
def test_no_form_is_shown_before_its_curtain_is_lifted(seed: int) -> None:
    people = Persons(seed)
    played = Played(new("human,human,human", seed, "Ann,Ben,Cy"), people)
    assert played.host.over
    open_for = ""
    for line in played.lines:
        prompt, mark, _ = line.partition("> ")
        if not mark or ", " not in prompt:
            continue
        name, form = prompt.split(", ")
        if form == "key":
            open_for = name
        elif form in ("nomination", "bids", "sheet"):
            assert name == open_for
            open_for = ""


def test_the_record_holds_no_answer_of_an_open_secret_phase() -> None:
    played = two("a", "feint, whetstone, paper cuts; confirm", "b", "feint, gluttony, 33")
    text = played.table.file.path.read_text()
    assert "Feint" not in text
    assert len(played.host.state.gathered) == 1
    assert isinstance(played.host.need, Person)


def test_the_log_of_one_person_shows_nothing_of_the_other() -> None:
    played = two("a", "feint, whetstone, paper cuts; confirm", "b", "log", "look", "quit")
    told = [*after(played, "log"), *after(played, "look")]
    assert not any("Feint" in line or "Whetstone" in line for line in told)
