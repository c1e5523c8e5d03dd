"""A match that began with earlier cards: replayed, resumed, forked and copied with these cards."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import eager
from hosts import closed
from other_cards import copy_of_cards, keep, make_dearer, the_game_of
from program import answered

from deathdome.cli.sessions import LocalLobby, forked_session, new_referee
from deathdome.cli.values import collection_of
from deathdome.content.catalogs import load_catalog
from deathdome.content.collection import bundled_collection
from deathdome.content.earlier_cards import FOLDER
from deathdome.managers.foreign.sheets import cards_sheet
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay import collection_for, replay
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.records.timeline import Timeline, read_timeline

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.match.referee import Referee

NAMES = ("human", "random")
PACK = """\
[[card]]
id = "borrowed-spoon"
name = "Borrowed Spoon"
deck = "equipment"
kind = "close combat weapon"
cost = 200_000
weapon = { strength = 9, range = 1 }

[[card]]
id = "whoopee-maul"
name = "Whoopee Maul"
deck = "warrior"
kind = "close combat weapon"
cost = 300_000
weapon = { strength = 1, range = 1 }
replaces = true
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "spoon.toml"
    path.write_text(PACK)
    return path


def begun(packs: Sequence[str] = (), answers: int = 10**6, **more: object) -> Path:
    """The record of a match with today's cards; its teams have bought items."""
    referee = new_referee(
        list(NAMES),
        3,
        None if "series" in more else 1,
        "waspworth",
        quick=True,
        ruleset=EDITION_2021,
        collection=collection_of(packs),
        **more,  # type: ignore[arg-type]
    )
    played(referee, answers)
    writer, said = library.begin_record(referee, NAMES, packs=packs)
    writer.close()
    assert said == ""
    return writer.path


def played(referee: Referee, answers: int = 10**6) -> None:
    for at in range(answers):
        if referee.asked is None:
            break
        referee.answer(eager(referee.asked, Random(at)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The game after two changes of its cards: all prices, and then some of them again."""
    folder = copy_of_cards(tmp_path / "data")
    make_dearer(folder)
    keep(folder)
    make_dearer(folder, ["gunner", "equipment"])
    keep(folder)
    return folder


def final(path: Path) -> str:
    """The last position of a record with the cards that are in force now."""
    return canonical_text(replay(read_record(path)).referee.state)


def test_a_match_with_earlier_cards_replays_as_it_was_played(folder: Path) -> None:
    path = begun()
    catalog, before, said = load_catalog(), final(path), answered("verify", path).stdout
    with the_game_of(folder):
        record = read_record(path)
        assert final(path) == before
        collection = collection_for(record)
        assert collection.catalog.items == catalog.items
        assert collection_for(record).catalog is collection.catalog
        assert read_timeline(path).notes == ()
        done = answered("verify", path)
        assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
        assert replay(record, bundled_collection()).differs  # with today's cards it would not


def test_a_match_is_resumed_in_its_own_file_without_a_note(folder: Path) -> None:
    path = begun(answers=30)
    was, prices = path.read_bytes(), [item.cost for item in load_catalog().items]
    with the_game_of(folder):
        resumed = library.resume(path)
        referee = resumed.replay.referee
        assert resumed.notes == ()
        assert resumed.writer.path == path
        assert path.read_bytes() == was
        # Managers of other programs hear the same prices as before.
        told = cards_sheet(referee.state.setup)["items"]
        assert [item["price"] for item in told] == prices
        played(referee)
        resumed.writer.update()
        resumed.writer.close()
        assert path.read_bytes().startswith(was)
        assert answered("verify", path).returncode == 0
        session, wishes = LocalLobby().resume(str(begun(answers=30)))  # one with today's cards
        asyncio.run(closed(session))
        assert session.view.setup.catalog is load_catalog()
        assert wishes.rounds == 1
    assert answered("verify", path).returncode == 0


def test_a_season_keeps_the_prices_it_began_with(folder: Path) -> None:
    path = begun(answers=60, series=(1, 1))
    whole = read_record(begun(series=(1, 1))).header
    assert whole.series == (1, 1)
    with the_game_of(folder):
        resumed = library.resume(path)
        assert resumed.notes == ()
        played(resumed.replay.referee)
        resumed.writer.update()
        resumed.writer.close()
        assert resumed.writer.path == path
        assert "match 2" in path.read_text()
    # Today's cards are its own again, and nothing differs.
    assert replay(read_record(path)).differs == ""


def test_a_fork_and_a_copy_have_the_cards_of_their_match(folder: Path) -> None:
    path = begun()
    text, fingerprint = replay_text(read_record(path)), load_catalog().fingerprint
    assert f"cards={fingerprint}" in text
    with the_game_of(folder):
        assert replay_text(read_record(path)) == text
        assert read_replay(text).raw == path.read_bytes()
        copied = LocalLobby().load(text)  # as the screen and `play --from` read it
        assert isinstance(copied, Timeline)
        assert copied.notes == ()
        timeline = read_timeline(path)
        session = forked_session(timeline, timeline.stops[len(timeline.stops) // 2], NAMES)
        asyncio.run(closed(session))
        assert session.record is not None
        assert read_record(session.record).header.cards == fingerprint
        again = library.resume(session.record)
        again.writer.close()
        assert again.notes == ()


def test_a_match_with_a_pack_has_our_earlier_cards_and_those_of_the_pack(
    folder: Path, pack: Path
) -> None:
    path = begun([str(pack)])
    part = begun([str(pack)], answers=30)
    before = final(path)
    with the_game_of(folder):
        assert final(path) == before
        items = {item.id: item for item in collection_for(read_record(path)).catalog.items}
        assert items["borrowed-spoon"].cost == 200_000
        maul = items["whoopee-maul"].weapon
        assert maul is not None
        assert maul.strength == 1  # as the pack has it
        assert read_timeline(path).notes == ()
        resumed = library.resume(part)
        resumed.writer.close()
        assert (resumed.notes, resumed.writer.path) == ((), part)
        # A pack that has changed fits no set: the cards are today's, and the record says so.
        pack.write_text(PACK.replace("strength = 9", "strength = 8"))
        assert "the cards have changed since it started" in replay(read_record(path)).differs


def test_cards_of_no_set_are_those_of_today(folder: Path) -> None:
    path = begun()
    unknown = path.read_text().replace(load_catalog().fingerprint, "0123456789abcdef", 1)
    path.write_text(unknown)
    with the_game_of(folder):
        assert collection_for(read_record(path)).catalog is load_catalog()
        assert "the cards have changed since it started" in replay(read_record(path)).differs


def test_a_damaged_file_of_earlier_cards_is_named_with_its_line(folder: Path, pack: Path) -> None:
    paths = [begun(answers=30), begun([str(pack)], answers=30)]
    file = folder / "cards" / FOLDER / "0002.toml"
    lines = file.read_text().split("\n")
    lines[9] = "cost = = 3"
    file.write_text("\n".join(lines))
    with the_game_of(folder):
        for path in paths:
            for words in (["verify"], ["play", "--plain", "--resume"]):
                done = answered(*words, path)
                assert done.returncode == 1
                assert f"{path.name}:4: its cards cannot be loaded: " in done.stderr
                assert "cards/earlier/0002.toml:10: not TOML" in done.stderr
        # A match with today's cards does not need the file.
        assert read_timeline(begun(answers=30)).notes == ()
