"""Undo and redo of a host: step by step, until something is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hosts import dealt, driven, give, hosted, where
from scenes import scene

from deathdome.errors import BarredError, UsageError

if TYPE_CHECKING:
    from deathdome.session.host import MatchHost

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}
NOTHING = "nothing to redo"


def at_arms(**hands: list[str]) -> MatchHost:
    return driven(scene(units=AT_ARMS, hands=hands))


def test_answers_that_were_given_together_are_undone_and_redone_together() -> None:
    host = at_arms()
    give(host, "activate red.warrior; walk f4; walk g4")
    after = host._referee.fingerprint()
    assert where(host) == "g4"
    assert len(host.undo()) == 3
    assert where(host) == "e4"
    assert host.word == "Undone."
    assert not host._referee.journal
    assert len(host.redo()) == 3
    assert host._referee.fingerprint() == after
    assert host.word == "Redone."
    with pytest.raises(UsageError, match=NOTHING):
        host.redo()


def test_several_steps_are_undone_one_by_one() -> None:
    host = at_arms()
    give(host, "activate red.warrior; walk f4")
    give(host, "walk g4")
    host.undo()
    assert where(host) == "f4"
    host.undo()
    assert where(host) == "e4"
    with pytest.raises(BarredError, match="you have undone everything since the last reveal"):
        host.undo()
    host.redo()
    host.redo()
    assert where(host) == "g4"


def test_a_new_answer_forgets_what_was_undone() -> None:
    host = at_arms()
    give(host, "activate red.warrior; walk g4")
    host.undo()
    give(host, "activate red.warrior; walk f4")
    with pytest.raises(UsageError, match=NOTHING):
        host.redo()
    assert where(host) == "f4"


def test_an_attack_bars_everything_before_it_by_name() -> None:
    host = at_arms(red=["crowd-roar"])
    give(host, "activate red.warrior")
    give(host, "attack blue.gunner with punch")
    with pytest.raises(BarredError) as barred:
        host.undo()
    assert barred.value.why == "an attack was declared"


def test_answers_of_managers_bar_everything_before_them() -> None:
    names = ("human", "random")
    referee, managers = dealt(names)
    host = driven(referee, names, managers)
    give(host, "end turn")
    with pytest.raises(BarredError):
        host.undo()


def test_the_rest_of_a_step_that_is_not_legal_any_more_is_left_out() -> None:
    host = at_arms()
    give(host, "activate red.warrior; walk f4; walk a1; walk g4")
    assert where(host) == "f4"
    assert host.word == "The rest isn't possible any more. Look again."
    give(host, "walk g4")
    assert host.word == ""


def test_an_answer_that_is_refused_changes_nothing_and_says_why() -> None:
    host = at_arms()
    give(host, "walk a1")
    assert not host._referee.journal
    assert host.word
    assert host.request is not None


def test_nothing_is_undone_while_others_are_asked() -> None:
    host = hosted(scene(units=AT_ARMS))  # it has not begun
    for again in (host.undo, host.redo):
        with pytest.raises(UsageError, match="while others play"):
            again()
