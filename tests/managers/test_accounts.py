"""Reasons of managers: exact sums; while the match runs nothing that tells of a hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Match, card_id, request_of, scene

from deathdome.content.catalogs import load_catalog
from deathdome.managers.accounts import Account, Diary, told
from deathdome.managers.planner.manager import PlanningManager
from deathdome.model.actions import END_PHASE, END_TURN, Act, action
from deathdome.model.decisions import Question
from deathdome.play.controllers import PROTOCOL, Briefing, Reply
from deathdome.tui.presenters.accounts import account_lines
from deathdome.tui.presenters.text import text_of

CARDS = [card.id for card in load_catalog().power_cards]
PLACES = ("c5", "e4", "e7", "d7", "f5", "h7", "g9", "d8")


def text(account: Account, match: Match, *, over: bool) -> str:
    rows = account_lines(account, match.state.table, ["one", "two"], 76, over=over)
    return text_of(rows)


def accounts_of(match: Match) -> list[Account]:
    """What a fresh veteran notes down for the open question."""
    request = request_of(match.state)
    manager = PlanningManager("veteran")
    table = match.state.table
    manager.begin(Briefing(PROTOCOL, request.seat, table.seats, table, 7, {}))
    diary = Diary()
    diary.note(request, manager.decide(request))
    return diary.known(over=False)


def position(hand: list[str], places: list[str]) -> Match:
    red = dict(zip(("red warrior", "red gunner", "red scout"), places, strict=False))
    blue = dict(zip(("blue scout", "blue medic"), places[3:], strict=False))
    return scene(
        units={**red, **blue},
        items={"red warrior": ["rusty-chainsaw"], "red gunner": ["apology-rifle"]},
        hands={"red": hand, "blue": ["crowd-roar"] * 2},
    )


hands = st.lists(st.sampled_from(CARDS), min_size=3, max_size=3, unique=True)


@settings(max_examples=12, deadline=None)
@given(hands, hands, st.permutations(PLACES))
def test_reasons_in_a_match_tell_nothing_of_a_hand(
    one: list[str], other: list[str], places: list[str]
) -> None:
    texts: dict[object, set[str]] = {}
    names = {card.id: card for card in load_catalog().power_cards}
    for hand in (one, other):
        match = position(hand, places)
        for account in accounts_of(match):
            shown = text(account, match, over=False)
            for card in hand:
                assert card not in shown
                assert names[card].name.lower() not in shown.lower()
            known = told(account, match.state.table, over=False)
            assert sum(amount for _, amount in (*known.gains, *known.costs)) == known.total
            # The same plan with another hand reads the same: no amount tells of the cards.
            public = tuple(term for term in (*known.gains, *known.costs))
            assert all("card" not in name and name not in ("danger", "shell") for name, _ in public)
            whole = told(account, match.state.table, over=True)
            assert sum(amount for _, amount in (*whole.gains, *whole.costs)) == account.total
            assert whole.total == account.total
            texts.setdefault(_plan_of(account, match), set()).add(shown)
    assert all(len(found) == 1 for found in texts.values())


def _plan_of(account: Account, match: Match) -> tuple[object, ...]:
    """What everybody comes to see of a plan: who, where to, and what it does there."""
    request = request_of(match.state)
    manager = _Open("veteran")
    table = match.state.table
    manager.begin(Briefing(PROTOCOL, request.seat, table.seats, table, 7, {}))
    manager.decide(request)
    plan = manager.plan
    return account.deeds, plan and (plan.unit, plan.goal, plan.act, plan.act_first)


class _Open(PlanningManager):
    @property
    def plan(self):  # type: ignore[no-untyped-def]
        return self._intent


def account(question: Question, act: int, why: tuple[tuple[str, int], ...] = ()) -> Diary:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    diary = Diary()
    from dataclasses import replace

    diary.note(replace(request, question=question), Reply(act, 0, why))  # type: ignore[arg-type]
    return diary


@pytest.mark.parametrize(
    ("question", "act"),
    [
        (Question.REACTION, action(Act.DECLINE)),
        (Question.DEFENCE_CARDS, action(Act.COMMIT)),
        (Question.ATTACK_CARDS, action(Act.LAY, card_id("crowd-roar"))),
        (Question.TURN, action(Act.PLAY, card_id("crowd-roar"))),
    ],
)
def test_that_somebody_was_asked_about_cards_is_told_after_the_match_only(
    question: Question, act: int
) -> None:
    diary = account(question, act)
    assert diary.known(over=False) == []
    assert len(diary.known(over=True)) == 1


def test_what_carries_on_with_a_plan_stands_with_its_reasons() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    request = request_of(match.state)
    diary = Diary()
    diary.note(request, Reply(action(Act.ACTIVATE, 2), 3, (("point", 100), ("cards laid", -40))))
    from dataclasses import replace

    inside = replace(request, question=Question.UNIT_PHASE)
    diary.note(inside, Reply(END_PHASE))
    diary.note(request, Reply(END_TURN))
    (found,) = diary.accounts
    shown = told(found, match.state.table, over=False)
    assert shown.deeds == ("activate red.scout", "end phase", "end turn")
    assert (shown.gains, shown.costs, shown.total) == ((("point", 100),), (), 100)
    assert told(found, match.state.table, over=True).total == 60


def test_no_reasons_are_said_to_be_none() -> None:
    match = scene(units={"red scout": "d7", "blue gunner": "r5"})
    diary = account(Question.TURN, END_TURN)
    assert "No reasons were given." in text(diary.accounts[0], match, over=True)
