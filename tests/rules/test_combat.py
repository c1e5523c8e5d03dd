"""The combat example and what an attack adds up to."""

import pytest
from scenes import scene


@pytest.mark.rule("EX-5", "ATTACK-4", "DEFEND-1", "WOUND-1")
def test_the_combat_example_of_the_rulebook() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={
            "red warrior": ["rusty-chainsaw"],
            "blue gunner": ["cyber-suit", "displacer-helm"],
        },
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    assert match.asked_team == "blue"
    match.lay("elbow-grease").commit()
    assert match.wounds("blue gunner") == 3
    match.decline_all()
    assert match.discarded("crowd-roar") == match.discarded("elbow-grease") == 1
