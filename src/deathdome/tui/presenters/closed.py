"""What stands in a list though it cannot be chosen now, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import NOBODY, Action, ActionKind, a_of, kind_of, make_action, option
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Shape, Trigger
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import visible_state
from deathdome.tui.presenters.menus import Entry
from deathdome.tui.presenters.pieces import weapon_name
from deathdome.tui.presenters.reasons import refused_here
from deathdome.tui.presenters.words import has_ability

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from deathdome.model.observation import Observation
    from deathdome.model.state import State

_OWN_TIME: Final = (Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN)


def begun(seen: Observation, prefix: Iterable[Action]) -> State:
    """What the seat sees of the position once the answers of `prefix` are given."""
    state = visible_state(seen)
    for action in prefix:
        asked = decision(state)
        if asked is not None and action in asked.options:
            apply_action(state, action, trusted=True)
    return state


def closed_cards(
    seen: Observation, unit: int, options: Collection[Action], prefix: Iterable[Action]
) -> list[Entry]:
    """Power cards with abilities, and items of the unit, that cannot be used now."""
    state = begun(seen, prefix)
    catalog = seen.setup.catalog
    played = {a_of(action) for action in options if kind_of(action) is ActionKind.PLAY}
    used = {
        catalog.ability_of(action).card for action in options if kind_of(action) is ActionKind.USE
    }
    entries = []
    for card in dict.fromkeys(seen.hand):
        if card not in played and has_ability(seen, card):
            name = catalog.power_cards[card].name
            entries.append(
                _closed(
                    state, f"play {name}", make_action(ActionKind.PLAY, card, 0, option(-1, -1))
                )
            )
    abilities = seen.gear.windows[unit] if unit >= 0 else {}
    for ability in (ability for when in _OWN_TIME for ability in abilities.get(when, ())):
        if ability.card in used:
            continue
        used.add(ability.card)
        printed = card_of_id(catalog, ability.card)
        name = printed.name if printed is not None else ability.card
        action = make_action(ActionKind.USE, ability.id, 0, option(-1, -1))
        entries.append(_closed(state, name, action))
    return entries


def closed_weapons(
    seen: Observation, unit: int, acts: Iterable[Action], prefix: Iterable[Action]
) -> list[Entry]:
    """Weapons of the unit that nobody can be attacked with from where it stands."""
    state = begun(seen, prefix)
    open_ones = {a_of(action) for action in acts}
    entries = []
    for arm in state.gear.weapons[unit]:
        if arm.item in open_ones:
            continue
        target = NOBODY if arm.shape is Shape.ADJACENT else _nearest_foe(seen, state, unit)
        name = f"attack with {weapon_name(seen, arm.item)}"
        entries.append(_closed(state, name, make_action(ActionKind.ATTACK, arm.item, target)))
    return entries


def _nearest_foe(seen: Observation, state: State, unit: int) -> int:
    here, terrain = seen.space[unit], state.setup.terrain
    near = [
        (terrain.distance(here, place), foe)
        for foe, place in enumerate(seen.space)
        if foe // UNITS_PER_TEAM != seen.seat and min(here, place) >= 0
    ]
    return min(near)[1] if near else NOBODY


def _closed(state: State, text: str, action: Action) -> Entry:
    return Entry(text, (), closed=refused_here(state, action))


def unplayable(seen: Observation, action: Action, options: Collection[Action]) -> str:
    """Why the ability of a card that may be laid for its value is not among the answers; or ''."""
    card = a_of(action)
    if any(kind_of(other) is ActionKind.PLAY and a_of(other) == card for other in options):
        return ""
    return refused_here(visible_state(seen), make_action(ActionKind.PLAY, card, 0, option(-1, -1)))
