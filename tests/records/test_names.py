"""Matches with unlucky names: saved, resumed and copied, also with packs that are refused now."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import eager

from deathdome.cli.sessions import new_referee
from deathdome.content.packs import load_packs
from deathdome.errors import PackError, RecordError
from deathdome.journal.words import check_of
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay import packs_of, replay
from deathdome.records.replay_text import read_replay, replay_text

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action

ITEM = """[[card]]
id = "{}"
name = "{}"
deck = "equipment"
kind = "equipment"
cost = 100_000
ratings = {{ t = 1 }}
"""
CARDS = {
    "crossed": ITEM.format("salt", "Pepper") + ITEM.format("pepper", "Salt"),
    "words": ITEM.format("on", "Onward") + ITEM.format("7", "Seven"),
    "alphabet": ITEM.format("klyuch", "\u041a\u043b\u044e\u0447")
    + ITEM.format("molot", "\u041c\u043e\u043b\u043e\u0442"),
}
BOARD = """
id = "bx"
name = "Cellar"
map = '''
BB...c...JJ
BB.......rJ
....TTT....
.c..TCT..c.
....TTT....
.....=.....
Jr.......BB
JJ...c...BB
'''
bases = { west = "a1", east = "k8" }
jails = { North = "k1", "\u042e\u0433, %  2" = "a7" }
seating = { 2 = ["west", "east"] }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "home"))
    (tmp_path / "pack").mkdir()
    return tmp_path / "pack"


def begun(folder: Path, seed: int = 1, *, quick: bool = False, board: str = "plaza") -> Referee:
    """A match with the pack in the folder, as it could begin before names were checked."""
    found = load_packs([folder], in_progress=True)
    rounds = 30 if quick else 2  # long enough to jail both ways
    return new_referee(["human", "human"], seed, rounds, board, quick=quick, collection=found)


def prefer(referee: Referee, found: Collection, dice: Random) -> Action:
    """A random answer, but the new items are bought and equipped first."""
    asked = referee.asked
    assert asked is not None
    first = len(load_packs([]).catalog.items)
    new = [
        action
        for action in asked.options
        if kind_of(action) in (ActionKind.BUY, ActionKind.EQUIP)
        and first <= a_of(action) < len(found.catalog.items)
    ]
    return dice.choice(new) if new else eager(asked, dice)


@pytest.mark.parametrize("cards", CARDS)
def test_a_match_that_has_begun_is_resumed_whatever_its_cards_are_called(
    folder: Path, cards: str
) -> None:
    (folder / "cards.toml").write_text(CARDS[cards], "utf-8")
    found = load_packs([folder], in_progress=True)
    dice = Random(cards)
    referee = begun(folder)
    writer, _ = library.begin_record(referee, ["human", "human"], packs=[str(folder)])
    for _ in range(60):
        referee.answer(prefer(referee, found, dice))
    assert writer.update() == ""
    writer.close()
    record = read_record(writer.path)
    new = [card.id for card in found.catalog.items[-2:]]
    for word in new:
        assert any(entry.text == f"buy {word}" for entry in record.entries)
        assert any(entry.text.startswith(f"equip {word} ") for entry in record.entries)
    told = replay(record)
    assert told.differs == ""
    assert told.referee.journal == referee.journal
    assert canonical_text(told.referee.state) == canonical_text(referee.state)


def test_a_pack_with_crossed_names_begins_no_new_match(folder: Path) -> None:
    (folder / "cards.toml").write_text(CARDS["crossed"], "utf-8")
    with pytest.raises(PackError, match=r'cards.toml:9: card "pepper", id: "pepper" reads like'):
        load_packs([folder])


@pytest.mark.parametrize("seed", range(3))
def test_jails_with_odd_names_are_saved_and_copied(folder: Path, seed: int) -> None:
    (folder / "board.toml").write_text(BOARD, "utf-8")
    found = load_packs([folder])
    referee = begun(folder, seed, quick=True, board="bx")
    writer, _ = library.begin_record(referee, ["human", "human"], board="bx", packs=[str(folder)])
    dice = Random(seed)
    while referee.asked is not None:
        referee.answer(eager(referee.asked, dice))
    writer.update()
    writer.close()
    record = read_record(writer.path)
    jailed = {entry.text for entry in record.entries if entry.text.startswith("jail ")}
    assert jailed == {"jail North", "jail \u042e\u0433, %  2"}
    text = replay_text(record, found)
    assert text.isascii()
    assert "jail %d0%ae%d0%b3%2c %25 %202" in text
    back = read_replay(text, packs_of([str(folder)]), found)
    for told in (replay(record), replay(back, found)):
        assert told.differs == ""
        assert canonical_text(told.referee.state) == canonical_text(referee.state)


@pytest.mark.parametrize("odd", ["%d0", "%ff%fe", "%0a", "%1b[2J"])
def test_bytes_that_are_no_text_are_refused(folder: Path, odd: str) -> None:
    (folder / "board.toml").write_text(BOARD, "utf-8")
    referee = begun(folder, quick=True, board="bx")
    writer, _ = library.begin_record(referee, ["human", "human"], board="bx", packs=[str(folder)])
    while referee.asked is not None and len(referee.journal) < 200:
        referee.answer(eager(referee.asked, Random(len(referee.journal))))
    writer.update()
    writer.close()
    found = load_packs([folder])
    body = replay_text(read_record(writer.path), found).rpartition("check: ")[0].rstrip("\n")
    assert " activate red.scout" in body
    body = body.replace(" activate red.scout", f" activate {odd}", 1)
    with pytest.raises(RecordError, match="%"):
        read_replay(f"{body}\ncheck: {check_of(body)}\n", packs_of([str(folder)]), found)
