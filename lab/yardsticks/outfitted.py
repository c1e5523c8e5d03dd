"""A planning manager whose first purchases are fixed; the rest it chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.content.outfits import OutfitPlan, Place
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.match.protocol import Reply
from deathdome.model.actions import ActionKind, a_of, kind_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.vocabulary import UnitType
from deathdome.session.outfitting import buyable, next_step

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Weights
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action


class Worn(NamedTuple):
    """A card and the type of its bearer."""

    bearer: str
    card: str  # id


Outfit = tuple[Worn, ...]  # in the order of purchase


def outfit_of(text: str) -> Outfit:
    """Return the outfit written as `warrior:cyber-suit scout:spare-spleen`."""
    return tuple(Worn(*word.split(":")) for word in text.split())


def plan_of(outfit: Outfit) -> OutfitPlan:
    """Return the outfit as the store's helper knows it."""
    places = tuple(Place(UnitType(bearer), (card,)) for bearer, card in outfit)
    return OutfitPlan("fixed", "fixed", "", places, ())


class Outfitted(PlanningManager):
    """A manager that buys its outfit before anything else, as far as rivals leave it."""

    def __init__(self, outfit: Outfit, level: str = "veteran", weights: Weights = NEUTRAL) -> None:
        super().__init__(level, weights)
        self._purchases = plan_of(outfit)

    def decide(self, request: Request) -> Reply:
        """Return the next purchase of the outfit while there is one."""
        if request.question is Question.PURCHASE:
            action = self._purchase(request)
            if action is not None:
                return Reply(action)
        return super().decide(request)

    def _purchase(self, request: Request) -> Action | None:
        """Give a bought card of the outfit to its bearer, or buy the next card.

        The shopper gives bought cards of its own choice to their bearers.
        """
        seen = request.seen
        spare = {item for item in seen.spare[request.seat] if item >= 0}
        for action in request.options:
            if kind_of(action) is ActionKind.EQUIP and a_of(action) in spare:
                step = next_step(self._purchases, seen, {a_of(action)})
                if step is not None and make_action(ActionKind.EQUIP, *step) == action:
                    return action
        step = next_step(self._purchases, seen, buyable(request.options))
        if step is None or spare:
            return None
        return make_action(ActionKind.BUY, step.item)
