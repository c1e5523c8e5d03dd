"""A planning manager that means to buy a given outfit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.content.outfits import OutfitPlan, Place
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.vocabulary import UnitType

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Weights
    from lab.yardsticks.outfit import Outfit


def plan_of(outfit: Outfit) -> OutfitPlan:
    """Return the outfit as managers draw one."""
    places = tuple(Place(UnitType(bearer), (card,)) for bearer, card in outfit)
    return OutfitPlan("fixed", "fixed", "", places)


class Outfitted(PlanningManager):
    """A manager that buys a given outfit, as far as rivals leave it, and what else it likes."""

    def __init__(self, outfit: Outfit, level: str = "veteran", weights: Weights = NEUTRAL) -> None:
        super().__init__(level, weights)
        self.outfit = plan_of(outfit)
