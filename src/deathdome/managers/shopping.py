"""What to buy, and who gets it: a simple rule that leaves no team without weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import DONE, PASS, Act, Action, a_of, b_of, verb_of
from deathdome.model.vocabulary import ItemKind

if TYPE_CHECKING:
    from deathdome.model.catalog import Item
    from deathdome.play.controllers import Request

SHARE = 0.45  # of the credits left, that the dearest purchase of a turn may take
SECOND_WEAPON = 0.25  # what a second weapon on a unit is worth beside the first
FIRST_WEAPON = 1.5


def shop(request: Request) -> Action:
    """The next step in the store: buy the dearest useful card within reach, equip it, go on."""
    seen = request.seen
    items = seen.table.catalog.items
    purchases = [act for act in request.options if verb_of(act) is Act.BUY]
    equips = [act for act in request.options if verb_of(act) is Act.EQUIP]
    spare = seen.spare[seen.seat]
    for index in spare:
        fitting = {b_of(act): act for act in equips if a_of(act) == index}
        if fitting:
            unit = max(fitting, key=lambda unit: (_use(request, items[index], unit), -unit))
            return fitting[unit]
    if spare:
        sales = [a for a in request.options if verb_of(a) is Act.SELL and a_of(a) in spare]
        if sales:
            return sales[0]
    if DONE in request.options:
        return DONE
    cap = max(SHARE * seen.credits[seen.seat], 200_000)
    best: tuple[float, int] | None = None
    for act in purchases:
        item = items[a_of(act)]
        if item.cost > cap:
            continue
        use = max((_use(request, item, unit) for unit in _units(seen.seat)), default=0.0)
        if use > 0 and (best is None or (use, -a_of(act)) > best):
            best = (use, -a_of(act))
    if best is not None:
        return next(act for act in purchases if a_of(act) == -best[1])
    return PASS if PASS in request.options else request.options[-1]


def _units(seat: int) -> range:
    return range(seat * 4, seat * 4 + 4)


def _use(request: Request, item: Item, unit: int) -> float:
    """Credits that the item is worth on a unit; 0 where it cannot go."""
    seen = request.seen
    catalog = seen.table.catalog
    held = [catalog.items[other] for other in seen.items[unit]]
    if len(held) >= 3 or (
        item.kind in (ItemKind.ARMOR, ItemKind.VEHICLE)
        and any(other.kind is item.kind for other in held)
    ):
        return 0.0
    types = {unit_type.value for unit_type in seen.table.units[unit].types}
    if item.deck.value in {"warrior", "gunner", "scout", "medic"} and item.deck.value not in types:
        return 0.0
    use = float(item.cost)
    if item.weapon is not None:
        armed = any(other.weapon is not None for other in held)
        use *= SECOND_WEAPON if armed else FIRST_WEAPON
    return use - 20_000 * len(held)
