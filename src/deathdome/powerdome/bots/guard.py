"""Guard around a bot: its mistakes are replaced and reported, and the game continues.

It contains mistakes, not malice: code in this process can still hang it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Choice
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.bots.personality import EASY
from deathdome.powerdome.bots.protocol import Explaining
from deathdome.powerdome.bots.standard import StandardBot
from deathdome.powerdome.rules.game import why_not
from deathdome.programs.faults import (
    STRIKES,
    Failure,
    Fault,
    SwallowErrors,
    error_line,
    ignore,
    one_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.powerdome.bots.protocol import Bot, Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


class Guarded:
    """A bot that always gives a legal answer, whatever the bot inside does.

    An easy bot with the same view replaces a missing or illegal answer. `faults` lists them. After
    `STRIKES` faults, or one before the first question, the easy bot plays the seat to the end.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        """Take a factory; it is called when the game begins."""
        self.faults: list[Fault] = []
        self.taken_over = False  # the substitute plays the seat from here to the end
        self._make: Final = make
        self._inside: Bot | None = None
        self._substitute: Final = StandardBot(EASY)
        self._speaker: Bot = self._substitute  # gave the last answer
        self._question = -1

    def begin(self, briefing: Briefing) -> None:
        """Make and brief the bot; if that fails, it never plays."""
        self.faults = []
        self.taken_over = False
        self._question = -1
        self._substitute.begin(briefing)
        self._speaker = self._substitute
        self._inside = None
        with SwallowErrors(self._note_last):
            self._inside = self._make()
            self._inside.begin(briefing)

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return the answer of the bot inside if it is legal, otherwise the substitute's."""
        self._question += 1
        if self._inside is not None:
            with SwallowErrors(self._note):
                self._speaker = self._inside
                answer = self._inside.decide(_own_copy(view), ask)
                refusal = why_not(view, ask.seat, answer)
                if refusal is None:
                    return answer
                raise Failure("illegal", str(refusal))
        self._speaker = self._substitute
        with SwallowErrors(ignore):  # not a fault of the bot inside
            answer = self._substitute.decide(view, ask)
            if why_not(view, ask.seat, answer) is None:
                return answer
        return fallback(view, ask)

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on events."""
        self._substitute.observe(events)
        if self._inside is not None:
            with SwallowErrors(self._note):
                self._inside.observe(list(events))

    def explain(self) -> Choice | None:
        """Return the reasons of the last answer, if the bot that gave it has any."""
        with SwallowErrors(self._note):
            if isinstance(self._speaker, Explaining):
                found: object = self._speaker.explain()
                return found if isinstance(found, Choice) else None
        return None

    def last_line(self) -> str:
        """Return what the bot says when it has won; "" for nothing."""
        speak = getattr(self._inside, "last_line", None)
        with SwallowErrors(self._note):
            return "" if speak is None else one_line(str(speak()))
        return ""

    def close(self) -> None:
        """Release the bot; some have a process."""
        inside, self._inside = self._inside, None
        with SwallowErrors(ignore):
            close = getattr(inside, "close", None)
            if callable(close):
                close()

    def _note_last(self, error: BaseException) -> None:
        self._note(error, last=True)

    def _note(self, error: BaseException, *, last: bool = False) -> None:
        """Record a fault; the last strike ends the bot's part."""
        if isinstance(error, Failure):
            kind, detail, last = error.kind, str(error), last or error.final
        else:
            kind, detail = "raised", error_line(error)
        self.faults.append(Fault(self._question, kind, detail))
        if last or len(self.faults) >= STRIKES:
            self.taken_over = True
            self.close()


def _own_copy(view: State) -> State:
    """Return a view whose domes a bot may change without harm to the game."""
    scene = None if view.scene is None else view.scene.copy()
    return replace(view, dome=view.dome.copy(), scene=scene)
