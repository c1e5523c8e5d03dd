"""What is kept of the blocks of a run: a line of its file each."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from deathdome.arena.clock import Times  # noqa: TC001 - lines are checked against the types
from deathdome.arena.course import Course  # noqa: TC001


class Fault(TypedDict):
    """One thing that a manager did wrong."""

    seat: int
    question: int  # number of the question in this match; -1 before the first, after the last
    kind: str
    detail: str


class Played(TypedDict):
    """How one match of a series ended."""

    winners: list[int]
    payouts: list[int]


class Match(TypedDict):
    """One match of a block; lists are by seat."""

    places: list[int]  # in the line-up
    first: int  # seat of the first player
    winners: list[int]  # seats; several share the match
    reason: str
    rounds: int  # played
    payouts: list[int]  # credits
    points: list[int]
    towers: list[int]
    shells: list[int]
    jailed: list[int]
    deaths: list[int]
    rushed: list[int]  # seats that took a tower in the first round
    held: list[list[str]]  # ids of the store cards when the store closed
    bought: list[list[str]]  # also what was sold again
    used: dict[str, int]  # "card#0": times its first ability took effect; "card": attacks with it
    power: dict[str, list[int]]  # card: times laid for its value, played for its ability
    decisions: list[int]
    fingerprint: str
    marks: NotRequired[dict[str, list[int]]]  # see counting; not of a series
    course: NotRequired[Course]  # not of a series
    series: NotRequired[list[Played]]  # its matches, only of a series
    # Seats that the fallback played to the end, because their managers had struck out. Only if
    # there were any.
    taken_over: NotRequired[list[int]]
    faults: NotRequired[list[Fault]]  # only if there were any


class Without(TypedDict):
    """A match of the block played again, with one card taken out of the store."""

    match: int  # which one of the block
    card: str
    winners: list[int]
    payouts: list[int]
    fingerprint: str
    faults: NotRequired[list[Fault]]


class Block(TypedDict):
    """One line-up's matches of one seed."""

    block: int
    lineup: int  # index in the line-ups of the run
    seed: int
    matches: list[Match]
    without: NotRequired[list[Without]]  # only if cards are taken out


class BlockTimes(TypedDict):
    """How long a block took; no part of its result."""

    block: int
    lineup: int
    seconds: float
    managers: dict[str, Times]
