"""Blocks: one seed, played by a line-up in every rotation of its seats.

The dice of a block follow from its seed; a manager's seed from the block, the manager and the
secret of the run. So the matches of a block differ by their seating only, and two line-ups of one
block meet the same dice.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from math import ceil, log10
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.arena.arena import (
    ALL,
    opening,
    store_cards,
)
from deathdome.arena.counting import (
    as_season,
    card_counts,
    deaths_and_rushes,
    payout_history,
    style_marks,
)
from deathdome.lineups import Lineup, copies, rotations
from deathdome.managers.registry import fallback, load
from deathdome.match.guard import Guarded
from deathdome.match.referee import Referee, run_match
from deathdome.model.events import TurnBegan, TurnEnded
from deathdome.records.library import save_record
from deathdome.seeds import derived

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, BlockTimes, Fault, Match, Times, Without
    from deathdome.match.protocol import Briefing, Controller, Reply, Request
    from deathdome.model.events import Event, Outcome

# Searching the installed packages takes milliseconds.
_factory = cache(load)


class _Played(NamedTuple):
    """A finished match."""

    referee: Referee
    guards: list[Guarded]
    clocks: list[Clocked]


def play_block(
    arena: Arena, block: int, number: int, records: str = ""
) -> tuple[Block, BlockTimes]:
    """Play the matches of one line-up in one block, even if managers fail.

    `records` is a folder for the records of the matches, if any.
    """
    started = perf_counter()
    lineup = arena.lineups[number]
    seed = arena.match_seed(block)
    matches: list[Match] = []
    without: list[Without] = []
    times: dict[str, Times] = {}
    for places in rotations(arena.seats, block):
        played = _play(arena, lineup, places, block)
        _read(played, lineup, places, times)
        match = _match(played, places)
        if records:
            name = f"{block:05}-{number}-{len(matches)}-{played.referee.fingerprint()}.match"
            seated = [lineup[place] for place in places]
            path = Path(records) / name
            save_record(path, played.referee, seated, arena.board, arena.packs)
        for card in _to_take_out(arena, match):
            again = _play(arena, lineup, places, block, without=card)
            without.append(_without(again, len(matches), card))
        matches.append(match)
    found: Block = {"block": block, "lineup": number, "seed": seed, "matches": matches}
    if arena.ablated:
        found["without"] = without
    seconds = round(perf_counter() - started, 4)
    return found, {"block": block, "lineup": number, "seconds": seconds, "managers": times}


def _read(played: _Played, lineup: Lineup, places: Sequence[int], times: dict[str, Times]) -> None:
    """Add the thinking times of a match."""
    for place, clock in zip(places, played.clocks, strict=True):
        name, read = lineup[place], clock.times()
        times[name] = added(times[name], read) if name in times else read


def _play(
    arena: Arena,
    lineup: Lineup,
    places: Sequence[int],
    block: int,
    without: str = "",
) -> _Played:
    state = opening(arena).copy()
    if without:
        state.store &= ~(1 << store_cards(arena)[without])
    copy = copies(lineup)
    seeds = [
        derived(arena.secret, "manager", block, 0, lineup[place], copy[place]) for place in places
    ]
    guards = [Guarded(_factory(lineup[place]), fallback) for place in places]
    clocks = [Clocked(guard) for guard in guards]
    # Printing managers must not mix with the results.
    with redirect_stdout(sys.stderr):
        referee = Referee(state, arena.match_seed(block), arena.secret)
        run_match(referee, clocks, seeds=seeds, max_decisions=arena.decisions)
    return _Played(referee, guards, clocks)


def _to_take_out(arena: Arena, match: Match) -> list[str]:
    """Return the cards to take out that a team held, in a fixed order.

    A card without a holder when the store closes affects no result.
    """
    held = {card for cards in match["held"] for card in cards}
    wanted = held if ALL in arena.ablated else held & set(arena.ablated)
    known = store_cards(arena)
    return sorted(wanted & known.keys(), key=known.__getitem__)


def _without(played: _Played, match: int, card: str) -> Without:
    outcome = played.referee.state.outcome
    assert outcome is not None
    found: Without = {
        "match": match,
        "card": card,
        "winners": list(outcome.winners),
        "payouts": [row.payout for row in outcome.standings],
        "fingerprint": played.referee.fingerprint(),
    }
    faults = _faults(played)
    if faults:
        found["faults"] = faults
    return found


def _match(played: _Played, places: Sequence[int]) -> Match:
    referee = played.referee
    state, outcome = referee.state, referee.state.outcome
    assert outcome is not None
    rows = outcome.standings
    seats = range(len(rows))
    journal = [seat for seat, _ in referee.journal]
    deaths, rushed = deaths_and_rushes(referee.events, len(rows), state.setup.board.tower_centres)
    cards = card_counts(referee.events, len(rows), state.setup.catalog)
    found: Match = {
        "places": list(places),
        "first": state.setup.first,
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "payouts": [row.payout for row in rows],
        "points": [row.points for row in rows],
        "towers": [row.towers for row in rows],
        "shells": [row.shells for row in rows],
        "jailed": [row.jailed for row in rows],
        "deaths": deaths,
        "rushed": rushed,
        "held": cards["held"],
        "bought": cards["bought"],
        "used": cards["used"],
        "power": cards["power"],
        "decisions": [journal.count(seat) for seat in seats],
        "fingerprint": referee.fingerprint(),
        "course": payout_history(referee.events, len(rows), state.setup.board),
        "marks": style_marks(referee.events, len(rows), state.setup.board.tower_centres),
    }
    taken_over = [seat for seat, guard in enumerate(played.guards) if guard.taken_over]
    if taken_over:
        found["taken_over"] = taken_over
    faults = _faults(played)
    if faults:
        found["faults"] = faults
    return as_season(found, state, referee.events) if state.setup.series is not None else found


def _faults(played: _Played) -> list[Fault]:
    return [
        {"seat": seat, "question": fault.question, "kind": fault.kind, "detail": fault.detail}
        for seat, guard in enumerate(played.guards)
        for fault in guard.faults
    ]


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
