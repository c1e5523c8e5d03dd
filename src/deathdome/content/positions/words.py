"""Words of position files that need a match: places, characters, timed effects, counted uses."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from deathdome.content.words import DURATIONS
from deathdome.errors import ContentError, NotationError
from deathdome.model import lookup
from deathdome.model.actions import ActionKind, make_action
from deathdome.model.catalog import VACANT, AbilityId
from deathdome.model.identifiers import (
    BASE,
    JAIL,
    TEAMS,
    find_jails,
    parse_card,
    parse_character,
    parse_jail,
    parse_space,
    parse_team,
    parse_unit,
    space_text,
    unit_text,
)
from deathdome.model.lookup import everything
from deathdome.model.notation import parse_action
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
from deathdome.spelling import folded
from deathdome.toml.words import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.content.positions.schema import EffectSheet
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Character, Item
    from deathdome.model.state import Setup, State

_STEPS: Final = {"walk": ActionKind.WALK, "push": ActionKind.PUSH_TO}
_STEP: Final = re.compile(r"(walk|push)\s+(?:to\s+)?[a-z]{1,2}[0-9]{1,4}")
ANY_JAIL: Final = -1000  # "jail" without a name


@contextmanager
def key(shown: str, name: str) -> Iterator[None]:
    """Put file and key in front of errors in the words inside.

    Raises:
        ContentError: instead of a notation error.
    """
    try:
        yield
    except NotationError as error:
        raise ContentError(f"{shown}: {name}: {error}") from error


def parse_tried(setup: Setup, text: str, seat: int = -1, options: Sequence[Action] = ()) -> Action:
    """Parse an action; one that will be refused may name a space off the board.

    Raises:
        NotationError: the line is not an action.
    """
    try:
        return parse_action(setup, text, seat, options)
    except NotationError:
        found = _STEP.fullmatch(text.strip().lower())
        if found is None:
            raise
        return make_action(_STEPS[found[1]], setup.board.grid.size)


def place_text(setup: Setup, unit: int, place: int) -> str:
    """Return the place of a unit: "k11", "base" or "jail nw"."""
    if place < 0:
        names = setup.board.jail_names
        name = names[-1 - place] if -1 - place < len(names) else "off the board"
        return name if name.startswith(f"{JAIL} ") else f"{JAIL} {name}"
    return space_text(setup, place, unit >> 2)


def parse_place(setup: Setup, unit: int, text: str) -> int:
    """Return a place as the state holds it; ANY_JAIL for "jail" without a name.

    A jail needs no word "jail" if its name is not a space.

    Raises:
        NotationError: there is no such place, or several jails match.
    """
    word = folded(text)
    if word == JAIL:
        return -1 if len(setup.board.jail_names) == 1 else ANY_JAIL
    if JAIL in word.split():
        return -1 - parse_jail(setup, text)
    if word in (BASE, "home", f"{TEAMS[unit >> 2]} base"):
        word = BASE
    try:
        return parse_space(setup, word, unit >> 2)
    except NotationError as error:
        if find_jails(setup, text):
            return -1 - parse_jail(setup, text)
        found = lookup.characters(setup.catalog).find(text)
        if not found:
            raise
        character = setup.catalog.characters[found[0]].id
        raise NotationError(f'{error} Name a character with character = "{character}".') from None


def parse_who(setup: Setup, text: str) -> Character:
    """Return the named character; VACANT for a place without a unit.

    Raises:
        NotationError: there is no such character, or several match.
    """
    if folded(text) == VACANT.id:
        return VACANT
    return setup.catalog.characters[parse_character(setup, text)]


def character_named(setup: Setup, text: str) -> tuple[int, Character | None]:
    """Return the seat and the character of "red.madame-magma"; None for a line of the registry.

    Raises:
        NotationError: several characters match.
    """
    team, _, rest = text.strip().replace(".", " ", 1).partition(" ")
    seat = TEAMS.index(folded(team)) if folded(team) in TEAMS[: setup.seats] else -1
    lines = [line.id for line in setup.catalog.registry]
    known = folded(rest) == VACANT.id or lookup.characters(setup.catalog).find(rest)
    if seat < 0 or not known or folded(rest) in lines:
        return seat, None
    return seat, parse_who(setup, rest)


def place_of(state: State, unit: int) -> str:
    """Return the place of a unit in a state."""
    return place_text(state.setup, unit, state.space[unit])


def mask_units(mask: int) -> list[int]:
    """Return the units of a mask with one bit for each unit."""
    return [unit for unit in range(mask.bit_length()) if mask >> unit & 1]


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
    if cards.called(name):  # the symbol is part of a name
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
