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
    KINDS,
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
    from collections.abc import Mapping, Sequence
    from random import Random

    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.match.protocol import Request
    from deathdome.model.catalog import Catalog
    from deathdome.model.observation import Observation

BEAM: Final = 40  # outfits kept while cards are added
HOPE: Final = 0.42  # what a credit not yet spent may bring, at best
SPREAD: Final = 0.25  # by so much tastes differ, card by card
STYLE: Final = 0.35  # ... and kind by kind, so that no two matches see the same store emptied


class Outfit(NamedTuple):
    """Cards that might be bought, each with its unit."""

    value: float
    left: int  # credits
    gifts: tuple[tuple[int, int], ...]  # (item, unit)
    held: tuple[tuple[int, ...], ...]  # per own unit


class Shopper:
    """Plans outfits for one team; its own taste makes two teams differ."""

    def __init__(
        self,
        catalog: Catalog,
        rng: Random,
        factors: Mapping[str, float],
        wishes: Mapping[str, float] | None = None,
        noise: float = 1.0,
    ) -> None:
        """Return the values of cards to a team.

        `factors`: how much more or less a card has done for any team, by id or kind; `wishes`: how
        much more a team of this personality likes it, by kind or trait; `noise`: how strong its
        own taste is, compared with the usual one.
        """
        self._catalog = catalog
        self._factors = factors
        self._denied: dict[int, float] = {}  # by item, for keeping it from rivals in a season
        style = {kind: max(0.0, 1 + noise * rng.uniform(-STYLE, STYLE)) for kind in KINDS}
        self._worth = tuple(
            usual_worth(item, factors)
            * style[help_kind(item)]
            * prod((wishes or {}).get(tag, 1.0) for tag in (help_kind(item), *traits_of(item)))
            * max(0.0, 1 + noise * rng.uniform(-SPREAD, SPREAD))
            for item in catalog.items
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
                    use = self.use(index, unit, held, seen)
                    causes[action] = Cause(use, partial(self._amounts, index, use))
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
                partial(self._amounts, card, use, outfit.value - use),
                deeds=[purchases[card], make_action(ActionKind.EQUIP, card, unit)].copy,
            )

    def _amounts(self, card: int, use: float, more: float = 0.0) -> Amounts:
        """Return the terms of a card's use to a unit, and the purchases that go with it."""
        item = self._catalog.items[card]
        denied = self._denied.get(card, 0.0) if more else 0.0
        price = model(item)
        usual = usual_worth(item, self._factors)
        return [
            (say.VALUE, price),
            (say.RECORD, usual - price),
            (say.TASTE, self._worth[card] - usual),
            (say.SYNERGY, use - self._worth[card]),
            (say.LATER_ITEMS, more - denied),
            (say.DENIED, denied),
        ]

    def _first(self, outfit: Outfit) -> int:
        """First the cards that others might buy: those worth most to any team."""
        denied = self._denied
        return max(
            (item for item, _ in outfit.gifts),
            key=lambda item: self._worth[item] + denied.get(item, 0.0),
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
        beam = [start]
        best = start
        items = self._catalog.items
        denied = self._denied
        board = seen.setup.board
        useful = [card for card in cards if not idle_on(board, items[card])]
        ordered = sorted(useful, key=lambda card: (-self._worth[card], card))
        for card in ordered:
            cost = items[card].cost
            grown = []
            for outfit in beam:
                if outfit.left < cost:
                    continue
                for place, unit in enumerate(units):
                    use = self.use(card, unit, outfit.held[place], seen)
                    if use <= 0:
                        continue
                    held = list(outfit.held)
                    held[place] = (*held[place], card)
                    gifts = (*outfit.gifts, (card, unit))
                    use += denied.get(card, 0.0)
                    grown.append(Outfit(outfit.value + use, outfit.left - cost, gifts, tuple(held)))
            beam = _best(beam + grown)
            best = max(best, beam[0])
        return [best, *beam]

    def use(self, card: int, unit: int, held: Sequence[int], seen: Observation) -> float:
        """Value of an item on a unit in addition to its other items; 0 if it cannot carry it."""
        items = self._catalog.items
        item = items[card]
        character = seen.setup.units[unit]
        if may_hold(character, [items[other] for other in held], item) is not None:
            return 0.0
        use: float = self._worth[card]
        weapons = [self._worth[other] for other in held if items[other].weapon is not None]
        if item.weapon is not None and weapons:
            # Only one of them is used at a time.
            use = max(0.0, use - max(weapons)) + SECOND * min(use, max(weapons))
        elif item.weapon is None and item.ratings.strength > 0 and not weapons:
            use *= 0.6
        return use


def _best(outfits: list[Outfit]) -> list[Outfit]:
    """Return the most promising outfits, one for each set of cards, with the worth of credits."""
    outfits.sort(key=lambda outfit: -(outfit.value + HOPE * outfit.left))
    kept: dict[tuple[int, ...], Outfit] = {}
    for outfit in outfits:
        kept.setdefault(tuple(item for item, _ in outfit.gifts), outfit)
        if len(kept) == BEAM:
            break
    return sorted(kept.values(), key=lambda outfit: -outfit.value)
