"""A recorded match to look at, from any point, forwards and backwards.

The match is replayed once, keeping a position for every round, so that any other position is a few
answers away.

An observer learns no more than a player at the table. A finished match may be shown in full. An
unfinished one shows the view of its only player, or the public view with several players or none.
No stop is between two events: that a seat was asked and declined would betray a card.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import Flag, auto
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import UsageError, printable
from deathdome.match.protocol import HUMAN
from deathdome.match.windows import is_hidden
from deathdome.model.decisions import CHANCE
from deathdome.model.events import Declared, Died, MatchBegan, RoundBegan, for_seat
from deathdome.model.frames import Purchase, ReactionWindow
from deathdome.odds.attack_odds import odds_log_of
from deathdome.records.format import (
    CHECKED,
    ENDED,
    HINTED,
    answer_text,
    as_far_as_good,
    moment,
    read_bytes,
)
from deathdome.records.replay import Replay, changes, collection_for, located, replay
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe
from deathdome.text.phrases import replays as say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.records.format import Record

PEEKING: Final = say.NO_PEEKING
OVER: Final = say.OVER_HERE
_FARTHEST: Final = 64  # answers from a kept position, however long a round is


class Sign(Flag):
    """The events on the way to a stop."""

    NOTHING = 0
    STORE = auto()  # the store is open
    TURN = auto()  # a turn begins, or a purchasing turn
    ROUND = auto()
    FIGHT = auto()  # an attack was declared
    KILL = auto()
    MATCH = auto()  # the next match of a season begins


class Stop(NamedTuple):
    """A point of a match at which a seat is asked, or its end."""

    answers: int  # given before, by chance too
    events: int  # shown before
    round: int
    signs: Sign  # of the events since the stop before
    where: str  # as checking lines say it: "round 2 red"; "" between turns


@dataclass(frozen=True, slots=True)
class Sight:
    """The visible part of a position."""

    seen: Observation  # of the observer; with an empty hand for the public view
    hands: tuple[tuple[int, ...] | None, ...]  # power cards per seat; None: not to be seen
    unit: int  # the unit that is asked about; -1 if there is none


class Timeline:
    """An immutable replayed match and its stops."""

    def __init__(
        self,
        record: Record,
        collection: Collection | None = None,
        *,
        name: str = "",
        trouble: str = "",
    ) -> None:
        """Replay the record; `name` is the name of the match, also in the headers of forks.

        `trouble` is what is wrong with lines that the record was read without.

        Raises:
            RecordError: it cannot be replayed at all.
        """
        record = located(record)
        collection = collection or collection_for(record)
        told = replay(record, collection)
        self.record = record
        self.header = record.header
        self.cosmetic = record.header.cosmetic_seed
        self.collection = collection
        self.name = name or printable(record.source)
        self.referee = told.referee
        assert told.begun is not None
        self.begun = told.begun  # the position before the first answer; not to be changed
        self.finished = told.over
        people = [seat for seat, name in enumerate(self.header.names) if name == HUMAN]
        self.viewer = people[0] if len(people) == 1 else -1  # whose hand is shown at first
        self.notes = tuple(_notes(record, collection, told.difference, told.where, trouble))
        self._frames: list[tuple[int, State]] = []
        found = self._walk()
        self.stops = tuple(found if self.finished else _public(found))

    def _walk(self) -> list[Stop]:
        """Return every point at which a seat is asked; keep some positions for jumps."""
        journal = self.referee.journal
        state = self.begun.copy()
        told: list[Event] = []
        self._frames.append((0, state.copy()))
        found: list[Stop] = []
        before = ""
        for at in range(len(journal) + 1):
            if at:
                apply_action(state, journal[at - 1][1], told.append, trusted=True)
            if at < len(journal) and journal[at][0] == CHANCE:
                continue
            if at and not self.finished and self._hides(state):
                continue
            since = found[-1].events if found else 0
            signs = signs_of(told[since:])
            where = moment(state)
            if where != before and where:
                signs |= Sign.TURN
            before = where or before
            if state.stack and isinstance(state.stack[0], Purchase):
                signs |= Sign.STORE
            if Sign.ROUND in signs or at - self._frames[-1][0] >= _FARTHEST:
                self._frames.append((at, state.copy()))
            found.append(Stop(at, len(told), state.round, signs, where))
        return found

    def _hides(self, state: State) -> bool:
        """Return True if another team is asked only because of a card that it holds."""
        asked = decision(state)
        return asked is not None and asked.seat != self.viewer and is_hidden(asked)

    @cached_property
    def odds(self) -> Mapping[int, PublicOdds]:
        """Return the public odds of every attack, by the number of its declaring event."""
        return odds_log_of(self.begun, self.referee.journal).odds

    # -- at a stop -----------------------------------------------------------------------------

    def position(self, stop: Stop) -> State:
        """Return the true position; the caller owns the copy."""
        number = bisect_right(self._frames, stop.answers, key=lambda frame: frame[0]) - 1
        start, frame = self._frames[number]
        state = frame.copy()
        for _, action in self.referee.journal[start : stop.answers]:
            apply_action(state, action, trusted=True)
        return state

    def sight(self, stop: Stop, *, opened: bool = False) -> Sight:
        """Return the view at a stop; with `opened`, all hands of a finished match."""
        state = self.position(stop)
        asked = decision(state)
        seats = range(state.setup.seats)
        opened = opened and self.finished
        shows = self.finished or (asked is not None and asked.seat == self.viewer)
        return Sight(
            observe(state, self.viewer) if self.viewer >= 0 else onlooking(state),
            tuple(state.hands[seat] if opened or seat == self.viewer else None for seat in seats),
            asked.unit if asked is not None and shows else -1,
        )

    def heard(self, stop: Stop, *, opened: bool = False) -> list[Event]:
        """Return the events up to a stop, as the observer may see them."""
        told = self.referee.events[: stop.events]
        if opened and self.finished:
            return told
        return [for_seat(event, self.viewer) for event in told]

    def deed(self, index: int) -> str:
        """Return the answer that led to a stop, as records spell it; "" if it is secret."""
        if not index or not self.finished:
            return ""
        before = self.stops[index - 1]
        seat, action = self.referee.journal[before.answers]
        return answer_text(self.position(before), seat, action)


def fork_of(timeline: Timeline, stop: Stop) -> Replay:
    """Return the match at a stop, to be continued with the same dice.

    Raises:
        UsageError: it is not over yet, or no seat is asked there.
    """
    if not timeline.finished:
        raise UsageError(PEEKING)
    if timeline.position(stop).outcome is not None:
        raise UsageError(OVER)
    left = stop.answers
    entries = []
    for entry in timeline.record.entries:
        if entry.who not in (CHECKED, ENDED, HINTED):
            if not left:
                break
            left -= 1
        entries.append(entry)
    told = replay(replace(timeline.record, entries=tuple(entries)), timeline.collection)
    return replace(told, points=())  # earlier answers cannot be undone


def fork_words(timeline: Timeline, stop: Stop) -> str:
    """Return the origin that the header of a fork states."""
    return f"{timeline.name} at answer {stop.answers}"


def read_timeline(
    path: Path,
    name: str = "",
    collection: Collection | None = None,
    packs: Sequence[str] = (),
) -> Timeline:
    """Read the match in a file, as far as it can be replayed. The file is not changed.

    `packs` are paths that `located` may use.

    Raises:
        RecordError: its beginning cannot be replayed.
    """
    source = printable(str(path))
    record, trouble = as_far_as_good(read_bytes(path, source), source)
    record = located(record, packs)
    return Timeline(record, collection, name=name or printable(path.stem), trouble=trouble)


def signs_of(events: Sequence[Event]) -> Sign:
    """Return the marks that follow from the events alone."""
    signs = Sign.NOTHING
    for event in events:
        match event:
            case RoundBegan():
                signs |= Sign.ROUND
            case Declared():
                signs |= Sign.FIGHT
            case Died():
                signs |= Sign.KILL
            case MatchBegan():
                signs |= Sign.MATCH
    return signs


def onlooking(state: State) -> Observation:
    """Return the public position, without any hand.

    Its `seat` has no meaning.
    """
    seen = observe(state, 0)
    top = seen.stack[-1] if seen.stack else None
    stack = seen.stack
    if isinstance(top, ReactionWindow):
        stack = (*stack[:-1], top._replace(seats=(), used=()))
    return replace(seen, hand=(), stack=stack, question=None)


def _public(stops: Sequence[Stop]) -> list[Stop]:
    """Merge stops without events between them into the last, with the marks of all."""
    found: list[Stop] = []
    for stop in stops:
        told = stop.signs
        if found and found[-1].events == stop.events:
            told |= found.pop().signs
        found.append(stop._replace(signs=told))
    return found


def _notes(
    record: Record, collection: Collection, differs: str, where: str, trouble: str
) -> list[str]:
    """Return notes that an observer of the match should read."""
    found = [f"{record.altered}."] if record.altered else []
    if differs:
        found.append(say.STOPS_AT.format(differs=differs, where=where))
    elif trouble:
        found.append(say.STOPS_THERE.format(trouble=trouble))
    elif record.torn:
        found.append(say.PARTIAL_LINE.format(source=record.source))
    if not differs:
        changed = " and ".join(changes(record, collection))
        found += [say.HARMLESS_CHANGE.format(changed=changed)] * bool(changed)
    # The observer knows the folder, and notes should be short.
    name = record.source.replace("\\", "/").rpartition("/")[2]
    return [note.replace(record.source, name) for note in found]
