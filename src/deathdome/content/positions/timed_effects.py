"""Conversion of timed effects and counted uses between positions and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.positions.words import key
from deathdome.content.words import DURATIONS, suggestion
from deathdome.errors import ContentError
from deathdome.model.catalog import AbilityId
from deathdome.model.identifiers import (
    TEAMS,
    parse_card,
    parse_team,
    parse_unit,
    unit_text,
)
from deathdome.model.lookup import everything
from deathdome.model.state import UNITS_PER_TEAM, Timed
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Allow,
    Deny,
    EffectKind,
    Period,
    Rating,
)
from deathdome.rules.abilities import WEAPON_KEY, limit_key

if TYPE_CHECKING:
    from deathdome.content.positions.schema import EffectSheet
    from deathdome.model.catalog import Item
    from deathdome.model.state import State

_RATINGS: Final = {rating.name.lower(): rating for rating in Rating}
_WHAT: Final = (*_RATINGS, "allow", "deny")


def effect_of(state: State, sheet: EffectSheet, unit: int, place: str) -> Timed:
    """Return the timed effect of a table; `place` begins its errors.

    Raises:
        ContentError: a word in it names nothing.
    """
    said = [name for name in _WHAT if getattr(sheet, name) is not None]
    if len(said) != 1:
        raise ContentError(f"{place}: one of {', '.join(_WHAT)} in each table, not {len(said)}")
    with key(place, "unit"):
        if sheet.unit is not None:
            unit = parse_unit(state.setup, sheet.unit)
    if unit < 0:
        raise ContentError(f"{place}: on which unit? Say unit = ...")
    if sheet.until not in DURATIONS:
        raise ContentError(
            f'{place}: no duration "{sheet.until}".{suggestion(sheet.until, DURATIONS)}'
        )
    seat = unit // UNITS_PER_TEAM
    with key(place, "by"):
        if sheet.by is not None:
            seat = parse_team(sheet.by)
    with key(place, "card"):
        card = -1 if sheet.card is None else parse_card(state.setup, sheet.card)
    name = said[0]
    effect_kind, what, number = EffectKind.MOD, 0, 0
    if name in _RATINGS:
        what, number = _RATINGS[name], getattr(sheet, name)
    else:
        effect_kind = EffectKind.ALLOW if name == "allow" else EffectKind.DENY
        known = ALLOW_NAMES if name == "allow" else DENY_NAMES
        for word in getattr(sheet, name).split():
            if word not in known:
                raise ContentError(f'{place}: no {name} "{word}".{suggestion(word, known)}')
            what |= known[word]
    until = DURATIONS[sheet.until]
    return Timed(unit, seat, effect_kind, what, number, until, sheet.begun, card, tuple(sheet.acts))


def effect_fields(state: State, effect: Timed) -> dict[str, object]:
    """Return the table of a timed effect."""
    found: dict[str, object] = {"unit": unit_text(state.setup, effect.unit)}
    if effect.effect_kind is EffectKind.MOD:
        found[Rating(effect.what).name.lower()] = effect.n
    else:
        allowing = effect.effect_kind is EffectKind.ALLOW
        known: dict[str, Allow] | dict[str, Deny] = ALLOW_NAMES if allowing else DENY_NAMES
        words = [word for word, flag in known.items() if effect.what & flag]
        found["allow" if allowing else "deny"] = " ".join(words)
    found["until"] = next(word for word, until in DURATIONS.items() if until is effect.until)
    found["by"] = TEAMS[effect.seat]
    if effect.begun:
        found["begun"] = True
    if effect.card >= 0:
        found["card"] = state.setup.catalog.power_cards[effect.card].id
    if effect.acts:
        found["acts"] = list(effect.acts)
    return found


def use_key(state: State, name: str, place: str) -> int:
    """Return the key in `State.uses` of a limited weapon or ability, by the id of its card.

    Raises:
        ContentError: nothing with that name has a limit.
    """
    limited = {use_name(state, number): number for number in _limited(state)}
    card, sign, place_of_it = name.rpartition("#")
    cards = everything(state.setup.catalog)
    if cards.called(name):  # the sign is part of a name
        card, sign = name, ""
    called = [cards.printed[one].id for one in cards.find(card if sign else name)]
    for word in (name, *(f"{one}{sign}{place_of_it}" if sign else one for one in called)):
        if word in limited:
            return limited[word]
    known = suggestion(called[0] if called else name, limited)
    raise ContentError(f'{place}: nothing called "{name}" has a limit.{known}')


def use_name(state: State, number: int) -> str:
    """Return the name of a key in `State.uses`: the card's id, with #2 for its second limit.

    The limit of a weapon has the plain id, and then the limits of its abilities always have
    numbers.
    """
    catalog = state.setup.catalog
    index = number & 0xFFFF
    if number & ~0xFFFF == WEAPON_KEY:
        return catalog.items[index].id
    card = catalog.abilities[index].card
    alike = [
        ability.id
        for ability in catalog.abilities
        if ability.card == card
        and ability.limit is not None
        and ability.limit.per is not Period.ATTACK
    ]
    armed = any(item.id == card and _limits_weapon(item) for item in catalog.items)
    return card if len(alike) + armed < 2 else f"{card}#{alike.index(AbilityId(index)) + 1}"


def _limits_weapon(item: Item) -> bool:
    return item.weapon is not None and item.weapon.limit is not None


def _limited(state: State) -> list[int]:
    catalog = state.setup.catalog
    found = [
        limit_key(ability)
        for ability in catalog.abilities
        if ability.limit is not None and ability.limit.per is not Period.ATTACK
    ]
    found += [
        WEAPON_KEY | index for index, item in enumerate(catalog.items) if _limits_weapon(item)
    ]
    return found
