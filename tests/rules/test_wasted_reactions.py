"""Reactions that miss what they are for are marked and listed last."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from plain.console import Console
from scenes import drawn, request_of, scene

from deathdome.content.catalogs import load_catalog
from deathdome.managers.advice import advise
from deathdome.managers.hint_text import hint_lines
from deathdome.model.actions import DECLINE, STOP, kind_of, picked_of, subject_of
from deathdome.model.decisions import Question
from deathdome.model.vocabulary import EffectKind, Target, Trigger
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.futile_choices import Shortfall, shortfalls
from deathdome.rules.observing import observe
from deathdome.tui.presenters.menus import question_menu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenes import Match

    from deathdome.model.actions import Action
    from deathdome.model.state import State

RED_WARRIOR, BLUE_WARRIOR, BLUE_GUNNER, BLUE_SCOUT, BLUE_MEDIC = 0, 4, 5, 6, 7
ROOM = """
B B # . . . . . . . . . . . . # B B
B B # . . . . . . . . . . . . # B B
# # # . . . . . . . . . . . . # # #
# # # . . . . . . . . . . . . # # #
"""


def wounded(
    medic: str = "o4", scout: str = "h4", wounds: int = 2, hands: tuple[str, ...] = ("house-call",)
) -> Match:
    """A gunner is hit by a punch and pushed to f1; a medic with a pager and a scout may come."""
    match = scene(
        board=drawn(ROOM),
        units={
            "red warrior": "d1",
            "blue gunner": "e1",
            "blue medic": medic,
            "blue scout": scout,
        },
        items={"red warrior": ["whoopee-maul"], "blue medic": ["medical-pager"]},
        wounds={"blue gunner": wounds},
        hands={"blue": list(hands)},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul").commit_all()
    assert match.question is Question.REACTION
    return match


def seen_shortfalls(match: Match) -> dict[tuple[str, int], Shortfall]:
    """Marks by the word of the action and the unit that would come; -1 for the bearer."""
    found = shortfalls(observe(match.state, match.asked.seat, match.asked))
    return {(kind_of(action).name, picked_of(action)): short for action, short in found.items()}


# -- marks -----------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-PAGER-3", "AMB-81")
def test_a_helper_that_cannot_arrive_is_too_far() -> None:
    assert seen_shortfalls(wounded()) == {
        ("USE", -1): Shortfall.FAR,
        ("PLAY", BLUE_MEDIC): Shortfall.FAR,
    }
    assert seen_shortfalls(wounded(medic="j3")) == {}  # 3 of its steps lead next to the gunner
    assert seen_shortfalls(wounded(medic="f2")) == {}  # it is there already


@pytest.mark.rule("NOTE-PAGER-4")
def test_help_that_saves_nobody_is_too_late() -> None:
    late = seen_shortfalls(wounded(medic="f2", wounds=6, hands=()))
    assert late == {("USE", -1): Shortfall.LATE}
    # Two helpers lift it from -2 to 2.
    assert seen_shortfalls(wounded(medic="f2", wounds=5)) == {}
    alone = seen_shortfalls(wounded(wounds=5))
    assert alone[("PLAY", BLUE_SCOUT)] is Shortfall.LATE
    assert alone[("USE", -1)] is Shortfall.FAR


@pytest.mark.rule("NOTE-PAGER-6", "LAVA-7")
def test_no_help_comes_to_a_unit_in_lava() -> None:
    match = scene(
        board=drawn(ROOM.replace("# . . . .", "# . . ~ .", 1) + "J r " + "# " * 16),
        units={"red warrior": "d1", "blue gunner": "e1", "blue medic": "f2"},
        items={"red warrior": ["whoopee-maul"], "blue medic": ["medical-pager"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul").commit_all()
    assert seen_shortfalls(match) == {("USE", -1): Shortfall.LATE}


def test_followers_jumpers_and_paybacks_are_not_marked() -> None:
    match = scene(
        board=drawn(ROOM),
        units={"red warrior": "d1", "blue gunner": "e1"},
        items={"blue gunner": ["van-damme", "displacer-helm"], "red warrior": ["rusty-chainsaw"]},
        active="red warrior",
    )
    match.walk("d2").stop()
    assert match.question is Question.REACTION
    assert seen_shortfalls(match) == {}
    match.decline().attack("blue gunner", "rusty-chainsaw").commit_all()
    assert match.question is Question.REACTION
    assert seen_shortfalls(match) == {}


# -- lists and hints -------------------------------------------------------------------------------


def test_the_screen_marks_them_and_puts_them_last() -> None:
    menu = question_menu(request_of(wounded().state))
    assert menu is not None
    assert [entry.text for entry in menu.entries] == [
        "do nothing",
        "play House Call: your Scout walks to your Gunner, heals 2",
        "too far: your Medic walks to your Gunner, heals 2 (Medical Pager)",
        "too far: play House Call: your Medic walks to your Gunner, heals 2",
    ]
    assert menu.entries[-1].detail.startswith("Too far to help Blue's Gunner. ")


def test_plain_mode_marks_them_and_puts_them_last() -> None:
    said = Console(wounded().state, ["", "options", "4"], width=200).text
    rows = [line for line in said.splitlines() if line[:3] in ("1. ", "2. ", "3. ", "4. ")]
    assert rows[0].startswith("1. play house-call on blue.scout for blue.gunner: play")
    assert rows[1].startswith("2. decline: do not react")
    for row in rows[2:4]:
        assert ": too far to help Blue's Gunner: " in row
    # A number means the line that it was said with.
    assert "Blue plays House Call" in said
    assert "Blue's Medic" in said.partition("Blue plays House Call")[2]


def test_a_hint_says_that_it_is_too_far_and_names_others_before() -> None:
    hints = {}
    for medic in ("o4", "f2"):
        advice = advise(request_of(wounded(medic=medic).state), level="veteran")
        hints[medic] = advice
    near, far = hints["f2"], hints["o4"]
    assert near.short is None
    assert far.answers[0] not in shortfalls(request_of(wounded().state).seen)
    match = wounded(hands=())
    (pager,) = shortfalls(request_of(match.state).seen)
    advice = advise(request_of(match.state), level="veteran")
    assert (advice.answers[0] == pager) == (advice.short is not None)
    short = advice._replace(short=Shortfall.FAR)
    told = [line.text for line in hint_lines(short, match.state.setup)]
    assert any("oo far to help" in text for text in told)


# -- the law ---------------------------------------------------------------------------------------


def ends(state: State, subject: int) -> Iterator[State]:
    """Every position in which the walks of a helper may end."""
    asked = decision(state)
    if asked is None or asked.question is not Question.WALK or asked.unit == subject:
        yield state
        return
    for action in asked.options:
        trial = state.copy()
        apply_action(trial, action, trusted=True)
        if (
            action == STOP
            or (after := decision(trial)) is None
            or after.question is not Question.WALK
        ):
            yield trial
        elif STOP in after.options:
            apply_action(trial, STOP, trusted=True)
            yield trial


def helped(state: State, action: Action) -> bool:
    """True if some walk of the helper heals the unit."""
    subject = subject_of(action)
    before = state.wounds[subject]
    trial = state.copy()
    apply_action(trial, action, trusted=True)
    return any(end.wounds[subject] < before for end in ends(trial, subject))


def check_marks(seed: int) -> int:
    """Set up a wounded unit at random and compare the marks with every walk that is possible."""
    rng = Random(seed)
    spaces = [f"{column}{row}" for column in "fghijklmno" for row in "1234"]
    medic, scout = rng.sample([space for space in spaces if space != "f1"], 2)
    rows = [row.split() for row in ROOM.strip().splitlines()]
    for row in rng.sample(rows, 2):
        row[rng.randrange(6, 12)] = "#"
    if "#" in (rows[int(space[1]) - 1][ord(space[0]) - ord("a")] for space in (medic, scout)):
        return 0
    match = scene(
        board=drawn("\n".join(map(" ".join, rows))),
        units={"red warrior": "d1", "blue gunner": "e1", "blue medic": medic, "blue scout": scout},
        items={"red warrior": ["whoopee-maul"], "blue medic": ["medical-pager"]},
        wounds={"blue gunner": 1},
        hands={"blue": ["house-call"]},
        active="red warrior",
    )
    match.attack("blue gunner", "whoopee-maul").commit_all()
    if match.question is not Question.REACTION:
        return 0
    found = shortfalls(request_of(match.state).seen)
    for action in match.asked.options:
        if action != DECLINE:
            assert (found.get(action) is Shortfall.FAR) != helped(match.state, action)
    return len(found)


def test_a_mark_is_right_wherever_the_units_stand() -> None:
    assert sum(check_marks(seed) for seed in range(60)) > 20


@pytest.mark.long
def test_a_mark_is_right_in_many_more_rooms() -> None:
    for seed in range(60, 2000):
        check_marks(seed)


def test_every_helper_of_the_game_is_covered() -> None:
    """Reactions that move a unit so that it is near: each has a distance that can be missed."""
    helpers = {
        ability.card
        for ability in load_catalog().abilities
        if ability.when >= Trigger.DECLARED
        for effect in ability.do
        if effect.effect_kind is EffectKind.HEAL and effect.on is Target.SUBJECT
    }
    assert helpers == {"medical-pager", "old-man-hobblerone", "house-call"}
