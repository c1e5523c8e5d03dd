"""Every kind of question has a prompt, and the keys of that prompt answer it."""

from __future__ import annotations

import pytest
from question_scenes import AT_ARMS, SCENES, defence, jail, push, reaction
from scenes import card_id, scene
from tui.props import on_stage

from deathdome.model.decisions import Question
from deathdome.tui.presenters.prompts import PROMPTS

SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("question", Question)
def test_every_question_has_a_prompt(question: Question) -> None:
    assert PROMPTS[question].title
    assert PROMPTS[question].words
    assert question in SCENES or question in (
        Question.DEAL,
        Question.ROLL,
        Question.DRAW,
        Question.REVEAL,
    )


@pytest.mark.parametrize("question", [q for q, make in SCENES.items() if make])
@pytest.mark.parametrize("size", SIZES)
async def test_every_prompt_can_be_answered_with_enter_or_e(
    question: Question, size: tuple[int, int]
) -> None:
    make = SCENES[question]
    assert make is not None
    match = make()
    assert match.question is question
    seat = match.asked.seat
    names = ["quiet", "quiet"]
    names[seat] = "human"
    async with on_stage(match, names, size=size) as stage:
        title = PROMPTS[question].title.replace("{unit}", "").strip()
        assert title.lower() in stage.text.lower()
        before = stage.true.ply
        closing = question in (Question.TURN, Question.UNIT_PHASE, Question.FURTHER_ATTACK)
        await stage.press("e" if closing else "enter")
        if stage.interaction.menu is not None and stage.true.ply == before:
            # With something left, or a card that would decide, it is asked once.
            await stage.press("e" if closing else "enter")
        assert stage.true.ply > before


@pytest.mark.parametrize("size", SIZES)
async def test_the_defender_ticks_cards_and_commits_them_together(size: tuple[int, int]) -> None:
    async with on_stage(defence(), ("quiet", "human"), size=size) as stage:
        assert "Your Gunner is attacked" in stage.text
        prompt = " ".join(stage.lines("prompt").split())
        assert "strength 2 + weapon 1 + cards 4 = 7" in prompt
        assert "distance 1, range 1" in prompt
        assert "no defence: 6 wounds, dies" in stage.text
        await stage.press("space")
        assert "[x] +3 Loud Noise" in stage.text
        assert "toughness 1+3" in stage.text
        assert "no defence: 3 wounds" in stage.text
        await stage.press("down", "space", "u")
        assert stage.text.count("[x]") == 1
        await stage.press("enter")
        assert stage.true.wounds[5] == 3


@pytest.mark.parametrize("size", SIZES)
async def test_the_killer_chooses_the_jail(size: tuple[int, int]) -> None:
    async with on_stage(jail(), size=size) as stage:
        assert (
            "Which jail for Blue's Gunner?" in stage.text or "Blue's Gunner is dead" in stage.text
        )
        await stage.press("down", "enter")
        assert stage.true.space[5] == -2


async def test_the_owner_of_a_pushed_unit_chooses_its_space() -> None:
    match = push()
    async with on_stage(match, ("quiet", "human")) as stage:
        assert "Your Gunner is pushed" in stage.text
        offered = {option >> 12 & 0xFFF for option in match.asked.options}
        first = stage.interaction.cursor
        await stage.press("n")
        wanted = stage.interaction.cursor
        assert wanted != first
        assert wanted in offered
        await stage.press("enter")
        assert stage.true.space[5] == wanted


async def test_a_reaction_can_be_played_or_left() -> None:
    async with on_stage(reaction(), ("quiet", "human")) as stage:
        assert "play Ricochet Clause" in stage.text
        assert ">do nothing" in stage.text  # a card is spent by a choice, never by a slip
        await stage.press("down", "enter")
        assert stage.true.discard[card_id("ricochet-clause")] == 1


async def test_an_attack_shows_its_forecast_before_it_is_declared() -> None:
    match = scene(units=AT_ARMS, hands={"blue": ["loud-noise"]}, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("n")
        assert "Your Warrior: Punch" in stage.text
        assert "toughness 1, vitae 6" in stage.text
        assert "1 wound" in stage.lines("rest")
        assert "strength 2" in stage.text
        assert "distance 1, range 1" in stage.text
        assert "if it plays its one card:" in stage.text
        assert "dies 0%, hurt 0%, unhurt 100%" in stage.text
        await stage.press("enter")
        assert ">attack Blue's Gunner with" in stage.text
        assert stage.true.ply == 0 or stage.interaction.menu is not None
        await stage.press("enter")
        assert stage.true.wounds[5] == 1


async def test_with_no_phase_left_a_refusal_names_the_key_that_ends_the_turn() -> None:
    match = scene(units=AT_ARMS, hands={"red": ["encore"]}, phases=0)
    async with on_stage(match) as stage:
        stage.interaction.point_at(match.space("e4"))
        await stage.press("1")
        assert stage.interaction.note == (
            "You can't activate your Warrior: you have no unit phase left this turn (PHASE-1). "
            "e ends the turn."
        )
        stage.interaction.point_at(match.space("e5"))
        await stage.press("w")
        assert stage.interaction.note.endswith("no unit phase is open (PHASE-2). e ends the turn.")


async def test_a_refused_enter_says_why() -> None:
    match = scene(units=AT_ARMS, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("home", "home", "home", "home", "enter")
        assert "You can't" in stage.lines("note")
        assert stage.true.ply == 0


async def test_walks_can_be_taken_back_and_attacks_cannot() -> None:
    match = scene(units=AT_ARMS)
    async with on_stage(match) as stage:
        await stage.press("right", "right", "enter")
        assert stage.true.space[0] == match.space("g4")
        await stage.press("u")
        assert stage.true.space[0] == match.space("e4")
        assert stage.lines("note") == "Undone."
        await stage.press("a", "enter")
        assert stage.true.wounds[5] == 1
        await stage.press("u")
        assert stage.lines("note").startswith("Can't undo: an attack")
        assert stage.true.wounds[5] == 1


async def test_the_reach_of_an_own_unit_is_marked_only_while_it_can_walk() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "h4"}, active="red warrior")
    match.walk("g4").stop()
    async with on_stage(match) as stage:
        stage.interaction.point_at(match.space("g4"))
        assert stage.interaction.unit_here == 0
        assert stage.interaction.marks.reach == 0  # its walk is over
        stage.interaction.point_at(match.space("h4"))
        assert stage.interaction.marks.reach  # an enemy may be looked at
    async with on_stage(scene(units=AT_ARMS, turn="blue"), ("human", "quiet")) as stage:
        stage.interaction.show(stage.session.view)  # as during the turn of others
        stage.interaction.point_at(match.space("e4"))
        assert stage.interaction.marks.reach == 0
    async with on_stage(scene(units=AT_ARMS)) as stage:
        stage.interaction.point_at(match.space("e4"))
        assert stage.interaction.marks.reach


async def test_enter_on_an_own_unit_says_what_it_can_do_and_plays_no_card() -> None:
    match = scene(units=AT_ARMS, hands={"red": ["triple-shift"]})
    async with on_stage(match) as stage:
        await stage.press("enter", "enter", "enter")
        assert stage.true.ply == 0
        assert stage.interaction.menu is None
        assert (
            stage.interaction.note
            == "Your Warrior can walk, attack Blue's Gunner (a), use cards or items (k)."
        )


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ([], "Nothing left to do. Enter ends the turn."),
        (["triple-shift"], "Nothing left to do. Enter ends the turn, k plays a card."),
    ],
)
async def test_a_turn_with_no_phase_left_says_how_it_ends(hand: list[str], says: str) -> None:
    async with on_stage(scene(units=AT_ARMS, phases=0, hands={"red": hand})) as stage:
        assert says in stage.lines("prompt").replace("\n", " ")
        assert "Pick a unit" not in stage.text
        await stage.press("a")
        assert stage.interaction.note == "No unit can act any more. e ends the turn."


async def test_attacking_nobody_names_the_nearest_foe() -> None:
    match = scene(units={"red warrior": "c9", "blue scout": "i9"}, active="red warrior")
    async with on_stage(match) as stage:
        await stage.press("a")
        assert (
            stage.interaction.note
            == "No enemy in range of Punch: nearest Blue's Scout on i9, 6 away, range 1."
        )
    async with on_stage(scene()) as stage:
        await stage.press("a")
        assert stage.interaction.note == "You can't attack from a base. Walk out first."
    async with on_stage(scene(units=AT_ARMS, active="red warrior")) as stage:
        await stage.press("a", "enter", "a")
        assert stage.interaction.note == "Your Warrior has already used its action in this phase."


async def test_bare_hands_stand_below_every_weapon_in_the_list_of_attacks() -> None:
    match = scene(
        units={"red warrior": "k11", "blue scout": "k12", "blue gunner": "k13"},
        items={"red warrior": ["upside-down-lawnmower"]},
        active="red warrior",
    )
    async with on_stage(match) as stage:
        for key in "ak":
            await stage.press(key)
            assert stage.interaction.menu is not None
            texts = [entry.text for entry in stage.interaction.menu.entries[:2]]
            assert ["Lawnmower" in text for text in texts] == [True, False], texts
            await stage.press("escape")
        stage.interaction.point_at(match.space("k13"))
        await stage.press("w")
        assert "2 spaces away" in stage.interaction.note
        assert "instead" not in stage.interaction.note


async def test_the_numbers_of_the_last_attack_stay_on_the_smallest_screen() -> None:
    match = scene(
        units=AT_ARMS,
        items={
            "red warrior": ["cleaver-and-other-cleaver", "hyperbranched-aramid-blast-suit"],
            "blue gunner": ["van-damme"],
        },
    )
    async with on_stage(match) as stage:
        await stage.press("a", "enter")
        for _ in range(4):  # no cards, no further attack
            if stage.session.request and stage.session.request.question is Question.UNIT_PHASE:
                break
            await stage.press("e" if stage.interaction.menu is None else "enter")
        shown = " ".join(stage.lines("rest").split())
        assert "4 against 1" in shown
        assert "wounds" in shown


async def test_the_forecast_of_several_hits_fits_beside_its_list() -> None:
    match = scene(
        units={"red scout": "h7", "blue gunner": "k7", "blue medic": "l7", "blue scout": "l8"},
        items={"red scout": ["party-grenade"]},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise", "elbow-grease"]},
        active="red scout",
    )
    async with on_stage(match) as stage:
        await stage.press("a")
        for name in ("&g", "Blue's Medic"):
            assert f"{name} toughness" in stage.text
        assert "all cards, one dies:" in stage.lines("prompt")
        assert max(len(row) for row in stage.lines("prompt").splitlines()) <= 34
