"""docs/cards.md: every card for players to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import PRINTED_RANK0
from deathdome.model.vocabulary import Deck
from deathdome.text.cards import facts, ratings_words, whom
from lab.pages.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.catalog import Catalog, Character, Item, PowerCard, Token

_HEAD: Final = """\
# Cards

<!-- Written by `make docs` from data/cards. -->

Everything printed, deck by deck. `deathdome cards ID` shows one of them in the terminal,
`deathdome cards WORD` finds them. [effects.md](effects.md) explains the words, the
rules behind them in [rules.md](rules.md).

An ability marked [a] costs the action of the unit phase. A unit carries three items at most."""

_PLAYED: Final = "Each is played for its value, attacking or defending, or for its ability."
_RATINGS: Final = ("S", "M", "T", "V")


def cards_page(catalog: Catalog) -> str:
    """Return the page."""
    parts = [_HEAD]
    for deck in Deck:
        items = [item for item in catalog.items if item.deck is deck]
        parts += [f"## {deck.value.capitalize()} deck", _items(items)]
    copies = sum(card.copies for card in catalog.power_cards)
    kinds = f"{copies} cards of {len(catalog.power_cards)} kinds."
    parts += ["## Power cards", f"{kinds} {_PLAYED}", _power_cards(catalog.power_cards)]
    parts += ["## Team registry", _units(catalog.registry)]
    less = f"{PRINTED_RANK0:,}"
    parts += [
        "## Characters",
        f"Prices are those of 2021; in the editions before each costs {less} less (CHAR-4).",
    ]
    for rank in sorted({character.rank for character in catalog.characters}):
        ranked = [character for character in catalog.characters if character.rank == rank]
        parts += [f"### Rank {rank}", _characters(ranked)]
    parts += ["## Tokens", _tokens(catalog.tokens)]
    return "\n\n".join(parts) + "\n"


def _items(items: Sequence[Item]) -> str:
    rows = ([_title(item), f"{item.cost:,}", facts(item), whom(item), item.text] for item in items)
    return table(["card", "price", "what it is", "for", "text"], rows)


def _power_cards(cards: Sequence[PowerCard]) -> str:
    rows = (
        [_title(card), str(card.copies), str(card.value), card.timing, card.text] for card in cards
    )
    return table(["card", "copies", "value", "when", "text"], rows)


def _units(units: Sequence[Character]) -> str:
    rows = ([_title(unit), *_ratings(unit), unit.text] for unit in units)
    return table(["unit", *_RATINGS, "text"], rows)


def _characters(characters: Sequence[Character]) -> str:
    rows = (
        [
            _title(character),
            "/".join(kind.value for kind in character.types),
            f"{character.cost:,}",
            *_ratings(character),
            character.text,
            f"*{character.style}*" if character.style else "",
        ]
        for character in characters
    )
    return table(["character", "types", "price", *_RATINGS, "text", "style"], rows)


def _tokens(tokens: Sequence[Token]) -> str:
    return table(["token", "text"], ([_title(token), token.text] for token in tokens))


def _ratings(unit: Character) -> Iterator[str]:
    yield from map(str, ratings_words(unit.ratings).values())


def _title(card: Item | PowerCard | Character | Token) -> str:
    return f"**{card.name}** `{card.id}`"
