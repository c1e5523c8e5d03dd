"""The table: players in rows that fit, the end of the log, one player in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.tui.tables import SIZES, asked, forward, host_of, shown, wait_for, widest

from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.play.what_if import past_plans
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.presenters.bars import Part, bar, cells, purse
from deathdome.powerdome.tui.presenters.players import player_rows
from deathdome.powerdome.tui.presenters.recent import log_of, recent_rows
from deathdome.powerdome.tui.screens.game import GameScreen
from deathdome.powerdome.tui.screens.player import PlayerScreen
from deathdome.stage.text import text_of

if TYPE_CHECKING:
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


def test_a_bar_is_empty_for_0_only_and_full_for_the_most_only() -> None:
    for most in (1, 7, 84, 300):
        for value in range(most + 1):
            found = cells(value, most, 20)
            assert (found == 0) == (value == 0)
            assert most < 20 or (found == 20) == (value == most)
            assert widest([bar(value, most, 20, "chip0")]) == 20


def test_a_purse_is_as_wide_as_it_should_be_whatever_is_in_it() -> None:
    for amounts in ((0, 0, 0), (1, 1, 1), (14, 36, 20), (84, 0, 0), (28, 28, 28)):
        for empty in (" ", "-"):
            row = purse([Part(one, "chip0") for one in amounts], 84, 40, empty)
            assert widest([row]) == 40
            assert len(text_of(row)) == 40


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_rows_fit_and_say_the_public_facts_in_every_state(seats: int) -> None:
    host = host_of(",".join(["human", *["easy"] * (seats - 1)]), seed=seats)
    states: list[tuple[State, list[Event]]] = []

    def look(_: Ask) -> bool:
        states.append((host.view(0), host.heard(0)))
        return False

    forward(host, look)
    assert len(states) > 8
    for view, events in states:
        past = past_plans(events)
        for width in (40, 76, 70, 116):
            assert widest(player_rows(view, width, past=past, you=0)) <= width
            assert widest(recent_rows(view, events, "court", width, 10)) <= width
        rows = player_rows(view, 76)
        assert len(rows) <= 22 - 2  # all players at 80x24 without scrolling
        text = " ".join(text_of(rows).split())
        for seat, name in enumerate(view.seats):
            one = view.now.characters[seat]
            assert f"{name} dead" in text if not one.alive else f" {one.vitality}" in text
            for power in view.now.hands[seat]:
                assert view.now.tome.powers[power].name in text
            for held in one.afflictions:
                assert view.now.tome.afflictions[held].name in text
            for ally in view.now.allies(seat):
                assert f"({view.now.characters[ally].vitality})" in text


def test_the_dead_are_struck_through() -> None:
    host = host_of("easy,easy,easy", seed=4)
    forward(host, lambda _: False)
    view = host.view(ABSENT)
    dead = [seat for seat in range(3) if not view.now.characters[seat].alive]
    struck = [span.text for row in player_rows(view, 76) for span in row if span.look == "struck"]
    assert dead
    assert struck == [view.seats[seat] for seat in dead]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("setting", ["arena", "wasteland"])
async def test_the_table_has_the_players_and_the_end_of_the_log(
    size: tuple[int, int], setting: str
) -> None:
    host = host_of("human,easy,easy,easy,easy,easy", 7, setting)
    asked(host, AskKind.TALK, 2)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: len(app.screen_stack) > 1)
        table = next(one for one in app.screen_stack if isinstance(one, GameScreen))
        rows = table.query_one("#text").rows  # type: ignore[attr-defined]
        assert widest(rows) <= size[0] - 4
        text = " ".join(text_of(rows).split())
        assert all(name in text for name in ("You", *host.names[1:]))
        assert "Log" in text
        last = log_of(host.view(0), host.heard(0), setting, 0)[-1]
        if size[0] < 110:
            assert last.text in text
        if setting == "wasteland":
            strikes = log_of(host.view(0), host.heard(0), setting, 0)
            assert any("swings at" in one.text for one in strikes)


@pytest.mark.parametrize("size", SIZES)
async def test_each_player_has_a_page_with_everything_public(size: tuple[int, int]) -> None:
    host = asked(host_of(seed=5), AskKind.TALK, 3)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("i")
        await wait_for(pilot, lambda: isinstance(app.screen, PlayerScreen))
        seen = set()
        for _ in host.names:
            screen = app.screen
            assert isinstance(screen, PlayerScreen)
            rows = screen.rows(size[0] - 4)
            assert widest(rows) <= size[0] - 4
            view, text = host.view(0), " ".join(text_of(rows).split())
            names = ["You", *host.names[1:]]
            name = next(one for one in names if one in shown(app).splitlines()[0])
            seat = names.index(name)
            seen.add(name)
            for power in view.now.hands[seat]:
                assert " ".join(view.now.tome.powers[power].text.split()) in text
            for plan in past_plans(host.heard(0)).get(seat, []):
                assert f"{plan.agility}/{plan.strike}/{plan.resist}" in text
            assert ("Deals" in text) or not view.deals
            await pilot.press("right")
        assert seen == {"You", *host.names[1:]}
        await pilot.press("escape")
        await wait_for(pilot, lambda: not isinstance(app.screen, PlayerScreen))
