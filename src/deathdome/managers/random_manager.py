"""The first rung: any legal answer is as good as any other. Also the best fuzzer of the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar

from deathdome.match.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.events import Event, Outcome


class RandomManager:
    """Uniform over the legal options."""

    takes_level: ClassVar[bool] = False  # nor a personality

    def __init__(self) -> None:
        self._rng = Random(0)

    def begin(self, briefing: Briefing) -> None:
        """Take its seed."""
        self._rng = Random(briefing.seed)

    def decide(self, request: Request) -> Reply:
        """Any option."""
        return Reply(self._rng.choice(request.options))

    def observe(self, events: Sequence[Event]) -> None:
        """Learns nothing."""

    def end(self, outcome: Outcome) -> None:
        """Bears no grudge."""
