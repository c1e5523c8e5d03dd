"""The reveal of a combat: its cards, its rows, and its keys."""

from __future__ import annotations

import pytest
from powerdome.tui.shows import combats, host_of, play_on, random_game, text_of, until

from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.model.events import PlansShown, VitalityChanged
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.play.combat_cards import Part, combat_of
from deathdome.powerdome.play.host import Person
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.ports import Speed
from deathdome.powerdome.tui.presenters.reveal import Scene, slides_of
from deathdome.powerdome.tui.screens.reveal import RevealScreen
from deathdome.stage.text import columns_of
from deathdome.stage.text import text_of as bare


@pytest.mark.parametrize("seed", range(12))
def test_every_event_of_a_combat_is_on_one_card_and_every_row_fits(seed: int) -> None:
    options = Options(declare=("sheet", "combat")[seed % 2])
    referee = random_game(seed, 2 + seed % 5, options)
    view, events = referee.view(-1), referee.events
    narrator = Narrator(view.now.tome, character_names(view.now, view.seats))
    found = list(combats(events))
    assert found
    for first, end in found:
        combat = combat_of(view, events, first, end)
        dealt = [event for card in combat.cards for event in card.events]
        assert len(dealt) == end - first
        assert {id(one) for one in dealt} == {id(one) for one in events[first:end]}
        parts = [card.part for card in combat.cards]
        assert parts == sorted(parts, key=list(Part).index)
        assert parts[0] is Part.ORDER
        assert parts[-1] is Part.END
        slides = slides_of(combat, view.now.seats)
        for width, room in ((58, 16), (78, 22), (118, 38)):
            scene = Scene(combat, view, narrator, width, shaped=True)
            for at in range(len(slides)):
                for progress in (0.0, 0.4, 0.7, 1.0):
                    rows = scene.rows(slides, at, progress, room)
                    assert all(columns_of(bare(row)) <= width for row in rows)


def test_vitality_before_and_after_is_that_of_the_events() -> None:
    referee = random_game(4, 4, Options())
    for first, end in combats(referee.events):
        combat = combat_of(referee.view(-1), referee.events, first, end)
        changes = [one for one in referee.events[first:end] if isinstance(one, VitalityChanged)]
        for one in reversed(changes):
            assert combat.before[one.character] is not None
        for who in {one.character for one in changes}:
            mine = [one for one in changes if one.character == who]
            assert combat.before[who] == mine[0].old


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_person_sees_the_round_card_by_card(size: tuple[int, int]) -> None:
    host = host_of()
    play_on(host, lambda one: one.state.now.round == 1 and isinstance(one.need, Person))
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.screen.query("#keys"))
        while not isinstance(app.screen, RevealScreen):
            need = host.need
            if isinstance(need, Person):
                app.answer(fallback(host.state, need.ask))
            await until(
                pilot,
                lambda: isinstance(host.need, Person) or isinstance(app.screen, RevealScreen),
            )
        await until(pilot, lambda: "ORDER OF ACTION" in text_of(app))
        screen = app.screen
        assert isinstance(screen, RevealScreen)
        await pilot.press("x")  # ends the animation and does nothing else
        assert "skip" not in text_of(app)
        seen = []
        while "END OF ROUND 1" not in text_of(app):
            seen.append(text_of(app))
            await pilot.press("enter")
            if screen.skippable:
                await pilot.press("x")
            await pilot.pause()
        assert any("STRIKES" in one for one in seen)
        await pilot.press("left")
        await until(pilot, lambda: "END OF ROUND 1" not in text_of(app))
        await pilot.press("S")
        await until(pilot, lambda: "END OF ROUND 1" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, RevealScreen))


async def test_an_instant_show_is_its_last_card() -> None:
    host = host_of(seed=5)
    play_on(host, lambda one: one.state.now.round == 1)
    app = PowerDomeApp(host)
    async with app.run_test(size=(80, 24)) as pilot:
        while app.speed is not Speed.INSTANT:
            app.next_speed()
        play_on(host, lambda one: any(isinstance(e, PlansShown) for e in one.referee.events))
        app.follow()
        await until(pilot, lambda: "END OF ROUND 1" in text_of(app))


async def test_bots_among_themselves_are_watched_at_their_own_pace() -> None:
    app = PowerDomeApp(host_of("easy,easy"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.speed is Speed.TIMED
        while not isinstance(app.screen, RevealScreen):
            await pilot.press("enter")  # the pool and the auction need not be read
        played = len(app.host.referee.journal)
        await pilot.pause(0.2)
        assert len(app.host.referee.journal) == played
