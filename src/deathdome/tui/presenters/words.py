"""Answers in words, short enough for the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import (
    EVERYBODY,
    NOBODY,
    Act,
    Action,
    a_of,
    b_of,
    choice_of,
    picked_of,
    subject_of,
    verb_of,
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


def option_words(act: Action, seen: Observation) -> str:
    """What the answer does: 'attack &w with Grudge Axe', 'play House Call: @g'."""
    verb = verb_of(act)
    table = seen.table
    catalog = table.catalog
    match verb:
        case Act.BUY:
            return f"buy {catalog.store_cards[a_of(act)].name}"
        case Act.SELL:
            return f"sell {catalog.store_cards[a_of(act)].name}"
        case Act.EQUIP:
            return f"give {catalog.items[a_of(act)].name} to {unit_token(table, b_of(act))}"
        case Act.UNEQUIP:
            return f"put {catalog.items[a_of(act)].name} aside"
        case Act.DEAL:
            return f"deal {character_name(table, a_of(act))}"
        case Act.ACTIVATE:
            return say.BEGIN_THE_UNIT_PHASE_OF.format(unit=unit_token(table, a_of(act)))
        case Act.HIT:
            return say.TAKES_ITS_HIT_NEXT.format(unit=unit_token(table, a_of(act)))
        case Act.WALK:
            return f"go to {space_name(table, a_of(act))}"
        case Act.PUSH_TO:
            return f"pushed to {space_name(table, a_of(act))}"
        case Act.ATTACK:
            whom = "all adjacent" if b_of(act) == NOBODY else unit_token(table, b_of(act))
            return f"attack {whom} with {weapon_name(seen, a_of(act))}"
        case Act.JAIL:
            return f"jail {table.board.jail_names[a_of(act)]}"
        case Act.LAY:
            card = catalog.power_cards[a_of(act)]
            return f"{card.value:+} {card.name}"
        case Act.USE | Act.PLAY:
            return _ability_words(act, seen)
        case _:
            return say.ANSWERS[verb]


def _ability_words(act: Action, seen: Observation) -> str:
    table = seen.table
    ability = table.catalog.ability_of(act)
    bearer = -1
    if verb_of(act) is Act.PLAY:
        name = f"play {table.catalog.power_cards[a_of(act)].name}"
        if deed := deed_words(act, ability, bearer, seen):
            return f"{name}: {deed}"
    else:
        printed = card_of_id(table.catalog, ability.card)
        name = printed.name if printed is not None else ability.card
        bearer = seen.gear.bearer.get(int(ability.id), -1)
        if deed := deed_words(act, ability, bearer, seen):
            return f"{deed} ({name})"
        if bearer >= 0:
            name = f"{unit_token(table, bearer)} {name}"
    parts = []
    picked = picked_of(act)
    if picked == EVERYBODY:
        parts.append(say.ALL_OF_THEM)
    elif picked >= 0 and ability.pick is not None:
        what = ability.pick.what
        if what == "unit":
            parts.append(unit_token(table, picked))
        elif what == "jail":
            parts.append(f"jail {table.board.jail_names[picked]}")
        else:
            parts.append(space_name(table, picked))
    if choice_of(act) >= 0:
        parts.append(_effect_words(ability.do[choice_of(act)]))
    if not parts and (subject := subject_of(act)) >= 0:
        parts.append(f"about {unit_token(table, subject)}")
    return f"{name}: {', '.join(parts)}" if parts else name


def _effect_words(effect: Effect) -> str:
    if isinstance(effect, Modify):
        rating = effect.rating.name.lower()
        until = {Until.TURN: " this turn", Until.NEXT_TURN: say.TILL_YOUR_NEXT_TURN}
        return f"{effect.n:+} {rating}{until.get(effect.until, '')}"
    return effect.verb.name.lower()


def ability_text(act: Action, seen: Observation) -> str:
    """The printed text of the card behind a USE or PLAY; '' for other answers."""
    verb = verb_of(act)
    if verb in (Act.PLAY, Act.LAY):
        return seen.table.catalog.power_cards[a_of(act)].text
    if verb is not Act.USE:
        return ""
    printed = card_of_id(seen.table.catalog, seen.table.catalog.ability_of(act).card)
    return printed.text if printed is not None else ""


def reaction_text(act: Action, seen: Observation) -> str:
    """The printed text with the name of what has it, which may be cut off in the answer itself."""
    text = ability_text(act, seen)
    if not text or verb_of(act) is not Act.USE:
        return text
    printed = card_of_id(seen.table.catalog, seen.table.catalog.ability_of(act).card)
    return f"{printed.name}: {text}" if printed is not None else text


def has_ability(seen: Observation, card: int) -> bool:
    """Whether a power card can be played for more than its value."""
    values = hands_of(seen.table.catalog).by_trigger
    return any(card in cards for cards in values.values())


def team_units(seat: int) -> range:
    """The units of a team."""
    return range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + UNITS_PER_TEAM)
