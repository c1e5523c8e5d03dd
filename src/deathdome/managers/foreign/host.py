"""Process of a manager written in Python; `starting` has its command line.

The other side is `program`, with records for sheets. What the manager prints goes to standard
error, which is its log.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections import deque
from dataclasses import replace
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from deathdome.managers.foreign.records import digest, record
from deathdome.match.guard import flaw_of
from deathdome.match.protocol import PROTOCOL, Briefing, Budget, Request
from deathdome.match.setup_news import SetupNews, with_news
from deathdome.model.decisions import Question
from deathdome.model.observation import Observation
from deathdome.model.state import Setup, Terms
from deathdome.programs.faults import error_line
from deathdome.programs.pipe import AFTER, SCHEMA
from deathdome.rules.gear import build_gear
from deathdome.rules.terrain import terrain_for

if TYPE_CHECKING:
    from deathdome.match.protocol import Controller


class MessageReader:
    """Reader of messages while the manager thinks: `hurry` may come."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: Final = stream
        self._waiting: deque[dict[str, Any] | None] = deque()
        self._changed: Final = Condition()
        self._hurried = False
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._stream:
            message = json.loads(line)
            if message["type"] == "hurry":
                self._hurried = True
                continue
            if message["type"] == "decide":
                self._hurried = False
            with self._changed:
                self._waiting.append(message)
                self._changed.notify()
        with self._changed:
            self._waiting.append(None)
            self._changed.notify()

    def next(self) -> dict[str, Any] | None:
        """Return the next message; None at the end of the input."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            return self._waiting.popleft()

    def hurry(self) -> bool:
        """Return True if the last question should be answered at once."""
        return self._hurried


class Host:
    """One manager in one match."""

    def __init__(self, spec: str, reader: MessageReader) -> None:
        self._spec: Final = spec
        self._ears: Final = reader
        self._manager: Controller | None = None
        self._table: Setup | None = None
        self._gear: tuple[Any, Any] = (None, None)
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
            case "end":
                return self._end(message)
            case _:
                pass
        return None

    def _observe(self, message: dict[str, Any]) -> None:
        """Keep a fault while listening for the next answer, or for the end."""
        assert self._manager is not None
        try:
            self._manager.observe(record(message["events"]))
        except BaseException as error:  # noqa: BLE001 - a stranger's manager may raise anything
            _print_error(error)
            self._trouble = error_line(error)

    def _begin(self, message: dict[str, Any]) -> dict[str, Any]:
        from deathdome.managers.registry import create_here

        printed = message["table"]
        board, ruleset = record(printed["board"]), record(printed["ruleset"])
        terms = Terms(
            record(printed["catalog"]), board, ruleset, message["seats"], message["rounds"]
        )
        bare = Setup(terms, (), terrain_for(board, ruleset, ()))
        self._table = with_news(bare, SetupNews(*record(message["news"])))
        manager = create_here(self._spec)
        manager.begin(
            Briefing(
                PROTOCOL,
                message["seat"],
                message["seats"],
                self._table,
                message["seed"],
                message["options"],
                self._ears.hurry,
            )
        )
        self._manager = manager
        return {"type": "ready", "schema": SCHEMA, "name": self._spec}

    def _decide(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._manager is not None
        request = self._request(message)
        number = request.number
        if self._trouble:
            trouble, self._trouble = self._trouble, ""
            return {"number": number, "error": trouble}
        kept, before = replace(request), digest(request) if "closely" in message else ""
        reply = self._manager.decide(request)
        spoilt = {"spoilt": True} if before and digest(request) != before else {}
        flaw = flaw_of(reply, kept)
        if flaw is not None:
            return {"number": number, "kind": flaw[0], "error": flaw[1], **spoilt}
        option = message["ids"][kept.options.index(reply.action)]
        answer = {"number": number, "option": option, "nodes": reply.nodes, "why": reply.why}
        return {**answer, **spoilt}

    def _end(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if self._manager is None:
            return None
        self._manager.end(record(message["outcome"]))
        return {"number": AFTER, "error": self._trouble} if self._trouble else None

    def _request(self, message: dict[str, Any]) -> Request:
        assert self._table is not None
        self._table = with_news(self._table, SetupNews(*record(message["news"])))
        parts = {name: record(value) for name, value in message["seen"].items()}
        key = (self._table, parts["items"])
        if self._gear[0] != key:
            self._gear = (key, build_gear(self._table, parts["items"]))
        budget = message["budget"]
        return Request(
            message["number"],
            message["seat"],
            Question(message["kind"]),
            Observation(setup=self._table, gear=self._gear[1], **parts),
            tuple(message["options"]),
            Budget(budget["nodes"], budget["ms"] / 1000),
            message["about"],
        )


def _print_error(error: BaseException) -> None:
    """Print the traceback of the manager's code, without the frames of this module."""
    own = trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace or own)


def _line(answer: dict[str, Any]) -> bytes:
    """Return an answer as a line, in ASCII whatever characters its reasons have."""
    return json.dumps(answer).encode() + b"\n"


def main() -> None:
    """Answer until the input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a manager's output is its log
    reader = MessageReader(os.fdopen(os.dup(0), "rb"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    host = Host(sys.argv[1], reader)
    while (message := reader.next()) is not None:
        try:
            answer = host.answer(message)
            line = b"" if answer is None else _line(answer)
        except BaseException as error:  # noqa: BLE001 - a stranger's manager may raise anything
            _print_error(error)
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


if __name__ == "__main__":
    main()
