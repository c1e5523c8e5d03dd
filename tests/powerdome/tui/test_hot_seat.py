"""Two people and a bot at one keyboard: a key for each, and no frame shows the form of another."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.tables import SIZES, shown, wait_for

from deathdome.cli import powerdome_games
from deathdome.cli.powerdome_games import new_table
from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import Captioned
from deathdome.powerdome.play.host import Curtain, GameHost
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.powerdome.tui.screens.curtain import CurtainScreen
from deathdome.powerdome.tui.screens.end import EndScreen
from deathdome.powerdome.tui.screens.game import GameScreen
from deathdome.powerdome.tui.screens.hint import HintScreen
from deathdome.powerdome.tui.screens.sheet import SheetScreen
from deathdome.powerdome.tui.screens.show import ShowScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import text_of

if TYPE_CHECKING:
    from textual.pilot import Pilot
    from textual.screen import Screen

WORDS = ("zebrawood", "quicklime")  # of each person's captions


class Watched(PowerDomeApp):
    """Looks at every frame that goes to the terminal."""

    frames = curtains = 0

    def _display(self, screen: Screen[object], renderable: object) -> None:
        super()._display(screen, renderable)  # type: ignore[arg-type]
        if screen is self.screen and self.in_game:
            self.look_at(shown(self))

    def look_at(self, text: str) -> None:
        """Check the laws: a curtain shows nothing else, and a form only the words of its person."""
        self.frames += 1
        host, screen = self.host, self.screen
        if isinstance(screen, CurtainScreen):
            self.curtains += 1
            allowed = text_of(screen.rows(screen.named_seat, 60)) + " q leave"
            rest = [row.strip() for row in text.splitlines()]
            assert all(row in allowed for row in rest), text
        public = " ".join(one.text for one in host.heard(-1) if isinstance(one, Captioned))
        mine = screen.seat if isinstance(screen, AnswerScreen) else -1
        for seat, word in enumerate(WORDS):
            if seat != mine and word not in public and not isinstance(screen, AskScreen):
                assert word not in text, text


def table(monkeypatch: pytest.MonkeyPatch, seed: int) -> GameHost:
    monkeypatch.setattr(powerdome_games, "ADVISER", "easy")
    return new_table("human,human,easy", "Ada,Bo", seed, {}, None, ()).host()


async def open_curtain(app: Watched, pilot: Pilot[None], seat: int) -> None:
    """Press the key of the other person, which does nothing, then the key of this one."""
    host = app.host
    other = next(one for one in host.people if one != seat)
    await pilot.press(host.key(other))
    await wait_for(pilot, lambda: "does not open this curtain" in shown(app))
    assert app.host.need == Curtain(seat)
    await pilot.press(host.key(seat))
    await wait_for(pilot, lambda: isinstance(app.screen, AnswerScreen))
    form = app.screen
    assert isinstance(form, AnswerScreen)
    assert form.seat == seat


async def answer(app: Watched, pilot: Pilot[None], form: AnswerScreen) -> None:
    """Give the answer of the hint by keys; sheets get a caption of their person first."""
    before = len(app.host.referee.journal)
    await pilot.press("H")
    await wait_for(pilot, lambda: isinstance(app.screen, HintScreen))
    await pilot.press("enter")
    if form.takes_answers:
        await wait_for(pilot, lambda: app.screen is form)
        if isinstance(form, SheetScreen):
            while form.field.kind != "caption":
                await pilot.press("up")
            await pilot.press("enter")
            await wait_for(pilot, lambda: isinstance(app.screen, AskScreen))
            await pilot.press("ctrl+u", *WORDS[form.seat], "enter")
            await wait_for(pilot, lambda: WORDS[form.seat] in shown(app))
        await pilot.press("c")
        await pilot.pause(0.05)
        if app.screen is form and len(app.host.referee.journal) == before:
            await pilot.press("c")  # there was a warning
    await wait_for(pilot, lambda: len(app.host.referee.journal) > before)


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)])
async def test_a_whole_game_of_two_people_and_a_bot_by_keys(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = table(monkeypatch, 4)
    app = Watched(host)
    asked: set[AskKind] = set()
    shows = 0
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, EndScreen):
            await wait_for(
                pilot,
                lambda: (
                    isinstance(app.screen, CurtainScreen | ShowScreen | EndScreen)
                    or (isinstance(app.screen, AnswerScreen) and app.screen.asked)
                ),
            )
            screen = app.screen
            if isinstance(screen, CurtainScreen):
                await open_curtain(app, pilot, screen.named_seat)
            elif isinstance(screen, ShowScreen):
                shows += 1
                while app.screen is screen:
                    await pilot.press("S")
                    await pilot.press("enter")
                    await pilot.pause(0.02)
            elif isinstance(screen, AnswerScreen):
                asked.add(screen.ask.kind)
                await answer(app, pilot, screen)
        assert host.over
        assert not [one for one in host.notices if "failed" in one.text]
    assert {AskKind.NOMINATE, AskKind.BID, AskKind.TALK, AskKind.SHEET} <= asked
    assert shows >= host.state.now.round
    assert app.curtains >= 4 + 2
    sheets = [one.answer for one in host.referee.journal if isinstance(one.answer, Sheet)]
    assert any(WORDS[0] in one.caption for one in sheets)
    assert any(WORDS[1] in one.caption for one in sheets)


def says(app: Watched, text: str) -> bool:
    """Return True if a form has answered with this text."""
    return isinstance(app.screen, AnswerScreen) and text in shown(app).casefold()


async def test_a_person_chooses_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    host = table(monkeypatch, 4)
    app = Watched(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await open_curtain(app, pilot, 0)
        for typed, told in (("q", "can't be your key"), ("b", "another player has"), ("7", "7")):
            await pilot.press("K")
            await wait_for(pilot, lambda: isinstance(app.screen, AskScreen))
            await pilot.press("backspace", typed, "enter")
            await wait_for(pilot, partial(says, app, told))
        assert host.key(0) == "7"
        app.action_suspend_process = lambda: None  # type: ignore[method-assign]
        app.before_suspending()
        await wait_for(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("a")
        await wait_for(pilot, lambda: "a does not open" in shown(app))
        await pilot.press("7")
        await wait_for(pilot, lambda: isinstance(app.screen, AnswerScreen))


@pytest.mark.parametrize("key", ["H", "i", "question_mark", "w", ""])
async def test_the_curtain_covers_every_page_when_the_program_is_suspended(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = table(monkeypatch, 4)
    while not (isinstance(host.need, Curtain) and host.referee.owed()[0].kind is AskKind.SHEET):
        if isinstance(host.need, Curtain):
            host.lift()
        elif host.referee.owed()[0].seat in host.people:
            work = host.hint()
            assert work is not None
            found = work().answer
            assert found is not None
            assert host.answer(found) is None
        else:
            host.take(host.need.work())  # type: ignore[union-attr]
    app = Watched(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, CurtainScreen))
        curtain = app.screen
        assert isinstance(curtain, CurtainScreen)
        seat = curtain.named_seat
        await open_curtain(app, pilot, seat)
        form = app.screen
        assert isinstance(form, SheetScreen)
        await pilot.press("2", "3")
        if key:
            await pilot.press(key)
            await wait_for(pilot, lambda: app.screen is not form)
        app.before_suspending()
        await wait_for(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert [type(one) for one in app.screen_stack[1:]] == [GameScreen, CurtainScreen]
        await open_curtain(app, pilot, seat)
        again = app.screen
        assert isinstance(again, SheetScreen)
        sheet = again.answer()
        assert isinstance(sheet, Sheet)
        assert sheet.plans[seat].agility == 23  # the draft is still there
