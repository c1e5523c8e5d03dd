"""Every legal answer in random positions can be given with the keys, and with the mouse."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager

from deathdome.match.referee import Referee
from deathdome.model.actions import ActionKind, a_of, b_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.rules.engine import apply_action, decision
from deathdome.tui.interaction import Interaction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action

MATCHES = 20
POSITIONS = 12  # a match, with steps in between


def positions(seed: int) -> Iterator[Request]:
    """Questions to seats somewhere in a fight."""
    rng = Random(seed)
    state = brawl(seed)
    found = 0
    for step in range(400):
        asked = decision(state)
        if asked is None or found == POSITIONS:
            return
        shown = asked.seat != CHANCE and asked.question is not Question.PURCHASE
        if shown and (step % 4 == 0 or asked.question not in (Question.TURN, Question.UNIT_PHASE)):
            request = Referee(state.copy(), seed).request()
            assert request is not None
            yield request
            found += 1
        apply_action(state, eager(asked, rng))


def chosen(interaction: Interaction, action: Action) -> bool:
    """Puts the bar of the open list on the answer with arrow keys; whether it is there."""
    menu = interaction.menu
    assert menu is not None
    for _ in menu.entries:
        entry = menu.entry
        assert entry is not None
        if entry.sends and entry.sends[-1] == action:
            return True
        interaction.move(0, 1)
    return False


def by_keys(request: Request, action: Action) -> tuple[Action, ...]:
    """Return the keys of a player who wants this action."""
    interaction = Interaction()
    interaction.ask(request)
    kind, menu = kind_of(action), interaction.menu
    if menu is not None and menu.many:
        if kind is ActionKind.COMMIT:
            return (
                interaction.enter() or interaction.enter()
            )  # asked once where a card would decide
        assert chosen(interaction, action), "not in the list"
        interaction.tick()
        return interaction.enter()
    if menu is not None:
        assert chosen(interaction, action), "not in the list"
        return interaction.enter()
    if kind is ActionKind.ACTIVATE:
        for _ in range(4):
            if interaction.prefix == (action,):
                return interaction.prefix
            interaction.step(1)
        return ()
    if kind in (ActionKind.WALK, ActionKind.PUSH_TO):
        interaction.point_at(a_of(action))
        return interaction.enter()
    if kind in (ActionKind.CAPTURE, ActionKind.RELEASE):
        return interaction.plain(kind)
    if kind is ActionKind.STOP and request.question is Question.UNIT_PHASE:
        interaction.acts()  # `e` ends the phase with the walk
        assert chosen(interaction, action), "not in the list"
        return interaction.enter()
    if kind in (ActionKind.END_TURN, ActionKind.END_PHASE, ActionKind.STOP, ActionKind.DECLINE):
        return interaction.end() or interaction.end()
    if kind is ActionKind.ATTACK:
        interaction.attack()
        assert chosen(interaction, action), "not in the list"
        return interaction.enter()
    interaction.acts()
    assert chosen(interaction, action), "not in the list"
    sends = interaction.enter()
    if not sends:  # "sure?", with no under the bar
        interaction.move(0, 1)
        sends = interaction.enter()
    return sends


@pytest.mark.parametrize("seed", range(MATCHES))
def test_every_legal_answer_can_be_given_by_keys(seed: int) -> None:
    for request in positions(seed):
        for action in request.options:
            sends = by_keys(request, action)
            words = f"{request.question}: {kind_of(action).name} {a_of(action)} {b_of(action)}"
            assert sends, words
            assert action in sends, words
            assert sends[0] in request.options, words


@pytest.mark.parametrize("seed", range(0, MATCHES, 4))
def test_what_a_unit_is_shown_to_do_begins_its_phase_first(seed: int) -> None:
    for request in positions(seed):
        if request.question is not Question.TURN:
            continue
        interaction = Interaction()
        interaction.ask(request)
        for space, action in list(interaction.offers.spaces.items())[:5]:
            interaction.point_at(space)
            begin, walk, *deed = interaction.enter()
            assert (begin, walk) == (*interaction.prefix, action)
            assert all(kind_of(one) in (ActionKind.CAPTURE, ActionKind.RELEASE) for one in deed)


@pytest.mark.parametrize("seed", range(0, MATCHES, 4))
def test_every_target_and_space_can_be_clicked(seed: int) -> None:
    """A click puts the cursor there, and a second one does what Enter does."""
    for request in positions(seed):
        for action in request.options:
            interaction = Interaction()
            interaction.ask(request)
            if interaction.menu is not None or kind_of(action) not in (
                ActionKind.WALK,
                ActionKind.PUSH_TO,
                ActionKind.ATTACK,
            ):
                continue
            if kind_of(action) is ActionKind.ATTACK:
                if b_of(action) not in interaction.offers.attacks:
                    continue  # it hits all around, and has no target to click
                interaction.point_at(interaction._space_of(b_of(action)))
                assert interaction.unit_here == b_of(action)
                assert interaction.enter() == ()
                assert chosen(interaction, action)
            else:
                interaction.point_at(a_of(action))
            assert action in interaction.enter()


def test_every_question_comes_up() -> None:
    met = {request.question for seed in range(MATCHES) for request in positions(seed)}
    assert {Question.TURN, Question.UNIT_PHASE, Question.ATTACK_CARDS, Question.REACTION} <= met
