"""Records: a game as a file that resumes, replays and verifies (R-35, R-36)."""

from __future__ import annotations

from random import Random

import pytest
from powerdome.random_players import answer
from powerdome.tables import tome

from deathdome.errors import RecordError
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.play.record import Header, RecordText, read_record, replay
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.play.timeline import Timeline
from deathdome.powerdome.rules.game import new_game


def played(seed: int, most: int = 10_000) -> tuple[Header, Referee, list[bytes]]:
    dice = Random(seed)
    names = ["Brass Widow", "Rust Abbot", "Ilka Nine"][: dice.randint(2, 3)]
    options = Options(declare=dice.choice(("sheet", "combat")))
    header = Header(
        "1", "2026-01-01 00:00:00", "0" * 16, seed, tuple((n, "human") for n in names), options
    )
    referee = Referee(new_game(tome(), names, options), seed)
    record = RecordText(header, referee)
    texts: list[bytes] = []
    while not referee.over and len(texts) < most:
        ask = dice.choice(referee.owed())
        referee.give(ask.seat, answer(referee.view(ask.seat), ask, dice))
        texts.append(record.update())
    return header, referee, texts


@pytest.mark.parametrize("seed", range(12))
def test_a_record_replays_to_the_same_game(seed: int) -> None:
    header, referee, texts = played(seed)
    record = read_record(texts[-1], "game")
    assert record.header == header
    assert record.wrong is None
    assert record.closed
    again = replay(record, tome(), "game")
    assert not again.problem
    assert again.rolled
    assert again.referee.events == referee.events
    for text in texts[:: len(texts) // 5]:
        found = read_record(text, "game")
        assert found.wrong is None
        half = replay(found, tome(), "game")
        assert not half.problem
        assert half.referee.events == referee.events[: len(half.referee.events)]


def test_a_record_hides_answers_that_are_secret() -> None:
    _, referee, texts = played(3, most=1)
    assert len(referee.state.gathered) == 1
    assert not read_record(texts[-1], "game").lines


def test_a_record_with_the_line_ends_of_windows_is_the_same() -> None:
    text = played(3)[2][-1]
    record = read_record(text.replace(b"\n", b"\r\n"), "game")
    assert record == read_record(text, "game")
    assert record.wrong is None


@pytest.mark.parametrize("seed", range(3))
def test_any_change_is_found(seed: int) -> None:
    text = played(seed)[2][-1]
    dice = Random(seed)
    for _ in range(40):
        at = dice.randrange(len(text))
        changed = text[:at] + bytes([text[at] ^ dice.randint(1, 7)]) + text[at + 1 :]
        try:
            record = read_record(changed, "game")
        except RecordError:
            continue
        assert record.wrong is not None or not record.closed
        replay(record, tome(), "game")


@pytest.mark.parametrize("seed", range(6))
def test_no_game_begins_with_a_changed_line(seed: int) -> None:
    """A fork has new marks, so what it begins with must be as the program wrote it."""
    texts = played(seed)[2]
    written = Timeline(read_record(texts[-1], "game"), tome(), "game").journal
    dice = Random(seed)
    refused = 0
    for _ in range(20):
        text = texts[-1]
        at = dice.randrange(len(text))
        changed = text[:at] + bytes([text[at] ^ dice.randint(1, 7)]) + text[at + 1 :]
        try:
            timeline = Timeline(read_record(changed, "game"), tome(), "game")
        except RecordError:
            continue
        for moment in {0, timeline.last // 2, timeline.last}:
            try:
                begun = timeline.fork(moment)
            except RecordError:
                refused += 1
                continue
            assert begun.journal[:moment] == written[:moment]
    assert refused
