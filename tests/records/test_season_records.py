"""A season is one record, with its matches as chapters."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from fuzz import eager
from question_scenes import auction
from sample_records import header_of

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.collection import Collection
from deathdome.errors import RecordError
from deathdome.match.referee import Referee
from deathdome.model.ruleset import EDITIONS
from deathdome.model.wire import canonical_text
from deathdome.records.format import moment, record_of
from deathdome.records.header import Header, header_text, read_header
from deathdome.records.replay import replay
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.records.writer import record_text
from deathdome.rules.engine import decision
from deathdome.rules.setup import new_game


def season(seed: int, answers: int = 100_000) -> Referee:
    """Play a short season, or its beginning, by random answers."""
    rng = Random(seed)
    edition = EDITIONS[rng.choice([*EDITIONS])]
    state = new_game(
        load_catalog(),
        load_board("waspworth"),
        seats=rng.choice([2, 3]),
        ruleset=replace(edition, bonus=rng.random() < 0.5, handicap=True),
        purses=None,
        series=(2, 1),
    )
    referee = Referee(state, seed, bytes(16))
    for _ in range(answers):
        asked = decision(referee.state)
        if asked is None:
            break
        referee.answer(eager(asked, rng))
    return referee


def header(referee: Referee, **more: Any) -> Header:
    """Return the header of the record of a season."""
    series = referee.state.setup.series
    assert series is not None
    return replace(header_of(referee), series=series.schedule, rounds=series.schedule[0], **more)


@pytest.mark.parametrize("seed", range(6))
def test_a_season_is_replayed_to_the_same_position(seed: int) -> None:
    whole = season(seed)
    collection = Collection(load_catalog(), {})
    for referee in (whole, season(seed, len(whole.journal) // 2)):
        record = record_of(record_text(header(referee), referee), "season", own=True)
        told = replay(record, collection)
        assert told.differs == ""
        assert canonical_text(told.referee.state) == canonical_text(referee.state)
        assert read_replay(replay_text(record), collection=collection).raw == record.raw


def test_moments_name_the_match() -> None:
    referee = season(1)
    text = record_text(header(referee), referee).decode()
    assert "match 1 store" in text
    assert "match 1 round 2" in text
    assert "match 2 store" in text
    assert "match 2 round 1" in text
    assert moment(referee.state) == "end"


def test_an_auction_is_a_moment_of_its_match() -> None:
    assert moment(auction().state) == "match 1 auction"


def test_the_header_has_the_schedule_and_the_purses() -> None:
    there = header(season(0, 0), credits=(1_000_000, 3_000_000))
    lines = header_text(there).split("\n")
    assert "series: 2 1" in lines
    assert "credits: 1000000 3000000" in lines
    assert read_header(lines[1:-2], "x") == there


@pytest.mark.parametrize("line", ["series: 3 1", "series: two", "series: 2,1", "credits: -1 5"])
def test_a_header_with_a_bad_schedule_is_refused(line: str) -> None:
    lines = header_text(header(season(0, 0))).split("\n")[1:-2]
    lines = [line if one.startswith("series") and line[0] == "s" else one for one in lines]
    lines += [line] if line[0] == "c" else []
    with pytest.raises(RecordError, match=line.split(":", maxsplit=1)[0]):
        read_header(lines, "x")
