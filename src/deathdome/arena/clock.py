"""How long managers think: a watch on each of them, and what many watches say together."""

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

# Times are counted in steps of 1/40 of a power of ten: 6 %, so a time read off is 3 % off at most.
STEPS: Final = 40
LEAST: Final = 1e-6  # seconds


class Clocked:
    """A controller with a watch: passes on everything, and notes how long each answer took."""

    def __init__(self, inside: Controller) -> None:
        """Takes the controller that is asked."""
        self._inside = inside
        self._seat = -1
        self._decisions: Counter[str] = Counter()
        self._turns: Counter[str] = Counter()
        self._turn: float | None = None  # seconds of the open turn of its own
        self._seconds = 0.0
        self._nodes = 0
        self._node_seconds = 0.0

    def begin(self, briefing: Briefing) -> None:
        """Passed on."""
        self._seat = briefing.seat
        self._inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Passed on and timed."""
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
        """Passed on; own turns are noticed."""
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
        """Passed on."""
        self._inside.end(outcome)

    def times(self) -> Times:
        """What the watch says."""
        return {
            "decisions": dict(self._decisions),
            "turns": dict(self._turns),
            "seconds": round(self._seconds, 6),
            "nodes": self._nodes,
            "node_seconds": round(self._node_seconds, 6),
        }


def step_of(seconds: float) -> str:
    """The step of a time; text, because the keys of JSON are."""
    return str(round(STEPS * log10(max(seconds, LEAST))))


def added(first: Times, second: Times) -> Times:
    """Two watches together."""
    return {
        "decisions": dict(Counter(first["decisions"]) + Counter(second["decisions"])),
        "turns": dict(Counter(first["turns"]) + Counter(second["turns"])),
        "seconds": first["seconds"] + second["seconds"],
        "nodes": first["nodes"] + second["nodes"],
        "node_seconds": first["node_seconds"] + second["node_seconds"],
    }


def quantile(counted: Mapping[str, int], share: float) -> float | None:
    """The seconds that a share of the counted times does not exceed; None of none."""
    ascending = sorted((int(step), times) for step, times in counted.items())
    wanted = ceil(share * sum(counted.values()))
    seen = 0
    for step, times in ascending:
        seen += times
        if seen >= wanted:
            return float(10 ** (step / STEPS))
    return None
