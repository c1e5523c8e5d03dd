"""Terms of a match and of a season on the command line."""

from __future__ import annotations

from typing import Any

import pytest

from deathdome.cli.values import ruleset_of, terms_of
from deathdome.errors import UsageError
from deathdome.match.terms import MatchTerms
from deathdome.model.ruleset import EDITION_2018, EDITION_2021, SCENARIOS


@pytest.mark.rule("SERIES-1", "SERIES-15")
def test_a_season_has_the_rounds_of_the_rules_or_a_list() -> None:
    assert terms_of(EDITION_2021) == MatchTerms(EDITION_2021)
    assert terms_of(EDITION_2021, rounds="8").rounds == 8
    assert terms_of(EDITION_2021, series=True).series == (6, 8, 10, 12, 12)
    assert terms_of(EDITION_2021, series=True, rounds="4, 5,6").series == (4, 5, 6)
    assert terms_of(EDITION_2021, series=True, rounds="3").series == (3,) * 5


def test_credits_are_for_each_team_or_for_all() -> None:
    assert terms_of(EDITION_2021, purses="5", seats=3).purses == (5, 5, 5)
    assert terms_of(EDITION_2021, purses="1,2_000_000").purses == (1, 2_000_000)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"rounds": "1.5"}, '--rounds takes whole numbers, such as --rounds 4,5,6; got "1.5"'),
        ({"rounds": "4,x", "series": True}, "--rounds takes whole numbers"),
        ({"rounds": "4,5"}, "--rounds 4,5: a list of rounds is for a season; add --series"),
        ({"purses": "1,2,3"}, "--credits names 3 teams, and 2 play"),
        ({"purses": "-1,2"}, "--credits takes whole numbers"),
    ],
)
def test_wrong_terms_are_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        terms_of(EDITION_2021, **more)
    assert str(caught.value).startswith(said)


@pytest.mark.rule("SCEN-GEN-1")
def test_scenarios_are_off_unless_they_are_named() -> None:
    plain = ruleset_of("2018", None)
    assert plain is EDITION_2018
    assert not any(getattr(plain, name) for name in SCENARIOS)
    chosen = ruleset_of("2018", None, " Handicap-Points,draft")
    assert [name for name in SCENARIOS if getattr(chosen, name)] == ["handicap_points", "draft"]


def test_switches_are_typed_as_a_person_would() -> None:
    rules = ["wall_squeeze=yes", "series_rounds=3,4", "purchase_turn_cap=5", "shell_limit=none"]
    found = ruleset_of("2021", None, None, rules)
    assert (found.wall_squeeze, found.series_rounds) == (True, (3, 4))
    assert (found.purchase_turn_cap, found.shell_limit) == (5, None)
    assert ruleset_of("2021", None, None, ["series_rounds=7"]).series_rounds == (7,)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("wall", '--rule "wall": write NAME=VALUE, such as wall_squeeze=true'),
        ("wall_squeze=on", 'no switch "wall_squeze". Did you mean "wall_squeeze"?'),
        ("value_time=soon", "It can be before_purchase or after_purchase"),
        ("wall_squeeze=3", "It can be yes or no"),
        ("rounds=many", "It can be a number"),
        ("series_rounds=long", "It can be a list of numbers"),
        ("range_metric=path", "range_metric cannot be path"),
        ("edition=2018", 'no switch "edition"'),
    ],
)
def test_a_wrong_switch_is_refused(rule: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        ruleset_of("2021", None, None, [rule])
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bonanze", 'no scenario "bonanze". Did you mean "bonanza"?'),
        ("", ""),
        ("bonus,", 'no scenario ""'),
        ("zzz", "Scenarios: bonanza, birthday, dual, handicap, handicap-points"),
    ],
)
def test_a_wrong_scenario_is_refused(text: str, said: str) -> None:
    if not said:
        assert ruleset_of("2021", None, text) is EDITION_2021
        return
    with pytest.raises(UsageError, match=said.replace("?", "[?]")):
        ruleset_of("2021", None, text)
