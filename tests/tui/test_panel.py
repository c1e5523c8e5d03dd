"""Units on the TEAMS page and the page to read: vitae, what lasts on them, what is left."""

from __future__ import annotations

import pytest
from scenes import item_id, scene

from deathdome.model.state import Timed
from deathdome.model.vocabulary import EffectKind, Rating, Until
from deathdome.rules.abilities import WEAPON_KEY
from deathdome.rules.observing import observe
from deathdome.stage.text import text_of
from deathdome.tui.presenters.panel import (
    hand_lines,
    reading_lines,
    team_lines,
    uses_words,
    vitae_bar,
)

NAMES = ("human", "greedy", "greedy", "greedy")


def test_vitae_are_bars_of_two_shapes() -> None:
    match = scene(units={"red warrior": "e4"}, wounds={"red warrior": 2})
    assert vitae_bar(observe(match.state, 0), match.unit("red warrior")) == "###--"


def test_what_lasts_says_until_when_and_uses_say_how_many_are_left() -> None:
    match = scene(
        units={"red warrior": "e4", "red scout": "jail nw"},
        items={"red warrior": ["whoopee-maul"]},
        down=["red warrior"],
    )
    unit = match.unit("red warrior")
    strength = int(Rating.STRENGTH)
    match.state.timed = (
        Timed(unit, 0, EffectKind.MOD, strength, 2, Until.NEXT_TURN),
        Timed(unit, 1, EffectKind.MOD, strength, -1, Until.TURN),
    )
    seen = observe(match.state, 0)
    text = text_of(reading_lines(seen, unit, 54))
    assert "+2 strength, until Red's next turn" in " ".join(text.split())
    assert "-1 strength, until the end of this turn" in text
    assert "Incapacitated" in text
    assert "##### " in text
    assert "Whoopee Maul" in text
    assert "In the north-west jail." in text_of(reading_lines(seen, match.unit("red scout"), 54))
    wide = text_of(team_lines(seen, NAMES[:2], 70, 40))
    assert "+2 strength, until Red's next turn" in " ".join(wide.split())


def test_uses_of_a_match_are_counted_down() -> None:
    match = scene()
    catalog = match.state.setup.catalog
    limited = next(
        index
        for index, item in enumerate(catalog.items)
        if item.weapon is not None and item.weapon.limit is not None
    )
    weapon = catalog.items[limited].weapon
    assert weapon is not None
    assert weapon.limit is not None
    assert uses_words(observe(match.state, 0), limited).startswith(f"{weapon.limit} of")
    match.state.uses = {WEAPON_KEY | limited: 1}
    assert uses_words(observe(match.state, 0), limited).startswith(f"{weapon.limit - 1} of")
    assert uses_words(observe(match.state, 0), item_id("whoopee-maul")) == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [(33, 17), (34, 20), (70, 26), (70, 60)])
def test_all_teams_are_on_the_page_at_every_size(seats: int, size: tuple[int, int]) -> None:
    seen = observe(scene(seats=seats).state, 0)
    rows = team_lines(seen, NAMES[:seats], *size)
    assert len(rows) <= size[1]
    assert all(len(text_of(row)) <= size[0] for row in rows)
    text = text_of(rows)
    for sign in "@&%+"[:seats]:
        for letter in "wgsm":
            assert f"{sign}{letter}" in text
    if seats == 2:
        assert "#####" in text


def test_the_hand_says_when_a_card_is_of_use() -> None:
    seen = observe(scene(hands={"red": ["triple-shift"]}).state, 0)
    text = " ".join(text_of(hand_lines(seen, 34, 20)).split())
    assert "When: before, between or after unit phases on your turn." in text
