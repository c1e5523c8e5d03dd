"""A bot in another process: a late, illegal or malformed answer is a fault.

Faults go up as `Failure`; `bots.guard` counts them and has an easy bot answer.
"""

from __future__ import annotations

import io
import pickle
from base64 import b64encode
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.bots.foreign.messages import MessageWriter, read_reply
from deathdome.programs.commands import COMMAND, python, words_of
from deathdome.programs.dialogue import Dialogue
from deathdome.programs.pipe import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.protocol import Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Tome
    from deathdome.programs.lines import About

SECONDS: Final = 30.0  # for an answer
_HOST: Final = "deathdome.powerdome.bots.foreign.host"


def program_for(
    name: str, limits: Limits = DEFAULT_LIMITS, seconds: float = SECONDS
) -> Callable[[], ProgramBot]:
    """Return the factory of `command:PROGRAM ARGS...` or `module:factory`; games start it.

    Raises:
        UsageError: the command cannot be read.
    """
    if name.startswith(COMMAND):
        return partial(ProgramBot, words_of(name.removeprefix(COMMAND)), limits, seconds)
    return partial(ProgramBot, python(_HOST, name), limits, seconds, records=True)


class ProgramBot:
    """A bot in another process, asked by lines of JSON.

    With `records` it gets the records of the game instead of plain data: that is how bots written
    in Python are run, by `host`. Their answers are lines of the notation all the same.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = DEFAULT_LIMITS,
        seconds: float = SECONDS,
        *,
        records: bool = False,
    ) -> None:
        """Take program and arguments; the game starts it."""
        self.dialogue: Final = Dialogue(program, limits)
        self._seconds: Final = seconds
        self._records: Final = records
        self._briefing: Briefing | None = None
        self._desk: MessageWriter | None = None
        self._number = -1
        self._heard: list[Event] = []
        self._view: State | None = None

    def begin(self, briefing: Briefing) -> None:
        """Start the program and wait until it is ready.

        Raises:
            Failure: it does not start, or speaks another language.
        """
        self._briefing = briefing
        self._desk = MessageWriter(briefing)
        self._number = -1
        self.dialogue.begin(self._opening, self._desk.hurry, self._unfit)

    def _opening(self, resumed: bool) -> dict[str, Any]:
        """Return the first message to a new process, which has heard nothing yet."""
        assert self._briefing is not None
        assert self._desk is not None
        self._heard.clear()
        message = self._desk.begin(resumed=resumed, bank=self.dialogue.bank)
        if self._records:
            del message["powers"]
            message["briefing"] = packed(self._briefing, None)
        return message

    def _unfit(self, about: About) -> str:
        """Return why a program that is ready cannot play this game."""
        assert self._briefing is not None
        seats = len(self._briefing.seats)
        fits = not about.seats or seats in about.seats
        return "" if fits else f"it does not play with {seats} players"

    def observe(self, events: Sequence[Event]) -> None:
        """Note events; they are sent before the next question."""
        self._heard += events

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return the program's answer.

        Raises:
            Failure: there is no legal answer in time.
        """
        return self._ask(view, ask)

    def decide_again(self, view: State, ask: Ask, refused: str) -> Answer:
        """Return a second answer, as if the first had been refused; for the check.

        The message has a field that no version of the protocol knows.

        Raises:
            Failure: there is no legal answer in time.
        """
        self._ask(view, ask)
        return self._ask(view, ask, {"refused": refused, "unheard of": {"in": ["any", "version"]}})

    def _ask(self, view: State, ask: Ask, more: Mapping[str, Any] | None = None) -> Answer:
        assert self._desk is not None
        self._number += more is None
        number = self._number
        self.dialogue.settle()
        self._tell(view)
        message = self._desk.decide(number, view, ask, self._seconds, self.dialogue.bank)
        if self._records:
            for key in ("form", "view"):
                del message[key]
            message["question"] = packed((view, ask), view.dome.tome)

        def aside(reply: Mapping[str, Any]) -> dict[str, Any] | None:
            assert self._desk is not None
            if "try" not in reply or "answer" in reply:
                return None
            return self._desk.why_not(number, view, ask, reply["try"])

        return self.dialogue.ask(
            message if more is None else {**message, **more},
            self._seconds,
            lambda reply: read_reply(reply, view, ask),
            again=more is None,
            aside=aside,
        )

    def _tell(self, view: State) -> None:
        """Send the noted events."""
        assert self._desk is not None
        heard, self._heard = self._heard, []
        if not heard:
            return
        message = self._desk.observe(view, () if self._records else heard)
        if self._records:
            message["events"] = packed(heard, view.dome.tome)
        self.dialogue.send(message)

    def close(self) -> None:
        """Say that the game is over, and end the program."""
        if self.dialogue.running and self._desk is not None:
            self.dialogue.farewell(self._desk.end())
        self.dialogue.close()


def packed(value: object, tome: Tome | None) -> str:
    """Return a record of ours as text for `host`; a tome that it has is only named."""
    text = io.BytesIO()
    _Pickler(text, tome).dump(value)
    return b64encode(text.getvalue()).decode()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, tome: Tome | None) -> None:
        super().__init__(file)
        self._tome: Final = tome

    def persistent_id(self, value: object) -> str | None:
        return "tome" if self._tome is not None and value is self._tome else None
