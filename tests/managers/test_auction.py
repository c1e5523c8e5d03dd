"""Auctions: whom managers and hints sell off, and when they sell nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from scenes import Match, in_series, request_of, scene

from deathdome.managers.advice import advise
from deathdome.managers.coach import Deed, judged
from deathdome.managers.explanations import ExplanationLog, public_explanation, turn_label
from deathdome.managers.hint_text import LINES, decision_text, hint_lines, order_text, plan_lines
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.actions import DECLINE
from deathdome.model.decisions import Question
from deathdome.model.notation import action_text
from deathdome.model.ruleset import EDITION_2019, EDITION_2021
from deathdome.rules.purchase import team_value

if TYPE_CHECKING:
    from deathdome.match.protocol import Reply, Request

MANAGERS = ("greedy", "veteran", "elite", "champion", "veteran+banker")


def auction(**more: Any) -> Match:
    """The auction after a match that red has won."""
    seats = more.get("seats", 2)
    points = {"d8": "red", "f2": "red"}
    credits_of = {"red": 1_000_000, **more.pop("credits", {})}
    match = scene(
        round=6,
        points=points,
        credits=credits_of,
        turn=("red", "blue", "green", "yellow")[seats - 1],
        **more,
    )
    match = in_series(match, (6, 8, 10), 1).end_turn()
    assert match.question is Question.AUCTION
    return match


def chosen(match: Match, name: str = "veteran") -> tuple[str, Request, Reply]:
    """The answer of a manager at an auction."""
    request = request_of(match.state)
    manager = create(name)
    seats = request.seen.setup.seats
    manager.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.setup, 3, {}))
    reply = manager.decide(request)
    return action_text(request.seen.setup, reply.action, request.seat), request, reply


def two_sets(**more: Any) -> Match:
    """Blue's gunner has a set to be afraid of, its medic a trifle."""
    return auction(
        units={"blue gunner": "jail nw", "blue medic": "jail se"},
        items={
            "blue gunner": ["missile-launcher", "pogo-tank", "cyber-suit"],
            "blue medic": ["suspicious-syringe"],
        },
        **more,
    )


@pytest.mark.parametrize("name", MANAGERS)
def test_the_most_dangerous_set_is_sold_and_every_manager_says_why(name: str) -> None:
    match = two_sets()
    option, request, reply = chosen(match, name)
    assert option == "auction blue.gunner"
    assert sum(amount for _, amount in reply.why) > 0
    assert reply.next_best is not None
    log = ExplanationLog()
    log.note(request, reply)
    (explanation,) = log.known(request.seen)
    told = public_explanation(explanation, request.seen.setup, over=False)
    assert told.terms
    assert not told.withheld
    assert decision_text(told, -1, request.seen.setup) == "Auction off Blue's Gunner"
    assert turn_label(explanation) == "match 2, at the auction"


def test_an_item_that_the_winner_can_pay_is_better_sold_than_one_it_cannot() -> None:
    def sold(purse: int) -> str:
        return chosen(
            auction(
                units={"blue scout": "jail nw", "blue warrior": "jail se"},
                items={"blue scout": ["fan-mail"], "blue warrior": ["guillotine-on-a-stick"]},
                credits={"red": purse},
            )
        )[0]

    assert sold(1_000_000) == "auction blue.warrior"
    assert sold(500_000) == "auction blue.scout"


@pytest.mark.parametrize("leader", ["blue", "green"])
def test_of_two_rivals_the_leader_of_the_season_is_weakened(leader: str) -> None:
    sets = {"blue warrior": ["pogo-tank"], "green warrior": ["repossessed-prison-bus"]}
    match = auction(
        seats=3,
        units=dict.fromkeys(sets, "jail nw"),
        items=sets,
        credits={leader: 3_000_000},
    )
    assert chosen(match)[0] == f"auction {leader}.warrior"


def test_nothing_is_sold_that_makes_its_team_richer() -> None:
    rules = replace(EDITION_2021, characters=True, auction_sells_character=True)
    more: dict[str, Any] = {
        "ruleset": rules,
        "units": {"blue scout": "jail nw"},
        "characters": {"blue scout": "skitter"},
        "items": {"blue scout": ["clockwork-ankles"]},
    }
    match = auction(**more)
    option, request, reply = chosen(match)
    assert option == "decline"
    assert reply.why == (("no sale is worth it", 0),)
    log = ExplanationLog()
    log.note(request, reply)
    (explanation,) = log.known(request.seen)
    told = public_explanation(explanation, request.seen.setup, over=False)
    assert decision_text(told, -1, request.seen.setup) == "Sell nothing"
    # The sale loses a season that is even: a free character of rank 0 counts for value.
    before = team_value(match.state, 1)
    match.do(next(one for one in request.options if one != DECLINE))
    match.do(match.asked.options[0])
    assert team_value(match.state, 1) == before + 500_000


def test_where_starting_characters_are_free_a_dear_one_is_sold() -> None:
    rules = replace(EDITION_2019, characters=True)
    match = auction(
        ruleset=rules,
        units={"blue scout": "jail nw", "blue medic": "jail se"},
        characters={"blue scout": "mister-tuesday", "blue medic": "placebo-joe"},
    )
    assert chosen(match)[0] == "auction blue.mister-tuesday"


def test_a_hint_says_it_in_words() -> None:
    match = two_sets()
    request = request_of(match.state)
    setup = request.seen.setup
    advice = advise(request, "veteran")
    lines = [line.text for line in hint_lines(advice, setup)]
    assert lines[0] == "Auction off Blue's Gunner."
    assert 2 <= len(lines) <= LINES
    assert any("best item" in line for line in lines)
    (carried, *_) = plan_lines(advice, setup)
    assert carried.startswith("Blue's Gunner carries Missile Launcher")
    poor = {"blue scout": "jail nw"}
    rules = replace(EDITION_2021, characters=True, auction_sells_character=True)
    quiet = request_of(
        auction(ruleset=rules, units=poor, characters={"blue scout": "skitter"}).state
    )
    advice = advise(quiet, "veteran")
    assert order_text(advice.order, quiet.seen.setup, 0) == "Sell nothing"
    assert len(hint_lines(advice, quiet.seen.setup)) <= LINES


def test_the_coach_blames_only_clear_mistakes_at_an_auction() -> None:
    def cost(match: Match, option: str) -> int:
        request = request_of(match.state)
        options = {action_text(request.seen.setup, one, 0): one for one in request.options}
        done = (options[option],)
        deed = Deed(0, 0, Question.AUCTION, request.seen, request.options, done)
        verdict = judged(deed)
        assert verdict is not None
        assert verdict.match == 2
        return verdict.cost

    match = two_sets()
    assert cost(match, "auction blue.gunner") == 0
    assert cost(match, "auction blue.medic") >= 60_000
    even = auction(
        units={"blue gunner": "jail nw", "blue medic": "jail se"},
        items={"blue gunner": ["potato-enforcer"], "blue medic": ["suspicious-syringe"]},
    )
    assert cost(even, "auction blue.gunner") == cost(even, "auction blue.medic") == 0
