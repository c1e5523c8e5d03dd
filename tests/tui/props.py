"""Props for stories on the screen: a match on a stage, keys pressed, text read."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from deathdome.cli.opening import new_referee
from deathdome.managers.registry import create
from deathdome.match.default_action import default_action
from deathdome.match.protocol import Reply
from deathdome.match.referee import Referee
from deathdome.session.manager_process import HereManagers
from deathdome.tui.app import DomeApp
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.session import Session
from deathdome.tui.widgets.lines import Lines
from deathdome.tui.widgets.stack import Stack

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from scenes import Match
    from textual.pilot import Pilot

    from deathdome.match.protocol import Briefing, Controller, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.outcome import Outcome
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State
    from deathdome.tui.desk import Desk

INSTANT = 3  # the pace at which nothing waits


class Quiet:
    """Does the least it can, after a script whose lines pick an answer or pass."""

    def __init__(self, *script: Callable[[Request], Action | None]) -> None:
        self.script = list(script)
        self.asked: list[Request] = []

    def begin(self, briefing: Briefing) -> None:
        pass

    def decide(self, request: Request) -> Reply:
        self.asked.append(request)
        if self.script and (action := self.script[0](request)) is not None:
            del self.script[0]
            return Reply(action)
        return Reply(default_action(request))

    def observe(self, events: Sequence[Event]) -> None:
        pass

    def end(self, outcome: Outcome) -> None:
        pass


class Stage:
    """An application under a pilot."""

    def __init__(self, app: DomeApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> Session:
        return self.app.session

    async def press(self, *keys: str) -> Stage:
        await self.pilot.press(*keys)
        await self.pilot.pause()
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
    def desk(self) -> Desk:
        screen = next(s for s in self.app.screen_stack if isinstance(s, MatchScreen))
        return screen.desk

    @property
    def true(self) -> State:
        """The true position: for asserting what came of the keys."""
        return self.session._referee.state


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
    referee = match if isinstance(match, Referee) else Referee(match.state, 1)
    others = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
    session = Session(referee, names, HereManagers({**others, **(managers or {})}), pace=INSTANT)
    app = DomeApp(session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if session.curtain is not None and not covered:
            await pilot.press("enter")
            await pilot.pause()
        yield Stage(app, pilot)


def dealt(
    names: Sequence[str] = ("human", "greedy"),
    seed: int = 7,
    rounds: int = 2,
    *,
    quick: bool = True,
    ruleset: Ruleset | None = None,
) -> tuple[Referee, dict[int, Controller]]:
    """A match from its beginning, and the managers for it."""
    referee = new_referee(list(names), seed, rounds, "waspworth", quick=quick, ruleset=ruleset)
    others = {seat: name for seat, name in enumerate(names) if name not in ("human", "quiet")}
    return referee, {seat: create(name) for seat, name in others.items()}
