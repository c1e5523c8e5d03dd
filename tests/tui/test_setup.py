"""The new-match screen: seasons, scenarios, unequal credits and single switches."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from scenes import in_series, scene
from tui.test_title import choose, title, told

from deathdome.cli.values import collection_of, ruleset_of
from deathdome.content.rulebook import rules_of_switch, switch_notes
from deathdome.model.ruleset import EDITION_2021, EDITIONS, SCENARIOS, SETTLED, Ruleset
from deathdome.rules.observing import observe
from deathdome.stage.screens.menu import FormScreen
from deathdome.stage.text import text_of
from deathdome.text.phrases import scenarios as say
from deathdome.text.scenarios import changed_words, scenarios_on
from deathdome.tui.glyphs import ASCII
from deathdome.tui.lobby import Wishes
from deathdome.tui.presenters.manual import terms_lines
from deathdome.tui.presenters.status import header_lines
from deathdome.tui.screens.rule_forms import ScenariosScreen, SwitchesScreen, barred
from deathdome.tui.screens.setup import SetupScreen

if TYPE_CHECKING:
    from tui.props import Stage

SEASON = Wishes(series=(4, 5, 6))


async def to_row(stage: Stage, label: str) -> None:
    """Move the bar of a form to the row with this label."""
    screen = stage.app.screen
    assert isinstance(screen, FormScreen)
    labels = [field.label.removesuffix(" *") for field in screen.fields()]
    steps = labels.index(label) - screen.index
    await stage.press(*("down" if steps > 0 else "up",) * abs(steps))


def row(stage: Stage, label: str) -> str:
    """Return the row of a form with this label."""
    rows = (text.strip(" >") for text in stage.text.splitlines())
    return next(text for text in rows if text.startswith(label))


# -- length and credits ----------------------------------------------------------------------------


async def test_the_title_opens_a_short_season() -> None:
    async with title() as (stage, lobby):
        await choose(stage, "Season")
        assert isinstance(stage.app.screen, SetupScreen)
        assert "New season" in stage.text
        assert row(stage, "Length").split("< ")[1] == "short season"
        assert row(stage, "Scenarios").endswith("Handicap")
        await stage.press("enter")
        assert lobby.opened[0].series == (4, 5, 6)
        assert lobby.opened[0].rules.handicap


def test_a_season_suggests_handicap_cards_and_a_single_match_drops_them() -> None:
    season = Wishes().lasting((4, 5, 6))
    assert season.rules.handicap
    assert season.lasting((6, 8)).rules.handicap
    chosen = season.switched("handicap", False)
    assert not chosen.lasting((6, 8)).rules.handicap
    assert season.lasting(()) == Wishes()


async def test_length_is_a_match_or_one_of_two_seasons() -> None:
    async with title() as (stage, lobby):
        await choose(stage, "New match")
        await to_row(stage, "Length")
        lengths = []
        for _ in range(4):
            lengths.append(row(stage, "Rounds").removeprefix("Rounds").strip(" <>"))
            await stage.press("right")
        assert lengths == ["6", "4, 5, 6", "6, 8, 10, 12, 12", "6"]
        await to_row(stage, "Rounds")
        await stage.press("enter", *("backspace",) * 20, *"3 7", "enter")
        assert "3, 7" in row(stage, "Rounds")
        assert say.OWN_SEASON in row(stage, "Length")
        await stage.press("enter", *("backspace",) * 20, *"3,x", "enter")
        assert told(stage).startswith('"3,x" is not a list of rounds.')
        await to_row(stage, "Start season")
        await stage.press("enter")
        assert lobby.opened[0].series == (3, 7)


async def test_one_side_may_get_more_credits() -> None:
    async with title() as (stage, lobby):
        await choose(stage, "New match")
        await to_row(stage, "Credits")
        assert "2M each" in row(stage, "Credits")
        await stage.press("right")
        assert "@ 2M  & 2.5M" in row(stage, "Credits")
        await stage.press("enter", *("backspace",) * 20, *"1500 3000", "enter")
        assert "@ 1.5M  & 3M" in row(stage, "Credits")
        await stage.press("enter", *("backspace",) * 20, *"1500", "enter")
        assert "is not 2 amounts" in told(stage)
        await to_row(stage, "Start match")
        await stage.press("enter")
        assert lobby.opened[0].purses == (1_500_000, 3_000_000)
        assert list(stage.session.view.credits) == [1_500_000, 3_000_000]


async def test_another_number_of_teams_has_equal_credits() -> None:
    async with title() as (stage, _):
        await choose(stage, "New match")
        await to_row(stage, "Credits")
        await stage.press("right")
        await to_row(stage, "Teams")
        await stage.press("right")
        assert "2M each" in row(stage, "Credits")


# -- scenarios -------------------------------------------------------------------------------------


def test_scenarios_that_do_not_fit_say_why() -> None:
    catalog = collection_of(None).catalog
    free = {name for name in SCENARIOS if not barred(name, Wishes(), catalog)}
    assert free == {"bonanza", "birthday", "dual", "handicap"}
    assert barred("bonus", Wishes(), catalog) == "Bonus needs a series (SCEN-BONUS-1)."
    assert not barred("bonus", SEASON, catalog)
    assert "needs characters" in barred("conglamagragon", SEASON, catalog)
    assert not barred("conglamagragon", Wishes(series=(4,), characters=True), catalog)
    assert "for 2 teams" in barred("dual", Wishes(("human", *("greedy",) * 2)), catalog)
    assert not barred("handicap_points", Wishes(edition="2019"), catalog)


async def test_scenarios_are_switched_on_a_page_of_their_own() -> None:
    async with title() as (stage, lobby):
        await choose(stage, "Season")
        await to_row(stage, say.TITLE)
        await stage.press("enter")
        assert isinstance(stage.app.screen, ScenariosScreen)
        await to_row(stage, say.SCENARIOS["bonus"][0])
        assert say.SCENARIOS["bonus"][1] in stage.text
        await stage.press("enter")
        await to_row(stage, say.SCENARIOS["handicap_points"][0])
        await stage.press("enter", "right")
        assert "The 2021 edition has no scenario handicap-points" in " ".join(stage.text.split())
        await stage.press("escape")
        assert "Bonus" in row(stage, say.TITLE)
        await to_row(stage, "Start season")
        await stage.press("enter")
        assert scenarios_on(lobby.opened[0].rules) == ["handicap", "bonus"]


async def test_a_scenario_that_no_longer_fits_is_named() -> None:
    async with title() as (stage, _):
        await choose(stage, "Season")
        await to_row(stage, say.TITLE)
        await stage.press("enter")
        await to_row(stage, say.SCENARIOS["bonus"][0])
        await stage.press("enter", "escape")
        await to_row(stage, "Length")
        await stage.press("left")
        await to_row(stage, say.TITLE)
        assert "Bonus needs a series" in stage.text
        await to_row(stage, "Start match")
        await stage.press("enter")
        assert "needs a series" in told(stage)


# -- switches --------------------------------------------------------------------------------------


def test_every_switch_has_a_row_in_the_rules() -> None:
    assert {one.name for one in fields(Ruleset)} == set(switch_notes())
    for name in SETTLED:
        assert rules_of_switch(name)
    assert [rule.id for rule in rules_of_switch("wall_squeeze")] == ["AMB-6"]
    assert [rule.id for rule in rules_of_switch("rank0_cost")] == ["CHAR-4", "CHAR-5"]
    assert len(rules_of_switch("dual_board")) == 5


async def test_every_switch_is_on_the_page_and_changes() -> None:
    async with title((120, 40)) as (stage, lobby):
        await choose(stage, "New match")
        await to_row(stage, say.SWITCHES)
        await stage.press("enter")
        screen = stage.app.screen
        assert isinstance(screen, SwitchesScreen)
        rows = screen.fields()
        assert len(rows) == len(fields(Ruleset)) - len(SCENARIOS) - 2
        fixed = [field for field in rows if field.barred]
        assert len(fixed) == len(SETTLED)
        assert all(field.change or field.ask for field in rows if not field.barred)
        await to_row(stage, "wall squeeze")
        assert "units step diagonally between two walls that meet. AMB-6" in " ".join(
            stage.text.split()
        )
        await stage.press("right")
        await to_row(stage, "shell limit")
        await stage.press("enter", *("backspace",) * 9, *"12", "enter")
        await stage.press("enter", *("backspace",) * 9, *"many", "enter")
        assert "a number or none" in told(stage)
        await stage.press("escape")
        assert "2 changed" in row(stage, say.SWITCHES)
        await to_row(stage, "Start match")
        await stage.press("enter")
        rules = lobby.opened[0].rules
        assert changed_words(rules) == ["wall squeeze: yes", "shell limit: 12"]


def test_wishes_keep_only_what_differs() -> None:
    wishes = Wishes().switched("wall_squeeze", value=True)
    assert wishes.switches == (("wall_squeeze", True),)
    assert wishes.switched("wall_squeeze", value=False).switches == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("characters", [None, True, False])
def test_rules_of_wishes_are_those_of_the_command_line(
    edition: str, characters: bool | None
) -> None:
    wishes = Wishes(edition=edition, characters=characters)
    assert wishes.rules == ruleset_of(edition, characters)
    assert changed_words(wishes.rules) == []


# -- the header ------------------------------------------------------------------------------------


def header(width: int, ruleset: Ruleset = EDITION_2021, *, series: bool = True, **more: Any) -> str:
    match = scene(round=3, ruleset=replace(ruleset, bonus=False), **more)
    setup = match.state.setup
    match.state.setup = replace(setup, terms=replace(setup.terms, ruleset=ruleset))
    if series:
        match = in_series(match, played=1)
    return text_of(header_lines(observe(match.state, 0), width, ASCII))


def test_the_header_counts_matches_and_marks_changed_rules() -> None:
    assert header(80).startswith(" M2/5 ROUND 3/6  @ RED")
    assert header(80, series=False).startswith(" ROUND 3/6  ")
    changed = replace(EDITION_2021, wall_squeeze=True)
    assert header(80, changed, series=False).startswith(" * ROUND 3/6")
    assert header(80, replace(EDITION_2021, bonus=True)).startswith(" M2/5* ROUND 3/6")
    assert header(80, replace(EDITION_2021, handicap=True), seats=4).startswith(" M2/5* ROUND 3/6")


def test_a_wide_header_names_what_differs() -> None:
    rules = replace(EDITION_2021, bonus=True, wall_squeeze=True)
    full = "match 2 of 5, Bonus, wall squeeze: yes"
    assert header(160, rules).splitlines()[0].rstrip().endswith(full)
    assert "match 2 of 5, Bonus, wa" in header(120, rules).splitlines()[0]
    assert "match" not in header(160, series=False)


def test_the_help_sheet_lists_scenarios_and_changed_rules() -> None:
    rules = replace(EDITION_2021, bonus=True, wall_squeeze=True, shell_limit=12)
    text = " ".join(text_of(terms_lines(rules, 76, "match 2 of 5")).split())
    assert text.startswith("This match Match 2 of 5. Bonus matches: Every team is paid 1.0M more")
    assert text.endswith("Changed from the 2021 rules: wall squeeze: yes, shell limit: 12.")
    assert terms_lines(EDITION_2021, 76) == []
