"""Typed, pasted and written text: every screen shows it, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hostile.inputs import FEW, TEXTS
from rich.cells import cell_len
from scenes import scene
from textual.events import Paste
from tui.props import INSTANT, Quiet, Stage, dealt, on_stage
from tui.test_replay import at_title, kept, watched
from tui.test_title import QuietLobby, until

from deathdome.content.lessons import Listed, lesson_paths, load_lesson
from deathdome.model.ruleset import EDITION_2019
from deathdome.records.format import read_record
from deathdome.records.header import header_text
from deathdome.session.lesson import LessonHost
from deathdome.session.notices import Notice
from deathdome.settings import load
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import clean, columns_of, text_of
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.tui.app import DomeApp
from deathdome.tui.keys.keyset import TABLE, in_use, use
from deathdome.tui.lobby import Unfinished
from deathdome.tui.presenters.coaching import LESSON_TEXTS
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.lessons import LessonDoneScreen, LessonsScreen
from deathdome.tui.screens.lookup import CardsScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.options import OptionsScreen
from deathdome.tui.screens.setup import SetupScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deathdome.model.state import Setup

SMALL, LARGE = (80, 24), (120, 40)
# A few kinds at every change, the others in the long run.
MARKS = {name: pytest.mark.long for name in TEXTS if name not in FEW}
EACH = pytest.mark.parametrize(
    "text",
    [pytest.param(text, id=name, marks=MARKS.get(name, ())) for name, text in TEXTS.items()],
)
EACH_SIZED = pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param(text, LARGE if name in ("commands", "wide") else SMALL, id=name, marks=marks)
        for name, text in TEXTS.items()
        for marks in [MARKS.get(name, ())]
    ],
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "[red]\u6f22"
    monkeypatch.setenv("DEATHDOME_HOME", str(folder))
    before = in_use()
    yield folder
    use(before)


def part_of(text: str) -> str:
    """Return the part of a text that must be on the screen: its first visible characters."""
    return clean(text).split()[0][:3]


def sound(stage: Stage) -> str:
    """The screen, found as large as the terminal, unchanged by texts, each row within its place."""
    width, height = stage.app.size
    rows = stage.app.screen._compositor.render_strips()
    assert len(rows) == height
    for row in rows:
        shown = "".join(segment.text for segment in row)
        assert cell_len(shown) == width, shown
        assert shown.isprintable(), shown
    for widget in stage.app.screen.query(Lines):
        if widget.size.width:
            for line in widget.rows:
                assert columns_of(text_of(line)) <= widget.size.width, (widget, text_of(line))
    for stack in stage.app.screen.query(Stack):
        if stack.size.width:
            for line in stack._rows:
                assert columns_of(text_of(line)) <= stack.size.width, (stack, text_of(line))
    assert stage.app.title == DomeApp.TITLE
    assert stage.app.sub_title == ""
    return stage.text


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


async def write(stage: Stage, text: str) -> None:
    """Type the text by characters, delete it, and paste it."""
    for sign in text[:12]:
        if sign.isprintable():
            await stage.pilot.press(sign)
    sound(stage)
    await stage.pilot.press(*("backspace",) * 12)
    stage.app.post_message(Paste(text))
    await stage.pilot.pause()


class StrangeLobby(QuietLobby):
    """Managers and boards with odd names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text.replace("@", "")  # which begins a handicap

    @property
    def managers(self) -> tuple[str, ...]:
        return (self.text,)


def titled(text: str) -> DomeApp:
    lobby = StrangeLobby(text)
    lobby.left = Unfinished("kept", f"round 3, {text}, {text}")
    return DomeApp(lobby=lobby)


# -- before a match ---------------------------------------------------------------------------


@EACH_SIZED
async def test_title_setup_and_a_name_that_is_typed(text: str, size: tuple[int, int]) -> None:
    app = titled(text)
    async with app.run_test(size=size) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        assert part_of(text) in sound(stage)  # the header of the match to resume
        await stage.press("down", "down", "enter")
        await until(stage, SetupScreen)
        await stage.press("down", "down", "enter")
        assert isinstance(app.screen, AskScreen)
        await write(stage, text)
        assert part_of(text) in sound(stage)
        await stage.press("enter")
        assert f"human: {part_of(text)}" in sound(stage)
        await stage.press("down", "left", "left")
        assert part_of(text) in sound(stage).split("& Blue")[1].split("Board")[0]
        await stage.press(*("down",) * 6, "right", *("up",) * 9, "enter")
        await until(stage, MatchScreen)
        assert clean(app.session.labels[0]) == app.session.labels[0]
        shown = ""
        for key in ("tab", "tab", "tab", "l", "escape", "q", "escape"):
            await stage.press(key)
            shown += sound(stage)
        assert part_of(text) in shown


@EACH
async def test_names_among_the_options_are_kept_as_they_were_typed(text: str) -> None:
    app = titled("greedy")
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TitleScreen)
        screen.act("options")
        await until(stage, OptionsScreen)
        options = app.screen
        assert isinstance(options, OptionsScreen)
        labels = [field.label for field in options.fields()]
        await stage.press(*("down",) * labels.index("Name of player 1"), "enter")
        await write(stage, text)
        sound(stage)
        await stage.press("enter")
        assert part_of(text) in sound(stage)
        (name,) = app.settings.options.names
        await stage.press("escape")
        await until(stage, TitleScreen)
        loaded = load(TABLE)
        assert loaded.problems == ()
        assert loaded.options.names == (name,)


@EACH
async def test_what_is_said_over_the_screen(text: str) -> None:
    app = titled("greedy")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        app.say(text)
        await pilot.pause()
        assert part_of(text) in sound(stage)


@EACH
async def test_what_is_looked_for(text: str) -> None:
    async with on_stage(scene(units={"red warrior": "e4", "blue gunner": "e3"})) as stage:
        await stage.press("slash")
        await write(stage, text)
        assert part_of(text) in sound(stage)
        await stage.press("escape", "colon")
        await write(stage, text)  # names of commands have plain letters only
        sound(stage)
        await stage.press("escape", "escape")
        for entries in (0, 1):
            stage.session.notices += [Notice(0, text)] * entries
            await stage.press("l", "slash", *"zebra")
            assert "not found" in sound(stage)
            await stage.press(*("backspace",) * 5)
            typed = [sign for sign in text[:12] if sign.isascii() and sign.isprintable()]
            await stage.press(*typed, "enter", "n")
            assert part_of("".join(typed) or "/") in sound(stage)
            await stage.press("escape")


# -- in a match -------------------------------------------------------------------------------


@EACH_SIZED
async def test_odds_lists_cards_and_the_curtain(text: str, size: tuple[int, int]) -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["whoopee-maul"], "blue gunner": ["apology-rifle"]},
        hands={"red": ["crowd-roar", "triple-shift"], "blue": ["crowd-roar"]},
        tokens={"beehive": ("h4", "blue")},
        active="red warrior",
    )
    match.state.setup = hostile_table(match.state.setup, text)
    async with on_stage(match, ("human", "human"), size=size) as stage:
        stage.session.labels = (text, text)
        stage.app.say(text)
        stage.session._report(f"{text} failed")
        for _ in range(5):
            await stage.press("tab")
            assert part_of(text) in sound(stage)
        for key in ("i", "l", "k", "question_mark", "colon", "q"):
            await stage.press(key)
            sound(stage)
            await stage.press("escape")
        await stage.press("up")
        for key in ("a", "o", "escape", "escape", "k", "down", "i", "escape", "escape", "v", "w"):
            await stage.press(key)
            sound(stage)
        await stage.press("a", "enter")
        assert part_of(text) in sound(stage)  # the cards for the attack
        await stage.press("space", "o")
        assert part_of(text) in sound(stage)
        await stage.press("escape", "enter")
        await until(stage, CurtainScreen)
        assert part_of(text) in sound(stage)  # who comes next
        await stage.press("enter")
        sound(stage)
        stage.app.push_screen(CardsScreen(match.state.setup.catalog, text))
        await stage.pilot.pause()
        assert part_of(text) in sound(stage)


@EACH_SIZED
async def test_the_store(text: str, size: tuple[int, int]) -> None:
    referee, _ = dealt(("human", "quiet"), quick=False, ruleset=EDITION_2019)
    referee.state.setup = hostile_table(referee.state.setup, text)
    async with on_stage(referee, ("human", text), size=size) as stage:
        keys = (
            "c",
            "down",
            "i",
            "escape",
            "r",
            "escape",
            "o",
            "o",
            "enter",
            "u",
            "tab",
            "s",
            "escape",
        )
        for key in (*keys, "enter", "tab", "down", "i"):
            await stage.press(key)
            assert part_of(text) in sound(stage), key
        await stage.press("escape", "tab", "slash")
        for sign in text[:6]:
            if sign.isprintable():
                await stage.press(sign)
        sound(stage)
        await stage.press("escape")


@EACH_SIZED
async def test_the_end(text: str, size: tuple[int, int]) -> None:
    match = scene(round=6, phases=0)
    match.state.setup = hostile_table(match.state.setup, text)
    async with on_stage(match, ("human", text), {1: Quiet()}, size=size) as stage:
        for _ in range(12):
            await stage.press("enter" if stage.interaction.menu else "e")
        assert isinstance(stage.app.screen, EndScreen)
        assert part_of(text) in sound(stage)
        rows = stage.lines("text").split("\n")
        paid = [row for row in rows if " in jail" in row]
        assert len({columns_of(row) - columns_of(row.lstrip()) for row in paid}) == 1, "in columns"
        assert max(map(columns_of, rows)) <= size[0]


@EACH
async def test_a_lesson(text: str) -> None:
    lesson = load_lesson(lesson_paths()[0])
    text = text.replace("{", "").replace("}", "")
    steps = [
        step.model_copy(update={"say": text, "otherwise": text}) for step in lesson.sheet.steps
    ]
    sheet = lesson.sheet.model_copy(
        update={"title": text, "goal": text, "end": text, "steps": steps}
    )
    session = LessonHost(replace(lesson, sheet=sheet), 1, LESSON_TEXTS, pace=INSTANT)
    app = DomeApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await pilot.pause()
        assert part_of(text) in sound(stage)
        await stage.press("e", "e")
        sound(stage)
        session._done = True
        app._has_changed()
        await pilot.pause()
        assert isinstance(app.screen, LessonDoneScreen)
        assert part_of(text) in sound(stage)
        screen = LessonsScreen()
        screen._lessons = [Listed(lesson.name, text, text)]
        app.push_screen(screen)
        await pilot.pause()
        assert part_of(text) in sound(stage)
        assert isinstance(app.screen, BaseScreen)


# -- kept matches -----------------------------------------------------------------------------


@EACH_SIZED
async def test_a_kept_match(text: str, size: tuple[int, int]) -> None:
    path = kept(people=(text, ""))
    raw = path.read_bytes()
    said = "".join(sign for sign in text if sign.isprintable())
    head = header_text(read_record(path).header)
    head = head.replace("\n\n", f"\nfork of: {said} at answer 3\n\n")
    path.write_bytes(head.encode() + raw.split(b"\n\n", 1)[1])
    async with watched(path, size) as (stage, _):
        for key in ("end", "tab", "tab", "tab", "i", "escape", "left", "enter", "escape"):
            await stage.press(key)
            sound(stage)
    async with at_title(size) as stage:
        await stage.press("m")
        sound(stage)
