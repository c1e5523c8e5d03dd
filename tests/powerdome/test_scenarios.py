"""Scenario files: the worked examples of the specification, and files that are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from powerdome.tables import tome
from program import answered

from deathdome.errors import ContentError
from deathdome.powerdome.scenarios.files import RefusedScenarioError, resolve_file, resolve_text
from deathdome.powerdome.scenarios.reading import KEYS
from deathdome.powerdome.text.events import Narrator

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = sorted(FOLDER.glob("*.toml"))

PLAYERS = """
[[player]]
id = "A"
name = "Ann"
vitality = 60
powers = ["feint", "gift_horse", "open_vein"]
[[player]]
id = "B"
vitality = 40
powers = ["whetstone"]
[[player]]
id = "C"
alive = false
"""
ALLY = """
[[ally]]
id = "A1"
type = "Hound"
controller = "A"
"""


def result(text: str) -> dict[str, Any]:
    return resolve_text(text, "case.toml", tome()).fields()


def refused(text: str) -> RefusedScenarioError:
    with pytest.raises(RefusedScenarioError) as caught:
        result(text)
    assert str(caught.value).startswith("case.toml:")
    return caught.value


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_leads_to_what_it_expects(path: Path) -> None:
    outcome = resolve_file(path, path.name, tome())
    assert outcome.scenario.table.data["expect"]
    assert outcome.differences == ()
    narrator = Narrator(tome(), outcome.scenario.names)
    for event in outcome.log:
        sentence = narrator.sentence(event)
        assert sentence.isprintable()
        assert sentence[-1] in ".!?"


@pytest.mark.rule("PD-SETUP-01", "PD-ALLOCATE-03", "PD-ALLOCATE-05", "PD-ALLOCATE-06")
@pytest.mark.rule("PD-ALLOCATE-07", "PD-ALLOCATE-08", "PD-AUCTION-05", "PD-AUCTION-06")
@pytest.mark.rule("PD-AUCTION-08", "PD-EXCHANGE-01", "PD-EXCHANGE-04", "PD-EXCHANGE-05")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('phase = "round"\n[[player]]\n', "PD-SETUP-01"),
        ('phase = "round"\n' + "[[player]]\n" * 7, "PD-SETUP-01"),
        (PLAYERS + "[plan.A]\nstrike = 61", "PD-ALLOCATE-03"),
        (PLAYERS + "[plan.A]\nstrike = -1", "PD-ALLOCATE-03"),
        (PLAYERS + "[plan.A]\nstrike = 1.5", "PD-ALLOCATE-03"),
        (
            PLAYERS + '[plan.A]\nstrike = 53\nactivate = [{ power = "feint", target = "B" }]',
            "PD-ALLOCATE-03",
        ),
        (PLAYERS + '[plan.A]\nattack = "A"', "PD-ALLOCATE-05"),
        (PLAYERS + '[plan.A]\nattack = ["B", "A"]', "PD-ALLOCATE-05"),
        (PLAYERS + '[plan.A]\nattack = "C"', "PD-ALLOCATE-07"),
        (PLAYERS + '[plan.A]\nattack = "Hound"', "PD-ALLOCATE-07"),
        (PLAYERS + ALLY + '[plan.A]\nattack = "A1"', "PD-ALLOCATE-05"),
        (PLAYERS + ALLY + "[plan.A1]\nagility = 2", "PD-ALLOCATE-06"),
        (PLAYERS + '[plan.A]\nactivate = ["feint"]', "PD-ALLOCATE-08"),
        (PLAYERS + '[plan.A]\nactivate = ["whetstone"]', "PD-POWER-05"),
        (PLAYERS + '[plan.B]\nactivate = ["whetstone", "whetstone"]', "PD-POWER-05"),
        (PLAYERS + '[plan.A]\nactivate = [{ power = "open_vein", x = 7 }]', "PD-ALLOCATE-08"),
        (PLAYERS + '[plan.A]\nactivate = [{ power = "open_vein" }]', "PD-ALLOCATE-08"),
        (PLAYERS + "[plan.C]\nstrike = 3", "PD-DEATH-03"),
        (PLAYERS + "[plan.C]", "PD-DEATH-03"),
        (PLAYERS + ALLY.replace('"A', '"C') + "[plan.C1]", "PD-DEATH-03"),
        ('options.declare = "combat"' + PLAYERS + "[plan.A]\n[declare.C]", "PD-DEATH-03"),
        (
            PLAYERS.replace("gift_horse", "wax_seal")
            + '[plan.A]\nactivate = [{ power = "wax_seal", target = "B" }]',
            "PD-ALLOCATE-08",
        ),
        (PLAYERS.replace("alive = false", 'powers = ["feint"]'), "PD-POWER-12"),
        (PLAYERS.replace("alive = false", 'powers = ["glass_dome"]'), "PD-MODIFIER-02"),
        (PLAYERS.replace("alive = false", "alive = true\nvitality = -3"), "PD-DEATH-01"),
        ('modifiers = ["feint"]' + PLAYERS, "PD-MODIFIER-01"),
        ('slots = ["all_in"]' + PLAYERS + "[bids]\nB = { all_in = 41 }", "PD-AUCTION-06"),
        ('slots = ["all_in"]' + PLAYERS + "[bids]\nB = { all_in = -1 }", "PD-AUCTION-05"),
        ('slots = ["all_in"]' + PLAYERS + "[bids]\nB = { purge = 1 }", "PD-AUCTION-01"),
        ('slots = ["thin_air"]' + PLAYERS + "[bids]\nB = { thin_air = 1 }", "PD-AUCTION-08"),
        (PLAYERS + '[discard]\nA = ["whetstone"]', "PD-EXCHANGE-04"),
        ('trades = [{ from = "A", to = "B", give = 61 }]' + PLAYERS, "PD-EXCHANGE-05"),
        ('trades = [{ from = "A", to = "B", want = "feint" }]' + PLAYERS, "PD-EXCHANGE-05"),
        ('trades = [{ from = "A", to = "A", give = 1 }]' + PLAYERS, "PD-EXCHANGE-01"),
        (
            "trades = ["
            + '{ from = "A", to = "B", give = 1, accept = false }, ' * 4
            + "]"
            + PLAYERS,
            "R-17",
        ),
    ],
)
def test_a_broken_rule_is_named(text: str, rule: str) -> None:
    if not any(key in text for key in ("phase", "plan", "bids", "discard", "trades")):
        text += "[plan]"
    assert rule in refused(text).rules


CULL = """
phase = "cull"
first = "A"
protect = {protect}
[[player]]
[[player]]
[nominations]
A = ["feint", "whetstone", "glass_dome"]
B = ["feint", "{other}", "{third}"]
"""


@pytest.mark.rule("PD-CULL-03", "PD-CULL-06", "PD-CULL-07")
@pytest.mark.parametrize(
    ("protect", "rule"),
    [
        ('[["B", "feint"]]', "PD-CULL-06"),
        ('[["A", "pass"], ["B", "pass"], ["A", "feint"]]', "PD-CULL-06"),
        ('[["A", "feint"], ["B", "feint"]]', "PD-CULL-07"),
        ('[["A", "purge"]]', "PD-CULL-07"),
        (
            (
                '[["A", "feint"], ["B", "all_in"], ["A", "whetstone"], ["B", "bodyguard"], '
                '["A", "glass_dome"]]'
            ),
            "PD-CULL-03",
        ),
    ],
)
def test_protection_goes_round(protect: str, rule: str) -> None:
    text = CULL.format(protect=protect, other="all_in", third="bodyguard")
    assert rule in refused(text).rules


@pytest.mark.rule("PD-CULL-08")
def test_a_pool_that_is_too_small_is_filled() -> None:
    same = {"other": "whetstone", "third": "glass_dome"}
    assert "PD-CULL-08" in refused(CULL.format(protect='[["A", "feint"]]', **same)).rules
    found = result('forced = ["purge"]\n' + CULL.format(protect="[]", **same))
    assert found["slots"] == ["whetstone", "feint", "purge", "glass_dome"]
    assert found["culled"] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "phase is missing"),
        ('phase = "lunch"', 'case.toml:1: phase: no phase "lunch"'),
        ('phase = "round"\nplan = 3', "case.toml:"),
        (
            'phase = "round"\n[[player]]\nvitalty = 3\n[[player]]',
            "case.toml:3: player 1.vitalty: no",
        ),
        ('phase = "round"\n[[player]]\npowers = ["fient"]\n[[player]]', 'Did you mean "feint"'),
        ('phase = "round"\n[[player]]\nid = "B"\n[[player]]', 'two characters are called "B"'),
        (PLAYERS + "[plan.A]\nstrik = 3", 'Did you mean "strike"'),
        (PLAYERS + '[[ally]]\ntype = "hund"\ncontroller = "A"\n[plan.A]', 'Did you mean "hound"'),
        (PLAYERS + '[[ally]]\ntype = "hound"\ncontroller = "X"\n[plan.A]', 'no player "X"'),
        (PLAYERS + '[plan.A]\nactivate = [{ power = "fient" }]', "plan.A.activate[0].power"),
        (PLAYERS + '[plan.A]\nactivate = ["abracadabra"]', "powerdome tome` lists them"),
        ("phase = \n", "not TOML"),
        (PLAYERS + "[plan.Brass Widow]", 'needs quotes: [plan."Ann Lee"]'),
        (PLAYERS + "[bids]\nBrass Widow = {}", "needs quotes"),
        ("[player]\n[plan]", "case.toml:1: player: each player is a table of its own: [[player]]"),
        ("round = 0" + PLAYERS + "[plan]", "case.toml:1: round: 0 is not from 1"),
        (PLAYERS + "[plan.A]\nSTRIKE = 3", 'Did you mean "strike"'),
        (PLAYERS + "counters = { grugde = 1 }\n[plan]", 'Did you mean "grudge"'),
        ('options.declare = "comabt"' + PLAYERS + "[plan]", 'Did you mean "combat"'),
    ],
)
def test_a_malformed_file_is_explained(text: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        result(text)
    assert words in str(caught.value)


def test_names_capitals_and_defaults_are_understood() -> None:
    found = result(
        """
        [[player]]
        name = "Brass Widow"
        powers = ["Loaded Springs"]
        [[player]]
        [[ally]]
        kind = "HOUND"
        owner = "brass widow"
        [plan."brass widow"]
        strike = 10
        target = "b"
        activate = "loaded springs"
        [plan."Brass Widow.hound"]
        activate = [{ power = "Hound", on = "B" }]
        """
    )
    assert list(found["characters"]) == ["Brass Widow", "B", "Brass Widow.hound"]
    assert found["characters"]["B"]["vitality"] == 90
    assert found["powers"]["loaded_springs"]["used"] == [0, 0]  # there is no spring counter


NAMED = """
phase = "combat"
[[player]]
name = "Brass Widow"
powers = ["Kennel Whistle", "Feint"]
counters = { Grudge = 1 }
[[player]]
name = "Old Nick"
[[ally]]
type = "drone"
controller = "b"
[plan.a]
activate = "KENNEL WHISTLE"
attack = "drone"
strike = 20
[plan."b.drone"]
[expect]
"""


@pytest.mark.parametrize(
    "expected",
    [
        'order = ["BRASS  WIDOW", "b"]',
        'winner = "nobody"',
        "winner = ''",
        'characters."brass widow" = { vitality = 100.0, ap = 66, counters = { GRUDGE = 1 } }',
        'characters."A" = { kind = "Player", afflictions = [] }',
        'characters."Old Nick.Drone" = { kind = "ally", type = "Drone", controller = "OLD NICK" }',
        'characters.drone = { kind = "Drone", owner = "b", alive = false, counters = {} }',
        'characters."a.hound" = { alive = true, player = "brass-widow" }',
        'characters."Brass Widow.Hound".strike = 0',
        'powers."kennel whistle" = { owner = "a", used = 1, in_play = true }',
        'powers.feint = { owner = "brass widow", used = [0], counters = {}, bearers = [] }',
        'powers.purge = { owner = "", in_play = false, used = 0 }',
        "culled = []",
        "slots = []",
    ],
)
def test_an_expectation_is_compared_by_meaning(expected: str) -> None:
    assert resolve_text(NAMED + expected, "case.toml", tome()).differences == ()


@pytest.mark.parametrize(
    ("expected", "difference"),
    [
        ('order = ["b", "a"]', '.order: expected ["Old Nick", "Brass Widow"], found ["Brass'),
        ('winner = "a"', '.winner: expected "Brass Widow", found none'),
        ("over = true", ".over: expected true, found false"),
        ('slots = ["feint"]', '.slots: the phase "round" has no slots in its result'),
        ("characters.A.ap = 67", ".characters.A.ap: expected 67, found 66"),
        ("characters.A.counters = {}", "expected none, found { grudge = 1 }"),
        ('characters.A.afflictions = "venom"', 'expected ["venom"], found []'),
        ('characters."b.hound".alive = true', "there is no such character in the result"),
        ('characters.drone.kind = "golem"', 'expected "golem", found "drone"'),
        ("powers.feint.used = 1", "expected [1], found [0]"),
        ('powers.purge.owner = "a"', 'expected "Brass Widow", found none'),
    ],
)
def test_a_difference_is_shown_with_its_line(expected: str, difference: str) -> None:
    (found,) = resolve_text(NAMED + expected, "case.toml", tome()).differences
    line = NAMED.count("\n") + 1
    assert found.startswith(f"case.toml:{line}: expect.")
    assert difference in found


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("oder = []", 'expect.oder: no key "oder" here. Did you mean "order"?'),
        ('order = ["Brass Wodow"]', 'Did you mean "Brass Widow"?'),
        ('order = ["drone"]', "is an ally, not a player"),
        ('winner = "c"', 'expect.winner: no character "c". It can be Brass Widow, Old Nick'),
        ("over = 1", "true or false is needed"),
        ("characters.A.vitalty = 1", 'Did you mean "vitality"?'),
        ('characters.A.vitality = "lots"', 'a whole number is needed, not "lots"'),
        ("characters.Z.vitality = 1", 'no character "Z"'),
        ("characters.A.counters.grugde = 1", 'Did you mean "grudge"?'),
        ('characters.A.afflictions = ["vemon"]', 'Did you mean "venom"?'),
        ("powers.fient.used = 1", 'Did you mean "feint"?'),
        ("powers.feint.activated = 1", "It can be owner, in_play"),
        ('slots = ["fient"]', 'Did you mean "feint"?'),
    ],
)
def test_an_unknown_word_in_an_expectation_is_refused(expected: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        result(NAMED + expected)
    line = NAMED.count("\n") + 1
    assert str(caught.value).startswith(f"case.toml:{line}: expect.")
    assert words in str(caught.value)


def test_a_letter_belongs_to_a_player_without_id_only() -> None:
    players = '[[player]]\nid = "P"\nname = "Ann"\n[[player]]\nname = "Ben"\n[plan.{}]\n'
    for name in ("P", "p", "ANN", "Ben", "B"):
        assert list(result(players.format(name))["characters"]) == ["P", "Ben"]
    assert "PD-ALLOCATE-07" in refused(players.format("A")).rules
    # A name of one player wins over the letter of another.
    taken = players.replace('"P"\nname', '"B"\nname').format("B") + "strike = 7"
    assert result(taken)["characters"]["B"]["strike"] == 7


def test_a_kind_names_an_ally_that_is_the_only_one() -> None:
    hound = '[[ally]]\ntype = "hound"\ncontroller = "B"\n'
    attack = '[plan.A]\nstrike = 5\nattack = "Hound"\n'
    assert result(PLAYERS + hound + attack)["characters"]["B.hound"]["vitality"] == 15
    assert "PD-ALLOCATE-07" in refused(PLAYERS + hound * 2 + attack).rules


@pytest.mark.rule("PD-EXCHANGE-01")
def test_three_offers_each_are_all() -> None:
    offer = '{ from = "%s", to = "%s", give = 1 }'
    rows = [offer % ("A", "B"), offer % ("B", "A")] * 3
    trades = f"trades = [{', '.join(rows)}]\n" + PLAYERS
    assert result(trades)["characters"]["A"]["vitality"] == 60


@pytest.mark.rule("PD-MODIFIER-02", "PD-POWER-03")
def test_the_rule_that_a_modifier_sets_is_in_force() -> None:
    plans = '[plan.A]\nagility = 10\nstrike = 20\nattack = "B"\n[plan.B]\nagility = 5'
    plain = result(PLAYERS + plans)["characters"]["B"]["vitality"]
    thin = result(f'modifiers = ["thin_air"]\n{PLAYERS}{plans}')["characters"]["B"]["vitality"]
    assert (plain, thin) == (0, 20)


@pytest.mark.rule("PD-DEATH-04", "PD-DEATH-06")
def test_the_dead_and_their_things_are_out_of_play() -> None:
    dead = 'vitality = -4\npowers = ["bodyguard"]\nafflictions = ["venom"]'
    ally = '[[ally]]\nid = "C1"\ntype = "hound"\ncontroller = "C"\n'
    found = result(PLAYERS.replace("alive = false", dead) + ally + "[plan.A]\n")
    assert found["characters"]["C"]["alive"] is False
    assert found["characters"]["C"]["vitality"] == -4
    assert found["characters"]["C"]["afflictions"] == []
    assert found["characters"]["C1"]["alive"] is False
    assert found["powers"]["bodyguard"] == {
        "owner": None,
        "in_play": False,
        "counters": {},
        "used": [0],
    }
    assert found["order"] == ["A", "B"]


def test_forced_results_come_first_and_then_the_seed() -> None:
    dice = """
    forced = {forced}
    seed = {seed}
    [[player]]
    powers = ["clockwork_coin"]
    [[player]]
    [plan.A]
    """
    forced = [result(dice.format(forced=[pips], seed=1)) for pips in (1, 2)]
    assert [one["characters"]["A"]["vitality"] for one in forced] == [96, 100]
    assert "R-36" in refused(dice.format(forced=[7], seed=1)).rules
    assert len({str(result(dice.format(forced=[], seed=seed))) for seed in range(20)}) == 2
    assert result(dice.format(forced=[], seed=4)) == result(dice.format(forced=[], seed=4))


def problem(text: str) -> str:
    """Return why a scenario is refused, or ""."""
    try:
        result(text)
    except ContentError as error:
        return str(error)
    return ""


def test_damaged_scenarios_never_crash() -> None:
    dice = Random(11)
    texts = [path.read_text("utf-8") for path in SCENARIOS]
    for _ in range(400):
        text = dice.choice(texts)
        lines = text.splitlines()
        at = dice.randrange(len(lines))
        lines[at] = dice.choice(
            [
                "",
                lines[at].replace('"', "", 1),
                lines[at].replace("=", '= "x" #', 1),
                lines[at].replace("=", "= [[], {}] #", 1),
                lines[at].replace("=", "= -1 #", 1),
                lines[at].replace("=", "= 99999999999999999999 #", 1),
                lines[at].replace("=", "= { a = 1 } #", 1),
                lines[at].replace("=", "= 1e999 #", 1),
                lines[at] + "\n" + dice.choice(dice.choice(texts).splitlines()),
            ]
        )
        text = "\n".join(lines)
        for _ in range(dice.randrange(3)):  # and a wrong letter
            at = dice.randrange(len(text))
            text = text[:at] + dice.choice('".,=[]{}0A\u00e9\r\0') + text[at + 1 :]
        why = problem(text)
        assert not why or why.startswith("case.toml:"), text


def test_the_command_prints_json_and_ends_with_2_for_a_broken_rule(tmp_path: Path) -> None:
    done = answered("powerdome", "resolve", str(FOLDER / "f01.toml"))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["characters"]["S"]["vitality"] == 16
    assert "log" not in json.loads(done.stdout)
    same = answered("powerdome", "--resolve", str(FOLDER / "f01.toml"), "--log")
    assert json.loads(same.stdout)["log"][0] == "R1 The round begins (PD-RESET-01)"
    bad = tmp_path / "bad.toml"
    bad.write_text(PLAYERS + "[plan.A]\nstrike = 61\n")
    done = answered("power", "resolve", str(bad))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"{bad}:14: PD-ALLOCATE-03: the plan of A needs 61 action points, and 60 are there\n"
    )
    done = answered("powerdome", "resolve", str(bad), str(FOLDER / "f01.toml"))
    assert done.returncode == 2
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[0]["rules"] == ["PD-ALLOCATE-03"]
    assert rows[1]["characters"]["S"]["vitality"] == 16


def test_the_command_reads_standard_input_and_tells_differences() -> None:
    plan = PLAYERS + "[plan.A]\n[expect.characters.A]\nvitality = {}"
    done = answered("powerdome", "resolve", "-", typed=plan.format(58))
    assert (done.returncode, done.stderr) == (0, "")
    done = answered("powerdome", "resolve", "-", typed=plan.format(61))
    assert done.returncode == 1
    place = "standard input:16: expect.characters.A.vitality"
    assert done.stderr == f"{place}: expected 61, found 58\n"
    done = answered("powerdome", "--resolve", "-", typed=plan.format('"x"'))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f'{place}: a whole number is needed, not "x"\n'


PAGE = Path(__file__).parents[2] / "docs" / "powerdome" / "scenarios.md"


@pytest.mark.parametrize("number", range(8))
def test_the_examples_of_the_page_come_out(number: int) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 8
    outcome = resolve_text(blocks[number], "scenarios.md", tome())
    assert outcome.scenario.table.data["expect"]
    assert outcome.differences == ()


def test_the_page_names_every_key() -> None:
    text = PAGE.read_text("utf-8")
    assert [key for key in KEYS if f"`{key}`" not in text and f"[{key}" not in text] == []
