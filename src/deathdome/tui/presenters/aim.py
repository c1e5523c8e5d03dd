"""The line from a unit to a space: how far, which weapons reach it, and what is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.vocabulary import Rating
from deathdome.rules.observing import visible_state
from deathdome.rules.sight import obstacle
from deathdome.rules.units import boost, in_base
from deathdome.text.names import space_name
from deathdome.text.phrases import position as say
from deathdome.tui.presenters.pieces import kind_words, place_of, unit_token, weapon_name

if TYPE_CHECKING:
    from deathdome.geometry.grid import Space
    from deathdome.model.observation import Observation


def aim_text(seen: Observation, unit: int, space: int) -> str:
    """`@g e4 to k9: 6 away, not in sight: wall at h6. Punch range 1: no.`, about a unit."""
    token = unit_token(seen.setup, unit)
    here, there = seen.space[unit], place_of(seen, space)
    if here < 0:
        return say.IS_NOT_ON_THE_FIELD.format(token=token)
    state = visible_state(seen)
    terrain = seen.setup.terrain
    away = terrain.distance(here, there)
    sees = here == there or bool(terrain.sees(here, there))
    line = f"{token} {space_name(seen.setup, here)} to {space_name(seen.setup, there)}: {away} away"
    if sees:
        line += say.AND_IN_SIGHT
    else:
        line += say.AND_NOT_IN_SIGHT.format(blockers=in_the_way(seen, here, there))
    if in_base(state, unit):
        return say.NO_ATTACKS_FROM_A_BASE.format(line=line)
    parts = []
    for arm in state.gear.weapons[unit]:
        most = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
        reaches = away <= most and (not arm.sight or terrain.sees(here, there, arm.through_walls))
        parts.append(f"{weapon_name(seen, arm.item)} range {most}: {'yes' if reaches else 'no'}")
    return f"{line} {'; '.join(parts)}."


def in_the_way(seen: Observation, here: Space, there: Space) -> str:
    """What stands between two spaces of which one does not see the other: `wall at h6`."""
    space, corner = obstacle(seen.setup.board, here, there)
    if space < 0:
        return say.HEIGHT_OF_THE_TOWER
    name = space_name(seen.setup, space)
    return say.THE_CORNER_OF.format(name=name) if corner else f"{kind_words(seen, space)} at {name}"
