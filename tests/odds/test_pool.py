"""Counting hands: every number against listing all hands, card by card."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathdome.odds.pool import (
    Kind,
    Pool,
    both_lost,
    cases,
    deals,
    hands,
    lost,
    merged,
    none_of,
    saves,
    size,
    sum_chances,
    without,
)

KINDS = st.builds(
    lambda adds, spares, copies: Kind(tuple(sorted(adds)), spares, copies),
    st.sets(st.integers(1, 5), min_size=1, max_size=2),
    st.booleans(),
    st.integers(1, 3),
)
POOLS = st.lists(KINDS, min_size=1, max_size=5).map(merged).filter(lambda pool: size(pool) <= 9)
Card = tuple[tuple[int, ...], bool]


def cards_of(pool: Pool) -> list[Card]:
    return [(kind.adds, kind.spares) for kind in pool for _ in range(kind.copies)]


def listed(pool: Pool, cards: int) -> list[tuple[Card, ...]]:
    """Every hand, each card its own self."""
    deck = cards_of(pool)
    places = combinations(range(len(deck)), min(cards, len(deck)))
    return [tuple(deck[place] for place in hand) for hand in places]


def outcomes(hand: tuple[Card, ...]) -> set[tuple[int, int]]:
    """Every (sum, units spared) that playing some of the cards comes to."""
    found = set()
    for played in product(*([0, -1, *adds] if spares else [0, *adds] for adds, spares in hand)):
        found.add((sum(max(0, card) for card in played), played.count(-1)))
    return found


def survives(hand: tuple[Card, ...], needs: tuple[int, ...]) -> bool:
    """True if some play saves every unit: the spared ones, and all that the sum is enough for."""
    return any(spared >= sum(need > total for need in needs) for total, spared in outcomes(hand))


@settings(max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5), st.integers(0, 6))
def test_sums_of_numbers_are_counted_as_deals_are(copies: list[int], cards: int) -> None:
    pool = merged([Kind((n,), spares=False, copies=left) for n, left in enumerate(copies, 1)])
    found = sum_chances(tuple(copies), cards)
    ways = {deal.total: deal.ways for deal in deals(pool, cards)}
    assert found == tuple(ways.get(n, 0) / cases(pool, cards) for n in range(len(found)))
    listed_sums = [sum(max(adds) for adds, _ in hand) for hand in listed(pool, cards)]
    assert sum(found) == pytest.approx(1)
    assert max(listed_sums) == len(found) - 1


@settings(max_examples=60)
@given(POOLS, st.integers(0, 5))
def test_deals_are_all_hands_by_the_most_they_add(pool: Pool, cards: int) -> None:
    counted: dict[tuple[int, tuple[int, ...]], int] = {}
    for hand in listed(pool, cards):
        total = sum(adds[-1] for adds, spares in hand if not spares)
        key = total, tuple(sorted(adds[-1] for adds, spares in hand if spares))
        counted[key] = counted.get(key, 0) + 1
    found = deals(pool, cards)
    assert {(deal.total, deal.spares): deal.ways for deal in found} == counted
    assert sum(deal.ways for deal in found) == cases(pool, cards)


@settings(max_examples=60)
@given(POOLS, st.integers(0, 5))
def test_hands_know_every_sum_their_cards_make(pool: Pool, cards: int) -> None:
    counted: dict[tuple[int, int], int] = {}
    for hand in listed(pool, cards):
        sums = 0
        for played in product(*([0, *adds] for adds, _ in hand)):
            sums |= 1 << sum(played)
        key = sums, sum(spares for _, spares in hand)
        counted[key] = counted.get(key, 0) + 1
    found = hands(pool, cards)
    assert {(hand.sums, hand.spares): hand.ways for hand in found} == counted
    assert sum(hand.ways for hand in found) == cases(pool, cards)


NEEDS = st.lists(st.integers(1, 12), min_size=1, max_size=3).map(
    lambda needs: tuple(sorted(needs, reverse=True))
)


@settings(max_examples=80)
@given(POOLS, st.integers(0, 4), NEEDS)
def test_lost_is_what_no_play_saves(pool: Pool, cards: int, needs: tuple[int, ...]) -> None:
    dead = sum(not survives(hand, needs) for hand in listed(pool, cards))
    assert lost(pool, cards, needs) == dead


def test_a_card_that_spares_is_spent_on_the_unit_in_most_danger() -> None:
    assert saves((3, (2,)), (9, 3))  # the card spares the one, the sum saves the other
    assert not saves((2, (2,)), (9, 3))  # spent on the one, it does not add for the other
    assert saves((2, (2,)), (4, 3))  # for its number it saves both


@settings(max_examples=40)
@given(POOLS.filter(lambda pool: size(pool) <= 7), st.integers(0, 3), st.integers(0, 3), NEEDS)
def test_two_hands_from_one_pool(
    pool: Pool, first: int, second: int, needs: tuple[int, ...]
) -> None:
    deck = cards_of(pool)
    first, second = min(first, len(deck)), min(second, len(deck) - min(first, len(deck)))
    others = needs[:1]
    both = number = 0
    for mine in combinations(range(len(deck)), first):
        rest = [place for place in range(len(deck)) if place not in mine]
        for theirs in combinations(rest, second):
            number += 1
            both += not survives(tuple(deck[p] for p in mine), needs) and not survives(
                tuple(deck[p] for p in theirs), others
            )
    assert both_lost(pool, (first, needs), (second, others)) == (both, number)


def test_a_hand_without_good_cards_is_dealt_from_the_rest() -> None:
    pool = merged([Kind((2,), False, 4), Kind((5,), False, 3), Kind((1,), True, 2)])
    rest = without(pool, 5)
    assert size(rest) == 4  # the fives are gone, and what spares a unit is worth any number
    assert none_of(pool, 3, rest) == comb(4, 3)
    assert none_of(pool, 5, rest) == 0


def test_a_pool_smaller_than_the_hand_deals_what_it_has() -> None:
    pool = merged([Kind((3,), False, 2)])
    assert [tuple(deal) for deal in deals(pool, 7)] == [(6, (), 1)]
    assert [tuple(hand) for hand in hands((), 7)] == [(1, 0, 1)]
