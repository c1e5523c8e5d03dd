"""Three keys per phase: a unit, a target, Enter. Each Enter is one step of undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenes import card_id, request_of, scene
from textual.events import Key
from tui.props import Stage, on_stage

from deathdome.model.decisions import Question
from deathdome.rules.observing import observe
from deathdome.text.names import space_name
from deathdome.tui.interaction import Interaction
from deathdome.tui.keys.keyset import in_use
from deathdome.tui.keys.table import Context
from deathdome.tui.screens import match as match_screen
from deathdome.tui.widgets.dome_view import DomeView

if TYPE_CHECKING:
    import pytest

NEAR_POINT = {"red warrior": "e4", "blue gunner": "n12"}
APART = {"red warrior": "e4", "blue gunner": "h4"}


def where(stage: Stage, unit: int = 0) -> str:
    seen = stage.session.view
    return space_name(seen.setup, seen.space[unit])


def cursor(stage: Stage) -> str:
    return space_name(stage.session.view.setup, stage.interaction.cursor)


async def test_three_keys_walk_and_capture_and_end_the_phase() -> None:
    match = scene(units=NEAR_POINT)
    point = match.state.setup.board.points.index(match.space("f2"))
    async with on_stage(match) as stage:
        await stage.press("1", "n")
        assert cursor(stage) == "f2"
        await stage.press("enter")
        assert where(stage) == "f2"
        assert stage.true.owners[point] == 0
        request = stage.session.request
        assert request is not None
        assert request.question is Question.TURN  # the phase ended automatically
        assert "1 phase" in stage.text
        await stage.press("u")  # one step
        assert where(stage) == "e4"
        assert stage.true.ply == 0
        await stage.press("R")
        assert stage.true.owners[point] == 0


async def test_a_digit_selects_a_unit_or_says_why_not() -> None:
    match = scene(units={"red warrior": "e4", "red scout": "f4"}, down=["red scout"])
    async with on_stage(match) as stage:
        await stage.press("1")
        assert stage.interaction.chosen == match.unit("red warrior")
        assert cursor(stage) == "e4"
        await stage.press("3")
        assert stage.interaction.chosen == match.unit("red warrior")
        assert "(PHASE-6)" in stage.interaction.note


async def test_a_digit_ends_a_phase_in_which_nothing_useful_is_left() -> None:
    match = scene(units={"red warrior": "k4", "red scout": "f4"})
    async with on_stage(match) as stage:
        await stage.press("1", "right", "enter")
        assert stage.interaction.request is not None
        assert stage.interaction.request.question is Question.UNIT_PHASE
        await stage.press("3")
        if stage.interaction.request.question is Question.UNIT_PHASE:
            assert "ends its phase" in stage.interaction.note
            await stage.press("e", "e", "3")
        assert stage.interaction.chosen == match.unit("red scout")


async def test_before_a_unit_is_picked_n_goes_through_the_units() -> None:
    async with on_stage(scene(units=NEAR_POINT)) as stage:
        first = stage.interaction.chosen
        await stage.press("n")
        assert stage.interaction.chosen != first
        await stage.press("p")
        assert stage.interaction.chosen == first
        await stage.press("enter", "n")  # Enter picks it: n goes through its targets
        assert stage.interaction.chosen == first
        assert cursor(stage) != "e4"


async def test_enter_on_an_enemy_walks_there_and_opens_the_attack() -> None:
    match = scene(units=APART, hands={"red": ["crowd-roar"]})
    gunner = match.unit("blue gunner")
    async with on_stage(match) as stage:
        await stage.press("1")
        stage.interaction.point_at(match.space("h4"))
        await stage.press("enter")
        menu = stage.interaction.menu
        assert menu is not None
        assert menu.kind == "attack"
        assert "Walk and attack" in stage.text
        assert stage.interaction.marks.path  # the way is on the board
        await stage.press("escape")
        assert stage.true.ply == 0
        await stage.press("enter", "enter")
        assert stage.true.ply > 0
        terrain = match.state.setup.terrain
        assert terrain.distance(stage.true.space[0], stage.true.space[gunner]) == 1
        request = stage.session.request
        assert request is not None
        assert request.question is Question.ATTACK_CARDS


async def test_a_lists_attacks_after_a_walk_as_well() -> None:
    async with on_stage(scene(units=APART, hands={"red": ["crowd-roar"]})) as stage:
        await stage.press("1", "a")
        menu = stage.interaction.menu
        assert menu is not None
        assert "attack Blue's Gunner" in menu.entries[0].text
        assert " from " in menu.entries[0].text
        await stage.press("1")  # the first entry
        assert stage.session.request is not None
        assert stage.session.request.question is Question.ATTACK_CARDS


async def test_back_from_the_unit_come_goals_beyond_its_reach() -> None:
    match = scene(units=NEAR_POINT)
    async with on_stage(match) as stage:
        await stage.press("1", "p")
        goal = stage.interaction.cursor
        assert goal not in stage.interaction.offers.spaces
        assert stage.interaction.note == "Out of reach. Enter walks toward it."
        terrain = match.state.setup.terrain
        before = terrain.distance(match.space("e4"), goal)
        await stage.press("enter")
        assert terrain.distance(stage.true.space[0], goal) < before


async def test_enter_ends_a_turn_with_nothing_left_unless_the_options_say_otherwise() -> None:
    for on in (True, False):
        match = scene(units=NEAR_POINT, phases=0)
        async with on_stage(match) as stage:
            look = stage.app.settings
            stage.app.use_settings(replace(look, options=replace(look.options, end_spent=on)))
            key = "Enter" if on else "e"
            assert f"Nothing left to do. {key} ends the turn." in stage.lines("prompt").replace(
                "\n", " "
            )
            await stage.press("enter")
            assert (stage.true.ply > 0) == on


async def test_a_spent_phase_waits_if_the_options_say_so() -> None:
    async with on_stage(scene(units=NEAR_POINT)) as stage:
        look = stage.app.settings
        stage.app.use_settings(replace(look, options=replace(look.options, end_spent=False)))
        await stage.press("1", "n", "enter")
        request = stage.session.request
        assert request is not None
        assert request.question is Question.UNIT_PHASE
        await stage.press("e")
        assert "1 phase" in stage.text


async def test_a_key_without_an_action_says_so() -> None:
    async with on_stage(scene(units=NEAR_POINT)) as stage:
        await stage.press("j")
        assert stage.interaction.note == "j does nothing here. ? shows all keys."
        await stage.press("question_mark", "j")
        await stage.pilot.pause()
        said = [one.message for one in stage.app._notifications]
        assert said == ["j does nothing here. ? shows all keys."]


async def test_that_a_key_has_no_use_is_soon_forgotten_but_a_later_note_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_screen, "BRIEF", 0.05)
    async with on_stage(scene(units=NEAR_POINT)) as stage:
        for later in ("", "Wait."):
            await stage.press("j")
            if later:
                stage.interaction.note = later
            await stage.pilot.pause(0.3)
            assert stage.interaction.note == later


async def test_only_the_last_answer_of_a_burst_of_keys_is_shown() -> None:
    async with on_stage(scene(units=NEAR_POINT)) as stage:
        await stage.press("question_mark")
        for key in ("j", "v", "k") * 20:
            stage.app.post_message(Key(key, key))
        await stage.pilot.pause()
        said = [one.message for one in stage.app._notifications]
        assert said == ["k does nothing here. ? shows all keys."]


async def test_a_card_shows_its_reach_before_it_is_played() -> None:
    match = scene(units=NEAR_POINT, hands={"red": ["borrowed-legs"]}, active="red warrior")
    async with on_stage(match) as stage:
        before = stage.interaction.marks.reach
        await stage.press("k")
        after = stage.interaction.marks.reach
        assert before & ~after == 0
        assert after.bit_count() > before.bit_count()
        assert stage.true.discard[card_id("borrowed-legs")] == 0
        await stage.press("enter")
        assert stage.true.discard[card_id("borrowed-legs")] == 1
        assert stage.interaction.offers.reach == after
        await stage.press("u")  # nothing was revealed
        assert stage.true.discard[card_id("borrowed-legs")] == 0


async def test_a_click_on_an_own_unit_selects_it() -> None:
    match = scene(units={"red warrior": "e4", "red scout": "h4"})
    scout = match.unit("red scout")
    async with on_stage(match) as stage:
        await stage.pilot.click(DomeView, offset=(3 + 2 * 7, 4))  # h4
        await stage.pilot.pause()
        assert stage.interaction.chosen == scout
        goal = (3 + 2 * 7, 5)  # h5
        await stage.pilot.click(DomeView, offset=goal)
        await stage.pilot.pause()
        assert stage.true.ply == 0
        assert stage.interaction.marks.path  # a preview
        await stage.pilot.click(DomeView, offset=goal)
        await stage.pilot.pause()
        assert where(stage, scout) == "h5"
        assert where(stage, 0) == "e4"


async def test_the_cursor_of_a_helper_begins_on_its_patient() -> None:
    match = scene(
        units={"red scout": "e4", "red medic": "g4", "blue warrior": "e3"},
        hands={"red": ["house-call"]},
        turn="blue",
        active="blue warrior",
    )
    match.attack("red scout").commit_all()
    assert match.asks(Question.REACTION)
    async with on_stage(match) as stage:
        while stage.interaction.menu is not None and "your Medic" not in str(
            stage.interaction.menu.entry
        ):
            await stage.press("down")
        await stage.press("enter")
        request = stage.session.request
        assert request is not None
        assert request.question is Question.WALK
        assert cursor(stage) == "e4"
        await stage.press("enter")
        terrain = match.state.setup.terrain
        medic, scout = match.unit("red medic"), match.unit("red scout")
        assert terrain.distance(stage.true.space[medic], stage.true.space[scout]) == 1


async def test_a_healer_finds_its_wounded_teammate_and_walks_to_it() -> None:
    match = scene(
        units={"red medic": "e4", "red scout": "h4", "blue gunner": "n12"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red scout": 2},
    )
    medic, scout = match.unit("red medic"), match.unit("red scout")
    async with on_stage(match) as stage:
        await stage.press("4")
        for _ in range(9):
            await stage.press("n")
            if stage.interaction.cursor == match.space("h4"):
                break
        assert stage.interaction.cursor == match.space("h4")
        await stage.press("enter")
        terrain = match.state.setup.terrain
        assert terrain.distance(stage.true.space[medic], match.space("h4")) == 1
        assert stage.interaction.chosen == medic
        stage.interaction.point_at(match.space("h4"))
        stage.interaction.step(1)
        await stage.press("k", "1")
        assert stage.true.wounds[scout] == 0


def test_a_unit_selected_while_others_play_is_selected_when_the_turn_opens() -> None:
    waiting = scene(units={**NEAR_POINT, "red scout": "d7"}, turn="blue").state
    own = scene(units={**NEAR_POINT, "red scout": "d7"}).state
    assert in_use().key_for(Context.WAIT, "3") is in_use().key_for(Context.BOARD, "3")
    interaction = Interaction()
    interaction.show(observe(waiting, 0))
    assert interaction.pick(2) == ()
    assert interaction.note == "Your Scout is selected when your turn comes."
    assert interaction.unit_here == 2
    interaction.ask(request_of(own))
    assert interaction.chosen == 2
    interaction.step(1)  # a space that it can use, not the next unit
    assert interaction.chosen == 2
    assert space_name(own.setup, interaction.cursor) == "d8"


def test_a_unit_that_cannot_act_when_the_turn_opens_is_not_selected() -> None:
    waiting = scene(units={**NEAR_POINT, "red scout": "d7"}, turn="blue").state
    own = scene(units=NEAR_POINT, down=["red scout"]).state
    interaction = Interaction()
    interaction.show(observe(waiting, 0))
    interaction.pick(2)
    interaction.ask(request_of(own))
    assert interaction.chosen != 2
