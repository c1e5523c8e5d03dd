"""Hints of a host: three steps, counted once for a question, dropped with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hosts import driven, give
from scenes import scene

from deathdome.errors import DeathdomeError
from deathdome.managers.hint_text import Advice, Order
from deathdome.model.actions import ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.session.advice_process import LocalAdvice
from deathdome.session.hints import Failure, Level, Step
from deathdome.session.host import Change, MatchHost

ANSWERS = (make_action(ActionKind.ACTIVATE, 2), make_action(ActionKind.WALK, 50))
ADVICE = Advice(Question.TURN, 0, Order(ANSWERS, unit=2), place=49)
CARDS = Advice(Question.ATTACK_CARDS, 0, Order((make_action(ActionKind.LAY, 0),)))

if TYPE_CHECKING:
    from deathdome.session.hints import News


def host_of(**more: object) -> MatchHost:
    return driven(scene(units={"red scout": "d7"}, **more), make_adviser=LocalAdvice)  # type: ignore[arg-type]


def asked(host: MatchHost, advice: Advice = ADVICE) -> News | None:
    """Ask for a step, and have the adviser answer at once."""
    assert host.hint() == ""
    if host.hints.wanted is not None:
        assert host.hints.take_news() == "thinking"
        host.advise(advice)
    return host.hints.take_news()


def test_a_hint_comes_in_two_steps_and_is_counted_once() -> None:
    host = host_of()
    levels = []
    for number in (1, 2, 2):
        step = asked(host)
        assert isinstance(step, Step)
        assert (step.number, step.last) == (number, number == 2)
        assert host.advised() == ANSWERS[0]
        assert host.hints.offered(host.request) == ANSWERS
        levels.append(step.level)
    assert levels == [*Level, Level.PLAN]
    assert host.hints.taken == {0: 1}
    assert host.notices == []  # the result has the count; the log is about the match


def test_a_hint_that_was_hidden_shows_the_same_step_again() -> None:
    host = host_of()
    asked(host)
    assert host.hints.hide()
    assert not host.hints.hide()
    assert host.hints.offered(host.request) == ()
    step = asked(host)
    assert isinstance(step, Step)
    assert step.level is Level.BOX


def test_keys_pressed_while_a_hint_is_thought_about_take_its_next_steps() -> None:
    host = host_of()
    for _ in range(3):
        host.hint()
    host.advise(ADVICE)
    assert host.hints.shown is not None
    assert host.hints.shown.level is Level.PLAN
    assert host.hints.taken == {0: 1}


def test_an_answer_or_an_undo_drops_the_hint_and_the_same_question_counts_no_other() -> None:
    host = host_of()
    asked(host)
    give(host, "activate red.scout")
    assert host.hints.asked is None
    host.undo()
    step = asked(host)
    assert isinstance(step, Step)
    assert step.number == 1
    assert host.hints.taken == {0: 1}
    give(host, "activate red.scout")
    asked(host)
    assert host.hints.taken == {0: 2}


def test_a_hint_that_is_thought_about_can_be_dropped_and_is_not_counted() -> None:
    host = host_of()
    heard: list[Change] = []
    host.listeners.append(heard.append)
    assert not host.drop_hint()
    host.hint()
    assert host.drop_hint()
    assert heard.count(Change.ADVICE) == 2
    assert host.hints.wanted is None
    assert host.hints.taken == {}


def test_a_question_asked_again_meanwhile_asks_no_second_adviser() -> None:
    host = host_of()
    heard: list[Change] = []
    host.hint()
    wanted = host.hints.wanted
    host.listeners.append(heard.append)
    host.hints.take_news()
    host.hint()
    assert host.hints.wanted is wanted
    assert Change.ADVICE not in heard, "the search would start again"
    assert host.hints.take_news() == "thinking", "the screen still says so"
    assert host.hints.taken == {}


def test_a_staged_question_has_a_hint_of_its_own() -> None:
    host = host_of()
    asked(host)
    staged = host._referee.request()
    assert host.hint(staged) == ""
    assert host.hints.wanted is staged
    host.advise(ADVICE)
    assert host.hints.taken == {0: 1}  # nothing differs: it is no other question
    assert host.advised() is None


def test_where_an_adviser_finds_nothing_the_hint_says_so() -> None:
    host = host_of()
    host.hint()
    host.no_advice("nobody knows")
    assert host.hints.take_news() == Failure("nobody knows")
    assert host.hints.taken == {}


def test_an_adviser_that_cannot_be_made_is_said() -> None:
    def broken() -> LocalAdvice:
        raise DeathdomeError("weights.toml: not TOML")

    host = driven(scene(), make_adviser=broken)
    assert host.hint() == "No hint: weights.toml: not TOML."
    assert host.hints.wanted is None


def test_no_choice_is_no_hint() -> None:
    host = host_of(phases=0)
    assert host.request is not None
    step = asked(host, LocalAdvice().hint(host.request))
    assert isinstance(step, Step)
    assert step.last
    assert step.advice.free
    assert step.advice.ends
    assert host.hints.taken == {}


def test_a_hint_in_a_phase_knows_how_the_phase_began() -> None:
    host = host_of()
    assert host.request is not None
    assert host.open_phase(host.request) is None
    give(host, "activate red.scout")
    begun = host.open_phase(host.request)
    assert begun is not None
    assert begun.request.question is Question.TURN
    assert begun.answers == (make_action(ActionKind.ACTIVATE, 2),)


def test_a_hint_is_refused_where_nothing_is_asked() -> None:
    host = driven(scene(), ("human", "human"))
    host.hide()
    assert host.hint() == "You get hints when it is your choice."
