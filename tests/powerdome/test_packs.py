"""Packs of powers: what they may hold, and everything that is refused with its line."""

from __future__ import annotations

import re
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from powerdome.tables import TOME

from deathdome.errors import ContentError, PackError, UsageError
from deathdome.powerdome.content.entries import TomeFile
from deathdome.powerdome.content.packs import check_packs, load_tome, packs_of
from deathdome.powerdome.content.tome_files import bundled_tome, read_file
from deathdome.powerdome.rules.fight import MAX_ANSWERS
from deathdome.powerdome.scenarios.files import resolve_text

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
[[power]]
id = "slow_burn"
name = "Slow Burn"
text = "Utilize 6: choose an enemy. Weaken 4."
[[power.effect]]
on = ["payment"]
cost = { utilize = 6 }
target = "enemy"
do = [{ op = "weaken", who = "target", n = 4 }]
"""


def pack(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def errors(tmp_path: Path, text: str) -> str:
    with pytest.raises(PackError) as caught:
        load_tome([pack(tmp_path, text)])
    assert all(re.search(r"mine\.toml:\d+: |mine\.toml: ", line) for line in caught.value.every)
    return "\n".join(caught.value.every)


def effect(rest: str, more: str = "") -> str:
    return f"""
[[power]]
id = "mine"
name = "Mine"
text = "Nothing."
{more}
[[power.effect]]
{rest}
"""


def test_a_power_joins_the_tome_behind_the_others(tmp_path: Path) -> None:
    tome = load_tome([pack(tmp_path, GOOD)])
    assert tome.powers[-1].id == "slow_burn"
    assert tome.powers[-1].no == bundled_tome().powers[-1].no + 1
    assert tome.digest != bundled_tome().digest
    assert len(packs_of([tmp_path / "mine.toml"])[0].digest) == 16


def test_a_power_replaces_one_of_the_game_in_its_place(tmp_path: Path) -> None:
    text = GOOD.replace("slow_burn", "feint").replace("Slow Burn", "Feint")
    assert "taken already" in errors(tmp_path, text)
    tome = load_tome([pack(tmp_path, text.replace("text =", "replaces = true\ntext =", 1))])
    assert [power.id for power in tome.powers] == [power.id for power in bundled_tome().powers]
    assert tome.powers[tome.number["feint"]].text.endswith("Weaken 4.")
    unknown = GOOD.replace("text =", "replaces = true\ntext =", 1)
    assert "no power of this id" in errors(tmp_path, unknown)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (GOOD.replace("utilize = 6", "utilise = 6"), 8, 'Did you mean "utilize"'),
        (GOOD.replace("[[power]]", "[[powr]]"), 2, 'Did you mean "power"'),
        (GOOD.replace('op = "weaken"', 'op = "weakn"'), 10, 'do 1, op: no step "weakn". Did you'),
        (GOOD.replace('who = "target"', 'who = "tagret"'), 10, 'Did you mean "target"'),
        (GOOD.replace('who = "target"', 'who = "attacker"'), 10, "this effect has no attacker"),
        (GOOD.replace('target = "enemy"\n', ""), 9, "this effect has no target"),
        (GOOD.replace('"payment"', '"active"'), 8, "payment"),
        (GOOD.replace("cost = { utilize = 6 }\n", ""), 7, "such an effect needs one"),
        (GOOD.replace("Weaken 4", "Weaken 5"), 5, 'the text needs "Weaken 4"'),
        (GOOD.replace("Utilize 6", "Utilize 7"), 5, 'the text needs "Utilize 6"'),
        (GOOD.replace("Weaken 4.", "Weaken 4. Limit 2."), 5, 'says "Limit 2"'),
        (GOOD.replace("n = 4", "n = 1_000_000"), 10, "from 1 to 1,000"),
        (GOOD.replace("n = 4", "n = 0"), 10, "from 1 to 1,000"),
        (GOOD.replace("n = 4", 'n = { per = "x" }'), 10, 'x needs a cost of "x"'),
        (GOOD.replace("n = 4", 'n = { per = "self.agilty" }'), 10, 'Did you mean "agility"'),
        (GOOD.replace("n = 4", 'n = { per = "round", div = 0 }'), 10, "divided by 0"),
        (GOOD.replace("n = 4", 'n = { per = "this.counter.ege" }'), 10, 'nothing puts "ege"'),
        (GOOD.replace("n = 4", 'n = { per = "roll" }'), 10, "earlier step that rolls"),
        (GOOD.replace("n = 4", "n = 4, m = 5"), 10, 'no key "m"'),
        (GOOD.replace("Slow Burn", "Feint"), 4, "taken already"),
        (GOOD.replace("Slow Burn", "Pass"), 4, "a meaning of its own"),
        (GOOD.replace('id = "slow_burn"', 'id = "Slow Burn"'), 3, "is not an id"),
        (GOOD.replace('id = "slow_burn"', 'no = 10\nid = "slow_burn"'), 3, "number 10 is taken"),
        (GOOD.replace("text =", 'given = "all"\ntext =', 1), 5, "only a modifier is given"),
        (GOOD + GOOD, 13, "taken already"),
    ],
)
def test_every_problem_has_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    found = errors(tmp_path, text)
    place = f"mine.toml:{line}: "
    assert any(place in one and words in one for one in found.splitlines()), found


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('on = ["reactive"]\ndo = []', "such an effect needs one"),
        ('on = ["active"]\nevent = "hit"\ndo = [{ op = "forfeit" }]', "an event belongs"),
        ('on = ["reactive"]\nevent = "hti"\ndo = []', 'Did you mean "hit"'),
        ('on = ["active", "auto"]\ndo = []', "do not go together"),
        ('on = ["auto", "interaction"]\ndo = []', "do not go together"),
        ("on = []\ndo = []", "a condition is needed"),
        ('on = ["actve"]\ndo = []', 'Did you mean "active"'),
        ('on = [["active"]]\ndo = []', "no condition a list"),
        ('on = ["active"]\ndo = [{ op = ["weaken"] }]', "no step a list"),
        ('on = ["active"]\ndo = [{ op = "redirect", to = "self" }]', "only in the event attack"),
        ('on = ["active"]\ndo = [{ op = "amount", add = 1 }]', "only in the event pending"),
        ('on = ["active"]\ndo = [{ op = "roll", sides = 1 }]', "from 2 to 100"),
        ('on = ["active"]\ndo = [{ op = "stat", who = "self", stat = "luck", add = 1 }]', "luck"),
        ('on = ["active"]\ndo = [{ op = "stat", who = "self", stat = "strike" }]', "add or set"),
        ('on = ["active"]\ndo = [{ op = "pass", to = "rivals" }]', "one is needed here"),
        ('on = ["active"]\ndo = [{ op = "take", what = "target" }]', 'target = "rival_power"'),
        ('on = ["active"]\ndo = [{ op = "disable", what = "target" }]', 'target = "rival_power"'),
        ('on = ["active"]\ndo = [{ op = "summon", ally = "hund", for = "self" }]', '"hound"'),
        ('on = ["active"]\ndo = [{ op = "afflict", who = "self", affliction = "v" }]', "no affli"),
        ('on = ["active"]\ndo = [{ op = "mod", who = "self", key = "bypas" }]', '"bypass"'),
        ('on = ["active"]\ndo = [{ op = "mod", who = "self", key = "taken_max" }]', "n is missing"),
        ('on = ["active"]\ndo = [{ op = "rule", key = "speed_ratio", value = 0 }]', "from 1"),
        ('on = ["active"]\ndo = [{ op = "cure", who = "self" }]', "n is missing"),
        ('on = ["active"]\nif = [["x", ">", 1]]\ndo = [{ op = "forfeit" }]', "needs a cost"),
        ('on = ["active"]\nif = [["last", ">", 1]]\ndo = [{ op = "forfeit" }]', "no step comes"),
        ('on = ["active"]\nif = [["round", "=>", 1]]\ndo = [{ op = "forfeit" }]', "no comparison"),
        ('on = ["active"]\nif = ["round"]\ndo = [{ op = "forfeit" }]', "a check is"),
        ('on = ["active"]\nper_round = 1\ndo = [{ op = "forfeit" }]', 'only a "reactive"'),
        ('on = ["reactive"]\nevent = "hit"\nmatch = { subject = "self" }\ndo = []', "has no role"),
        ('on = ["reactive"]\nevent = "hit"\nmatch = { defender = "slef" }\ndo = []', '"self"'),
        ('on = ["reactive"]\nevent = "hit"\ntarget = "enemy"\ndo = []', "is automatic"),
        (
            'on = ["payment", "reactive"]\nevent = "hit"\ncost = { burn = "x", max = 3 }\ndo = []',
            "X is chosen in a plan",
        ),
        ('on = ["payment"]\ncost = { burn = 1, utilize = 1 }\ndo = []', "a cost is"),
    ],
)
def test_words_out_of_their_place_are_refused(tmp_path: Path, rest: str, words: str) -> None:
    assert words in errors(tmp_path, effect(rest))


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('on = ["active"]\ndo = [{ op = "roll", sides = 6 }]', "no player bears this modifier"),
        (
            'on = ["reactive"]\nevent = "hit"\nmatch = { defender = "self" }\ndo = []',
            "It can be player, any",
        ),
        ('on = ["start"]\ndo = [{ op = "forfeit" }]', "can be bought leaves"),
        ('on = ["start"]\ndo = [{ op = "ap", who = "self", add = 1 }]', "no player bears"),
    ],
)
def test_a_modifier_has_no_bearer(tmp_path: Path, rest: str, words: str) -> None:
    assert words in errors(tmp_path, effect(rest, 'kind = "modifier"'))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "power = 3",
        "[[power]]",
        "[power]\nid = 3",
        "[[power]]\neffect = 3",
        "[[power]]\neffect = [3]",
        "[[ally]]\nvitality = 1e400",
        f"[[ally]]\nvitality = {'9' * 5000}",
        "[[affliction]]\ndo = [[[[[]]]]]",
        '[[power]]\ntext = """\n[bold]\n"""',
        '[[power]]\nname = "\\u202e"',
        "a = " + "[" * 5000,
        "\x00",
        "power = [" + "{}," * 400 + "]",
    ],
)
def test_a_hostile_file_is_refused(tmp_path: Path, text: str) -> None:
    assert errors(tmp_path, text)


def test_damaged_tomes_never_crash() -> None:
    lines = TOME.read_text("utf-8").splitlines()
    dice = Random(5)
    for _ in range(60):
        start = dice.randrange(len(lines) - 40)
        part = lines[start : start + 40]
        at = dice.randrange(40)
        part[at] = dice.choice(
            [
                "",
                part[at][: dice.randrange(len(part[at]) + 1)],
                re.sub(r"\d+", "[]", part[at]),
                re.sub(r'"\w+"', "{}", part[at]),
                re.sub(r'"\w+"', "7", part[at]),
                re.sub(r"\d+", '"all"', part[at]),
            ]
        )
        file = TomeFile("part.toml", "\n".join(part))
        read_file(file)
        assert all(line.startswith("part.toml:") for line in file.problems())


def test_a_folder_and_a_report(tmp_path: Path) -> None:
    folder = tmp_path / "pack" / "powers"
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text(GOOD)
    (folder / "b.toml").write_text(GOOD.replace("slow_burn", "b_power").replace("Slow", "Big"))
    reports = check_packs([tmp_path / "pack"])
    assert [(one.ok, one.lines[0].rpartition(": ")[2]) for one in reports] == [
        (True, "1 power"),
        (True, "1 power"),
    ]
    with pytest.raises(UsageError):
        load_tome([tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError):
        load_tome([tmp_path / "empty"])


def test_the_tome_of_the_game_has_no_problem() -> None:
    try:
        tome = bundled_tome()
    except ContentError as error:
        pytest.fail("\n".join(error.every))
    assert len(tome.powers) >= 64


@pytest.mark.rule("PD-POWER-15")
def test_a_pack_of_reactions_to_reactions_ends_soon(tmp_path: Path) -> None:
    loud = (
        """
[[power]]
id = "loud_{n}"
name = "Loud {n}"
text = "If vitality is lost, Weaken 1 and Regenerate 1."
"""
        + 8
        * """
[[power.effect]]
on = ["reactive"]
event = "{event}"
do = [
  {{ op = "weaken", who = "everyone", n = 1 }},
  {{ op = "regenerate", who = "everyone", n = 1 }},
]
"""
    )
    text = "".join(loud.format(n=n, event="lost" if n % 2 else "gained") for n in range(8))
    tome = load_tome([pack(tmp_path, text)])
    owned = [[f"loud_{n}" for n in range(seat, 8, 4)] for seat in range(4)]
    players = "".join(f"[[player]]\npowers = {powers}\n" for powers in owned)
    plan = '[plan.A]\nstrike = 9\nattack = "B"\n'
    started = monotonic()
    found = resolve_text(players + plan, "loud.toml", tome).fields()
    assert monotonic() - started < 20
    assert sum(sum(power["used"]) for power in found["powers"].values()) <= MAX_ANSWERS
