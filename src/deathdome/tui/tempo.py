"""How fast what managers do is shown: paces, beats, a pause, and one step through it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.model.events import (
    AbilityUsed,
    Bought,
    Captured,
    CardPlayed,
    Declared,
    Event,
    Jailed,
    Pushed,
    Reckoned,
    Released,
    TurnBegan,
    Walked,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PACES: Final = (("1x", 0.6), ("2x", 0.3), ("4x", 0.15), ("instant", 0.0))  # seconds a beat

# Events that a spectator wants to follow, in beats.
_BEATS: Final[dict[type, float]] = {
    Bought: 0.5,
    Walked: 1.0,
    Declared: 1.0,
    Reckoned: 2.0,
    Captured: 1.0,
    Released: 1.0,
    Jailed: 1.0,
    Pushed: 0.5,
    CardPlayed: 1.0,
    AbilityUsed: 0.5,
}
_TURN: Final = 1.0  # beats for a turn that begins
_MOST: Final = 3.0  # beats for one answer


def beats_of(events: Sequence[Event]) -> float:
    """How long people look at what one answer has brought."""
    beats = sum(_BEATS.get(type(event), 0.0) for event in events)
    if any(isinstance(event, TurnBegan) for event in events):
        beats = max(beats, _TURN)
    return min(beats, _MOST)


class Tempo:
    """The pace that is set, and whether everything stands still."""

    def __init__(self, pace: int = 0) -> None:
        self.pace = pace  # index of PACES
        self.paused = False
        self._single = False  # one answer is let through a pause
        self._woken = asyncio.Event()

    @property
    def name(self) -> str:
        """`1x`, `2x`, `4x` or `instant`, or `paused`."""
        return "paused" if self.paused else PACES[self.pace][0]

    @property
    def seconds(self) -> float:
        """How long a beat is."""
        return PACES[self.pace][1]

    def faster(self) -> None:
        """1x, 2x, 4x, instant, and round again."""
        self.pace = (self.pace + 1) % len(PACES)
        self._woken.set()

    def pause(self) -> None:
        """Stops or resumes the managers between two of their answers."""
        self.paused = not self.paused
        self._woken.set()

    def step(self) -> None:
        """Lets the managers give one answer while they are stopped."""
        self._single = self.paused
        self._woken.set()

    async def rest(self, beats: float) -> None:
        """Gives people time to see what happened; cut short by a change of pace."""
        while self.paused and not self._single:
            self._woken.clear()
            await self._woken.wait()
        if self._single:
            self._single = False
            return
        seconds = beats * self.seconds
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self._woken.clear()
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return
