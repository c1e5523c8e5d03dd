"""Matches of two planning managers, each with its own weights, with their positions by part.

At the start of every turn the position is split from the view of the asked team: the parts of its
worth, those of the other team's, its candidates, its threats. Later each part is evaluated by how
well it predicted the winner.
"""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, NotRequired, TypedDict

import deathdome
from deathdome.arena.arena import Arena, opening
from deathdome.arena.results_file import code_digest
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.evaluate import PARTS, parts, turns_left
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.objectives import objectives_of, shared_out
from deathdome.managers.planner.weights import LEAF, NEUTRAL
from deathdome.match.referee import Referee, run_match
from deathdome.model.decisions import Question
from deathdome.model.wire import rules_hash
from deathdome.rules.observing import determinize
from deathdome.seeds import PUBLIC, derived_secret, short_seed
from lab.record import FORMAT, MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Briefing, Reply, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from lab.record import Row
    from lab.tuning.knobs import Team

LEVEL: Final = "veteran"  # the strongest without rollouts: seconds a match, not minutes
PLAYED_ON: Final = "elite"  # ... and where the judgement of positions matters
# Parts of a position at the start of a turn of the team; the order of `Turn.own`.
FEATURES: Final = (*PARTS, "jobs", "danger")


class Setting(NamedTuple):
    """The settings of all matches of a tuning."""

    seed: int = 0
    board: str = DEFAULT_BOARD
    rounds: int | None = None  # None: the default of the ruleset

    def opening(self) -> State:
        """Return the position before every match; do not change it."""
        return opening(Arena(("veteran",), board=self.board, rounds=self.rounds))

    def seed_of(self, purpose: str, number: int) -> int:
        """Return the seed of a match; each purpose has its own seeds."""
        return short_seed(self.seed, f"tune {purpose} {number}")


def head(stage: str, setting: Setting, start: Team, **more: object) -> Row:
    """Return the settings of a stage's matches."""
    setup = setting.opening().setup
    return {
        MARK: FORMAT,
        "version": deathdome.__version__,
        "rules": rules_hash(setup.catalog, setup.board, setup.ruleset),
        "code": code_digest(weights=False),
        "stage": stage,
        "weights": team_digest(start),
        "seed": setting.seed,
        "board": setting.board,
        "rounds": setup.rounds,
        **more,
    }


def team_digest(team: Team) -> str:
    """Return sixteen hex digits of a manager's parameters."""
    parts = [team.weights._asdict(), dict(team.outfit)]
    if team.leaf is not None:
        parts.append(team.leaf._asdict())
    text = json.dumps(parts, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


class Turn(TypedDict):
    """A position at the start of a turn, in credits; costs are negative."""

    round: int
    seat: int
    own: list[int]  # in the order of FEATURES
    other: list[int]  # the same of the best other team, without the last two


class Played(TypedDict):
    """The result of one match. The lead is that of seat 0."""

    seed: int
    lead: int  # credits
    last: int  # seat that moves last in every round
    won: float  # seat 0's share of the win
    reason: str
    turns: NotRequired[list[Turn]]  # on request


def play(
    setting: Setting,
    purpose: str,
    number: int,
    teams: Sequence[Team],
    *,
    look: bool = False,
) -> Played:
    """Play match `number` for a purpose; index of `teams` is the seat.

    `look`: record the starts of all turns.
    """
    seed, secret = setting.seed_of(purpose, number), derived_secret(PUBLIC, purpose, number)
    referee = Referee(setting.opening().copy(), seed, secret)
    turns: list[Turn] = []
    players = [RecordingManager(team, turns if look else None) for team in teams]
    run_match(referee, players)
    outcome = referee.state.outcome
    assert outcome is not None
    pays = {row.seat: row.payout for row in outcome.standings}
    played: Played = {
        "seed": seed,
        "lead": pays[0] - pays[1],
        "last": referee.state.setup.order[-1],
        "won": 1 / len(outcome.winners) if 0 in outcome.winners else 0.0,
        "reason": outcome.reason,
    }
    if look:
        played["turns"] = turns
    return played


class RecordingManager:
    """A planning manager with its own weights that records the starts of its turns."""

    def __init__(self, team: Team, turns: list[Turn] | None) -> None:
        self._manager = PlanningManager(PLAYED_ON if team.leaf else LEVEL, team.weights)
        self._manager.leaf = team.leaf or LEAF
        self._manager.factors = team.outfit
        self._turns = turns
        self._round = -1

    def begin(self, briefing: Briefing) -> None:
        """Pass it on, with a seed."""
        self._manager.begin(briefing)

    def observe(self, events: Sequence[Event]) -> None:
        """Pass it on."""
        self._manager.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass it on."""
        self._manager.end(outcome)

    def decide(self, request: Request) -> Reply:
        """Return the manager's answer."""
        seen = request.seen
        if (
            self._turns is not None
            and request.question is Question.TURN
            and seen.round != self._round
        ):
            self._round = seen.round
            self._turns.append(turn_of(seen, request.seat, request.number))
        return self._manager.decide(request)


def turn_of(seen: Observation, seat: int, number: int) -> Turn:
    """Return the position by part, with the weights of the game itself."""
    world = determinize(seen, Random(number))
    candidates = Candidates(world, seat, NEUTRAL)
    own = (*_prospect(world, seat, candidates.later), -candidates.danger.total())
    others = [
        (*_prospect(world, other, 2 * turns_left(world, other)), 0.0)
        for other in range(world.setup.seats)
        if other != seat
    ]
    return {
        "round": seen.round,
        "seat": seat,
        "own": [round(part) for part in own],
        "other": [round(part) for part in max(others, key=sum)],
    }


def _prospect(world: State, seat: int, phases: int) -> tuple[float, ...]:
    """Return a team's worth by part, and last its candidates in so many unit phases."""
    jobs = objectives_of(world, seat, NEUTRAL)
    way = shared_out(world, seat, -1, NEUTRAL, phases, jobs).total()
    return (*parts(world, seat, NEUTRAL), way)
