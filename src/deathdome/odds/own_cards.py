"""Sums that the seat's own hand can make, each with as few and as large cards as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import COMMIT, Action, ActionKind, a_of, make_action
from deathdome.rules.gear import hands_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.state import State


def fewest_cards(numbers: Iterable[int]) -> dict[int, int]:
    """Return the minimum number of cards for every sum that some of them make."""
    found = {0: 0}
    for number in numbers:
        for total, cards in list(found.items()):
            key = total + number
            if key not in found or found[key] > cards + 1:
                found[key] = cards + 1
    return found


def next_card(world: State, seat: int, total: int) -> Action:
    """Return the largest card of a smallest set with that sum."""
    return _largest(list(world.hands[seat]), hands_of(world.setup.catalog).values, total)


def cards_of(world: State, seat: int, total: int) -> list[Action]:
    """Return all cards of that set, in laying order."""
    return _cards_of(world.hands[seat], hands_of(world.setup.catalog).values, total)


def smallest_sets(hand: Sequence[int], values: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return such a set for every sum that the hand makes, ascending by card."""
    sums = fewest_cards(values[card] for card in hand)
    return {
        total: tuple(sorted(a_of(action) for action in _cards_of(hand, values, total)))
        for total in sums
    }


def _cards_of(hand: Sequence[int], values: Sequence[int], total: int) -> list[Action]:
    left, found = list(hand), []
    while total:
        found.append(_largest(left, values, total))
        card = a_of(found[-1])
        left.remove(card)
        total -= values[card]
    return found


def _largest(hand: list[int], values: Sequence[int], total: int) -> Action:
    count = fewest_cards([values[card] for card in hand])[total]
    for card in sorted(set(hand), key=lambda card: (-values[card], card)):
        rest = hand.copy()
        rest.remove(card)
        left = fewest_cards([values[other] for other in rest])
        if left.get(total - values[card]) == count - 1:
            return make_action(ActionKind.LAY, card)
    return COMMIT
