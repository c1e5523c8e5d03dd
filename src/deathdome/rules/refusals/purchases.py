"""Why something cannot be bought, sold, equipped or ended in the purchase phase (BUY, EQUIP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import DONE, PASS, Act, a_of, b_of, verb_of
from deathdome.model.frames import Purchase
from deathdome.model.names import credits_text, listed, the_item, the_unit, with_article
from deathdome.rules.gear import ITEMS_PER_UNIT, may_hold
from deathdome.rules.purchase import holder, owned
from deathdome.rules.refusals.reasons import Reason, first, offered, seat_of

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State


def why_not_purchase(state: State, asked: Decision, act: Action) -> Reason:
    """Any step of a purchasing turn."""
    frame = state.stack[-1]
    assert isinstance(frame, Purchase)
    verb = verb_of(act)
    if verb is Act.BUY:
        return _buy(state, asked, frame, a_of(act))
    if verb is Act.SELL:
        return _sell(state, asked, frame)
    if verb is Act.EQUIP:
        return _equip(state, asked, frame, a_of(act), b_of(act))
    if verb is Act.UNEQUIP:
        return _unequip(state, asked, frame, a_of(act))
    return _end(state, asked, frame, verb)


def _buy(state: State, asked: Decision, frame: Purchase, item: int) -> Reason:
    seat, items = frame.seat, state.table.catalog.items
    if frame.bought >= 0:
        text = f"{the_item(state.table, frame.bought)} was bought in this purchasing turn already"
        near = first(offered(asked, Act.DONE))
        return Reason("already-bought", "BUY-3", text, need=0, have=1, near=near)
    cap = state.table.ruleset.purchase_turn_cap
    if frame.turns[seat] > cap:
        text = f"after {cap} purchasing turns a team may only sell or pass"
        return Reason("purchase-cap", "BUY-21", text, cap, frame.turns[seat])
    near = _instead(state, asked, item)
    if item == frame.sold:
        text = "a card sold in this purchasing turn can be bought from the next one on"
        return Reason("just-sold", "BUY-10", text, near=near)
    if not state.store >> item & 1:
        for owner in range(state.table.seats):
            if item in owned(state, owner):
                if owner == seat:
                    return Reason("already-owned", "BUY-10", "the team has it already", near=near)
                return Reason("not-in-store", "BUY-10", "another team has it", near=near)
        return Reason("not-in-store", "BUY-10", "it is not for sale", near=near)
    cost, purse = items[item].cost, state.credits[seat]
    text = f"it costs {credits_text(cost)} and the team has {credits_text(purse)}"
    return Reason("credits", "BUY-6", text, cost, purse, near=near)


def _instead(state: State, asked: Decision, item: int) -> Action | None:
    """The dearest item that can be bought instead, of the same deck if there is one."""
    items = state.table.catalog.items
    return max(
        offered(asked, Act.BUY),
        key=lambda option: (
            items[a_of(option)].deck is items[item].deck,
            items[a_of(option)].cost,
            -a_of(option),
        ),
        default=None,
    )


def _sell(state: State, asked: Decision, frame: Purchase) -> Reason:
    if frame.sold >= 0:
        text = f"{the_item(state.table, frame.sold)} was sold in this purchasing turn already"
        near = first(offered(asked, Act.DONE))
        return Reason("already-sold", "BUY-4", text, need=0, have=1, near=near)
    return _not_owned(asked, Act.SELL)


def _not_owned(asked: Decision, verb: Act) -> Reason:
    near = first(offered(asked, verb))
    return Reason("not-owned", "EQUIP-8", "the team does not own it", near=near)


def _equip(state: State, asked: Decision, frame: Purchase, item: int, unit: int) -> Reason:
    seat, table = frame.seat, state.table
    if item not in owned(state, seat):
        return _not_owned(asked, Act.EQUIP)
    takers = [option for option in offered(asked, Act.EQUIP) if a_of(option) == item]
    near = first(takers) or first(
        option for option in offered(asked, Act.SELL) if a_of(option) == item
    )
    if seat_of(unit) != seat:
        return Reason("not-own-unit", "EQUIP-11", "it is a unit of another team", near=near)
    if holder(state, seat, item) == unit:
        return Reason("already-equipped", "EQUIP-11", f"{the_unit(table, unit)} has it already")
    items = table.catalog.items
    held = [items[other] for other in state.items[unit]]
    refused = may_hold(table.units[unit], held, items[item])
    if refused is None:
        return _placed(near)
    code, rule = refused
    types = " and ".join(kind.value for kind in table.units[unit].types)
    texts = {
        "full": f"{the_unit(table, unit)} has {len(held)} items",
        "type": f"it is for units of type {items[item].deck.value}, and this one is {types}",
        "armor": f"{the_unit(table, unit)} wears armor",
        "vehicle": f"{the_unit(table, unit)} has a vehicle",
    }
    need, have = (ITEMS_PER_UNIT, len(held)) if code == "full" else (None, None)
    return Reason(code, rule, texts[code], need, have, near)


def _placed(near: Action | None) -> Reason:
    text = "it was given to a unit in this purchasing turn, and each item only once"
    return Reason("already-placed", "BUY-21", text, need=0, have=1, near=near)


def _unequip(state: State, asked: Decision, frame: Purchase, item: int) -> Reason:
    seat = frame.seat
    if item not in owned(state, seat):
        return _not_owned(asked, Act.UNEQUIP)
    if holder(state, seat, item) < 0:
        near = first(offered(asked, Act.UNEQUIP))
        return Reason("not-equipped", "EQUIP-11", "no unit has it", near=near)
    return _placed(None)


def _end(state: State, asked: Decision, frame: Purchase, verb: Act) -> Reason:
    spare = state.spare[frame.seat]
    if verb is Act.DONE:
        near = PASS if PASS in asked.options else first(asked.options)
        text = "nothing was bought or sold in it; a team that wants nothing passes"
        return Reason("nothing-done", "BUY-21", text, need=1, have=0, near=near)
    if DONE in asked.options:
        text = "something was bought or sold in this purchasing turn, which has to end first"
        return Reason("turn-used", "BUY-21", text, near=DONE)
    places = [option for option in offered(asked, Act.EQUIP) if a_of(option) in spare]
    sales = [option for option in offered(asked, Act.SELL) if a_of(option) in spare]
    names = listed([with_article(state.table.catalog.items[item].name) for item in spare])
    text = f"every item has to be equipped or sold first, and no unit has {names}"
    return Reason("unequipped", "BUY-12", text, 0, len(spare), first(places) or first(sales))
