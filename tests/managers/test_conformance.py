"""Findings of the check about managers that seem to play well."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.managers import conformance, registry
from deathdome.managers.conformance import examine, opening
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import Reply
from deathdome.model.actions import Action
from deathdome.model.decisions import Question
from deathdome.programs.faults import Failure, Finding

if TYPE_CHECKING:
    from deathdome.match.protocol import Briefing, Controller, Request
    from deathdome.model.state import State


class Meddles(RandomManager):
    """Counts its wounds away."""

    def decide(self, request: Request) -> Reply:
        reply = super().decide(request)
        object.__setattr__(request.seen, "wounds", (0, 0))
        return reply


class Tears(RandomManager):
    """Leaves nothing to look at."""

    def decide(self, request: Request) -> Reply:
        reply = super().decide(request)
        object.__setattr__(request.seen, "setup", None)
        return reply


class Whimsical(RandomManager):
    """Has an invented seed."""

    def decide(self, request: Request) -> Reply:
        return Reply(Random(os.urandom(8)).choice(request.options))


class Dawdles(Whimsical):
    """Is late once where it plays the first seat, and as it should be elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def decide(self, request: Request) -> Reply:
        self.asked += 1
        if request.seat == 0 and self.asked == 2:
            raise Failure("late", "no answer in 30 s")
        return super().decide(request) if request.seat == 0 else RandomManager.decide(self, request)


class Cheats(RandomManager):
    """Gives an answer that is none, always."""

    def decide(self, request: Request) -> Reply:  # noqa: ARG002
        return Reply(Action(-1))


class Stumbles(RandomManager):
    """Has the same mistake at every question."""

    def decide(self, request: Request) -> Reply:  # noqa: ARG002
        raise LookupError("no plan")


class Homeless(RandomManager):
    """Looks for its base as soon as the match is announced."""

    def begin(self, briefing: Briefing) -> None:
        assert briefing.setup.terrain.home_bases
        super().begin(briefing)


class Honest(RandomManager):
    """As it should be."""


def findings(
    manager: type[Controller], monkeypatch: pytest.MonkeyPatch, matches: int = 2
) -> list[Finding]:
    """Return the findings about it, without the long search for rare questions."""
    monkeypatch.setattr(conformance, "_SEARCHED", 0)
    monkeypatch.setattr("deathdome.managers.registry.create", lambda _spec: manager())
    return list(examine("random", matches))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("manager", "wrong"),
    [
        (Honest, []),
        (Meddles, ["the view was changed"]),
        (Tears, ["the view was changed"]),
        (Whimsical, ["the same seeds gave other matches: 2 of 2"]),
    ],
)
def test_what_is_wrong_is_found_and_nothing_else(
    manager: type[Controller], wrong: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = findings(manager, monkeypatch)
    told = [one.what for one in found if not one.ok and "kinds of question" not in one.what]
    assert told == wrong
    assert " ms at most (" in found[-1].what


@pytest.mark.slow
def test_one_mistake_is_told_once_for_all_kinds_of_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conformance, "_SEARCHED", 2)
    monkeypatch.setattr("deathdome.managers.registry.create", lambda _spec: Stumbles())
    found = list(examine("random", 2))
    kinds = next(one for one in found if "kinds of question" in one.what)
    (told,) = [line for line in kinds.details if "LookupError: no plan" in line]
    assert told.count(",") >= 3
    assert not [one for one in found if "seeds" in one.what], "nothing was its own"


@pytest.mark.slow
def test_the_match_it_begins_with_has_bases(monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings(Homeless, monkeypatch, matches=1)[0].ok


@pytest.mark.slow
def test_a_kind_of_question_that_never_came_up_is_no_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = findings(Honest, monkeypatch, matches=1)[2]
    assert not kinds.ok
    assert kinds.details[0].startswith("no example was found of: ")


@pytest.mark.slow
def test_a_match_in_which_it_was_late_says_nothing_of_its_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = findings(Dawdles, monkeypatch)
    assert (found[1].ok, found[1].what) == (False, "2 matches against random, 1 fault")
    assert [one.what for one in found if "seeds" in one.what] == [
        "the same seeds give the same matches"
    ]


@pytest.mark.slow
def test_no_more_is_played_after_as_many_faults_as_end_a_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = findings(Cheats, monkeypatch)
    assert found[1].what == "1 match against random, 3 faults; 1 more was not played"
    assert not [one for one in found if "seeds" in one.what], "nothing was its own"


@pytest.mark.slow
@pytest.mark.parametrize(("form", "told"), [("two only", "2"), ("four only", "4")])
def test_who_says_with_how_many_teams_it_plays_is_looked_at_with_those(
    form: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "_SEARCHED", 1)
    seats = []

    def noted(number: int, **how: Any) -> State:
        seats.append(number)
        return opening(number, **how)

    monkeypatch.setattr(conformance, "opening", noted)
    rogue = Path(__file__).with_name("foreign") / "rogue.py"
    found = list(examine(f"command:{sys.executable} -I -S {rogue} '{form}'", 1))
    assert found[0].what.endswith(f"; plays with {told} teams only")
    assert found[1].ok, found[1]
    assert not [text for one in found for text in one.details if "does not play" in text]
    # The first start may find out that it does not play with two.
    assert set(seats[2:]) == {int(told)}


@pytest.mark.slow
def test_a_view_that_is_changed_in_a_process_of_its_own_is_found_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(conformance, "_SEARCHED", 0)
    (tmp_path / "meddling.py").write_text(
        "from deathdome.managers.random_manager import RandomManager\n"
        "class Meddles(RandomManager):\n"
        "    def decide(self, request):\n"
        "        reply = super().decide(request)\n"
        "        object.__setattr__(request.seen, 'wounds', (0, 0))\n"
        "        return reply\n"
    )
    monkeypatch.chdir(tmp_path)
    found = list(examine("meddling:Meddles", 1))
    assert found[1].ok, found[1]
    told = [one.what for one in found if not one.ok and "kinds of question" not in one.what]
    assert told == ["the view was changed"]


def test_the_check_asks_for_a_sale_at_an_auction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program that stumbles there is found out."""
    asked: set[Question] = set()

    class Listens(RandomManager):
        def decide(self, request: Request) -> Reply:
            asked.add(request.question)
            if request.question is Question.AUCTION:
                raise LookupError("what is that?")
            return super().decide(request)

    monkeypatch.setattr(registry, "create", lambda _: Listens())
    findings = list(examine("random", matches=1))
    assert Question.AUCTION in asked
    (kinds,) = (one for one in findings if "kinds of question" in one.what)
    assert not kinds.ok
    assert kinds.details[0].startswith("auction: LookupError: what is that?")
