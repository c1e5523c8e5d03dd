"""Refusals in the purchase phase (BUY, EQUIP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import DONE, PASS, ActionKind, a_of, b_of, kind_of
from deathdome.model.catalog import Item
from deathdome.model.decisions import Operands, Reason
from deathdome.model.frames import Purchase
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.characters import team_size
from deathdome.rules.draft import face_down
from deathdome.rules.gear import ITEMS_PER_UNIT, may_hold
from deathdome.rules.purchase import holder, owned
from deathdome.rules.refusals.nearest import first, offered, seat_of

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import StoreCard
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State
    from deathdome.model.vocabulary import Deck


def why_not_purchase(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse any step of a purchasing turn."""
    frame = state.stack[-1]
    assert isinstance(frame, Purchase)
    kind = kind_of(action)
    if kind is ActionKind.BUY:
        return _buy(state, asked, frame, a_of(action))
    if kind is ActionKind.SELL:
        return _sell(state, asked, frame, a_of(action))
    if kind is ActionKind.EQUIP:
        return _equip(state, asked, frame, a_of(action), b_of(action))
    if kind is ActionKind.UNEQUIP:
        return _unequip(state, asked, frame, a_of(action))
    return _end(state, asked, frame, kind)


def _buy(state: State, asked: Decision, frame: Purchase, card: int) -> Reason:
    seat, setup = frame.seat, state.setup
    is_character = card >= len(setup.catalog.items)
    if is_character and not setup.ruleset.characters:
        return Reason("no-characters", "CHAR-3", near=_instead(state, asked, card))
    near = _instead(state, asked, card)
    if not state.store >> card & 1 and card != frame.bought:
        for owner in range(setup.seats):
            if card in owned(state, owner):
                if owner == seat:
                    return Reason("already-owned", "BUY-10", near=near)
                return Reason("not-in-store", "BUY-10", case="owned", near=near)
        if face_down(state) >> card & 1:
            return Reason("not-in-store", "SCEN-DRAFT-1", case="hidden", near=near)
        return Reason("not-in-store", "BUY-10", near=near)
    cost, purse = price(setup, card), state.credits[seat]
    if cost > purse and card != frame.bought:
        return Reason("credits", "BUY-6", need=cost, have=purse, near=near)
    if frame.bought >= 0:
        near = first(offered(asked, ActionKind.DONE))
        return Reason("already-bought", "BUY-3", {"item": frame.bought}, need=0, have=1, near=near)
    cap, number = setup.ruleset.purchase_turn_cap, team_size(state, seat)
    if frame.turns[seat] > cap and not (is_character and number < UNITS_PER_TEAM):
        return Reason("purchase-cap", "BUY-21", need=cap, have=frame.turns[seat])
    if card == frame.sold:
        return Reason("just-sold", "BUY-10", near=near)
    if number != UNITS_PER_TEAM and not is_character:
        return _short(state, near, number)
    return Reason("no-sale-left", "BUY-15", need=UNITS_PER_TEAM, have=number + 1, near=near)


def _short(state: State, near: Action | None, number: int) -> Reason:
    """Refuse because the team has too few or too many units, which is checked first."""
    together = state.setup.ruleset.character_swap == "turn"
    missing = UNITS_PER_TEAM - number
    rule = "BUY-15" if together else "BUY-13" if missing > 0 else "BUY-14"
    case = "few" if missing > 0 else "many"
    return Reason("four-units", rule, case=case, need=UNITS_PER_TEAM, have=number, near=near)


def _instead(state: State, asked: Decision, card: int) -> Action | None:
    """Return the dearest card that the team can buy instead, of the same deck if possible."""
    cards = state.setup.catalog.store_cards
    wanted = _deck_of(cards[card])
    return max(
        offered(asked, ActionKind.BUY),
        key=lambda option: (
            _deck_of(cards[a_of(option)]) is wanted,
            cards[a_of(option)].cost,
            -a_of(option),
        ),
        default=None,
    )


def _deck_of(card: StoreCard) -> Deck | None:
    """Return the deck of an item; None for the character deck."""
    return card.deck if isinstance(card, Item) else None


def _sell(state: State, asked: Decision, frame: Purchase, card: int) -> Reason:
    setup, seat = state.setup, frame.seat
    number = team_size(state, seat)
    if card not in owned(state, seat) and card != frame.sold:
        return _not_owned(asked, ActionKind.SELL)
    if frame.sold >= 0:
        near = first(offered(asked, ActionKind.DONE)) or first(offered(asked, ActionKind.BUY))
        return Reason("already-sold", "BUY-4", {"item": frame.sold}, need=0, have=1, near=near)
    if number != UNITS_PER_TEAM:
        return _short(state, first(offered(asked, ActionKind.SELL, ActionKind.BUY)), number)
    near = first(offered(asked, ActionKind.DONE, ActionKind.PASS))
    if frame.turns[seat] > setup.ruleset.purchase_turn_cap:
        return Reason("purchase-cap", "BUY-21", case="keep", near=near)
    if frame.bought >= 0:
        it = Operands(item=frame.bought)
        need, have = UNITS_PER_TEAM, number - 1
        return Reason("no-purchase-left", "BUY-15", it, need=need, have=have, near=near)
    purse = state.credits[seat] + price(setup, card)
    return Reason("no-exchange", "BUY-15", have=purse, near=near)


def _not_owned(asked: Decision, kind: ActionKind) -> Reason:
    near = first(offered(asked, kind))
    return Reason("not-owned", "EQUIP-8", near=near)


def _equip(state: State, asked: Decision, frame: Purchase, item: int, unit: int) -> Reason:
    seat, setup = frame.seat, state.setup
    if item not in owned(state, seat):
        return _not_owned(asked, ActionKind.EQUIP)
    takers = [option for option in offered(asked, ActionKind.EQUIP) if a_of(option) == item]
    near = first(takers) or first(
        option for option in offered(asked, ActionKind.SELL) if a_of(option) == item
    )
    if seat_of(unit) != seat:
        return Reason("not-own-unit", "EQUIP-11", case="taker", near=near)
    if holder(state, seat, item) == unit:
        return Reason("already-equipped", "EQUIP-11", {"unit": unit})
    items = setup.catalog.items
    held = [items[other] for other in state.items[unit]]
    refused = may_hold(setup.units[unit], held, items[item])
    if refused is None:
        return _placed(near)
    code, rule = refused
    need, have = (ITEMS_PER_UNIT, len(held)) if code == "full" else (None, None)
    return Reason(code, rule, {"unit": unit, "item": item}, need=need, have=have, near=near)


def _placed(near: Action | None) -> Reason:
    return Reason("already-placed", "BUY-21", need=0, have=1, near=near)


def _unequip(state: State, asked: Decision, frame: Purchase, item: int) -> Reason:
    seat = frame.seat
    if item not in owned(state, seat):
        return _not_owned(asked, ActionKind.UNEQUIP)
    if holder(state, seat, item) < 0:
        near = first(offered(asked, ActionKind.UNEQUIP))
        return Reason("not-equipped", "EQUIP-11", near=near)
    return _placed(None)


def _end(state: State, asked: Decision, frame: Purchase, kind: ActionKind) -> Reason:
    spare = state.spare[frame.seat]
    number = team_size(state, frame.seat)
    used = frame.bought >= 0 or frame.sold >= 0
    together = state.setup.ruleset.character_swap == "turn"
    if number != UNITS_PER_TEAM and (kind is ActionKind.PASS or (used and together)):
        return _short(state, first(offered(asked, ActionKind.BUY, ActionKind.SELL)), number)
    if kind is ActionKind.DONE:
        near = PASS if PASS in asked.options else first(asked.options)
        return Reason("nothing-done", "BUY-21", need=1, have=0, near=near)
    if DONE in asked.options:
        return Reason("turn-used", "BUY-21", near=DONE)
    places = [option for option in offered(asked, ActionKind.EQUIP) if a_of(option) in spare]
    sales = [option for option in offered(asked, ActionKind.SELL) if a_of(option) in spare]
    near, left = first(places) or first(sales), Operands(items=tuple(spare))
    return Reason("unequipped", "BUY-12", left, need=0, have=len(spare), near=near)
