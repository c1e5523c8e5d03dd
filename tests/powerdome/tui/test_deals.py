"""Proposals, replies, and declarations in combat: forms of a round, driven by keys."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.tables import SIZES, asked, host_of, shown, wait_for, widest

from deathdome.powerdome.model.answers import Consents, DealKind, Order, Proposal, Talk, Target
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import Revealed, RoundBegan
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.presenters.recent import log_of
from deathdome.powerdome.tui.screens.choices import ChoicesScreen
from deathdome.stage.text import text_of

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.play.host import GameHost

KEYS = ("up", "down", "left", "right", "enter", "0", "1", "2", "y", "n", "a", "o", "O", "u", "r")
KINDS = [
    (AskKind.TALK, "sheet", 5),
    (AskKind.CONSENT, "sheet", 5),
    (AskKind.ORDER, "combat", 40),
    (AskKind.TARGET, "combat", 40),
]


def at_question(kind: AskKind, declare: str, seed: int) -> GameHost:
    return asked(host_of(seed=seed, declare=declare, seats="human,easy,easy,easy"), kind, 2)


async def on_form(app: PowerDomeApp, pilot: Pilot[None]) -> ChoicesScreen[object]:
    await wait_for(pilot, lambda: isinstance(app.screen, ChoicesScreen))
    assert isinstance(app.screen, ChoicesScreen)
    return app.screen


def given(host: GameHost, before: int) -> Answer:
    """Return the answer that was given first after so many."""
    return host.referee.journal[before].answer


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kind", "declare", "seed"), KINDS)
async def test_whatever_is_pressed_the_answer_is_legal_and_the_rows_fit(
    size: tuple[int, int], kind: AskKind, declare: str, seed: int
) -> None:
    host = at_question(kind, declare, seed)
    before = len(host.referee.journal)
    app = PowerDomeApp(host)
    dice = Random(f"{size} {kind}")
    async with app.run_test(size=size) as pilot:
        form = await on_form(app, pilot)
        for _ in range(25):
            key = dice.choice(KEYS)
            if key == "enter" and (not form.finish() or form.index >= form.count()):
                continue
            await pilot.press(key)
            assert app.screen is form
            assert host.referee.why_not(0, form.answer()) is None
            assert widest(form.query_one("#text").rows) <= size[0] - 4  # type: ignore[attr-defined]
        wanted = form.answer()
        await pilot.press("c")
        await wait_for(pilot, lambda: len(host.referee.journal) > before)
        assert given(host, before) == wanted


@pytest.mark.parametrize("size", SIZES)
async def test_digits_propose_and_rivals_show_their_deals(size: tuple[int, int]) -> None:
    host = at_question(*KINDS[0])
    rivals = [seat for seat in host.state.now.living() if seat]
    assert len(rivals) > 2
    before = len(host.referee.journal)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        form = await on_form(app, pilot)
        assert "honoured" in shown(app)
        await pilot.press("1", "down", "2", "2", "down", "1", "0")
        joint = [one for one in rivals if one != rivals[1]]
        wanted = (
            Proposal(rivals[0], DealKind.TRUCE),
            Proposal(rivals[1], DealKind.TOGETHER, joint[1]),
        )
        assert form.answer() == Talk(wanted)
        await pilot.press("u", "u", "u")
        assert len(form.form.history.now) == 2  # type: ignore[arg-type]
        await pilot.press("U", "U", "U", "down", "enter")
        await wait_for(pilot, lambda: len(host.referee.journal) > before)
        assert given(host, before) == Talk(wanted)


async def test_every_offer_made_to_the_player_can_be_accepted() -> None:
    host = at_question(*KINDS[1])
    makers = [maker for maker, one in host.view(0).talk if one.to == 0]
    assert makers
    before = len(host.referee.journal)
    app = PowerDomeApp(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_form(app, pilot)
        text = shown(app)
        assert all(f"{host.names[maker]} offers" in text for maker in makers)
        await pilot.press(*("y" for _ in makers), "c")
        await wait_for(pilot, lambda: len(host.referee.journal) > before)
        assert given(host, before) == Consents(tuple(sorted(makers)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [AskKind.ORDER, AskKind.TARGET])
async def test_a_declaration_shows_the_combat_so_far(size: tuple[int, int], kind: AskKind) -> None:
    host = at_question(kind, "combat", 40)
    events = host.heard(0)
    begun = max(at for at, one in enumerate(events) if isinstance(one, Revealed))
    assert not any(isinstance(one, RoundBegan) for one in events[begun:])
    before = len(host.referee.journal)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        form = await on_form(app, pilot)
        text = " ".join(text_of(form.query_one("#text").rows).split())  # type: ignore[attr-defined]
        assert "COMBAT SO FAR" in text
        last = log_of(host.view(0), events[begun:], "", 0)[-1]
        assert last.text in text
        if size[0] > 100:
            assert "Agility, in the order of action" in text
        await pilot.press("c")
        await wait_for(pilot, lambda: len(host.referee.journal) > before)
        assert isinstance(given(host, before), Order | Target)
