"""Takes the pictures of the documentation from the running game: `make pictures`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.cli.play import new_referee
from deathdome.managers.greedy import GreedyManager
from deathdome.model.decisions import Question
from deathdome.play.controllers import PROTOCOL, Briefing
from deathdome.tui.app import DomeApp
from deathdome.tui.hiring import HiredManagers
from deathdome.tui.session import Session

if TYPE_CHECKING:
    from deathdome.play.referee import Referee

HERE = Path(__file__).parent
NAMES = ["human", "greedy"]
SEED = 11


def played_to(round_: int) -> Referee:
    """A match between greedy managers, stopped where Red is to choose a unit in that round."""
    referee = new_referee(NAMES, SEED, None, "waspworth", quick=True)
    managers = [GreedyManager() for _ in NAMES]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, len(NAMES), referee.state.table, SEED, {}))
    while (request := referee.request()) is not None:
        if (
            referee.state.round == round_
            and request.seat == 0
            and request.question is Question.TURN
        ):
            break
        referee.answer(managers[request.seat].decide(request).action)
    return referee


async def take(name: str, referee: Referee, size: tuple[int, int], *keys: str) -> None:
    """One picture of the screen after some keys."""
    app = DomeApp(Session(referee, NAMES, HiredManagers()))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(1)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.3)
        text = app.export_screenshot(title="deathdome play")
        (HERE / f"{name}.svg").write_text(text, encoding="utf-8")


async def main() -> None:
    """All pictures."""
    await take("match", played_to(3), (120, 40), "n")
    store = new_referee(NAMES, SEED, None, "waspworth", quick=False)
    await take("store", store, (80, 24))


if __name__ == "__main__":
    asyncio.run(main())
