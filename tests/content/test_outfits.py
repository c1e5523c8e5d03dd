"""The file of outfits: three that can be bought, and errors that name the line."""

from __future__ import annotations

import pytest

from deathdome.bundled import data_folder
from deathdome.content.catalogs import load_catalog
from deathdome.content.outfits import outfit_plans, parse_outfits
from deathdome.errors import ContentError

GOOD = (data_folder() / "outfits.toml").read_text("utf-8")
CATALOG = load_catalog()


def test_outfits_are_balanced_close_and_ranged() -> None:
    assert [plan.id for plan in outfit_plans()] == ["balanced", "close", "ranged"]


def test_every_first_place_has_another_card_in_case_a_rival_buys_the_first() -> None:
    assert all(len(plan.places[0].cards) > 1 for plan in outfit_plans())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"unfair-stiletto"', '"unfair-stileto"', "balanced, places 2: no item"),
        ('["warrior", "rusty', '["medic", "rusty', "balanced, places 5: rusty-chainsaw is for a"),
        ('["warrior", "rusty', '["clown", "rusty', "balanced, places 5: no unit type"),
        ('["warrior", "rusty-chainsaw"]', '["warrior"]', "balanced, places 5: a place is a list"),
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
    dear = GOOD.replace('"rusty-chainsaw"', '"nap-hammer"', 1)
    with pytest.raises(ContentError, match="the cards cost 2,400,000 credits"):
        parse_outfits(dear, CATALOG)


@pytest.mark.parametrize("text", ["", "[one]", "x = ["])
def test_a_file_without_three_outfits_is_refused(text: str) -> None:
    with pytest.raises(ContentError, match=r"outfits.toml"):
        parse_outfits(text, CATALOG)
