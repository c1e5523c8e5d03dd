"""Hands dealt from a pool of unseen cards, counted exactly.

A hidden hand is a uniform draw from the unseen cards (AMB-38 says which cards are seen), so a
chance is the number of deals with some property over the number of all deals. Every function
counts deals in integers and caches by its arguments: a pool changes only when a card is seen.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias


class Kind(NamedTuple):
    """Cards of a pool with the same effect for their holder."""

    adds: tuple[int, ...]  # possible additions to the side's value, ascending; one per card
    spares: bool  # or, instead of adding: one unit takes no wounds
    copies: int

    @property
    def max_added(self) -> int:
        """Maximum that the card can add."""
        return self.adds[-1]


Pool: TypeAlias = tuple[Kind, ...]


class Deal(NamedTuple):
    """Hands with the same maximum result."""

    total: int  # maximum sum of the cards without `spares`
    spares: tuple[
        int, ...
    ]  # for each card that can spare a unit, its addition otherwise; ascending
    ways: int


class Hand(NamedTuple):
    """Hands with the same set of sums."""

    sums: int  # bit s: some of the cards add exactly s, including cards that can spare a unit
    spares: int  # cards that can spare a unit
    ways: int


def size(pool: Pool) -> int:
    """Return the number of cards in the pool."""
    return sum(kind.copies for kind in pool)


def cases(pool: Pool, cards: int) -> int:
    """Count all ways to deal that many cards; a pool that is too small deals all it has."""
    total = size(pool)
    return comb(total, min(cards, total))


def merged(kinds: list[Kind]) -> Pool:
    """Return the pool of these cards: equal kinds merged, in a fixed order, no empty ones."""
    found: dict[tuple[tuple[int, ...], bool], int] = {}
    for kind in kinds:
        key = (kind.adds, kind.spares)
        found[key] = found.get(key, 0) + kind.copies
    return tuple(Kind(*key, copies) for key, copies in sorted(found.items()) if copies)


@lru_cache(maxsize=4096)
def deals(pool: Pool, cards: int) -> tuple[Deal, ...]:
    """Return every deal of `cards` cards, grouped by its maximum; the ways sum to `cases`."""
    cards = min(cards, size(pool))
    rows: list[dict[tuple[int, tuple[int, ...]], int]] = [{} for _ in range(cards + 1)]
    rows[0][0, ()] = 1
    for kind in pool:
        for taken in range(cards, 0, -1):
            row = rows[taken]
            for more in range(1, min(kind.copies, taken) + 1):
                choices = comb(kind.copies, more)
                for (total, spares), ways in rows[taken - more].items():
                    if kind.spares:
                        key = (total, tuple(sorted((*spares, *(kind.max_added,) * more))))
                    else:
                        key = (total + more * kind.max_added, spares)
                    row[key] = row.get(key, 0) + ways * choices
    return tuple(Deal(total, spares, ways) for (total, spares), ways in rows[cards].items())


@lru_cache(maxsize=256)
def hands(pool: Pool, cards: int) -> tuple[Hand, ...]:
    """Return every deal of `cards` cards, grouped by the sums that its cards can make."""
    cards = min(cards, size(pool))
    rows: list[dict[tuple[int, int], int]] = [{} for _ in range(cards + 1)]
    rows[0][1, 0] = 1
    for kind in pool:
        # From full hands down, so that no row read already includes this kind.
        for taken in range(cards, 0, -1):
            row = rows[taken]
            for more in range(1, min(kind.copies, taken) + 1):
                choices = comb(kind.copies, more)
                for (sums, spares), ways in rows[taken - more].items():
                    made = sums
                    for _ in range(more):
                        grown = made
                        for value in kind.adds:
                            grown |= made << value
                        made = grown
                    key = (made, spares + more if kind.spares else spares)
                    row[key] = row.get(key, 0) + ways * choices
    return tuple(Hand(sums, spares, ways) for (sums, spares), ways in rows[cards].items())


@lru_cache(maxsize=4096)
def without(pool: Pool, worth: int) -> Pool:
    """Return the pool without cards worth `worth` or more; a card that spares always is."""
    return tuple(kind for kind in pool if not kind.spares and kind.max_added < worth)


def none_of(pool: Pool, cards: int, rest: Pool) -> int:
    """Count the ways to deal a hand only from `rest`, a part of the pool."""
    cards = min(cards, size(pool))
    return comb(size(rest), cards)


@lru_cache(maxsize=4096)
def sum_ways(copies: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """Return the number of deals of exactly that many cards for each sum of numbers.

    The index is the sum; () if there are too few cards. `copies[n - 1]` is the number of cards
    with the number `n`. Counted faster than `deals`, for managers that ask very often.
    """
    if cards > sum(copies):
        return ()
    # ways[k][s]: deals of k cards with the sum s from the numbers so far
    ways: list[dict[int, int]] = [{} for _ in range(cards + 1)]
    ways[0][0] = 1
    for number, left in enumerate(copies, 1):
        if not left:
            continue
        grown: list[dict[int, int]] = [{} for _ in range(cards + 1)]
        for taken, sums in enumerate(ways):
            for more in range(min(left, cards - taken) + 1):
                choices = comb(left, more)
                row = grown[taken + more]
                for amount, count in sums.items():
                    key = amount + more * number
                    row[key] = row.get(key, 0) + count * choices
        ways = grown
    found = ways[cards]
    return tuple(found.get(amount, 0) for amount in range(max(found) + 1))


@lru_cache(maxsize=4096)
def sum_chances(copies: tuple[int, ...], cards: int) -> tuple[float, ...]:
    """Return the chance of each sum of numbers; a pool that is too small deals all it has."""
    cards = min(cards, sum(copies))
    number = comb(sum(copies), cards)
    return tuple(ways / number for ways in sum_ways(copies, cards))


@lru_cache(maxsize=4096)
def most_added(pool: Pool) -> tuple[int, ...]:
    """Return the copies of cards that cannot spare a unit, by their maximum addition."""
    found = [0] * max((kind.max_added for kind in pool), default=0)
    for kind in pool:
        if not kind.spares:
            found[kind.max_added - 1] += kind.copies
    return tuple(found)


def mean_added(pool: Pool, cards: int) -> float:
    """Return the mean of a hand's maximum addition, with every card played for toughness."""
    total = size(pool)
    added = sum(kind.max_added * kind.copies for kind in pool)
    return min(cards, total) * added / total if total else 0.0


# -- who lives -------------------------------------------------------------------------------------


def saves(deal: tuple[int, tuple[int, ...]], needs: tuple[int, ...]) -> bool:
    """Return True if a hand saves all units of its team.

    `deal` is its total and its cards that can spare. `needs` is, per unit in danger and descending,
    the minimum addition. A sum counts for each of the team's units (SPLASH-6). A card that spares
    counts for one of them, and then adds nothing (CARD-3).
    """
    total, spares = deal
    left = sum(spares)
    for used, need in enumerate(needs):
        if total + left >= need:
            return True
        if used == len(spares):
            return False
        left -= spares[used]  # spend the cards that would add least on the units in most danger
    return True


@lru_cache(maxsize=4096)
def lost(pool: Pool, cards: int, needs: tuple[int, ...]) -> int:
    """Count the deals that cannot save all units of the team."""
    return sum(
        deal.ways for deal in deals(pool, cards) if not saves((deal.total, deal.spares), needs)
    )


@lru_cache(maxsize=1024)
def both_lost(
    pool: Pool, first: tuple[int, tuple[int, ...]], second: tuple[int, tuple[int, ...]]
) -> tuple[int, int]:
    """Count (deals in which neither team can save all its units, all deals) from one pool.

    Each team is its number of cards and its needs. The two hands come from the same cards, so
    multiplying the chances of the teams would be wrong.
    """
    (cards, needs), (others, other_needs) = first, second
    table = _two_hands(pool, cards, others)
    dead = {hand for hand in {mine for mine, _, _ in table} if not saves(hand, needs)}
    also = {hand for hand in {theirs for _, theirs, _ in table} if not saves(hand, other_needs)}
    found = sum(ways for mine, theirs, ways in table if mine in dead and theirs in also)
    cards = min(cards, size(pool))
    others = min(others, size(pool) - cards)
    return found, cases(pool, cards) * comb(size(pool) - cards, others)


_Total: TypeAlias = tuple[int, tuple[int, ...]]  # the first two fields of a Deal


@lru_cache(maxsize=32)
def _two_hands(pool: Pool, cards: int, others: int) -> tuple[tuple[_Total, _Total, int], ...]:
    """Return every deal of two hands, grouped by both maximums, with its number of ways."""
    cards = min(cards, size(pool))
    others = min(others, size(pool) - cards)
    everything = cases(pool, cards) * comb(size(pool) - cards, others)
    # A value is an integer with one bit field for each pair of totals: field `a + width * b`.
    # Adding cards is a shift, so all sums take one operation.
    field_bytes = (everything.bit_length() + 7) // 8
    bits = 8 * field_bytes
    width = 1 + cards * max((kind.max_added for kind in pool), default=0)
    rows: dict[tuple[int, tuple[int, ...], int, tuple[int, ...]], int] = {(0, (), 0, ()): 1}
    left = size(pool)
    for kind in pool:
        left -= kind.copies  # cards of the kinds to come
        grown: dict[tuple[int, tuple[int, ...], int, tuple[int, ...]], int] = {}
        for (taken, spares, held, other_spares), ways in rows.items():
            for more in range(min(kind.copies, cards - taken) + 1):
                choices = comb(kind.copies, more)
                for also in range(min(kind.copies - more, others - held) + 1):
                    if cards - taken - more + others - held - also > left:
                        continue  # the rest cannot fill both hands
                    number = choices * comb(kind.copies - more, also)
                    mine, theirs, value = spares, other_spares, ways * number
                    if kind.spares:
                        mine = tuple(sorted((*spares, *(kind.max_added,) * more)))
                        theirs = tuple(sorted((*other_spares, *(kind.max_added,) * also)))
                    else:
                        value <<= bits * kind.max_added * (more + width * also)
                    key = (taken + more, mine, held + also, theirs)
                    grown[key] = grown.get(key, 0) + value
        rows = grown
    found: list[tuple[_Total, _Total, int]] = []
    for (_, spares, _, other_spares), packed in rows.items():
        data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
        for field in range(0, len(data), field_bytes):
            ways = int.from_bytes(data[field : field + field_bytes], "little")
            if ways:
                other, mine_total = divmod(field // field_bytes, width)
                found.append(((mine_total, spares), (other, other_spares), ways))
    return tuple(found)
