"""Facts of a card as players read them, in the line above its printed text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Character, Item, PowerCard, Ratings, Token
from deathdome.model.vocabulary import Deck, Period, Shape, Trigger, WeaponKind, Zone
from deathdome.text.names import counted, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.catalog import Weapon
    from deathdome.model.ruleset import Ruleset

Printed = Item | PowerCard | Character | Token

RATING_NAMES: Final = ("strength", "movement", "toughness", "vitae")
_KINDS: Final = {WeaponKind.CLOSE: "close combat weapon", WeaponKind.RANGED: "ranged weapon"}
_SHAPES: Final = {Shape.SPLASH: "splash damage", Shape.ADJACENT: "hits all adjacent"}
_FITS: Final = {
    Deck.ARMOR: "any unit, one armor to a unit",
    Deck.VEHICLE: "any unit, one vehicle to a unit",
    Deck.EQUIPMENT: "any unit",
}


_ARMOR: Final = re.compile(r"(?<![\w-])(wears )?armor(?![\w-])")


def in_edition(text: str, ruleset: Ruleset) -> str:
    """Return a text with the edition's word for armor; printed names and ids stay."""
    if ruleset.armor_word == "armor":
        return text
    word = ruleset.armor_word
    return _ARMOR.sub(lambda found: f"wears a {word}" if found[1] else word, text)


def facts(card: Printed) -> str:
    """Return the facts of a card apart from name, price and text, in one line without a stop.

    'ranged weapon, strength 3, range 6, splash damage' for an item; value and copies for a
    power card; rank, types and ratings for a character.
    """
    match card:
        case Item():
            kind = _weapon_facts(card.weapon) if card.weapon else card.kind.value
            return ", ".join(part for part in (kind, added_ratings(card.ratings)) if part)
        case PowerCard():
            return f"value {card.value}, {counted(card.copies, 'copy')}"
        case Character():
            types = "/".join(unit_type.value for unit_type in card.types)
            rank = f"rank {card.rank} " if card.cost else ""  # a registry unit has none
            return f"{rank}{types}, {ratings_text(card.ratings)}"
        case Token():
            return "token"


def rules_text(card: Printed) -> str:
    """Return 'Early Night: A unit it wounds is incapacitated.'; without a name only the rules."""
    name = card.ability_name if isinstance(card, Item | Character) else ""
    return f"{name}: {card.text}" if name else card.text


def quote(card: Printed) -> str:
    """Return the quote of a card in quotation marks; '' if it has none."""
    words = card.quote if isinstance(card, Item | Character) else ""
    return f'"{words}"' if words else ""


def whom(item: Item) -> str:
    """Name the units that may have an item and its cost: 'a medic, costs an action'."""
    return ", ".join(dict.fromkeys(_whom(item)))


def _whom(item: Item) -> Iterator[str]:
    yield _FITS.get(item.deck, f"a {item.deck.value}")  # EQUIP-2 to EQUIP-5
    for ability in item.abilities:
        if ability.when is Trigger.ACTION:
            yield "costs an action"
        if ability.zone is Zone.JAIL:
            yield "works in jail"
        if ability.limit is not None and ability.limit.per in (Period.TURN, Period.MATCH):
            yield f"{times(ability.limit.n)} a {ability.limit.per.value}"


def ratings_words(ratings: Ratings) -> dict[str, int]:
    """Return the four ratings by name."""
    values = (ratings.strength, ratings.movement, ratings.toughness, ratings.vitae)
    return dict(zip(RATING_NAMES, values, strict=True))


def ratings_text(ratings: Ratings) -> str:
    """'strength 2, movement 5, toughness 1, vitae 5'."""
    return ", ".join(f"{name} {value}" for name, value in ratings_words(ratings).items())


def added_ratings(ratings: Ratings) -> str:
    """'+2 toughness, +2 vitae': what an item adds; '' when it adds nothing."""
    return ", ".join(f"{value:+} {name}" for name, value in ratings_words(ratings).items() if value)


def _weapon_facts(weapon: Weapon) -> str:
    parts = [_KINDS[weapon.kind], f"strength {weapon.strength}"]
    if weapon.kind is WeaponKind.RANGED:
        parts.append(f"range {weapon.range}")
    if weapon.shape in _SHAPES:
        parts.append(_SHAPES[weapon.shape])
    if not weapon.sight:
        parts.append("ignores sight")
    if weapon.attacks > 1:
        parts.append(f"{weapon.attacks} attacks")
    if weapon.limit is not None:
        parts.append(f"{weapon.limit} uses a match")
    return ", ".join(parts)
