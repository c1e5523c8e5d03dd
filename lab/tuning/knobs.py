"""Knobs of a tuning: single weights or groups of them, each with its own unit.

A position is a number for each knob; all zero are the initial weights. One unit is a visible
change: a factor of about two and a half, or a fifth of a share.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.card_worth import KINDS
from deathdome.managers.planner.weights import LeafWeights, Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Payouts of the rulebook, and the share of another team's worth that counts as a loss: no matter of
# taste. `supply` is a factor on `card_step`, for personalities.
FIXED: Final = ("shells", "points", "towers", "supply", "lead")
# Weights that only make sense relative to each other are turned together.
TOGETHER: Final = {
    "units": ("warrior", "gunner", "scout", "medic"),
    "cards": ("card", "card_point"),
}
# Shares are shifted by so much a unit, not multiplied, and stay within 0 to 1.
SHARES: Final = {
    "tower_hold": 0.2,
    "floor_hold": 0.08,
    "wish": 0.25,
    "fade": 0.15,
    "block": 0.3,
    "parry": 0.1,
    "later": 0.03,
}
WEIGHT: Final = 0.9  # logarithm of the factor of one unit
OUTFIT: Final = 0.7  # ... on the worth of a kind of store card


class Team(NamedTuple):
    """One manager's tunable parameters."""

    weights: Weights
    outfit: Mapping[str, float]
    leaf: LeafWeights | None = None  # None: without rollouts, so no position is judged


class Knob(NamedTuple):
    """One tunable parameter or group."""

    name: str
    fields: tuple[str, ...]
    scale: float
    shifted: bool = False
    of_outfit: bool = False

    def value(self, start: float, turned: float) -> float:
        """Return the turned value of a start value."""
        if self.shifted:
            return min(1.0, max(0.0, start + self.scale * turned))
        return start * exp(self.scale * turned)

    def place(self, start: float, value: float) -> float:
        """Return the turn that leads to a value."""
        if self.shifted:
            return (value - start) / self.scale
        return log(value / start) / self.scale if value > 0 and start > 0 else 0.0


def knobs(start: Team, fixed: Sequence[str] = FIXED) -> tuple[Knob, ...]:
    """Return all knobs, weights first; zero stays zero and is left out.

    Factors on single cards are excluded: `make mixture` measures them better.
    """
    return tuple(_of_weights(start.weights, fixed)) + tuple(
        Knob(f"outfit {name}", (name,), OUTFIT, of_outfit=True)
        for name, factor in start.outfit.items()
        if factor > 0 and name in KINDS
    )


def _of_weights(start: Weights, fixed: Sequence[str]) -> Iterator[Knob]:
    grouped = {name for group in TOGETHER.values() for name in group}
    for group, fields in TOGETHER.items():
        yield Knob(group, fields, WEIGHT)
    for name, value in start._asdict().items():
        if name in SHARES:
            yield Knob(name, (name,), SHARES[name], shifted=True)
        elif name not in fixed and name not in grouped and value > 0:
            yield Knob(name, (name,), WEIGHT)


def turned(start: Team, turning: Sequence[Knob], position: Sequence[float]) -> Team:
    """Return the weights at a position."""
    weights = start.weights._asdict()
    outfit = dict(start.outfit)
    for knob, far in zip(turning, position, strict=True):
        table = outfit if knob.of_outfit else weights
        for name in knob.fields:
            table[name] = knob.value(table[name], far)
    return Team(Weights(**weights), outfit)


def held(start: Team, turning: Sequence[Knob], position: Sequence[float]) -> list[float]:
    """Return the effective position: shares end at 0 and at 1."""
    found = []
    for knob, far in zip(turning, position, strict=True):
        first = getattr(start.weights, knob.fields[0]) if knob.shifted else 0.0
        found.append(knob.place(first, knob.value(first, far)) if knob.shifted else far)
    return found
