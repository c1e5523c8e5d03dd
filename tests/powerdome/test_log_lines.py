"""The log: sums, rules, and a line for every kind of event."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import get_args

import pytest
from powerdome.auditing import RULES, play
from powerdome.tables import Table, tome

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.rules import fight, rounds
from deathdome.powerdome.text import log_lines as log
from deathdome.powerdome.text.events import FAILED, LOST, Narrator


def lines(table: Table, words: log.Wording = log.PLAIN) -> list[str]:
    names = ["Widow", "Abbot", "Ilka"][: table.dome.seats]
    narrator = Narrator(table.tome, character_names(table.dome, names))
    return [str(line) for line in log.log_lines(table.log, narrator, words, 3)]


def blow(*vitality: int) -> Table:
    table = Table(*vitality)
    table.dome.round = 2
    return table


def test_an_attack_is_one_line_with_its_sum() -> None:
    table = blow(61, 61)
    table.plan("A", (2, 36, 0), "B")
    table.plan("B", (3, 0, 8))
    assert "R3 s1 Widow strikes Abbot: 36 - 8 = 28, vitality 61 > 33 (PD-COMBAT-07)" in lines(
        table.play()
    )


@pytest.mark.parametrize(
    ("mine", "other", "resist", "sum_"),
    [
        (6, 3, 8, "36 - 8 = 28 x 2 = 56, vitality 61 > 5 (PD-COMBAT-07, PD-COMBAT-10)"),
        (3, 6, 9, "36 - 9 = 27 / 2 = 13, vitality 61 > 48 (PD-COMBAT-07, PD-COMBAT-10)"),
        (3, 3, 40, "36 against 40, no damage, resist 40 > 4 (PD-COMBAT-08)"),
    ],
)
def test_doubling_halving_and_worn_resist_are_in_the_sum(
    mine: int, other: int, resist: int, sum_: str
) -> None:
    table = blow(61, 61)
    table.plan("A", (mine, 36, 0), "B")
    table.plan("B", (other, 0, resist))
    assert f"R3 s1 Widow strikes Abbot: {sum_}" in lines(table.play())


def test_an_activation_has_its_price_its_target_and_its_changes() -> None:
    table = blow(60, 60, 60)
    table.give("A", "feint")
    table.give("B", "barbed_hide", "whetstone")
    table.give("C", "wax_seal")
    table.plan("C", (9, 0, 0), None, ("wax_seal", "whetstone"))
    table.plan("A", (5, 30, 0), "B", ("feint", "B"))
    table.plan("B", (4, 0, 30), "A", ("whetstone",))
    found = lines(table.play())
    assert found[0].startswith("R3 Agility, in the order of action: Ilka 9, Widow 5, Abbot 4")
    assert found[1:7] == [
        (
            "R3 a1 Ilka activates Wax Seal on Whetstone: Whetstone is disabled for the round"
            " (PD-POWER-05)"
        ),
        (
            "R3 a2 Widow activates Feint on Abbot: Utilize 8, resist 30 > 8, "
            "agility 4 > 0 (PD-POWER-06)"
        ),
        "R3 a3 Abbot's Whetstone fails: the power is disabled (PD-POWER-10)",
        (
            "R3 s1 Widow strikes Abbot: 30 - 8 = 22 x 2 = 44, vitality 60 > 16"
            " (PD-COMBAT-07, PD-COMBAT-10)"
        ),
        "R3 s1 Abbot answers with Barbed Hide: Widow's vitality 60 > 53 (PD-POWER-07)",
        "R3 s2 Abbot's attack on Widow is lost: there is no strike left (PD-COMBAT-14)",
    ]


def test_a_death_ends_the_line_of_the_blow() -> None:
    table = blow(60, 20)
    table.plan("A", (5, 30, 0), "B")
    table.plan("B", (4, 0, 0))
    found = lines(table.play())
    assert "R3 s1 Widow strikes Abbot: 30 - 0 = 30, vitality 20 > -10, dies (PD-COMBAT-07)" in found
    assert any(line.startswith("R3 Widow wins") and "(PD-WIN-01)" in line for line in found)


def test_a_setting_has_verbs_of_its_own() -> None:
    """AM-5."""
    table = blow(60, 20)
    table.plan("A", (5, 30, 0), "B")
    table.plan("B", (4, 0, 0))
    found = lines(table.play(), log.Wording(strikes="slaps", dies="faints"))
    assert "R3 s1 Widow slaps Abbot: 30 - 0 = 30, vitality 20 > -10, faints (PD-COMBAT-07)" in found


def test_a_line_names_the_characters_in_it() -> None:
    table = blow(60, 60, 60)
    table.plan("A", (5, 30, 0), "C")
    narrator = Narrator(table.play().tome, "ABC")
    struck = [line for line in log.log_lines(table.log, narrator) if line.place == "s1"]
    assert [line.about for line in struck] == [frozenset({0, 2})]


def test_every_kind_of_event_of_random_games_is_in_the_log() -> None:
    seen = set()
    for seed in range(12):
        game = play(seed, probes=0)
        seen |= {type(event) for event in game.events}
        narrator = Narrator(tome(), character_names(game.final.dome, game.final.seats))
        found = log.log_lines(game.events, narrator)
        assert all(line.text and "None" not in line.text for line in found)
        assert {rule for line in found for rule in line.rules} <= RULES
        joined = "\n".join(line.text for line in found)
        assert str(game.events[-1]) not in joined  # words, no records
        changed = [one for one in game.events if isinstance(one, say.VitalityChanged)]
        for one in changed:
            assert f"vitality {one.old} > {one.new}" in joined
    kinds = set(get_args(say.Event))
    assert len(seen) >= len(kinds) - 6, kinds - seen
    heads = set(log.RULES) | {say.Activated, say.Struck, say.AttackBegan, say.Redirected}
    parts = {
        *(say.VitalityChanged, say.StatChanged, say.CounterChanged, say.DamageChanged, say.Paid),
        *(say.Revived, say.Rolled, say.TraitGiven, say.Afflicted, say.Cured, say.Disabled),
        *(say.Forfeited, say.Moved, say.Summoned, say.RuleSet),
    }
    assert heads | parts == kinds


def reasons(module: object, call: str, at: int) -> set[str]:
    """Return the words that a module gives as an argument of a call."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    return {
        value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == call and len(node.args) > at
        for value in [node.args[at]]
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def returned(function: object) -> set[str]:
    tree = ast.parse(dedent(inspect.getsource(function)))  # type: ignore[arg-type]
    return {
        node.value
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Return)
        for node in ast.walk(statement)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value
    }


def test_every_reason_of_a_failure_has_words() -> None:
    assert returned(fight.Fight._failure) == set(FAILED)
    lost = returned(rounds._attack_lost)
    lost |= reasons(fight, "say.AttackLost", 2) | reasons(rounds, "say.AttackLost", 2)
    assert lost == set(LOST)
