"""Process of a bot written in Python; `program` is the other side.

It unpacks only what the game sends; its answers are lines of the notation. What the bot prints
goes to standard error, which is its log.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import sys
import traceback
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.notation import Speller
from deathdome.powerdome.rules.game import why_not
from deathdome.programs.faults import error_line
from deathdome.programs.pipe import AFTER, SCHEMA

if TYPE_CHECKING:
    from deathdome.powerdome.bots.protocol import Bot, Briefing
    from deathdome.powerdome.model.tome import Tome


class Host:
    """One bot in one game."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._bot: Bot | None = None
        self._tome: Tome | None = None
        self._trouble = ""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the reply to a message; None for none."""
        match message["type"]:
            case "begin":
                return self._begin(message)
            case "decide":
                return self._decide(message)
            case "observe":
                self._observe(message)
            case _:
                pass
        return None

    def _begin(self, message: dict[str, Any]) -> dict[str, Any]:
        from deathdome.powerdome.bots.registry import create_here

        briefing: Briefing = self._unpacked(message["briefing"])
        self._tome = briefing.tome
        bot = create_here(self._name)
        bot.begin(briefing)
        self._bot = bot
        return {"type": "ready", "schema": SCHEMA, "name": self._name}

    def _observe(self, message: dict[str, Any]) -> None:
        """Keep a fault until the next question."""
        assert self._bot is not None
        try:
            self._bot.observe(self._unpacked(message["events"]))
        except BaseException as error:  # noqa: BLE001 - a stranger's bot may raise anything
            _print_error(error)
            self._trouble = error_line(error)

    def _decide(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._bot is not None
        number = message["number"]
        if self._trouble:
            trouble, self._trouble = self._trouble, ""
            return {"number": number, "error": trouble}
        view, ask = self._unpacked(message["question"])
        answer = self._bot.decide(view, ask)
        view, ask = self._unpacked(message["question"])  # the bot may have changed its own
        refusal = why_not(view, ask.seat, answer)
        if refusal is not None:
            return {"number": number, "kind": "illegal", "error": str(refusal)}
        return {"number": number, "answer": Speller(view).text(ask, answer)}

    def _unpacked(self, text: str) -> Any:
        return _Unpickler(io.BytesIO(b64decode(text)), self._tome).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, tome: Tome | None) -> None:
        super().__init__(file)
        self._tome: Final = tome

    def persistent_load(self, _: object) -> Tome | None:
        return self._tome


def _print_error(error: BaseException) -> None:
    """Print the traceback of the bot's code, without the frames of this module."""
    own = trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace or own)


def main() -> None:
    """Answer until the input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot's output is its log
    messages = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    host = Host(sys.argv[1])
    for line in messages:
        message = json.loads(line)
        try:
            answer = host.answer(message)
            reply = b"" if answer is None else json.dumps(answer).encode() + b"\n"
        except BaseException as error:  # noqa: BLE001 - a stranger's bot may raise anything
            _print_error(error)
            answer = {"number": message.get("number", AFTER), "error": error_line(error)}
            if message["type"] == "begin":
                answer["type"] = "ready"
            reply = json.dumps(answer).encode() + b"\n"
        replies.write(reply)
        replies.flush()
        if message["type"] == "end":
            break
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads and other processes that it left running are not waited for


if __name__ == "__main__":
    main()
