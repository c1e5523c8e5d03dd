"""Aids for decisions: overlays, lines, reasons, odds, and no action by a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from question_scenes import reaction
from scenes import card_id, scene
from tui.props import on_stage

from deathdome.model.actions import ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.widgets.lines import CleanInput
from deathdome.tui.presenters.overlays import Overlay
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.lookup import CardsScreen, RulesScreen

if TYPE_CHECKING:
    from tui.props import Stage

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}
SIZES = [(80, 24), (120, 40)]


def said(text: str) -> str:
    """Words that the panel has wrapped, on one line."""
    return " ".join(text.split())


# -- overlays and lines ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_t_goes_round_the_overlays_and_names_each(size: tuple[int, int]) -> None:
    match = scene(units=AT_ARMS, items={"blue gunner": ["apology-rifle"]}, active="red warrior")
    async with on_stage(match, size=size) as stage:
        assert ".:" in stage.text
        shown = {Overlay.REACH: stage.text}
        for overlay in (Overlay.THREAT, Overlay.BOTH, Overlay.SIGHT, Overlay.OFF):
            await stage.press("t")
            assert f"marks: {overlay.value} (t)" in stage.lines("prompt")
            assert stage.lines("note").startswith("Marks: ")
            shown[overlay] = stage.text
        assert ".!" in shown[Overlay.THREAT]
        assert ".:" not in shown[Overlay.THREAT]
        assert ".*" in shown[Overlay.BOTH]
        assert ".:" in shown[Overlay.SIGHT]
        assert not any(mark in shown[Overlay.OFF] for mark in (".:", ".!", ".*"))
        await stage.press("t")
        assert stage.interaction.overlay.value == "reach"
        assert "marks:" not in stage.lines("prompt")


async def test_the_sight_overlay_shows_what_weapons_reach() -> None:
    match = scene(
        units={"red gunner": "h7"}, items={"red gunner": ["apology-rifle"]}, active="red gunner"
    )
    async with on_stage(match) as stage:
        stage.interaction.overlay = Overlay.SIGHT
        stage.interaction.changed()
        marks = stage.interaction.marks
        near, far = match.space("h8"), match.space("h1")
        assert marks.threat >> near & 1
        assert not marks.threat >> far & 1
        assert marks.reach >> near & 1


async def test_no_threat_is_marked_where_nobody_can_be_hit() -> None:
    """ATTACK-9: neither in a base nor in a jail is anybody a target."""
    match = scene(
        units={"blue scout": "i3", "red warrior": "e4"},
        items={"blue scout": ["around-the-corner-grenade"]},
    )
    async with on_stage(match) as stage:
        stage.interaction.overlay = Overlay.THREAT
        stage.interaction.changed()
        threat = stage.interaction.marks.threat
        assert threat >> match.space("h3") & 1
        board = match.state.setup.board
        assert not threat & (board.walls | board.all_bases | board.all_jails)


@pytest.mark.parametrize("size", SIZES)
async def test_the_question_names_what_the_unit_can_still_do(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "f2", "blue gunner": "f3"}, active="red warrior")
    async with on_stage(match, size=size) as stage:
        said = " ".join(stage.lines("prompt").split())
        assert "Enter walks or attacks, c captures this point. e ends the phase." in said
        await stage.press("c")
        said = " ".join(stage.lines("prompt").split())
        assert "Enter walks. e ends the phase." in said
        assert "foe" not in said


async def test_a_unit_without_step_and_action_is_said_to_be_done() -> None:
    hand = ["action-movie-craze"]
    match = scene(units={"red warrior": "f3"}, active="red warrior", hands={"red": hand})
    async with on_stage(match) as stage:
        await stage.press("up", "enter", "c")
        for _ in range(6):
            if "No step" in stage.lines("prompt"):
                break
            await stage.press("down", "enter")
        said = " ".join(stage.lines("prompt").split())
        assert "Nothing in reach. Enter ends the phase, k plays a card." in said


@pytest.mark.parametrize("size", SIZES)
async def test_w_again_opens_the_rule(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "f2", "blue gunner": "f3"}, active="red warrior")
    async with on_stage(match, size=size) as stage:
        await stage.press("w")
        assert "(MOVE-1)" in stage.lines("note")
        await stage.press("w")
        screen = stage.app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.found[0].name == "MOVE-1"
        assert "In a movement phase the unit moves" in " ".join(stage.lines("text").split())
        await stage.press("tab")  # the cards with the same words, and back
        assert isinstance(stage.app.screen, CardsScreen)
        await stage.press("tab", "escape", "down", "w", "w")
        assert not isinstance(stage.app.screen, RulesScreen)  # an attack: no rule stands against it


async def test_the_theme_that_follows_is_named() -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        await stage.press("T")
        assert stage.lines("note") == f"Theme {stage.app.theme.removeprefix('dome-')}."


@pytest.mark.parametrize("size", SIZES)
async def test_v_measures_from_the_acting_unit_to_the_cursor(size: tuple[int, int]) -> None:
    match = scene(units=AT_ARMS, active="red warrior")
    async with on_stage(match, size=size) as stage:
        await stage.press("up", "v")
        assert (
            stage.interaction.note == "Your Warrior e4 to e3: 1 away, in sight. Punch range 1: yes."
        )
        stage.interaction.point_at(match.space("k7"))
        await stage.press("v")
        assert "6 away, out of sight: wall at f5" in stage.interaction.note
        assert "Punch range 1: no" in stage.interaction.note
        assert "out of sight" in said(stage.lines("note"))


# -- why not ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_space_is_refused_with_rule_numbers_and_the_nearest_choice(
    size: tuple[int, int],
) -> None:
    match = scene(units=AT_ARMS, active="red warrior")
    async with on_stage(match, size=size) as stage:
        stage.interaction.point_at(match.space("k7"))
        for key in ("w", "enter"):
            stage.interaction.note = ""
            await stage.press(key)
            assert stage.interaction.note == (
                "You can't walk to k7: 6 steps away, 5 left (MOVE-1). Nearest: j7."
            )


@pytest.mark.parametrize("size", SIZES)
async def test_cards_that_cannot_be_used_now_stand_in_the_list_with_the_reason(
    size: tuple[int, int],
) -> None:
    match = scene(
        units=AT_ARMS, hands={"red": ["triple-shift", "house-call"]}, active="red warrior"
    )
    async with on_stage(match, size=size) as stage:
        await stage.press("k")
        assert "x play Triple Shift" in stage.lines("prompt")
        await stage.press("down", "down")
        assert "not now: You can't play Triple Shift" in said(stage.lines("prompt"))
        await stage.press("w")
        assert "(CARD-6)" in stage.interaction.note
        await stage.press("enter")
        assert stage.interaction.note.startswith("Not now. You can't play Triple Shift")
        assert stage.true.discard[card_id("triple-shift")] == 0


@pytest.mark.parametrize("size", SIZES)
async def test_weapons_that_reach_nobody_stand_in_the_list_of_attacks(
    size: tuple[int, int],
) -> None:
    match = scene(
        units={"red gunner": "d15", "blue gunner": "g16"},
        items={"red gunner": ["apology-rifle"]},
        active="red gunner",
    )
    async with on_stage(match, size=size) as stage:
        await stage.press("a")
        assert ">attack Blue's Gunner with" in stage.text
        assert "x attack with Punch" in stage.text
        await stage.press("down", "w")
        assert "3 spaces away" in stage.interaction.note
        assert "RANGE" in stage.interaction.note


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_for_its_value_says_why_it_cannot_be_played_for_more(
    size: tuple[int, int],
) -> None:
    match = scene(units=AT_ARMS, hands={"red": ["house-call"]}, active="red warrior")
    match.attack("blue gunner")
    async with on_stage(match, size=size) as stage:
        await stage.press("w")
        assert "can't play House Call" in stage.interaction.note


async def test_w_while_others_play_says_so() -> None:
    async with on_stage(scene(turn="blue"), ("human", "quiet")) as stage:
        stage.interaction.show(stage.session.view)
        stage.interaction.why()
        assert "isn't your turn" in stage.interaction.note


# -- odds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_odds_stand_beside_the_attack_and_o_tells_all(size: tuple[int, int]) -> None:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise", "encore"]},
        active="red warrior",
    )
    async with on_stage(match, size=size) as stage:
        await stage.press("up")
        assert "plays all" in stage.lines("rest")
        assert "dies 0%" in stage.lines("rest")
        await stage.press("o")
        assert isinstance(stage.app.screen, ReadScreen)
        assert "Blue's hand" in stage.lines("text")
        await stage.press("o")
        assert "Blue's hand" not in stage.text
        await stage.press("a", "enter")
        assert stage.session.request is not None
        before = stage.lines("prompt")
        assert "plays all" in before
        await stage.press("space")
        assert stage.lines("prompt") != before  # the selection is counted
        stage.interaction.point_at(0)


async def test_o_without_an_attack_says_so() -> None:
    async with on_stage(scene()) as stage:
        await stage.press("o")
        assert stage.interaction.note == "There is no attack to show the odds of."


# -- no slips --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_reaction_is_let_pass_unless_the_bar_is_moved(size: tuple[int, int]) -> None:
    async with on_stage(reaction(), ("quiet", "human"), size=size) as stage:
        assert ">do nothing" in stage.text
        await stage.press("enter")
        assert stage.true.discard[card_id("ricochet-clause")] == 0


async def test_an_attack_behind_k_is_shown_before_it_is_declared() -> None:
    match = scene(units=AT_ARMS, items={"red warrior": ["rusty-chainsaw"]}, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("k", "down", "enter")
        assert stage.interaction.menu is not None
        assert stage.interaction.menu.kind == "attack"
        assert ">attack Blue's Gunner with" in stage.text
        assert stage.true.wounds[5] == 0
        await stage.press("enter")
        assert stage.true.wounds[5] == 1


@pytest.mark.parametrize("size", SIZES)
async def test_ending_a_phase_names_what_is_given_away(size: tuple[int, int]) -> None:
    match = scene(units=AT_ARMS, active="red warrior")
    async with on_stage(match, size=size) as stage:
        await stage.press("e")
        assert "your Warrior could attack Blue's Gunner. e again ends the phase." in said(
            stage.lines("prompt")
        )
        await stage.press("up")  # a movement key answers nothing
        assert stage.true.ply == 0
        await stage.press("e")
        assert stage.true.ply > 0


async def test_e_in_a_list_answers_nothing() -> None:
    match = scene(units=AT_ARMS, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("a", "e")
        assert stage.true.ply == 0
        assert "Choose from the list with Enter" in stage.interaction.note


# -- typed lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_space_is_written_and_an_answer_is_given_in_words(size: tuple[int, int]) -> None:
    match = scene(units={"red warrior": "f2", "blue gunner": "f3"})
    async with on_stage(match, size=size) as stage:
        await stage.press("semicolon", *"H4", "enter")
        assert stage.interaction.cursor == match.space("h4")
        assert stage.true.ply == 0
        await stage.press("semicolon", *"walk", "enter")
        assert '"walk": walk needs' in stage.lines("note")
        await stage.press("semicolon", *"walk", "space", *"g2", "enter")
        assert stage.true.space[match.unit("red warrior")] == match.space("g2")


async def test_an_answer_in_words_begins_the_phase_of_the_chosen_unit() -> None:
    match = scene(units={"red warrior": "f2", "blue gunner": "f3"})
    async with on_stage(match) as stage:
        await stage.press("semicolon", *"h4", "escape")
        assert stage.true.ply == 0
        interaction, warrior = stage.interaction, match.unit("red warrior")
        assert interaction.chosen == warrior
        stage.session.answer(interaction.typed("walk g2"))
        await stage.pilot.pause()
        assert stage.true.space[warrior] == match.space("g2")
        assert not interaction.typed("walk u21")
        assert "(MOVE-10)" in interaction.note
        assert not interaction.typed("walk [/")
        assert "[/" in interaction.note


async def test_a_written_answer_names_units_as_in_plain_mode() -> None:
    match = scene(turn="blue", units={"red scout": "f2", "blue scout": "m5", "blue medic": "m6"})
    async with on_stage(match, ("quiet", "human")) as stage:
        assert not stage.interaction.typed("activate scot")
        assert stage.interaction.note.endswith('no unit "scot". Did you mean "blue.scout"?')
        (action,) = stage.interaction.typed("activate scout")
        assert action == make_action(ActionKind.ACTIVATE, match.unit("blue scout"))


async def typed(stage: Stage, line: str) -> None:
    """The line in the box behind `;`, and Enter."""
    await stage.press("semicolon")
    stage.app.screen.query_one(CleanInput).value = line
    await stage.press("enter")
    for _ in range(8):  # answers come one after the other
        await stage.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_is_typed_as_it_stands(size: tuple[int, int]) -> None:
    match = scene(units={"red scout": "f3", "blue gunner": "n12"})
    async with on_stage(match, size=size) as stage:
        await typed(stage, "activate red.scout; walk f2; capture; end phase.")
        point = match.state.setup.board.points.index(match.space("f2"))
        assert stage.true.owners[point] == 0
        assert stage.session.request is not None
        assert stage.session.request.question is Question.TURN
        assert stage.interaction.note == ""


async def test_several_cards_are_laid_with_one_line() -> None:
    hands = {"red": ["crowd-roar", "sponsors-darling"]}
    match = scene(units=AT_ARMS, hands=hands, active="red warrior")
    async with on_stage(match) as stage:
        laid = "lay crowd-roar; lay sponsors-darling; commit"
        await typed(stage, f"attack gunner; {laid}; jail nw; end phase")
        assert not stage.true.hands[0]
        assert stage.true.shells[0] == 1
        assert stage.session.request is not None
        assert stage.session.request.question is Question.TURN


@pytest.mark.parametrize("size", SIZES)
async def test_a_typed_line_stops_at_what_is_refused_and_says_how_far_it_came(
    size: tuple[int, int],
) -> None:
    match = scene(units={"red scout": "f3", "blue gunner": "n12"})
    async with on_stage(match, size=size) as stage:
        await typed(stage, "activate red.scout; walk f2; walk u21; capture")
        assert stage.true.space[match.unit("red scout")] == match.space("f2")
        point = match.state.setup.board.points.index(match.space("f2"))
        assert stage.true.owners[point] < 0
        note = said(stage.lines("note"))
        assert note.startswith('Stopped before "walk u21": ')
        assert "(MOVE-10)" in note
        assert note.endswith("Done: activate red.scout; walk f2.")
        await stage.press("c")  # nothing is left that would come after this
        assert stage.true.owners[point] == 0
        assert stage.session.request is not None
        assert stage.session.request.question is Question.TURN  # the phase ended automatically


async def test_a_typed_line_of_which_nothing_can_be_done_says_so() -> None:
    match = scene(units={"red scout": "f3", "blue gunner": "n12"})
    async with on_stage(match) as stage:
        await typed(stage, "wlak f2; capture")
        assert stage.true.ply == 0
        assert stage.interaction.note == (
            'Stopped before "wlak f2": no action "wlak". Did you mean "walk"? Nothing was done.'
        )
        await typed(stage, "n12; activate scout; walk f2")  # a space only moves the cursor
        assert stage.true.space[match.unit("red scout")] == match.space("f2")


async def test_the_rest_of_a_typed_line_is_no_answer_of_the_next_person() -> None:
    match = scene(units=AT_ARMS, hands={"blue": ["loud-noise"]}, active="red warrior")
    async with on_stage(match, ("human", "human")) as stage:
        await typed(stage, "attack gunner; commit; commit; end phase")
        assert isinstance(stage.app.screen, CurtainScreen)
        ply = stage.true.ply
        await stage.press("enter")
        assert stage.session.request is not None
        assert stage.session.request.question is Question.DEFENCE_CARDS
        assert stage.true.ply == ply
        assert "Stopped" not in stage.text


async def test_a_card_for_between_phases_is_refused_for_the_reason_that_holds_now() -> None:
    match = scene(units=AT_ARMS, hands={"red": ["smelling-salts"]})
    async with on_stage(match) as stage:
        await stage.press("k")
        menu = stage.interaction.menu
        assert menu is not None
        (entry,) = [one for one in menu.entries if "Smelling Salts" in one.text]
        assert "(CARD-12)" in entry.closed
        assert "between" not in entry.closed


async def test_an_action_in_hand_is_not_called_used_up() -> None:
    match = scene(
        units={"red warrior": "e9", "blue gunner": "n12"},
        hands={"red": ["encore", "borrowed-legs"]},
        active="red warrior",
    )
    match.walk("e10").stop()
    async with on_stage(match) as stage:
        said = " ".join(stage.lines("prompt").split())
        assert "1 action" in stage.text
        assert "Nothing in reach. Enter ends the phase" in said
        assert "Nothing left" not in said
        await stage.press("enter")
        request = stage.session.request
        assert request is not None
        assert request.question is Question.TURN
