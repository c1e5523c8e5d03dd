"""Shopping: the best whole outfit that the credits can buy (decision 0015).

Credits that are left when the match begins pay nothing, so the question is never whether a card is
worth its price, but which cards together are worth most for all the credits there are.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.card_worth import (
    SECOND,
    help_kind,
    model,
    traits_of,
    usual_worth,
)
from deathdome.managers.planner.explanations import Cause, remark, runner_up, terms_of
from deathdome.managers.planner.restocking import best_move, best_sale, denials
from deathdome.match.protocol import Reply
from deathdome.model.actions import DONE, PASS, Action, ActionKind, a_of, b_of, kind_of, make_action
from deathdome.model.frames import Purchase
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from random import Random

    from deathdome.content.outfits import OutfitPlan
    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.match.protocol import Request
    from deathdome.model.catalog import Catalog, Item
    from deathdome.model.observation import Observation
    from deathdome.model.vocabulary import UnitType

BEAM: Final = 40  # outfits kept while cards are added
HOPE: Final = 0.42  # what a credit not yet spent may bring, at best
SPREAD: Final = 0.25  # by so much tastes differ, card by card
KEEN: Final = 8  # power of the liking of an outfit that a team draws
MEANT: Final = 3.0  # factor on the worth of a card of the team's outfit to its bearer there


class Outfit(NamedTuple):
    """Cards that might be bought, each with its unit."""

    value: float
    left: int  # credits
    gifts: tuple[tuple[int, int], ...]  # (item, unit)
    held: tuple[tuple[int, ...], ...]  # per own unit


class Shopper:
    """Plans purchases for one team.

    The team means to buy one of the measured outfits, so that no two matches see the same store
    emptied; rivals and its own taste may change that.
    """

    def __init__(
        self,
        catalog: Catalog,
        rng: Random,
        factors: Mapping[str, float],
        wishes: Mapping[str, float] | None = None,
        noise: float = 1.0,
        outfit: OutfitPlan | None = None,
    ) -> None:
        """Return the values of cards to a team.

        `factors`: how much more or less a card has done for any team, by id or kind; `wishes`: how
        much more a team of this personality likes it, by kind or trait; `noise`: how strong its
        own taste is, compared with the usual one; `outfit`: the cards it means to buy.
        """
        self._catalog = catalog
        self._factors = factors
        self._denied: dict[int, float] = {}  # by item, for keeping it from rivals in a season
        self._worth = tuple(
            usual_worth(item, factors)
            * _liking(item, wishes or {})
            * max(0.0, 1 + noise * rng.uniform(-SPREAD, SPREAD))
            for item in catalog.items
        )
        numbers = {item.id: number for number, item in enumerate(catalog.items)}
        places = outfit.places if outfit is not None else ()
        # The bearers of the cards of the outfit, and how much more they are worth to those.
        self._bearers: dict[int, set[UnitType]] = {}
        self._meant: dict[int, float] = {}
        for place in places:
            for card in (numbers[name] for name in place.cards if name in numbers):
                worth = self._worth[card]
                self._bearers.setdefault(card, set()).add(place.bearer)
                self._meant[card] = MEANT * max(worth, model(catalog.items[card])) - worth
        self._rank = tuple(
            worth + self._meant.get(card, 0.0) for card, worth in enumerate(self._worth)
        )

    def answer(self, request: Request) -> Reply:
        """Return the next step in the store, with its explanation."""
        causes: Causes = {}
        action = self._step(request, causes)
        why = terms_of(action, causes[action]) if action in causes else remark(action)
        return Reply(action, 0, why, runner_up(causes, action))

    def _step(self, request: Request, causes: Causes) -> Action:
        seen = request.seen
        items = self._catalog.items
        equips = [action for action in request.options if kind_of(action) is ActionKind.EQUIP]
        sales = {
            a_of(action): action for action in request.options if kind_of(action) is ActionKind.SELL
        }
        for index in seen.spare[seen.seat]:
            if index >= len(items):
                continue
            fitting = {b_of(action): action for action in equips if a_of(action) == index}
            if fitting:
                first = seen.seat * 4
                for unit, action in fitting.items():
                    held = seen.items[unit]
                    types = seen.setup.units[unit].types
                    use = self.use(index, unit, held, seen)
                    causes[action] = Cause(use, partial(self._amounts, index, types, use))
                return max(
                    fitting.values(),
                    key=lambda action: (
                        self.use(index, b_of(action), seen.items[b_of(action)], seen),
                        first - b_of(action),
                    ),
                )
            if index in sales:
                back = items[index].cost
                causes[sales[index]] = Cause(back, [(say.PRICE_RETURNED, float(back))].copy)
                return sales[index]
        frame = seen.stack[-1]
        season = seen.setup.series is not None
        sold_only = isinstance(frame, Purchase) and frame.bought < 0
        if DONE in request.options and not (season and sold_only):
            return DONE
        purchases = {
            a_of(action): action for action in request.options if kind_of(action) is ActionKind.BUY
        }
        cards = [card for card in purchases if card < len(items)]
        self._denied = denials(seen) if season else {}
        if season:
            change = self._change(request, causes)
            if change is not None:
                return change
        outfit, *others = self.outfits(seen, cards)
        if outfit.gifts:
            item = self._first(outfit)
            self._explain(seen, purchases, (outfit, *others), causes)
            return purchases[item]
        if DONE in request.options:
            return DONE
        return PASS if PASS in request.options else request.options[-1]

    def _change(self, request: Request, causes: Causes) -> Action | None:
        """Return a change of the team's own equipment: an item moved, or sold for a better one."""
        seen, options = request.seen, request.options
        move = best_move(self, seen, options)
        if move is not None:
            gain, action = move
            causes[action] = Cause(gain, [(say.MORE_USE, gain)].copy)
            return action
        sale = best_sale(self, seen, options)
        if sale is None:
            return None
        gain, action = sale
        causes[action] = Cause(gain, [(say.ROOM, gain)].copy)
        return action

    def _explain(
        self,
        seen: Observation,
        purchases: Mapping[int, Action],
        outfits: Sequence[Outfit],
        causes: Causes,
    ) -> None:
        """Explain the first card of the best outfit, and return the best outfit without it."""
        item = self._first(outfits[0])
        others = (one for one in outfits if one.gifts and item not in dict(one.gifts))
        for outfit in (outfits[0], *islice(others, 1)):
            card = self._first(outfit)
            unit = dict(outfit.gifts)[card]
            use = self.use(card, unit, seen.items[unit], seen)
            causes[purchases[card]] = Cause(
                outfit.value,
                partial(self._amounts, card, seen.setup.units[unit].types, use, outfit.value - use),
                deeds=[purchases[card], make_action(ActionKind.EQUIP, card, unit)].copy,
            )

    def _more(self, card: int, types: Collection[UnitType]) -> float:
        """Return how much more a card is worth to a unit of these types for the outfit."""
        bearers = self._bearers.get(card)
        return self._meant[card] if bearers is not None and not bearers.isdisjoint(types) else 0.0

    def _amounts(
        self, card: int, types: Collection[UnitType], use: float, more: float = 0.0
    ) -> Amounts:
        """Return the terms of a card's use to a unit, and the purchases that go with it."""
        item = self._catalog.items[card]
        denied = self._denied.get(card, 0.0) if more else 0.0
        price = model(item)
        usual = usual_worth(item, self._factors)
        worth = self._worth[card]
        meant = self._more(card, types)
        return [
            (say.VALUE, price),
            (say.RECORD, usual - price),
            (say.TASTE, worth - usual),
            (say.OUTFIT, meant),
            (say.SYNERGY, use - worth - meant),
            (say.LATER_ITEMS, more - denied),
            (say.DENIED, denied),
        ]

    def _first(self, outfit: Outfit) -> int:
        """First the cards that others might buy: those worth most to any team."""
        denied = self._denied
        return max(
            (item for item, _ in outfit.gifts),
            key=lambda item: self._rank[item] + denied.get(item, 0.0),
        )

    def worth(self, item: int) -> float:
        """Credits that an item is worth to the team."""
        return self._worth[item]

    def plan(self, seen: Observation, cards: Sequence[int]) -> Outfit:
        """Return the best cards to add to the team."""
        return self.outfits(seen, cards)[0]

    def outfits(self, seen: Observation, cards: Sequence[int]) -> list[Outfit]:
        """Return the outfits considered, best first."""
        units = range(seen.seat * 4, seen.seat * 4 + 4)
        start = Outfit(0.0, seen.credits[seen.seat], (), tuple(seen.items[unit] for unit in units))
        items, board = self._catalog.items, seen.setup.board
        useful = [card for card in cards if not idle_on(board, items[card])]
        for card in self._meant:
            if card in useful:
                start = max(self._with(start, card, units, seen), key=_value, default=start)
        bought = {card for card, _ in start.gifts}
        beam = [start]
        best = start
        left = [card for card in useful if card not in bought]
        for card in sorted(left, key=lambda card: (-self._rank[card], card)):
            grown = [one for outfit in beam for one in self._with(outfit, card, units, seen)]
            beam = _best(beam + grown)
            best = max(best, beam[0])
        return [best, *beam]

    def _with(
        self, outfit: Outfit, card: int, units: Sequence[int], seen: Observation
    ) -> Iterator[Outfit]:
        """Yield the outfit with one card more, for each unit that has a use for it."""
        left = outfit.left - self._catalog.items[card].cost
        if left < 0:
            return
        for place, unit in enumerate(units):
            use = self.use(card, unit, outfit.held[place], seen)
            if use > 0:
                held = list(outfit.held)
                held[place] = (*held[place], card)
                value = outfit.value + use + self._denied.get(card, 0.0)
                yield Outfit(value, left, (*outfit.gifts, (card, unit)), tuple(held))

    def use(self, card: int, unit: int, held: Sequence[int], seen: Observation) -> float:
        """Value of an item on a unit in addition to its other items; 0 if it cannot carry it."""
        items = self._catalog.items
        item = items[card]
        character = seen.setup.units[unit]
        if may_hold(character, [items[other] for other in held], item) is not None:
            return 0.0
        use = self._worth[card]
        weapons = [self._worth[other] for other in held if items[other].weapon is not None]
        if item.weapon is not None and weapons:
            # Only one of them is used at a time.
            use = max(0.0, use - max(weapons)) + SECOND * min(use, max(weapons))
        elif item.weapon is None and item.ratings.strength > 0 and not weapons:
            use *= 0.6
        return use + self._more(card, character.types)


def drawn_outfit(
    plans: Sequence[OutfitPlan], catalog: Catalog, rng: Random, wishes: Mapping[str, float]
) -> OutfitPlan | None:
    """Draw the outfit that a team means to buy; more often one that suits its personality."""
    items = {item.id: item for item in catalog.items}

    def liking(plan: OutfitPlan) -> float:
        cards = [items[place.cards[0]] for place in plan.places if place.cards[0] in items]
        liked = sum(card.cost * _liking(card, wishes) for card in cards)
        return plan.weight * (liked / max(1, sum(card.cost for card in cards))) ** KEEN

    return rng.choices(plans, [liking(plan) for plan in plans])[0] if plans else None


def _liking(item: Item, wishes: Mapping[str, float]) -> float:
    """Return how much more a personality likes a card than others do."""
    return prod(wishes.get(tag, 1.0) for tag in (help_kind(item), *traits_of(item)))


def _value(outfit: Outfit) -> float:
    return outfit.value


def _best(outfits: list[Outfit]) -> list[Outfit]:
    """Return the most promising outfits, one for each set of cards, with the worth of credits."""
    outfits.sort(key=lambda outfit: -(outfit.value + HOPE * outfit.left))
    kept: dict[tuple[int, ...], Outfit] = {}
    for outfit in outfits:
        kept.setdefault(tuple(item for item, _ in outfit.gifts), outfit)
        if len(kept) == BEAM:
            break
    return sorted(kept.values(), key=lambda outfit: -outfit.value)
