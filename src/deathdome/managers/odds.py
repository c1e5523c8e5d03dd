"""Exact odds over unseen power cards: what a hidden hand can add up to (multivariate counting)."""

from __future__ import annotations

from functools import lru_cache
from math import comb


@lru_cache(maxsize=4096)
def hand_sums(copies: tuple[int, ...], cards: int) -> tuple[float, ...]:
    """Chance of each sum of values when `cards` are dealt from a pool.

    `copies[v]` is how many cards of value v + 1 the pool holds. Index of the answer is the sum.
    A pool smaller than the hand deals what it has.
    """
    total = sum(copies)
    cards = min(cards, total)
    if cards == 0:
        return (1.0,)
    # ways[k][s]: number of ways to take k cards with sum s from the values so far
    ways: list[dict[int, int]] = [{} for _ in range(cards + 1)]
    ways[0][0] = 1
    for value, number in enumerate(copies, 1):
        grown: list[dict[int, int]] = [{} for _ in range(cards + 1)]
        for taken, sums in enumerate(ways):
            for more in range(min(number, cards - taken) + 1):
                choices = comb(number, more)
                row = grown[taken + more]
                for amount, count in sums.items():
                    key = amount + more * value
                    row[key] = row.get(key, 0) + count * choices
        ways = grown
    deals = comb(total, cards)
    sums = ways[cards]
    return tuple(sums.get(amount, 0) / deals for amount in range(max(sums) + 1))


def wound_odds(sums: tuple[float, ...], margin: int, vitae: int) -> tuple[float, float]:
    """(chance to kill, expected wounds) if the defender adds its whole hand.

    `margin` is attack value minus defence value before defence cards; `vitae` is what the
    defender has left.
    """
    kill = wounds = 0.0
    for amount, chance in enumerate(sums):
        hurt = margin - amount
        if hurt <= 0:
            break
        wounds += chance * min(hurt, vitae)
        if hurt >= vitae:
            kill += chance
    return kill, wounds
