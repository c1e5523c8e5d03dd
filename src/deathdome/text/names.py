"""Names of teams, units, spaces and cards inside a sentence; `capitalised` begins one.

A team is known by the colour of its pieces. A unit is "Red's Warrior" unless it has a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import PUNCH
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.model.frames import AttackSetup
    from deathdome.model.lookup import Printed
    from deathdome.model.state import Setup

TEAM_NAMES: Final = ("Red", "Blue", "Green", "Yellow")  # index is Seat; GAME-1
_DOTS: Final = "..."  # in lines, whatever their encoding
_LETTERS_OF_TYPE: Final = 3
_THOUSAND: Final = 1_000


# -- teams and units -------------------------------------------------------------------------------


def team_name(seat: int) -> str:
    """'Red', 'Blue', 'Green' or 'Yellow'."""
    return TEAM_NAMES[seat]


def team_short(seat: int) -> str:
    """Return the first letter of the team's name."""
    return TEAM_NAMES[seat][0]


def unit_name(setup: Setup, unit: int) -> str:
    """Return "Red's Warrior", or "Red's Madame Magma"; 'unit 99' for an unknown number.

    `Convicts.named` is the setup in which a unit has a name of its own.
    """
    if not 0 <= unit < len(setup.units):
        return f"unit {unit}"
    name = setup.units[unit].name.removeprefix("The ")
    return f"{team_name(unit // UNITS_PER_TEAM)}'s {name}"


def addressed(text: str, setup: Setup, seat: int) -> str:
    """Return a text for the player of a seat: "your Scout" for "Red's Scout" of their team.

    A unit with a name of its own is named without its team.
    """
    if seat < 0:
        return text
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        known = unit_name(setup, unit)
        name = known.removeprefix(f"{team_name(seat)}'s ")
        text = text.replace(
            known, f"your {name}" if setup.units[unit] in setup.catalog.registry else name
        )
    return text


def short_name(setup: Setup, unit: int, seat: int = -1) -> str:
    """Return "Oakes", or without a name of its own "Blue's Gunner"; "your Gunner" of the seat."""
    character = setup.units[unit]
    if character not in setup.catalog.registry:
        return character.name.removeprefix("The ")
    if unit // UNITS_PER_TEAM == seat:
        return f"your {character.name}"
    return unit_name(setup, unit)


def the_units(setup: Setup, units: Iterable[int]) -> str:
    """Return "Red's Warrior and Blue's Gunner"."""
    return listed([unit_name(setup, unit) for unit in units])


def unit_short(setup: Setup, unit: int) -> str:
    """At most five letters: 'R-war' of the registry, otherwise team and initials, 'R-MSS'."""
    character = setup.units[unit]
    team = team_short(unit // UNITS_PER_TEAM)
    if character in setup.catalog.registry:
        return f"{team}-{character.name[:_LETTERS_OF_TYPE].lower()}"
    words = character.name.replace("-", " ").split() or [character.name]
    letters = "".join(word[0] for word in words) if len(words) > 1 else words[0]
    return f"{team}-{letters[:_LETTERS_OF_TYPE].upper()}"


# -- places ----------------------------------------------------------------------------------------


def space_name(setup: Setup, space: int) -> str:
    """'k5'; a number off the board is 'space 9999'."""
    grid = setup.board.grid
    if not 0 <= space < grid.size or not grid.everything >> space & 1:
        return f"space {space}"
    return grid.name(space)


def place_name(setup: Setup, space: int, seat: int) -> str:
    """Return the place of a unit of this seat: 'k5', 'its base' or 'the nw jail'."""
    if space < 0:
        return f"the {jail_name(setup, -1 - space)}"
    if setup.order and space == setup.terrain.home[seat]:
        return "its base"
    return space_name(setup, space)


def where_words(setup: Setup, space: int, seat: int) -> str:
    """'on k5', 'in its base' or 'in the nw jail'."""
    place = place_name(setup, space, seat)
    return f"{'on' if place == space_name(setup, space) else 'in'} {place}"


_QUARTERS: Final = {
    "nw": "north-west",
    "ne": "north-east",
    "sw": "south-west",
    "se": "south-east",
}


def jail_name(setup: Setup, jail: int) -> str:
    """'north-west jail'; a number that no jail has is 'jail 9'."""
    names = setup.board.jail_names
    if not 0 <= jail < len(names):
        return f"jail {jail}"
    return f"{_QUARTERS.get(names[jail], names[jail])} jail"


# -- cards -----------------------------------------------------------------------------------------


def item_name(setup: Setup, item: int) -> str:
    """Return a store card's name; 'punch' for PUNCH; 'item 999' for an unknown number."""
    if item == PUNCH:
        return "punch"
    cards = setup.catalog.store_cards
    return cards[item].name if 0 <= item < len(cards) else f"item {item}"


def the_item(setup: Setup, item: int) -> str:
    """Return a store card's name inside a sentence: 'the Rusty Chainsaw', 'Van Damme'."""
    if item == PUNCH:
        return "a punch"
    cards = setup.catalog.store_cards
    if not 0 <= item < len(cards):
        return f"item {item}"
    is_item = item < len(setup.catalog.items)
    return with_article(cards[item].name) if is_item else cards[item].name


def character_name(setup: Setup, character: int) -> str:
    """Return a character's name; 'character 99' for an unknown number."""
    cards = setup.catalog.characters
    return cards[character].name if 0 <= character < len(cards) else f"character {character}"


def card_name(setup: Setup, card: int) -> str:
    """Return a power card's name; 'power card 99' for an unknown number."""
    cards = setup.catalog.power_cards
    return cards[card].name if 0 <= card < len(cards) else f"power card {card}"


def token_name(setup: Setup, token: int) -> str:
    """Return a bug token's name."""
    return setup.catalog.tokens[token].name


def attack_name(setup: Setup, declared: AttackSetup) -> str:
    """Return the weapon, token or card of an attack; 'Attack' if it has no name."""
    catalog = setup.catalog
    if declared.item >= 0:
        return "Punch" if declared.item == PUNCH else item_name(setup, declared.item)
    if declared.token >= 0:
        return catalog.tokens[declared.token].name
    printed = card_of_id(catalog, declared.card)
    return printed.name if printed is not None else "Attack"


def ability_card(setup: Setup, ability: int) -> Printed | None:
    """Return the card, character or token with the ability; None for an unknown number."""
    abilities = setup.catalog.abilities
    if not 0 <= ability < len(abilities):
        return None
    return card_of_id(setup.catalog, abilities[ability].card)


def id_name(setup: Setup, identifier: str) -> str:
    """Return the name of a printed id with its article; '' for no id."""
    if not identifier:
        return ""
    printed = card_of_id(setup.catalog, identifier)
    return identifier if printed is None else with_article(printed.name)


# -- words -----------------------------------------------------------------------------------------

_BARE: Final = frozenset({"the", "a", "an", "van", "group", "fan"})  # first words without "the"


def with_article(name: str) -> str:
    """Return 'the Rusty Chainsaw', but 'Fan Mail' and "Widow's Stepladder" without article."""
    words = name.split()
    owned = any(word.endswith(("'s", "s'")) for word in words[:-1])
    return name if owned or words[0].lower() in _BARE else f"the {name}"


def credits_in_full(amount: int) -> str:
    """'600,000 credits', for reasons by the rules; everywhere else they are `compact`."""
    return f"{amount:,} credits"


def price_words(amount: int) -> str:
    """'600k', or 'free'."""
    return compact(amount) if amount else "free"


def compact(amount: int, *, signed: bool = False) -> str:
    """Return credits for a screen: '1.1M', '700k', '0'; `signed` adds the plus of a gain."""
    size = abs(amount)
    thousands = round(size / 1_000)
    if thousands >= _THOUSAND:
        number = f"{size / 1_000_000:.1f}".removesuffix(".0") + "M"
    else:
        number = f"{thousands}k" if thousands else "0"
    sign = "-" if amount < 0 and number != "0" else "+" if signed and amount > 0 else ""
    return sign + number


def hints_text(counts: Mapping[int, int]) -> str:
    """'Red 3, Blue 1': how many hints each seat took."""
    return ", ".join(f"{team_name(seat)} {number}" for seat, number in sorted(counts.items()))


def plural(number: int, word: str) -> str:
    """'wound', 'wounds', 'matches', 'copies': the word that fits the number."""
    if number == 1:
        return word
    if word.endswith(("ch", "sh", "s", "x")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}{'S' if word.isupper() else 's'}"


def counted(number: int, word: str, *, none: str = "no") -> str:
    """'1 wound', '1,200 matches', 'no wounds'; `none` replaces 0."""
    return f"{number:,} {plural(number, word)}" if number else f"{none} {plural(0, word)}"


def times(number: int) -> str:
    """'once', 'twice', '3 times'."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def listed(words: Sequence[str]) -> str:
    """Return 'a, b and c'."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1] if words else "")))


def capitalised(text: str) -> str:
    """Return the text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]


def shortened(text: str, width: int) -> str:
    """Cut a text of a line to `width` characters, with three dots at the end of a longer one."""
    if len(text) <= width:
        return text
    return f"{text[: max(0, width - len(_DOTS))].rstrip()}{_DOTS}"[:width]
