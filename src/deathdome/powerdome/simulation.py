"""Simulated games between bots, each from its own seed, in order, on any core.

A game depends on its settings and seed alone, so the assignment to processes does not matter.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NotRequired, TypedDict

from deathdome.errors import UsageError
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.registry import load, make_sure, names
from deathdome.powerdome.content.packs import load_tome
from deathdome.powerdome.model.events import Died, GameOver, RoundBegan
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, Options
from deathdome.powerdome.rules.game import new_game
from deathdome.powerdome.table import bare_game, play, regrets
from deathdome.powerdome.text.bots import NAMES
from deathdome.workers import one_by_one

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.table import Played

PERSON: Final = "human"  # name of a seat that a person plays


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules and powers of all games of a run."""

    options: Options = field(default_factory=Options)
    packs: tuple[str, ...] = ()  # paths
    bare: bool = False  # without powers


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of all games of a simulation."""

    bots: tuple[str, ...]  # by seat
    seed: int = 0
    terms: Terms = field(default_factory=Terms)
    regret: bool = False


class FaultReport(TypedDict):
    """A fault of a bot."""

    seat: int
    bot: str
    question: int  # number of the question to this bot; -1 before the first
    kind: str
    detail: str


class GameReport(TypedDict):
    """The result of one game. Programs read the keys: none is renamed or removed."""

    seed: int
    seats: list[str]  # names of the bots
    winner: int | None  # seat; None in a draw
    reason: str
    rounds: int
    vitality: list[int]  # at the end, by seat
    ranks: list[int]  # 1 for the winner, then by the round of death; equal ones tie
    answers: int  # of seats; chance is not counted
    fingerprint: str  # of all answers
    regret: NotRequired[list[float]]  # of each seat's sheets, on average, if asked for
    taken_over: NotRequired[list[int]]  # seats that the easy bot took over, if any
    faults: NotRequired[list[FaultReport]]  # if any


def check_bots(bots: Sequence[str], terms: Terms, seats: int) -> None:
    """Check that games can be played, before the first one starts.

    Raises:
        UsageError: there is no such bot, or a person would have to play.
        ManagerError: a bot does not start.
    """
    for name in dict.fromkeys(bots):
        if name == PERSON:
            raise UsageError(
                "you can't play here: every seat needs a bot, one of "
                f"{', '.join(names())}. To play yourself: deathdome powerdome play"
            )
        make_sure(name, NAMES[:seats], opening(terms, seats).dome.tome)


@cache
def opening(terms: Terms, seats: int) -> State:
    """Return the position before every game."""
    tome = load_tome([Path(path) for path in terms.packs])
    return (bare_game if terms.bare else new_game)(tome, NAMES[:seats], terms.options)


# Searching the installed packages takes milliseconds.
_factory = cache(load)


def play_guarded(
    terms: Terms, bots: Sequence[str], seed: int, seeds: Sequence[int] = ()
) -> tuple[Played, list[Guarded]]:
    """Play one game, even if bots fail."""
    guards = [Guarded(_factory(name)) for name in bots]
    # Printing bots must not mix with the results.
    with redirect_stdout(sys.stderr):
        try:
            played = play(opening(terms, len(bots)), guards, seed, seeds)
        finally:
            for guard in guards:
                guard.close()
    return played, guards


def play_game(setting: Setting, number: int) -> GameReport:
    """Play game number `number` of a simulation, from 0."""
    seed = setting.seed + number
    played, guards = play_guarded(setting.terms, setting.bots, seed)
    dome = played.state.dome
    report: GameReport = {
        "seed": seed,
        "seats": list(setting.bots),
        "winner": played.winner if played.winner >= 0 else None,
        "reason": reason_of(played),
        "rounds": played.rounds,
        "vitality": [one.vitality for one in dome.characters[: dome.seats]],
        "ranks": ranks(played),
        "answers": sum(seat >= 0 for seat, _ in played.answers),
        "fingerprint": fingerprint(played),
    }
    if setting.regret:
        report["regret"] = [round(amount, 3) for amount in regrets(played)]
    if taken := [seat for seat, guard in enumerate(guards) if guard.taken_over]:
        report["taken_over"] = taken
    faults: list[FaultReport] = [
        {
            "seat": seat,
            "bot": setting.bots[seat],
            "question": fault.question,
            "kind": fault.kind,
            "detail": fault.detail,
        }
        for seat, guard in enumerate(guards)
        for fault in guard.faults
    ]
    if faults:
        report["faults"] = faults
    return report


def reason_of(played: Played) -> str:
    """Return why a game ended: "last-alive", "none-alive", "closing-dome" or "round-limit"."""
    return next(event.reason for event in reversed(played.events) if isinstance(event, GameOver))


def ranks(played: Played) -> list[int]:
    """Return the rank of each seat: 1 for the winner, then by the round of death, late ones first.

    Seats that died in the same round tie, and so do the last ones of a draw.
    """
    seats = len(played.state.seats)
    fell = [0] * seats
    now = 0
    for event in played.events:
        if isinstance(event, RoundBegan):
            now = event.round
        elif isinstance(event, Died) and event.character < seats:
            fell[event.character] = now
    dome = played.state.dome
    lasted = [
        (seat == played.winner, now + 1 if dome.characters[seat].alive else fell[seat])
        for seat in range(seats)
    ]
    return [1 + sum(other > mine for other in lasted) for mine in lasted]


def rated_ranks(found: Sequence[int], gone: Sequence[int]) -> list[int]:
    """Return ranks with the seats that forfeited last, whatever the easy bot achieved for them."""
    keys = [(seat in gone, rank) for seat, rank in enumerate(found)]
    return [1 + sum(other < mine for other in keys) for mine in keys]


def shares(found: Sequence[int]) -> list[float]:
    """Return the share of the win of each seat: a draw is shared by those who lasted longest."""
    first = found.count(1)
    return [1 / first if rank == 1 else 0.0 for rank in found]


def fingerprint(played: Played) -> str:
    """Return sixteen hex digits of all answers of a game, those of chance among them."""
    return sha256(repr(played.answers).encode()).hexdigest()[:16]


def simulate(setting: Setting, games: int, jobs: int = 1) -> Generator[GameReport]:
    """Yield the results of games in order; with several `jobs`, as many processes play.

    Raises:
        UsageError: fewer than one game or job, or a number of bots that does not fit.
        ManagerError: a bot does not start, or ended a process.
    """
    if games < 1:
        raise UsageError(f"a simulation has 1 game or more, not {games}; try --games 1")
    if jobs < 1:
        raise UsageError(f"a simulation needs 1 process or more, not {jobs}; try --jobs 1")
    if not MIN_SEATS <= len(setting.bots) <= MAX_SEATS:
        raise UsageError(
            f"a game has {MIN_SEATS} to {MAX_SEATS} bots, not {len(setting.bots)}; "
            "for example --seats easy,normal,hard"
        )
    check_bots(setting.bots, setting.terms, len(setting.bots))
    return one_by_one(partial(play_game, setting), range(games), jobs)
