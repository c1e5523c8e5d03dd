"""What the steps of a purchasing turn bring with them, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, kind_of
from deathdome.model.catalog import VACANT
from deathdome.text.names import listed
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.observation import Observation


def consequence(action: Action, before: Observation, after: Observation) -> str:
    """What the purchase or sale of a character brings with it: who comes, who goes, what is loose.

    '' for all other steps.
    """
    setup = after.setup
    cards = setup.catalog.store_cards
    if kind_of(action) not in (ActionKind.BUY, ActionKind.SELL) or a_of(action) < len(
        setup.catalog.items
    ):
        return ""
    found = []
    for unit in team_units(after.seat):
        old, new = before.setup.units[unit], setup.units[unit]
        if new == VACANT != old:
            found.append(say.ITS_PLACE_IS_VACANT)
        elif new != old:
            found.append(f"{new.name} takes {'the' if old == VACANT else 'its'} place")
    new_aside = [card for card in after.spare[after.seat] if card not in before.spare[after.seat]]
    if a_of(action) in new_aside:
        found.append(say.FIFTH_ASIDE_UNTIL_ONE)
    elif new_aside:
        loose = listed([cards[card].name for card in new_aside])
        found.append(f"{loose} {'lies' if len(new_aside) == 1 else 'lie'} aside")
    return "; ".join(found)
