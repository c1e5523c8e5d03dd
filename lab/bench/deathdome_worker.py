"""Our engine: random and recorded matches, one copy of a position, reach and sight."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.geometry.grid import Space, spaces_in
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Allow
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from deathdome.rules.terrain import Terrain
from deathdome.rules.units import foes
from lab.bench.recorded import replays
from lab.bench.serving import per_call, serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.geometry.grid import SpaceSet
    from deathdome.model.state import State

rng = Random(1)
CATALOG = load_catalog()
BOARD = load_board()
STEPS = 6
QUESTIONS = 400  # of reach and of sight, for one sample


def matches(seats: int) -> Callable[[float], dict[str, float]]:
    """Return a job of whole random matches: list every option, pick one, apply it unchecked.

    Dice and draws take time but count as no decisions. Uniform choice seldom passes, so most
    decisions
    are purchases: both parts are reported.
    """

    def sample(seconds: float) -> dict[str, float]:
        random, choices = rng.random, rng.choices
        played = shopping_done = match_done = 0
        shopping = match = 0.0
        while shopping + match < seconds:
            started = process_time()
            opened = 0.0
            count = 0
            state = new_game(CATALOG, BOARD, seats=seats)
            while (asked := decision(state)) is not None:
                options = asked.options
                if asked.seat == CHANCE:
                    action = choices(options, asked.weights)[0]
                else:
                    if not opened and asked.question is not Question.PURCHASE:
                        opened = process_time()
                        shopping_done += count
                        count = 0
                    action = options[int(random() * len(options))]
                    count += 1
                apply_action(state, action, trusted=True)
            ended = process_time()
            match_done += count
            shopping += opened - started
            match += ended - opened
            played += 1
        used = shopping + match
        return {
            "decisions/s": (shopping_done + match_done) / used,
            "purchase decisions/s": shopping_done / shopping,
            "match decisions/s": match_done / match,
            "matches/s": played / used,
            "decisions": (shopping_done + match_done) / played,
            "match decisions": match_done / played,
        }

    return sample


def greedy(seconds: float) -> dict[str, float]:
    """Play whole matches of two greedy managers."""
    played = 0
    started = process_time()
    while process_time() - started < seconds:
        referee = Referee(new_game(CATALOG, BOARD, seats=2), seed=rng.getrandbits(32))
        run_match(referee, [create("greedy"), create("greedy")])
        played += 1
    return {"matches/s": played / (process_time() - started)}


def middle(seats: int = 2) -> State:
    """Return a position of round 4 of a random match, with a unit phase open."""
    state = new_game(CATALOG, BOARD, seats=seats)
    while (asked := decision(state)) is not None:
        if state.round == 4 and asked.question is Question.UNIT_PHASE:
            return state
        apply_action(state, rng.choice(asked.options), trusted=True)
    return middle(seats)


def copy(seconds: float) -> dict[str, float]:
    return {"us": per_call(middle().copy, seconds)}


def crowded(number: int) -> list[tuple[Space, SpaceSet, SpaceSet]]:
    """Return start, enemies and friends of walks among the units of four teams, no two alike."""
    state = middle(4)
    field = spaces_in(BOARD.floor)
    found = []
    for _ in range(number):
        for seat in range(4):
            state.masks[seat] = sum(1 << space for space in rng.sample(field, 4))
        found.append((rng.choice(field), foes(state, 0), state.masks[0]))
    return found


def reach(seconds: float) -> dict[str, float]:
    """Time six steps among 15 other units: a new question, and a repeated one."""
    new = again = 0.0
    asked = 0
    while new < seconds:
        walker = Terrain(BOARD, EDITION_2021, BOARD.seating(4)).walker(0, Allow.NONE)
        for start, enemies, friends in crowded(QUESTIONS):  # fill the caches of the board
            walker.reach(start, STEPS, enemies, friends, 0)
        questions = crowded(QUESTIONS)
        first = process_time()
        for start, enemies, friends in questions:
            walker.reach(start, STEPS, enemies, friends, 0)
        second = process_time()
        for start, enemies, friends in questions:
            walker.reach(start, STEPS, enemies, friends, 0)
        again += process_time() - second
        new += second - first
        asked += QUESTIONS
    return {"new us": new / asked * 1e6, "again us": again / asked * 1e6}


def sight(seconds: float) -> dict[str, float]:
    """Time lines of sight between two spaces: a new question, and a repeated one."""
    field = spaces_in(BOARD.grid.everything & ~BOARD.walls)
    new = again = 0.0
    asked = 0
    while new < seconds:
        terrain = Terrain(BOARD, EDITION_2021, BOARD.seating(4))
        pairs = [(rng.choice(field), rng.choice(field)) for _ in range(QUESTIONS)]
        first = process_time()
        for one, other in pairs:
            terrain.sees(one, other)
        second = process_time()
        for one, other in pairs:
            terrain.sees(one, other)
        again += process_time() - second
        new += second - first
        asked += QUESTIONS
    return {"new us": new / asked * 1e6, "again us": again / asked * 1e6}


if __name__ == "__main__":
    serve(
        {
            "2 seats": matches(2),
            "4 seats": matches(4),
            "greedy": greedy,
            "recorded": replays(),
            "recorded legal": replays(listing=False),
            "copy": copy,
            "reach": reach,
            "sight": sight,
        }
    )
