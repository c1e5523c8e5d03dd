"""Observation: the facts one seat may know, built by inclusion, so that omissions never leak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathdome.model.decisions import Question
    from deathdome.model.events import Outcome
    from deathdome.model.frames import Frame
    from deathdome.model.state import DerivedStats, PlacedToken, Setup, Timed


@dataclass(frozen=True, slots=True)
class Observation:
    """All public facts and the seat's own hand (AMB-38).

    Plain data, equal if a seat sees the same. Tuples are indexed like the lists of `State`.
    """

    seat: int  # the observer
    setup: Setup
    gear: DerivedStats  # outdated while the store is open: see gear_now
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
    stack: tuple[Frame, ...]  # visible part
    question: Question | None  # open question to this seat, if any
    outcome: Outcome | None
