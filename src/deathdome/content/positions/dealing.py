"""The power cards of a position: hands of any cards, draw deck and discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.content.positions.words import key
from deathdome.model.spelling import TEAMS, parse_card, parse_team
from deathdome.rules.observing import cards_in_play

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.content.positions.schema import PositionSheet
    from deathdome.model.state import State


def deal(
    sheet: PositionSheet, state: State, unless_lenient: Callable[[str, str], None], shown: str
) -> None:
    """Lays out deck and discard pile, and fills the hands of which only the size is given.

    Every card that is nowhere else is in the deck, or where `rest` says. More copies of a card
    than there are go to `unless_lenient`.

    Raises:
        ContentError: a word names no card.
    """
    cards, table = sheet.cards, state.table
    left = [card.copies for card in table.catalog.power_cards]
    for hand in state.hands:
        for card in hand:
            left[card] -= 1
    for card in cards_in_play(state.stack, state):
        left[card] -= 1
    with key(shown, "cards.discard"):
        discard = [parse_card(table, card) for card in cards.discard]
    for card in discard:
        left[card] -= 1
        state.discard[card] += 1
    with key(shown, "cards.deck"):
        deck = [parse_card(table, card) for card in cards.deck]
    top = [0] * len(left)
    for card in deck:
        left[card] -= 1
        top[card] += 1
    for card, copies in enumerate(left):
        if copies < 0:
            printed = table.catalog.power_cards[card]
            there = "is one" if printed.copies == 1 else f"are {printed.copies}"
            text = f"{printed.copies - copies} {printed.id} in all, but there {there}"
            held = (seat for seat, hand in enumerate(state.hands) if card in hand)
            seat = next(held, None)
            unless_lenient("cards" if seat is None else f"teams.{TEAMS[seat]}.hand", text)
    rest = [max(0, copies) for copies in left]
    for team, one in sheet.teams.items():
        if isinstance(one.hand, int):
            state.hands[parse_team(team)] = tuple(sorted(_any_cards(state, one.hand, rest)))
    if cards.rest == "deck":
        top = [a + b for a, b in zip(top, rest, strict=True)]
    elif cards.rest == "discard":
        state.discard = [a + b for a, b in zip(state.discard, rest, strict=True)]
    state.deck = top


def _any_cards(state: State, number: int, rest: list[int]) -> list[int]:
    """So many cards of those left, taken from them: plain ones first, low values first."""
    printed = state.table.catalog.power_cards
    order = sorted(
        range(len(printed)), key=lambda card: (bool(printed[card].abilities), printed[card].value)
    )
    found: list[int] = []
    for card in order:
        while rest[card] and len(found) < number:
            rest[card] -= 1
            found.append(card)
    return found
