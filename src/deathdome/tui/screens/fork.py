"""Seats of a match that continues a finished one from a stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.records.format import moment_words
from deathdome.rules.engine import decision
from deathdome.session.host import HUMAN
from deathdome.text.names import team_name
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import BLANK, Line, wrapped
from deathdome.tui.saved_matches import SavedMatches
from deathdome.tui.screens.menu import Field, FormScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.records.timeline import Stop, Timeline

_TERMS: Final = say.IT_BECOMES_A_MATCH


class SeatsScreen(FormScreen):
    """A row for each seat, and one that begins."""

    def __init__(self, managers: Sequence[str], seated: Sequence[str], person: int) -> None:
        """Offer `managers` for every seat; those of `seated` are the defaults.

        The seat of the `person` is taken.
        """
        super().__init__()
        self._managers = tuple(managers)
        self._others = list(seated)  # players of seats without a person
        self._people = {person}
        self.index = len(seated)

    def play(self) -> None:
        raise NotImplementedError

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(
            HUMAN if seat in self._people else other for seat, other in enumerate(self._others)
        )

    def fields(self) -> Sequence[Field]:
        rows = []
        for seat, name in enumerate(self.seats):
            shown = "you" if len(self._people) == 1 else "a person"
            rows.append(
                Field(
                    f"{SEAT_SIGNS[seat]} {team_name(seat)}",
                    with_keys(say.A_PERSON_OR_A_MANAGER),
                    shown if name == HUMAN else f"manager {name}",
                    self._sitter(seat),
                )
            )
        rows.append(Field("Play on", self._detail(), "", act=self.play))
        return rows

    def _detail(self) -> str:
        people = " and ".join(team_name(seat) for seat in sorted(self._people))
        return say.THESE_ARE_YOURS.format(
            teams=people or "Nobody", are="are" if len(self._people) > 1 else "is"
        )

    def _sitter(self, seat: int) -> Callable[[int], None]:
        def change(step: int) -> None:
            seat_choices = (HUMAN, *self._managers)
            at = seat_choices.index(self.seats[seat]) + step
            sitter = seat_choices[at % len(seat_choices)]
            self._people.discard(seat)
            if sitter == HUMAN:
                self._people.add(seat)
            else:
                self._others[seat] = sitter

        return change


class ForkScreen(SeatsScreen):
    """Takes a seat at a stop of a timeline."""

    def __init__(
        self, timeline: Timeline, stop: Stop, managers: Sequence[str], seated: Sequence[str]
    ) -> None:
        """Take the seat that was asked there, or that of the only person who played."""
        asked = decision(timeline.position(stop))
        assert asked is not None  # the end of a match is no beginning
        super().__init__(managers, seated, timeline.viewer if timeline.viewer >= 0 else asked.seat)
        self._timeline, self._stop = timeline, stop

    def banner(self) -> str:
        return say.PLAY_ON_FROM_HERE

    def heading(self, width: int) -> list[Line]:
        where = moment_words(self._stop.where) or "the beginning"
        title = say.WHERE_IT_STARTS.format(
            where=where, answers=self._stop.answers, timeline=self._timeline.name
        )
        return [BLANK, *wrapped(title, width, "title"), *wrapped(_TERMS, width), BLANK]

    def play(self) -> None:
        """Begin a match of its own."""
        SavedMatches(self.shell).fork(self._timeline, self._stop, self.seats)
