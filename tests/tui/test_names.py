"""Sentences name units; board symbols stay on the board and before names in lists."""

from __future__ import annotations

import re
from typing import Final

import pytest
from question_scenes import SCENES
from scenes import request_of, scene

from deathdome.content.convict_names import convicts_of
from deathdome.model.decisions import Question
from deathdome.stage.text import text_of
from deathdome.tui.drawing.question import interaction_lines
from deathdome.tui.interaction import Interaction
from deathdome.tui.presenters.pieces import called, unit_token

SYMBOL: Final = re.compile(r"(?<!\w)[@&%+][a-z]\b")
ASKED: Final = [question for question, make in SCENES.items() if make is not None]


def asked(question: Question) -> Interaction:
    make = SCENES[question]
    assert make is not None
    state = make().state
    interaction = Interaction()
    interaction.convicts = convicts_of(state.setup, 5)
    interaction.ask(request_of(state))
    return interaction


@pytest.mark.parametrize("question", ASKED, ids=lambda question: question.name)
def test_no_question_and_no_answer_has_a_symbol(question: Question) -> None:
    interaction = asked(question)
    # Rows of odds have symbols only where names do not fit.
    assert not SYMBOL.search(text_of(interaction_lines(interaction, 60, 40)[0]))
    for act in (interaction.why, interaction.line, interaction.attack, interaction.acts):
        act()
        menu = interaction.menu
        texts = [interaction.note, menu and menu.title, menu and menu.entries]
        assert not SYMBOL.search(str(texts))
        interaction.escape()
    interaction.end()
    assert not SYMBOL.search(interaction.note)


def test_a_convict_keeps_the_letter_of_its_type_on_the_board() -> None:
    state = scene(units={"red warrior": "e4", "blue gunner": "e3"}).state
    named = convicts_of(state.setup, 5).named
    assert [unit_token(named, unit) for unit in range(8)] == [
        unit_token(state.setup, unit) for unit in range(8)
    ]


def test_a_refusal_names_the_convict() -> None:
    interaction = asked(Question.JAIL)
    assert interaction.seen is not None
    name = interaction.seen.setup.units[5].name
    assert interaction.menu is not None
    assert interaction.menu.title == f"Which jail for {name}?"


def test_the_store_names_the_convict_and_its_type() -> None:
    state = scene(units={"red warrior": "e4", "blue gunner": "e3"}).state
    named = convicts_of(state.setup, 5).named
    for card, unit in zip(state.setup.units, named.units, strict=True):
        assert called(named, unit) == f"{unit.name}, {card.name.lower()}"
        assert called(state.setup, card) == card.name
