"""The law of text: whatever the program writes, it reads back, with any pack and board."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import eager
from random_names import collection_of

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.files import parse_sheet
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.content.positions.writing import position_text
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.notation import action_text, parse_action, split_typed, with_team_names
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay import packs_of, replay
from deathdome.records.replay_text import read_replay, replay_text

if TYPE_CHECKING:
    from deathdome.content.collection import Collection
    from deathdome.model.decisions import Decision
    from deathdome.model.state import Setup, State

MANY = 30  # options of a question that are read back
ANSWERS = 120  # in a match


def check_options(setup: Setup, asked: Decision, dice: Random) -> None:
    """Every option has a text of its own, and each text means its option."""
    texts = [action_text(setup, action, asked.seat) for action in asked.options]
    assert len({*texts}) == len(texts), "two options with one text"
    options = list(zip(asked.options, texts, strict=True))
    for action, text in dice.sample(options, min(MANY, len(options))):
        assert text.isprintable()
        assert parse_action(setup, text, asked.seat, asked.options) == action, text
        assert parse_action(setup, text, asked.seat) == action, text
    for action, text in dice.sample(options, min(5, len(options))):
        assert parse_action(setup, text.upper(), asked.seat, asked.options) == action, text
        (typed,) = split_typed(text)
        typed = with_team_names(setup, f"{typed}.", asked.seat, asked.options)
        assert parse_action(setup, typed, asked.seat, asked.options) == action, text
    for action, text in dice.sample(options, min(5, len(options))):
        (typed,) = split_typed(text)
        typed = with_team_names(setup, f"{typed}.", asked.seat, asked.options)
        assert parse_action(setup, typed, asked.seat, asked.options) == action, text
        if kind_of(action) is ActionKind.BUY:
            named = f"buy {setup.catalog.store_cards[a_of(action)].name}"
            assert parse_action(setup, named, asked.seat, asked.options) == action, named


def check_position(state: State, found: Collection) -> None:
    """A position comes back from its file and from its line."""
    whole = canonical_text(state)
    read, _ = place_pieces(parse_sheet(position_text(state), "copy"), "copy", Path(), found)
    assert canonical_text(read) == whole
    assert canonical_text(read_line(position_line(state), found).whole) == whole


def check_match(seed: int, folder: Path) -> None:
    """Plays a match from the box, and reads back its questions, positions and record."""
    dice = Random(f"{seed} match")
    seats = dice.choice((2, 3, 4))
    found = collection_of(seed, seats, folder)
    names = ["human"] * seats
    rules = ruleset_of("2021", characters=dice.random() < 0.6)
    quick = dice.random() < 0.5
    referee = new_referee(names, seed, 2, "yard", quick=quick, ruleset=rules, collection=found)
    writer, _ = library.begin_record(referee, names, board="yard", packs=[str(folder)])
    for number in range(ANSWERS):
        asked = referee.asked
        if asked is None:
            break
        check_options(referee.state.setup, asked, dice)
        if number % 15 == 0:
            check_position(referee.state, found)
        referee.answer(eager(asked, dice))
    assert writer.update() == ""
    writer.close()
    record = read_record(writer.path)
    text = replay_text(record, found)
    back = read_replay(text, packs_of([str(folder)]), found)
    assert replay_text(back, found) == text
    for told in (replay(record), replay(back, found)):
        assert told.differs == ""
        assert told.referee.journal == referee.journal
        assert canonical_text(told.referee.state) == canonical_text(referee.state)


@pytest.mark.parametrize("seed", range(4))
def test_everything_written_in_a_match_is_read_back(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "home"))
    check_match(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("first", range(100, 250, 10))
def test_everything_written_in_many_matches_is_read_back(
    first: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(first, first + 10):
        folder = tmp_path_factory.mktemp("match")
        monkeypatch.setenv("DEATHDOME_HOME", str(folder / "home"))
        check_match(seed, folder)
