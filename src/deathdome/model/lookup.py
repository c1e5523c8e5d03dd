"""Lookup of cards by id or name, ignoring case, blanks and punctuation."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from deathdome.errors import NotationError, nearest
from deathdome.spelling import folded, id_like

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.model.catalog import Catalog, Character, Item, PowerCard, Token

    Printed: TypeAlias = Item | PowerCard | Character | Token

# Words of the notation that cannot name a card, unit, jail or space (docs/notation.md).
RESERVED: Final = frozenset(
    {
        *("on", "to", "with", "for", "choosing", "around", "everybody", "punch", "a punch"),
        *("base", "home", "jail", "nobody", "none", "off", "vacant", "chance"),
        *("red", "blue", "green", "yellow"),
    }
)

# -- cards of a catalog ----------------------------------------------------------------------------

_MAX_LISTED: Final = 4  # errors list all ids if there are this many or fewer


class Index:
    """Index of cards by id and name."""

    def __init__(self, printed: Sequence[Printed], what: str) -> None:
        """Take the word `what` for such a card in errors."""
        self.printed: Final = printed
        self._what: Final = what
        self._ids: Final = {card.id: place for place, card in enumerate(printed)}
        self._names: Final = _grouped((folded(card.name), n) for n, card in enumerate(printed))
        self._alike: Final = _grouped(
            (word, n)
            for n, card in enumerate(printed)
            for word in dict.fromkeys((id_like(card.id), id_like(card.name)))
        )

    def by_id(self, text: str) -> int | None:
        """Return the position of the card with exactly that id."""
        return self._ids.get(text)

    def find(self, text: str) -> Sequence[int]:
        """Return the positions of cards that a text can mean; several only if it is ambiguous.

        An id takes precedence over a name, and a whole name over one without its punctuation.
        """
        return self.called(text) or self._alike.get(id_like(text), ())

    def called(self, text: str) -> Sequence[int]:
        """Return the positions of the cards with that id, or with that whole name."""
        word = folded(text)
        for spelt in (text, word):
            if spelt in self._ids:
                return (self._ids[spelt],)
        return self._names.get(word, ())

    def one(self, text: str) -> int:
        """Return the position of the card that a text means.

        Raises:
            NotationError: there is no such card, or several; suggests the nearest id or matches.
        """
        found = self.find(text)
        if len(found) > 1:
            ids = [self.printed[place].id for place in found]
            raise NotationError(ambiguous(self._what, text, ids))
        if not found:
            known = list(self._ids)
            few = known_words(known) if len(known) <= _MAX_LISTED else ""
            near = nearest(id_like(text), known) or few
            raise NotationError(f'no {self._what} "{text}".{near}')
        return found[0]


def _grouped(words: Iterable[tuple[str, int]]) -> Mapping[str, tuple[int, ...]]:
    """Return the places under each word; skip empty words."""
    found: dict[str, tuple[int, ...]] = {}
    for word, place in words:
        if word:
            found[word] = (*found.get(word, ()), place)
    return found


def ambiguous(what: str, text: str, ids: Iterable[str]) -> str:
    """Return the error for a text that matches several things."""
    return f'which {what} is "{text}"? Write its id: {" or ".join(ids)}.'


def known_words(known: Iterable[str]) -> str:
    """Return ' There are: a, b.' for error texts."""
    return f" There are: {', '.join(known)}."


@lru_cache(maxsize=16)
def items(catalog: Catalog) -> Index:
    """Return the index of items."""
    return Index(catalog.items, "store card")


@lru_cache(maxsize=16)
def store_cards(catalog: Catalog) -> Index:
    """Return the index of items and characters."""
    return Index(catalog.store_cards, "store card")


@lru_cache(maxsize=16)
def characters(catalog: Catalog) -> Index:
    """Return the index of characters."""
    return Index(catalog.characters, "character")


@lru_cache(maxsize=16)
def power_cards(catalog: Catalog) -> Index:
    """Return the index of power cards."""
    return Index(catalog.power_cards, "power card")


@lru_cache(maxsize=16)
def tokens(catalog: Catalog) -> Index:
    """Return the index of bug tokens."""
    return Index(catalog.tokens, "bug token")


@lru_cache(maxsize=16)
def carriers(catalog: Catalog) -> Index:
    """Return the index of all with abilities to use: items, units, tokens."""
    units = (*catalog.registry, *catalog.characters)
    carrying: tuple[Printed, ...] = (*catalog.items, *units, *catalog.tokens)
    return Index(carrying, "card or character with an ability")


@lru_cache(maxsize=16)
def everything(catalog: Catalog) -> Index:
    """Return the index of all printed cards."""
    printed: tuple[Printed, ...] = (
        *catalog.items,
        *catalog.power_cards,
        *catalog.characters,
        *catalog.tokens,
        *catalog.registry,
    )
    return Index(printed, "card")


def card_of_id(catalog: Catalog, identifier: str) -> Printed | None:
    """Return the printed card with this id."""
    index = everything(catalog)
    place = index.by_id(identifier)
    return None if place is None else index.printed[place]
