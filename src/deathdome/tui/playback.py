"""Playback of a replay: the stop that is shown, and the ways to others. No Textual in here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.content.announcer_lines import announcer_lines
from deathdome.content.convict_names import convicts_of
from deathdome.records.timeline import Sign
from deathdome.rules.ending import standing
from deathdome.text.announcer import comments
from deathdome.tui.presenters.log import Telling, tellings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.records.timeline import Sight, Stop, Timeline
    from deathdome.text.announcer import Remark


class Playback:
    """A timeline, the number of the stop that is shown, and whether all hands are open."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.opened = False
        self.announcing = True
        self.index = 0
        header = timeline.header
        people = (*header.people, *("",) * len(header.names))
        self.labels = tuple(who or name for who, name in zip(people, header.names, strict=False))
        self.convicts = convicts_of(timeline.begun.setup, timeline.cosmetic)
        self._cached_for: tuple[int, bool] | None = None  # inputs of the cached values below
        self._sight: Sight | None = None
        self._events: list[Event] = []
        self._said: Sequence[Remark] = ()
        self._tellings: list[Telling] = []

    # -- what is shown -------------------------------------------------------------------------

    @property
    def stop(self) -> Stop:
        """The stop that is shown."""
        return self.timeline.stops[self.index]

    @property
    def last(self) -> int:
        """Number of the last stop."""
        return len(self.timeline.stops) - 1

    @property
    def since(self) -> int:
        """The number of events at the stop before."""
        return self.timeline.stops[self.index - 1].events if self.index else 0

    @property
    def sight(self) -> Sight:
        """The position at the stop as its viewer sees it."""
        self._look()
        assert self._sight is not None
        return self._sight

    @property
    def events(self) -> list[Event]:
        """The visible events up to the stop."""
        self._look()
        return self._events

    @property
    def log(self) -> list[Telling]:
        """The log up to the stop."""
        self._look()
        return self._tellings

    @property
    def said(self) -> Sequence[Remark]:
        """The remarks and facts up to the stop."""
        self._look()
        return self._said

    @property
    def begun_payouts(self) -> list[int]:
        """The payout of each team before the first event."""
        begun = self.timeline.begun
        return [standing(begun, seat).payout for seat in range(begun.setup.seats)]

    @property
    def moment(self) -> list[Telling]:
        """The end of the log, from the stop before."""
        return [telling for telling in self.log if telling.end > self.since]

    def _look(self) -> None:
        if self._cached_for == (self.index, self.opened):
            return
        self._cached_for = (self.index, self.opened)
        self._sight = self.timeline.sight(self.stop, opened=self.opened)
        self._events = self.timeline.heard(self.stop, opened=self.opened)
        setup = self._sight.seen.setup
        self.convicts = self.convicts.of(setup)
        odds, convicts = self.timeline.odds, self.convicts
        said = self._said = self._remarks()
        self._tellings = list(tellings(self._events, setup, self.labels, odds, convicts, said))

    def _remarks(self) -> Sequence[Remark]:
        """Return facts up to the stop, with the remarks of the announcer if it is on."""
        lines = announcer_lines() if self.announcing else {}
        payouts, cosmetic = self.begun_payouts, self.timeline.cosmetic
        return comments(self._events, self.convicts, cosmetic, lines, payouts)

    # -- ways ----------------------------------------------------------------------------------

    def go(self, index: int) -> bool:
        """Go to a stop, or to the nearest one; return True if that is another one."""
        before = self.index
        self.index = min(max(index, 0), self.last)
        return self.index != before

    def step(self, by: int) -> bool:
        """Go so many stops forward or back."""
        return self.go(self.index + by)

    def to(self, sign: Sign, by: int) -> bool:
        """Go to the next (1) or previous (-1) stop with a symbol; return False if there is none."""
        stops = self.timeline.stops
        way = range(self.index + 1, len(stops)) if by > 0 else range(self.index - 1, -1, -1)
        for number in way:
            if sign & stops[number].signs:
                return self.go(number)
        return False

    def turn(self, by: int) -> bool:
        """Go to the start of the next turn, or of this or the previous one; at last to the end."""
        return self.to(Sign.TURN, by) or self.go(self.last if by > 0 else 0)

    def match(self, by: int) -> bool:
        """Go to the beginning of a match of a season, like `turn`."""
        return self.to(Sign.MATCH, by) or self.go(self.last if by > 0 else 0)

    def round(self, by: int) -> bool:
        """Go to the beginning of a round, like `turn`."""
        return self.to(Sign.ROUND, by) or self.go(self.last if by > 0 else 0)
