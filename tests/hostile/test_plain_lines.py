"""Names from strangers change the text and nothing else: no colour, no drawing, no other lines."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from hostile.inputs import TEXTS
from plain.console import PROMPT, Console, assert_plain
from scenes import scene

from deathdome.console import Output, clean
from deathdome.model.lookup import card_of_id
from deathdome.terminal import columns_of, rows_of

if TYPE_CHECKING:
    from deathdome.model.state import State

SCRIPT = (
    *("look", "units", "foes", "near", "targets", "reach", "threat", "hand", "store", "points"),
    *("store warrior", "unit", "unit blue.gunner", "options", "options attack", "help", "last"),
    *("odds attack blue.gunner with rusty-chainsaw", "why attack blue.gunner with apology-rifle"),
    *("why play house-call", "why use medical-pager", "card rusty-chainsaw", "card crowd-roar"),
    *("attack blue.gunner with rusty-chainsaw", "odds", "lay crowd-roar", "undo", "redo", "commit"),
    *("aim blue.gunner", "fit rusty-chainsaw", "compare rusty-chainsaw, nap-hammer", "bought"),
    *("recap", "history", "hands", "why e3", "odds e3", "store by name", "targets from e2"),
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
    catalog, names = state.setup.catalog, cycle(TEXTS.values())
    state = state.copy()
    odd: dict[str, Any] = {
        part: tuple(replace(card, name=next(names)) for card in getattr(catalog, part))
        for part in ("items", "power_cards", "registry", "characters", "tokens")
    }
    state.setup = replace(
        state.setup,
        terms=replace(state.setup.terms, catalog=replace(catalog, **odd)),
        units=odd["registry"] * state.setup.seats,
    )
    return state


@pytest.mark.parametrize("width", [40, 100, 10_000])
def test_hostile_names_change_only_text(width: int) -> None:
    plain = Console(position(), ["", *SCRIPT], width=width)
    hostile = Console(renamed(position()), ["", *SCRIPT], width=width)  # scans every line
    assert hostile.referee.journal == plain.referee.journal
    assert PROMPT.findall(hostile.text) == PROMPT.findall(plain.text)
    assert len(PROMPT.findall(hostile.text)) == len(SCRIPT) + 1
    numbers = r"^\d+\. (\w+)"
    assert re.findall(numbers, hostile.text, re.MULTILINE) == re.findall(
        numbers, plain.text, re.MULTILINE
    )
    assert "[red]" in hostile.text
    assert card_of_id(renamed(position()).setup.catalog, "rusty-chainsaw") is not None


def test_what_acts_is_shown_and_what_is_drawn_is_not() -> None:
    assert clean("\x1b[31mfire\x07") == "<U+001B>[31mfire<U+0007>"
    assert clean("two\nlines\tand\u2028more") == "two lines and more"
    assert clean("\u202eevil\u202c") == "<U+202E>evil<U+202C>"
    assert clean("\u2588\u2500 \u28ff [red]") == "?? ? [red]"


@pytest.mark.parametrize(
    "text",
    [
        "plain words that go on for a while and then some more of them",
        "\u5bbd\u5b57 " * 12,
        "\u5bbd\u5b57" * 12,
        "e\u0301\u0301 " * 30,
        "A" * 95,
        "a " + "B" * 41 + " c",
        "",
    ],
)
@pytest.mark.parametrize("width", [3, 20, 40])
def test_lines_are_broken_by_the_columns_they_take(text: str, width: int) -> None:
    rows = rows_of(text, width, "  ")
    assert all(columns_of(row) <= max(width, 4) for row in rows), rows
    assert "".join("".join(rows).split()) == "".join(text.split())
    assert all(row.startswith("  ") for row in rows[1:])
    assert rows_of(text, 10_000) == [" ".join(text.split())]


def test_a_width_of_nought_breaks_no_line() -> None:
    out = io.StringIO()
    Output(out, 0).say("word " * 1000)
    assert out.getvalue().count("\n") == 1
    assert_plain(out.getvalue(), 6000)
