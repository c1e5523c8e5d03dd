"""Referee: holds the true state of a game, draws and rolls, checks answers, keeps the journal.

Answers of a phase that gathers them in secret come in any order, so the journal has them in the
order they were given: that is the commit order of sheets (R-04).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.bots.protocol import Briefing
from deathdome.powerdome.model.answers import Chance
from deathdome.powerdome.model.asks import CHANCE
from deathdome.powerdome.model.events import seen_by
from deathdome.powerdome.rules.game import ask_of, commit, observe, owed, why_not
from deathdome.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.bots.protocol import Bot
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.rules.refusals import Refusal


class Entry(NamedTuple):
    """One answer of the journal, with the number of events before it."""

    seat: Seat
    answer: Answer
    events: int


class Referee:
    """Runs one game; the journal replays it answer by answer (R-36)."""

    def __init__(self, initial: State, seed: int) -> None:
        self.seed = seed
        self.initial = initial
        self.state = initial
        self.journal: list[Entry] = []
        self.events: list[Event] = []
        self._draws = 0

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.state.over

    def owed(self) -> tuple[Ask, ...]:
        """Return the open questions of seats; chance is answered by then."""
        return owed(self.state)

    def view(self, seat: Seat) -> State:
        """Return the state as a seat may see it."""
        return observe(self.state, seat)

    def why_not(self, seat: Seat, answer: Answer) -> Refusal | None:
        """Return why an answer is refused now, or None."""
        return why_not(self.state, seat, answer)

    def give(self, seat: Seat, answer: Answer) -> list[Event]:
        """Take an answer, then roll and draw up to the next question; return the new events.

        Raises:
            RefusedError: the answer is refused; nothing has changed.
        """
        before = len(self.events)
        self._commit(seat, answer)
        self.roll()
        return self.events[before:]

    def roll(self) -> None:
        """Roll and draw until no question of chance is open, as after answers of a record."""
        while (ask := ask_of(self.state, CHANCE)) is not None:
            self._commit(CHANCE, self.draw(ask))

    def draw(self, ask: Ask) -> Chance:
        """Return what the seed gives for the next question of chance."""
        dice = Random(derived_seed(self.seed, f"chance {self._draws}"))
        return Chance(ask.choices[dice.randrange(len(ask.choices))])

    def replay(self, answers: Iterable[tuple[Seat, Answer]]) -> None:
        """Take answers that were recorded, those of chance among them.

        Raises:
            RefusedError: one is refused; those before it were taken.
        """
        for seat, answer in answers:
            self._commit(seat, answer)

    def _commit(self, seat: Seat, answer: Answer) -> None:
        self.state, events = commit(self.state, seat, answer)
        self.journal.append(Entry(seat, answer, len(self.events)))
        self.events += events
        self._draws += seat == CHANCE


def bot_seed(seed: int, seat: Seat, purpose: str = "bot") -> int:
    """Return the seed of a bot's own stream; it says nothing about the dice of the game."""
    return derived_seed(seed, f"{purpose} {seat}") % 2**53


def run_game(referee: Referee, bots: Sequence[Bot], seeds: Sequence[int] = ()) -> None:
    """Let bots play a game to its end; their seeds follow from that of the game by default.

    A bot hears events before it is asked, as in a game that is hosted, and those of the end.
    """
    names = referee.state.seats
    for seat, bot in enumerate(bots):
        seed = seeds[seat] if seeds else bot_seed(referee.seed, seat)
        bot.begin(Briefing(seat, names, seed, referee.state.dome.tome))
    heard = [0] * len(bots)

    def tell(seat: Seat) -> None:
        news = referee.events[heard[seat] :]
        heard[seat] = len(referee.events)
        if news:
            bots[seat].observe([seen_by(event, seat) for event in news])

    referee.roll()
    while asks := referee.owed():
        ask = asks[0]
        tell(ask.seat)
        referee.give(ask.seat, bots[ask.seat].decide(referee.view(ask.seat), ask))
    for seat in range(len(bots)):
        tell(seat)
