"""Drawing power cards (DRAW-6 to DRAW-13); each card is a question to CHANCE."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import Drew, Reshuffled
from deathdome.model.frames import Drawing
from deathdome.model.state import HAND_LIMIT
from deathdome.rules.stack import pop, swap

if TYPE_CHECKING:
    from deathdome.model.state import State


def can_draw(state: State, seat: int, leaving: int = 0) -> bool:
    """Return True if the seat can draw once `leaving` cards have left its hand (DRAW-8, AMB-45)."""
    return len(state.hands[seat]) - leaving < HAND_LIMIT and (any(state.deck) or any(state.discard))


def run(state: State, frame: Drawing) -> bool:
    """Run until CHANCE has to name a card; a draw that is not possible is lost (AMB-47)."""
    if frame.left <= 0 or len(state.hands[frame.seat]) >= HAND_LIMIT:
        pop(state)
        return False
    if not any(state.deck):
        if not any(state.discard):
            pop(state)
            return False
        # DRAW-13, AMB-46: reshuffle only now, without the cards still in play.
        state.deck, state.discard = state.discard, [0] * len(state.deck)
        if state.emit is not None:
            state.emit(Reshuffled(sum(state.deck)))
    return True


def ask(state: State, frame: Drawing) -> Decision:
    """Ask for the top card: every kind left in the deck, weighted by copies."""
    deck = state.deck
    options = list(compress(_draws(len(deck)), deck))
    return Decision(CHANCE, Question.DRAW, options, list(filter(None, deck)))


@lru_cache(maxsize=16)
def _draws(cards: int) -> list[Action]:
    return [make_action(ActionKind.DRAW, card) for card in range(cards)]


def answer(state: State, frame: Drawing, action: Action) -> None:
    """Add the card to the hand."""
    card = a_of(action)
    state.deck[card] -= 1
    state.hands[frame.seat] = tuple(sorted((*state.hands[frame.seat], card)))
    if state.emit is not None:
        state.emit(Drew(frame.seat, card))
    swap(state, Drawing(frame.seat, frame.left - 1))


def take_from_hand(state: State, seat: int, card: int) -> None:
    """Remove one copy of a card from a hand."""
    hand = list(state.hands[seat])
    hand.remove(card)
    state.hands[seat] = tuple(hand)
