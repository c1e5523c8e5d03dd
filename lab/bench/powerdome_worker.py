"""PowerDome's engine: combats of four players, and whole games of random answers."""

from __future__ import annotations

import sys
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Chance, Sheet
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit, new_game, observe, owed, rotation
from deathdome.powerdome.rules.rounds import play_round
from deathdome.powerdome.rules.sheets import complete, planners
from lab.bench.peers import ROOT
from lab.bench.serving import serve

sys.path.insert(0, str(ROOT / "tests"))  # random answers are the tests'

from powerdome.random_players import answer, plan
from powerdome.tables import tome

if TYPE_CHECKING:
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Dome, Seat
    from deathdome.powerdome.model.state import State

rng = Random(1)
OPTIONS = Options()
SEATS = 4
ROUND = 3  # of the positions whose combat is measured
COMBATS = 200  # of one sample


def position() -> State:
    """Return a game of four at the sheets of a later round, with all of its players alive."""
    while True:
        state = new_game(tome(), [f"P{seat}" for seat in range(SEATS)], OPTIONS)
        while asks := owed(state):
            at_sheets = state.phase is Phase.ALLOCATION and state.dome.round == ROUND
            if at_sheets and len(state.dome.living()) == SEATS:
                return state
            state, _ = commit(state, asks[0].seat, answer(state, asks[0], rng))


def toss(ask: Ask) -> Chance:
    return Chance(ask.choices[0])


def sheets(dome: Dome) -> dict[Seat, Sheet]:
    """Return random sheets of all players."""
    return {
        seat: complete(
            dome,
            seat,
            Sheet({who: plan(dome, dome.characters[who], rng) for who in planners(dome, seat)}),
        )
        for seat in rotation(dome)
    }


def combats(seconds: float) -> dict[str, float]:
    """Time rounds of four players, quietly, as bots look ahead: a copy and its combat."""
    used, done = 0.0, 0
    while used < seconds:
        dome = position().dome
        ready = [sheets(dome) for _ in range(COMBATS)]
        started = process_time()
        for one in ready:
            play_round(dome.copy(), one, tuple(one), OPTIONS, toss)
        used += process_time() - started
        done += COMBATS
    return {"us": used / done * 1e6}


def games(seconds: float) -> dict[str, float]:
    """Time whole games of four players that answer at random from their own views."""
    played = answers = 0
    started = process_time()
    while process_time() - started < seconds:
        state = new_game(tome(), [f"P{seat}" for seat in range(SEATS)], OPTIONS)
        while asks := owed(state):
            seat = asks[0].seat
            state, _ = commit(state, seat, answer(observe(state, seat), asks[0], rng))
            answers += 1
        played += 1
    used = process_time() - started
    return {"games/s": played / used, "answers/s": answers / used}


if __name__ == "__main__":
    serve({"combats": combats, "games": games})
