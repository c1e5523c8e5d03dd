"""Cards of a pack that take the place of the game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.content.catalogs import load_catalog
from deathdome.content.packs import check_packs, load_packs
from deathdome.errors import PackError
from deathdome.match.referee import Referee
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from pathlib import Path

MAUL = """
[[card]]
id = "whoopee-maul"
name = "Whoopee Maul"
deck = "warrior"
kind = "close combat weapon"
cost = 900_000
weapon = { strength = 1, range = 1 }
replaces = true
"""
GUNNER = """
[[unit]]
id = "gunner"
name = "Gunner"
types = ["gunner"]
ratings = { s = 1, m = 4, t = 1, v = 9 }
replaces = true
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_replaced_card_keeps_its_number_and_the_others_theirs(tmp_path: Path) -> None:
    game, changed = load_catalog(), load_packs([written(tmp_path, MAUL)]).catalog
    assert [item.id for item in changed.items] == [item.id for item in game.items]
    differs = [
        new.id for old, new in zip(game.items, changed.items, strict=True) if old.cost != new.cost
    ]
    assert differs == ["whoopee-maul"]
    (maul,) = (item for item in changed.items if item.id == "whoopee-maul")
    assert maul.cost == 900_000
    assert not maul.abilities  # all of the card is replaced, not only what the pack names
    assert changed.fingerprint != game.fingerprint


def test_a_replaced_unit_of_the_registry_is_the_one_that_plays(tmp_path: Path) -> None:
    collection = load_packs([written(tmp_path, GUNNER)])
    state = new_game(collection.catalog, collection.board("waspworth"), seats=2)
    assert [unit.ratings.vitae for unit in collection.catalog.registry] == [5, 9, 5, 5]
    assert not Referee(state, 1).over


def test_without_replaces_an_id_of_the_game_is_taken(tmp_path: Path) -> None:
    path = written(tmp_path, MAUL.replace("replaces = true\n", ""))
    with pytest.raises(PackError, match=r'"whoopee-maul" is taken already by cards/warrior\.toml'):
        load_packs([path])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            MAUL.replace('"whoopee-maul"', '"woopee-maul"').replace("Whoopee", "Woopee"),
            'the game has none of this id. Did you mean "whoopee-maul"?',
        ),
        (MAUL.replace('"warrior"', '"scout"'), "replaces: that is a warrior item of the game"),
        (GUNNER.replace('id = "gunner"', 'id = "beehive"'), "that is a token of the game"),
    ],
)
def test_only_what_is_of_the_same_sort_is_replaced(text: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    findings = check_packs([path])
    assert [finding for finding in findings if said in finding.text], findings
    with pytest.raises(PackError):
        load_packs([path])


def test_the_same_card_is_replaced_once(tmp_path: Path) -> None:
    first, second = written(tmp_path, MAUL, "a.toml"), written(tmp_path, MAUL, "b.toml")
    with pytest.raises(PackError, match="is taken already by"):
        load_packs([first, second])
