"""Nasty texts and files at the doors of PowerDome: names, answers, saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hostile.inputs import FILE_NAMES, ODD_FILES, TEXTS
from powerdome.lines import Persons, Played, Typed, duel, new, resume

from deathdome.cli.powerdome_games import forked_table, read_names, timeline_of
from deathdome.errors import DeathdomeError, UsageError
from deathdome.powerdome.play.library import find, summaries

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", TEXTS)
def test_a_nasty_text_is_typed_anywhere(name: str) -> None:
    text = TEXTS[name]
    rows = [row for row in text.split("\n") if row]
    forms = [f"say {row}" for row in rows] + [f"name {row}" for row in rows]
    played = duel([*rows, *forms, *(f"power {row}" for row in rows), "log", "confirm"])
    assert "\x1b" not in played.said
    assert "\x07" not in played.said
    assert "\r" not in played.said


@pytest.mark.parametrize("name", TEXTS)
def test_a_nasty_name_is_a_name_or_is_refused(name: str) -> None:
    names: tuple[str, ...] = ()
    trouble = ""
    try:
        names = read_names(TEXTS[name], ("human", "easy"))
    except UsageError as error:
        trouble = str(error)
    assert trouble.isprintable()
    if names:
        played = Played(new("human,human", 1, ",".join(names)), Typed([]))
        assert "\x1b" not in played.said


@pytest.mark.parametrize("name", FILE_NAMES)
def test_no_name_of_a_file_is_more_than_a_name(name: str, home: Path) -> None:
    for look in (find, lambda one: forked_table(one, None, None, ())):
        with pytest.raises(DeathdomeError) as caught:
            look(str(home / "none" / name) if name in ("..", "~") else f"{name}-none")
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", ODD_FILES)
def test_no_odd_file_is_a_saved_game(kind: str, home: Path) -> None:
    good = Played(new("human,random", 2), Persons(2, most=9)).table.file.path.read_bytes()
    path = home / "powerdome" / "odd.game"
    ODD_FILES[kind](path, good)
    for use in (
        lambda: resume(Typed([]), "human,random", str(path)),
        lambda: timeline_of(path, ()),
    ):
        with pytest.raises(DeathdomeError) as caught:
            use()
        assert str(caught.value).isprintable()
    assert all(one.trouble.isprintable() for one in summaries())
