"""Typed lines about cards and jails with unlucky names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from plain.console import Console, Last
from scenes import scene

from deathdome.content.board_files import board_from_text
from deathdome.content.packs import load_packs
from deathdome.model.frames import Dying, Purchase
from deathdome.rules.engine import advance
from deathdome.rules.gear import build_gear
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.model.state import State

PACK = """[[card]]
id = "molot"
name = "\u041c\u043e\u043b\u043e\u0442 with \u041a\u043b\u044e\u0447"
deck = "equipment"
kind = "equipment"
cost = 100_000
text = "Molot text."

[[card]]
id = "klyuch"
name = "\u041a\u043b\u044e\u0447 and Co."
deck = "equipment"
kind = "equipment"
cost = 200_000
text = "Klyuch text."

[[character]]
id = "k11"
name = "Red Baron"
types = ["scout"]
rank = 0
cost = 100_000
ratings = { s = 1, m = 5, t = 1, v = 5 }
"""


@pytest.fixture
def store(tmp_path: Path) -> State:
    """A purchase of Red, whose scout is the Red Baron."""
    path = tmp_path / "pack.toml"
    path.write_text(PACK, "utf-8")
    found = load_packs([path])
    match = new_game(found.catalog, found.board("plaza"), seats=2, first=0)
    baron = next(one for one in found.catalog.characters if one.id == "k11")
    units = [*match.setup.units]
    units[2] = baron
    match.setup = replace(match.setup, units=tuple(units))
    match.gear = build_gear(match.setup, match.items)
    match.stack = (Purchase(0, 2, (1, 0)),)
    advance(match)
    return match


def typed(state: State, *script: str) -> Console:
    """A script of Red; Blue answers the quietest there is."""
    return Console(state, script, managers={1: Last})


def test_cards_are_found_by_names_of_any_alphabet(store: State) -> None:
    script = [
        "card \u043c\u043e\u043b\u043e\u0442 WITH \u043a\u043b\u044e\u0447",
        "card ?!",
        "card \u043c\u043e\u043b\u043e\u0442",
    ]
    key = "\u041a\u043b\u044e\u0447"
    pair = f"\u041c\u043e\u043b\u043e\u0442 with {key} with {key} and Co."
    console = typed(store, *script, f"compare {pair}", "compare molot klyuch")
    assert "Molot text." in console.after(script[0])
    assert 'No card "?!"' in console.after(script[1])
    assert "Molot text." in console.after(script[2])
    for line in (f"compare {pair}", "compare molot klyuch"):
        assert "100k more" in console.after(line)


def test_a_typed_line_is_read_as_it_is_first(store: State) -> None:
    lines = ("buy \u043a\u043b\u044e\u0447 and co.", "equip klyuch k11.")
    console = typed(store, "unit k11", "unit red baron", *lines)
    for line in ("unit k11", "unit red baron"):
        assert "Red Baron" in console.after(line)
    state = console.referee.state
    held = [state.setup.catalog.items[item].id for item in state.items[2]]
    assert held == ["klyuch"]


def test_jails_with_stops_are_told_apart() -> None:
    drawing = "BB..J.J.BB\nBB..r.r.BB\n..........\n..........\n.........."
    board = board_from_text(drawing, jails={"?!": "e1", "?!.": "g1"})
    for number, line in enumerate(("jail ?!", "jail ?!.")):
        match = scene(board=board, units={"red warrior": "c3", "blue scout": "d3"})
        state = match.state
        state.wounds[6] = 99
        state.stack = (*state.stack, Dying(6, 0, 0, -1))
        advance(state)
        console = typed(state, line)
        assert console.referee.state.space[6] == -1 - number
