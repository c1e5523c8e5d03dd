"""Games of PowerDome by lines: a host at a console made of strings, and persons that type."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import TYPE_CHECKING, Any

from powerdome.random_players import answer

from deathdome.cli.powerdome_games import Table, new_table, resumed_table
from deathdome.console import UNLIMITED, Input, Output
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.plain.game import PlainGame, PlainSettings
from deathdome.powerdome.play.host import Curtain, GameHost, LastWord, Person

if TYPE_CHECKING:
    from collections.abc import Iterable


class Typed:
    """A source of lines: a list, then the end of the input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        line = next(self._lines, None)
        return "" if line is None else f"{line}\n"


class Persons:
    """Persons that type a random legal answer to each question, the same one to the same one."""

    def __init__(self, seed: int, most: int = 10_000) -> None:
        self.seed = seed
        self.left = most  # answers until the input ends
        self.host: GameHost | None = None
        self.typed: list[str] = []

    def readline(self) -> str:
        host = self.host
        assert host is not None
        need = host.need
        if isinstance(need, Curtain):
            return f"{host.key(need.seat)}\n"
        if isinstance(need, LastWord):
            return "Good night.\n"
        if not isinstance(need, Person) or self.left == 0:
            return ""
        self.left -= 1
        ask, view = need.ask, host.view(need.ask.seat)
        dice = Random(f"{self.seed}/{len(host.referee.journal)}/{ask.seat}")
        line = Speller(view).text(ask, answer(view, ask, dice))
        if ask.kind.value in ("nominate", "bid", "sheet"):
            line = "; ".join([*line.split("; "), "confirm"])
        self.typed.append(line)
        return f"{line}\n"


class Played:
    """A run of the game: its output, and the host afterwards."""

    def __init__(self, table: Table, source: Any, **settings: Any) -> None:
        self.table = table
        self.host = table.host()
        if isinstance(source, Persons):
            source.host = self.host
        text = StringIO()
        out = Output(text, UNLIMITED)
        self.game = PlainGame(
            self.host,
            out,
            Input(source, out, echo=True),
            PlainSettings(resume="resume it", **settings),
            resumed=table.resumed,
        )
        try:
            self.game.run()
        finally:
            self.host.close()
            self.said = text.getvalue()
            self.lines = self.said.splitlines()


def new(
    seats: str = "human,random", seed: int | None = 1, names: str | None = None, **options: str
) -> Table:
    return new_table(seats, names, seed, options, None, ())


def play(lines: Iterable[str], **more: Any) -> Played:
    settings = {name: more.pop(name) for name in ("strict", "asks") if name in more}
    return Played(new(**more), Typed(lines), **settings)


def resume(source: Any, seats: str, record: str | None = None, **settings: Any) -> Played:
    table = resumed_table(record, (), seats)
    return Played(table, source, **settings)


class Idle:
    """A bot that does as little as the rules allow."""

    def begin(self, briefing: Any) -> None:
        pass

    def observe(self, events: Any) -> None:
        pass

    def decide(self, view: Any, ask: Any) -> Any:
        return fallback(view, ask)


# Up to the first sheet: Ann owns Feint for 12, and nothing has happened yet.
SETUP = (
    "feint, whetstone, paper cuts; confirm",
    "pass",
    "feint 12; confirm",
    "pass",
    "keep",
    "name Brass Widow; look a tin smile",
)


def duel(
    lines: Iterable[str],
    *,
    setup: bool = True,
    bot: Any = Idle,
    setting: str = "",
    **settings: Any,
) -> Played:
    """Ann against an idle bot called Bot; with `setup` from the first talk on."""
    typed = Typed([*(SETUP if setup else ()), *lines])
    return facing(bot, typed, setting=setting, **settings)


def facing(bot: Any, source: Any, *, setting: str = "", **settings: Any) -> Played:
    """Ann against a bot of a test, called Bot."""
    table = new("human,random", 1, "Ann,Bot")

    class Duel(Table):
        def host(self) -> GameHost:
            return GameHost(
                self.referee,
                self.players,
                {1: bot},
                file=self.file,
                adviser=bot,
                notes=self.notes,
                setting=setting,
            )

    mine = Duel(table.referee, table.players, table.file, notes=table.notes)
    return Played(mine, source, **settings)


def after(played: Played, typed: str) -> list[str]:
    """Return the lines between a typed line and the next prompt."""
    found: list[str] = []
    for line in reversed(played.lines):
        prompt, mark, text = line.partition("> ")
        if (mark and text == typed and "," in prompt) or (
            mark and text == typed and prompt == "over"
        ):
            return found[::-1]
        found = [] if mark and ("," in prompt or prompt in ("over", "watch")) else [*found, line]
    raise AssertionError(f"nobody typed {typed}")
