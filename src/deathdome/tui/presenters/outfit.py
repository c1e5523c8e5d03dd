"""What a store card would do for each unit of the own team, and two cards side by side."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from deathdome.model.catalog import VACANT, Character
from deathdome.model.prices import price
from deathdome.rules.gear import outfits
from deathdome.text.cards import RATING_NAMES, credits_text, facts, ratings_words
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.text import (
    Line,
    Span,
    columns_of,
    cut,
    fitted,
    heading,
    line,
    text_of,
    wrapped,
)
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.rules.gear import Outfit, Ratings


def outfit_lines(seen: Observation, card: int, width: int) -> list[Line]:
    """A row for each own unit: whether it can take the card, its ratings before and after."""
    if card >= len(seen.setup.catalog.items):
        return _exchange_lines(seen, card, width)
    rows = [heading(say.IF_IT_HAD_IT, width, say.WHAT_H_STANDS_FOR)]
    names = seen.setup.catalog.items
    refused: dict[str, list[str]] = {}
    for outfit in outfits(seen, card):
        token = f" {unit_token(seen.setup, outfit.unit)} "
        if outfit.after is None:
            refused.setdefault(_refusal_words(seen, outfit, card), []).append(token.strip())
            continue
        words = f"{token}{_change_words(outfit.before, outfit.after)}"
        if outfit.instead_of < 0:
            rows.append(line(Span(cut(words, width))))
            continue
        room = width - columns_of(words) - 6
        name = names[outfit.instead_of].name
        if room >= 6:
            rows.append(line(words, Span(f", not {cut(name, room)}", "bad")))
        else:
            rows += [
                line(cut(words, width)),
                line(Span(cut(f"    instead of {name}", width), "bad")),
            ]
    for words, tokens in refused.items():
        rows.append(line(Span(cut(f" {' '.join(tokens)} {words}", width), "dim")))
    return rows


def _refusal_words(seen: Observation, outfit: Outfit, card: int) -> str:
    match outfit.refusal:
        case "vacant":
            return say.NO_UNIT_THERE
        case "type":
            return say.NO_IT_IS_FOR_A.format(deck=seen.setup.catalog.items[card].deck.value)
        case _:
            return say.NO_IT_HAS_THREE_ITEMS


def _change_words(before: Ratings, after: Ratings) -> str:
    """`S1 M5>4 T2 V6>8 h3/1>5/6`: only what changes has an arrow."""
    pairs = zip("SMTV", before, after, strict=False)
    parts = [_changed(letter, str(old), str(new)) for letter, old, new in pairs]
    if after.close != before.close:
        parts.append(f"T{after.close - before.close:+} close")
    if after.ranged != before.ranged:
        parts.append(f"T{after.ranged - before.ranged:+} ranged")
    old, new = f"{before.hits}/{before.reach}", f"{after.hits}/{after.reach}"
    return " ".join([*parts, _changed("h", old, new)])


def _changed(letter: str, old: str, new: str) -> str:
    return f"{letter}{old}" if old == new else f"{letter}{old}>{new}"


def _exchange_lines(seen: Observation, card: int, width: int) -> list[Line]:
    """A character beside each of the own team, as printed: who is sold for it."""
    rows = [heading(say.IN_PLACE_OF, width, say.AS_PRINTED_AND_ITS_CREDITS)]
    cards = seen.setup.catalog.character_cards
    new = seen.setup.catalog.store_cards[card]
    for unit in team_units(seen.seat):
        who = seen.setup.units[unit]
        token = f" {unit_token(seen.setup, unit)} "
        if who == VACANT or who.id not in cards:
            rows.append(line(Span(f"{token}vacant" if who == VACANT else token, "dim")))
            continue
        values = zip("SMTV", _printed(who.ratings), _printed(new.ratings), strict=True)
        words = " ".join(_changed(letter, str(old), str(now)) for letter, old, now in values)
        cost = price(seen.setup, card) - price(seen.setup, cards[who.id])
        rows.append(line(cut(f"{token}{words}  {-cost:+,}", width)))
    return rows


def _printed(ratings: object) -> tuple[int, ...]:
    return tuple(getattr(ratings, name) for name in RATING_NAMES)


# -- two cards -------------------------------------------------------------------------------------


def compared_lines(seen: Observation, marked: int, card: int, width: int) -> list[Line]:
    """Two store cards side by side; what the second has more or less stands first."""
    half = (width - 5) // 2  # a row that is cut off takes two columns more
    left, right = (_card_rows(seen, one, half) for one in (marked, card))
    rows = [heading("COMPARED", width, _difference(seen, marked, card))]
    for one, other in zip_longest(left, right, fillvalue=()):
        text, look = text_of(one), one[0].look if one else ""
        rows.append(line(Span(fitted(text, half), look), Span(" | ", "dim"), *other))
    return rows


def _card_rows(seen: Observation, card: int, width: int) -> list[Line]:
    printed = seen.setup.catalog.store_cards[card]
    deck = "character" if isinstance(printed, Character) else f"{printed.deck.value} deck"
    cost = credits_text(price(seen.setup, card))
    return [
        *wrapped(printed.name, width, "strong"),
        line(Span(cut(f"{cost}, {deck}", width))),
        *wrapped(facts(printed), width),
        *wrapped(printed.text, width, "dim"),
    ]


def _difference(seen: Observation, marked: int, card: int) -> str:
    """`price +200k, strength +2`: the card against the marked one."""
    catalog = seen.setup.catalog
    old, new = catalog.store_cards[marked], catalog.store_cards[card]
    cost = price(seen.setup, card) - price(seen.setup, marked)
    parts = [f"price {cost // 1000:+}k"] if cost else []
    before, after = ratings_words(old.ratings), ratings_words(new.ratings)
    for name, value in after.items():
        if value != before[name]:
            parts.append(f"{name[0].upper()}{value - before[name]:+}")
    if not isinstance(old, Character) and not isinstance(new, Character):
        one, other = old.weapon, new.weapon
        if one is not None and other is not None:
            parts += [f"hits {other.strength - one.strength:+}"] * (other.strength != one.strength)
            parts += [f"range {other.range - one.range:+}"] * (other.range != one.range)
    return cut(", ".join(parts) or say.SAME_NUMBERS, 34)
