"""Managers that misbehave in every way they can without ending the process."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.random_manager import RandomManager
from deathdome.match.guard import Fault, Guarded
from deathdome.match.protocol import PROTOCOL, Alternative, Briefing, Reply, Request
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import Action
from deathdome.programs.faults import STRIKES
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Event, Outcome


class Rogue(RandomManager):
    """Plays at random but answers question after question with what `answer` makes of it."""

    def __init__(self, answer: Callable[[Request], Any], every: int = 1) -> None:
        super().__init__()
        self.answer = answer
        self.every = every
        self.asked = 0

    def decide(self, request: Request) -> Reply:
        self.asked += 1
        if self.asked % self.every:
            return super().decide(request)
        reply: Reply = self.answer(request)
        return reply


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class Hidden(Exception):
    def __str__(self) -> str:
        raise GeneratorExit


class Yes(int):
    """A number that claims to be every number."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


def fail(error: BaseException) -> NoReturn:
    raise error


def dealt(seed: int, first: int | None = None) -> Referee:
    """A short match with nothing for sale: its questions are soon those of turns and units."""
    state = new_game(load_catalog(), load_board(), rounds=2, first=first)
    state.store = 0
    return Referee(state, seed)


def faults_of(controller: RandomManager, seed: int = 1) -> list[Fault]:
    """Faults of the first seat in a match to the end against an honest manager."""
    guarded = Guarded(lambda: controller)
    referee = dealt(seed, first=0)
    run_match(referee, [guarded, Guarded(RandomManager)])
    assert referee.over
    return guarded.faults


BAD: list[tuple[str, Callable[[Request], Any], str, str]] = [
    ("raises", lambda _: fail(ValueError("boom\nbang")), "raised", "ValueError: boom bang"),
    (
        "garbles",
        lambda _: fail(ValueError("\ud800 \x1b[31m")),
        "raised",
        "ValueError: <U+D800> <U+001B>[31m",
    ),
    (
        "nameless",
        lambda _: fail(type("\x1b", (Exception,), {})("?")),
        "raised",
        "<U+001B>: ?",
    ),
    ("exits", lambda _: sys.exit(0), "raised", "SystemExit: 0"),
    ("closes", lambda _: fail(GeneratorExit()), "raised", "GeneratorExit"),
    ("base", lambda _: fail(BaseException("of all")), "raised", "BaseException: of all"),
    ("recurses", lambda _: fail(RecursionError()), "raised", "RecursionError"),
    ("unprintable", lambda _: fail(Unprintable()), "raised", "Unprintable"),
    ("hidden", lambda _: fail(Hidden()), "raised", "Hidden"),
    ("none", lambda _: None, "junk", "answered with NoneType, not with a Reply"),
    ("bare action", lambda r: r.options[0], "junk", "answered with int, not with a Reply"),
    ("dict", lambda r: {"action": r.options[0]}, "junk", "answered with dict, not with a Reply"),
    ("float", lambda r: Reply(float(r.options[0])), "junk", "the action of its Reply is float"),  # type: ignore[arg-type]
    ("nan", lambda _: Reply(float("nan")), "junk", "the action of its Reply is float"),  # type: ignore[arg-type]
    ("bool", lambda _: Reply(True), "junk", "the action of its Reply is bool"),  # type: ignore[arg-type]
    ("yes", lambda _: Reply(Action(Yes(7))), "junk", "the action of its Reply is Yes"),
    ("text", lambda _: Reply("pass"), "junk", "the action of its Reply is str"),  # type: ignore[arg-type]
    ("list", lambda r: Reply([*r.options]), "junk", "the action of its Reply is list"),  # type: ignore[arg-type]
    ("illegal", lambda _: Reply(Action(-1)), "illegal", "-1 is none of the "),
    ("nodes", lambda r: Reply(r.options[0], 1.5), "junk", "the nodes of its Reply are float"),  # type: ignore[arg-type]
    ("no nodes", lambda r: Reply(r.options[0], -1), "junk", "the nodes of its Reply are not 0 to"),
    ("many", lambda r: Reply(r.options[0], 10**400), "junk", "the nodes of its Reply are not 0 to"),
    ("why", lambda r: Reply(r.options[0], 1, "because"), "junk", "the why of its Reply is not "),  # type: ignore[arg-type]
    ("reason", lambda r: Reply(r.options[0], 1, (("", 0.5),)), "junk", "the why of its Reply is "),  # type: ignore[arg-type]
    ("next", lambda r: Reply(r.options[0], 1, (), ((), ())), "junk", "the next_best of its Reply"),  # type: ignore[arg-type]
    (
        "rich",
        lambda r: Reply(r.options[0], 1, (("unit", 5), ("tower", 10**400))),
        "junk",
        "a reason of its Reply counts more than 1,000,000,000,000 credits",
    ),
    (
        "poor",
        lambda r: Reply(r.options[0], 1, (), Alternative((r.options[0],), (("", -(10**400)),))),
        "junk",
        "a reason of its Reply counts more than",
    ),
    (
        "deed",
        lambda r: Reply(r.options[0], 1, (), Alternative(("pass",))),  # type: ignore[arg-type]
        "junk",
        "the next_best ",
    ),
]


@pytest.mark.parametrize(
    ("answer", "kind", "detail"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_bad_answer_is_a_strike_and_the_match_goes_on(
    answer: Callable[[Request], Any], kind: str, detail: str
) -> None:
    first, *_ = faults_of(Rogue(answer, every=4))
    assert first.kind == kind
    assert first.detail.startswith(detail)
    assert first.question > 0


def test_after_three_strikes_the_manager_is_not_asked_again() -> None:
    rogue = Rogue(lambda _: None)
    assert len(faults_of(rogue)) == rogue.asked == STRIKES


def test_chance_answers_in_its_place_and_the_same_way_every_time() -> None:
    def journal() -> list[tuple[int, Action]]:
        referee = dealt(5)
        run_match(referee, [Guarded(lambda: Rogue(lambda _: None)), Guarded(RandomManager)])
        return referee.journal

    assert journal() == journal()


def test_honest_manager_plays_guarded_as_unguarded() -> None:
    referees = dealt(6), dealt(6)
    run_match(referees[0], [RandomManager(), RandomManager()])
    guards = [Guarded(RandomManager), Guarded(RandomManager)]
    run_match(referees[1], guards)
    assert referees[0].fingerprint() == referees[1].fingerprint()
    assert [guard.faults for guard in guards] == [[], []]


def test_good_reasons_are_passed_on() -> None:
    referee = dealt(7, first=0)
    request = referee.request()
    assert request is not None
    reply = Reply(request.options[0], 12, (("unit saved", 118_000), ("card", -19_000)))
    guarded = Guarded(lambda: Rogue(lambda _: reply))
    guarded.begin(Briefing(PROTOCOL, 0, 2, referee.state.setup, 0, {}))
    assert guarded.decide(request) is reply


def test_manager_that_cannot_be_made_never_plays() -> None:
    guarded = Guarded(lambda: fail(OSError("no model file")))
    referee = dealt(8)
    run_match(referee, [guarded, Guarded(RandomManager)])
    assert referee.over
    assert guarded.faults == [Fault(-1, "raised", "OSError: no model file")]


def test_faults_at_begin_while_listening_and_at_the_end_are_noted() -> None:
    class Deaf(RandomManager):
        def observe(self, events: Sequence[Event]) -> None:
            raise KeyError(len(events) and "events")

    class Sore(RandomManager):
        def end(self, outcome: Outcome) -> None:
            raise RuntimeError(outcome.reason)

    class Late(RandomManager):
        def begin(self, briefing: Briefing) -> None:
            raise TimeoutError(briefing.seat)

    assert [fault.kind for fault in faults_of(Deaf())] == ["raised"] * STRIKES
    (last,) = faults_of(Sore())
    assert (last.question, last.detail.split(":")[0]) == (-1, "RuntimeError")
    assert faults_of(Late()) == [Fault(-1, "raised", "TimeoutError: 0")]


def test_whatever_is_raised_before_and_after_the_questions_is_contained() -> None:
    class Deaf(RandomManager):
        def observe(self, events: Sequence[Event]) -> None:
            raise GeneratorExit(len(events) and "events")

    class Sore(RandomManager):
        def end(self, outcome: Outcome) -> None:
            raise GeneratorExit(outcome.rounds)

    class Late(RandomManager):
        def begin(self, briefing: Briefing) -> None:
            raise GeneratorExit(briefing.seat)

        def close(self) -> NoReturn:
            raise GeneratorExit

    assert [fault.detail for fault in faults_of(Deaf())] == ["GeneratorExit: events"] * STRIKES
    assert faults_of(Sore()) == [Fault(-1, "raised", "GeneratorExit: 2")]
    assert faults_of(Late()) == [Fault(-1, "raised", "GeneratorExit: 0")]


def test_long_complaints_are_cut() -> None:
    first, *_ = faults_of(Rogue(lambda _: fail(ValueError("x" * 10_000))))
    assert len(first.detail) == 200


def test_one_that_empties_the_list_of_options_is_answered_for_from_the_list_as_it_was() -> None:
    def empties(request: Request) -> Reply:
        answer = request.options[0]
        object.__setattr__(request, "options", ())
        object.__setattr__(request, "seen", None)
        return Reply(answer) if answer % 2 else Reply(Action(-1))

    referee = Referee(new_game(load_catalog(), load_board(), rounds=1), 3)
    guards = [Guarded(lambda: Rogue(empties), RandomManager), Guarded(RandomManager)]
    run_match(referee, guards)
    assert referee.over
    assert {fault.kind for fault in guards[0].faults} == {"illegal"}
    # The caller uses the question as well: it is left unchanged.
    state = new_game(load_catalog(), load_board())
    request = Referee(state, 3).request()
    assert request is not None
    kept = replace(request)
    guard = Guarded(lambda: Rogue(empties))
    guard.begin(Briefing(PROTOCOL, 0, 2, state.setup, 1, {}))
    guard.decide(request)
    assert request == kept


def test_ctrl_c_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        faults_of(Rogue(lambda _: fail(KeyboardInterrupt())))
