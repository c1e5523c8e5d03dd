"""Every value of every switch of rules.md part 5 changes the game, or is refused."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from deathdome.content.positions.running import run_position
from deathdome.errors import ContentError
from deathdome.model.ruleset import SETTLED, Ruleset
from deathdome.text.cards import in_edition
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    from pathlib import Path

TOWER = 'map = """\n. . . . . .\n. T T T . .\n. T C T = .\n. T T T . .\n. . . . . .\n"""\n'
TEAM = """
ruleset.characters = true
turn.at = "purchase"
[units]
red.1.character = "brother-mallet"
red.2.character = "corporal-lint"
red.3.character = "skitter"
red.4.character = "placebo-joe"
"""
SHOVED: Final = """
map = "J . . ~ r"
turn.phase = "red.warrior"
units.red.warrior = { at = "b1", items = ["whoopee-maul"] }
units.blue.warrior = { at = "c1", items = [WORN] }
actions = ["attack blue.warrior with whoopee-maul"]
"""
# Red has won a match; blue has more credits.
PAID: Final = """
series = [6, 8]
turn.at = "payout"
points.d8 = "red"
teams.blue.credits = 3_000_000
"""
FURTHER: Final = """
edition = 2019
scenario = "conglamagragon"
series.rounds = [6]
turn.at = "payout"
points.d8 = "red"
"""
# Per switch: a value that no edition has, or another one than 2021, and what comes of it.
CHANGED: Final = {
    "characters": ("true", 'turn.at = "purchase"\nexpect.includes = ["buy skitter"]\n'),
    "rank0_cost": ("100_000", f"{TEAM}[expect]\nteams.red.value = 2_400_000\n"),
    "character_swap": (
        '"phase"',
        f'{TEAM}[play]\nactions = ["sell skitter"]\n[expect]\nincludes = ["done"]\n',
    ),
    "tiebreak_fewest_jailed": (
        "false",
        (
            'turn = "blue"\nround = 6\nunits.red.medic = "jail nw"\nactions = ["end turn"]\n'
            'expect.reason = "shared"\n'
        ),
    ),
    "pass_is_final": (
        "false",
        (
            'turn.at = "purchase"\nactions = ["pass", "buy spare-spleen", '
            '"equip spare-spleen blue.medic", "done"]\nexpect.asked = "red"\n'
        ),
    ),
    "purchase_turn_cap": (
        "1",
        (
            'turn.at = "purchase"\nactions = ["buy spare-spleen", "equip spare-spleen red.medic", '
            '"done", "pass"]\nexpect.refuses = { "buy cyber-suit" = "purchase-cap" }\n'
        ),
    ),
    "wall_squeeze": (
        "true",
        (
            'map = """\n. #\n# .\n"""\nturn.phase = "red.scout"\nunits.red.scout = "a1"\n'
            'expect.includes = ["walk b2"]\n'
        ),
    ),
    "sight_touching": (
        '"lenient"',
        (
            'map = """\n. #\n# .\n"""\nturn.phase = "red.scout"\nunits.red.scout = "a1"\n'
            'units.blue.medic = "b2"\nexpect.includes = ["attack blue.medic"]\n'
        ),
    ),
    # f1 is two columns and one row outside the tower: two of its sides are turned to the unit.
    "tower_facing": (
        '"front_sides"',
        (
            f'{TOWER}turn.phase = "red.gunner"\nunits.blue.medic = "b2"\n'
            'units.red.gunner = { at = "f1", items = ["magnum-44000"] }\n'
            'expect.includes = ["attack blue.medic with magnum-44000"]\n'
        ),
    ),
    "tower_exit": (
        '"bridge_only"',
        (
            f'{TOWER}turn.phase = "red.gunner"\nunits.red.gunner = "b2"\n'
            'expect.excludes = ["walk a1"]\n'
        ),
    ),
    "unused_bases": (
        '"floor"',
        'turn.phase = "red.scout"\nunits.red.scout = "s11"\nexpect.includes = ["walk t11"]\n',
    ),
    "push_oblique": (
        '"two_nearest"',
        (
            'map = """\n. . . .\n. . . .\n. . . .\n"""\nturn.phase = "red.gunner"\n'
            'units.red.gunner = { at = "a1", items = ["apology-rifle"] }\n'
            'units.blue.warrior = "c2"\nactions = ["attack blue.warrior with apology-rifle"]\n'
            'expect.options = ["push d2", "push d3"]\n'
        ),
    ),
    "lava_walkers_survive_push": (
        "false",
        SHOVED.replace("WORN", '"lava-waders"') + 'expect.units.blue.warrior = "jail"\n',
    ),
    "payback_chains": (
        "true",
        (
            'map = ". ."\nturn.phase = "red.warrior"\n'
            'units.red.warrior = { at = "a1", items = ["landmine-lederhosen"] }\n'
            'units.blue.warrior = { at = "b1", items = ["porcupine-tuxedo"] }\n'
            'actions = ["attack blue.warrior"]\nexpect.units.blue.warrior.wounds = 4\n'
        ),
    ),
    "hyper_cube_floor": (
        "1",
        (
            'turn = "red"\nteams.red.hand = ["hyper-cube"]\n'
            'expect.refuses = { "play hyper-cube" = "no-effect" }\n'
        ),
    ),
    "shell_limit": (
        "2",
        SHOVED.replace("WORN", "")
        + 'teams.green.shells = 2\n[expect]\nunits.blue.warrior = "jail"\nteams.red.shells = 0\n',
    ),
    "rounds": (
        "1",
        'turn = "blue"\nactions = ["end turn"]\nexpect.over = true\n',
    ),
    "bonanza": (
        "true",
        SHOVED.replace("WORN", "")
        + 'cards.deck = ["encore"]\nexpect.teams.red.hand = ["encore"]\n',
    ),
    "birthday": (
        "true",
        (
            'turn.phase = "red.scout"\nunits.red.scout = "h17"\ncards.deck = ["encore"]\n'
            'actions = ["capture"]\nexpect.teams.red.hand = ["encore"]\n'
        ),
    ),
    # Series and scenarios.
    "series_rounds": ("[4, 5]", "series = true\nexpect.rounds = 4\n"),
    "auction_sells_character": (
        "false",
        (
            'ruleset.characters = true\nseries.last_winner = "red"\nturn.at = "auction"\n'
            'units.blue."madame-magma" = { at = "jail nw", items = "cyber-suit" }\n'
            'actions = ["auction blue.1"]\nexpect.units.blue.1.character = "madame-magma"\n'
        ),
    ),
    "auction_own_unit": (
        "true",
        (
            f'{PAID}units.red.medic = {{ at = "jail nw", items = "cyber-suit" }}\n'
            'expect.includes = ["auction red.medic"]\n'
        ),
    ),
    "value_time": ('"before_purchase"', f'{PAID}expect.first = "blue"\n'),
    "first_buyer": ('"highest_value"', f'{PAID}expect.buyer = "blue"\n'),
    "series_order": (
        '"clockwise"',
        (
            'series.match = 2\nturn.at = "deal"\nteams.green.credits = 4_000_000\n'
            'teams.blue.credits = 3_000_000\nexpect.order = ["green", "red", "blue"]\n'
        ),
    ),
    "dual": ("true", 'turn.at = "purchase"\nexpect.bases.red = "west"\n'),
    "dual_board": (
        '"full"',
        (
            'scenario = "dual"\nturn.phase = "red.scout"\nunits.red.scout = "d8"\n'
            'expect.refuses = { "walk d1" = "too-far" }\n'
        ),
    ),
    "draft": (
        "true",
        (
            'edition = 2019\nruleset.characters = false\nturn.at = "purchase"\n'
            'expect.refuses = { "buy van-damme" = "not-in-store" }\n'
        ),
    ),
    "handicap": (
        "true",
        'turn.at = "deal"\nteams.red.credits = 1_000_000\nexpect.teams.red.hand_size = 5\n',
    ),
    "handicap_points": (
        "true",
        (
            'edition = 2019\nturn.at = "deal"\nteams.red.credits = 1_000_000\n'
            "expect.teams.red.shells = 2\n"
        ),
    ),
    "bonus": ("true", f"{PAID}expect.teams.red.credits = 3_100_000\n"),
    "conglamagragon": (
        "true",
        'edition = 2019\nseries = [6]\nturn.at = "payout"\nexpect.over = false\n',
    ),
    "extra_match_rounds": ("9", f"{FURTHER}expect.rounds = 9\n"),
    "extra_matches_max": ("1", f"{FURTHER}series.match = 2\nexpect.over = true\n"),
    "start_credits": ("500_000", 'turn.at = "purchase"\nexpect.teams.red.credits = 500_000\n'),
}
# Whether an edition has a scenario, by the switch of the scenario.
AVAILABLE: Final = {
    "handicap_cards_available": "handicap",
    "handicap_points_available": "handicap-points",
    "draft_available": "draft",
}
WORD: Final = "armor_word"  # players read it; nothing in play depends on it
NAME: Final = "edition"  # test_editions.py shows what the presets change
HINTS: Final = get_type_hints(Ruleset)


def differs(text: str, folder: Path) -> bool:
    path = folder / "switch.toml"
    path.write_text(text, encoding="utf-8")
    return bool(run_position(path, "switch", sentence).differences)


def switched(switch: str, value: object) -> str:
    """The line of a position file that sets a switch; "" for none, which files cannot write."""
    if value is None:
        return ""
    written = str(value).lower() if isinstance(value, bool) else json.dumps(value)
    return f"ruleset.{switch} = {written}\n"


def chosen(switch: str) -> object:
    """The value that the position of a switch shows."""
    value = tomllib.loads(f"value = {CHANGED[switch][0]}")["value"]
    return tuple(value) if isinstance(value, list) else value


def values(switch: str) -> list[object]:
    """Every value of a switch, by its type; of a number two, and those that the type has."""
    hint = HINTS[switch]
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    default = getattr(Ruleset(), switch)
    if switch in SETTLED:
        return [default]
    return [default, chosen(switch)]


VALUES: Final = [
    (switch, value)
    for switch in sorted({field.name for field in fields(Ruleset)} - {NAME})
    for value in values(switch)
]


@pytest.mark.parametrize(
    ("switch", "value"), [(switch, value) for switch, value in VALUES if switch in CHANGED]
)
def test_a_value_has_an_outcome_of_its_own(switch: str, value: object, tmp_path: Path) -> None:
    outcome = differs(f"{switched(switch, value)}{CHANGED[switch][1]}", tmp_path)
    assert outcome is (value != chosen(switch))


@pytest.mark.parametrize("switch", CHANGED)
def test_a_switch_changes_its_edition(switch: str, tmp_path: Path) -> None:
    assert differs(CHANGED[switch][1], tmp_path), "without the switch"


@pytest.mark.parametrize("switch", AVAILABLE)
def test_a_switch_gives_or_takes_a_scenario(switch: str, tmp_path: Path) -> None:
    played = f'scenario = "{AVAILABLE[switch]}"\n'
    assert not differs(f"{switched(switch, True)}{played}", tmp_path)
    with pytest.raises(ContentError, match=f"edition has no scenario {AVAILABLE[switch]}"):
        differs(f"{switched(switch, False)}{played}", tmp_path)


@pytest.mark.parametrize("word", values(WORD))
def test_a_word_for_armor_is_read_on_every_card(word: Literal["suit", "armor"]) -> None:
    ruleset = replace(Ruleset(), armor_word=word)
    assert in_edition("any unit, one armor to a unit", ruleset) == f"any unit, one {word} to a unit"


def test_every_value_of_every_switch_has_a_case() -> None:
    assert {switch for switch, _ in VALUES} == {*CHANGED, *AVAILABLE, *SETTLED, WORD}
    for switch in CHANGED:
        its = [value for name, value in VALUES if name == switch]
        assert chosen(switch) in its
        assert len(its) == 2, f"a position tells two values of {switch} apart, not {its}"
        if type(None) in get_args(HINTS[switch]):
            assert None in its


@pytest.mark.parametrize(
    "switch",
    [
        'range_metric = "path"',
        "marker_limit = 15",
        'edition = "2018"',
    ],
)
def test_a_value_that_would_change_nothing_is_refused(switch: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=rf"^switch: ruleset\b.*{switch.split(maxsplit=1)[0]}"):
        differs(f"ruleset.{switch}\n", tmp_path)
