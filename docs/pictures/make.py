"""Takes the pictures of the documentation from the running game: `make pictures`."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deathdome.cli.options import collection_of
from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.content.bundled import DEFAULT_BOARD
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.decisions import Question
from deathdome.records.library import begin_record
from deathdome.records.timeline import read_timeline
from deathdome.session.host import MatchHost
from deathdome.session.lesson import lesson_host
from deathdome.session.manager_process import ManagerProcess
from deathdome.settings import Options
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES
from deathdome.tui.presenters.coaching import LESSON_TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.match.referee import Referee

HERE = Path(__file__).parent
OTHERS = HERE.parents[1] / "build" / "pictures"
NAMES = ("human", "greedy")
PEOPLE = ("human", "human")
SMALL, LARGE = (80, 24), (120, 40)
SIZES = (SMALL, LARGE, (160, 50))
INSTANT = 3  # the pace at which nothing waits
SEED = 11


def played_to(
    round_: int, question: Question = Question.TURN, seed: int = SEED, cards: int = 0
) -> Referee:
    """A match between greedy managers, stopped where Red is asked this from that round on.

    `cards`: not before Blue holds so many.
    """
    referee = new_referee(list(NAMES), seed, None, DEFAULT_BOARD, quick=True)
    managers = [GreedyManager() for _ in NAMES]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, len(NAMES), referee.state.setup, seed, {}))
    while (request := referee.request()) is not None:
        if (
            referee.state.round >= round_
            and request.seat == 0
            and request.question is question
            and len(referee.state.hands[1]) >= cards
        ):
            break
        referee.answer(managers[request.seat].decide(request).action)
    return referee


def asked(question: Question, cards: int) -> Referee:
    """The first match of several in which Red is asked this while Blue holds so many cards."""
    for seed in range(SEED, SEED + 40):
        referee = played_to(1, question, seed, cards)
        if not referee.over:
            return referee
    raise LookupError(f"nobody is ever asked for {question.value}")


class Shot(NamedTuple):
    """A picture: what opens, the keys pressed, and the size in the documentation."""

    opens: Callable[[], DomeApp]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()


async def take(shot: Shot, size: tuple[int, int], path: Path) -> None:
    """One picture of the screen after some keys."""
    app = shot.opens()
    app.settings = DisplaySettings(Options(animation="none"), SHAPES)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(1)
        for key in shot.keys:
            await pilot.press(key)
            await pilot.pause(0.3)
        text = app.export_screenshot(title="deathdome play")
        path.write_text(text, encoding="utf-8")


def match(referee: Referee, names: Sequence[str] = NAMES) -> DomeApp:
    """The program with this match on the screen."""
    return DomeApp(MatchHost(referee, names, ManagerProcess(), pace=INSTANT, cosmetic=SEED))


def titled() -> DomeApp:
    """The program as it opens."""
    return DomeApp(lobby=LocalLobby(collection_of(None)))


def fresh(names: Sequence[str] = NAMES) -> Referee:
    """A match whose store has just opened."""
    return new_referee(list(names), SEED, None, DEFAULT_BOARD, quick=False)


def over() -> Referee:
    """A match that has been played to its end."""
    return played_to(99)


def watching() -> DomeApp:
    """A kept match that is watched."""
    referee = over()
    writer, _ = begin_record(referee, NAMES, people=("Bo", ""))
    writer.close()
    timeline = read_timeline(writer.path, "2026-11-22-034121-7f3a9c")
    return DomeApp(lobby=LocalLobby(collection_of(None)), timeline=timeline)


TO_THE_TOWER = (*("down",) * 8, *("left",) * 3)
SHOTS = {
    "title": Shot(titled, SMALL),
    "new-match": Shot(titled, SMALL, ("down", "enter", "down", "right")),
    "cards": Shot(titled, SMALL, ("up", "enter", "down", "down", "enter", *"pager")),
    "lesson": Shot(lambda: DomeApp(lesson_host(2, LESSON_TEXTS)), SMALL),
    "store": Shot(lambda: match(fresh()), SMALL),
    "match-small": Shot(lambda: match(played_to(3)), SMALL, ("n",)),
    "match": Shot(lambda: match(played_to(3)), LARGE, ("n",)),
    "attack": Shot(lambda: match(asked(Question.ATTACK_CARDS, 3)), SMALL),
    "defence": Shot(lambda: match(asked(Question.DEFENCE_CARDS, 0)), SMALL),
    "odds": Shot(lambda: match(asked(Question.ATTACK_CARDS, 3)), SMALL, ("o",)),
    "threat": Shot(lambda: match(played_to(4)), SMALL, ("n", "t")),
    "why": Shot(lambda: match(played_to(3)), SMALL, ("n", *TO_THE_TOWER, "w")),
    "curtain": Shot(lambda: match(fresh(PEOPLE), PEOPLE), SMALL, ("e", "enter")),
    "result": Shot(lambda: match(over()), LARGE),
    "replay": Shot(watching, SMALL, ("n", "n", "n")),
    "fork": Shot(watching, SMALL, ("pagedown", "pagedown", "pagedown", "enter")),
}


async def main() -> None:
    """All pictures: those of the documentation here, the other sizes in `build/pictures`.

    Matches that a picture begins are not kept.
    """
    OTHERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["DEATHDOME_HOME"] = home
        for name, shot in SHOTS.items():
            await take(shot, shot.size, HERE / f"{name}.svg")
            for size in SIZES:
                await take(shot, size, OTHERS / f"{name}-{size[0]}x{size[1]}.svg")


if __name__ == "__main__":
    asyncio.run(main())
