"""The end of a match: last round, last team standing, payout and ties."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from scenes import TEAMS, TYPES, Match, in_series, scene

from deathdome.model.actions import CONCEDE, CONCEDE_SEASON
from deathdome.model.events import Conceded, MatchEnded, TurnEnded
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021, Ruleset

if TYPE_CHECKING:
    from deathdome.model.events import Outcome, Standing

GUILLOTINE = {"red warrior": ["guillotine-on-a-stick"]}


def jailed(team: str, *but: str) -> dict[str, str]:
    """All units of a team in the north-west jail, except those of the types named."""
    return {f"{team} {kind}": "jail nw" for kind in TYPES if kind not in but}


def ended(match: Match) -> Outcome:
    """Return the outcome of the match."""
    assert match.question is None
    assert match.state.outcome is not None
    return match.state.outcome


def winners(outcome: Outcome) -> set[str]:
    """The teams that won."""
    return {TEAMS[seat] for seat in outcome.winners}


def last_turn(**more: object) -> Outcome:
    """The outcome when the last turn of the last round ends."""
    seats = more.get("seats", 2)
    assert isinstance(seats, int)
    match = scene(turn=TEAMS[seats - 1], round=6, **more)  # type: ignore[arg-type]
    return ended(match.end_turn())


def result(seat: int, outcome: Outcome) -> Standing:
    """One team's line."""
    return outcome.standings[seat]


@pytest.mark.rule("END-1")
def test_the_match_ends_after_the_last_players_turn_in_the_final_round() -> None:
    match = scene(seats=3, round=6, turn="blue").end_turn()
    assert match.asked_team == "green"
    outcome = ended(match.end_turn())
    assert outcome.rounds == 6
    assert [type(event) for event in match.events][-1] is MatchEnded


@pytest.mark.rule("END-1")
def test_it_does_not_end_in_an_earlier_round() -> None:
    match = scene(round=5, turn="blue").end_turn()
    assert match.asked_team == "red"
    assert match.state.round == 6


@pytest.mark.rule("END-1")
def test_the_round_ends_with_the_last_in_the_order_of_play_whoever_was_first() -> None:
    match = scene(seats=3, first="green", turn="red", round=6).end_turn()
    assert match.asked_team == "blue"
    ended(match.end_turn())


@pytest.mark.rule("END-2", "END-3", "AMB-76", "AMB-96")
@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019, EDITION_2021])
def test_the_last_team_standing_wins_at_once_whatever_the_payouts_are(ruleset: Ruleset) -> None:
    match = scene(
        units=jailed("blue", "scout") | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE,
        points={"i9": "blue", "m13": "blue"},
        active="red warrior",
        round=2,
        ruleset=ruleset,
    )
    outcome = ended(match.attack("blue scout", "guillotine-on-a-stick").jail("nw"))
    assert winners(outcome) == {"red"}
    assert outcome.reason == "last team standing"
    assert match.told(TurnEnded) == []


@pytest.mark.rule("END-4", "PAY-6")
def test_a_loser_in_jail_is_paid_all_the_same() -> None:
    match = scene(
        units=jailed("blue", "scout") | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE,
        points={"i9": "blue", "m13": "blue", "h17": "red"},
        credits={"red": 0, "blue": 100_000},
        active="red warrior",
    )
    outcome = ended(match.attack("blue scout", "guillotine-on-a-stick").jail("nw"))
    assert match.state.credits == [200_000, 1_100_000]
    assert result(1, outcome).payout == 1_000_000
    assert winners(outcome) == {"red"}


@pytest.mark.rule("END-6", "JAIL-8")
def test_a_fully_jailed_team_of_three_does_not_end_the_match() -> None:
    match = scene(
        seats=3,
        units=jailed("blue", "scout") | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE,
        shells={"blue": 2},
        points={"h17": "blue"},
        active="red warrior",
    )
    match.attack("blue scout", "guillotine-on-a-stick").jail("nw")
    assert match.state.outcome is None
    assert match.shells("blue") == 2
    assert match.owner("h17") == "blue"


@pytest.mark.rule("END-2", "END-6")
def test_with_three_teams_the_match_ends_when_the_second_is_jailed() -> None:
    match = scene(
        seats=3,
        units=jailed("green")
        | jailed("blue", "scout")
        | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE,
        active="red warrior",
    )
    assert winners(ended(match.attack("blue scout", "guillotine-on-a-stick").jail("nw"))) == {"red"}


@pytest.mark.rule("END-2", "JAIL-8")
def test_a_team_whose_last_unit_stands_in_its_base_is_standing() -> None:
    match = scene(
        units=jailed("blue", "scout", "medic") | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE,
        active="red warrior",
    )
    match.attack("blue scout", "guillotine-on-a-stick").jail("nw")
    assert match.state.outcome is None


@pytest.mark.rule("END-2")
def test_an_incapacitated_unit_counts_as_standing() -> None:
    match = scene(
        units=jailed("blue", "scout", "medic")
        | {"blue scout": "e15", "blue medic": "k15", "red warrior": "d15"},
        down=["blue medic"],
        items=GUILLOTINE,
        active="red warrior",
    )
    match.attack("blue scout", "guillotine-on-a-stick").jail("nw")
    assert match.state.outcome is None


@pytest.mark.rule("AMB-68", "AMB-75")
def test_when_attack_and_payback_kill_the_last_two_the_payout_decides() -> None:
    match = scene(
        units=jailed("blue", "scout")
        | jailed("red", "warrior")
        | {"blue scout": "e15", "red warrior": "d15"},
        items=GUILLOTINE | {"blue scout": ["landmine-lederhosen"]},
        wounds={"red warrior": 4},
        points={"i9": "blue"},
        active="red warrior",
    )
    match.attack("blue scout", "guillotine-on-a-stick").jail("nw")
    assert match.state.outcome is None  # the payback is still to come
    outcome = ended(match.commit_all().jail("nw"))
    assert winners(outcome) == {"blue"}
    assert outcome.reason == "payout"


@pytest.mark.rule("AMB-76", "NOTE-BUG-8")
def test_a_death_on_a_token_outside_an_attack_ends_the_match_too() -> None:
    match = scene(
        units=jailed("red", "scout") | {"red scout": "h15"},
        wounds={"red scout": 4},
        tokens={"beehive": ("h17", "blue")},
        active="red scout",
    )
    assert winners(ended(match.walk("h17").jail("nw"))) == {"blue"}


@pytest.mark.rule("AMB-76", "PUSH-12")
def test_a_death_in_lava_by_a_shove_ends_the_match_too() -> None:
    match = scene(
        units=jailed("blue", "gunner") | {"blue gunner": "g12", "red warrior": "f12"},
        hands={"red": ["rude-shove"]},
        active="red warrior",
    )
    outcome = ended(match.play("rude-shove", pick="blue gunner").jail("nw"))
    assert winners(outcome) == {"red"}
    assert result(0, outcome).shells == 1


@pytest.mark.rule("END-7", "NOTE-HYPER-2")
def test_a_hyper_cube_in_the_final_round_adds_a_round() -> None:
    match = (
        scene(round=6, turn="blue", hands={"blue": ["hyper-cube"]}).play("hyper-cube").end_turn()
    )
    assert match.asked_team == "red"
    assert match.state.round == 6
    ended(match.end_turn().end_turn())


@pytest.mark.rule("END-5", "GAME-6")
def test_otherwise_the_largest_payout_wins() -> None:
    outcome = last_turn(points={"h17": "red", "h4": "red", "n5": "blue"})
    assert winners(outcome) == {"red"}
    assert outcome.reason == "payout"


@pytest.mark.rule("PAY-1", "PAY-2", "PAY-3", "PAY-5")
def test_towers_pay_half_a_million_points_and_shells_a_hundred_thousand_each() -> None:
    outcome = last_turn(
        points={"i9": "red", "h17": "red", "h4": "red", "m13": "blue"},
        shells={"red": 3, "blue": 1},
    )
    assert [row.payout for row in outcome.standings] == [500_000 + 200_000 + 300_000, 600_000]
    assert result(0, outcome).payout == 100_000 * (5 + 2 + 3)


@pytest.mark.rule("PAY-4", "END-1")
def test_standing_units_cards_and_cash_pay_nothing() -> None:
    outcome = last_turn(
        hands={"red": ["hyper-cube"] + ["loud-noise"] * 3},
        units=jailed("blue", "scout"),
        credits={"red": 5_000_000},
    )
    assert [row.payout for row in outcome.standings] == [0, 0]


@pytest.mark.rule("PAY-6")
def test_every_team_is_paid_from_the_bank() -> None:
    match = scene(
        seats=3,
        units=jailed("green"),
        turn="green",
        round=6,
        points={"h17": "red", "i9": "blue", "h4": "green"},
        credits={"red": 1, "blue": 2, "green": 3},
    )
    ended(match.end_turn())
    assert match.state.credits == [100_001, 500_002, 100_003]


@pytest.mark.rule("PAY-7")
def test_a_shell_keeps_its_value_when_the_victim_is_free_again() -> None:
    match = scene(
        units={"red scout": "s20", "blue scout": "jail se"}, shells={"red": 1}, active="red scout"
    )
    match.release().end_phase()
    assert match.shells("red") == 1


@pytest.mark.rule("TIE-1")
def test_equal_payouts_go_to_the_team_with_more_towers() -> None:
    points = dict.fromkeys(("h17", "h4", "n5", "b6", "t6"), "blue") | {"i9": "red"}
    outcome = last_turn(points=points)
    assert winners(outcome) == {"red"}
    assert outcome.reason == "towers"


@pytest.mark.rule("TIE-2")
def test_then_to_the_team_with_more_shells() -> None:
    outcome = last_turn(points={"h17": "red", "h4": "red"}, shells={"blue": 2})
    assert winners(outcome) == {"blue"}
    assert outcome.reason == "shells"


@pytest.mark.rule("TIE-3", "AMB-98")
@pytest.mark.parametrize("ruleset", [EDITION_2019, EDITION_2021])
def test_then_to_the_team_with_fewer_of_its_own_units_in_jail(ruleset: Ruleset) -> None:
    outcome = last_turn(units={"red scout": "jail nw"}, ruleset=ruleset)
    assert winners(outcome) == {"blue"}
    assert outcome.reason == "fewest jailed"


@pytest.mark.rule("TIE-4", "AMB-95")
def test_in_2018_units_in_jail_do_not_break_the_tie() -> None:
    outcome = last_turn(units={"red scout": "jail nw"}, ruleset=EDITION_2018)
    assert winners(outcome) == {"red", "blue"}
    assert outcome.winner is None


@pytest.mark.rule("AMB-95", "TIE-3")
def test_equal_in_everything_they_share_the_win() -> None:
    outcome = last_turn(units={"red scout": "jail nw", "blue medic": "jail se"})
    assert winners(outcome) == {"red", "blue"}
    assert outcome.reason == "shared"


@pytest.mark.rule("TIE-5", "AMB-97")
def test_each_step_looks_only_at_the_teams_still_tied() -> None:
    # Red and blue are paid most; green has the most shells and no unit in jail.
    outcome = last_turn(
        seats=3,
        points={"i9": "red", "m13": "blue"},
        shells={"green": 4},
        units={"red scout": "jail nw"},
    )
    assert winners(outcome) == {"blue"}
    assert outcome.reason == "fewest jailed"


@pytest.mark.rule("TIE-5")
def test_a_tie_of_three_is_cut_down_step_by_step() -> None:
    floor = ("h17", "h4", "n5", "b6", "t6")
    outcome = last_turn(
        seats=3,
        points=dict.fromkeys(floor, "green") | {"i9": "red", "m13": "blue"},
        units={"blue scout": "jail nw", "blue medic": "jail nw", "red scout": "jail nw"},
    )
    assert winners(outcome) == {"red"}
    assert result(2, outcome).payout == result(0, outcome).payout


@pytest.mark.rule("AMB-74")
def test_shells_do_not_run_out_unless_the_switch_says_so() -> None:
    more = {
        "units": {"red warrior": "d15", "blue scout": "e15"},
        "items": GUILLOTINE,
        "shells": {"red": 24},
        "active": "red warrior",
    }
    for limit, shells in ((None, 25), (24, 24)):
        ruleset = replace(EDITION_2021, shell_limit=limit)
        match = scene(**more, ruleset=ruleset)  # type: ignore[arg-type]
        match.attack("blue scout", "guillotine-on-a-stick").jail("nw")
        assert match.shells("red") == shells


RED, GUNNER, SCOUT, MEDIC = "red warrior", "red gunner", "red scout", "red medic"


BLUE, SHOOTER, TARGET, NURSE = "blue warrior", "blue gunner", "blue scout", "blue medic"


def theirs(units: dict[str, str], active: str = BLUE, **more: Any) -> Match:
    """Blue's turn, one of its unit phases open."""
    return scene(units=units, turn="blue", active=active, **more)


@pytest.mark.card("dead-mans-tambourine")
@pytest.mark.rule("AMB-75")
def test_when_everybody_falls_at_once_the_payouts_decide() -> None:
    jailed = dict.fromkeys([GUNNER, SCOUT, MEDIC, SHOOTER, TARGET, NURSE], "jail nw")
    match = theirs(
        {BLUE: "d15", RED: "e15", **jailed},
        items={RED: ["dead-mans-tambourine"], BLUE: ["rusty-chainsaw"]},
        wounds={RED: 4},
        points={"e14": "red"},
    )
    match.attack(RED, "rusty-chainsaw").jail("nw").jail("nw")
    assert match.state.outcome is not None
    assert (match.state.outcome.winner, match.state.outcome.reason) == (0, "payout")


# -- giving up -------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-152")
def test_a_team_that_concedes_loses_whatever_it_holds() -> None:
    match = scene(points={"i9": "red", "d8": "blue"}, shells={"red": 3}, seats=3)
    match.do(CONCEDE)
    outcome = ended(match)
    assert winners(outcome) == {"blue"}
    assert outcome.reason == "conceded"
    assert [result(seat, outcome).payout for seat in range(3)] == [800_000, 100_000, 0]
    assert match.events[0] == Conceded(0, season=False)


@pytest.mark.rule("AMB-152", "TIE-1")
def test_the_other_teams_compare_as_ever() -> None:
    match = scene(seats=4, points={"i9": "blue"}, shells={"green": 5})
    assert winners(ended(match.do(CONCEDE))) == {"blue"}
    shared = scene(seats=3).do(CONCEDE)
    assert winners(ended(shared)) == {"blue", "green"}


@pytest.mark.rule("AMB-152")
def test_a_team_may_concede_in_the_middle_of_an_attack() -> None:
    match = scene(
        units={"red warrior": "k8", "blue warrior": "k7"},
        hands={"red": ["crowd-roar"], "blue": ["loud-noise"]},
        active="red warrior",
    )
    match.attack("blue warrior").lay("crowd-roar").commit()
    assert match.asked_team == "blue"
    match.do(CONCEDE)
    assert winners(ended(match)) == {"red"}
    cards = match.state.setup.catalog.power_cards
    held = [sum(hand.count(card) for hand in match.state.hands) for card in range(len(cards))]
    piles = zip(match.state.deck, match.state.discard, held, strict=True)
    assert [sum(pile) for pile in piles] == [card.copies for card in cards]


@pytest.mark.rule("AMB-152")
def test_a_season_needs_a_season_to_be_conceded() -> None:
    assert scene().refused(CONCEDE_SEASON).refusal.reason.code == "no-season"
    over = scene().do(CONCEDE)
    assert over.refused(CONCEDE).refusal.reason.code == "over"


@pytest.mark.rule("AMB-152")
def test_conceding_a_match_goes_on_with_the_season_and_conceding_the_season_ends_it() -> None:
    match = in_series(scene(credits={"red": 9_000_000}, points={"d8": "red"})).do(CONCEDE)
    assert match.question is not None
    series = match.state.setup.series
    assert series is not None
    assert series.results[0].winners == (1,)
    match.do(CONCEDE_SEASON)  # in the store of the next match, by its first buyer
    outcome = ended(match)
    assert (outcome.winners, outcome.reason) == ((0,), "conceded")


@pytest.mark.rule("AMB-152")
def test_an_auction_is_answered_first() -> None:
    match = scene(
        turn="blue",
        round=6,
        points={"d8": "red"},
        units={"blue gunner": "jail nw"},
        items={"blue gunner": ["magnum-44000"]},
    )
    in_series(match).end_turn()
    for action in (CONCEDE, CONCEDE_SEASON):
        assert match.refused(action).refusal.reason.code == "wrong-question"
