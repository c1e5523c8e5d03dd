"""Splash over several teams, and hands as large as they may be: what matters to the asked team."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from scenes import Match, scene
from tui.props import on_stage

if TYPE_CHECKING:
    from collections.abc import Callable

SEVEN = (
    "triple-shift",
    "crowd-roar",
    "loud-noise",
    "encore",
    "house-call",
    "elbow-grease",
    "bullet-time-share",
)


def splash() -> Match:
    match = scene(
        seats=3,
        units={
            "red scout": "h7",
            "blue gunner": "k7",
            "blue medic": "l7",
            "blue scout": "l8",
            "blue warrior": "k8",
            "green gunner": "j8",
            "green medic": "j7",
        },
        items={"red scout": ["party-grenade"]},
        hands={"red": ["crowd-roar"], "green": list(SEVEN)},
        active="red scout",
    )
    match.attack("blue gunner", "party-grenade").lay("crowd-roar").commit()
    return match if match.asked_team == "green" else match.commit()


async def test_of_several_that_are_hit_the_own_units_are_always_told() -> None:
    async with on_stage(splash(), ("quiet", "quiet", "human")) as stage:
        prompt = " ".join(stage.lines("prompt").split())
        assert prompt.startswith("2 of your units are attacked")
        for name in ("Your Gunner", "Your Medic"):
            assert f"{name} toughness 1" in prompt
            assert f"{name} 7 wounds, dies" in prompt
        assert "more" in prompt
        await stage.press("o")
        details = stage.lines("text")
        assert details.index("Your Gunner 8 against 1") < details.index("Gunner 8 against 1", 250)


def attacked() -> Match:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar"], "blue": list(SEVEN)},
        active="red warrior",
    )
    return match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit()


@pytest.mark.parametrize("make", [attacked, splash])
async def test_all_seven_cards_are_in_sight_when_cards_are_laid(make: Callable[[], Match]) -> None:
    names = ("quiet", "human") if make is attacked else ("quiet", "quiet", "human")
    async with on_stage(make(), names) as stage:
        assert stage.text.count("[ ] +") == 7
        assert "dies" in stage.text


async def test_ticked_cards_that_scroll_away_in_a_small_terminal_are_still_named() -> None:
    async with on_stage(splash(), ("quiet", "quiet", "human"), size=(60, 18)) as stage:
        await stage.press("space")
        assert re.search(r"^ \d more below$", stage.lines("prompt"), re.MULTILINE)
        assert "also" not in stage.text
        await stage.press(*("down",) * 4)
        assert re.search(r"^ \d more above, \d below$", stage.lines("prompt"), re.MULTILINE)
        assert "[x] also +5 Triple Shift" in stage.text
        await stage.press("up", "space", *("down",) * 4)
        assert re.search(r"^ \d more above$", stage.lines("prompt"), re.MULTILINE)
        assert "[x] also +5 Triple Shift" in stage.text
        assert all(len(row) <= 60 for row in stage.text.splitlines())
