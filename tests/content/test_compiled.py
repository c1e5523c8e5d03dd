"""The compiled cards and boards are those of the files, or are not used."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from deathdome.bundled import data_folder
from deathdome.content import compiled
from deathdome.content.board_files import board_ids, board_of_file
from deathdome.content.catalogs import catalog_of_files
from deathdome.content.compiled import FILE, compiled_board, compiled_catalog, compiled_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STALE = f"data/{FILE} is stale; write it anew with: make docs"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copy the cards and boards, with their compiled file, to a folder that the game uses."""
    copied = tmp_path / "data"
    for name in ("cards", "boards"):
        shutil.copytree(data_folder() / name, copied / name)
    shutil.copy(data_folder() / FILE, copied / FILE)
    monkeypatch.setattr(compiled, "data_folder", lambda: copied)
    compiled._file.cache_clear()
    yield copied
    compiled._file.cache_clear()


def test_the_compiled_cards_are_those_of_the_files() -> None:
    found, fresh = compiled_catalog(), catalog_of_files()
    assert found is not None, STALE
    for field in fields(fresh):
        assert getattr(found, field.name) == getattr(fresh, field.name), STALE
    assert found.abilities == fresh.abilities
    # An ability of a card and the one with its number are the same object.
    assert all(found.abilities[one.id] is one for item in found.items for one in item.abilities)


@pytest.mark.parametrize("board", board_ids())
def test_a_compiled_board_is_that_of_its_file(board: str) -> None:
    assert compiled_board(board) == board_of_file(board), STALE


def test_the_text_is_the_same_again(folder: Path) -> None:
    boards = {board: board_of_file(board) for board in board_ids()}
    text = compiled_text(catalog_of_files(), boards)
    assert (folder / FILE).read_text(encoding="utf-8") == text, STALE


@pytest.mark.parametrize("changed", ["cards/power.toml", "boards/dual.toml"])
def test_a_changed_file_makes_it_old(folder: Path, changed: str) -> None:
    assert compiled_catalog() is not None
    compiled._file.cache_clear()
    with (folder / changed).open("a", encoding="utf-8") as file:
        file.write("# a remark\n")
    assert compiled_catalog() is None
    assert compiled_board("plaza") is None


DIGEST = json.loads((data_folder() / FILE).read_text(encoding="utf-8"))["digest"]
WRONG: tuple[object, ...] = (
    None,
    [],
    {},
    {"a": 1, "b": 2},
    {"eval": "1"},
    {"Catalog": {}},
    {"Catalog": {"cards": []}},
    {"Deck": "none"},
    {"Limit": {"n": 1, "per": {"Period": "match"}}},
    {"Ability": {"id": 0, "card": "a", "when": {"Trigger": 1}, "do": [1]}},
)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "null",
        "[]",
        '{"digest": "',
        "[" * 100_000,
        *(
            json.dumps({"digest": DIGEST, "catalog": {"cards": cards}, "boards": {"plaza": cards}})
            for cards in WRONG
        ),
    ],
)
def test_a_damaged_file_is_ignored(folder: Path, text: str | None) -> None:
    if text is None:
        (folder / FILE).unlink()
    else:
        (folder / FILE).write_text(text, encoding="utf-8")
    assert compiled_catalog() is None
    assert compiled_board("plaza") is None


def test_an_unknown_board_is_not_in_it() -> None:
    assert compiled_board("nowhere") is None
