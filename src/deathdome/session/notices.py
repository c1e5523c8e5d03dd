"""What is said about a match besides its events: notices, and the guidance of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deathdome.text.names import team_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.match.guard import Fault
    from deathdome.model.decisions import Question
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

    Facts: TypeAlias = Mapping[str, Callable[[str], str]]


class Notice(NamedTuple):
    """A sentence besides the events, with its place among them."""

    told: int  # events there were before it
    text: str
    fault: bool = True  # something went wrong


class Complaint(NamedTuple):
    """What a manager did wrong, as far as the others may read it."""

    seat: int
    text: str
    last: bool  # the fallback plays its seat from here on


class Words:
    """How a host says what goes in a notice; "" for nothing.

    `name` is that of a manager, as in "greedy", and `seat` its seat.
    """

    def note(self, text: str) -> str:
        """What a player should know at the beginning."""
        return text

    def record(self, text: str) -> str:
        """Trouble with the record."""
        return text

    def record_again(self) -> str:
        """The record is complete again."""
        return ""

    def hint(self, seat: int, number: int) -> str:
        """A team has taken a hint."""
        return f"{team_name(seat)} takes hint {number}."

    def no_managers(self, error: Exception) -> str:
        """No manager could begin."""
        return f"the managers could not begin: {error}"

    def asked_again(self, name: str, seat: int, error: Exception) -> str:
        """The process of the managers has ended, and another one is asked."""
        return f"{_called(name, seat)} is asked again: {error}"

    def default(self, name: str, seat: int, trouble: str) -> str:
        """There was no answer, so the default was given."""
        return f"{_called(name, seat)} failed: {trouble}"

    def complaint(self, name: str, complaint: Complaint, *, over: bool) -> str:
        """A manager did something wrong; `over`: when it was told how the match ended."""
        rest = (
            ", and greedy plays on for it to the end" if complaint.last else ", and greedy answered"
        )
        rest = " when the match was over" if over else rest
        return f"{_called(name, complaint.seat)} failed: {complaint.text}{rest}"

    def withheld(self, name: str, seat: int, fault: Fault) -> str:
        """What a failed manager said, now that every hand may be known."""
        return f"{_called(name, seat)} had failed: {fault.detail}"


def _called(name: str, seat: int) -> str:
    return f"{name} (seat {seat + 1})"


# -- lessons ---------------------------------------------------------------------------------------


class Guidance(NamedTuple):
    """What a lesson says at one moment."""

    number: int  # of the lesson in the list, from 1
    title: str
    at: int  # number of the open step, from 1
    of: int
    say: str
    refusal: str = ""  # why the last answer was not given
    watching: bool = False  # others are answering


class LessonWords(NamedTuple):
    """The texts of a lesson as a front end says them."""

    facts: Callable[[Setup], Facts]  # for `content.lessons.fill`
    # A text with its facts as they are in a position; what is asked there.
    fill: Callable[[str, Observation, Question | None], str]
    watch: str  # while others answer
    again: str  # when the position of the step is restored
    line_by_line: bool = False  # the texts are those that name no keys
