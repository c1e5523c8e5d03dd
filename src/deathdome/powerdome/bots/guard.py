"""Guard around a bot: its mistakes are replaced and reported, and the game continues.

It contains mistakes, not malice: code in this process can still hang it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from deathdome.powerdome.bots.personality import EASY
from deathdome.powerdome.bots.standard import StandardBot
from deathdome.powerdome.rules.game import why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.powerdome.bots.protocol import Bot, Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State

STRIKES: Final = 3  # after so many faults the substitute plays the seat to the end
_LONGEST: Final = 200  # characters of a detail

FaultKind: TypeAlias = Literal["raised", "illegal"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake of a bot."""

    question: int  # its number; -1 before the first
    kind: FaultKind
    detail: str  # one line


class Guarded:
    """A bot that always gives a legal answer, whatever the bot inside does.

    An easy bot with the same view replaces a missing or illegal answer. `faults` lists them.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        self.faults: list[Fault] = []
        self._make: Final = make
        self._inside: Bot | None = None
        self._substitute: Final = StandardBot(EASY)
        self._question = -1

    @property
    def taken_over(self) -> bool:
        """Return True if the substitute plays the seat from here to the end."""
        return self._inside is None

    def begin(self, briefing: Briefing) -> None:
        """Make and brief the bot; if that fails, it never plays."""
        self.faults = []
        self._question = -1
        self._substitute.begin(briefing)
        self._inside = None
        with _Noting(self):
            inside = self._make()
            inside.begin(briefing)
            self._inside = inside

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return the answer of the bot inside if it is legal, otherwise the substitute's."""
        self._question += 1
        if self._inside is not None:
            with _Noting(self):
                answer = self._inside.decide(_own_copy(view), ask)
                refusal = why_not(view, ask.seat, answer)
                if refusal is None:
                    return answer
                self.note("illegal", str(refusal))
        return self._substitute.decide(view, ask)

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on events."""
        self._substitute.observe(events)
        if self._inside is not None:
            with _Noting(self):
                self._inside.observe(list(events))

    def note(self, kind: FaultKind, detail: str) -> None:
        """Record a fault; the last strike ends the bot's part."""
        self.faults.append(Fault(self._question, kind, detail))
        if len(self.faults) >= STRIKES:
            self._inside = None


class _Noting:
    """Context manager that turns every exception, exit() too, into a fault."""

    def __init__(self, guarded: Guarded) -> None:
        self._guarded: Final = guarded

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if error is None or isinstance(error, KeyboardInterrupt):
            return False
        self._guarded.note("raised", error_line(error))
        return True


def _own_copy(view: State) -> State:
    """Return a view whose domes a bot may change without harm to the game."""
    scene = None if view.scene is None else view.scene.copy()
    return replace(view, dome=view.dome.copy(), scene=scene)


def error_line(error: BaseException) -> str:
    """Describe an exception in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - printing a foreign exception may fail
        text = ""
    name = type(error).__name__
    line = f"{name}: {text}" if text else name
    return "".join(letter if letter.isprintable() else "?" for letter in line)[:_LONGEST]
