"""Several players at one host: no hand is shown before its owner has taken the seat."""

from __future__ import annotations

from random import Random

import pytest
from hosts import Driven, give, hosted
from scenes import scene

from deathdome.session.host import Change, MatchHost

UNITS = {"red warrior": "e4", "blue gunner": "e3"}
HANDS = {"red": ["crowd-roar"], "blue": ["elbow-grease"]}


def seated(names: tuple[str, ...] = ("human", "human")) -> MatchHost:
    host = hosted(scene(seats=len(names), units=UNITS, hands=HANDS, active="red warrior"), names)
    Driven(host)
    return host


def test_the_curtain_is_up_before_the_first_answer_and_takes_none() -> None:
    host = seated()
    assert (host.viewer, host.curtain) == (0, 0)
    before = list(host._referee.journal)
    give(host, "stop")
    assert host._referee.journal == before
    host.lift()
    assert (host.viewer, host.curtain) == (0, None)
    give(host, "attack blue.gunner with punch; commit")
    assert (host.viewer, host.curtain) == (0, 1)
    assert host.view.seat == 0
    host.lift()
    assert host.view.seat == host.viewer == 1


def test_a_hand_is_covered_when_its_owner_turns_away() -> None:
    host = seated()
    host.lift()
    host.held.append(lambda: None)
    host.hide()
    assert host.curtain == 0
    assert host.held == []
    host.lift()
    assert host.curtain is None


def test_one_person_alone_never_sees_a_curtain() -> None:
    host = seated(("human", "quiet"))
    assert host.curtain is None
    host.hide()
    assert host.curtain is None


@pytest.mark.parametrize("seed", range(8))
def test_the_view_is_always_that_of_the_person_who_lifted_the_curtain_last(seed: int) -> None:
    names = ("human", "human", "quiet") if seed % 2 else ("quiet", "human", "human")
    host, dice, lifted = seated(names), Random(seed), -1
    seen: set[int] = set()

    def look(change: Change) -> None:
        if change is Change.VIEW and host.curtain is None:
            assert host.view.seat == lifted
            seen.add(lifted)

    host.listeners.append(look)
    for _ in range(60):
        if host.outcome is not None:
            break
        if host.curtain is not None:
            lifted = host.curtain
            host.lift()
        elif dice.random() < 0.1:
            host.hide()
        else:
            assert host.request is not None
            assert host.request.seat == host.viewer
            host.answer([dice.choice(host.request.options)])
    assert len(seen) == 2
