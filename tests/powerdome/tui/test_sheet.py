"""The allocation sheet on the screen: one purse, targets, warnings, trials; driven by keys."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from powerdome.tui.tables import SIZES, asked, forward, host_of, shown, wait_for, widest

from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.play.drafts import SheetDraft
from deathdome.powerdome.play.what_if import past_plans, trials
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.presenters.sheet import SheetRows, fields
from deathdome.powerdome.tui.presenters.what_if import trial_rows
from deathdome.powerdome.tui.screens.sheet import SheetScreen
from deathdome.powerdome.tui.screens.what_if import WhatIfScreen
from deathdome.stage.glyphs import ASCII, SHAPES
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import text_of

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.play.host import GameHost

# Keys of the sheet, but those that open a page or leave it.
KEYS = (
    *("up", "down", "left", "right", "pageup", "pagedown", "shift+left", "shift+right"),
    *("0", "1", "2", "3", "5", "8", "9", "backspace", "m", "a", "o", "O", "u", "r", "X", "down"),
)


def sheet_screen(app: PowerDomeApp) -> SheetScreen:
    return next(one for one in reversed(app.screen_stack) if isinstance(one, SheetScreen))


def draft_of(app: PowerDomeApp) -> SheetDraft:
    return sheet_screen(app)._own.draft


def on(app: PowerDomeApp, wanted: str) -> bool:
    one = sheet_screen(app).field
    return wanted in (one.kind, one.stat)


async def move_to(app: PowerDomeApp, pilot: Pilot[None], wanted: str) -> None:
    for _ in fields(draft_of(app)):
        if on(app, wanted):
            return
        await pilot.press("down")
    raise AssertionError(wanted)


def rich(host: GameHost) -> bool:
    """Return True if the first player has several powers and an ally to plan for."""
    dome = host.state.now
    return bool(dome.allies(0)) and len(dome.hands[0]) > 1


@cache
def rich_seeds() -> tuple[int, ...]:
    """Return seeds of games that are rich at the second sheet; they depend on the tome."""
    found: list[int] = []
    for seed in range(200):
        host = host_of("human,easy,easy", seed=seed)
        if forward(host, partial(second_sheet, host)) and rich(host):
            found.append(seed)
            if len(found) == 2:
                break
    return tuple(found)


def second_sheet(host: GameHost, ask: Ask) -> bool:
    """Return True at the first player's sheet of round 2."""
    return ask.kind is AskKind.SHEET and ask.seat == 0 and host.state.now.round == 2


def rich_table(number: int = 0, **rules: str) -> GameHost:
    """Return a game at a sheet with several powers and an ally to plan for."""
    host = asked(host_of("human,easy,easy", seed=rich_seeds()[number], **rules), AskKind.SHEET, 2)
    assert rich(host)
    return host


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("declare", ["sheet", "combat"])
async def test_whatever_is_pressed_the_sheet_stays_legal_and_fits(
    size: tuple[int, int], declare: str
) -> None:
    host = rich_table(declare=declare)
    app = PowerDomeApp(host)
    dice = Random(f"{size} {declare}")
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        draft = draft_of(app)
        for number in range(40):
            key = dice.choice(KEYS)
            kind = sheet_screen(app).field.kind
            await pilot.press("enter" if number % 4 == 0 and kind in ("act", "stat") else key)
            assert isinstance(app.screen, SheetScreen)
            assert draft.why_not(draft.sheet) is None
            rows = app.screen.query_one("#text").rows  # type: ignore[attr-defined]
            assert widest(rows) <= size[0] - 4
            assert all(draft.left(who) >= 0 for who in draft.characters)
        sheet = draft.sheet
        await pilot.press("c", "c")
        await wait_for(pilot, lambda: host.referee.journal[-1].seat != 0 or _mine(host) == sheet)
        assert _mine(host) == sheet


def _mine(host: GameHost) -> Sheet | None:
    """Return the last sheet of seat 0."""
    mine = [one.answer for one in host.referee.journal if one.seat == 0]
    return next((one for one in reversed(mine) if isinstance(one, Sheet)), None)


@pytest.mark.parametrize("size", SIZES)
async def test_the_purse_is_shared_and_what_is_past_it_is_refused(size: tuple[int, int]) -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    points = host.state.now.characters[0].vitality
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        draft = draft_of(app)
        await pilot.press("1", "4", "down", "3", "6", "down", "m")
        assert (draft.plan(0).agility, draft.plan(0).strike) == (14, 36)
        assert draft.left(0) == 0
        assert f"{points} AP, 0 left" in shown(app)
        assert "doubled from 28 on" in shown(app)
        before = draft.sheet
        for key in ("right", "pageup", "shift+right", "9", "m"):
            await pilot.press(key)
            if key != "9":
                assert draft.sheet == before
            assert draft.why_not(draft.sheet) is None
        await pilot.press("up", "up", "9", "9")
        assert draft.plan(0).agility == 9  # 99 is refused, 9 is not
        note = " ".join(text_of(sheet_screen(app).query_one("#note").rows).split())  # type: ignore[attr-defined]
        assert note.startswith("You can't")
        assert f"{points} are there" in note


async def test_numbers_are_typed_erased_undone_and_redone() -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    app = PowerDomeApp(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        draft = draft_of(app)
        await pilot.press("2", "7")
        assert draft.plan(0).agility == 27
        await pilot.press("backspace")
        assert draft.plan(0).agility == 2
        await pilot.press("u")
        assert draft.plan(0).agility == 0  # the digits of a number are one change
        await pilot.press("U", "pageup", "shift+right", "left")
        assert draft.plan(0).agility == 11
        await pilot.press("X")
        assert draft.plan(0).agility == 0
        await pilot.press("u")
        assert draft.plan(0).agility == 11
        await pilot.press("down", "1")
        assert (draft.plan(0).agility, draft.plan(0).strike) == (11, 1)
        await pilot.press("down", "0", "4")  # 0 changes nothing, so 4 undoes nothing
        assert (draft.plan(0).strike, draft.plan(0).resist) == (1, 4)


@pytest.mark.parametrize("size", SIZES)
async def test_a_slip_is_said_while_typing_and_asks_for_a_second_confirmation(
    size: tuple[int, int],
) -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        await pilot.press("down", "9")
        assert "have strike but no target" in shown(app)
        await pilot.press("a")
        assert "have strike but no target" not in shown(app)
        await pilot.press("u")
        committed = len(host.referee.journal)
        await pilot.press("c")
        assert len(host.referee.journal) == committed
        assert "Press c again" in " ".join(shown(app).split())
        await pilot.press("up", "right", "c")  # another sheet has warnings of its own
        assert len(host.referee.journal) == committed
        await pilot.press("c")
        await wait_for(pilot, lambda: len(host.referee.journal) > committed)


@pytest.mark.parametrize("number", [0, 1])
async def test_activations_have_a_switch_a_target_and_an_order(number: int) -> None:
    host = rich_table(number)
    app = PowerDomeApp(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        draft = draft_of(app)
        acts = [one for one in fields(draft) if one.kind == "act"]
        assert acts
        switched = 0
        for _ in fields(draft):
            one = sheet_screen(app).field
            if one.kind == "act" and one.act is not None:
                who, before = one.who, draft.plan(one.who).activate
                await pilot.press("enter")
                after = draft.plan(who).activate
                if one.act.auto:
                    assert after == before
                elif len(after) > len(before):
                    switched += 1
                    if len(one.act.targets) > 1:
                        await pilot.press("a")
                        aimed = next(
                            act
                            for act in draft.plan(who).activate
                            if (act.power, act.effect) == (one.act.power, one.act.number)
                        )
                        assert aimed.target in one.act.targets
                        await pilot.press("u")
                        assert draft.plan(who).activate == after
                    if len(after) > 1:
                        await pilot.press("o")
                        moved = draft.plan(who).activate
                        assert moved != after
                        assert sorted(map(repr, moved)) == sorted(map(repr, after))
                        await pilot.press("O")
                        assert draft.plan(who).activate == after
                    await pilot.press("enter")
                    assert len(draft.plan(who).activate) == len(before)
            await pilot.press("down")
        assert switched or all(one.act is not None and one.act.auto for one in acts)


async def test_a_caption_is_one_line_of_60_characters() -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    app = PowerDomeApp(host)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        await move_to(app, pilot, "caption")
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press(*("x" * 70), "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        assert draft_of(app).sheet.caption == "x" * 60
        assert '"' + "x" * 60 + '"' in shown(app)


@pytest.mark.parametrize("size", SIZES)
async def test_the_trials_are_those_of_the_real_rules_for_the_sheet_as_it_is(
    size: tuple[int, int],
) -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        await pilot.press("1", "4", "down", "3", "6", "a", "down", "m")
        draft = draft_of(app)
        view = host.view(0)
        found = trials(view, 0, draft.sheet, host.heard(0))
        assert found
        if size[0] < 110:
            await pilot.press("w")
            await wait_for(pilot, lambda: isinstance(app.screen, WhatIfScreen))
            wanted = [text_of(row) for row in trial_rows(view, 0, found, size[0] - 4) if row]
            await wait_for(pilot, lambda: all(row.strip() in shown(app) for row in wanted[:12]))
            await pilot.press("escape")
            await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
            assert draft_of(app) is draft
        else:
            wanted = [text_of(row) for row in trial_rows(view, 0, found, 38) if row]
            await wait_for(pilot, lambda: all(row.strip() in shown(app) for row in wanted))


def test_every_sheet_fits_at_every_width_with_and_without_shapes() -> None:
    host = rich_table()
    draft = SheetDraft(host.view(0), 0)
    past = past_plans(host.heard(0))
    for width in (56, 76, 90):
        for signs in (ASCII, SHAPES):
            maker = SheetRows(draft, past, signs, width, "a")
            for index, _ in enumerate(fields(draft)):
                for room in (10, 21, 40):
                    rows = maker.rows(index, draft.oddities(), room)
                    assert widest(rows.lines) <= width
                    assert len(rows.places) == len(fields(draft))
                    text = text_of(rows.lines)
                    for power in host.view(0).now.hands[0]:
                        assert host.view(0).now.tome.powers[power].name in text
