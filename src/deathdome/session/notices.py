"""Messages of a host to its driver: needs, notices, the guidance of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deathdome.text.phrases import hosting as say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.guard import Fault
    from deathdome.match.protocol import Request
    from deathdome.model.decisions import Question
    from deathdome.model.events import Event, Outcome
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

    Facts: TypeAlias = Mapping[str, Callable[[str], str]]


class Begin(NamedTuple):
    """The managers must take their seats."""

    seats: Mapping[int, tuple[str, int]]  # name and seed, by seat


class Decide(NamedTuple):
    """A manager is asked; met with its reply."""

    request: Request
    heard: Sequence[Event]  # since the manager was asked last
    hidden: bool  # no player may learn that it was asked


class Person(NamedTuple):
    """A player is asked. `answer`, `undo` and `redo` of the host meet this, not the driver."""

    request: Request


class Rest(NamedTuple):
    """People look at what has happened, for so many beats of the pace."""

    beats: float
    settled: bool = True  # False: a manager may still answer from its hand


class Wait(NamedTuple):
    """So many seconds pass, in which a manager could have answered from its hand."""

    seconds: float


class Interval(NamedTuple):
    """A match of a season is over; players look at the result until `proceed` of the host."""

    outcome: Outcome  # of that match
    match: int  # its number in the season, from 1


class End(NamedTuple):
    """The managers must learn how the match ended."""

    heard: Mapping[int, Sequence[Event]]  # since each was asked last, by seat
    outcome: Outcome


Need: TypeAlias = Begin | Decide | Person | Rest | Wait | Interval | End


class Notice(NamedTuple):
    """A sentence next to the events, with its place among them."""

    told: int  # events there were before it
    text: str
    fault: bool = True  # something went wrong


class Complaint(NamedTuple):
    """A fault of a manager, as far as the other players may read it."""

    seat: int
    text: str
    last: bool  # the fallback plays its seat from here on


class Words:
    """Sentences of the notices of a host; "" for no notice.

    `name` is that of a manager, as in "greedy", and `seat` its seat.
    """

    def note(self, text: str) -> str:
        """Return a note for the start of the match."""
        return text

    def record(self, text: str) -> str:
        """Trouble with the record."""
        return text

    def record_again(self) -> str:
        """Return the notice that the record is complete again."""
        return ""

    def no_result(self, trouble: str) -> str:
        """Return the notice that the results file does not have this match."""
        return say.RESULT_NOT_SAVED.format(trouble=trouble)

    def no_managers(self, error: Exception) -> str:
        """No manager could begin."""
        return say.MANAGERS_NOT_STARTED.format(error=error)

    def asked_again(self, name: str, seat: int, error: Exception) -> str:
        """Return the notice that the managers' process was replaced."""
        return say.MUST_CHOOSE_AGAIN.format(called=_called(name, seat), error=error)

    def default(self, name: str, seat: int, trouble: str) -> str:
        """There was no answer, so the default was given."""
        return say.FAILED.format(called=_called(name, seat), trouble=trouble)

    def complaint(self, name: str, complaint: Complaint, *, over: bool) -> str:
        """Return the notice of a manager's fault; `over`: at the end of the match."""
        called, trouble = _called(name, complaint.seat), complaint.text
        if over:
            return say.FAILED_AFTER_MATCH.format(called=called, trouble=trouble)
        if complaint.last:
            return say.GREEDY_TAKES_OVER.format(called=called, trouble=trouble)
        return say.GREEDY_CHOSE.format(called=called, trouble=trouble)

    def withheld(self, name: str, seat: int, fault: Fault) -> str:
        """Return the last words of a failed manager, once every hand is public."""
        return say.FAILED_EARLIER.format(called=_called(name, seat), detail=fault.detail)


def _called(name: str, seat: int) -> str:
    return say.CULPRIT.format(name=name, number=seat + 1)


# -- lessons ---------------------------------------------------------------------------------------


class Guidance(NamedTuple):
    """The words of a lesson at one moment."""

    number: int  # of the lesson in the list, from 1
    title: str
    at: int  # number of the open step, from 1
    of: int
    words: str
    refusal: str = ""  # why the last answer was not given
    watching: bool = False  # others are answering


class LessonWords(NamedTuple):
    """The texts of a lesson as a front end says them."""

    facts: Callable[[Setup], Facts]  # for `content.lessons.fill`
    # A text with its facts as they are in a position; the question there.
    fill: Callable[[str, Observation, Question | None], str]
    watch: str  # while others answer
    again: str  # when the position of the step is restored
    line_by_line: bool = False  # the texts are those that name no keys
