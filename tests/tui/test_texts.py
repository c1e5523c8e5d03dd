"""Whatever people and packs write into names and texts: it is shown, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from scenes import scene
from tui.props import Quiet, dealt, on_stage

from deathdome.model.ruleset import EDITION_2019
from deathdome.tui.presenters.text import clean, columns_of, cut, fitted, heading, text_of, wrapped
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.lookup import CardsScreen

if TYPE_CHECKING:
    from tui.props import Stage

    from deathdome.model.state import Setup

WIDE = "\u6f22\u5b57\u6f22\u5b57"  # two columns a sign
PILE = "Z" + "\u0301" * 40 + "algo"
HOSTILE = (
    "[/",
    "[red]x[/blue]",
    "a" * 200,
    WIDE * 30,
    PILE,
    "\x1b[2J\x07\r\n\tbell",
    "\u202egnp.live\u2066",
    "\u2764\ufe0f\u200d\U0001f525",
    "\u0301leading mark",
)


# -- columns ---------------------------------------------------------------------------------------


@given(st.text(), st.integers(2, 60))
def test_no_text_is_wider_than_its_place(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= width
    assert cell_len(fitted(text, width)) == width
    assert columns_of(clean(text)) == cell_len(clean(text))
    rows = wrapped(text, width)
    assert all(cell_len(text_of(row)) <= max(width, 8) for row in rows)
    assert "".join(text_of(row) for row in rows).replace(" ", "") == "".join(clean(text).split())


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = clean(text)
    assert shown.isprintable()
    assert clean(shown) == shown
    assert cell_len(text_of(heading(cut(text, 20), 30, "right"))) == 30


def test_wide_signs_count_twice_and_marks_not_at_all() -> None:
    assert cut(WIDE, 8) == WIDE
    assert cut(WIDE, 7) == f"{WIDE[:2]}.."
    assert fitted(WIDE[:1], 4) == f"{WIDE[:1]}  "
    assert fitted("e\u0301", 3) == "e\u0301  "
    assert [text_of(row) for row in wrapped(f"{WIDE} {WIDE}", 8)] == [WIDE, WIDE]
    assert [text_of(row) for row in wrapped(f"a {WIDE * 2}", 8)] == ["a", WIDE, WIDE]


def test_a_pile_of_marks_stays_in_its_row() -> None:
    assert clean(PILE) == "Z\u0301\u0301algo"
    assert clean("\u0301x") == "x"


# -- every screen ----------------------------------------------------------------------------------


def hostile_table(setup: Setup, text: str) -> Setup:
    """The table with that text for every name and text of every card, board and unit."""
    catalog = setup.catalog
    evil = replace(
        catalog,
        items=tuple(replace(card, name=text, text=text) for card in catalog.items),
        power_cards=tuple(
            replace(card, name=text, text=text, timing=text) for card in catalog.power_cards
        ),
        registry=tuple(replace(who, name=text, text=text) for who in catalog.registry),
        characters=tuple(
            replace(who, name=text, text=text, style=text) for who in catalog.characters
        ),
        tokens=tuple(replace(card, name=text, text=text) for card in catalog.tokens),
    )
    people = {who.id: who for who in (*evil.registry, *evil.characters)}
    units = tuple(people[who.id] for who in setup.units)
    return replace(setup, terms=replace(setup.terms, catalog=evil), units=units)


def whole(stage: Stage, size: tuple[int, int]) -> str:
    """What is on the screen, which is as large as the terminal and obeys nobody."""
    rows = stage.text.split("\n")
    assert len(rows) == size[1]
    for row in rows:
        assert cell_len(row) <= size[0]
        assert row.isprintable()
    return stage.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("text", ["[/", "a" * 200, WIDE * 30, "\x1b[2J\u202e" + PILE])
async def test_a_hostile_pack_and_names_in_the_match(text: str, size: tuple[int, int]) -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["whoopee-maul"], "blue gunner": ["apology-rifle"]},
        hands={"red": ["crowd-roar", "triple-shift"]},
        tokens={"beehive": ("h4", "blue")},
        active="red warrior",
    )
    match.state.setup = hostile_table(match.state.setup, text)
    part = clean(text).strip()[:2]
    async with on_stage(match, ("human", text), {1: Quiet()}, size=size) as stage:
        stage.session._report(f"{text} failed")
        for _ in range(5):
            await stage.press("tab")
            assert part in whole(stage, size)
        for key in ("i", "l", "k", "question_mark", "colon", "q"):
            await stage.press(key)
            whole(stage, size)
            await stage.press("escape")
        await stage.press("a")
        whole(stage, size)
        stage.app.push_screen(CardsScreen(match.state.setup.catalog))
        await stage.press(*"[")
        assert whole(stage, size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("text", ["[/red]", WIDE * 30, "\x1b[2J\u202e" + PILE])
async def test_a_hostile_pack_and_names_in_the_store(text: str, size: tuple[int, int]) -> None:
    referee, _ = dealt(("human", "quiet"), quick=False, ruleset=EDITION_2019)
    referee.state.setup = hostile_table(referee.state.setup, text)
    part = clean(text).strip()[:2]
    async with on_stage(referee, ("human", text), size=size) as stage:
        assert part in whole(stage, size)
        for key in ("c", "down", "i", "escape", "r", "escape", "o", "o", "enter", "u", "tab", "s"):
            await stage.press(key)
            assert part in whole(stage, size)
        await stage.press("escape", "slash", *"[\u6f22", "escape")
        assert part in whole(stage, size)


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_names_at_the_end_and_behind_the_curtain(text: str) -> None:
    match = scene(round=6, phases=0)
    async with on_stage(match, ("human", text)) as stage:
        for _ in range(12):
            await stage.press("enter" if stage.desk.menu else "e")
        assert isinstance(stage.app.screen, EndScreen)
        assert "payout" in whole(stage, (80, 24))
    match = scene()
    match.state.setup = hostile_table(match.state.setup, text)
    async with on_stage(match, ("human", "human")) as stage:
        stage.session.hide()
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, CurtainScreen)
        assert "Enter" in whole(stage, (80, 24))
