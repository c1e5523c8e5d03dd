"""The border of a controller: whatever it does wrong is noted there, and the match goes on.

This contains mistakes, not malice: what runs in this process can still hang it or reach around.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from deathdome.play.controllers import Briefing, Controller, Reply, Request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome

STRIKES: Final = 3  # after so many faults a seat is played by chance to the end
DETAIL_AT_MOST: Final = 200  # characters

FaultKind: TypeAlias = Literal["raised", "illegal", "junk"]
# A controller that calls exit() must not end the match; Ctrl-C still does.
_CONTAINED: Final = (Exception, SystemExit)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a controller did wrong."""

    question: int  # number of the question; -1 before the first and after the last one
    kind: FaultKind
    detail: str  # one line, the same in every process


class Guarded:
    """A controller that always gives a legal answer, whatever the one inside does.

    For an answer that is missing, illegal or no answer at all, one of the options is drawn with a
    seed of the briefing's; never simply the first, which may be suicidal. `faults` is what went
    wrong, in order. After `STRIKES` faults, or one before the first question, the controller
    inside is not called any more.
    """

    def __init__(self, make: Callable[[], Controller]) -> None:
        """Takes what makes the controller; it is called when the match begins."""
        self.faults: list[Fault] = []
        self._make: Final = make
        self._inside: Controller | None = None
        self._fallback = Random(0)
        self._question = -1

    def begin(self, briefing: Briefing) -> None:
        """Makes and briefs the controller; if that fails it never plays."""
        self.faults = []
        self._fallback = Random(f"{briefing.seed}/fallback")
        self._question = -1
        try:
            inside = self._make()
            inside.begin(briefing)
        except _CONTAINED as error:
            self._inside = None
            self._note("raised", told(error))
        else:
            self._inside = inside

    def decide(self, request: Request) -> Reply:
        """The answer of the controller inside if it is a legal one, else one drawn by chance."""
        self._question = request.number
        if self._inside is not None:
            try:
                reply = self._inside.decide(request)
                flaw = flaw_of(reply, request)
            except _CONTAINED as error:
                self._note("raised", told(error))
            else:
                if flaw is None:
                    return reply
                self._note(*flaw)
        return Reply(self._fallback.choice(request.options))

    def observe(self, events: Sequence[Told]) -> None:
        """Passes on what happened."""
        if self._inside is not None:
            try:
                self._inside.observe(events)
            except _CONTAINED as error:
                self._note("raised", told(error))

    def end(self, outcome: Outcome) -> None:
        """Passes on how it ended."""
        self._question = -1
        if self._inside is not None:
            try:
                self._inside.end(outcome)
            except _CONTAINED as error:
                self._note("raised", told(error))

    def _note(self, kind: FaultKind, detail: str) -> None:
        self.faults.append(Fault(self._question, kind, detail))
        if len(self.faults) >= STRIKES:
            self._inside = None


def flaw_of(reply: object, request: Request) -> tuple[FaultKind, str] | None:
    """Kind and text of what is wrong with an answer to the request; None if nothing is."""
    if type(reply) is not Reply:
        return "junk", f"answered with {_type_name(reply)}, not with a Reply"
    action: object = reply.action
    # Not isinstance: only an int itself is sure to compare and to act as the number it shows.
    if type(action) is not int:
        return "junk", f"the action of its Reply is {_type_name(action)}, not an int"
    if action not in request.options:
        asked, number = request.question.value, len(request.options)
        return "illegal", f"{action} is none of the {number} answers ({asked})"
    if type(reply.nodes) is not int:
        return "junk", f"the nodes of its Reply are {_type_name(reply.nodes)}, not an int"
    if reply.why != () and not _is_reasons(reply.why):
        return "junk", "the why of its Reply is no tuple of (text, credits)"
    return None


def _is_reasons(why: object) -> bool:
    return type(why) is tuple and all(
        type(reason) is tuple and [type(part) for part in reason] == [str, int] for reason in why
    )


def _type_name(value: object) -> str:
    """The type only: how a value prints itself may fail or tell its address."""
    return type(value).__name__


def told(error: BaseException) -> str:
    """An exception as one line of text."""
    try:
        text = " ".join(str(error).split())
    except _CONTAINED:  # an exception that cannot even be printed
        text = ""
    name = _type_name(error)
    return (f"{name}: {text}" if text else name)[:DETAIL_AT_MOST]
