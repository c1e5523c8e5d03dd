"""Characters: dealing them and trading them in the store (CHAR, BUY-13 to BUY-15).

A team has four places for units. A new character takes a vacant place, or waits aside until
another is sold. A team may therefore be one short or one over for a while, but not when it passes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.errors import UsageError
from deathdome.model.actions import Action, ActionKind, a_of, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import Dealt
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.gear import build_gear, shelf_of
from deathdome.rules.stack import pop, swap

if TYPE_CHECKING:
    from deathdome.model.catalog import Catalog, Character
    from deathdome.model.frames import Dealing, Purchase
    from deathdome.model.state import State


# -- dealing (SETUP-9) -----------------------------------------------------------------------------


def check_enough(catalog: Catalog, seats: int) -> None:
    """Check that every team can be dealt four characters of rank 0.

    Raises:
        UsageError: there are too few.
    """
    starting = sum(1 for who in catalog.characters if who.rank == 0)
    if starting < seats * UNITS_PER_TEAM:
        raise UsageError(
            f"{seats} teams need {seats * UNITS_PER_TEAM} characters of rank 0, "
            f"and there are {starting} (SETUP-9)"
        )


def in_store(catalog: Catalog) -> int:
    """Return all characters as store cards, one bit each."""
    return sum(1 << card for card in catalog.character_cards.values())


def ask_deal(state: State, frame: Dealing) -> Decision:
    """Offer every character of rank 0 that is not dealt yet (SETUP-9)."""
    catalog = state.setup.catalog
    first = len(catalog.items)
    options = [
        make_action(ActionKind.DEAL, number)
        for number, who in enumerate(catalog.characters)
        if who.rank == 0 and state.store >> first + number & 1
    ]
    return Decision(CHANCE, Question.DEAL, options, [1] * len(options))


def answer_deal(state: State, frame: Dealing, action: Action) -> None:
    """Add the character to the team being dealt to."""
    catalog = state.setup.catalog
    unit, number = frame.dealt, a_of(action)
    state.store &= ~(1 << len(catalog.items) + number)
    place(state, unit, catalog.characters[number])
    if state.emit is not None:
        state.emit(Dealt(unit, number))
    if unit + 1 < len(state.setup.units):
        swap(state, frame._replace(dealt=unit + 1))
    else:
        pop(state)


def place(state: State, unit: int, who: Character) -> None:
    """Put a character in the place of a unit."""
    units = state.setup.units
    state.setup = replace(state.setup, units=(*units[:unit], who, *units[unit + 1 :]))
    state.gear = build_gear(state.setup, state.items)


# -- in the store ----------------------------------------------------------------------------------


def fielded_characters(state: State, seat: int) -> int:
    """Return the characters in a team's four places as store cards, one bit each."""
    cards = state.setup.catalog.character_cards
    first = seat * UNITS_PER_TEAM
    found = 0
    for who in state.setup.units[first : first + UNITS_PER_TEAM]:
        if who.id in cards:  # units of the registry are not for sale
            found |= 1 << cards[who.id]
    return found


def team_size(state: State, seat: int) -> int:
    """Count a team's units, including those waiting aside; four in the end (BUY-14, BUY-15)."""
    first = seat * UNITS_PER_TEAM
    items = len(state.setup.catalog.items)
    filled = sum(1 for who in state.setup.units[first : first + UNITS_PER_TEAM] if who != VACANT)
    return filled + sum(1 for card in state.spare[seat] if card >= items)


class Trade(NamedTuple):
    """Options of a purchasing turn that the rules about characters leave; sets of store cards."""

    buys: int
    sales: int
    may_end: bool  # the purchasing turn
    may_pass: bool


def trade(state: State, frame: Purchase, buys: int, sales: int) -> Trade:
    """Keep only purchases and sales after which the team can return to four units.

    In 2021 a purchase and a sale of characters share a purchasing turn (BUY-15), so one is offered
    only where the other can follow. In 2018 and 2019 they may be turns apart (BUY-14). After the
    last full purchasing turn a team may only buy missing units (AMB-127).
    """
    ruleset = state.setup.ruleset
    cards = shelf_of(state.setup.catalog, ruleset).characters
    number = team_size(state, frame.seat)
    together = ruleset.character_swap == "turn"
    capped = frame.turns[frame.seat] > ruleset.purchase_turn_cap
    if number < UNITS_PER_TEAM:
        if not buys & cards:
            buys |= _free_character(state, frame, sales)
        if together or capped:
            buys, sales = buys & cards, sales & ~cards
    elif number > UNITS_PER_TEAM:
        if together:
            buys, sales = 0, sales & cards
        elif capped:
            buys = 0
    elif capped:
        buys, sales = 0, sales & ~cards
    elif together:
        if frame.sold >= 0:
            buys &= ~cards  # the sale that must follow is already used
        exchangeable = 0 if frame.bought >= 0 else _exchangeable(state, frame, sales & cards)
        sales = sales & ~cards | exchangeable
    exact = number == UNITS_PER_TEAM
    return Trade(buys, sales, exact or not together, exact)


def _exchangeable(state: State, frame: Purchase, sales: int) -> int:
    """Keep the characters whose replacement the team could pay for in the same turn."""
    setup = state.setup
    shelf = shelf_of(setup.catalog, setup.ruleset)
    offered = state.store & shelf.characters
    purse = state.credits[frame.seat]
    for card in setup.catalog.character_cards.values():
        if sales >> card & 1 and not offered & shelf.within(purse + price(setup, card)):
            sales &= ~(1 << card)
    return sales


def _free_character(state: State, frame: Purchase, owned: int) -> int:
    """Return the cheapest character for a team that is short and has no other way (AMB-35).

    Such a team can afford no character and owns nothing that it could sell. Ties go to the first
    character in the catalog. A set of one card, or empty.
    """
    setup = state.setup
    everything = range(len(setup.catalog.store_cards))
    if frame.bought >= 0 or frame.sold >= 0:
        return 0
    if any(owned >> card & 1 and price(setup, card) > 0 for card in everything):
        return 0
    offered = [card for card in setup.catalog.character_cards.values() if state.store >> card & 1]
    if not offered:
        return 0
    return 1 << min(offered, key=lambda card: (price(setup, card), card))


def join(state: State, seat: int, card: int) -> None:
    """Put a new character in a vacant place, or aside if there is none."""
    setup = state.setup
    first = seat * UNITS_PER_TEAM
    for unit in range(first, first + UNITS_PER_TEAM):
        if setup.units[unit] == VACANT:
            place(state, unit, setup.catalog.characters[card - len(setup.catalog.items)])
            return
    state.spare[seat] = (*state.spare[seat], card)


def leave(state: State, seat: int, card: int) -> tuple[int, ...]:
    """Remove a sold character; return its items, which are now set aside (AMB-39).

    A character waiting aside takes its place.
    """
    setup = state.setup
    catalog = setup.catalog
    first = seat * UNITS_PER_TEAM
    who = catalog.characters[card - len(catalog.items)]
    unit = setup.units.index(who, first, first + UNITS_PER_TEAM)
    items = state.items[unit]
    state.items[unit] = ()
    waiting = [other for other in state.spare[seat] if other >= len(catalog.items)]
    spare = [other for other in state.spare[seat] if other not in waiting[:1]]
    state.spare[seat] = (*spare, *items)
    heir = catalog.characters[waiting[0] - len(catalog.items)] if waiting else VACANT
    place(state, unit, heir)
    return items
