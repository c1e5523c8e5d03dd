"""Thinking times of managers: a clock for each, and the sums of many clocks."""

from __future__ import annotations

from collections import Counter
from math import ceil, log10
from time import perf_counter
from typing import TYPE_CHECKING, Final

from deathdome.model.events import TurnBegan, TurnEnded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.result_schema import Times
    from deathdome.match.protocol import Briefing, Controller, Reply, Request
    from deathdome.model.events import Event
    from deathdome.model.outcome import Outcome

# Times are counted in steps of 1/40 of a power of ten: 6 %, so that a time is 3 % off at most.
STEPS: Final = 40
MIN_SECONDS: Final = 1e-6  # seconds


class Clocked:
    """A controller that passes everything on and measures the time of each answer."""

    def __init__(self, inside: Controller) -> None:
        self._inside = inside
        self._seat = -1
        self._decisions: Counter[str] = Counter()
        self._turns: Counter[str] = Counter()
        self._turn: float | None = None  # seconds of its own open turn
        self._seconds = 0.0
        self._nodes = 0
        self._node_seconds = 0.0

    def begin(self, briefing: Briefing) -> None:
        """Pass it on."""
        self._seat = briefing.seat
        self._inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Pass the question on and measure the time."""
        started = perf_counter()
        reply = self._inside.decide(request)
        taken = perf_counter() - started
        self._decisions[step_of(taken)] += 1
        self._seconds += taken
        if self._turn is not None:
            self._turn += taken
        if reply.nodes > 0:
            self._nodes += reply.nodes
            self._node_seconds += taken
        return reply

    def observe(self, events: Sequence[Event]) -> None:
        """Pass the events on and notice its own turns."""
        for event in events:
            match event:
                case TurnBegan(seat) if seat == self._seat:
                    self._turn = 0.0
                case TurnEnded(seat) if seat == self._seat and self._turn is not None:
                    self._turns[step_of(self._turn)] += 1
                    self._turn = None
                case _:
                    pass
        self._inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass it on."""
        self._inside.end(outcome)

    def times(self) -> Times:
        """Return the measured times."""
        return {
            "decisions": dict(self._decisions),
            "turns": dict(self._turns),
            "seconds": round(self._seconds, 6),
            "nodes": self._nodes,
            "node_seconds": round(self._node_seconds, 6),
        }


def step_of(seconds: float) -> str:
    """Return the step of a time; as text, because JSON keys are text."""
    return str(round(STEPS * log10(max(seconds, MIN_SECONDS))))


def added(first: Times, second: Times) -> Times:
    """Return the sum of two times."""
    return {
        "decisions": dict(Counter(first["decisions"]) + Counter(second["decisions"])),
        "turns": dict(Counter(first["turns"]) + Counter(second["turns"])),
        "seconds": first["seconds"] + second["seconds"],
        "nodes": first["nodes"] + second["nodes"],
        "node_seconds": first["node_seconds"] + second["node_seconds"],
    }


def quantile(counted: Mapping[str, int], share: float) -> float | None:
    """Return the time that a share of the counts does not exceed; None without counts."""
    ascending = sorted((int(step), times) for step, times in counted.items())
    wanted = ceil(share * sum(counted.values()))
    seen = 0
    for step, times in ascending:
        seen += times
        if seen >= wanted:
            return float(10 ** (step / STEPS))
    return None
