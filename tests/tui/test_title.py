"""The title screen: where matches begin and return to, and what can be looked up there."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tui.props import INSTANT, Quiet, Stage, here

from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.cli.values import collection_of
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import UsageError
from deathdome.managers import manager_name
from deathdome.managers.manager_name import Strength
from deathdome.session.host import MatchHost
from deathdome.settings import Options, options_path
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.lobby import Unfinished, Wishes
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.leave import LeaveScreen
from deathdome.tui.screens.lessons import LessonsScreen
from deathdome.tui.screens.lookup import CardsScreen, RulesScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.options import OptionsScreen
from deathdome.tui.screens.setup import SetupScreen
from deathdome.tui.screens.shop import ShopScreen
from deathdome.tui.screens.title import TitleScreen, rare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path


SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


class QuietLobby(LocalLobby):
    """Opens matches against managers that do nothing, in this process."""

    def __init__(self) -> None:
        super().__init__(collection_of(None))
        self.opened: list[Wishes] = []

        self.left: Unfinished | None = None
        self.resumed: list[str] = []

    @property
    def managers(self) -> tuple[str, ...]:
        return ("greedy", "random")

    def unfinished(self) -> Unfinished | None:
        return self.left

    def resume(self, key: str, typed: Sequence[str] | None = None) -> tuple[MatchHost, Wishes]:
        assert typed is None
        self.resumed.append(key)
        return self.open(Wishes(quick=True)), Wishes(quick=True)

    def open(self, wishes: Wishes) -> MatchHost:
        self.opened.append(wishes)
        if wishes.seed == 13:
            raise UsageError("thirteen brings [bad] luck")
        names = list(wishes.seats)
        referee = new_referee(
            names,
            wishes.seed or 7,
            wishes.rounds,
            wishes.board,
            quick=wishes.quick,
            ruleset=wishes.rules,
            series=wishes.series,
            purses=wishes.purses,
        )
        others = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
        managers = here(dict(others))
        return MatchHost(referee, names, managers, pace=INSTANT, people=wishes.people)


def told(stage: Stage) -> str:
    """Return the last notice over the current screen."""
    return [note.message for note in stage.app._notifications][-1]


@asynccontextmanager
async def title(
    size: tuple[int, int] = (80, 24), left: Unfinished | None = None
) -> AsyncIterator[tuple[Stage, QuietLobby]]:
    """The title screen under a pilot."""
    lobby = QuietLobby()
    lobby.left = left
    app = DomeApp(lobby=lobby)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot), lobby


async def choose(stage: Stage, label: str) -> None:
    """The row of the title screen with that label, wherever it stands."""
    screen = stage.app.screen
    assert isinstance(screen, TitleScreen)
    labels = [choice.label for choice in screen.choices()]
    more = [choice.label for choice in rare(screen.shell)]
    row = labels.index(label if label in labels else "More")
    await stage.press(*("down",) * row, "enter")
    if label in more:
        await stage.press(*("down",) * more.index(label), "enter")


async def until(stage: Stage, kind: type) -> None:
    await stage.until(lambda: isinstance(stage.app.screen, kind))
    await stage.pilot.pause()


@SIZES
async def test_the_first_match_is_one_key_away(size: tuple[int, int]) -> None:
    async with title(size) as (stage, lobby):
        assert isinstance(stage.app.screen, TitleScreen)
        for words in ("Quick match", "New match", "Hot-seat", "Lessons", "Matches", "More"):
            assert words in stage.text
        await stage.press("up", "enter")
        for words in ("Load", "How to play", "Cards", "Rules", "Options", "Quit"):
            assert words in stage.text
        await stage.press("escape", "down", "enter")
        await until(stage, MatchScreen)
        assert lobby.opened[0].quick
        assert "ROUND 1" in stage.text


async def test_a_new_match_is_as_it_was_wished() -> None:
    async with title() as (stage, lobby):
        await stage.press("down", "enter")
        await until(stage, SetupScreen)
        await stage.press("down", "right", "down", "enter")
        await stage.press(*"Ann", "enter", "down")
        while "& Blue                    < human" not in stage.text:
            await stage.press("left")
        await stage.press("down", "down", "down", "down", "right", "down", "left")
        await stage.press("down", "right", "down", "right", *("down",) * 4)
        await stage.press("enter", "4", "2", "enter")
        assert "human: Ann" in stage.text
        await stage.press("down", "enter")
        await until(stage, CurtainScreen)  # two people play
        wishes = lobby.opened[0]
        assert (wishes.seats, wishes.people[0]) == (("human", "human", "regular"), "Ann")
        assert (wishes.board, wishes.rounds, wishes.edition) == (DEFAULT_BOARD, 3, "2019")
        assert (wishes.characters, wishes.quick, wishes.seed) == (True, True, 42)
        assert stage.app.session.labels[0] == "Ann"


@SIZES
async def test_a_manager_that_may_be_chosen_is_told_of(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = {"regular": Strength(0.384, "veteran", -82, 1280, "2026-11-22")}
    monkeypatch.setattr(manager_name, "strengths", lambda: measured)
    async with title(size) as (stage, _):
        assert "Rookie first. Win, and the next one is harder." in stage.text
        await stage.press("down", "enter")
        await until(stage, SetupScreen)
        await stage.press("down", "down", "down")
        assert "< manager regular >" in stage.text
        assert "makes mistakes. Wins 38% against veteran, rating -82." in stage.text
        await stage.press("right", "right")  # greedy, whose strength was not measured
        assert "ignores danger." in stage.text
        assert "against veteran" not in stage.text


async def test_levels_are_offered_by_measured_strength() -> None:
    app = DomeApp(lobby=LocalLobby(collection_of(None)))
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await choose(stage, "New match")
        await until(stage, SetupScreen)
        assert "by measured strength: champion is the strongest." in stage.text
        await stage.press("down", "down", "down")
        shown = []
        for _ in range(5):
            shown += [
                line.split("manager ")[1].split()[0]
                for line in stage.text.splitlines()
                if "< manager" in line
            ]
            await stage.press("right")
    assert shown == ["regular", "veteran", "elite", "champion", "greedy"]


async def test_a_name_is_written_where_a_line_is_drawn() -> None:
    async with title() as (stage, _):
        await stage.press("down", "enter", "down", "down", "enter")
        assert "____" in stage.text
        assert "Esc cancels" in stage.text
        await stage.press("A")
        assert "____" not in stage.text
        await stage.press("escape")
        assert "< you >" in stage.text


async def test_what_cannot_be_opened_is_said_and_nothing_else_happens() -> None:
    async with title() as (stage, _):
        await stage.press("down", "enter")
        await stage.press("up", "enter", "1", "3", "enter")
        await stage.press("down", "enter")
        assert isinstance(stage.app.screen, SetupScreen)
        assert "thirteen brings [bad] luck" in told(stage)


async def test_a_seed_is_a_number() -> None:
    async with title() as (stage, _):
        await stage.press("down", "enter")
        await stage.press("up", "enter", "x", "enter")
        assert "   random" in stage.text


async def test_hot_seat_begins_with_two_people() -> None:
    async with title() as (stage, _):
        await choose(stage, "Hot-seat")
        assert stage.text.count("< human >") == 2


@SIZES
async def test_cards_are_found_as_one_types(size: tuple[int, int]) -> None:
    async with title(size) as (stage, _):
        await choose(stage, "Cards")
        await until(stage, CardsScreen)
        await stage.press(*"magma")
        screen = stage.app.screen
        assert isinstance(screen, CardsScreen)
        assert [entry.name for entry in screen.found] == ["Madame Magma"]
        assert "Payback 3." in stage.text
        await stage.press("escape")
        await until(stage, TitleScreen)


async def test_rules_are_found_by_number_and_by_words() -> None:
    async with title() as (stage, _):
        await choose(stage, "Rules")
        await until(stage, RulesScreen)
        await stage.press(*"push-3")
        screen = stage.app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.found[0].name == "PUSH-3"
        await stage.press(*"[/zz")
        assert screen.found == []
        assert "no match for all these words" in stage.text


async def test_every_row_can_be_clicked() -> None:
    async with title() as (stage, _):
        row = next(at for at, text in enumerate(stage.text.splitlines()) if "Hot-seat" in text)
        await stage.pilot.click(offset=(6, row))
        await stage.pilot.click(offset=(6, row))
        await until(stage, SetupScreen)


async def test_help_is_there_without_a_match() -> None:
    async with title() as (stage, _):
        await stage.press("question_mark")
        assert "Rules in brief" in stage.text
        await stage.press("escape", "escape")
        assert isinstance(stage.app.screen, TitleScreen)


async def test_after_a_match_there_is_the_title_again() -> None:
    async with title() as (stage, _):
        await stage.press("enter")
        await until(stage, MatchScreen)
        await stage.press("q")
        await until(stage, LeaveScreen)
        assert "Drop the match and go to the title" in stage.text, "nothing is kept here"
        await stage.press("down", "enter")
        await until(stage, TitleScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        assert "ROUND 1" in stage.text


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))


@pytest.mark.usefixtures("_home")
@SIZES
async def test_options_hold_at_once_and_are_kept(size: tuple[int, int]) -> None:
    async with title(size) as (stage, _):
        await choose(stage, "Options")
        await until(stage, OptionsScreen)
        before = stage.app.theme
        await stage.press("right")
        assert stage.app.theme != before
        await stage.press("down", "right")
        assert stage.app.settings.options.glyphs != "auto"
        await stage.press(*("down",) * 9, "right")
        assert stage.app.settings.options.keys.preset == "vi"
        await stage.press("down", "enter", *"Ann", "enter")
        assert stage.app.settings.options.names == ("Ann",)
        await stage.press("escape")
        await until(stage, TitleScreen)
        text = options_path().read_text(encoding="utf-8")
        assert "Ann" in text
        assert "vi" in text


@pytest.mark.usefixtures("_home")
async def test_options_that_cannot_be_kept_hold_for_now_and_their_file_stays() -> None:
    path = options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("theme = light", encoding="utf-8")
    async with title() as (stage, _):
        await choose(stage, "Options")
        await until(stage, OptionsScreen)
        await stage.press("right", "escape")
        await until(stage, TitleScreen)
        assert stage.app.settings.options != Options()
        assert "Can't save options: config.toml:" in told(stage)
    assert path.read_text(encoding="utf-8") == "theme = light"


async def test_what_of_the_options_is_not_used_is_said_on_the_screen() -> None:
    app = DomeApp(lobby=QuietLobby())
    app.settings = DisplaySettings(remark="2 things in [bold]it cannot be used")
    async with app.run_test() as pilot:
        await pilot.pause()
        assert told(Stage(app, pilot)) == "2 things in [bold]it cannot be used"


async def test_lessons_are_begun_and_left_from_the_title() -> None:
    async with title() as (stage, _):
        await choose(stage, "Lessons")
        await until(stage, LessonsScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        await stage.press("q", "down", "enter")
        await until(stage, LessonsScreen)
        await stage.press("escape")
        await until(stage, TitleScreen)


async def test_the_match_that_was_left_is_the_first_row() -> None:
    async with title(left=Unfinished("kept.match", "round 3, human, greedy [b]")) as (stage, lobby):
        assert "> Continue" in stage.text
        assert "round 3, human, greedy [b]" in stage.text
        await stage.press("enter")
        await until(stage, MatchScreen)
        assert lobby.resumed == ["kept.match"]


async def test_the_options_say_who_sits_where_and_what_people_are_called() -> None:
    seats = ("human", "random", "human")
    async with title() as (stage, lobby):
        options = replace(stage.app.settings.options, seats=seats, names=("Ana", "Bo", "Cy"))
        stage.app.use_settings(replace(stage.app.settings, options=options))
        screen = stage.app.screen
        assert isinstance(screen, TitleScreen)
        screen.draw()
        assert "Against random. Both teams come equipped." in stage.text
        await stage.press("down", "enter")
        await until(stage, SetupScreen)
        assert "human: Ana" in stage.text
        assert "manager random" in stage.text
        assert "human: Bo" in stage.text
        await stage.press("down", "down", "down", "left")  # the seat of the manager
        await stage.pilot.pause()
        rows = [row for row in stage.text.split("\n") if "human: Cy" in row]
        while not rows:
            await stage.press("left")
            rows = [row for row in stage.text.split("\n") if "human: Cy" in row]
        assert "& Blue" in rows[0], "whoever sits down has the next name"
        await stage.press("escape", "up", "enter")
        await until(stage, CurtainScreen)
        assert lobby.opened[0].seats == seats
        assert lobby.opened[0].people == ("Ana", "", "Bo", "")


async def test_the_title_comes_back_on_the_match_that_was_left() -> None:
    async with title() as (stage, lobby):
        await stage.press("down", "enter")
        await until(stage, SetupScreen)
        await stage.press("enter")
        await until(stage, ShopScreen)
        lobby.left = Unfinished("kept.match", "round 1")
        await stage.press("q", "down", "enter")
        await until(stage, TitleScreen)
        assert "> Continue" in stage.text


async def test_the_fourth_person_is_named_alone_and_a_cut_name_is_said_to_be() -> None:
    async with title() as (stage, _):
        await choose(stage, "Options")
        await stage.press("up", "enter", *"Dora", "enter")
        assert stage.app.settings.options.names == ("", "", "", "Dora")
        assert re.search(r"> Name of player 4 +Dora", stage.text)
        assert stage.app.settings.people(("human", "greedy", "human", "human")) == ("", "", "", "")
        assert stage.app.settings.people(("human",) * 4) == ("", "", "", "Dora")
        await stage.press("up", "enter", *"Ann")
        assert "cut off" not in stage.text
        await stage.press(*"abelle-Marie")
        assert "At most 12 letters. The rest is cut off." in stage.text
        await stage.press("enter")
        assert stage.app.settings.options.names == ("", "", "Annabelle-Ma", "Dora")
        await stage.press("enter", *("backspace",) * 12, "enter", "down", "enter")
        await stage.press(*("backspace",) * 4, "enter")
        assert "".join(stage.app.settings.options.names) == ""


async def test_a_new_match_seats_whoever_has_a_name() -> None:
    async with title() as (stage, _):
        look = stage.app.settings
        stage.app.use_settings(replace(look, options=replace(look.options, names=("", "Bo"))))
        await choose(stage, "Hot-seat")
        assert "< human >" in stage.text
        assert "human: Bo" in stage.text
