"""Openings and questions of many kinds, for whoever looks at how a manager answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.match.protocol import Budget, Controller, Request
    from deathdome.model.actions import Action
    from deathdome.model.state import State

_PURSE: Final = 8_000_000  # credits with which everything in the store is seen
# How eagerly each kind of answer is given where rare questions are looked for: fights raise them.
_EAGERNESS: Final = {
    ActionKind.ATTACK: 30,
    ActionKind.USE: 20,
    ActionKind.PLAY: 20,
    ActionKind.CAPTURE: 15,
    ActionKind.RELEASE: 15,
    ActionKind.ACTIVATE: 6,
    ActionKind.WALK: 4,
    ActionKind.LAY: 2,
    ActionKind.COMMIT: 2,
}


def opening(seats: int, *, rich: bool, characters: bool) -> State:
    """Return a match before its first question; `rich`: with credits for the whole store."""
    ruleset = replace(EDITION_2021, characters=characters)
    if rich:
        ruleset = replace(ruleset, start_credits=_PURSE)
    return new_game(load_catalog(), load_board(), seats=seats, ruleset=ruleset)


def questions(
    seed: int, budget: Budget, numbers: Sequence[int] = (2, 3, 4)
) -> Iterator[tuple[Request, int]]:
    """Yield questions of a match whose store has mostly cards that raise rare ones.

    `numbers` are those of teams that may play. Everybody shops with sense and then fights by
    chance: thousands of answers a second.
    """
    seats = numbers[seed % len(numbers)]
    state = opening(seats, rich=True, characters=False)
    state.store &= sum(
        1 << index
        for index, item in enumerate(state.setup.catalog.items)
        if item.weapon is not None or any(ability.moves for ability in item.abilities)
    )
    referee = Referee(state, seed)
    dice = Random(seed)
    managers: list[Controller] = []
    for seat in range(seats):
        manager = GreedyManager()
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, seed + seat, {}))
        managers.append(manager)
    while (request := referee.request(budget)) is not None:
        yield request, seats
        if request.question is Question.PURCHASE:
            referee.answer(managers[request.seat].decide(request).action)
        else:
            referee.answer(_eager(request.options, dice))


def _eager(options: Sequence[Action], dice: Random) -> Action:
    """Pick a random answer: first its kind, with a preference for fights."""
    verbs = sorted({kind_of(option) for option in options})
    kind = dice.choices(verbs, [_EAGERNESS.get(kind, 1) for kind in verbs])[0]
    return dice.choice([option for option in options if kind_of(option) is kind])
