"""The hint for the open question: asked for step by step, counted, dropped with the question."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.errors import ManagerError
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.tui.keyset import key
from deathdome.tui.presenters.text import clean

NOBODY: Final = -1  # took a hint

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from deathdome.managers.advice import Advice
    from deathdome.match.phase_history import OpenPhase
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.session.advice_process import Counsel

    class _Changed(Protocol):
        def __call__(self, taken: int = NOBODY) -> None: ...


class Guide:
    """Where the asking has come to.

    `changed` is called when there is something else to say, with the seat when it took a hint.
    """

    def __init__(self, counsel: Counsel, changed: _Changed) -> None:
        self._counsel = counsel
        self._changed = changed
        self._asked: Request | None = None
        self._advice: Advice | None = None
        self._step = 0
        self._thought: asyncio.Task[None] | None = None
        self._word: str | None = None

    @property
    def thinking(self) -> bool:
        """Whether a hint is being thought about."""
        return self._thought is not None

    @property
    def asked(self) -> Request | None:
        """The question that the hint is for."""
        return self._asked

    @property
    def space(self) -> int:
        """Where the hint says to look; -1 for nowhere on the board."""
        return self._advice.space if self._advice is not None else -1

    def advises(self, request: Request | None) -> Action | None:
        """The answer that was told to be the best one for a question; None if none was told."""
        advice = self._advice
        if advice is None or self._asked is not request:
            return None
        return advice.answer(self._step)

    def ask(self, request: Request, begun: Callable[[Request], OpenPhase | None]) -> None:
        """The next step of the hint for a question; the first one is thought about.

        `begun` tells how the unit phase began that is open, if one is.
        """
        if self.thinking:
            return
        if self._asked is not request:
            self.drop()
            self._asked = request
        if self._advice is None:
            self._say(f"Thinking about a hint.. {key('back')} drops it.")
            self._thought = asyncio.ensure_future(self._think(request, begun(request)))
        else:
            self._tell()

    async def _think(self, request: Request, begun: OpenPhase | None) -> None:
        try:
            advice = await self._counsel.hint(request, begun)
        except ManagerError as error:
            self._thought = None
            self._say(f"There is no hint: {error}.")
            return
        self._thought = None
        self._advice = advice
        self._tell()

    def _tell(self) -> None:
        assert self._advice is not None
        assert self._asked is not None
        steps = self._advice.steps
        self._step = min(self._step + 1, len(steps))
        text = clean(steps[self._step - 1])
        last = self._advice.free or self._step == len(steps)
        if last and self._asked.question is Question.PURCHASE:
            text = clean(self._advice.spoken or text)  # nothing is typed in the store
        if self._advice.free:
            by = f" Key {key('end')}." if self._advice.ends else ""
            self._say(f"{text}{by}")
            return
        taken = NOBODY if self._step > 1 else self._asked.seat
        told = self._step == len(steps)
        more = "" if told else f" {key('hint')} says more."
        way = "end" if self._advice.ends else "acts" if self._listed(self._asked) else ""
        by = f", key {key(way)}" if told and way else ""
        self._say(f"Hint {self._step} of {len(steps)}{by}: {text}{more}", taken)

    def _listed(self, request: Request) -> bool:
        """Whether the act is under no space of the board: Enter there would do something else."""
        if request.question not in (Question.TURN, Question.UNIT_PHASE):
            return False
        answers = self._advice.answers if self._advice is not None else ()
        return bool(answers) and kind_of(answers[0]) in (ActionKind.PLAY, ActionKind.USE)

    def _say(self, text: str, taken: int = NOBODY) -> None:
        self._word = text
        self._changed(taken)

    def word(self) -> str | None:
        """What is to be said and was not yet; once."""
        word, self._word = self._word, None
        return word

    def drop(self) -> bool:
        """Nobody wants to know any more; whether somebody was thinking."""
        thought, self._thought = self._thought, None
        self._asked = self._advice = self._word = None
        self._step = 0
        if thought is not None:
            thought.cancel()
        return thought is not None
