"""A referee whose cards and dice are written down beforehand: for lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.match.referee import Referee
from deathdome.model.actions import Act, action, verb_of
from deathdome.model.decisions import CHANCE, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

_HIGHEST_ROLL: Final = 12


class ScriptedReferee(Referee):
    """Draws the cards in the order given, then in that of the list; the die counts down from 12.

    What was drawn is counted in the journal, so that going back takes it back as well.
    """

    def __init__(self, state: State, draws: Sequence[int]) -> None:
        self._draws = tuple(draws)
        super().__init__(state, seed=0)

    def _chance(self, asked: Decision) -> Action:
        given = [verb_of(act) for seat, act in self.journal if seat == CHANCE]
        if asked.question is Question.ROLL:
            return action(Act.ROLL, _HIGHEST_ROLL - given.count(Act.ROLL) % _HIGHEST_ROLL)
        drawn = given.count(Act.DRAW)
        if asked.question is Question.DRAW and drawn < len(self._draws):
            draw = action(Act.DRAW, self._draws[drawn])
            if draw in asked.options:
                return draw
        return asked.options[0]
