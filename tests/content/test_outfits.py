"""The file of outfits: three that can be bought, and errors that name the line."""

from __future__ import annotations

import pytest

from deathdome.bundled import data_folder
from deathdome.content.catalogs import load_catalog
from deathdome.content.outfits import managers_outfits, outfit_plans, parse_outfits
from deathdome.errors import ContentError
from deathdome.model.vocabulary import Deck, WeaponKind

GOOD = (data_folder() / "outfits.toml").read_text("utf-8")
CATALOG = load_catalog()


def test_outfits_are_balanced_close_and_ranged() -> None:
    assert [plan.id for plan in outfit_plans()] == ["balanced", "close", "ranged"]


def test_every_first_place_has_another_card_in_case_a_rival_buys_the_first() -> None:
    assert all(len(plan.places[0].cards) > 1 for plan in outfit_plans())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"drive-by-crossbow"', '"drive-by-crossbo"', "balanced, places 2: no item"),
        ('["warrior", "nap', '["medic", "nap', "balanced, places 1: nap-hammer is for a"),
        ('["warrior", "nap', '["clown", "nap', "balanced, places 1: no unit type"),
        (
            '["medic", "portable-second-opinion"]',
            '["medic"]',
            "balanced, extras 1: a place is a list",
        ),
        ('name = "Balanced"', 'name = ""', "balanced, name: at least one letter"),
        ('about = "hits', 'abuot = "hits', 'balanced, abuot: no key "abuot"'),
    ],
)
def test_an_error_names_the_line(old: str, new: str, said: str) -> None:
    line = GOOD[: GOOD.index(old)].count("\n") + 1
    with pytest.raises(ContentError) as caught:
        parse_outfits(GOOD.replace(old, new, 1), CATALOG)
    assert str(caught.value).startswith(f"outfits.toml:{line}: {said}")


def test_an_outfit_beyond_the_credits_of_a_match_is_refused() -> None:
    dear = GOOD.replace('"cyber-suit"', '"emperors-old-armor"', 1)
    with pytest.raises(ContentError, match="the cards cost 2,600,000 credits"):
        parse_outfits(dear, CATALOG)


@pytest.mark.parametrize("text", ["one = 1", "[one]", "x = ["])
def test_a_damaged_file_is_refused(text: str) -> None:
    with pytest.raises(ContentError, match=r"outfits.toml"):
        parse_outfits(text, CATALOG)


def test_managers_draw_from_every_deck_and_from_guns_and_blades() -> None:
    items = {item.id: item for item in CATALOG.items}
    held = [
        [items[place.cards[0]] for place in plan.places for _ in place.cards[:1]]
        for plan in managers_outfits()
    ]
    assert len(held) >= 12
    assert len({item.id for cards in held for item in cards}) >= 40
    for deck in Deck:
        share = sum(any(item.deck is deck for item in cards) for cards in held) / len(held)
        assert share >= 0.2, deck
    kinds = [{item.weapon.kind for item in cards if item.weapon} for cards in held]
    assert sum(WeaponKind.RANGED in one for one in kinds) >= len(kinds) / 3
    assert sum(WeaponKind.CLOSE in one for one in kinds) >= len(kinds) / 3


@pytest.mark.parametrize("weight", ["0", "-1", '"often"', "true", "inf", "1e9"])
def test_a_weight_is_a_number_above_0(weight: str) -> None:
    text = GOOD.replace("[close]", f"[close]\nweight = {weight}", 1)
    with pytest.raises(ContentError, match=r"outfits.toml:\d+: close, weight: a number"):
        parse_outfits(text, CATALOG)
