"""Every question has a sentence, and the answers to one question can be told apart."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import ActionKind, kind_of, make_action
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game
from deathdome.text.choices import describe_option, describe_question
from deathdome.text.labels import label
from deathdome.text.names import compact

if TYPE_CHECKING:
    from scenes import Match

    from deathdome.model.decisions import Decision

EAGER = (
    ActionKind.ATTACK,
    ActionKind.USE,
    ActionKind.PLAY,
    ActionKind.HIT,
    ActionKind.LAY,
    ActionKind.CAPTURE,
    ActionKind.RELEASE,
)


def lively(asked: Decision, rng: Random) -> int:
    """An answer that arms everybody and then looks for trouble."""
    if asked.question is Question.PURCHASE:
        for wanted in (ActionKind.EQUIP, ActionKind.BUY, ActionKind.DONE, ActionKind.PASS):
            found = [option for option in asked.options if kind_of(option) is wanted]
            if found:
                return rng.choice(found)
    found = [option for option in asked.options if kind_of(option) in EAGER]
    return rng.choice(found if found and rng.random() < 0.8 else asked.options)


def options_of(match: Match, kind: ActionKind) -> list[str]:
    seen = observe(match.state, match.asked.seat)
    return [describe_option(option, seen) for option in match.offers(kind)]


def question_of(match: Match) -> str:
    asked = match.asked
    return describe_question(asked.question, observe(match.state, asked.seat), asked.unit)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_every_answer_of_a_match_has_a_text_of_its_own(seed: int) -> None:
    rng = Random(seed)
    state = new_game(load_catalog(), load_board("waspworth"), seats=2 + seed % 3, rounds=12)
    while (asked := decision(state)) is not None:
        seen = observe(state, max(asked.seat, 0))
        assert describe_question(asked.question, seen, asked.unit).endswith("?")
        texts = [describe_option(option, seen) for option in asked.options]
        assert all(text and "\n" not in text for text in texts)
        assert len(set(texts)) == len(texts), sorted(texts)
        labels = [label(option, state.setup) for option in asked.options]
        assert len(set(labels)) == len(labels), sorted(labels)
        apply_action(state, lively(asked, rng), trusted=True)  # type: ignore[arg-type]


BY_CHANCE = (Question.DEAL, Question.ROLL, Question.DRAW, Question.REVEAL)


@pytest.mark.parametrize("question", Question, ids=lambda question: question.name)
def test_every_question_has_a_sentence_even_out_of_the_blue(question: Question) -> None:
    match = scene()
    text = describe_question(question, observe(match.state, 0), 1)
    assert text.endswith("?")
    if question not in BY_CHANCE:
        assert "Red" not in text.replace("Red's turn", "").split()


def test_buying_says_price_facts_and_the_text_of_the_card() -> None:
    state = new_game(load_catalog(), load_board("waspworth"), seats=2, first=0)
    item = next(item for item in load_catalog().items if item.id == "whoopee-maul")
    number = load_catalog().items.index(item)
    text = describe_option(make_action(ActionKind.BUY, number), observe(state, 0))
    assert text.startswith(f"Buy the Whoopee Maul for {compact(item.cost)}: close combat weapon")
    assert text.endswith(item.text)
    assert describe_question(Question.PURCHASE, observe(state, 0)) == (
        "What do you buy, sell or equip, with 2M credits?"
    )


def test_an_attack_says_its_strength_and_how_the_target_is() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        wounds={"blue gunner": 2},
        active="red warrior",
    )
    assert options_of(match, ActionKind.ATTACK) == [
        "Attack Blue's Gunner with a punch: close combat, strength 2, target vitae 4 of 6."
    ]
    assert question_of(match) == (
        "What does Red's Warrior do, with 1 movement phase and 1 action left?"
    )


def test_card_steps_name_the_attack_and_what_a_card_is_worth() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        hands={"red": ["loud-noise"], "blue": ["cutlery-amnesty"]},
        active="red warrior",
    )
    match.attack("blue gunner")
    assert question_of(match) == (
        "Which cards do you add to the attack by Red's Warrior on Blue's Gunner"
        " with a punch (strength 2, cards 0)?"
    )
    assert options_of(match, ActionKind.LAY) == ["Play Loud Noise for 3 in the attack."]
    match.lay("loud-noise").commit()
    assert question_of(match).endswith("with a punch (strength 2, cards 3)?")
    assert options_of(match, ActionKind.PLAY) == [
        "Play Cutlery Amnesty: +5 toughness against this close combat attack."
    ]


def test_a_space_is_described_by_what_is_on_it() -> None:
    match = scene(
        units={"red scout": "f3"},
        points={"f2": "blue"},
        tokens={"beehive": ("f2", "blue")},
        active="red scout",
    )
    goals = options_of(match, ActionKind.WALK)
    assert "Walk to f2 (Blue's control point, with the Beehive)." in goals
    assert "Walk to f4." in goals


def test_a_jail_is_described_by_who_is_in_it() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12", "red medic": "jail nw"},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    match.attack("blue gunner").commit_all()
    assert question_of(match) == "Which jail do you send Blue's Gunner to?"
    assert options_of(match, ActionKind.JAIL)[0] == (
        "Send Blue's Gunner to the north-west jail, with Red's Medic."
    )


def test_choices_of_one_card_are_told_apart_by_their_effects() -> None:
    match = scene(units={"red scout": "f3"}, hands={"red": ["pressured"]})
    texts = [text for text in options_of(match, ActionKind.PLAY) if "Scout" in text]
    assert [text.split(": ")[1] for text in texts] == [
        "+3 strength this turn",
        "+3 movement this turn",
        "+3 toughness until your next turn",
    ]


def test_the_end_of_a_turn_says_what_is_given_up() -> None:
    match = scene()
    assert options_of(match, ActionKind.END_TURN) == ["End the turn, with 2 unit phases unused."]
