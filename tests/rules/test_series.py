"""Series: payouts become credits, the auction, the order of play, and the winner."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from scenes import TEAMS, Match, in_series, item_id, scene, seat_of, store_id

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction, UsageError
from deathdome.model.actions import DECLINE, DONE, PASS, Action, ActionKind, a_of, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import (
    Auctioned,
    Bought,
    Drew,
    HandicapGiven,
    MatchBegan,
    OrderSet,
    Rolled,
    SeriesEnded,
)
from deathdome.model.frames import Purchase
from deathdome.model.ruleset import (
    EDITION_2018,
    EDITION_2019,
    EDITION_2021,
    EDITIONS,
    SCENARIOS,
    Ruleset,
)
from deathdome.model.state import UNITS_PER_TEAM, State
from deathdome.rules.draft import face_down
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import cards_in_play
from deathdome.rules.purchase import owned, team_value
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.series import Series

SCHEDULE = (6, 8, 10, 12, 12)
CHARACTERS_2021 = replace(EDITION_2021, characters=True, auction_sells_character=True)


def last_turn(*, schedule: Sequence[int] = SCHEDULE, played: int = 0, **more: Any) -> Match:
    """Return the position after the last turn of a match of a series; red wins by default."""
    seats = more.get("seats", 2)
    more.setdefault("points", {"d8": "red"})
    more.setdefault("turn", TEAMS[seats - 1])
    ruleset = more.pop("ruleset", EDITION_2021)
    match = scene(round=6, ruleset=replace(ruleset, bonus=False, conglamagragon=False), **more)
    terms = replace(match.state.setup.terms, ruleset=ruleset)
    match.state.setup = replace(match.state.setup, terms=terms)
    return in_series(match, schedule, played).end_turn()


def roll(match: Match, *numbers: int) -> Match:
    """Answer rolls of the die."""
    for number in numbers:
        match.do(make_action(ActionKind.ROLL, number))
    return match


def pass_all(match: Match) -> Match:
    """Let every team pass in the store."""
    while match.question is Question.PURCHASE:
        match.do(PASS)
    return match


def values(match: Match) -> list[int]:
    """Return the value of every team."""
    return [team_value(match.state, seat) for seat in range(match.state.setup.seats)]


def series_of(match: Match) -> Series:
    """Return the series of the match."""
    series = match.state.setup.series
    assert series is not None
    return series


# -- the course of a series ------------------------------------------------------------------------


@pytest.mark.rule("SERIES-1", "SERIES-2", "SERIES-15")
def test_a_series_has_its_rounds_match_by_match() -> None:
    assert EDITION_2021.series_rounds == SCHEDULE
    match = last_turn(schedule=(6, 8, 10))
    assert match.state.setup.rounds == 8
    assert match.told(MatchBegan) == [MatchBegan(1, 8)]
    assert match.state.credits == [2_100_000, 2_000_000], "nothing is paid but the payout"


@pytest.mark.rule("SERIES-3", "SERIES-16", "BUY-17", "GAME-4")
def test_payouts_become_credits() -> None:
    match = last_turn(
        points={"d8": "red", "i9": "blue"}, shells={"red": 2}, credits={"red": 50_000, "blue": 0}
    )
    assert match.state.credits == [350_000, 500_000]
    assert series_of(match).results[0].payouts == (300_000, 500_000)


@pytest.mark.rule("SERIES-4", "SERIES-5", "SERIES-6", "AUCTION-1", "AMB-105")
def test_all_but_items_and_credits_starts_afresh() -> None:
    match = last_turn(
        units={"red scout": "f6", "blue scout": "jail nw"},
        items={"red warrior": ["cyber-suit"]},
        wounds={"red scout": 1},
        down=["red scout"],
        hands={"red": ["crowd-roar"], "blue": ["elbow-grease"]},
        discard=["loud-noise"],
        tokens={"beehive": ("d8", "red")},
        shells={"red": 1},
    )
    state = match.state
    assert [match.where(f"{team} scout") for team in ("red", "blue")] == ["base", "base"]
    cleared = (state.wounds, state.down, state.hands, state.shells, state.discard)
    assert not any(any(part) for part in cleared)
    assert (state.tokens, state.timed, state.uses) == ((), (), {})
    assert set(state.owners) == {-1}
    assert state.deck == [card.copies for card in state.setup.catalog.power_cards]
    assert state.round == 0
    assert state.items[0] == (item_id("cyber-suit"),)


@pytest.mark.rule("SERIES-7", "ORDER-4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_winner_of_the_match_buys_first(edition: str) -> None:
    match = last_turn(
        ruleset=replace(EDITIONS[edition], characters=False),
        points={"d8": "blue"},
        credits={"red": 5_000_000},
    )
    assert match.question is Question.PURCHASE
    assert match.asked_team == "blue"


@pytest.mark.rule("AMB-93")
def test_a_switch_lets_the_most_valuable_team_buy_first() -> None:
    match = last_turn(
        ruleset=replace(EDITION_2021, first_buyer="highest_value"),
        points={"d8": "blue"},
        credits={"red": 5_000_000},
    )
    assert match.asked_team == "red"


@pytest.mark.rule("AMB-94", "AMB-92")
def test_after_a_shared_win_the_most_valuable_team_buys_first() -> None:
    shared = {"d8": "red", "r14": "blue"}
    match = last_turn(points=shared, credits={"blue": 2_500_000})
    assert match.asked_team == "blue"
    tied = roll(last_turn(points=shared), 3, 9)
    assert tied.asked_team == "blue"


@pytest.mark.rule("AMB-124")
def test_the_others_buy_clockwise_by_the_seats_of_the_finished_match() -> None:
    match = last_turn(seats=4, first="blue", points={"d8": "green"}, turn="red")
    buyers = []
    while match.question is Question.PURCHASE:
        buyers.append(match.asked_team)
        match.do(PASS)
    assert buyers == ["green", "yellow", "red", "blue"]


# -- order of play ---------------------------------------------------------------------------------


@pytest.mark.rule("SERIES-9", "SERIES-11", "SERIES-12", "AMB-91", "SERIES-8")
def test_the_most_valuable_team_plays_first_and_the_least_valuable_last() -> None:
    match = last_turn(
        seats=4, credits={"red": 100_000, "blue": 400_000, "green": 300_000, "yellow": 200_000}
    )
    assert match.told(OrderSet) == []
    pass_all(match)
    # Red won 100,000 with its point and is worth as much as yellow: the two roll.
    assert match.question is Question.ROLL
    roll(match, 2, 7)
    assert match.told(OrderSet)[-1].order == (1, 2, 3, 0)
    assert match.asked_team == "blue"
    order = [match.state.setup.terrain.home_bases[seat] for seat in (1, 2, 3, 0)]
    assert order == list(match.state.setup.board.seating(4))


@pytest.mark.rule("SERIES-10", "AMB-124")
def test_in_2018_the_teams_are_seated_before_they_buy() -> None:
    before = last_turn(ruleset=replace(EDITION_2018, characters=False), credits={"blue": 3_000_000})
    assert before.told(OrderSet)[-1].order == (1, 0)
    assert before.question is Question.PURCHASE
    after = last_turn(ruleset=replace(EDITION_2019, characters=False), credits={"blue": 3_000_000})
    assert after.told(OrderSet) == []
    assert pass_all(after).told(OrderSet)[-1].order == (1, 0)


@pytest.mark.rule("SERIES-13", "AMB-91")
@pytest.mark.parametrize("listed", [True, False])
def test_of_three_teams_the_most_valuable_one_sits_in_the_middle(listed: bool) -> None:
    whole = load_board()
    match = last_turn(
        board=whole if listed else replace(whole, later_seatings={}),
        seats=3,
        credits={"red": 100_000, "blue": 400_000, "green": 300_000},
        points={"d8": "blue"},
    )
    pass_all(match)
    terrain, board = match.state.setup.terrain, match.state.setup.board
    names = [board.base_names[terrain.home_bases[seat]] for seat in range(3)]
    south, north, east = (board.base_names[base] for base in board.seating(3))
    assert dict(zip(TEAMS, names, strict=False)) == {"blue": east, "green": south, "red": north}


@pytest.mark.rule("AMB-91")
def test_a_switch_keeps_the_seats_and_starts_with_the_most_valuable_team() -> None:
    match = last_turn(
        seats=4,
        ruleset=replace(EDITION_2021, series_order="clockwise"),
        credits={"red": 100_000, "blue": 200_000, "green": 400_000, "yellow": 300_000},
    )
    pass_all(match)
    assert match.told(OrderSet)[-1].order == (2, 3, 0, 1)


@pytest.mark.rule("AMB-92")
def test_equal_teams_roll_and_roll_again_if_equal() -> None:
    match = last_turn(seats=3, points={"d8": "red", "r14": "blue", "e14": "green"})
    roll(match, 5, 5, 9)  # who buys first: green
    assert match.asked_team == "green"
    pass_all(match)
    roll(match, 8, 3, 8)
    assert [event.seat for event in match.told(Rolled)][-3:] == [0, 1, 2]
    roll(match, 1, 4)
    assert match.told(OrderSet)[-1].order == (2, 0, 1)


@pytest.mark.rule("AMB-54", "AMB-91")
def test_the_new_order_of_play_is_clockwise_from_then_on() -> None:
    match = last_turn(
        seats=4, credits={"red": 0, "blue": 400_000, "green": 500_000, "yellow": 900_000}
    )
    pass_all(match)
    assert match.state.setup.circle[2] == (2, 1, 0, 3)


# -- the auction -----------------------------------------------------------------------------------


@pytest.mark.rule("AUCTION-2", "AUCTION-3", "AUCTION-4", "AUCTION-8", "AUCTION-9")
def test_the_winner_sells_a_jailed_units_items_and_may_buy_one_of_them() -> None:
    suit, maul = item_id("cyber-suit"), item_id("whoopee-maul")
    match = last_turn(
        units={"blue warrior": "jail nw", "blue scout": "jail nw"},
        items={"blue warrior": ["cyber-suit", "whoopee-maul"], "blue scout": ["lava-waders"]},
        credits={"blue": 0, "red": 2_000_000},
    )
    assert match.question is Question.AUCTION
    assert match.asked_team == "red"
    assert match.asked.options == [*_sales(match, "blue warrior", "blue scout"), DECLINE]
    match.do(*_sales(match, "blue warrior"))
    catalog = match.state.setup.catalog
    refund = catalog.items[suit].cost + catalog.items[maul].cost
    assert match.told(Auctioned) == [Auctioned(0, 4, (suit, maul), refund)]
    assert match.state.credits[1] == refund
    assert match.state.items[4] == ()
    assert series_of(match).auctioned == (suit, maul)
    assert match.asked_team == "red"
    match.do(make_action(ActionKind.BUY, maul))
    assert match.told(Bought)[-1].card == maul


def _sales(match: Match, *units: str) -> list[Action]:
    return [make_action(ActionKind.AUCTION, match.unit(unit)) for unit in units]


@pytest.mark.rule("AUCTION-10")
def test_the_winner_may_decline() -> None:
    match = last_turn(units={"blue warrior": "jail nw"}, items={"blue warrior": ["cyber-suit"]}).do(
        DECLINE
    )
    assert match.told(Auctioned) == [Auctioned(0, -1)]
    assert match.state.items[4] == (item_id("cyber-suit"),)
    assert match.question is Question.PURCHASE


@pytest.mark.rule("AUCTION-11")
def test_a_stand_alone_match_has_no_auction() -> None:
    match = scene(
        turn="blue",
        round=6,
        points={"d8": "red"},
        units={"blue warrior": "jail nw"},
        items={"blue warrior": ["cyber-suit"]},
    ).end_turn()
    assert match.question is None


@pytest.mark.rule("AMB-100")
def test_no_auction_follows_the_last_match() -> None:
    match = last_turn(
        schedule=(6,), units={"blue warrior": "jail nw"}, items={"blue warrior": ["cyber-suit"]}
    )
    assert match.question is None


@pytest.mark.rule("AMB-101", "AMB-102")
def test_a_winner_with_only_its_own_units_in_jail_holds_no_auction() -> None:
    own: dict[str, Any] = {
        "units": {"red medic": "jail nw"},
        "items": {"red medic": ["spare-spleen"]},
    }
    assert last_turn(**own).question is Question.PURCHASE
    switched = last_turn(**own, ruleset=replace(EDITION_2021, auction_own_unit=True))
    assert switched.asked.options == [*_sales(switched, "red medic"), DECLINE]


@pytest.mark.rule("AMB-102")
def test_a_shared_win_has_no_auction() -> None:
    match = last_turn(
        points={},
        shells={},
        ruleset=replace(EDITION_2021, tiebreak_fewest_jailed=False),
        units={"blue warrior": "jail nw"},
        items={"blue warrior": ["cyber-suit"]},
    )
    assert series_of(match).results[0].winners == (0, 1)
    assert match.question is Question.PURCHASE


@pytest.mark.rule("AUCTION-2", "AMB-102")
def test_a_unit_with_nothing_to_sell_is_refused() -> None:
    match = last_turn(
        seats=3,
        units={
            "blue warrior": "jail nw",
            "blue gunner": "jail nw",
            "blue scout": "d9",
            "red scout": "jail nw",
        },
        items={
            "blue gunner": ["cyber-suit"],
            "blue scout": ["lava-waders"],
            "red scout": ["spare-spleen"],
        },
    )
    refused = {
        "blue warrior": "nothing-to-sell",
        "blue scout": "not-jailed",
        "red scout": "auction-own-unit",
    }
    for unit, code in refused.items():
        with pytest.raises(IllegalAction) as caught:
            apply_action(match.state, _sales(match, unit)[0])
        assert caught.value.refusal.reason.code == code
    assert match.asked.options == [*_sales(match, "blue gunner"), DECLINE]


def with_characters(**more: Any) -> Match:
    """Return the end of a match with a jailed character of blue."""
    more.setdefault("ruleset", EDITION_2019)
    return last_turn(
        characters={
            "red warrior": "brother-mallet",
            "red gunner": "corporal-lint",
            "red scout": "skitter",
            "red medic": "placebo-joe",
            "blue warrior": more.pop("sold", "madame-magma"),
            "blue gunner": "uncle-tripod",
            "blue scout": "postal-pete",
            "blue medic": "gauze-gretchen",
        },
        units={"blue warrior": "jail nw"},
        credits={"blue": 0},
        **more,
    )


@pytest.mark.rule("AUCTION-5", "AUCTION-6", "AMB-104")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019, CHARACTERS_2021])
def test_a_sold_character_is_replaced_by_a_random_one_of_rank_0(ruleset: Ruleset) -> None:
    match = with_characters(ruleset=ruleset, items={"blue warrior": ["cyber-suit"]})
    magma = store_id("madame-magma")
    match.do(*_sales(match, "blue warrior"))
    assert match.question is Question.DEAL
    assert match.asked.seat == CHANCE
    characters = match.state.setup.catalog.characters
    offered = {characters[a_of(option)].id for option in match.asked.options}
    assert all(who.rank == 0 for who in characters if who.id in offered)
    assert len(offered) == 16 - 7, "all free ones of rank 0"
    before = values(match)[1]
    first = a_of(match.asked.options[0])
    match.do(match.asked.options[0])
    assert match.state.setup.units[4] == characters[first]
    assert match.state.store >> magma & 1
    sold = match.told(Auctioned)[0]
    assert sold.cards == (item_id("cyber-suit"), magma)
    assert match.state.credits[1] == sold.refund
    assert values(match)[1] == before + ruleset.rank0_cost, "the new one is free"


@pytest.mark.rule("AUCTION-7", "AMB-103", "CHAR-12")
def test_without_another_of_rank_0_the_owner_keeps_the_character_and_gets_no_price() -> None:
    match = with_characters(items={"blue warrior": ["cyber-suit"]})
    state = match.state
    # As with four teams: all other characters of rank 0 are dealt.
    for who in state.setup.catalog.characters:
        if who.rank == 0:
            state.store &= ~(1 << state.setup.catalog.character_cards[who.id])
    match.do(*_sales(match, "blue warrior"))
    assert match.question is Question.PURCHASE
    assert match.state.setup.units[4].id == "madame-magma"
    assert match.told(Auctioned)[0].cards == (item_id("cyber-suit"),)


@pytest.mark.rule("AMB-104")
def test_the_character_just_sold_is_not_dealt_back() -> None:
    match = with_characters(sold="auntie-maul").do(make_action(ActionKind.AUCTION, 4))
    names = {match.state.setup.catalog.characters[a_of(o)].id for o in match.asked.options}
    assert "auntie-maul" not in names


@pytest.mark.rule("AUCTION-8", "AUCTION-5")
def test_without_the_switch_the_character_stays() -> None:
    ruleset = replace(EDITION_2019, auction_sells_character=False)
    match = with_characters(ruleset=ruleset, items={"blue warrior": ["cyber-suit"]})
    match.do(*_sales(match, "blue warrior"))
    assert match.question is Question.PURCHASE
    assert match.state.setup.units[4].id == "madame-magma"


def test_the_winner_of_a_smaller_payout_by_last_team_standing_holds_the_auction() -> None:
    match = scene(
        units={
            "red warrior": "k8",
            "blue warrior": "k7",
            **{f"blue {kind}": "jail nw" for kind in ("gunner", "scout", "medic")},
        },
        items={"red warrior": ["guillotine-on-a-stick"], "blue gunner": ["cyber-suit"]},
        points={"i9": "blue"},
        hands={"red": ["crowd-roar"] * 2},
        active="red warrior",
        wounds={"blue warrior": 3},
    )
    in_series(match).attack("blue warrior", "guillotine-on-a-stick")
    while match.question is not Question.AUCTION:
        match.do(match.asked.options[0])
    assert match.asked_team == "red"
    assert series_of(match).results[0].winners == (0,)
    assert series_of(match).results[0].payouts[0] < series_of(match).results[0].payouts[1]


# -- the end of a series ---------------------------------------------------------------------------


@pytest.mark.rule("SERIES-14")
def test_the_most_valuable_team_wins_the_series_and_not_the_last_match() -> None:
    match = last_turn(schedule=(6,), points={"d8": "red"}, credits={"blue": 2_200_000})
    assert match.state.outcome is not None
    assert match.state.outcome.winners == (1,)
    assert match.state.outcome.reason == "team value"
    assert match.told(SeriesEnded)[0].values == (2_100_000, 2_200_000)


@pytest.mark.rule("SERIES-14", "AMB-106")
def test_of_equal_teams_the_winner_of_the_last_match_wins_the_series() -> None:
    match = last_turn(schedule=(6,), points={"d8": "red"}, credits={"blue": 2_100_000})
    assert match.state.outcome is not None
    assert (match.state.outcome.winners, match.state.outcome.reason) == ((0,), "latest match")


@pytest.mark.rule("AMB-106")
def test_equal_teams_that_did_not_win_the_last_match_share_the_series() -> None:
    match = last_turn(
        schedule=(6,),
        seats=3,
        points={"d8": "green"},
        credits={"red": 3_000_000, "blue": 3_000_000},
    )
    assert match.state.outcome is not None
    assert (match.state.outcome.winners, match.state.outcome.reason) == ((0, 1), "shared")


@pytest.mark.rule("SERIES-8", "AMB-151", "SERIES-17", "AUCTION-1")
@pytest.mark.parametrize("edition", ["2018", "2019"])
def test_characters_and_items_count_in_a_teams_value(edition: str) -> None:
    match = with_characters(ruleset=EDITIONS[edition]).do(DECLINE)
    magma = match.state.setup.catalog.store_cards[store_id("madame-magma")].cost - 500_000
    assert values(match)[1] == magma
    assert match.where("blue warrior") == "base"
    match.buy("spare-spleen")
    match.done() if DONE in match.asked.options else None
    while match.asked_team != "red":
        match.pass_()
    assert PASS not in match.asked.options, "the spleen is on no unit"


# -- series variants -------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-BONUS-1", "AMB-116")
def test_a_bonus_is_paid_after_every_match_and_counts_for_no_match() -> None:
    match = last_turn(ruleset=replace(EDITION_2021, bonus=True), schedule=(6,))
    assert match.state.credits == [3_100_000, 3_000_000]
    assert series_of(match).results[-1].payouts == (100_000, 0)
    assert series_of(match).results[-1].values == (3_100_000, 3_000_000)


@pytest.mark.rule("SCEN-HCARDS-1", "AMB-113", "AMB-114", "AMB-134")
def test_weaker_teams_draw_more_cards_after_the_first_three() -> None:
    match = last_turn(
        seats=3,
        ruleset=replace(EDITION_2021, handicap=True),
        credits={"red": 5_000_000, "blue": 4_600_001, "green": 1_000_000},
        points={"d8": "red"},
    )
    pass_all(match)
    drawn = [event.seat for event in match.told(Drew)]
    assert drawn == [0] * 3 + [1] * 3 + [2] * 3 + [2] * 4, "at most 4 more: the hand limit"
    assert match.told(HandicapGiven) == [HandicapGiven(2, 8, 0)]


@pytest.mark.rule("SCEN-HPOINTS-1", "AMB-115")
def test_handicap_shells_pay_but_break_no_tie() -> None:
    ruleset = replace(EDITION_2019, characters=False, handicap_points=True)
    match = last_turn(ruleset=ruleset, credits={"red": 3_000_000, "blue": 2_000_000})
    pass_all(match)
    assert match.state.shells == [0, 2]
    assert match.told(HandicapGiven) == [HandicapGiven(1, 0, 2)]
    # Red took two shells itself: payouts are equal, and only its own count.
    match.state.shells[0] = 2
    match.state.round = match.state.setup.rounds
    for _ in range(2):
        match.end_turn()
    assert series_of(match).results[-1].winners == (0,)
    assert series_of(match).results[-1].reason == "shells"


CONG = replace(EDITION_2019, conglamagragon=True, extra_matches_max=2)


def returns(where: str, team: str = "red", **more: Any) -> Match:
    """Return the end of the last scheduled match with Conglamagragon in a team."""
    return last_turn(
        schedule=more.pop("schedule", (6,)),
        characters={f"{team} warrior": "conglamogragon"},
        units={f"{team} warrior": where},
        ruleset=CONG,
        **more,
    )


@pytest.mark.rule("SCEN-CONG-1", "SCEN-CONG-2", "AMB-107", "AMB-117")
def test_matches_go_on_until_a_team_wins_with_conglamagragon_out_of_jail() -> None:
    assert returns("base").question is None
    for match in (returns("jail nw"), returns("base", "blue")):
        assert match.told(MatchBegan) == [MatchBegan(1, 12)]


@pytest.mark.rule("AMB-117")
def test_a_return_before_the_last_scheduled_match_is_enough() -> None:
    match = returns("base", schedule=(6, 1))
    assert match.told(MatchBegan) == [MatchBegan(1, 1)]
    assert series_of(match).returned


@pytest.mark.rule("AMB-117")
def test_the_series_ends_after_so_many_further_matches_anyway() -> None:
    match = last_turn(schedule=(6,), played=2, ruleset=CONG)
    assert match.question is None
    assert last_turn(schedule=(6,), played=1, ruleset=CONG).question is not None


# -- starting --------------------------------------------------------------------------------------


def start(**more: Any) -> State:
    """Return a new game of two teams."""
    return new_game(load_catalog(), load_board("waspworth"), **more)


@pytest.mark.rule("SETUP-7")
def test_teams_may_start_with_different_purses() -> None:
    assert start(purses=(2_000_000, 3_000_000)).credits == [2_000_000, 3_000_000]


@pytest.mark.rule("SCEN-CONG-3", "SCEN-HPOINTS-2", "SCEN-DRAFT-2", "SCEN-DUAL-2", "AMB-119")
@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"ruleset": replace(EDITION_2021, handicap_points=True)}, "no scenario handicap-points"),
        ({"ruleset": replace(EDITION_2021, draft=True)}, "no scenario draft"),
        ({"ruleset": replace(EDITION_2021, dual=True), "seats": 3}, "for 2 teams"),
        ({"ruleset": replace(EDITION_2021, bonus=True)}, "needs a series"),
        ({"ruleset": replace(EDITION_2019, conglamagragon=True)}, "needs a series"),
        (
            {"ruleset": replace(EDITION_2021, conglamagragon=True), "series": (6,)},
            "needs characters",
        ),
        ({"purses": (1, 2, 3)}, "2 teams need 2 numbers"),
        ({"purses": (-1, 2)}, "0 to 100,000,000 credits, not -1"),
        ({"series": ()}, "1 to 20 matches, not 0"),
        ({"series": (6, 100)}, "1 to 99 rounds, not 100"),
    ],
)
def test_what_cannot_be_played_is_refused(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        start(**more)


# -- laws ------------------------------------------------------------------------------------------


def _random_series(seed: int) -> tuple[State, list[Any]]:
    """Play a short series of random rules by random answers, with short visits to the store."""
    rng = Random(seed)
    forced = SCENARIOS[seed % len(SCENARIOS)]
    older = forced in ("draft", "handicap_points")
    edition = EDITIONS[rng.choice(["2018", "2019"] if older else [*EDITIONS])]
    characters = forced == "conglamagragon" or rng.random() < 0.5
    impossible = {
        "conglamagragon": not characters,
        "handicap_points": not edition.handicap_points_available,
        "draft": not edition.draft_available,
    }
    scenarios: dict[str, Any] = {
        name: name == forced or (rng.random() < 0.3 and not impossible.get(name, False))
        for name in SCENARIOS
    }
    ruleset = replace(
        edition,
        characters=characters,
        auction_sells_character=characters and rng.random() < 0.7,
        auction_own_unit=rng.random() < 0.3,
        **scenarios,
        first_buyer=rng.choice(["winner", "highest_value"]),
        series_order=rng.choice(["by_value", "clockwise"]),
        extra_matches_max=2,
    )
    events: list[Any] = []
    seats = [2] if ruleset.dual and ruleset.dual_board == "three_tiles" else [2, 3, 4]
    state = start(seats=rng.choice(seats), ruleset=ruleset, series=(3, 2))
    while (asked := decision(state)) is not None:
        action = rng.choice(asked.options)
        if asked.question is Question.PURCHASE and rng.random() < 0.3:
            action = next((one for one in (PASS, DONE) if one in asked.options), action)
        before = sum(state.credits) + _worth(state)
        free = asked.question is Question.DEAL or (
            asked.question is Question.PURCHASE and characters
        )
        apply_action(state, action, events.append, trusted=True)
        paid = asked.question in (Question.PURCHASE, Question.AUCTION, Question.ROLL)
        if paid and not free:
            assert sum(state.credits) + _worth(state) == before, "only payouts change values"
        _check_cards(state)
    return state, events


def _worth(state: State) -> int:
    return sum(team_value(state, seat) - state.credits[seat] for seat in range(state.setup.seats))


def _check_cards(state: State) -> None:
    """Every store card and every power card has exactly one place."""
    catalog = state.setup.catalog
    seats = range(state.setup.seats)
    held = [card for seat in seats for card in owned(state, seat)]
    for cards in (state.store, face_down(state)):
        held += [card for card in range(len(catalog.store_cards)) if cards >> card & 1]
    whole = len(catalog.store_cards) if state.setup.ruleset.characters else len(catalog.items)
    assert sorted(held) == list(range(whole))
    power = state.deck[:]
    for card in (
        *(card for hand in state.hands for card in hand),
        *cards_in_play(state.stack, state),
    ):
        power[card] += 1
    left = [have + gone for have, gone in zip(power, state.discard, strict=True)]
    assert left == [card.copies for card in catalog.power_cards]


@pytest.mark.rule("SERIES-3", "SERIES-6", "SERIES-14", "AMB-119")
@pytest.mark.parametrize("seed", range(16))
def test_a_random_series_ends_and_loses_no_card_and_no_credit(seed: int) -> None:
    state, events = _random_series(seed)
    series = state.setup.series
    assert series is not None
    assert state.outcome is not None
    assert series.match >= 2
    bonus = 1_000_000 * series.match * state.setup.ruleset.bonus
    assert [event.match for event in events if isinstance(event, MatchBegan)] == list(
        range(1, series.match)
    )
    for seat in range(state.setup.seats):
        gain = sum(result.payouts[seat] for result in series.results) + bonus
        if not state.setup.ruleset.characters:
            assert team_value(state, seat) == 2_000_000 + gain
        for earlier, later in pairwise(result.values[seat] for result in series.results):
            assert later >= earlier or state.setup.ruleset.characters
    assert max(series.results[-1].values) == series.results[-1].values[state.outcome.winners[0]]
    assert Purchase not in map(type, state.stack)
    assert len(state.setup.units) == UNITS_PER_TEAM * state.setup.seats
    assert seat_of("red") == 0
