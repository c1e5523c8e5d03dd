"""Lines about events: the log, the reveal, the end of a round, the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import PlansShown, RoundBegan
from deathdome.powerdome.plain.table import names_of
from deathdome.powerdome.play.ending import ending_of
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.plans import acts_words
from deathdome.powerdome.text.settings import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


class Teller:
    """Lines about the events of one game in order; knows the vitality a round began with."""

    def __init__(self, view: State, you: int = ABSENT) -> None:
        """`you` is the seat of the reader, if there is only one."""
        self._you = you
        self._began: dict[int, int] = {}
        self._round = view.now.round
        self._remember(view)

    def _remember(self, view: State) -> None:
        self._began = {one.id: one.vitality for one in view.dome.characters}

    def lines(self, view: State, events: Sequence[Event]) -> Iterator[str]:
        """Yield the sentences of events; `view` is the state after them."""
        narrator = Narrator(view.now.tome, names_of(view), self._you)
        for event in events:
            if isinstance(event, PlansShown):
                yield from self._table(view, event)
                continue
            if isinstance(event, RoundBegan):
                self._round = event.round
                self._remember(view)
            yield narrator.sentence(event)

    def _table(self, view: State, event: PlansShown) -> Iterator[str]:
        """Yield the plans of a round with the vitality of their characters before and after."""
        names, characters = called(names_of(view), self._you), view.now.characters
        yield say.PLANS.format(round=self._round)
        for who, plan in event.plans:
            now = characters[who].vitality
            yield say.plan_row(
                names[who],
                f"{plan.agility}/{plan.strike}/{plan.resist}",
                "" if plan.attack is None else names[plan.attack],
                acts_words(view, who, plan),
                self._began.get(who, now),
                now,
            )


def duel_log(view: State, events: Sequence[Event], setting: str, you: int = ABSENT) -> list[str]:
    """Return the log of events, in the words of a setting."""
    narrator = Narrator(view.now.tome, names_of(view), you)
    return [str(line) for line in log_lines(events, narrator, wording(setting))]


def end_lines(
    view: State, events: Sequence[Event], last_word: str, you: int = ABSENT
) -> Iterator[str]:
    """Yield the final table, the rounds, the biggest blow and the best bargain (E.8)."""
    names, dome = called(names_of(view), you), view.now
    ending = ending_of(view, events)
    if ending.winner != ABSENT and last_word:
        yield say.said_line(names[ending.winner], last_word)
    yield say.RANKING
    for place, seat in enumerate(ending.ranking, 1):
        one = dome.characters[seat]
        yield say.final_row(place, names[seat], one.vitality, alive=one.alive)
    yield say.rounds_line(dome.round)
    spoken = called(names, you, YOU)
    if ending.blow is not None:
        best = ending.blow
        yield say.blow_line(spoken[best.attacker], spoken[best.defender], best.damage)
    else:
        yield say.NEVER_HIT
    if ending.bargain is not None:
        bought = ending.bargain
        power = dome.tome.powers[bought.power]
        yield say.bargain_line(spoken[bought.seat], power.name, bought.price)
