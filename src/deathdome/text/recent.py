"""News: the events that a player has not heard of yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.events import MatchBegan, OrderSet, Rolled, TurnBegan, TurnEnded
from deathdome.text.chances import with_odds
from deathdome.text.convicts import Convicts
from deathdome.text.english import chapters
from deathdome.text.lineups import stretches
from deathdome.text.names import capitalised, team_name
from deathdome.text.phrases import position as say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.text.announcer import Remark


def since_own_turn(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Return what happened between the last two turns of a seat, or since its last one."""
    first, last = bounds_of_news(events, seat)
    return events[first:last]


def bounds_of_news(events: Sequence[Event], seat: int) -> tuple[int, int]:
    """Return the numbers of the first event of `since_own_turn` and the first after it."""
    first, last = 0, len(events)
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, TurnBegan) and event.seat == seat and last == len(events):
            last = number
        ended = isinstance(event, TurnEnded) and event.seat == seat
        if ended or isinstance(event, MatchBegan):
            first = number + 1
            break
    return first, last


def current_match(events: Sequence[Event]) -> int:
    """Return the number of the first event of the current match; 0 outside a season."""
    return next(
        (at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], MatchBegan)), 0
    )


def roll_words(events: Sequence[Event], seat: int) -> str:
    """Return 'You roll 7, Blue rolls 11. Blue begins.' to a seat; "" before that is decided."""
    events = events[current_match(events) :]
    order = next((event.order for event in events if isinstance(event, OrderSet)), ())
    rolls = [event for event in events if isinstance(event, Rolled)]
    if not order or not rolls:
        return ""
    parts = [
        say.YOU_ROLL.format(number=number)
        if who == seat
        else say.TEAM_ROLLS.format(team=team_name(who), number=number)
        for who, number in ((roll.seat, roll.number) for roll in rolls)
    ]
    first = say.YOU_BEGIN if order[0] == seat else say.TEAM_BEGINS.format(team=team_name(order[0]))
    return f"{capitalised(', '.join(parts))}. {first}"


def told_since(
    events: Sequence[Event],
    setup: Setup,
    first: int,
    end: int | None = None,
    odds: Mapping[int, PublicOdds] | None = None,
    convicts: Convicts | None = None,
    remarks: Sequence[Remark] = (),
) -> list[str]:
    """Report the events from number `first` to before `end`.

    `events` are all that have happened. The hit that an attack aimed at ends with the `odds` that
    it had for every seat, by the number of the event that declared it. `convicts` has
    the names of units; characters are those who were in the team at that time. `remarks` are those
    of the announcer.
    """
    end = len(events) if end is None else end
    convicts = convicts or Convicts(setup)
    texts: list[str] = []
    for start, stop, then in stretches(events, setup):
        if max(start, first) < min(stop, end):
            named = convicts.of(then).named
            for chapter in chapters(events[max(start, first) : min(stop, end)], named):
                begin, after = (max(start, first) + at for at in (chapter.first, chapter.end))
                texts += with_odds(chapter.lines, events, begin, after, odds or {})
                texts += [one.logged for one in remarks if begin <= one.event < after]
    return texts
