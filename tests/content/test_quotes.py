"""Ability names and quotes of the bundled cards: every card has both, and they change no rule."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from program import answered

from deathdome.content.card_files import entries_of
from deathdome.content.catalogs import fingerprint, load_catalog
from deathdome.errors import ContentError
from deathdome.model.catalog import Character, Item, Weapon
from deathdome.toml.files import parse_toml

CATALOG = load_catalog()
CARDS = CATALOG.store_cards
LONGEST = 60  # characters with the quotation marks
ITEM = """[[card]]
id = "spoon"
name = "Spoon"
deck = "equipment"
kind = "equipment"
cost = 100_000
text = "No ability."
"""


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.casefold()))


def test_every_card_has_an_ability_name_and_a_quote() -> None:
    assert len(CARDS) == 107
    assert [card.id for card in CARDS if not card.ability_name or not card.quote] == []


def test_none_is_used_twice() -> None:
    assert len({card.quote for card in CARDS}) == len(CARDS)
    assert len({card.ability_name for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_quote_is_short_and_does_not_repeat_the_rules(card: Item | Character) -> None:
    assert len(card.quote) + 2 < LONGEST
    assert len(card.ability_name.split()) <= 4
    assert not card.ability_name.endswith(".")
    assert card.quote.endswith((".", "?", "!"))
    assert len(words(card.quote) & words(card.text)) < 3


def ordinary(card: Item | Character) -> bool:
    """True for a card with ratings only, or a weapon that attacks one visible target once."""
    weapon = card.weapon if isinstance(card, Item) else None
    plain = weapon is None or weapon == Weapon(weapon.kind, weapon.strength, weapon.range)
    return not card.abilities and plain


def test_a_card_without_an_ability_says_so_in_the_same_words() -> None:
    assert [card.id for card in CARDS if ordinary(card) is not (card.text == "No ability.")] == []


def test_they_have_no_effect_on_the_fingerprint() -> None:
    bare = tuple(replace(card, ability_name="", quote="") for card in CATALOG.items)
    assert fingerprint(replace(CATALOG, items=bare)) == CATALOG.fingerprint


def test_packs_may_leave_them_out_and_are_told_when_one_is_too_long() -> None:
    entries_of(parse_toml(ITEM, "it"), "it")
    entries_of(parse_toml(f'{ITEM}ability_name = "Stir"\nquote = "Soup."\n', "it"), "it")
    for key, most in (("ability_name", 24), ("quote", 57)):
        with pytest.raises(ContentError, match=f"{key}: {most + 1} characters are too many"):
            entries_of(parse_toml(f'{ITEM}{key} = "{"x" * (most + 1)}"\n', "it"), "it")


def test_the_card_command_shows_them() -> None:
    shown = " ".join(answered("cards", "nap-hammer").stdout.split())
    assert "Early Night: A unit it wounds is incapacitated. \"Eight hours' sleep in one" in shown
