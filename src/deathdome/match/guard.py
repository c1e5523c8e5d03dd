"""Guard around a controller: its mistakes are recorded, and the match continues.

It contains mistakes, not malice: code in this process can still hang it or work around it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.match.protocol import Alternative, Briefing, Controller, Reply, Request
from deathdome.programs import faults
from deathdome.programs.faults import (
    STRIKES,
    Failure,
    NoAnswerYet,
    SwallowErrors,
    error_line,
    ignore,
    traceback_text,
)
from deathdome.text.phrases.matches import FAULT_FOR_OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Event, Outcome
    from deathdome.programs.faults import FaultKind

# Maximum nodes of an answer, and credits of a reason in either direction: more than any match
# needs, and small enough for later sums and divisions.
MAX_AMOUNT: Final = 10**12
_MAX_TRACES: Final = 100_000  # characters


class Fault(faults.Fault):
    """A mistake of a controller."""

    __slots__ = ()

    @property
    def outward(self) -> str:
        """Text that other players may read while the match runs.

        The controller's own text may name its cards. Before the first question it has none.
        """
        return self.detail if self.question < 0 else FAULT_FOR_OTHERS[self.kind]


class Guarded:
    """A controller that always gives a legal answer, whatever the inner controller does.

    The fallback replaces a missing, illegal or malformed answer. It is a controller with its own
    seed that sees what the seat sees. If it fails, or there is none, a random option is taken, with
    a seed from the briefing; never simply the first option, which may be suicidal. `faults` lists
    the mistakes in order. After `STRIKES` faults, or one before the first question, the inner
    controller is no longer called.
    """

    def __init__(
        self,
        make: Callable[[], Controller],
        fallback: Callable[[], Controller] | None = None,
    ) -> None:
        """Take factories; they are called when the match begins, or when a controller fails."""
        self.faults: list[Fault] = []
        self._make: Final = make
        self._make_fallback: Final = fallback
        self._inside: Controller | None = None
        self._fallback: Controller | None = None
        self._lots = Random(0)
        self._briefing: Briefing | None = None
        self._question = -1
        self._strikes = 0
        self._failed: Controller | None = None
        self._traces = ""

    @property
    def failure_log(self) -> str:
        """Log of the controller up to its faults; of code in this process, their tracebacks."""
        log = ""
        with SwallowErrors(ignore):  # a property of a foreign class
            log = str(getattr(self._failed, "log", ""))
        return log or self._traces

    @property
    def taken_over(self) -> bool:
        """Return True if the fallback plays the seat from here to the end."""
        return self._briefing is not None and self._inside is None

    def begin(self, briefing: Briefing, strikes: int = 0) -> None:
        """Make and brief the controller; if that fails, it never plays.

        `strikes` counts its earlier faults, in a match that is resumed.
        """
        self.faults = []
        self._briefing = briefing
        self._fallback = None
        self._lots = Random(f"{briefing.seed}/fallback")
        self._question = -1
        self._strikes = strikes
        if strikes >= STRIKES:
            return
        with SwallowErrors(self._note_last):
            self._inside = self._make()
            self._inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Return the inner controller's answer if it is legal, otherwise the fallback's."""
        self._question = request.number
        if self._inside is not None:
            with SwallowErrors(self._note):
                reply = self._inside.decide(replace(request))  # a copy, which it may change
                flaw = flaw_of(reply, request)
                if flaw is None:
                    return reply
                raise Failure(*flaw)
        return self.stand_in(request)

    def stand_in(self, request: Request) -> Reply:
        """Return the fallback's answer."""
        if self._make_fallback is not None and self._briefing is not None:
            with SwallowErrors(ignore):  # not a fault of the inner controller
                if self._fallback is None:
                    seed = Random(f"{self._briefing.seed}/fallback").getrandbits(53)
                    made = self._make_fallback()
                    made.begin(replace(self._briefing, seed=seed, options={}))
                    self._fallback = made
                reply = self._fallback.decide(request)
                if flaw_of(reply, request) is None:
                    return reply
        return Reply(self._lots.choice(request.options))

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on events."""
        if self._inside is not None:
            with SwallowErrors(self._note):
                self._inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass on the outcome."""
        self._question = -1
        if self._inside is not None:
            with SwallowErrors(self._note):
                self._inside.end(outcome)

    def close(self) -> None:
        """Release the controller in the middle of a match."""
        inside, self._inside = self._inside, None
        # Only some have anything to close, such as a process.
        with SwallowErrors(ignore):
            close = getattr(inside, "close", None)
            if callable(close):
                close()

    def _note_last(self, error: BaseException) -> None:
        self._note(error, last=True)

    def _note(self, error: BaseException, *, last: bool = False) -> None:
        if isinstance(error, NoAnswerYet):
            return
        if isinstance(error, Failure):
            kind, detail, last = error.kind, str(error), last or error.final
        else:
            kind, detail = "raised", error_line(error)
            self._traces = (self._traces + traceback_text(error))[-_MAX_TRACES:]
        self.faults.append(Fault(self._question, kind, detail))
        self._failed = self._inside
        self._strikes += 1
        if last or self._strikes >= STRIKES:
            self.close()


def flaw_of(reply: object, request: Request) -> tuple[FaultKind, str] | None:
    """Return kind and text of the first flaw of an answer; None if it has none."""
    if type(reply) is not Reply:
        return "junk", f"answered with {_type_name(reply)}, not with a Reply"
    action: object = reply.action
    # Not isinstance: only a plain int is sure to compare and act as the number that it shows.
    if type(action) is not int:
        return "junk", f"the action of its Reply is {_type_name(action)}, not an int"
    if action not in request.options:
        asked, number = request.question.value, len(request.options)
        return "illegal", f"{action} is none of the {number} answers ({asked})"
    if type(reply.nodes) is not int:
        return "junk", f"the nodes of its Reply are {_type_name(reply.nodes)}, not an int"
    if not 0 <= reply.nodes <= MAX_AMOUNT:
        return "junk", f"the nodes of its Reply are not 0 to {MAX_AMOUNT:,}"
    if reply.why != () and not _is_reasons(reply.why):
        return "junk", "the why of its Reply is not a tuple of (text, credits)"
    if reply.next_best is not None and not _is_alternative(reply.next_best):
        return "junk", "the next_best of its Reply is not an Alternative of actions and reasons"
    beside = () if reply.next_best is None else reply.next_best.why
    if not all(-MAX_AMOUNT <= worth <= MAX_AMOUNT for _, worth in (*reply.why, *beside)):
        return "junk", f"a reason of its Reply counts more than {MAX_AMOUNT:,} credits"
    return None


def _is_reasons(why: object) -> bool:
    return type(why) is tuple and all(
        type(reason) is tuple and [type(part) for part in reason] == [str, int] for reason in why
    )


def _is_alternative(other: object) -> bool:
    return (
        type(other) is Alternative
        and len(other) == len(Alternative._fields)
        and type(other.deeds) is tuple
        and all(type(deed) is int for deed in other.deeds)
        and (other.why == () or _is_reasons(other.why))
    )


def _type_name(value: object) -> str:
    """Return only the type: printing the value may fail or show its address."""
    return type(value).__name__
