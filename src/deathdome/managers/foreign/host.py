"""Process of a manager written in Python; `starting` has its command line.

The other side is `program`, with records for sheets.
"""

from __future__ import annotations

import json
import sys
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
from deathdome.programs import hosting
from deathdome.programs.pipe import SCHEMA
from deathdome.rules.gear import build_gear
from deathdome.rules.terrain import terrain_for

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield messages until the input ends."""
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                message = self._waiting.popleft()
            if message is None:
                return
            yield message

    def hurry(self) -> bool:
        """Return True if the last question should be answered at once."""
        return self._hurried


class Host(hosting.Host):
    """One manager in one match."""

    def __init__(self, spec: str, reader: MessageReader) -> None:
        self._spec: Final = spec
        self._ears: Final = reader
        self._manager: Controller | None = None
        self._table: Setup | None = None
        self._gear: tuple[Any, Any] = (None, None)

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        """Make the manager of the match; return that it is ready."""
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

    def observe(self, message: dict[str, Any]) -> None:
        """Let the manager hear of events."""
        assert self._manager is not None
        self._manager.observe(record(message["events"]))

    def decide(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the manager's answer, or the flaw in it."""
        assert self._manager is not None
        request = self._request(message)
        number = request.number
        kept, before = replace(request), digest(request) if "closely" in message else ""
        reply = self._manager.decide(request)
        spoilt = {"spoilt": True} if before and digest(request) != before else {}
        flaw = flaw_of(reply, kept)
        if flaw is not None:
            return {"number": number, "kind": flaw[0], "error": flaw[1], **spoilt}
        option = message["ids"][kept.options.index(reply.action)]
        answer = {"number": number, "option": option, "nodes": reply.nodes, "why": reply.why}
        return {**answer, **spoilt}

    def end(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Pass on the result; return the last failure in listening."""
        if self._manager is not None:
            self._manager.end(record(message["outcome"]))
        return super().end(message)

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


def main() -> None:
    """Answer until the input ends."""
    messages, replies = hosting.take_streams()
    reader = MessageReader(messages)
    Host(sys.argv[1], reader).serve(reader, replies)


if __name__ == "__main__":
    main()
