"""Frozen screens as text, at two sizes: stories in keys, with a picture after each part."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from frozen import archive
from frozen.commands import SCRIPTS
from frozen.matches import PACK, marked
from question_scenes import SCENES
from scenes import fight, scene
from tui.props import INSTANT, Quiet, Stage, dealt, on_stage

from deathdome import __version__
from deathdome.cli.sessions import LocalLobby
from deathdome.model.decisions import Question
from deathdome.records.timeline import read_timeline
from deathdome.session.lesson import lesson_host
from deathdome.settings import Options
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.presenters.coaching import LESSON_TEXTS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


Size: TypeAlias = tuple[int, int]
SIZES: Final[dict[str, Size]] = {"80x24": (80, 24), "120x40": (120, 40)}
ASKED: Final = (
    *(Question.TURN, Question.ATTACK_CARDS, Question.DEFENCE_CARDS, Question.REACTION),
    *(Question.JAIL, Question.PUSH_SPACE, Question.HIT_ORDER),
)
KEPT: Final = ("017-pack.match", "002-brawl.match", "021-quick.match")
_STILL: Final = DisplaySettings(Options(animation="none"))


class Lobby(LocalLobby):
    """Knows two managers without measured strength."""

    managers = ("greedy", "random")

    def about(self, manager: str) -> str:
        return f"{manager}: a manager."


@asynccontextmanager
async def _shown(app: DomeApp, size: Size) -> AsyncIterator[Stage]:
    app.settings = _STILL
    async with app.run_test(size=size) as pilot:
        yield Stage(app, pilot)


def _kept() -> None:
    """Three matches in the folder, at fixed times."""
    folder = Path("matches").absolute()
    folder.mkdir(exist_ok=True)
    Path("packs").mkdir(exist_ok=True)
    shutil.copy(PACK, "packs")
    for number, name in enumerate(KEPT):
        path = folder / name
        path.write_bytes(marked(archive.read("records")[name]["text"]))
        os.utime(path, (1_750_000_000 + number * 100_000,) * 2)


def _title(size: Size) -> AbstractAsyncContextManager[Stage]:
    _kept()
    return _shown(DomeApp(lobby=Lobby()), size)


def _replay(size: Size) -> AbstractAsyncContextManager[Stage]:
    _kept()
    timeline = read_timeline(Path("matches").absolute() / KEPT[0])
    return _shown(DomeApp(lobby=Lobby(), timeline=timeline), size)


def _lesson(size: Size) -> AbstractAsyncContextManager[Stage]:
    return _shown(DomeApp(lesson_host(2, LESSON_TEXTS, pace=INSTANT)), size)


@asynccontextmanager
async def _staged(
    match: Any, size: Size, names: tuple[str, ...] = ("human", "quiet")
) -> AsyncIterator[Stage]:
    others = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
    async with on_stage(match, names, others, size, covered=True) as stage:
        stage.app.use_settings(_STILL)
        yield stage


def _asked(question: Question, size: Size) -> AbstractAsyncContextManager[Stage]:
    """A scene in which that is asked of a person."""
    match = SCENES[question]()  # type: ignore[misc]
    names = ["quiet"] * match.state.setup.seats
    names[match.asked.seat] = "human"
    return _staged(match, size, tuple(names))


OPENS: Final[dict[str, Callable[[Size], AbstractAsyncContextManager[Stage]]]] = {
    "title": _title,
    "fight": lambda size: _staged(fight(), size, ("human", "quiet", "quiet")),
    "store": lambda size: _staged(dealt(("human", "quiet"), quick=False)[0], size),
    "results": lambda size: _staged(scene(round=6, phases=0, shells={"blue": 3}), size),
    "curtain": lambda size: _staged(scene(), size, ("human", "human")),
    "replay": _replay,
    "lesson": _lesson,
    **{question.value: partial(_asked, question) for question in ASKED},
}


async def _still(stage: Stage) -> str:
    """The screen once it has stopped changing, without what passes."""
    before = ""
    for _ in range(100):
        await stage.pilot.pause()
        stage.app.clear_notifications()
        await stage.pilot.pause()
        now = stage.text
        if now == before:
            break
        before = now
    return before


async def _press(stage: Stage, keys: str) -> None:
    """Presses keys; `row:WORD` chooses the row of a menu that begins with the word."""
    for key in keys.split():
        word = key.removeprefix("row:")
        if word != key:
            rows = [line.split() for line in stage.text.splitlines()]
            here = next(at for at, row in enumerate(rows) if row[:1] == [">"])
            there = next(at for at, row in enumerate(rows) if word in row[:2])
            await stage.press(*("down" if there > here else "up",) * abs(there - here))
        await stage.press("enter" if word != key else key)


async def _told(size: Size) -> dict[str, str]:
    found: dict[str, str] = {}
    for story, opens in OPENS.items():
        async with opens(size) as stage:
            parts = SCRIPTS["screens"].get(story, "|down").replace("\n", "").split("|")
            await _still(stage)
            for number, keys in enumerate(parts):
                await _press(stage, keys)
                text = await _still(stage)
                text = text.replace(f"deathdome {__version__}", "deathdome VERSION")
                found[f"{story} {number}: {keys}"] = text
    return found


def screens(size: str) -> dict[str, str]:
    """Every picture of every story."""
    return asyncio.run(_told(SIZES[size]))
