"""Props for stories on the screen: a match on a stage, keys pressed, text read."""

from __future__ import annotations

from contextlib import asynccontextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

from hosts import INSTANT, Quiet, dealt, here, hosted

from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.tui.app import DomeApp
from deathdome.tui.screens.match import MatchScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from scenes import Match
    from textual.pilot import Pilot

    from deathdome.match.protocol import Controller
    from deathdome.match.referee import Referee
    from deathdome.model.state import State
    from deathdome.session.host import MatchHost
    from deathdome.tui.interaction import Interaction

__all__ = ["INSTANT", "Quiet", "Stage", "dealt", "here", "on_stage", "until"]

PATIENCE: Final = 60.0  # seconds; only what never comes takes so long
_LOOK: Final = 0.005  # seconds between two looks


class Stage:
    """An application under a pilot."""

    def __init__(self, app: DomeApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> MatchHost:
        return self.app.session

    async def press(self, *keys: str) -> Stage:
        await self.pilot.pause()  # what the test has changed is drawn
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self

    async def until(self, holds: Callable[[], object]) -> Stage:
        """Wait for what needs a timer, a manager or a process."""
        await until(self.pilot, holds)
        return self

    @property
    def text(self) -> str:
        """Everything on the screen, as a reader without colours sees it."""
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)

    def lines(self, name: str) -> str:
        """The text of a box, whether it is a widget or drawn with others as one."""
        stacks = self.app.screen.query(Stack).results(Stack)
        stack = next((stack for stack in stacks if name in stack), None)
        rows = stack.box(name) if stack else self.app.screen.query_one(f"#{name}", Lines).rows
        return "\n".join("".join(span.text for span in row) for row in rows)

    @property
    def interaction(self) -> Interaction:
        screen = next(s for s in self.app.screen_stack if isinstance(s, MatchScreen))
        return screen.interaction

    @property
    def true(self) -> State:
        """The true position: for asserting what came of the keys."""
        return self.session._referee.state


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Wait until something is true."""
    limit = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < limit, "what was waited for never came"
        await pilot.pause(_LOOK)


@asynccontextmanager
async def on_stage(
    match: Match | Referee,
    names: Sequence[str] = ("human", "quiet"),
    managers: Mapping[int, Controller] | None = None,
    size: tuple[int, int] = (80, 24),
    *,
    covered: bool = False,
) -> AsyncIterator[Stage]:
    """The match on a screen of that size; seats that are not people answer in this process.

    Where several people play, the first one has taken the seat unless it is still `covered`.
    """
    session = hosted(match, names, managers)
    app = DomeApp(session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if session.curtain is not None and not covered:
            await pilot.press("enter")
            await pilot.pause()
        yield Stage(app, pilot)
