"""Outfits that a purse pays for and that a team can carry."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.vocabulary import Deck, UnitType, WeaponKind
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from deathdome.model.catalog import Character, Item
    from deathdome.model.state import State

THEME: Final = 0.25  # of the purse that goes to the cards of a theme
THEMES: Final = ("any", "ranged", *(deck.value for deck in Deck))
MOST_SPARE: Final = 0.12  # of the purse that a random outfit may leave
AIMING: Final = ("far-sighted-spectacles", "x-ray-monocle")  # for ranged weapons
CLIMBS: Final = 2  # from random outfits, for the best one
BEARERS: Final = tuple(kind.value for kind in UnitType)


class Worn(NamedTuple):
    """A card and the type of its bearer."""

    bearer: str
    card: str  # id


Outfit = tuple[Worn, ...]


def outfit_of(text: str) -> Outfit:
    """Return the outfit written as `warrior:cyber-suit scout:spare-spleen`."""
    return tuple(Worn(*word.split(":")) for word in text.split())


def key_of(outfit: Outfit) -> str:
    """Return the outfit as it is written in a file."""
    return " ".join(f"{bearer}:{card}" for bearer, card in outfit)


@cache
def opening(seats: int) -> State:
    """Return the position before every match; do not change it."""
    return new_game(load_catalog(), load_board(), seats=seats)


@cache
def cards() -> Mapping[str, Item]:
    """Return the store cards that have a use on the board of new matches, by id."""
    board = load_board()
    return {item.id: item for item in load_catalog().items if not idle_on(board, item)}


@cache
def choices() -> tuple[Worn, ...]:
    """Return every card with every type of unit that may carry it."""
    return tuple(
        Worn(bearer, card)
        for card, item in sorted(cards().items())
        for bearer in BEARERS
        if may_hold(_unit(bearer), [], item) is None
    )


def price(outfit: Outfit) -> int:
    """Return the credits that an outfit costs."""
    return sum(cards()[worn.card].cost for worn in outfit)


def fits(outfit: Outfit) -> bool:
    """Return True if the purse pays for an outfit, and its bearers can hold and use it.

    A second weapon is hardly of use, and nothing makes a weapon that is not there reach farther.
    """
    if price(outfit) > opening(2).credits[0]:
        return False
    armed = [worn.bearer for worn in outfit if cards()[worn.card].weapon is not None]
    shooting = {worn.bearer for worn in outfit if _is_ranged(worn.card)}
    if len(set(armed)) < len(armed) or any(
        worn.card in AIMING and worn.bearer not in shooting for worn in outfit
    ):
        return False
    held: dict[str, list[Item]] = {}
    for bearer, card in outfit:
        own = held.setdefault(bearer, [])
        if may_hold(_unit(bearer), own, cards()[card]) is not None:
            return False
        own.append(cards()[card])
    return len({worn.card for worn in outfit}) == len(outfit)


@cache
def _unit(bearer: str) -> Character:
    units = opening(2).setup.units[:4]
    return next(one for one in units if UnitType(bearer) in one.types)


def suits(outfit: Outfit, theme: str) -> bool:
    """Return True if enough of the purse goes to the cards of a theme."""
    if theme == "any":
        return True
    spent = price(tuple(worn for worn in outfit if _of_theme(worn, theme)))
    return spent >= THEME * opening(2).credits[0]


def _of_theme(worn: Worn, theme: str) -> bool:
    return _is_ranged(worn.card) if theme == "ranged" else cards()[worn.card].deck.value == theme


def _is_ranged(card: str) -> bool:
    weapon = cards()[card].weapon
    return weapon is not None and weapon.kind is WeaponKind.RANGED


def random_outfit(dice: Random, theme: str = "any") -> Outfit:
    """Return an outfit of random cards that spends nearly the whole purse."""
    purse = opening(2).credits[0]
    while True:
        outfit: Outfit = ()
        order = dice.sample(choices(), len(choices()))
        if theme != "any":
            order.sort(key=lambda worn: not _of_theme(worn, theme))
        for worn in order:
            if suits(outfit, theme) and _of_theme(worn, theme) and dice.random() < 0.8:
                continue
            if fits((*outfit, worn)):
                outfit = (*outfit, worn)
        if price(outfit) >= (1 - MOST_SPARE) * purse and suits(outfit, theme):
            return tuple(dice.sample(outfit, len(outfit)))


def swapped(outfit: Outfit, dice: Random, theme: str = "any") -> Outfit:
    """Return an outfit in which one card is another or has another bearer, or two are another."""
    while True:
        found = _changed(outfit, dice)
        if found != outfit and fits(found) and suits(found, theme):
            return found


def _changed(outfit: Outfit, dice: Random) -> Outfit:
    rows = list(outfit)
    what = dice.random()
    if what < 0.3 or not rows:
        rows.append(dice.choice(choices()))
    elif what < 0.8 or len(rows) == 1:
        rows[dice.randrange(len(rows))] = dice.choice(choices())
    else:
        first, second = dice.sample(range(len(rows)), 2)
        rows[first] = dice.choice(choices())
        del rows[second]
    return tuple(rows)


def best_outfit(worth: Callable[[Outfit], float], dice: Random, theme: str = "any") -> Outfit:
    """Return the outfit of the highest worth that a few climbs find.

    A climb begins at a random outfit and takes in one card after the other, for none, one or two
    others, until no card makes it better.
    """
    best: tuple[float, Outfit] | None = None
    for _ in range(CLIMBS):
        outfit = random_outfit(dice, theme)
        value, last = worth(outfit), -1.0
        while value > last:
            last = value
            for worn in dice.sample(choices(), len(choices())):
                for other in _taken_in(outfit, worn):
                    more = worth(other)
                    if more > value and fits(other) and suits(other, theme):
                        outfit, value = other, more
                        break
        if best is None or value > best[0]:
            best = (value, outfit)
    assert best is not None
    return tuple(sorted(best[1]))


def _taken_in(outfit: Outfit, worn: Worn) -> Iterator[Outfit]:
    """Yield the outfit with one card more, then with it instead of one or two others."""
    if worn in outfit:
        return
    yield (*outfit, worn)
    places = range(len(outfit))
    for out in chain(combinations(places, 1), combinations(places, 2)):
        yield (*(one for place, one in enumerate(outfit) if place not in out), worn)
