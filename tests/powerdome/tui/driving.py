"""Drive the screens of PowerDome by keys, until a person is asked or the game is over."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.cli.powerdome_games import new_table
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.play.host import Curtain, Person, Think
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.settings import Options
from deathdome.stage.text import columns_of
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from textual.app import App
    from textual.pilot import Pilot

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask, AskKind
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.host import GameHost

SIZES: Final = ((80, 24), (120, 40))
_PATIENCE: Final = 30.0  # seconds


def text_of(app: App[None]) -> str:
    """Return what the top screen shows."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


def top(app: App[None]) -> str:
    """Return the name of the class of the top screen."""
    return type(app.screen).__name__


def a_game(
    seats: str = "human,easy,easy,easy",
    seed: int = 1,
    options: dict[str, str] | None = None,
    setting: str | None = None,
) -> GameHost:
    """Return the host of a new game."""
    return new_table(seats, None, seed, options or {}, setting, ()).host()


def play_to(
    host: GameHost, kind: AskKind, answers: Callable[[State, Ask], Answer] = fallback
) -> None:
    """Play without a screen until a person is asked a question of that kind."""
    while (need := host.need) is not None:
        match need:
            case Person(ask) if ask.kind is kind:
                return
            case Person(ask):
                assert host.answer(answers(host.view(ask.seat), ask)) is None
            case Curtain():
                host.lift()
            case Think():
                host.take(need.work())
            case _:
                break
    raise AssertionError(f"no question {kind}")


@asynccontextmanager
async def on_screen(
    host: GameHost, size: tuple[int, int] = SIZES[0], *, animation: bool = False
) -> AsyncIterator[tuple[PowerDomeApp, Pilot[None]]]:
    """Show a game; wait until its bots have answered."""
    app = PowerDomeApp(host)
    options = replace(Options(), animation="full" if animation else "none")
    app.settings = DisplaySettings(options=options, glyphs=SHAPES)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        yield app, pilot


async def settled(app: PowerDomeApp, pilot: Pilot[None]) -> None:
    """Wait until no bot thinks and the screen has followed the game."""
    await pilot.pause()
    await until(app, pilot, lambda: not app.in_game or not isinstance(app.host.need, Think))


async def until(app: PowerDomeApp, pilot: Pilot[None], met: Callable[[], bool]) -> None:
    """Wait for a condition."""
    loop = asyncio.get_running_loop()
    end = loop.time() + _PATIENCE
    while not met():
        assert loop.time() < end, text_of(app)
        await asyncio.sleep(0.005)
        await pilot.pause()
    await pilot.pause()


async def press(app: PowerDomeApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other; wait after each."""
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


async def type_text(app: PowerDomeApp, pilot: Pilot[None], text: str) -> None:
    """Type a text and Enter."""
    await press(app, pilot, *("space" if char == " " else char for char in text), "enter")


def fits(app: App[None]) -> None:
    """Check that no row of the form is wider than the screen."""
    from deathdome.stage.text import text_of as plain
    from deathdome.stage.widgets.lines import Lines

    for box in app.screen.query(Lines):
        for row in box.rows:
            width = columns_of(plain(row))
            assert width <= app.size.width, (box.id, width, plain(row))
