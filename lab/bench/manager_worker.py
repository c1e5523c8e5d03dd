"""Matches of managers, played turn by turn, so that two versions can be timed in pairs.

`lab.bench.against` starts it once with each version of the package.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Final
from zlib import crc32

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.match.referee import Referee
from deathdome.model.actions import END_TURN, Action
from deathdome.model.decisions import Decision
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from lab.bench.recorded import BOARD, recorded
from lab.bench.serving import serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MANAGERS: Final = ("greedy", "veteran", "elite", "champion")
LAZY: Final = hasattr(Decision, "sole")  # False: a version that only has lists
NODES_ONLY: Final = Budget(seconds=1e9)  # the clock never stops a manager


def turns(manager: str, seats: int, seed: int) -> Iterator[list[int]]:
    """Play a match; yield the answers of managers up to each end of a turn."""
    referee = Referee(new_game(load_catalog(), load_board(BOARD), seats=seats), seed=seed)
    controllers = [create(manager) for _ in range(seats)]
    for seat, controller in enumerate(controllers):
        own = referee.seat_seed(seat)
        controller.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, own, {}))
    answers: list[int] = []
    while (request := referee.request(NODES_ONLY)) is not None:
        reply = controllers[request.seat].decide(request)
        referee.answer(reply.action)
        answers += (int(reply.action), reply.nodes)
        if reply.action == END_TURN:
            yield answers
            answers = []
    yield answers


def matches(manager: str, seats: int) -> Callable[[float], dict[str, float]]:
    """Return a job that plays one more turn, of the same matches in every process."""

    def played() -> Iterator[list[int]]:
        seed = 0
        while True:
            yield from turns(manager, seats, seed)
            seed += 1

    going = played()

    def sample(seconds: float) -> dict[str, float]:
        del seconds  # a sample is a turn, however long it takes
        started = process_time()
        answers = next(going)
        used = process_time() - started
        checksum = crc32(repr(answers).encode())
        return {"seconds": used, "decisions": len(answers) // 2, "answers": checksum}

    return sample


def recorded_match(*, listing: bool) -> Callable[[float], dict[str, float]]:
    """Return a job that replays one more recorded match, and lists or tests the options.

    A version whose decisions hold nothing but a list tests the answer in it.
    """
    number = 0

    def sample(seconds: float) -> dict[str, float]:
        nonlocal number
        del seconds
        kept = recorded()
        seats, *answers = kept[number % len(kept)]
        number += 1
        lengths = []
        state = new_game(load_catalog(), load_board(BOARD), seats=seats)
        started = process_time()
        for answer in answers:
            asked = decision(state)
            assert asked is not None
            if listing:
                lengths.append(len(asked.options))
            else:
                lengths.append(Action(answer) in (asked if LAZY else asked.options))
            apply_action(state, Action(answer), trusted=True)
        used = process_time() - started
        checksum = crc32(repr(lengths).encode())
        return {"seconds": used, "decisions": len(lengths), "answers": checksum}

    return sample


if __name__ == "__main__":
    serve(
        {
            "recorded": recorded_match(listing=True),
            "recorded-tested": recorded_match(listing=False),
            **{
                f"{manager}-{seats}": matches(manager, seats)
                for manager in MANAGERS
                for seats in (2, 4)
            },
        }
    )
