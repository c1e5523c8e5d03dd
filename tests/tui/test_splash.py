"""Splash over several teams, and hands as large as they may be: what matters to the asked team."""

from __future__ import annotations

from scenes import Match, scene
from tui.props import on_stage

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
        prompt = stage.lines("prompt")
        assert prompt.startswith("%g %m are attacked")
        for token in ("%g", "%m"):
            assert f"{token} toughness 1" in prompt
            assert f"{token} 7 wounds, dies" in prompt
        assert "more" in prompt
        await stage.press("o")
        details = stage.lines("text")
        assert details.index("%g 8 against 1") < details.index("&g 8 against 1")
