"""Types at random into the screens of PowerDome: keys, clicks, sizes, themes, suspensions, pages.

    python tests/powerdome/tui/monkey.py FIRST LAST [KEYS]

A seed chooses where it begins (a game of one person, of two or three at one keyboard, the title,
the lesson, bots alone), the rules and the sizes. Keys come in bursts that do not wait for the
screen. When all are typed, the game is played to its end, with more keys between its answers.

Laws: the program never fails; every row fits its screen; a curtain shows nothing else; what one
person wrote is on no frame that another person may see before it is public.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from traceback import format_exception
from typing import TYPE_CHECKING, Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from powerdome.tui.driving import fits
from textual import events

from deathdome.cli import powerdome_games
from deathdome.cli.powerdome import tome_with
from deathdome.cli.powerdome_games import new_table, table_again, table_from
from deathdome.cli.powerdome_lobby import LocalLobby
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.model.events import Captioned
from deathdome.powerdome.play.host import LastWord, Think
from deathdome.powerdome.play.lesson import bundled_lesson
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.powerdome.tui.screens.curtain import CurtainScreen
from deathdome.powerdome.tui.screens.game import GameScreen
from deathdome.settings import Options
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import text_of
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.pilot import Pilot
    from textual.screen import Screen
SEATS: Final = (
    "human,easy,random",
    "human,human",
    "human,random,human,random",
    "human,human,random",
    "human,random",
    "human,human,human",
    "random,easy,random",
)
STARTS: Final = ("game", "game", "game", "game", "title", "lesson")
SIZES: Final = ((80, 24), (120, 40), (100, 30), (60, 18), (30, 8), (40, 10), (200, 50), (80, 60))
WORDS: Final = ("zebrawood", "quicklime", "marzipan")  # of the captions of each person
OFTEN: Final = ("enter", "enter", "c", "c", "H", "escape", "up", "down", "left", "right", "y")
RARE: Final = (*"abcdefghijklmnoprstuvwxyzFGKLORSTUX0123456789/;", "pageup", "pagedown", "home")
OTHERS: Final = ("end", "space", "backspace", "tab", "question_mark", "f1", "delete", "ctrl+x")
PAGES: Final = ("help", "log", "tome", "rules", "reasons")
_ANSWERS: Final = 3000  # of a whole game at most


class Monkeyed(PowerDomeApp):
    """Looks at every frame that goes to the terminal."""

    frames = 0
    broken = ""  # the first frame that breaks a law

    def _display(self, screen: Screen[object], renderable: object) -> None:
        super()._display(screen, renderable)  # type: ignore[arg-type]
        if screen is self.screen and self.in_game and not self.broken:
            self.frames += 1
            rows = screen._compositor.render_strips()
            text = "\n".join("".join(part.text for part in row).rstrip() for row in rows)
            self.broken = "\n".join(self._breaches(text))

    def _breaches(self, text: str) -> Iterator[str]:
        host, screen = self.host, self.screen
        if isinstance(screen, CurtainScreen) and self.size.width >= 60 and self.size.height >= 18:
            allowed = text_of(screen.rows(screen.named_seat, 60)) + " q leave"
            if any(row.strip() not in allowed for row in text.splitlines()):
                yield f"a curtain shows more than it may:\n{text}"
        public = " ".join(repr(one) for one in host.heard(-1) if isinstance(one, Captioned))
        forms = [one for one in self.screen_stack if isinstance(one, AnswerScreen)]
        mine = forms[-1].seat if forms else -1
        for seat in host.people if len(host.people) > 1 else ():
            if seat != mine and WORDS[seat] not in public and WORDS[seat] in text:
                yield f"a secret of {host.names[seat]}:\n{text}"


class Monkey:
    """One seed."""

    def __init__(self, seed: int) -> None:
        self.rng: Final = Random(seed)
        self.seed: Final = seed
        self.start: Final = self.rng.choice(STARTS)
        self.seats: Final = self.rng.choice(SEATS)
        self.rules: Final = {
            "declare": self.rng.choice(("sheet", "combat")),
            "bids": self.rng.choice(("covered", "free")),
        }
        self.last: Final[list[str]] = []  # keys and the like, the newest last

    def __str__(self) -> str:
        what = f"{self.seats} {self.rules}" if self.start == "game" else self.start
        return f"seed {self.seed}: {what}; at the end {' '.join(self.last[-20:])}"

    def app(self) -> Monkeyed:
        """Return the program at the beginning of the seed."""
        host = None
        if self.start == "game":
            host = new_table(self.seats, None, self.seed, self.rules, None, ()).host()
        app = Monkeyed(
            host,
            LocalLobby() if self.start == "title" else None,
            teaches=lambda: bundled_lesson(tome_with([])),
            again=lambda over: table_again(over).host(),
            forks=lambda timeline: table_from(timeline).host(),
        )
        options = replace(Options(), animation=self.rng.choice(("none", "none", "full")))
        glyphs = self.rng.choice((SHAPES, SHAPES, ASCII))
        app.settings = DisplaySettings(options=options, glyphs=glyphs)
        app.action_suspend_process = app.before_suspending  # type: ignore[method-assign]
        return app

    async def run(self, keys: int, *, whole: bool = True) -> str:
        """Type so many keys, and then play the game to its end; return what failed, or ""."""
        app = self.app()
        try:
            async with app.run_test(size=self.rng.choice(SIZES)) as pilot:
                await pilot.pause()
                for _ in range(keys):
                    if app.failure is not None or not app.is_running:
                        break
                    await self._act(app, pilot)
                for _ in range(_ANSWERS if whole and self.start == "game" else 0):
                    ended = not app.in_game or app.host.need is None or app.host.over
                    if app.failure is not None or not app.is_running or ended:
                        break
                    await self._lead_on(app, pilot)
                    if self.rng.random() < 0.2:
                        await self._act(app, pilot)
                if app.is_running and app.failure is None:
                    await pilot.pause()
        except Exception as error:  # noqa: BLE001 - any error is a finding
            return f"{self}\n{_trace(app.failure or error)}"
        if app.failure is not None:
            return f"{self}\n{_trace(app.failure)}"
        return f"{self}\n{app.broken}" if app.broken else ""

    async def _act(self, app: Monkeyed, pilot: Pilot[None]) -> None:
        """Do one thing at random."""
        rng, roll = self.rng, self.rng.random()
        if roll < 0.03:
            size = rng.choice(SIZES)
            self.last.append(f"size {size}")
            await pilot.resize_terminal(*size)
        elif roll < 0.05:
            self.last.append("suspend")
            app.before_suspending()
        elif roll < 0.07:
            self.last.append("theme")
            app.next_theme()
        elif roll < 0.1 and isinstance(app.screen, BaseScreen) and not app.quiet:
            page = rng.choice(PAGES)
            self.last.append(page)
            app.screen.act(page)
        elif roll < 0.2:
            at = rng.randrange(app.size.width), rng.randrange(app.size.height)
            self.last.append(f"click {at}")
            await pilot.click(offset=at, button=rng.choice((1, 1, 1, 3)))
        else:
            for key in self._keys(app):
                self.last.append(key)
                character = key if len(key) == 1 else None
                app.post_message(events.Key(key, character))
        if rng.random() < 0.6:
            await pilot.pause()
            if isinstance(app.screen, BaseScreen) and app.screen.is_ready:
                self._fits(app)

    def _keys(self, app: Monkeyed) -> list[str]:
        """Return a burst of keys; the last that leave a game are rare."""
        rng = self.rng
        if isinstance(app.screen, AskScreen):
            forms = [one.seat for one in app.screen_stack if isinstance(one, AnswerScreen)]
            word = WORDS[forms[-1]] if forms and forms[-1] < len(WORDS) else "abc"
            return [*word, rng.choice(("enter", "escape", "enter"))]
        if app.in_game and app.curtain is not None and rng.random() < 0.7:
            return [app.host.key(app.curtain)]
        found = []
        for _ in range(rng.choice((1, 1, 2, 4))):
            roll = rng.random()
            few = OFTEN if roll < 0.55 else RARE if roll < 0.9 else OTHERS
            found.append(rng.choice(few))
        return found if rng.random() < 0.99 else [*found, "q"]

    @staticmethod
    def _fits(app: Monkeyed) -> None:
        if not app.screen.has_class("-small") and app.size.width >= 60:
            fits(app)

    async def _lead_on(self, app: Monkeyed, pilot: Pilot[None]) -> None:
        """Do what the game waits for; close what is above its question."""
        screen, host = app.screen, app.host
        if isinstance(screen, CurtainScreen):
            app.post_message(events.Key(host.key(screen.named_seat), None))
        elif isinstance(screen, AnswerScreen) and screen.asked:
            app.answer(fallback(screen.view, screen.ask))
        elif isinstance(host.need, LastWord) and not isinstance(screen, AskScreen):
            app.say_last("")
        elif isinstance(screen, GameScreen) and isinstance(host.need, Think):
            await asyncio.sleep(0.005)
        else:
            app.post_message(events.Key(self.rng.choice(("S", "escape", "enter")), None))
        await pilot.pause()


def _trace(error: BaseException) -> str:
    return "".join(format_exception(error)[-5:])


def run(seed: int, keys: int) -> str:
    """Run a seed; return what failed, or ""."""
    before = powerdome_games.ADVISER
    powerdome_games.ADVISER = "easy"  # type: ignore[misc]
    try:
        return asyncio.run(Monkey(seed).run(keys))
    finally:
        powerdome_games.ADVISER = before  # type: ignore[misc]


def main(first: int, last: int, keys: int = 150) -> int:
    """Run the seeds; return 1 if one fails."""
    import os
    import tempfile
    import time

    failures = 0
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory(prefix="monkey") as home:
            os.environ["DEATHDOME_HOME"] = home
            begun = time.monotonic()
            failed = run(seed, keys)
        failures += bool(failed)
        print(failed or f"{Monkey(seed)} {time.monotonic() - begun:.1f} s", flush=True)
    print(f"{last - first + 1} seeds, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
