"""A record keeps the pushes of its version: format 1 limits oblique ones, new records say so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from sample_records import header_of

from deathdome.content.positions import position_from_text
from deathdome.content.positions.one_line import position_line
from deathdome.match.referee import Referee
from deathdome.model.notation import action_text, parse_action
from deathdome.model.ruleset import EDITIONS, FROZEN, SWITCHES
from deathdome.records.format import record_of
from deathdome.records.replay import replay
from deathdome.records.writer import record_text

SHOT: Final = """
turn.phase = "red.gunner"
[units]
red.gunner = { at = "e14", items = ["apology-rifle"] }
blue.gunner = { at = "j10", items = ["cyber-suit"] }
[teams.red]
hand = [5]
"""
NEAREST: Final = ["push k10", "push k9"]
FARTHER: Final = ["push k10", "push k11", "push k9"]
FORMATS: Final = {1: (FROZEN["2021"], NEAREST), 2: (EDITIONS["2021"], FARTHER)}


def written(number: int) -> tuple[bytes, list[str]]:
    """A record of this format that ends with `push k9`, and what could have been answered."""
    rules, _ = FORMATS[number]
    state = position_from_text(f'ruleset.push_oblique = "{rules.push_oblique}"{SHOT}', Path())
    start = position_line(state)
    referee = Referee(state, 3)
    lines = ["attack blue.gunner with apology-rifle", "lay sponsors-darling", "commit", "push k9"]
    options: list[str] = []
    for line in lines:
        asked = referee.asked
        assert asked is not None
        setup = referee.state.setup
        options = sorted(action_text(setup, action, asked.seat) for action in asked.options)
        referee.answer(parse_action(setup, line, asked.seat, asked.options))
    return record_text(header_of(referee, start=start, format=number), referee), options


@pytest.mark.rule("AMB-60")
@pytest.mark.parametrize("number", FORMATS)
def test_the_push_of_a_record_replays_with_the_options_of_its_version(number: int) -> None:
    raw, options = written(number)
    assert options == FORMATS[number][1]
    kept = replay(record_of(raw, "kept"))
    assert not kept.differs
    assert kept.referee.state.setup.ruleset == FORMATS[number][0]


@pytest.mark.rule("AMB-60")
def test_a_record_of_format_1_does_not_get_the_new_space() -> None:
    raw, _ = written(1)
    assert b"push_oblique" not in raw
    assert raw.count(b"push k9") == 1
    changed = record_of(raw.replace(b"push k9", b"push k11"), "kept")
    kept = replay(changed)
    assert "k11" in kept.named


def test_a_new_record_carries_the_whole_ruleset() -> None:
    raw, _ = written(2)
    assert b'switch: push_oblique = "any_farther"\n' in raw
    assert raw.count(b"switch: ") == len(SWITCHES["2021"])
