"""Purchase phase: buying, selling, equipping, passing (BUY, EQUIP)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deathdome.model.actions import (
    DONE,
    PASS,
    Action,
    ActionKind,
    Lister,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Bought, Equipped, Passed, Sold, StoreClosed
from deathdome.model.frames import Opening, Purchase
from deathdome.model.state import UNITS_PER_TEAM, fee, price
from deathdome.rules.characters import fielded_characters, join, leave, trade
from deathdome.rules.draft import replace_bought
from deathdome.rules.gear import build_gear, shelf_of
from deathdome.rules.stack import swap

if TYPE_CHECKING:
    from deathdome.model.decisions import Part
    from deathdome.model.state import State

_BUYS = Lister(ActionKind.BUY)
_SALES = Lister(ActionKind.SELL)
_UNEQUIPS = Lister(ActionKind.UNEQUIP)
_DONE, _PASS = [DONE], [PASS]
_EQUIPS = [Lister(ActionKind.EQUIP, unit) for unit in range(16)]


@lru_cache(maxsize=4096)
def set_of(items: tuple[int, ...]) -> int:
    """Return items as a set, one bit each."""
    found = 0
    for item in items:
        found |= 1 << item
    return found


def owned(state: State, seat: int) -> list[int]:
    """Return all store cards of a team, in use or not, ascending."""
    first = seat * UNITS_PER_TEAM
    mine = [*state.spare[seat], *(i for held in state.items[first : first + 4] for i in held)]
    hired = fielded_characters(state, seat)
    mine += [card for card in range(hired.bit_length()) if hired >> card & 1]
    return sorted(mine)


def team_value(state: State, seat: int) -> int:
    """Return a team's credits plus the price of its cards, in credits (SERIES-8, CHAR-6).

    Units of the registry count nothing.
    """
    return state.credits[seat] + sum(price(state.setup, card) for card in owned(state, seat))


def holder(state: State, seat: int, item: int) -> int:
    """Return the unit that has the item, or -1 if it is set aside."""
    for unit in range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + 4):
        if item in state.items[unit]:
            return unit
    return -1


def first_purchase(state: State, buyer: int) -> Purchase:
    """Return the frame that opens the store, with the first purchasing turn (ORDER-1, SERIES-7)."""
    return Purchase(buyer, turns=tuple(int(seat == buyer) for seat in range(state.setup.seats)))


def ask(state: State, frame: Purchase) -> Decision:
    """List the buyer's options in this purchasing turn."""
    seat = frame.seat
    ruleset = state.setup.ruleset
    shelf = shelf_of(state.setup.catalog, ruleset)
    buys = 0
    if frame.bought < 0:
        buys = state.store & shelf.within(state.credits[seat])
        if frame.sold >= 0:
            # AMB-33: a card sold in this purchasing turn can be bought from the next one on.
            buys &= ~(1 << frame.sold)
    first = seat * UNITS_PER_TEAM
    spare = set_of(state.spare[seat])
    held = [set_of(items) for items in state.items[first : first + UNITS_PER_TEAM]]
    mine = spare | held[0] | held[1] | held[2] | held[3]
    may_end = may_pass = True
    if ruleset.characters:
        sales = mine | fielded_characters(state, seat) if frame.sold < 0 else 0
        buys, sales, may_end, may_pass = trade(state, frame, buys, sales)
        mine &= shelf.items
    else:
        sales = mine if frame.sold < 0 else 0
        if frame.turns[seat] > ruleset.purchase_turn_cap:
            buys = 0  # AMB-127
    options: list[Part] = [(_BUYS, buys), (_SALES, sales)]
    found = buys | sales
    # Each item can be equipped once a purchasing turn: that allows every arrangement and
    # still ends the phase (BUY-21).
    loose = mine & ~frame.placed
    if loose:
        decks = state.gear.decks
        for unit, has in enumerate(held, first):
            fitting = shelf.addable(loose & ~has & decks[unit], has)
            if fitting:
                options.append((_EQUIPS[unit], fitting))
                found |= fitting
        if loose & ~spare:
            options.append((_UNEQUIPS, loose & ~spare))
            found |= loose
    if frame.bought >= 0 or frame.sold >= 0:
        if may_end or not found:
            options.append(_DONE)
    elif may_pass and not spare:
        options.append(_PASS)  # BUY-12, BUY-14, EQUIP-8
    elif not found:
        # A team with no way to complete its units waits until another team sells a character.
        options.append(_DONE)
    return Decision(seat, Question.PURCHASE, tuple(options))


def answer(state: State, frame: Purchase, action: Action) -> None:
    """Apply one step of a purchasing turn."""
    kind, item, seat = kind_of(action), a_of(action), frame.seat
    emit, items = state.emit, len(state.setup.catalog.items)
    if kind is ActionKind.BUY:
        cost = fee(state.setup, item, state.credits[seat])
        state.credits[seat] -= cost
        state.store &= ~(1 << item)
        if item < items:
            state.spare[seat] = (*state.spare[seat], item)
        else:
            join(state, seat, item)
        swap(state, Purchase(seat, frame.passed, frame.turns, item, frame.sold, frame.placed))
        if emit is not None:
            emit(Bought(seat, item, cost))
    elif kind is ActionKind.SELL:
        loose: tuple[int, ...] = ()
        if item < items or item in state.spare[seat]:
            _take(state, seat, item)
        else:
            loose = leave(state, seat, item)
        state.credits[seat] += price(state.setup, item)
        state.store |= 1 << item
        swap(state, Purchase(seat, frame.passed, frame.turns, frame.bought, item, frame.placed))
        if emit is not None:
            emit(Sold(seat, item))
            for left in loose:
                emit(Equipped(seat, left, -1))
    elif kind is ActionKind.EQUIP or kind is ActionKind.UNEQUIP:
        _take(state, seat, item)
        unit = b_of(action) if kind is ActionKind.EQUIP else -1
        if unit >= 0:
            state.items[unit] = (*state.items[unit], item)
            swap(
                state,
                Purchase(
                    seat,
                    frame.passed,
                    frame.turns,
                    frame.bought,
                    frame.sold,
                    frame.placed | 1 << item,
                ),
            )
        else:
            state.spare[seat] = (*state.spare[seat], item)
        if emit is not None:
            emit(Equipped(seat, item, unit))
    else:
        passed = frame.passed
        if kind is ActionKind.PASS:
            passed |= 1 << seat  # AMB-36: for this purchase phase
            if emit is not None:
                emit(Passed(seat))
        elif not state.setup.ruleset.pass_is_final and (frame.bought >= 0 or frame.sold >= 0):
            passed = 0  # the store has changed: teams that passed are asked again
        _next_buyer(state, frame, passed)
        replace_bought(state, frame.bought)


def _take(state: State, seat: int, item: int) -> None:
    """Remove the item from its holder."""
    held = state.spare[seat]
    if item in held:
        state.spare[seat] = _without(held, item)
        return
    for unit in range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + UNITS_PER_TEAM):
        held = state.items[unit]
        if item in held:
            state.items[unit] = _without(held, item)
            return


def _without(held: tuple[int, ...], item: int) -> tuple[int, ...]:
    at = held.index(item)
    return held[:at] + held[at + 1 :]


def _next_buyer(state: State, frame: Purchase, passed: int) -> None:
    """Ask the next team clockwise that has not passed (BUY-2), or close the store."""
    first, *others = state.setup.circle[frame.seat]
    for seat in (*others, first):
        if not passed >> seat & 1:
            turns = list(frame.turns)
            turns[seat] += 1
            swap(state, Purchase(seat, passed, tuple(turns)))
            return
    state.gear = build_gear(state.setup, state.items)
    if state.emit is not None:
        state.emit(StoreClosed())
    swap(state, Opening())
