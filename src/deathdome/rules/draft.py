"""Draft: most items are face down, and ten can be bought (SCEN-DRAFT).

The face-up items are those in the store. An item that is neither there nor owned is face down.
The pile has no order: chance names every card when it is turned up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import Action, ActionKind, Lister, a_of
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import Revealed
from deathdome.model.frames import Revealing
from deathdome.rules.gear import shelf_of
from deathdome.rules.stack import pop, push, swap

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.model.state import State

FACE_UP: Final = 10  # items; SCEN-DRAFT-1

_REVEALS = Lister(ActionKind.REVEAL)


def face_down(position: State | Observation) -> int:
    """Return the items that are face down, one bit each; none without a draft."""
    setup = position.setup
    if not setup.ruleset.draft:
        return 0
    found = shelf_of(setup.catalog, setup.ruleset).items & ~position.store
    for held in (*position.items, *position.spare):
        for card in held:
            found &= ~(1 << card)
    return found


def start(state: State) -> None:
    """Put all items face down, then turn up ten."""
    state.store &= ~shelf_of(state.setup.catalog, state.setup.ruleset).items
    push(state, Revealing(FACE_UP))


def replace_bought(state: State, bought: int) -> None:
    """Turn up an item for one that was bought in the purchasing turn just ended (AMB-118)."""
    if state.setup.ruleset.draft and 0 <= bought < len(state.setup.catalog.items):
        push(state, Revealing(1))


def run(state: State, frame: Revealing) -> bool:
    """Run until chance has to name an item: ten are face up, or none is face down."""
    shown = state.store & shelf_of(state.setup.catalog, state.setup.ruleset).items
    if frame.left > 0 and shown.bit_count() < FACE_UP and face_down(state):
        return True
    pop(state)
    return False


def ask(state: State, frame: Revealing) -> Decision:
    """Ask for the next item: all that are face down are equally likely."""
    options = _REVEALS.actions(face_down(state))
    return Decision(CHANCE, Question.REVEAL, options, [1] * len(options))


def answer(state: State, frame: Revealing, action: Action) -> None:
    """Turn the item face up."""
    card = a_of(action)
    state.store |= 1 << card
    if state.emit is not None:
        state.emit(Revealed(card))
    swap(state, Revealing(frame.left - 1))
