"""No line reveals another hand, whatever is typed."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import fuzz
import pytest
from plain.console import Console, Last
from scenes import scene

from deathdome.cli.sessions import new_referee
from deathdome.plain.commands import COMMANDS

if TYPE_CHECKING:
    from scenes import Match

ASKED = [
    *(word for word in COMMANDS if word != "card"),
    *("units", "unit blue.gunner", "foes", "near e3", "reach blue.gunner", "threat f4"),
    *("odds attack blue.gunner with rusty-chainsaw", "why lay loud-noise", "why play loud-noise"),
    *(
        "why lay elbow-grease",
        "position",
        "copy",
        "copy match",
        "undo",
        "play loud-noise",
        "lay elbow-grease",
    ),
]
TURN = [
    *ASKED,
    *("walk f4; stop", *ASKED, "undo 2", "walk f4; stop"),
    "attack blue.gunner with rusty-chainsaw",
    *(*ASKED, "odds", "odds lay crowd-roar", "undo", "lay crowd-roar", *ASKED, "undo"),
]

NAMED = r"{} draws (?!\d+ power card)"  # cards that the reader may know


def brawl(*blue: str) -> Match:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue scout": "f3"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={
            "red": ["crowd-roar", "pressured"],
            "blue": blue or ["loud-noise", "elbow-grease", "sponsors-darling"],
        },
        active="red warrior",
    )


def test_other_hidden_cards_change_nothing_that_is_said_before_they_are_shown() -> None:
    state = brawl().state
    said = Console(state.copy(), ["", *TURN]).text
    assert "Counted from 6" in said
    dice = Random(7)
    others = [fuzz.reshuffled(state, 0, dice) for _ in range(6)]
    assert any(other.hands[1] != state.hands[1] for other in others)
    for other in others:
        assert Console(other, ["", *TURN]).text == said


def test_reactions_that_a_manager_leaves_out_change_nothing_that_is_said() -> None:
    state = brawl().state
    script = [
        "attack blue.gunner with rusty-chainsaw; undo; lay crowd-roar",
        *("undo", "redo", "commit; undo; look", *ASKED, "end phase", "undo", "log", "last", "hand"),
    ]
    said = Console(state.copy(), script, managers={1: Last}).text
    assert "Undone: end phase." in said
    dice = Random(9)
    for number in range(12):
        other = fuzz.reshuffled(state, 0, dice)
        if number % 2:  # hands that could react to it
            other = brawl("human-shield-policy", "house-call", "ricochet-clause").state
        assert Console(other, script, managers={1: Last}).text == said


def test_the_curtain_tells_public_facts_only_and_waits_for_enter() -> None:
    console = Console(
        brawl().state,
        [
            "",
            "attack blue.gunner with rusty-chainsaw",
            "lay crowd-roar; commit",
            "hand",
            "",
            "hand",
        ],
    )
    before, _, after = console.text.partition("Press Enter to continue")
    assert "Blue, press Enter when the others look away." in before
    assert "Loud Noise" not in before
    assert "loud-noise" not in before
    assert "Red plays Crowd Roar" in before  # both see what was done
    assert "Which cards do you play" in after
    assert "Loud Noise" in after
    assert "Pressured" not in after


def test_what_is_drawn_is_told_to_its_own_team_when_that_has_the_seat() -> None:
    referee = new_referee(["human", "human"], 8, 2, "waspworth", quick=True)
    first = referee.asked.seat if referee.asked is not None else 0
    team, other = ("Red", "Blue")[first], ("Red", "Blue")[1 - first]
    console = Console(referee.state, ["", "hand", "end turn", "", "hand"], seed=8)
    one, _, rest = console.text.partition(f"{other}, press Enter")
    _, _, two = rest.partition(f"{other.lower()}, Enter> \n")
    assert f"{other}'s turn." in one
    hands = console.referee.state.hands
    cards = console.referee.state.setup.catalog.power_cards
    only = {cards[card].name for card in hands[1 - first]} - {
        cards[card].name for card in hands[first]
    }
    assert only
    for name in only:
        assert name not in one
        assert name in two
    own = {cards[card].name for card in hands[first]} - {
        cards[card].name for card in hands[1 - first]
    }
    assert not [name for name in own if name in two]
    assert team in one


def test_cards_drawn_as_the_store_closes_are_not_left_standing_for_the_next_person() -> None:
    referee = new_referee(["human", "human"], 5, 1, "waspworth", quick=False)
    script = ["", "pass", "", "pass", "", "end turn", "", "look"]
    console = Console(referee.state, script, seed=5)
    first, _, second = console.text.partition("> end turn\n")
    seat = console.referee.state.setup.first
    teams = ("Red", "Blue")
    assert re.search(NAMED.format(teams[seat]), first)
    assert f"{teams[1 - seat]} draws 3 power cards.\n" in first
    assert not re.search(NAMED.format(teams[1 - seat]), first)
    assert re.search(NAMED.format(teams[1 - seat]), second)
    assert not re.search(NAMED.format(teams[seat]), second)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_new_person_gets_a_curtain_and_a_single_one_none(seats: int) -> None:
    state = scene(seats=seats, round=1).state
    script = ["", "end turn"] * seats
    console = Console(state.copy(), script)
    teams = ["Red", "Blue", "Green", "Yellow"][:seats]
    assert console.text.count("press Enter when the others look away") == seats + 1
    assert all(f"{team}, press Enter" in console.text for team in teams)


def test_quitting_is_possible_behind_the_curtain() -> None:
    console = Console(scene().state, ["what?", "quit"])
    assert "Press Enter to continue" in console.text
    assert "You left the match" in console.text


def test_people_are_called_by_their_names() -> None:
    console = Console(scene().state, ["", "end turn", "seats"], people=["Ana", "[red]Bo\x1b[0m"])
    assert "Red is Ana and Blue is [red]Bo<U+001B>[0m." in console.text
    assert "Ana (Red), press Enter when the others look away." in console.text
    assert "[red]Bo<U+001B>[0m (Blue), press Enter" in console.text
