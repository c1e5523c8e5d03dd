"""The next screen of a game: a show that people have not seen, or the question that is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import (
    BidsShown,
    Captioned,
    Culled,
    Drawn,
    InForce,
    PlansShown,
    Revealed,
    RoundBegan,
    Unsold,
    Won,
)
from deathdome.powerdome.play.host import Curtain, LastWord, Person
from deathdome.powerdome.play.lesson import LessonHost
from deathdome.powerdome.rules.setup import slot_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.tui.ports import Page

# The screen of each kind of question to a person.
QUESTIONS: Final[dict[AskKind, Page]] = {
    AskKind.NOMINATE: "nominate",
    AskKind.PROTECT: "protect",
    AskKind.BID: "bids",
    AskKind.TRADE: "trade",
    AskKind.REPLY: "reply",
    AskKind.DISCARD: "discard",
    AskKind.PERSONA: "persona",
    AskKind.TALK: "talk",
    AskKind.CONSENT: "consent",
    AskKind.SHEET: "sheet",
    AskKind.ORDER: "order",
    AskKind.TARGET: "target",
}
_SETTLED: Final = (InForce, Won, Unsold)


class Show(NamedTuple):
    """Events that a screen plays one after another: the auction, or the combat of a round."""

    page: Page
    first: int  # number of its first event
    end: int  # number of the first event after it


class Step(NamedTuple):
    """The screen to open above the table, and the values it is made with; no page: none."""

    page: Page | None = None
    values: tuple[object, ...] = ()
    moment: int = 0  # answers given: the same question may be asked again


def next_step(host: GameHost, shown: int) -> Step:
    """Return the next screen; `shown` is the number of events that shows have played."""
    moment = len(host.referee.journal)
    show = next_show(host.referee.events, shown)
    if show is not None:
        return Step(show.page, (show.first, show.end))
    if isinstance(host, LessonHost) and not (host.introduced and host.need):
        return Step("lesson", (host,), moment)
    match host.need:
        case Curtain(seat):
            return Step("curtain", (seat,), moment)
        case Person(ask) if ask.kind in QUESTIONS:
            return Step(QUESTIONS[ask.kind], (ask,), moment)
        case LastWord() | None if host.over:
            return Step("end", (), moment)
        case _:
            return Step()


def next_show(events: Sequence[Event], shown: int) -> Show | None:
    """Return the first show after so many events; None if there is none, or it is not complete."""
    for at in range(shown, len(events)):
        for begins, show in _SHOWS:
            if isinstance(events[at], begins):
                return show(events, at)
    return None


def _auction(events: Sequence[Event], first: int) -> Show | None:
    """Return the show of bids; None until all powers have been sold."""
    shown, end = events[first], first + 1
    assert isinstance(shown, BidsShown)
    while end < len(events) and isinstance(events[end], _SETTLED):
        end += 1
    settled = end < len(events) or end - first - 1 == slot_count(len(shown.by))
    return Show("auction", first, end) if settled else None


def _cull(events: Sequence[Event], culled: int) -> Show:
    """Return the show of the cull, which follows the draws."""
    first = culled
    while first and isinstance(events[first - 1], Drawn):
        first -= 1
    return Show("cull", first, culled + 1)


def _combat(events: Sequence[Event], first: int) -> Show | None:
    """Return the show of a combat; None until its plans are public."""
    end = first
    while end < len(events) and not isinstance(events[end], RoundBegan):
        end += 1
    ended = any(isinstance(event, PlansShown) for event in events[first:end])
    return Show("reveal", first, end) if ended else None


# The events that a show begins with. One that has no screen yet is left out.
_SHOWS: Final[tuple[tuple[tuple[type[Event], ...], Callable[..., Show | None]], ...]] = (
    ((Culled,), _cull),
    ((BidsShown,), _auction),
    ((Captioned, Revealed), _combat),
)
