"""Invented blocks, with results as a test needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.arena.results_file import ResultsFile
from deathdome.lineups import rotations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, Match


def sample_match(places: Sequence[int], payouts: Sequence[int], **more: Any) -> Match:
    """A match in which each seat was paid this; the best win, those with as much share it."""
    best = max(payouts)
    seats = len(places)
    match: dict[str, Any] = {
        "places": list(places),
        "first": 0,
        "winners": [seat for seat in range(seats) if payouts[seat] == best],
        "reason": "payout",
        "rounds": 6,
        "payouts": list(payouts),
        "points": [0] * seats,
        "towers": [0] * seats,
        "shells": [0] * seats,
        "jailed": [0] * seats,
        "deaths": [1] * seats,
        "rushed": [],
        "held": [[] for _ in range(seats)],
        "bought": [[] for _ in range(seats)],
        "used": {},
        "power": {},
        "decisions": [10] * seats,
        "fingerprint": "0" * 16,
    }
    return {**match, **more}  # type: ignore[typeddict-item]


def sample_blocks(
    arena: Arena, blocks: int, play: Callable[[Sequence[int], Sequence[str]], Match]
) -> list[Block]:
    """Blocks of every line-up; `play` makes a match of the places and the managers by seat."""
    return [
        {
            "block": block,
            "lineup": number,
            "seed": block,
            "matches": [
                play(places, [lineup[place] for place in places])
                for places in rotations(arena.seats, block)
            ],
        }
        for block in range(blocks)
        for number, lineup in enumerate(arena.lineups)
    ]


def sample_results(arena: Arena, blocks: list[Block]) -> ResultsFile:
    """A run with these results."""
    head = {"version": "0", "rules": "r", "seed": arena.seed, "board": "waspworth", "rounds": 6}
    return ResultsFile(arena, {**head, "edition": "2021"}, blocks, [])


def ranked(random: Random, strengths: Sequence[float]) -> list[int]:
    """Places in the order of Plackett and Luce, best first."""
    left = list(range(len(strengths)))
    order = []
    while left:
        best = random.choices(left, [strengths[place] for place in left])[0]
        left.remove(best)
        order.append(best)
    return order


def payouts_of(order: Sequence[int]) -> list[int]:
    """Credits by seat, for seats in the order they come out."""
    payouts = [0] * len(order)
    for rank, seat in enumerate(order):
        payouts[seat] = 1_000_000 - 100_000 * rank
    return payouts
