"""One match of two planning managers, each with weights of its own, and what is seen in it.

At the start of every turn the position is taken apart as the team at turn sees it: the parts of its
worth, those of the other team's, what it is on its way to, what threatens it. Later it is asked
how well each part foretold who would win.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, NotRequired, TypedDict

from deathdome.arena.arena import Arena, opening
from deathdome.content.bundled import DEFAULT_BOARD
from deathdome.managers.planner.appraisal import parts, turns_left
from deathdome.managers.planner.errands import Errands, jobs_of
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.plans import Prospects
from deathdome.managers.planner.weights import LEAF, NEUTRAL
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.match.seeds import PUBLIC, derived_secret, short_seed
from deathdome.model.decisions import Question
from deathdome.rules.observing import determinize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Briefing, Reply, Request
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import State
    from lab.tuning.knobs import Team

LEVEL: Final = "veteran"  # the strongest that plays nothing on: seconds a match, not minutes
PLAYED_ON: Final = "elite"  # ... and where it matters how positions are judged
# What a position at the start of an own turn is made of; the order of `Turn.own`.
FEATURES: Final = (
    "shells",
    "points",
    "towers",
    "supply",
    "hand",
    "units",
    "wounds",
    "down",
    "base",
    "effects",
    "jobs",
    "danger",
)


class Setting(NamedTuple):
    """What is the same in all matches of a tuning."""

    seed: int = 0
    board: str = DEFAULT_BOARD
    rounds: int | None = None  # None: as the ruleset says

    def opening(self) -> State:
        """The position before every match; not to be changed."""
        return opening(Arena(("veteran",), board=self.board, rounds=self.rounds))

    def seed_of(self, purpose: str, number: int) -> int:
        """The seed of a match; each purpose has seeds of its own."""
        return short_seed(self.seed, f"tune {purpose} {number}")


class Turn(TypedDict):
    """A position at the start of a turn, in credits; costs are negative."""

    round: int
    seat: int
    own: list[int]  # as FEATURES
    other: list[int]  # the same of the best other team, without what the two last are about


class Played(TypedDict):
    """One match. The lead is that of seat 0."""

    seed: int
    lead: int  # credits
    last: int  # seat that moves last in every round
    won: float  # share of the win that seat 0 has
    reason: str
    turns: NotRequired[list[Turn]]  # only if they were asked for
    held: NotRequired[list[list[str]]]  # store cards by seat, likewise


def play(
    setting: Setting,
    purpose: str,
    number: int,
    teams: Sequence[Team | str],
    *,
    look: bool = False,
    whim: float | None = None,
) -> Played:
    """Plays match `number` of those for a purpose; index of `teams` is the seat.

    A name is a manager that is installed.

    `look`: with the starts of all turns. `whim`: all shop by tastes so strong, and what they held
    when the match began is told.
    """
    seed, secret = setting.seed_of(purpose, number), derived_secret(PUBLIC, purpose, number)
    referee = Referee(setting.opening().copy(), seed, secret)
    turns: list[Turn] = []
    players = [
        create(team) if isinstance(team, str) else Watched(team, turns if look else None, whim)
        for team in teams
    ]
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
    if whim is not None:
        watched = [player for player in players if isinstance(player, Watched)]
        played["held"] = next(player.held for player in watched if player.held)
    return played


class Watched:
    """A planning manager with weights of its own; the starts of its turns are written down."""

    def __init__(self, team: Team, turns: list[Turn] | None, whim: float | None = None) -> None:
        self._manager = PlanningManager(PLAYED_ON if team.leaf else LEVEL, team.weights)
        self._manager.leaf = team.leaf or LEAF
        self._manager.factors = team.outfit
        self._manager.whim = whim
        self.held: list[list[str]] = []  # store cards by seat, at the start of its first turn
        self._turns = turns
        self._round = -1

    def begin(self, briefing: Briefing) -> None:
        """Takes its seed."""
        self._manager.begin(briefing)

    def observe(self, events: Sequence[Event]) -> None:
        """Passed on."""
        self._manager.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Passed on."""
        self._manager.end(outcome)

    def decide(self, request: Request) -> Reply:
        """The manager's answer."""
        seen = request.seen
        if request.question is Question.TURN and not self.held:
            self.held = baskets_of(seen)
        if (
            self._turns is not None
            and request.question is Question.TURN
            and seen.round != self._round
        ):
            self._round = seen.round
            self._turns.append(turn_of(seen, request.seat, request.number))
        return self._manager.decide(request)


def baskets_of(seen: Observation) -> list[list[str]]:
    """The store cards that each team holds."""
    items = seen.setup.catalog.items
    return [
        [items[item].id for unit in range(4 * seat, 4 * seat + 4) for item in seen.items[unit]]
        for seat in range(seen.setup.seats)
    ]


def turn_of(seen: Observation, seat: int, number: int) -> Turn:
    """The position taken apart, by the weights of the game itself."""
    world = determinize(seen, Random(number))
    prospects = Prospects(world, seat, NEUTRAL)
    own = (*_prospect(world, seat, prospects.later), -prospects.danger.total())
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
    """What a team has, part by part, and last what it is on its way to in so many unit phases."""
    jobs = jobs_of(world, seat, NEUTRAL)
    way = Errands(world, seat, -1, NEUTRAL, phases, jobs).total()
    return (*parts(world, seat, NEUTRAL), way)
