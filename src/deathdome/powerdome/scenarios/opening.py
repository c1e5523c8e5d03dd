"""The state of a game in which the phase of a scenario begins, to be played from there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import new_game
from deathdome.powerdome.rules.rounds import reset
from deathdome.powerdome.scenarios.reading import set_rules
from deathdome.powerdome.scenarios.words import listed

if TYPE_CHECKING:
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.scenarios.reading import Scenario


def opening(scenario: Scenario, *, strategy: bool = False) -> State:
    """Return the state at the bids of an auction, or at the sheets of a round.

    `strategy` begins a round with its talk.

    Raises:
        PlaceError: a slot of the auction names something that is not a power.
    """
    dome = scenario.dome.copy()
    names = scenario.names[: dome.seats]
    begun = new_game(dome.tome, tuple(names), scenario.options)
    if scenario.phase == "auction":
        rows = listed(scenario.table.data.get("slots", []), ("slots",))
        slots = tuple(sorted(scenario.tome.powers.one(word, path) for word, path in rows))
        return replace(begun, dome=dome, phase=Phase.BIDDING, slots=slots)
    dome.round = max(dome.round, 1) - 1
    set_rules(dome)
    reset(dome, [])
    phase = Phase.STRATEGY if strategy else Phase.ALLOCATION
    return replace(begun, dome=dome, phase=phase)
