"""Takes the pictures of the documentation from the running game: `make pictures`."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from animations import SCENES, Scene, opened, pose

from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.cli.values import collection_of
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.decisions import Question
from deathdome.records.library import begin_record
from deathdome.records.timeline import read_timeline
from deathdome.rules.observing import observe
from deathdome.session.host import MatchHost
from deathdome.session.lesson import lesson_host
from deathdome.session.manager_process import ManagerProcess
from deathdome.settings import Options
from deathdome.stage.widgets.lines import Lines
from deathdome.text.phrases import banners as say
from deathdome.text.standings import last_unit, lead_after
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.playback import Playback
from deathdome.tui.presenters.banners import banner_of
from deathdome.tui.presenters.coaching import LESSON_TEXTS
from deathdome.tui.screens.replay import ReplayScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.match.referee import Referee
    from deathdome.records.timeline import Timeline
    from deathdome.tui.glyphs import GlyphSet

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


def alone(seat: int) -> Referee:
    """The first match of several in which Red is asked while only this team has one unit."""
    for seed in range(SEED, SEED + 40):
        for round_ in range(2, 7):
            referee = played_to(round_, seed=seed)
            seen = observe(referee.state, 0)
            if not referee.over and last_unit(seen, seat) >= 0 > last_unit(seen, 1 - seat):
                return referee
    raise LookupError("every team has two units")


def season(
    match_: int, question: Question | None = None, *, ended: bool = False, sold: bool = False
) -> Referee:
    """The first season of several in which Red is asked this after so many matches.

    `ended`: as soon as so many matches have ended; `sold`: after an auction. Without a question it
    is played to its end.
    """
    for seed in range(SEED, SEED + 40):
        referee = new_referee(list(NAMES), seed, None, DEFAULT_BOARD, quick=True, series=SHORT)
        managers = [GreedyManager() for _ in NAMES]
        for seat, manager in enumerate(managers):
            manager.begin(Briefing(PROTOCOL, seat, len(NAMES), referee.state.setup, seed, {}))
        while (request := referee.request()) is not None:
            series = referee.state.setup.series
            assert series is not None
            if ended and series.match == match_:
                return referee
            asks = (request.seat, request.question, series.match) == (0, question, match_)
            if asks and (series.auctioned or not sold):
                return referee
            referee.answer(managers[request.seat].decide(request).action)
        if question is None:
            return referee
    raise LookupError("Red never holds an auction")


class Shot(NamedTuple):
    """A picture: what opens, the keys pressed, and the size in the documentation.

    Of a replay, the first banner with `word`. `documented` is False for pictures to look at only.
    """

    opens: Callable[[], DomeApp]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    word: str = ""
    documented: bool = True
    options: Options = Options(animation="none")
    glyphs: GlyphSet = SHAPES
    scene: Scene | None = None  # an animation that stands still
    pause: float = 1.0  # seconds until the first key; a result waits for the managers


async def take(shot: Shot, size: tuple[int, int], path: Path) -> None:
    """One picture of the screen after some keys."""
    app = shot.opens()
    app.settings = DisplaySettings(shot.options, shot.glyphs)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(shot.pause)
        for key in shot.keys:
            await pilot.press(key)
            await pilot.pause(0.3)
        if shot.word:
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            screen.show_stop(stop_before(screen.playback.timeline, shot.word))
            await pilot.press("right")
            while not screen.query_one("#banner", Lines).display:
                await pilot.pause(0.05)
            await pilot.pause(0.1)
        if shot.scene is not None:
            await pose(app, shot.scene, SHAPES)
            await pilot.pause(0.3)
        text = app.export_screenshot(title="deathdome play")
        path.write_text(text, encoding="utf-8")


def match(referee: Referee, names: Sequence[str] = NAMES) -> DomeApp:
    """The program with this match on the screen."""
    return DomeApp(MatchHost(referee, names, ManagerProcess(), pace=INSTANT, cosmetic=SEED))


def titled() -> DomeApp:
    """The program as it opens."""
    return DomeApp(lobby=LocalLobby(collection_of(None)), has_second_game=True)


def fresh(names: Sequence[str] = NAMES) -> Referee:
    """A match whose store has just opened."""
    return new_referee(list(names), SEED, None, DEFAULT_BOARD, quick=False)


def over() -> Referee:
    """A match that has been played to its end."""
    return played_to(99)


def kept() -> Timeline:
    """A kept match."""
    referee = over()
    writer, _ = begin_record(referee, NAMES, people=("Bo", ""), cosmetic=SEED)
    writer.close()
    return read_timeline(writer.path, "2026-11-22-034121-7f3a9c")


def watching() -> DomeApp:
    """A kept match that is watched."""
    return DomeApp(lobby=LocalLobby(collection_of(None)), timeline=kept())


def stop_before(timeline: Timeline, word: str) -> int:
    """The number of the stop before the first banner with this word."""
    playback = Playback(timeline)
    for index in range(playback.last):
        playback.go(index)
        before, told = playback.sight.seen, playback.events
        playback.step(1)
        seen, events = playback.sight.seen, playback.events[len(told) :]
        lead = lead_after(told, seen.setup, playback.begun_payouts)
        found = banner_of(before, seen, events, playback.convicts, lead=lead)
        if found is not None and found.word == word:
            return index
    raise LookupError(f"no banner says {word}")


MOVES = Options(animation="full")
UNCOLOURED = Options(animation="full", colours="none")


def banner(word: str, *, documented: bool = False, grey: bool = False) -> Shot:
    """A picture of the first banner with this word."""
    options, glyphs = (UNCOLOURED, ASCII) if grey else (MOVES, SHAPES)
    return Shot(watching, SMALL, (), word, documented, options, glyphs)


SHORT = (4, 5, 6)  # rounds of each match of a short season
TO_THE_TOWER = (*("down",) * 8, *("left",) * 3)
SHOTS = {
    "title": Shot(titled, SMALL),
    "new-match": Shot(titled, SMALL, ("down", "enter", "down", "right")),
    "cards": Shot(titled, SMALL, ("up", "enter", "down", "down", "enter", *"pager")),
    "lesson": Shot(lambda: DomeApp(lesson_host(2, LESSON_TEXTS)), SMALL),
    "store": Shot(lambda: match(fresh()), SMALL),
    "outfits": Shot(lambda: match(fresh()), LARGE),
    "match-small": Shot(lambda: match(played_to(3)), SMALL, ("n",)),
    "match": Shot(lambda: match(played_to(3)), LARGE, ("n",)),
    "attack": Shot(lambda: match(asked(Question.ATTACK_CARDS, 3)), SMALL),
    "defence": Shot(lambda: match(asked(Question.DEFENCE_CARDS, 0)), SMALL),
    "odds": Shot(lambda: match(asked(Question.ATTACK_CARDS, 3)), SMALL, ("o",)),
    "threat": Shot(lambda: match(played_to(4)), SMALL, ("n", "t")),
    "why": Shot(lambda: match(played_to(3)), SMALL, ("n", *TO_THE_TOWER, "w")),
    "curtain": Shot(lambda: match(fresh(PEOPLE), PEOPLE), SMALL, ("enter", "e", "enter")),
    "result": Shot(lambda: match(over()), LARGE),
    "season-result": Shot(lambda: match(season(1, ended=True)), SMALL, pause=6.0),
    "season-store": Shot(lambda: match(season(1, Question.PURCHASE, sold=True)), LARGE, pause=6.0),
    "auction": Shot(lambda: match(season(2, Question.AUCTION)), SMALL, ("enter",), pause=6.0),
    "standings": Shot(lambda: match(season(2, Question.AUCTION)), LARGE, ("v",), pause=6.0),
    "season": Shot(lambda: match(season(0)), LARGE, ("enter",)),
    "new-season": Shot(titled, SMALL, ("down", "down", "enter"), documented=False),
    "replay": Shot(watching, SMALL, ("n", "n", "n")),
    "banner-kill": banner(say.KILL, documented=True),
    "banner-tower": banner(say.TOWER),
    "banner-lead": banner(say.LEAD),
    "banner-last-round": banner(say.LAST_ROUND),
    "banner-out": banner(say.OUT),
    "banner-kill-grey": banner(say.KILL, grey=True),
    "banner-tower-grey": banner(say.TOWER, grey=True),
    "banner-lead-grey": banner(say.LEAD, grey=True),
    "banner-last-round-grey": banner(say.LAST_ROUND, grey=True),
    "banner-out-grey": banner(say.OUT, grey=True),
    "last-unit": Shot(lambda: match(alone(0)), SMALL, documented=False),
    "last-unit-of-a-rival": Shot(lambda: match(alone(1)), SMALL, documented=False),
    "fork": Shot(watching, SMALL, ("pagedown", "pagedown", "pagedown", "enter")),
    **{
        f"animation-{name}": Shot(
            partial(opened, scene), SMALL, documented=name == "unfolding", scene=scene
        )
        for name, scene in SCENES.items()
    },
}


async def main(names: Sequence[str]) -> None:
    """All pictures, or those of that name: of the documentation here, others in `build/pictures`.

    Matches that a picture begins are not kept.
    """
    OTHERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["DEATHDOME_HOME"] = home
        for name in names or SHOTS:
            shot = SHOTS[name]
            if shot.documented:
                await take(shot, shot.size, HERE / f"{name}.svg")
            for size in SIZES:
                await take(shot, size, OTHERS / f"{name}-{size[0]}x{size[1]}.svg")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
