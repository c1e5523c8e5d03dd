"""Opening of a match, once the store is closed: handicaps and opening hands (SETUP-13, SCEN)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.model.events import HandicapGiven
from deathdome.model.frames import Drawing, Opening, Turn
from deathdome.rules.purchase import team_value
from deathdome.rules.series import seat_by_value
from deathdome.rules.stack import pop, push, swap

if TYPE_CHECKING:
    from deathdome.model.state import State

OPENING_HAND: Final = 3  # SETUP-13
HANDICAP_STEP: Final = 500_000  # credits of difference for one card or shell; SCEN-HCARDS-1


def run(state: State, frame: Opening) -> bool:
    """Draw opening hands in order of play, then start the first turn (AMB-134)."""
    setup = state.setup
    if setup.series is not None and not setup.series.seated:
        seat_by_value(state)  # SERIES-9
        return False
    if not frame.dealt:
        _give(state)
    order = setup.order
    if frame.dealt < len(order):
        swap(state, Opening(frame.dealt + 1))
        push(state, Drawing(order[frame.dealt], OPENING_HAND))
    elif setup.ruleset.handicap and frame.dealt < 2 * len(order):
        swap(state, Opening(frame.dealt + 1))
        seat = order[frame.dealt - len(order)]
        push(state, Drawing(seat, handicap(state, seat)))
    else:
        pop(state)
        push(state, Turn(order[0]))
    return False


def handicap(state: State, seat: int) -> int:
    """Return the cards or shells that a team is behind the most valuable one (AMB-113)."""
    values = [team_value(state, other) for other in range(state.setup.seats)]
    return (max(values) - values[seat]) // HANDICAP_STEP


def _give(state: State) -> None:
    """Give handicap shells, and announce the cards (SCEN-HCARDS-1, SCEN-HPOINTS-1)."""
    ruleset = state.setup.ruleset
    if not (ruleset.handicap or ruleset.handicap_points):
        return
    gaps = [handicap(state, seat) for seat in range(state.setup.seats)]
    if ruleset.handicap_points:
        state.setup = replace(state.setup, gifts=tuple(gaps))
        state.shells = gaps[:]
    for seat in state.setup.order:
        if gaps[seat] and state.emit is not None:
            cards = gaps[seat] if ruleset.handicap else 0
            shells = gaps[seat] if ruleset.handicap_points else 0
            state.emit(HandicapGiven(seat, cards, shells))
