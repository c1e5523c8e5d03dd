"""The lesson on the screen: text, sheet, reveal, verdict; the goal in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.cli.powerdome import tome_with
from deathdome.powerdome.play.lesson import LessonHost, bundled_lesson
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.lesson import LessonScreen
from deathdome.powerdome.tui.screens.reveal import RevealScreen
from deathdome.powerdome.tui.screens.sheet import SheetScreen

if TYPE_CHECKING:
    from textual.app import App
    from textual.pilot import Pilot


def text_of(app: App[None]) -> str:
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


async def until(pilot: Pilot[None], screen: type) -> None:
    """Wait for a screen; shows on the way are skipped."""
    for _ in range(400):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, screen) and pilot.app.screen.is_mounted:
            await pilot.pause()
            return
        if isinstance(pilot.app.screen, RevealScreen):
            await pilot.press("S")  # to the last card, or out of an animation
            if isinstance(pilot.app.screen, RevealScreen):
                await pilot.press("enter")
    raise AssertionError(pilot.app.screen)


@pytest.mark.rule("PD-COMBAT-10")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_manuals_round_is_taught_by_keys(size: tuple[int, int]) -> None:
    app = PowerDomeApp(teaches=lambda: bundled_lesson(tome_with([])))
    async with app.run_test(size=size) as pilot:
        await until(pilot, LessonScreen)
        assert "Step 1 of 6: One round" in text_of(app)
        await pilot.press("enter")
        await until(pilot, SheetScreen)
        assert "Goal: Write agility 10, strike 52" in text_of(app)
        await pilot.press("1", "0", "down", "5", "2", "down", "3", "8", "up")
        while "At Antagonist" not in text_of(app):
            await pilot.press("a")
            await pilot.pause()
        await pilot.press("c")
        await until(pilot, LessonScreen)
        assert "Done." in text_of(app)
        assert [one.vitality for one in app.host.state.dome.characters] == [100, 16, 47]
        await pilot.press("enter")
        await until(pilot, LessonScreen)
        assert isinstance(app.host, LessonHost)
        assert app.host.number == 1
        await pilot.press("enter")
        await until(pilot, SheetScreen)
        await pilot.press("c")
        while isinstance(app.screen, SheetScreen):  # it warns of an empty sheet first
            await pilot.press("c")
            await pilot.pause()
        await until(pilot, LessonScreen)
        assert "Not yet." in text_of(app)
        await pilot.press("enter")
        await until(pilot, LessonScreen)
        assert app.host.number == 1
        assert "Step 2 of 6" in text_of(app)
