"""Games for tests of the shows: their rounds, and an application that waits for a state."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final

from powerdome.tables import tome

from deathdome.cli.powerdome_games import new_table
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.bots.random_bot import random_answer
from deathdome.powerdome.model.events import PlansShown, Revealed, RoundBegan
from deathdome.powerdome.play.host import HUMAN, Curtain, GameHost, LastWord, Person
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.rules.game import new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual.app import App
    from textual.pilot import Pilot

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.options import Options

NAMES: Final = ("Widow", "Abbot", "Ilka", "Moth", "Solder", "Pleat")
PATIENCE: Final = 20.0  # seconds


def random_game(seed: int, seats: int, options: Options, most: int = 400) -> Referee:
    """Return a game of random answers, over or cut short."""
    dice = Random(seed)
    referee = Referee(new_game(tome(), NAMES[:seats], options), seed)
    while (asks := referee.owed()) and len(referee.journal) < most:
        ask = asks[0]
        referee.give(ask.seat, random_answer(referee.view(ask.seat), ask, dice))
    return referee


def combats(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Yield the first event of each combat, and the one after its last."""
    first = -1
    shown = False
    for at, event in enumerate([*events, RoundBegan(0)]):
        if isinstance(event, Revealed):
            first, shown = at, False
        shown = shown or isinstance(event, PlansShown)
        if isinstance(event, RoundBegan) and first >= 0:
            if shown:
                yield first, at
            first = -1


def host_of(seats: str = "human,easy,easy,easy", seed: int = 3, **rules: str) -> GameHost:
    return new_table(seats, None, seed, rules, None, ()).host()


def play_on(host: GameHost, enough: Callable[[GameHost], bool]) -> None:
    """Play until it is enough; people give the answers of the fallback."""
    while (need := host.need) is not None and not enough(host):
        match need:
            case Curtain():
                host.lift()
            case Person():
                assert host.answer(fallback(host.state, need.ask)) is None
            case LastWord():
                return
            case _:
                host.take(need.work())


def over(host: GameHost) -> bool:
    return host.over


def text_of(app: App[None]) -> str:
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


async def until(pilot: Pilot[None], state: Callable[[], object]) -> None:
    """Wait for a state of the screen."""
    end = monotonic() + PATIENCE
    while not state():
        assert monotonic() < end, text_of(pilot.app)
        await pilot.pause()
        await asyncio.sleep(0.01)
    await pilot.pause()


__all__ = ["HUMAN", "combats", "host_of", "over", "play_on", "random_game", "text_of", "until"]
