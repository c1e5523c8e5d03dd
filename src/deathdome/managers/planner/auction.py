"""The auction: the jailed unit whose sale hurts its team most, or none (AUCTION).

A sale never lowers the value of a team: it is paid for all it sells. What its team loses is the
set: the winner of the match buys first, and the others before it may buy too. Everything that is
weighed here is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.card_worth import SECOND, usual_worth
from deathdome.managers.planner.evaluate import gang
from deathdome.managers.planner.explanations import Cause
from deathdome.managers.planner.weights import tuned
from deathdome.model.actions import DECLINE, Action, a_of
from deathdome.model.catalog import PRINTED_RANK0
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.rules.purchase import team_value
from deathdome.rules.series import cards_for_sale
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

TAKEN: Final = 0.5  # of an item's worth; its owner buys another for the same credits
BOUGHT_BACK: Final = 0.15  # of an item's worth, for the turns in which its owner buys it back
RANK: Final = 0.4  # of the price of a character's rank


class Sale(NamedTuple):
    """The sale of a jailed unit's cards, as its buyer sees it."""

    unit: int
    items: tuple[int, ...]
    first: int  # item that the winner could then buy first; -1: none that helps it
    amounts: tuple[tuple[str, float], ...]

    @property
    def value(self) -> float:
        """Credits compared with no sale."""
        return sum(amount for _, amount in self.amounts)


def sale_of(world: State, seat: int, unit: int) -> Sale:
    """Return what the winner of a match gains by the sale of a unit's cards."""
    setup = world.setup
    catalog, items = setup.catalog, world.items[unit]
    factors = tuned().outfit
    owner = unit // UNITS_PER_TEAM
    share = rank_of(world, seat, owner)
    worth = {item: usual_worth(catalog.items[item], factors) for item in items}
    affordable = [item for item in items if catalog.items[item].cost <= world.credits[seat]]
    taken = max(affordable, key=lambda item: worth[item], default=-1)
    rest = sum(amount for item, amount in worth.items() if item != taken)
    found: Amounts = [
        (say.TAKEN_FIRST, share * TAKEN * worth.get(taken, 0.0)),
        (say.SET_BROKEN, share * BOUGHT_BACK * rest),
    ]
    if len(cards_for_sale(world, unit)) > len(items):
        character = setup.units[unit]
        rank = max(0, character.cost - PRINTED_RANK0)
        found.append((say.RANK_LOST, share * RANK * rank))
        found.append((say.VALUE_GIVEN, -share * setup.ruleset.rank0_cost))
    uses = {item: best_use(world, seat, item) for item in affordable}
    first = max(uses, key=lambda item: uses[item], default=-1)
    others = [
        best_use(world, seat, item)
        for item, card in enumerate(catalog.items)
        if world.store >> item & 1 and card.cost <= world.credits[seat]
    ]
    gain = uses.get(first, 0.0) - max(others, default=0.0)
    if gain > 0:
        found.append((say.FIRST_PICK, gain))
    return Sale(unit, items, first if gain > 0 else -1, tuple(found))


def rank_of(world: State, seat: int, rival: int) -> float:
    """Return the share of a rival's loss that is a team's gain: most if it leads the season."""
    seats = range(world.setup.seats)
    if len(seats) == 2:
        return 1.0
    return gang([team_value(world, other) for other in seats], seat, rival)


def best_use(world: State, seat: int, item: int) -> float:
    """Return the worth of an item to the unit of a team that has most use for it."""
    setup = world.setup
    catalog, factors = setup.catalog, tuned().outfit
    card = catalog.items[item]
    if idle_on(setup.board, card):
        return 0.0
    best = 0.0
    worth = usual_worth(card, factors)
    for unit in range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + UNITS_PER_TEAM):
        held = [catalog.items[other] for other in world.items[unit]]
        if may_hold(setup.units[unit], held, card) is not None:
            continue
        weapons = [usual_worth(other, factors) for other in held if other.weapon is not None]
        use = worth
        if card.weapon is not None and weapons:
            use = max(0.0, worth - max(weapons)) + SECOND * min(worth, max(weapons))
        best = max(best, use)
    return best


def auction_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> list[tuple[float, Action]]:
    """Return the value of each sale, compared with none."""
    del weights  # about a match
    values: list[tuple[float, Action]] = []
    for action in options:
        if action == DECLINE:
            values.append((0.0, action))
            if causes is not None:
                causes[action] = Cause(0.0, list, remark=say.NO_SALE)
            continue
        sale = sale_of(world, seat, a_of(action))
        values.append((sale.value, action))
        if causes is not None:
            causes[action] = Cause(sale.value, [*sale.amounts].copy)
    return values
