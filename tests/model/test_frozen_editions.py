"""The defaults of format 1 never change, and no switch is without one."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.one_line import position_line, read_line, view_line
from deathdome.errors import RecordError
from deathdome.match.referee import Referee
from deathdome.model.ruleset import EDITIONS, FORMER, FROZEN, SWITCHES, Ruleset
from deathdome.records.format import read_record, record_of
from deathdome.records.header import header_text
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import State

RECORDS = Path(__file__).parents[1] / "records" / "saved"
NAMES = [field.name for field in fields(Ruleset) if field.name != "edition"]
# Values that no edition has, one for every switch that can have another.
OTHER = {
    "push_oblique": "any_farther",
    "sight_touching": "lenient",
    "payback_chains": True,
    "start_credits": 3_000_000,
}


def opened(**switches: object) -> State:
    """The first question of a match with these switches."""
    ruleset = replace(FROZEN["2021"], **switches)  # type: ignore[arg-type]
    state = new_game(load_catalog(), load_board(), seats=2, ruleset=ruleset, rounds=2)
    return Referee(state, Random(1).randrange(100)).state


def test_every_switch_of_every_edition_is_frozen() -> None:
    assert SWITCHES.keys() == EDITIONS.keys()
    for edition, switches in SWITCHES.items():
        found = [name for name in switches if name not in FORMER]
        assert found == NAMES, (
            f"give {sorted(set(found) ^ set(NAMES))} the value in model/frozen_editions.py "
            f"that keeps old matches of {edition} as they were"
        )


@pytest.mark.parametrize("switch", OTHER)
def test_a_line_names_a_switch_that_is_not_as_in_format_1(switch: str) -> None:
    state = opened(**{switch: OTHER[switch]})
    for line in (position_line(state), view_line(observe(state, 0))):
        assert f"ruleset=({switch}=" in line
        assert read_line(line).whole.setup.ruleset == state.setup.ruleset


@pytest.mark.parametrize("switch", OTHER)
def test_another_default_changes_no_old_text(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = position_line(opened()), view_line(observe(opened(), 0))
    path = RECORDS / "0.1.0-characters.match"
    copied = replay_text(read_record(path))
    later = {name: replace(rules, **{switch: OTHER[switch]}) for name, rules in EDITIONS.items()}  # type: ignore[arg-type]
    for edition, rules in later.items():
        monkeypatch.setitem(EDITIONS, edition, rules)
    old = SWITCHES["2021"][switch]
    assert getattr(read_record(path).header.ruleset, switch) == old
    assert getattr(read_replay(copied).header.ruleset, switch) == old
    for line in lines:
        assert getattr(read_line(line).whole.setup.ruleset, switch) == old


def test_a_header_has_every_switch_and_none_of_them_twice() -> None:
    header = read_record(RECORDS / "0.1.0-unfinished.match").header
    assert header.format == 1
    now = replace(header, format=2, ruleset=replace(header.ruleset, **OTHER))  # type: ignore[arg-type]
    text = header_text(now)
    named = [line.split()[1] for line in text.splitlines() if line.startswith("switch: ")]
    assert named == [*SWITCHES["2021"]]
    assert record_of(text.encode(), "it").header == now


@pytest.mark.parametrize("switch", FORMER)
def test_a_switch_that_is_gone_is_still_read_with_its_only_value(switch: str) -> None:
    header = replace(read_record(RECORDS / "0.1.0-unfinished.match").header, format=2)
    text = header_text(header)
    line = f"switch: {switch} = {SWITCHES['2021'][switch]}\n"
    assert line in text
    unmarked = "".join(one for one in text.splitlines(keepends=True) if one[:5] != "mark:")
    with pytest.raises(RecordError, match=f"{switch} can only be"):
        record_of(unmarked.replace(line, line.replace(" = ", " = 9")).encode(), "it")
    assert not hasattr(record_of(text.encode(), "it").header.ruleset, switch)


def test_a_switch_that_is_newer_than_a_record_is_as_it_was_before_there_was_one() -> None:
    header = replace(read_record(RECORDS / "0.1.0-unfinished.match").header, format=2)
    lines = header_text(header).splitlines(keepends=True)
    older = "".join(line for line in lines if "push_oblique" not in line)
    assert record_of(older.encode(), "it").header == header
