"""The names of frames and events outside the program do not hang on those of classes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from question_scenes import SCENES

from deathdome.content.positions.one_line import position_line, read_line
from deathdome.content.positions.writing import position_text
from deathdome.errors import DeathdomeError
from deathdome.managers.foreign.records import plain, record
from deathdome.managers.foreign.sheets import event_sheet
from deathdome.model.events import Event
from deathdome.model.frames import Frame, Turn
from deathdome.model.wire import EVENTS, FRAMES, Wire, canonical_text

TESTS = Path(__file__).parents[1]
RENAMING = """
import sys
from deathdome.model import events, frames
for kind in [*vars(events).values(), *vars(frames).values()]:
    if kind in (events.Outcome, events.Standing):
        continue  # parts of an event; both ends of a pipe have the same version
    if isinstance(kind, type) and kind.__module__ in (events.__name__, frames.__name__):
        kind.__name__ = kind.__qualname__ = "Renamed"
from model.test_wire import written
sys.stdout.write(written())
"""


class Renamed(NamedTuple):
    """A frame whose attributes are called otherwise."""

    team: int
    steps: int = 4


class Split(NamedTuple):
    """A frame in two parts."""

    first: Renamed
    phases: int
    left: int = 7


@pytest.mark.parametrize(("table", "kinds"), [(FRAMES, Frame), (EVENTS, Event)])
def test_every_frame_and_event_has_a_row_with_all_its_fields(
    table: dict[type, Wire[Any]], kinds: Any
) -> None:
    assert set(table) == set(get_args(kinds))
    assert len({wire.name for wire in table.values()}) == len(table)
    for kind, wire in table.items():
        parts = {name.partition(".")[0] for name in wire.attributes.values() if "." in name}
        written = [(kind, part) for part in parts] + [wire.owner(field) for field in wire.fields]
        owners = {owner for owner, _ in written} | {kind}
        assert sorted(written, key=str) == sorted(
            [(owner, name) for owner in owners for name in _names(owner)], key=str
        )


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else kind._fields


def test_an_attribute_can_have_another_name_than_its_field() -> None:
    wire = Wire(Renamed, "Turn seat:team step:steps")
    assert wire.values(Renamed(1, 2)) == (1, 2)
    assert wire.value(Renamed(1, 2), "step") == 2
    assert wire.record((1, 2)) == Renamed(1, 2)
    assert Wire(Renamed, "Turn step:steps seat:team").record((1, 2)) == Renamed(2, 1)
    assert (wire.fields, wire.defaults) == (("seat", "step"), {"step": 4})


def test_an_attribute_can_stand_in_a_part_of_the_record() -> None:
    wire = Wire(Split, "Turn seat:first.team phases step:first.steps left")
    split = Split(Renamed(1, 2), 3, 5)
    assert wire.values(split) == (1, 3, 2, 5)
    assert wire.value(split, "step") == 2
    assert wire.record((1, 3, 2, 5)) == split
    assert wire.defaults == {"step": 4, "left": 7}
    assert (wire.owner("step"), wire.owner("left")) == ((Renamed, "steps"), (Split, "left"))


def written() -> str:
    """All that is written of a position for every question, and of what led to it."""
    found: list[Any] = []
    for make in SCENES.values():
        if make is None:
            continue
        match = make()
        state, told = match.state, match.events
        upside_down = state.copy()
        upside_down.stack = (*state.stack, Turn(0))
        try:
            read_line(position_line(upside_down))
        except DeathdomeError as error:
            found.append(str(error))
        found += [
            canonical_text(state),
            position_text(state),
            position_line(state),
            canonical_text(read_line(position_line(state)).whole),
            [event_sheet(state.setup, event) for event in told],
            plain((state.stack, told)),
            plain(record(plain((state.stack, told)))),
        ]
    return json.dumps(found)


def test_renamed_classes_change_nothing_that_is_written() -> None:
    """The classes have other names before anything that writes them is imported."""
    done = subprocess.run(
        [sys.executable, "-c", RENAMING],
        env={"PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS / 'support'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == written()
    assert "UnitPhase" in done.stdout
    assert "Renamed" not in done.stdout
