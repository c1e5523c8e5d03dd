"""Process of a player written in Python, which answers messages; `dialogue` is the other side."""

from __future__ import annotations

import json
import os
import sys
import traceback
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from deathdome.programs.faults import error_line
from deathdome.programs.pipe import AFTER

if TYPE_CHECKING:
    from collections.abc import Iterable

Message: TypeAlias = dict[str, Any]


class Host(ABC):
    """One player in one game. It may raise anything, which is reported as its fault."""

    trouble = ""  # the fault while it listened; the next answer reports it

    @abstractmethod
    def begin(self, message: Message) -> Message:
        """Make the player; return that it is ready."""

    @abstractmethod
    def observe(self, message: Message) -> None:
        """Let the player hear of events."""

    @abstractmethod
    def decide(self, message: Message) -> Message:
        """Return the player's answer."""

    def end(self, _: Message) -> Message | None:
        """Return what failed while the player listened last."""
        return {"number": AFTER, "error": self.trouble} if self.trouble else None

    def serve(self, messages: Iterable[Message], replies: BinaryIO) -> None:
        """Answer messages until the last one or the end of the input, and end the process."""
        for message in messages:
            try:
                answer = self._answer(message)
                line = b"" if answer is None else _line(answer)
            except BaseException as error:  # noqa: BLE001 - a stranger's player may raise anything
                self._print(error)
                answer = {"number": message.get("number", AFTER), "error": error_line(error)}
                if message["type"] == "begin":
                    answer["type"] = "ready"
                line = _line(answer)
            replies.write(line)
            replies.flush()
            if message["type"] == "end":
                break
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)  # threads and other processes that it left running are not waited for

    def _answer(self, message: Message) -> Message | None:
        """Return the reply to a message; None for none."""
        match message["type"]:
            case "begin":
                return self.begin(message)
            case "decide" if self.trouble:
                trouble, self.trouble = self.trouble, ""
                return {"number": message["number"], "error": trouble}
            case "decide":
                return self.decide(message)
            case "observe":
                self._observe(message)
            case "end":
                return self.end(message)
            case _:
                pass
        return None

    def _observe(self, message: Message) -> None:
        """Keep a fault while listening for the next answer, or for the end."""
        try:
            self.observe(message)
        except BaseException as error:  # noqa: BLE001 - a stranger's player may raise anything
            self._print(error)
            self.trouble = error_line(error)

    def _print(self, error: BaseException) -> None:
        """Print the traceback of the player's code, without the frames of its host."""
        own = (__name__, type(self).__module__)
        whole = trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_globals.get("__name__") in own:
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace or whole)


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return input and output of this process, out of reach of the player's code.

    What the player prints goes to standard error, which is its log; its input is empty.
    """
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    return messages, replies


def _line(answer: Message) -> bytes:
    """Return an answer as a line, in ASCII whatever characters its reasons have."""
    return json.dumps(answer).encode() + b"\n"
