"""Words of position files as authors write them: capitals, spaces off the board, wrong teams."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.content.packs import load_packs
from deathdome.content.positions.running import run_position
from deathdome.errors import ContentError
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    from deathdome.content.positions.running import Report

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "positions.md").read_text(encoding="utf-8").replace("\n", " ")
EVENTS = re.findall(r"\{ event =.*?\}", PAGE)
CORRIDOR = """
map = ". . . . . . . . . ."
turn.phase = "red.scout"
units.red.scout = "a1"
"""


def run(text: str, folder: Path) -> Report:
    path = folder / "asked.toml"
    path.write_text(text, encoding="utf-8")
    return run_position(path, "asked.toml", sentence)


def holds(text: str, folder: Path) -> bool:
    return not run(text, folder).differences


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize("code", ["off-board", "OFF-BOARD", "off board", "MOVE-14", "move-14"])
@pytest.mark.parametrize("space", ["a0", "z9", "A99", "to b44"])
def test_a_space_off_the_board_is_refused(code: str, space: str, tmp_path: Path) -> None:
    line = f"walk {space}"
    assert holds(f'{CORRIDOR}expect.refuses = {{ "{line}" = "{code}" }}', tmp_path)
    assert holds(f'{CORRIDOR}actions = ["{line}"]\nexpect.refused = "{code}"', tmp_path)


def test_a_space_off_the_board_stands_only_where_a_refusal_is_expected(tmp_path: Path) -> None:
    for key in ("actions", "expect.includes", "expect.excludes", "expect.options"):
        with pytest.raises(ContentError, match=r'"z9" is not a space.* Did you mean'):
            run(f'{CORRIDOR}{key} = ["walk z9"]', tmp_path)
    with pytest.raises(ContentError, match='"9z" is not a space'):
        run(f'{CORRIDOR}expect.refuses = ["walk 9z"]', tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        'turn.at = "Purchase"\nexpect.question = "PURCHASE"',
        'turn.at = "OVER"\nteams.red.towers = 1\nexpect.reason = "Payout"',
        (
            'turn = "Red"\nunits.red.medic = { at = "D8", incapacitated = "Recovering" }\n'
            'cards.rest = "Discard"\nexpect.cards.deck = 0'
        ),
        (
            'turn = "red"\nunits.red.medic.effects = { strength = 1, until = "TURN" }\n'
            "expect.units.red.medic.strength = 1"
        ),
        'turn = "red"\nexpect.refuses = { pass = "Store Closed", stop = "no_phase" }',
    ],
)
def test_capitals_make_no_difference(text: str, tmp_path: Path) -> None:
    assert holds(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        'units.purple.medic = "d8"',
        '[units]\npurple.medic = { at = "d8" }',
        '[units.purple]\nmedic = "d8"\n1 = "d9"',
        'expect.units.purple.medic = "d8"',
        "teams.purple.shells = 1",
        "expect.teams.purple.shells = 1",
        'turn = "purple"',
        'first = "purple"',
        'points.d8 = "purple"',
    ],
)
def test_a_team_that_there_is_not_is_named_with_its_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "asked.toml"
    path.write_text(f'title = "wrong"\n{text}\n', encoding="utf-8")
    done = answered("position", str(path))
    assert done.returncode == 1
    found = re.search(r'asked\.toml:([23]): .*no team "purple".*red, blue', done.stdout)
    assert found is not None, done.stdout


def test_a_hand_with_a_card_too_many_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "asked.toml"
    path.write_text('turn = "red"\nteams.blue.hand = ["encore", "encore"]\n', encoding="utf-8")
    assert "asked.toml:2: teams.blue.hand: 2 encore" in answered("position", str(path)).stdout


@pytest.mark.parametrize("example", EVENTS)
def test_events_of_the_documentation_have_the_fields_that_it_names(
    example: str, tmp_path: Path
) -> None:
    assert holds(f'turn = "red"\nexpect.not_told = [{example}]', tmp_path)


def test_a_walk_is_compared_by_its_end(tmp_path: Path) -> None:
    walked = '{ event = "walked", unit = "red.scout", end = "'
    text = f'{CORRIDOR}actions = ["walk c1 e1", "stop"]\nexpect.events = [%s]'
    assert holds(text % f'{walked}E1" }}', tmp_path)
    assert not holds(text % f'{walked}d1" }}', tmp_path)


def test_check_knows_a_position_file(tmp_path: Path) -> None:
    path = tmp_path / "asked.toml"
    for text in (CORRIDOR, "board = 7\n[then]\n", 'expect.asked = "purple"\n', "units = []\n"):
        path.write_text(text, encoding="utf-8")
        done = answered("check", str(path))
        assert done.returncode == 1
        assert "asked.toml: a position file, neither cards nor a board" in done.stdout


def test_a_line_about_what_is_legal_may_name_the_team_that_is_asked(tmp_path: Path) -> None:
    said = 'expect = { includes = "red: end turn", refuses = { "Red: pass" = "store-closed" } }'
    assert holds(f'turn = "red"\n{said}', tmp_path)
    with pytest.raises(ContentError, match="blue is asked here, so only blue can try it"):
        run(f'turn = "blue"\n{said}', tmp_path)
    with pytest.raises(ContentError, match="no team is asked here"):
        run(f'turn.at = "over"\n{said}', tmp_path)


def test_the_buyer_is_the_first_team_that_has_not_passed(tmp_path: Path) -> None:
    text = 'seats = 3\nturn = { at = "purchase", passed = ["red", "green"] }\nexpect.asked = "blue"'
    assert holds(text, tmp_path)
    with pytest.raises(ContentError, match="red has passed and is the buyer"):
        run('turn = { at = "purchase", team = "red", passed = "red" }', tmp_path)


def test_jail_is_enough_on_a_board_with_one(tmp_path: Path) -> None:
    jailed = 'turn = "red"\nunits.red.medic = "jail"\n'
    assert holds(f'map = "J . ."\n{jailed}expect.units.red.medic = "jail 1"', tmp_path)
    with pytest.raises(ContentError, match=r"which jail\? It can be .jail nw."):
        run(jailed, tmp_path)
    with pytest.raises(ContentError, match="this board has no jails"):
        run(f'board = "dual"\n{jailed}', tmp_path)
    with pytest.raises(ContentError, match=r'no jail "nw"\. This board has no jails'):
        run('board = "dual"\nturn = "red"\nactions = ["jail nw"]', tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("expect.hand = 3", "It belongs under teams.red.hand"),
        ("wounds = 3", "It belongs under units.red.warrior.wounds"),
        ('red.warrior = "d8"', r"Units belong under \[units\]"),
        ('ruleset.characters = "yes"', "it must be true or false"),
        ("ruleset.start_credits = true", "it must be a whole number"),
    ],
)
def test_an_error_says_what_would_do(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=said):
        run(text, tmp_path)


def test_a_switch_may_have_capitals(tmp_path: Path) -> None:
    assert holds('ruleset.sight_touching = "LENIENT"\nturn = "red"', tmp_path)


CARD = """[[card]]
id = "{}"
name = "{}"
deck = "equipment"
kind = "equipment"
cost = 100_000
"""
TWICE = """[[card.ability]]
when = "turn"
limit = { n = 2, per = "match" }
do = [{ mod = "strength", n = 1, on = "self", until = "turn" }]
"""


@pytest.mark.parametrize("line", ["use X #2", "use  x  #2 # why not", "use x-2 # X #2", "use x-2"])
def test_a_sign_in_the_name_of_a_card_begins_no_comment(line: str, tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(CARD.format("x", "X") + TWICE * 2 + CARD.format("x-2", "X #2") + TWICE)
    text = f"""
map = ". . . . . . . . . ."
turn.phase = "red.scout"
units.red.scout = {{ at = "a1", items = ["X", "X #2"] }}
used = {{ "X #2" = 1 }}
actions = ["{line}"]
"""
    path = tmp_path / "asked.toml"
    path.write_text(text, encoding="utf-8")
    report = run_position(path, "asked.toml", sentence, load_packs([pack], in_progress=True))
    assert not report.differences
    assert list(report.play.state.uses.values()) == [2]  # both of the one card


@pytest.mark.parametrize("line", ["roll 3", "chance: roll 3", "red: roll 3"])
def test_chance_may_be_called_by_the_team_that_it_is_asked_for(line: str, tmp_path: Path) -> None:
    text = 'turn.at = "roll"\nactions = ["%s", "%s"]\nexpect.first = "blue"\n'
    assert holds(text % (line, line.replace("3", "9").replace("red", "blue")), tmp_path)
    wrong = run(text % (line, "red: roll 9"), tmp_path).differences
    assert wrong[0].expected == "red asked"
