"""Earlier sets of the game's cards: the files, the command that writes them, and damage."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import pytest
from other_cards import copy_of_cards, keep, make_dearer, the_game_of

from deathdome.bundled import data_folder
from deathdome.content.catalogs import bundled_entries, load_catalog
from deathdome.content.earlier_cards import FOLDER, earlier_collection, earlier_set, earlier_sets
from deathdome.errors import ContentError
from lab.pages import kept_cards
from lab.pages.kept_cards import COPY, REMEDY, copied, is_same

if TYPE_CHECKING:
    from pathlib import Path

FIRST = f"cards/{FOLDER}/0001.toml"


def tables(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


# -- the files ----------------------------------------------------------------------------------


def test_the_cards_in_force_are_kept_before_they_change() -> None:
    copy = COPY.read_text(encoding="utf-8")
    assert is_same(copy), REMEDY
    assert copy == copied(), (
        "names or texts of cards have changed; write their copy with: make docs"
    )


def test_every_earlier_set_has_the_fingerprint_that_its_file_states() -> None:
    assert earlier_sets()
    for one in earlier_sets():
        assert one.catalog.fingerprint == one.fingerprint


def test_the_files_are_numbered_in_the_order_of_their_days() -> None:
    paths = sorted((data_folder() / "cards" / FOLDER).iterdir())
    assert [path.name for path in paths] == [f"{n:04}.toml" for n in range(1, len(paths) + 1)]
    days = [str(tables(path)["date"]) for path in paths]
    assert days == sorted(days)


def test_the_stamp_had_no_limit_in_the_first_set() -> None:
    found = earlier_collection("743976c4846ad414")
    assert found is not None
    for catalog, limited in ((found.catalog, False), (load_catalog(), True)):
        (stamp,) = (item for item in catalog.items if item.id == "extendable-stamp")
        assert (stamp.abilities[0].limit is not None) is limited


# -- make keep-cards ----------------------------------------------------------------------------


def test_after_two_changes_both_sets_before_them_are_there(tmp_path: Path) -> None:
    sets = [load_catalog()]
    folder = copy_of_cards(tmp_path)
    for names in (("warrior", "gunner", "registry"), ("gunner", "characters")):
        make_dearer(folder, names)
        keep(folder)
        with the_game_of(folder):
            sets.append(load_catalog())
    assert len({one.fingerprint for one in sets}) == 3
    with the_game_of(folder):
        assert is_same(kept_cards.COPY.read_text(encoding="utf-8"))
        for before in sets[:2]:
            found = earlier_collection(before.fingerprint)
            assert found is not None
            assert found.catalog.items == before.items
            assert found.catalog.characters == before.characters
        assert earlier_collection(sets[2].fingerprint) is None  # today's
        assert earlier_collection("0123456789abcdef") is None
    # A file has the replaced cards and no others.
    newest = tables(max((folder / "cards" / FOLDER).iterdir()))
    assert newest["fingerprint"] == sets[1].fingerprint
    assert newest.keys() == {"fingerprint", "date", "card", "character"}
    gunner = tables(data_folder() / "cards" / "gunner.toml")["card"]
    assert [one["id"] for one in newest["card"]] == [one["id"] for one in gunner]  # type: ignore[attr-defined]


def test_other_names_and_texts_are_nothing_to_keep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of_cards(tmp_path)
    path = folder / "cards" / "warrior.toml"
    path.write_text(path.read_text("utf-8").replace("Rusty Chainsaw", "Rustier Chainsaw"), "utf-8")
    before = sorted((folder / "cards" / FOLDER).iterdir())
    keep(folder)
    assert "nothing to keep" in capsys.readouterr().out
    assert sorted((folder / "cards" / FOLDER).iterdir()) == before
    assert "Rustier Chainsaw" in (folder / COPY.name).read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "rusty-chainsaw"', 'id = "rusty-saw"'),
        ('[[card]]\nid = "whoopee-maul"', '[[card]]\nid = "whoopee-maul-2"'),
    ],
)
def test_a_renamed_card_cannot_be_kept(tmp_path: Path, old: str, new: str) -> None:
    folder = copy_of_cards(tmp_path)
    path = folder / "cards" / "warrior.toml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ContentError, match="A card keeps its id and its place in the files"):
        keep(folder)
    assert len([*(folder / "cards" / FOLDER).iterdir()]) == len(earlier_sets())


def test_a_moved_card_cannot_be_kept(tmp_path: Path) -> None:
    folder = copy_of_cards(tmp_path)
    path = folder / "cards" / "tokens.toml"
    first, *rest = re.split(r"(?m)^(?=\[\[token\]\])", path.read_text("utf-8"))
    path.write_text("".join([first, *reversed(rest)]), "utf-8")
    with pytest.raises(ContentError, match="A card keeps its id and its place in the files"):
        keep(folder)


def test_a_program_that_gives_the_same_cards_another_fingerprint_is_noticed() -> None:
    copy = COPY.read_text(encoding="utf-8").replace(load_catalog().fingerprint, "0123456789abcdef")
    with pytest.raises(ContentError, match="a change of the program altered it"):
        is_same(copy)


# -- damaged files ------------------------------------------------------------------------------

STAMP = (data_folder() / FIRST).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("cost = 200_000", "cost = = 2", 10, "not TOML"),
        ("cost = 200_000", "cots = 200_000", 10, 'card "extendable-stamp", cots: no field'),
        ("cost = 200_000", 'cost = "free"', 10, "a whole number is needed"),
        ('id = "extendable-stamp"', 'id = "extendable-stomp"', 6, "the game has no card of"),
        ('"743976c4846ad414"', '"today"', 2, "fingerprint: 16 hexadecimal digits are needed"),
        ("date = 2026-11-23", 'date = "Monday"', 3, "date: a day like 2026-11-23 is needed"),
        ("date = 2026-11-23", "day = 2026-11-23", 1, "date: a day like 2026-11-23 is needed"),
        ("date = ", "remark = 1\ndate = ", 3, 'no field "remark" here'),
        ('{ capture = "picked" }', '{ token = "anthill" }', 16, "a token is put where"),
        ('when = "action"', 'when = "always"', 15, "a constant ability has no choice"),
        ("cost = 200_000", "cost = 300_000", 2, "fingerprint: the set has "),
    ],
)
def test_a_damaged_file_is_named_with_its_line(old: str, new: str, line: int, said: str) -> None:
    assert STAMP.count(old) == 1
    with pytest.raises(ContentError, match=rf"^{FIRST}:{line}: .*{re.escape(said)}"):
        _ = earlier_set(STAMP.replace(old, new), FIRST, bundled_entries()).catalog
