"""An event loop on which everything comes late, as on a busy machine, and as a seed has it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVarTuple, Unpack

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

_HELD: Final = 0.15  # share of the steps of tasks that are late
_ROUNDS: Final = 30  # of the loop at most, for most of them
_SLEPT: Final = 0.1  # share of the late steps that wait for the clock, too
_LONG: Final = 0.02  # seconds at most


Values = TypeVarTuple("Values")


class LateLoop(asyncio.SelectorEventLoop):
    """Lets some steps of tasks wait while others overtake them, and timers with them.

    A task has one step at a time to wait for. So the order within a task stays as it is, and only
    the order between tasks changes, which nothing may rely on.
    """

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._dice = Random(seed)
        self.held = 0  # steps that wait now

    def call_soon(
        self,
        callback: Callable[[Unpack[Values]], object],
        *args: *Values,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Call in the next round, or later if it is the step of a task."""
        step = isinstance(getattr(callback, "__self__", None), asyncio.Task)
        if not step or self._dice.random() >= _HELD:
            return super().call_soon(callback, *args, context=context)
        self.held += 1
        if self._dice.random() < _SLEPT:
            seconds = self._dice.uniform(0, _LONG)
            return self.call_later(seconds, self._release, callback, args, context=context)
        rounds = self._dice.randint(1, _ROUNDS)
        return super().call_soon(self._wait, rounds, callback, args, context, context=context)

    def _wait(
        self, rounds: int, callback: Callable[..., object], args: Any, context: Context | None
    ) -> None:
        if rounds:
            super().call_soon(self._wait, rounds - 1, callback, args, context, context=context)
        else:
            self._release(callback, args)

    def _release(self, callback: Callable[..., object], args: Any) -> None:
        self.held -= 1
        callback(*args)
