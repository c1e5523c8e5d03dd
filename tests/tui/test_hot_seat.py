"""Several people at one screen: no frame shows a hand before its owner has lifted the curtain."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hosts import closed
from scenes import scene
from textual.app import App
from textual.events import AppBlur
from tui.props import INSTANT, Quiet, dealt, here, on_stage

from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.one_line import position_line
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import Referee, run_match
from deathdome.records import library
from deathdome.session.host import MatchHost
from deathdome.tui.app import DomeApp
from deathdome.tui.keys.keyset import in_use
from deathdome.tui.lobby import Wishes
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.lookup import LookupScreen
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot
    from textual.screen import Screen

LONG = pytest.mark.long
TWO = ("human", "human")
SIGNS = {"@": 0, "&": 1, "%": 2, "$": 3}
NAMED = re.compile(r"Pass the keyboard to (\S) ")
LEAVES = ("leave", "quit")
STEPS = 60


class Watched(DomeApp):
    """Looks at every frame that goes to the terminal."""

    def __init__(self, session: MatchHost, lobby: LocalLobby | None = None) -> None:
        super().__init__(session, lobby)
        self.lifted = -1  # seat of the person who lifted the curtain last; -1: it is up
        self.frames = 0
        self.curtains = 0
        self.shown = set[int]()  # seats whose cards were seen
        self.named = -1  # by the curtain that can be read
        self.wanted = False  # Enter was pressed at the curtain

    def _display(self, screen: Screen[object], renderable: object) -> None:
        super()._display(screen, renderable)  # type: ignore[arg-type]
        if screen is self.screen and self._session is not None:
            rows = screen._compositor.render_strips()
            self.look_at("\n".join("".join(part.text for part in row) for row in rows))

    def look_at(self, text: str) -> None:
        """The law."""
        self.frames += 1
        if self.wanted and not isinstance(self.screen, CurtainScreen):
            self.lifted, self.wanted = self.named, False
        if named := NAMED.search(text):
            self.wanted &= self.named == SIGNS[named[1]]
            self.lifted, self.named = -1, SIGNS[named[1]]
            self.curtains += 1
        words, letters = " ".join(text.split()), "".join(text.split())
        state = self.session._referee.state
        for seat in self.session.people:
            for card in state.hands[seat]:
                name = state.setup.catalog.power_cards[card].name
                word = state.setup.catalog.power_cards[card].id  # in positions that are copied
                # Open cards, and texts that every player can search, are public.
                if state.discard[card] or isinstance(self.screen, LookupScreen):
                    continue
                if name in words or word in letters:
                    assert seat == self.lifted, f"{name} of seat {seat} is seen:\n{text}"
                    self.shown.add(seat)

    async def tap(self, pilot: Pilot[None], name: str) -> None:
        """A key; Enter at the curtain lets the person in whom it names."""
        if name == "enter" and isinstance(self.screen, CurtainScreen):
            self.wanted = True
        await pilot.press(name)
        await pilot.pause()


def unlike_hands(dice: Random, seats: int) -> dict[str, list[str]]:
    """Power cards with a single copy, four for each hand."""
    once = [card.id for card in load_catalog().power_cards if card.copies == 1]
    dice.shuffle(once)
    teams = ("red", "blue", "green", "yellow")[:seats]
    return {team: once[at * 4 : at * 4 + 4] for at, team in enumerate(teams)}


async def play(app: Watched, pilot: Pilot[None], dice: Random) -> None:
    """Random keys, answers, sizes, and turning away."""
    keys = sorted(
        {name for key in in_use().keys for name in key.keys if key.id not in LEAVES}
        - {"ctrl+c", "ctrl+q", "q"}
    )
    for _ in range(STEPS):
        session, chance = app.session, dice.random()
        if session.outcome is not None:
            return
        if chance < 0.25 and session.request is not None and session.curtain is None:
            session.answer((dice.choice(session.request.options),))
            await pilot.pause()
        elif chance < 0.45:
            await app.tap(pilot, "enter")
        elif chance < 0.5:
            app.post_message(AppBlur())
            await pilot.pause()
        elif chance < 0.55:
            await pilot.resize_terminal(*dice.choice([(60, 20), (80, 24), (120, 40), (40, 10)]))
        elif chance < 0.58:
            app.action_suspend_process()
            await pilot.pause()
        elif chance < 0.75:
            await app.tap(pilot, dice.choice(["tab", "tab", "escape", "i", "f1", "l", "u"]))
        else:
            await app.tap(pilot, dice.choice(keys))


@pytest.mark.parametrize(
    "seed", [0, 1, 3, *(pytest.param(seed, marks=LONG) for seed in range(4, 150))]
)
async def test_no_frame_shows_a_hand_to_another_person(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Random(seed)
    monkeypatch.setattr(App, "action_suspend_process", lambda _app: None)
    names = dice.choice([TWO, ("human", "human", "quiet"), ("quiet", "human", "human")])
    if seed % 4 == 3:
        referee, _ = dealt(names, seed, quick=False)  # from the store on
    else:
        near = {"red warrior": "e4", "blue gunner": "e3", "red scout": "f6", "blue medic": "f4"}
        hands = unlike_hands(dice, len(names))
        referee = Referee(scene(seats=len(names), units=near, hands=hands).state, seed)
    others = {seat: Quiet() for seat, name in enumerate(names) if name == "quiet"}
    app = Watched(MatchHost(referee, names, here(others), pace=INSTANT))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        await play(app, pilot, dice)
    assert app.curtains
    assert app.frames > STEPS / 4
    assert app.shown or seed > 2  # hands are seen where they may be


async def test_a_line_that_was_being_typed_is_gone_behind_the_curtain() -> None:
    match = scene(hands={"red": ["house-call"], "blue": ["loud-noise"]})
    async with on_stage(match, TWO) as stage:
        await stage.press("semicolon", *"housecall")
        assert "housecall" in stage.text
        stage.session.hide()
        await stage.pilot.pause()
        await stage.press("enter")
        assert isinstance(stage.app.screen, MatchScreen)
        assert "housecall" not in stage.text


@pytest.mark.parametrize("way", ["open", "quick", "resume", "list", "play on", "fork"])
async def test_the_first_frame_is_the_curtain_whatever_way_a_match_begins(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    lobby = LocalLobby()
    wishes = Wishes(TWO, seed=3, rounds=1, quick=True)
    if way in ("open", "quick"):
        session = lobby.open(Wishes(TWO, seed=3, quick=way == "quick"))
    elif way == "play on":
        line = position_line(scene(hands={"red": ["crowd-roar"], "blue": ["loud-noise"]}).state)
        copied = lobby.load(line)
        session = lobby.play_on(copied, TWO)  # type: ignore[arg-type]
    elif way == "fork":
        over = finished(wishes)
        timeline = lobby.watch(over)
        session, _ = lobby.fork(timeline, timeline.stops[len(timeline.stops) // 2], TWO)
    else:
        after_prefix = lobby.open(wishes)
        assert after_prefix.record is not None
        after_prefix._keep()
        after_prefix.save()
        await closed(after_prefix)
        session, _ = lobby.resume(str(after_prefix.record) if way == "list" else "")
    app = Watched(session, lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert app.lifted == -1
        assert app.curtains
        await app.tap(pilot, "enter")
        assert not isinstance(app.screen, CurtainScreen)


def finished(wishes: Wishes) -> str:
    """The record of a match that managers have played to its end."""
    referee = new_referee(list(TWO), wishes.seed, wishes.rounds, wishes.board, quick=True)
    writer, _ = library.begin_record(referee, TWO, board=wishes.board)
    run_match(referee, [RandomManager(), RandomManager()])
    writer.update()
    writer.close()
    return str(writer.path)
