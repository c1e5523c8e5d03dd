"""Names from strangers change the text and nothing else: no colour, no drawing, no other lines."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

from plain.console import PROMPT, Console
from scenes import scene

from deathdome.model.names import card_of_id

if TYPE_CHECKING:
    from deathdome.model.state import State

NAMES = (
    "[red]",
    "[/b]x[@click=quit]",
    "\x1b[31mfire\x1b[0m\x1b[2J",
    "two\nlines\r\x07",
    "A" * 200,
    "\u202eevil\u202c\u200b",
    "\u5bbd\u5b57" * 20,
    "e\u0301\u0301\u0301" * 10,
    "\u2588\u2500\u2502 box \u28ff\u2801",
    "red> quit",
    "; quit",
    "{0} %s $(x)",
)
SCRIPT = (
    *("look", "units", "foes", "near", "targets", "reach", "threat", "hand", "store", "points"),
    *("store warrior", "unit", "unit blue.gunner", "options", "options attack", "help", "last"),
    *("odds attack blue.gunner with rusty-chainsaw", "why attack blue.gunner with apology-rifle"),
    *("why play house-call", "why use medical-pager", "card rusty-chainsaw", "card crowd-roar"),
    *("attack blue.gunner with rusty-chainsaw", "odds", "lay crowd-roar", "undo", "redo", "commit"),
    *("", "log", "options", "commit", "", "log", "look", "quit"),
)


def position() -> State:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue medic": "jail nw"},
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["apology-rifle"]},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise", "elbow-grease"]},
        tokens={"beehive": ("d8", "blue")},
        active="red warrior",
    ).state


def renamed(state: State) -> State:
    """The same position with cards called as strangers like."""
    catalog, names = state.table.catalog, cycle(NAMES)
    state = state.copy()
    odd: dict[str, Any] = {
        part: tuple(replace(card, name=next(names)) for card in getattr(catalog, part))
        for part in ("items", "power_cards", "registry", "characters", "tokens")
    }
    state.table = replace(
        state.table,
        catalog=replace(catalog, **odd),
        units=odd["registry"] * state.table.seats,
    )
    return state


def test_hostile_names_change_only_text() -> None:
    plain = Console(position(), ["", *SCRIPT])
    hostile = Console(renamed(position()), ["", *SCRIPT])  # scans every line
    assert hostile.referee.journal == plain.referee.journal
    assert PROMPT.findall(hostile.text) == PROMPT.findall(plain.text)
    assert len(PROMPT.findall(hostile.text)) == len(SCRIPT) + 1
    numbers = r"^\d+\. (\w+)"
    assert re.findall(numbers, hostile.text, re.MULTILINE) == re.findall(
        numbers, plain.text, re.MULTILINE
    )
    assert "[red]" in hostile.text
    assert card_of_id(renamed(position()).table.catalog, "rusty-chainsaw") is not None
