"""A saved game, stepped through line by line, forwards and backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError, UsageError, nearest, sentence
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.plain.commands import SHOWING, Look
from deathdome.powerdome.plain.telling import Teller
from deathdome.powerdome.text import plain_mode as say

if TYPE_CHECKING:
    from deathdome.console import Input, Output
    from deathdome.powerdome.play.timeline import Timeline

_ALSO: Final = {"?": "help", "exit": "quit", "n": "next", "b": "back", "": "next"}
_SHOWN: Final = ("look", "log", "power", "players", "plans", "deals", "list", "rule", "search")


class Watching:
    """Steps through a game for a person at these lines."""

    def __init__(self, timeline: Timeline, raw: bytes, out: Output, lines_in: Input) -> None:
        self._line: Final = timeline
        self._raw: Final = raw
        self._out: Final = out
        self._in: Final = lines_in
        self._teller = Teller(timeline.state(0))

    def run(self) -> None:
        """Step until the person ends it."""
        if self._line.wrong is not None:
            self._out.say(say.altered(self._line.wrong))
        if self._line.problem:
            self._out.say(say.stops_here(self._line.problem))
        self._say_moment()
        self._out.say(*(say.command_line(*one) for one in say.WATCH_COMMANDS.values()))
        while (typed := self._in.line("watch>")) is not None:
            try:
                if not self._do(typed.strip()):
                    return
            except DeathdomeError as error:
                self._out.say(sentence(str(error)))

    def _say_moment(self) -> None:
        line = self._line
        state = line.state()
        self._out.say(say.moment_line(line.at, line.last, state.phase.value, state.dome.round))

    def _do(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        word = _ALSO.get(word.casefold(), word.casefold())
        line, rest = self._line, rest.strip()
        match word:
            case "next":
                self._forward(_number(rest, 1))
            case "back":
                for _ in range(_number(rest, 1)):
                    if line.at == 0:
                        self._out.say(say.NO_LESS)
                        break
                    line.back()
                self._say_moment()
            case "go":
                line.go(_number(rest, None))
                self._say_moment()
            case "round":
                line.go(line.round_start(_number(rest, None)))
                self._say_moment()
            case "end":
                line.go(line.last)
                self._say_moment()
            case "text":
                self._out.quote(*self._raw.decode("utf-8", "replace").splitlines())
            case "fork":
                self._out.quote(say.fork_with(line.name, line.at))
            case "help":
                self._out.say(*(say.command_line(*one) for one in say.WATCH_COMMANDS.values()))
            case "quit":
                return False
            case _ if word in _SHOWN:
                look = Look(
                    line.state(),
                    line.events(0, line.at),
                    ABSENT,
                    setting=line.header.setting,
                )
                self._out.say(*SHOWING[word](look, rest))
            case _:
                near = nearest(word, say.WATCH_COMMANDS)
                raise UsageError(say.unknown(word[:40], near))
        return True

    def _forward(self, steps: int) -> None:
        for _ in range(steps):
            if self._line.at == self._line.last:
                self._out.say(say.NO_MORE)
                return
            news = self._line.forward()
            self._out.say(*self._teller.lines(self._line.state(), news))
        self._say_moment()


def _number(text: str, default: int | None) -> int:
    if not text and default is not None:
        return default
    if not text.isdecimal() or len(text) > 6:
        raise UsageError(say.needs_number(text))
    return int(text)
