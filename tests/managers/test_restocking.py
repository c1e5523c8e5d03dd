"""The store between two matches: what managers keep, move, sell, buy, and keep from others."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from scenes import Match, in_series, item_id, request_of, scene

from deathdome.managers.advice import advise
from deathdome.managers.hint_text import LINES, hint_lines
from deathdome.managers.planner.card_worth import usual_worth
from deathdome.managers.planner.weights import tuned
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.notation import action_text
from deathdome.model.ruleset import EDITION_2019, EDITION_2021
from deathdome.rules.purchase import team_value

if TYPE_CHECKING:
    from collections.abc import Iterable

everyone = pytest.mark.parametrize("name", ["greedy", "veteran", "champion"])
planners = pytest.mark.parametrize("name", ["veteran", "champion"])
JUNK = {
    "red warrior": ["applause-sign", "understudy-collar", "steroid-lunchbox"],
    "red gunner": ["potato-enforcer", "soapbox-of-contempt", "bribed-bailiff"],
    "red scout": ["boots-of-civil-disobedience", "far-sighted-spectacles", "x-ray-monocle"],
    "red medic": ["suspicious-syringe", "portable-second-opinion", "spare-spleen"],
}


def store(*, only: Iterable[str] | None = None, **more: Any) -> Match:
    """The store before the second match of a season; red has won the first and buys first."""
    seats = more.get("seats", 2)
    credits_of = {"red": 1_000_000, "blue": 0, **more.pop("credits", {})}
    match = scene(
        round=6,
        turn=("red", "blue", "green")[seats - 1],
        points={"d8": "red"},
        credits=credits_of,
        **more,
    )
    match = in_series(match, (6, 8)).end_turn()
    assert match.question is Question.PURCHASE
    if only is not None:
        match.state.store = sum(1 << item_id(name) for name in only)
    return match


def shopped(match: Match, name: str, *, blind: bool = False) -> list[ActionKind]:
    """Let a manager shop for red until the store closes, the others pass; return what it did."""
    seats = match.state.setup.seats
    manager = create(name)
    manager.begin(Briefing(PROTOCOL, 0, seats, match.state.setup, 3, {}))
    alone = replace(match.state.setup, series=None)
    values = [team_value(match.state, seat) for seat in range(seats)]
    done: list[ActionKind] = []
    while match.question is Question.PURCHASE:
        request = request_of(match.state)
        if request.seat:
            match.do(request.options[-1])
            continue
        if blind:
            request = replace(request, seen=replace(request.seen, setup=alone))
        action = manager.decide(request).action
        done.append(kind_of(action))
        match.do(action)
        assert [team_value(match.state, seat) for seat in range(seats)] == values
    return done


def use_of(match: Match, team: int) -> float:
    """The usual worth of all items of a team."""
    items = match.state.setup.catalog.items
    return sum(
        usual_worth(items[item], tuned().outfit)
        for unit in range(team * 4, team * 4 + 4)
        for item in match.state.items[unit]
    )


@everyone
def test_full_hands_are_emptied_for_something_better(name: str) -> None:
    blind, aware = store(items=JUNK), store(items=JUNK)
    shopped(blind, name, blind=True)
    assert ActionKind.SELL in shopped(aware, name)
    assert use_of(aware, 0) > 1.5 * use_of(blind, 0)


@everyone
def test_what_is_worth_keeping_is_kept_and_credits_are_saved(name: str) -> None:
    good = {"red warrior": ["guillotine-on-a-stick", "emperors-old-armor", "fan-mail"]}
    match = store(items=good, only=["applause-sign", "soapbox-of-contempt"])
    kept = match.state.items[0]
    assert ActionKind.SELL not in shopped(match, name)
    assert set(kept) <= set().union(*match.state.items[:4])
    full = store(items=JUNK, only=[])
    assert shopped(full, name) == [ActionKind.PASS]


@everyone
def test_nothing_is_sold_when_nothing_can_be_bought_any_more(name: str) -> None:
    match = store(items=JUNK, ruleset=replace(EDITION_2021, purchase_turn_cap=0))
    assert shopped(match, name) == [ActionKind.PASS]


@planners
def test_an_unarmed_unit_gets_the_second_weapon_of_another(name: str) -> None:
    rules = replace(EDITION_2019, characters=True)
    match = store(
        ruleset=rules,
        characters={
            "red warrior": "brother-mallet",
            "red gunner": "baron-von-overkill",
            "red scout": "skitter",
            "red medic": "placebo-joe",
        },
        items={"red gunner": ["leech-flail", "wrecking-lance"]},
        only=[],
    )
    blind = Match(match.state.copy())
    shopped(blind, name, blind=True)
    assert [len(blind.state.items[unit]) for unit in range(4)] == [0, 2, 0, 0]
    shopped(match, name)
    assert [len(match.state.items[unit]) for unit in range(4)] == [1, 1, 0, 0]


@planners
def test_first_comes_the_item_that_a_rival_can_buy(name: str) -> None:
    """Red wants both cards. Blue's purse may only make it begin with the one that blue can pay."""

    def first(cards: tuple[str, str], purse: int) -> str:
        match = store(only=[*cards], credits={"red": 2_000_000, "blue": purse})
        manager = create(name)
        manager.begin(Briefing(PROTOCOL, 0, 2, match.state.setup, 1, {}))
        action = manager.decide(request_of(match.state)).action
        return action_text(match.state.setup, action, 0)

    costs = {item.id: item.cost for item in store().state.setup.catalog.items}
    dear = [card for card, cost in costs.items() if cost == 600_000]
    cheaper = [card for card, cost in costs.items() if cost == 500_000]
    changed = 0
    for pair in product(dear, cheaper):
        alone, raced = first(pair, 0), first(pair, 500_000)
        changed += alone != raced
        assert raced in (alone, f"buy {pair[1]}"), pair
    assert changed


def test_a_hint_in_the_store_of_a_season_says_why() -> None:
    match = store(items=JUNK)
    request = request_of(match.state)
    advice = advise(request, "veteran")
    lines = [line.text for line in hint_lines(advice, request.seen.setup)]
    assert lines[0].startswith("Sell ")
    assert any("room for something better" in line for line in lines)
    sold = match.do(advice.answers[0])
    then = advise(request_of(sold.state), "veteran").answers[0]
    assert kind_of(then) is ActionKind.BUY
    bought = match.state.setup.catalog.items[a_of(then)].name
    assert lines[0].endswith(f", then buy {bought}.")
    assert len(lines) <= LINES
