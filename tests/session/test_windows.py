"""A manager that holds a card for this moment needs no more of a driver than one that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hosts import Driven, Quiet, give, hosted
from scenes import scene

from deathdome.errors import BarredError
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import CardPlayed
from deathdome.session.host import Change
from deathdome.session.notices import Decide, Rest, Wait

if TYPE_CHECKING:
    from deathdome.match.protocol import Reply, Request
    from deathdome.session.host import MatchHost

ANSWERS = "ricochet-clause"  # blue may answer an attack with it
OTHER = "loud-noise"  # with the same number of cards in the hand


def playing(request: Request) -> Action | None:
    """The first card that can be played."""
    plays = (action for action in request.options if kind_of(action) is ActionKind.PLAY)
    return next(plays, None) if request.question is Question.REACTION else None


def killed(
    card: str, manager: Quiet | None = None, *, pause: float = 0.3
) -> tuple[MatchHost, Driven, list[object]]:
    """A person puts a dead unit of blue in jail, after which blue may answer the attack.

    Returns also what was shown from then on.
    """
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue medic": "e2"},
        wounds={"blue gunner": 5},
        hands={"red": [], "blue": [card]},
        active="red warrior",
    )
    host = hosted(match, managers={1: manager or Quiet()}, pause=pause)
    driven = Driven(host)
    give(host, "attack blue.gunner with punch")
    while host.request is not None and host.request.question is not Question.JAIL:
        give(host, "commit")
    driven.needs.clear()
    shown: list[object] = []

    def look(change: Change) -> None:
        if change is Change.VIEW:
            shown.append((host.view.space, host.told, host.thinking, host.settling, host.word))

    host.listeners.append(look)
    give(host, "jail nw")
    return host, driven, shown


def why_barred(host: MatchHost) -> str:
    with pytest.raises(BarredError) as barred:
        host.undo()
    return barred.value.why


def test_what_is_shown_and_awaited_is_the_same_with_and_without_a_card() -> None:
    (host, driven, shown), (other, never, seen) = killed(ANSWERS), killed(OTHER)
    hidden = [need for need in driven.needs if isinstance(need, Decide)]
    assert hidden
    assert all(need.hidden for need in hidden)
    assert [type(need) for need in never.needs] == [Wait]
    assert [type(need) for need in driven.needs if need not in hidden] == [Wait]
    assert shown == seen
    assert why_barred(host) == why_barred(other)


def test_a_card_that_is_played_is_shown_before_the_person_goes_on() -> None:
    host, driven, shown = killed(ANSWERS, Quiet(playing))
    rest = next(need for need in driven.needs if isinstance(need, Rest))
    assert not rest.settled
    assert len(shown) > len(killed(OTHER)[2])
    assert any(isinstance(event, CardPlayed) for event in host.log())


class Fails(Quiet):
    """Has an error instead of an answer out of its hand."""

    def decide(self, request: Request) -> Reply:
        if request.question is Question.REACTION:
            raise LookupError("that must not be told now")
        return super().decide(request)


def test_a_fault_in_a_hidden_window_waits_for_an_open_question() -> None:
    host, driven, _ = killed(ANSWERS, Fails())
    assert host.faults == []
    while not any(isinstance(need, Decide) and not need.hidden for need in driven.needs):
        assert host.request is not None
        host.answer([host.request.default])
    (fault,) = host.faults
    assert fault == "quiet (seat 2) failed: it raised an error. Greedy chose instead"


def test_a_window_without_a_pause_needs_no_time() -> None:
    _, driven, _ = killed(OTHER, pause=0.0)
    assert driven.needs == []
