"""Managers of a host: the match survives any fault, and the notices name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hosts import Driven, Quiet, dealt, here
from scenes import scene

from deathdome.errors import ManagerError
from deathdome.match.protocol import HUMAN, Reply
from deathdome.match.referee import Referee
from deathdome.model.actions import END_TURN
from deathdome.programs.faults import STRIKES
from deathdome.session.host import Change, MatchHost
from deathdome.session.managers import DiedError, LocalManagers
from deathdome.session.notices import Decide, End, Person, Rest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Controller, Request
    from deathdome.model.events import Event, Outcome


def played(managers: LocalManagers, names: tuple[str, ...] = (HUMAN, "q")) -> MatchHost:
    """A match in which the second seat is asked first, up to the first question to a person."""
    host = MatchHost(Referee(scene(turn="blue").state, 1), names, managers)
    Driven(host)
    return host


def next_need(host: MatchHost) -> type:
    return type(host.need)


class Telling(Quiet):
    """Has an error that reveals its hand."""

    def decide(self, request: Request) -> Reply:
        raise LookupError(f"my hand is {request.seen.hand}")


class Sore(Quiet):
    """Has an error when the match is over."""

    def end(self, outcome: Outcome) -> None:
        del outcome
        raise ValueError("that was unfair")


class Mortal(LocalManagers):
    """Managers whose process dies at the first questions."""

    def __init__(self, deaths: int) -> None:
        super().__init__({1: Quiet})
        self.deaths = deaths
        self.asked: list[int] = []

    def decide(self, request: Request, heard: Sequence[Event]) -> Reply:
        self.asked.append(request.number)
        if len(self.asked) <= self.deaths:
            raise DiedError("the managers' process has died")
        return super().decide(request, heard)


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_process_that_died_is_asked_again_before_the_default(deaths: int) -> None:
    managers = Mortal(deaths)
    host = played(managers)
    assert managers.asked[0] == managers.asked[1]
    again, *rest = host.faults
    assert again == "q (seat 2) must choose again: the managers' process has died"
    assert rest == ["q (seat 2) failed: the managers' process has died"] * (deaths - 1)
    assert host.request is not None


def test_what_fails_is_answered_by_greedy_and_in_the_end_for_good() -> None:
    host = played(here({1: Telling()}))
    faults = [fault for fault in host.faults if "failed" in fault]
    assert faults[:-1] == ["q (seat 2) failed: it raised an error. Greedy chose instead"] * (
        STRIKES - 1
    )
    assert faults[-1].endswith(". Greedy plays for it to the end")


def test_what_a_failed_manager_said_is_reported_when_the_match_is_over() -> None:
    referee = Referee(scene(turn="blue", round=6, hands={"blue": ["pressured"]}).state, 5)
    host = MatchHost(referee, ("q", "q"), here({0: Quiet(), 1: Telling()}))
    running: list[str] = []

    def look(_: Change) -> None:
        if host.outcome is None:
            running.extend(host.faults[len(running) :])

    host.listeners.append(look)
    Driven(host)
    assert host.outcome is not None
    assert running
    assert not any("my hand" in fault for fault in running)
    withheld = [fault for fault in host.faults if "my hand" in fault]
    assert len(withheld) == len(running)
    assert withheld[0].startswith("q (seat 2) failed earlier: LookupError: my hand is (")


def test_what_a_manager_does_wrong_when_the_match_is_over_is_reported_too() -> None:
    referee = Referee(scene(turn="blue", round=6, phases=0).state, 5)
    host = MatchHost(referee, ("q", "q"), here({0: Quiet(), 1: Sore()}))
    Driven(host)
    (fault,) = host.faults
    assert fault == "q (seat 2) failed after the match: ValueError: that was unfair"


def test_managers_that_cannot_begin_are_reported_and_the_match_goes_on() -> None:
    host = MatchHost(Referee(scene().state, 1), (HUMAN, "q"), here({1: Quiet()}))
    host.start()
    host.fail(ManagerError("no room"))
    assert host.faults == ["the managers couldn't start: no room"]
    assert isinstance(host.need, Person)


def test_a_manager_that_is_asked_is_shown_thinking_and_can_be_hurried() -> None:
    class Hurried(LocalManagers):
        hurried = 0

        def hurry(self) -> None:
            self.hurried += 1

    managers = Hurried({1: Quiet})
    host = MatchHost(Referee(scene(turn="blue").state, 1), (HUMAN, "q"), managers)
    host.hurry()
    assert managers.hurried == 0
    host.start()
    managers.begin(host.view.setup, {1: ("q", 1)})
    host.meet()
    assert next_need(host) is Decide
    assert (host.thinking, host.waiting) == (1, True)
    assert host.thought >= 0
    host.hurry()
    assert managers.hurried == 1
    host.meet(Reply(END_TURN))
    assert next_need(host) is Rest
    assert (host.thinking, host.waiting) == (None, False)


def test_each_manager_hears_every_event_once_to_the_end() -> None:
    class Listener(Quiet):
        def __init__(self) -> None:
            super().__init__()
            self.heard: list[Event] = []

        def observe(self, events: Sequence[Event]) -> None:
            self.heard += events

    names = ("quiet", "quiet")
    referee, _ = dealt(names, rounds=1)
    listeners = Listener(), Listener()
    controllers: dict[int, Controller] = dict(enumerate(listeners))
    host = MatchHost(referee, names, here(controllers))
    driven = Driven(host)
    assert isinstance(driven.needs[-1], End)
    assert host.need is None
    for seat, listener in enumerate(listeners):
        assert listener.heard == referee.visible_events(seat)
