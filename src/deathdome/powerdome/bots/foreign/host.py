"""Process of a bot written in Python; `program` is the other side.

It unpacks only what the game sends; its answers are lines of the notation.
"""

from __future__ import annotations

import io
import json
import pickle
import sys
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.notation import Speller
from deathdome.powerdome.rules.game import why_not
from deathdome.programs import hosting
from deathdome.programs.pipe import SCHEMA

if TYPE_CHECKING:
    from deathdome.powerdome.bots.protocol import Bot, Briefing
    from deathdome.powerdome.model.tome import Tome


class Host(hosting.Host):
    """One bot in one game."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._bot: Bot | None = None
        self._tome: Tome | None = None

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        """Make the bot of the game; return that it is ready."""
        from deathdome.powerdome.bots.registry import create_here

        briefing: Briefing = self._unpacked(message["briefing"])
        self._tome = briefing.tome
        bot = create_here(self._name)
        bot.begin(briefing)
        self._bot = bot
        return {"type": "ready", "schema": SCHEMA, "name": self._name}

    def observe(self, message: dict[str, Any]) -> None:
        """Let the bot hear of events."""
        assert self._bot is not None
        self._bot.observe(self._unpacked(message["events"]))

    def decide(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the bot's answer, or why the rules refuse it."""
        assert self._bot is not None
        number = message["number"]
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


def main() -> None:
    """Answer until the input ends."""
    messages, replies = hosting.take_streams()
    Host(sys.argv[1]).serve(map(json.loads, messages), replies)


if __name__ == "__main__":
    main()
