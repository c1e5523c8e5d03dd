"""Games of PowerDome for tests: setup in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from powerdome.tables import tome

from deathdome.powerdome.model.answers import Chance, Nomination, Protection
from deathdome.powerdome.model.asks import CHANCE, AskKind
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase, State
from deathdome.powerdome.rules.game import commit, new_game, owed
from deathdome.powerdome.rules.rounds import reset

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.events import Event


def powers(*names: str) -> tuple[int, ...]:
    return tuple(tome().number[name] for name in names)


def give(state: State, *answers: tuple[int, Answer], log: list[Event] | None = None) -> State:
    """Give answers in turn; `log` gets their events."""
    for seat, answer in answers:
        state, events = commit(state, seat, answer)
        if log is not None:
            log += events
    return state


def game(seats: int = 2, options: Options | None = None) -> State:
    return new_game(tome(), [chr(ord("A") + seat) for seat in range(seats)], options or Options())


def nominated(*threes: str, options: Options | None = None) -> State:
    """Return a game after its nominations: 'feint whetstone purge' for each seat."""
    state = game(len(threes), options)
    return give(
        state, *((seat, Nomination(powers(*three.split()))) for seat, three in enumerate(threes))
    )


def passed(state: State, first: int = 0) -> State:
    """Return a game after a protection in which all pass."""
    if owed(state)[0].seat == CHANCE:
        state = give(state, (CHANCE, Chance(first)))
    while owed(state)[0].kind is AskKind.PROTECT:
        state = give(state, (owed(state)[0].seat, Protection(None)))
    return state


def auction(*names: str, seats: int = 2, options: Options | None = None) -> State:
    """Return a game whose auction has these powers, twice as many as seats."""
    assert len(names) == 2 * seats
    rest = [name for name in tome().number if name not in names]
    pool = [*names, *rest][: 3 * seats]
    threes = [" ".join(pool[3 * seat : 3 * seat + 3]) for seat in range(seats)]
    state = passed(nominated(*threes, options=options))
    wanted = list(powers(*names))
    while owed(state)[0].seat == CHANCE:
        ask = owed(state)[0]
        pick = next(power for power in wanted if power in ask.choices)
        state = give(state, (CHANCE, Chance(pick)))
    assert sorted(state.slots) == sorted(wanted)
    return state


def in_strategy(seats: int) -> State:
    """Return a game in the Strategy phase of its first round, without powers."""
    state = game(seats)
    dome = state.dome.copy()
    reset(dome)
    return replace(state, dome=dome, phase=Phase.STRATEGY)
