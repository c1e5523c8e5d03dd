"""The cosmetic seed of a record: kept by copies and forks, fixed for old records."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sample_records import header_of, old_records

from deathdome.cli.sessions import LocalLobby, forked_session, new_referee, new_session
from deathdome.cli.values import collection_of
from deathdome.errors import RecordError
from deathdome.records import library
from deathdome.records.format import header_of as read_head
from deathdome.records.format import record_of
from deathdome.records.header import header_text, read_header
from deathdome.records.peek import recent_cosmetic_seeds
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.records.timeline import Timeline
from deathdome.seeds import COMMON, cosmetic_for
from deathdome.text.announcer import REMARK_SETS
from deathdome.tui.lobby import Wishes
from deathdome.tui.playback import Playback

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.records.header import Header
    from deathdome.session.host import MatchHost

NAMES = ["human", "random"]


def closed(host: MatchHost) -> None:
    async def wait() -> None:
        for soon in host.close():
            if soon is not None:
                await soon

    asyncio.run(wait())


def written(header: Header) -> Header:
    text = header_text(header)
    return read_header(text.splitlines()[1:-1], "it")


def test_a_header_keeps_it() -> None:
    referee = new_referee(NAMES, 3, 1, "waspworth", quick=True)
    header = header_of(referee, cosmetic=47)
    assert written(header).cosmetic == written(header).cosmetic_seed == 47
    assert "cosmetic" not in header_text(header_of(referee))


def test_an_old_record_has_one_that_outlasts_a_continuation() -> None:
    referee = new_referee(NAMES, 3, 1, "waspworth", quick=True)
    header = header_of(referee)
    continued = replace(header, version="9", cards="0" * 16, origin="old.match")
    assert header.cosmetic_seed == continued.cosmetic_seed
    # It reveals nothing about the dice.
    assert header.cosmetic_seed == replace(header, seed=4, secret=bytes(16)).cosmetic_seed
    assert header.cosmetic_seed != replace(header, began="2026-11-23").cosmetic_seed


def test_every_old_record_has_names() -> None:
    for name, raw in old_records().items():
        header = read_head(raw, name)
        assert header.cosmetic is None
        assert header.cosmetic_seed == read_head(raw, name).cosmetic_seed


@pytest.mark.parametrize("value", ["-1", "x", "1.5", "", "9" * 41])
def test_a_damaged_line_is_refused_with_its_number(value: str) -> None:
    referee = new_referee(NAMES, 3, 1, "waspworth", quick=True)
    lines = header_text(replace(header_of(referee, cosmetic=47), format=1)).splitlines()
    at = lines.index("cosmetic: 47")
    lines[at] = f"cosmetic: {value}"
    with pytest.raises(RecordError) as caught:
        read_header(lines[1:-1], "it", 1)
    assert str(caught.value).startswith(f"it:{at + 1}: ")


def test_a_random_match_draws_it_and_a_chosen_seed_repeats_it() -> None:
    assert len({cosmetic_for(None) for _ in range(20)}) == 20
    assert cosmetic_for(5) == cosmetic_for(6) == COMMON
    assert cosmetic_for(None, 7) == cosmetic_for(5, 7) == 7


@pytest.mark.parametrize("recent", [[], [5], [4, 1], [8, 2, 3], [0, 1, 2, 3]])
def test_a_random_match_has_other_remarks_than_the_last_three(recent: list[int]) -> None:
    drawn = {cosmetic_for(None, None, recent, REMARK_SETS) % REMARK_SETS for _ in range(60)}
    taken = {one % REMARK_SETS for one in recent}
    assert drawn == set(range(REMARK_SETS)) - (taken if len(taken) < REMARK_SETS else set())
    assert cosmetic_for(5, None, recent, REMARK_SETS) == COMMON
    assert cosmetic_for(None, 7, recent, REMARK_SETS) == 7


def test_the_seeds_of_the_newest_records_are_read_from_their_heads(tmp_path: Path) -> None:
    for day, line in enumerate(("cosmetic: 1", "cosmetic: 2", "x", "cosmetic: 4", "cosmetic: -5")):
        path = tmp_path / f"{9 - day}.match"
        path.write_text(f"began: x\n{line}\n")
        os.utime(path, (day, day))
    (tmp_path / "folder.match").mkdir()
    os.utime(tmp_path / "folder.match", (9, 9))
    assert recent_cosmetic_seeds(6, tmp_path) == [4, 2, 1]
    assert recent_cosmetic_seeds(3, tmp_path) == [4]
    assert recent_cosmetic_seeds(3, tmp_path / "none") == []
    referee = new_referee(NAMES, 3, 1, "waspworth", quick=True)
    library.begin_record(referee, NAMES, cosmetic=1234)[0].close()
    assert recent_cosmetic_seeds(3)[0] == 1234


def test_four_matches_in_a_row_share_no_remark() -> None:
    sets = []
    for _ in range(4):
        host = LocalLobby(collection_of(None)).open(Wishes(("human", "random"), ("", "")))
        sets.append((host.cosmetic or 0) % REMARK_SETS)
        closed(host)
    assert sorted(sets) == list(range(REMARK_SETS))


def test_copies_and_forks_keep_the_names() -> None:
    referee = new_referee(["random", "random"], 3, 1, "waspworth", quick=True)
    writer, _ = library.begin_record(referee, ["random", "random"], cosmetic=1234)
    while (request := referee.request()) is not None:
        referee.answer(request.options[0])
        writer.update()
    writer.close()
    record = record_of(writer.path.read_bytes(), "it")
    assert read_replay(replay_text(record)).header.cosmetic == 1234
    timeline = Timeline(record)
    before = Playback(timeline).convicts
    host = forked_session(timeline, timeline.stops[len(timeline.stops) // 2], ["human", "human"])
    assert host.cosmetic == 1234
    assert [host.convicts.full(unit) for unit in range(8)] == list(map(before.full, range(8)))
    closed(host)


def test_names_say_nothing_about_the_seed() -> None:
    """Two matches with other dice and cards and one cosmetic seed have the same names."""
    full = []
    for seed in (1, 2):
        host = new_session(new_referee(NAMES, seed, 1, "plaza", quick=True), NAMES, cosmetic=8)
        full.append([host.convicts.full(unit) for unit in range(8)])
        closed(host)
    assert full[0] == full[1]
