"""Shopping by a simple rule that leaves no team without weapons.

Two teams shop differently: each has a taste of its own, drawn from its seed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.actions import DONE, PASS, Action, ActionKind, a_of, b_of, kind_of
from deathdome.model.catalog import Ratings
from deathdome.model.effects import Modify
from deathdome.model.frames import Purchase
from deathdome.model.vocabulary import ItemKind, Rating, WeaponKind
from deathdome.rules.futile_choices import idle_on

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from deathdome.match.protocol import Request
    from deathdome.model.catalog import Catalog, Item
    from deathdome.model.observation import Observation

FACTORS = (0.65, 1.5)  # how much less or more than its price a card is worth to a team
SHARES = (0.4, 0.65)  # of the credits left, that the dearest purchase of a turn may take
POCKET = 200_000  # credits that may be spent in any case
SECOND_WEAPON = 0.25  # value of a second weapon on a unit, on top of the first
FIRST_WEAPON = 1.5
EXCHANGE = 1.25  # a better character takes no place of an item


class Taste(NamedTuple):
    """The taste of a team."""

    factors: tuple[float, ...]  # per store card, items before characters
    share: float  # one of SHARES


def taste(catalog: Catalog, rng: Random) -> Taste:
    """Return a random taste."""
    cards = len(catalog.items) + len(catalog.characters)
    return Taste(tuple(rng.uniform(*FACTORS) for _ in range(cards)), rng.uniform(*SHARES))


def may_buy(seen: Observation) -> bool:
    """Return True if the team may still buy something in this purchasing turn (AMB-127)."""
    frame = seen.stack[-1]
    if not isinstance(frame, Purchase) or frame.bought >= 0:
        return False
    return frame.turns[seen.seat] <= seen.setup.ruleset.purchase_turn_cap


def shop(request: Request, likes: Taste | None = None) -> Action:
    """Return the next step in the store: buy the favourite affordable card, equip it, repeat.

    Without a taste a card is worth its price.
    """
    seen = request.seen
    catalog = seen.setup.catalog
    items = catalog.items
    if likes is None:
        likes = Taste((1.0,) * (len(items) + len(catalog.characters)), SHARES[0])
    purchases = [action for action in request.options if kind_of(action) is ActionKind.BUY]
    equips = [action for action in request.options if kind_of(action) is ActionKind.EQUIP]
    sales = [action for action in request.options if kind_of(action) is ActionKind.SELL]
    spare = [card for card in seen.spare[seen.seat] if card < len(items)]
    if len(spare) < len(seen.spare[seen.seat]):  # a fifth character: one has to go
        leaving = _leaving(request, sales, likes)
        if leaving is not None:
            return leaving
    for index in spare:
        fitting = {b_of(action): action for action in equips if a_of(action) == index}
        if fitting:
            unit = max(fitting, key=lambda unit: (_use(request, items[index], unit), -unit))
            return fitting[unit]
    for action in sales:
        if a_of(action) in spare:
            return action
    frame = seen.stack[-1]
    season = seen.setup.series is not None and isinstance(frame, Purchase) and frame.bought < 0
    if DONE in request.options and not season:
        return DONE
    if season and sales and may_buy(seen):
        leaving_item = _outgrown(request, sales, likes)
        if leaving_item is not None:
            return leaving_item
    cap = max(likes.share * seen.credits[seen.seat], POCKET)
    best: tuple[float, int] | None = None
    for action in purchases:
        card = a_of(action)
        if card >= len(items):
            use = _gain(request, card, sales, likes, cap)
        elif items[card].cost > cap or idle_on(seen.setup.board, items[card]):
            continue
        else:
            units = _units(seen.seat)
            use = max((_use(request, items[card], unit) for unit in units), default=0.0)
            use *= likes.factors[card]
        if use > 0 and (best is None or (use, -card) > best):
            best = (use, -card)
    if best is not None:
        return next(action for action in purchases if a_of(action) == -best[1])
    if DONE in request.options:
        return DONE
    return PASS if PASS in request.options else request.options[-1]


def _outgrown(request: Request, sales: list[Action], likes: Taste) -> Action | None:
    """Return the sale of the item in whose place a much better one would be of most use."""
    seen = request.seen
    items = seen.setup.catalog.items
    store = [item for item in range(len(items)) if seen.store >> item & 1]
    best: tuple[float, Action] | None = None
    for action in sales:
        old = a_of(action)
        unit = next((one for one in _units(seen.seat) if old in seen.items[one]), -1)
        if unit < 0:
            continue
        held = tuple(item for item in seen.items[unit] if item != old)
        without = (*seen.items[:unit], held, *seen.items[unit + 1 :])
        trial = replace(request, seen=replace(seen, items=without))
        mine = _use(trial, items[old], unit) * likes.factors[old]
        purse = seen.credits[seen.seat] + items[old].cost
        cap = min(purse, max(likes.share * purse, POCKET))
        for new in store:
            if items[new].cost > cap or idle_on(seen.setup.board, items[new]):
                continue
            gain = _use(trial, items[new], unit) * likes.factors[new] - mine
            if gain > POCKET and (best is None or gain > best[0]):
                best = gain, action
    return best[1] if best is not None else None


def _leaving(request: Request, sales: list[Action], likes: Taste) -> Action | None:
    """Return the sale of the least valuable character, preferably one without items."""
    seen = request.seen
    catalog = seen.setup.catalog
    place = {who.id: len(catalog.items) + index for index, who in enumerate(catalog.characters)}
    carried = {
        place.get(seen.setup.units[unit].id, -1): len(seen.items[unit])
        for unit in _units(seen.seat)
    }
    found = [
        (carried[a_of(action)], _worth(catalog, a_of(action), likes), action)
        for action in sales
        if a_of(action) in carried
    ]
    return min(found)[2] if found else None


def _worth(catalog: Catalog, card: int, likes: Taste) -> float:
    """Credits that a character is worth to the team."""
    return catalog.characters[card - len(catalog.items)].cost * likes.factors[card]


def _gain(request: Request, card: int, sales: list[Action], likes: Taste, cap: float) -> float:
    """Credits gained by a new character in place of the one that would leave for it."""
    catalog = request.seen.setup.catalog
    leaving = _leaving(request, sales, likes)
    if leaving is None:
        return 0.0
    old = a_of(leaving)
    new_cost, old_cost = (catalog.characters[who - len(catalog.items)].cost for who in (card, old))
    if new_cost <= old_cost or new_cost - old_cost > cap:
        return 0.0
    return EXCHANGE * (_worth(catalog, card, likes) - _worth(catalog, old, likes))


def _units(seat: int) -> range:
    return range(seat * 4, seat * 4 + 4)


def _use(request: Request, item: Item, unit: int) -> float:
    """Credits that the item is worth on a unit; 0 where it cannot go."""
    seen = request.seen
    catalog = seen.setup.catalog
    held = [catalog.items[other] for other in seen.items[unit]]
    if len(held) >= 3 or (
        item.kind in (ItemKind.ARMOR, ItemKind.VEHICLE)
        and any(other.kind is item.kind for other in held)
    ):
        return 0.0
    types = {unit_type.value for unit_type in seen.setup.units[unit].types}
    if item.deck.value in {"warrior", "gunner", "scout", "medic"} and item.deck.value not in types:
        return 0.0
    if _lengthens_nothing(item, held):
        return 0.0
    use = float(item.cost)
    if item.weapon is not None:
        armed = any(other.weapon is not None for other in held)
        use *= SECOND_WEAPON if armed else FIRST_WEAPON
    return use - 20_000 * len(held)


def _lengthens_nothing(item: Item, held: Sequence[Item]) -> bool:
    """Return True if the item only extends weapons that the unit does not have."""
    if item.weapon is not None or item.ratings != Ratings() or not item.abilities:
        return False
    ranged = any(
        other.weapon is not None and other.weapon.kind is WeaponKind.RANGED for other in held
    )
    return not ranged and all(
        isinstance(effect, Modify) and effect.rating is Rating.RANGE
        for ability in item.abilities
        for effect in ability.do
    )
