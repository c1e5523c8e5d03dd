"""Pace at which answers of managers are shown: beats, a pause, a single step through it."""

from __future__ import annotations

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
    from collections.abc import Callable, Sequence

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
    """Return how long players look at what one answer has brought."""
    beats = sum(_BEATS.get(type(event), 0.0) for event in events)
    if any(isinstance(event, TurnBegan) for event in events):
        beats = max(beats, _TURN)
    return min(beats, _MOST)


class Pace:
    """The pace that is set, and whether the managers are paused."""

    def __init__(self, level: int = 0) -> None:
        self.level = level  # index of PACES
        self.paused = False
        self.on_change: Callable[[], None] = lambda: None  # a rest may be over
        self.showing: Callable[[], float] = lambda: 0.0  # seconds that a front end needs longer
        self._single = False  # one answer is let through a pause

    @property
    def name(self) -> str:
        """`1x`, `2x`, `4x` or `instant`, or `paused`."""
        return "paused" if self.paused else PACES[self.level][0]

    @property
    def seconds(self) -> float:
        """Seconds that a beat takes."""
        return PACES[self.level][1]

    def faster(self) -> None:
        """Set the next pace; after `instant` comes `1x`."""
        self.level = (self.level + 1) % len(PACES)
        self.on_change()

    def pause(self) -> None:
        """Stop or resume the managers between two of their answers."""
        self.paused = not self.paused
        self.on_change()

    def step(self) -> None:
        """Let the managers give one answer while they are paused."""
        self._single = self.paused
        self.on_change()

    @property
    def holds(self) -> bool:
        """True while no answer may follow."""
        return self.paused and not self._single

    def take_step(self) -> bool:
        """Use up a single step; True if there was one."""
        single, self._single = self._single, False
        return single
