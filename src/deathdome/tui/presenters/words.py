"""Answers in words, short enough for the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import (
    EVERYBODY,
    NOBODY,
    Action,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    picked_of,
    subject_of,
)
from deathdome.model.effects import Modify
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Until
from deathdome.rules.gear import hands_of
from deathdome.text.names import character_name, space_name
from deathdome.text.phrases import questions as say
from deathdome.tui.presenters.pieces import unit_token, weapon_name
from deathdome.tui.presenters.reactions import deed_words

if TYPE_CHECKING:
    from deathdome.model.effects import Effect
    from deathdome.model.observation import Observation


def option_words(action: Action, seen: Observation) -> str:
    """What the answer does: 'attack &w with Grudge Axe', 'play House Call: @g'."""
    kind = kind_of(action)
    setup = seen.setup
    catalog = setup.catalog
    match kind:
        case ActionKind.BUY:
            return f"buy {catalog.store_cards[a_of(action)].name}"
        case ActionKind.SELL:
            return f"sell {catalog.store_cards[a_of(action)].name}"
        case ActionKind.EQUIP:
            return f"give {catalog.items[a_of(action)].name} to {unit_token(setup, b_of(action))}"
        case ActionKind.UNEQUIP:
            return f"put {catalog.items[a_of(action)].name} aside"
        case ActionKind.DEAL:
            return f"deal {character_name(setup, a_of(action))}"
        case ActionKind.ACTIVATE:
            return say.BEGIN_THE_UNIT_PHASE_OF.format(unit=unit_token(setup, a_of(action)))
        case ActionKind.HIT:
            return say.TAKES_ITS_HIT_NEXT.format(unit=unit_token(setup, a_of(action)))
        case ActionKind.WALK:
            return f"go to {space_name(setup, a_of(action))}"
        case ActionKind.PUSH_TO:
            return f"pushed to {space_name(setup, a_of(action))}"
        case ActionKind.ATTACK:
            whom = "all adjacent" if b_of(action) == NOBODY else unit_token(setup, b_of(action))
            return f"attack {whom} with {weapon_name(seen, a_of(action))}"
        case ActionKind.JAIL:
            return f"jail {setup.board.jail_names[a_of(action)]}"
        case ActionKind.LAY:
            card = catalog.power_cards[a_of(action)]
            return f"{card.value:+} {card.name}"
        case ActionKind.USE | ActionKind.PLAY:
            return _ability_words(action, seen)
        case _:
            return say.ANSWERS[kind]


def _ability_words(action: Action, seen: Observation) -> str:
    setup = seen.setup
    ability = setup.catalog.ability_of(action)
    bearer = -1
    if kind_of(action) is ActionKind.PLAY:
        name = f"play {setup.catalog.power_cards[a_of(action)].name}"
        if deed := deed_words(action, ability, bearer, seen):
            return f"{name}: {deed}"
    else:
        printed = card_of_id(setup.catalog, ability.card)
        name = printed.name if printed is not None else ability.card
        bearer = seen.gear.bearer.get(int(ability.id), -1)
        if deed := deed_words(action, ability, bearer, seen):
            return f"{deed} ({name})"
        if bearer >= 0:
            name = f"{unit_token(setup, bearer)} {name}"
    parts = []
    picked = picked_of(action)
    if picked == EVERYBODY:
        parts.append(say.ALL_OF_THEM)
    elif picked >= 0 and ability.pick is not None:
        what = ability.pick.what
        if what == "unit":
            parts.append(unit_token(setup, picked))
        elif what == "jail":
            parts.append(f"jail {setup.board.jail_names[picked]}")
        else:
            parts.append(space_name(setup, picked))
    if choice_of(action) >= 0:
        parts.append(_effect_words(ability.do[choice_of(action)]))
    if not parts and (subject := subject_of(action)) >= 0:
        parts.append(f"about {unit_token(setup, subject)}")
    return f"{name}: {', '.join(parts)}" if parts else name


def _effect_words(effect: Effect) -> str:
    if isinstance(effect, Modify):
        rating = effect.rating.name.lower()
        until = {Until.TURN: " this turn", Until.NEXT_TURN: " " + say.TILL_YOUR_NEXT_TURN}
        return f"{effect.n:+} {rating}{until.get(effect.until, '')}"
    return effect.effect_kind.name.lower()


def ability_text(action: Action, seen: Observation) -> str:
    """The printed text of the card behind a USE or PLAY; '' for other answers."""
    kind = kind_of(action)
    if kind in (ActionKind.PLAY, ActionKind.LAY):
        return seen.setup.catalog.power_cards[a_of(action)].text
    if kind is not ActionKind.USE:
        return ""
    printed = card_of_id(seen.setup.catalog, seen.setup.catalog.ability_of(action).card)
    return printed.text if printed is not None else ""


def reaction_text(action: Action, seen: Observation) -> str:
    """The printed text with the name of what has it, which may be cut off in the answer itself."""
    text = ability_text(action, seen)
    if not text or kind_of(action) is not ActionKind.USE:
        return text
    printed = card_of_id(seen.setup.catalog, seen.setup.catalog.ability_of(action).card)
    return f"{printed.name}: {text}" if printed is not None else text


def has_ability(seen: Observation, card: int) -> bool:
    """Whether a power card can be played for more than its value."""
    values = hands_of(seen.setup.catalog).by_trigger
    return any(card in cards for cards in values.values())


def team_units(seat: int) -> range:
    """The units of a team."""
    return range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + UNITS_PER_TEAM)
