"""What one seat may know, built by putting things in: what is forgotten is missing, not leaked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathdome.model.decisions import Question
    from deathdome.model.frames import Frame
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import DerivedStats, PlacedToken, Setup, Timed


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything public, and the own hand (AMB-38). Plain data; equal when a seat sees the same.

    Tuples are indexed as the lists of `State`.
    """

    seat: int  # whose view this is
    setup: Setup
    gear: DerivedStats  # while the store is open: gear_now
    space: tuple[int, ...]
    wounds: tuple[int, ...]
    down: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    spare: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]  # own power cards, ascending
    hand_sizes: tuple[int, ...]  # per seat
    deck_size: int
    discard: tuple[int, ...]  # per power card
    owners: tuple[int, ...]
    shells: tuple[int, ...]
    credits: tuple[int, ...]
    store: int
    timed: tuple[Timed, ...]
    tokens: tuple[PlacedToken, ...]
    uses: tuple[tuple[int, int], ...]
    round: int
    stack: tuple[Frame, ...]  # as far as this seat may see it
    question: Question | None  # asked of this seat now, if one is
    outcome: Outcome | None
