"""A table of bots: one game from its seed, without a screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.review import played_rounds, review
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.play.referee import Referee, run_game
from deathdome.powerdome.rules.game import new_game
from deathdome.powerdome.rules.rounds import reset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.bots.protocol import Bot
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.options import Options
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Tome

REPLIES: Final = 60  # tried for each sheet


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    initial: State
    state: State
    events: list[Event]
    answers: list[tuple[Seat, Answer]]

    @property
    def winner(self) -> Seat:
        """Return the seat that won, ABSENT in a draw."""
        return self.state.dome.winner if self.state.dome.over else ABSENT

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return self.state.dome.round


def bare_game(tome: Tome, names: Sequence[str], options: Options) -> State:
    """Return a game without powers, at its first round."""
    state = new_game(tome, names, options)
    dome = state.dome.copy()
    reset(dome)
    return replace(state, dome=dome, phase=Phase.STRATEGY)


def play(state: State, bots: Sequence[Bot], seed: int, seeds: Sequence[int] = ()) -> Played:
    """Play a game to its end; chance and every bot have a seed of their own."""
    referee = Referee(state, seed)
    run_game(referee, bots, seeds)
    answers = [(entry.seat, entry.answer) for entry in referee.journal]
    return Played(state, referee.state, referee.events, answers)


def regrets(played: Played) -> list[float]:
    """Return the payoff that each seat's sheets missed, on average over its rounds (AM-10)."""
    seats = len(played.initial.seats)
    sums, counts = [0] * seats, [0] * seats
    for one in played_rounds(played.initial, played.answers):
        options = one.state.options
        for seat in one.sheets:
            found = review(one.state.dome, one.sheets, options, seat, replies=REPLIES)
            sums[seat] += found.regret
            counts[seat] += 1
    return [total / max(count, 1) / 1000 for total, count in zip(sums, counts, strict=True)]
