"""Actions as text: every legal answer is written and read back, and strange lines are refused."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from hypothesis import given
from hypothesis import strategies as st
from scenes import scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import NotationError
from deathdome.model.actions import (
    COMMIT,
    NOBODY,
    PUNCH,
    ActionKind,
    a_of,
    b_of,
    kind_of,
    make_action,
)
from deathdome.model.decisions import Question
from deathdome.model.identifiers import (
    TEAMS,
    parse_card,
    parse_item,
    parse_jail,
    parse_space,
    parse_unit,
    unit_text,
)
from deathdome.model.notation import action_text, parse_action
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.refusals.codes import CODES
from deathdome.rules.refusals.codes import RULES as REFUSING
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.state import Setup, State

ROOT = Path(__file__).parents[2]


def with_characters(state: State, rng: Random) -> State:
    """The same position, every unit a character."""
    line_up = rng.sample(state.setup.catalog.characters, len(state.setup.units))
    state.setup = replace(state.setup, units=tuple(line_up))
    state.gear = build_gear(state.setup, state.items)
    state.wounds = [0] * len(state.wounds)
    return state


def check_round_trip(state: State) -> None:
    asked = decision(state)
    assert asked is not None
    texts = [action_text(state.setup, option, asked.seat) for option in asked.options]
    assert len(set(texts)) == len(texts), "two answers with one spelling"
    for option, text in zip(asked.options, texts, strict=True):
        assert "\n" not in text
        assert len(text) < 100
        assert parse_action(state.setup, text, asked.seat, asked.options) == option
        # Who watches and does not know what is legal reads the same, where a card has one ability.
        if kind_of(option) not in (ActionKind.USE, ActionKind.PLAY):
            assert parse_action(state.setup, text, asked.seat) == option


@pytest.mark.parametrize("characters", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_answer_in_a_brawl_is_read_back(seed: int, characters: bool) -> None:
    rng = Random(seed)
    state = brawl(seed)
    if characters:
        state = with_characters(state, rng)
    for _ in range(120):
        asked = decision(state)
        if asked is None:
            break
        check_round_trip(state)
        apply_action(state, eager(asked, rng))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_answer_from_the_die_to_the_first_turns_is_read_back(seats: int) -> None:
    rng = Random(seats)
    state = new_game(load_catalog(), load_board(), seats=seats)
    for _ in range(300):
        asked = decision(state)
        if asked is None:
            break
        check_round_trip(state)
        apply_action(state, eager(asked, rng))


@pytest.fixture(scope="module")
def setup() -> Setup:
    return scene(units={"red warrior": "k11"}).state.setup


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("walk k5", "walk k5"),
        ("  WALK   K5 ", "walk k5"),
        ("walk to k5", "walk k5"),
        ("attack blue gunner", "attack blue.gunner"),
        ("attack blue.2 with Rusty Chainsaw", "attack blue.gunner with rusty-chainsaw"),
        ("attack blue.gunner with punch", "attack blue.gunner"),
        ("attack blue.gunner with 44,000 Magnum", "attack blue.gunner with magnum-44000"),
        ("lay 4", "lay crowd-roar"),
        ("lay Sponsor's Darling", "lay sponsors-darling"),
        ("equip rusty chainsaw red warrior", "equip rusty-chainsaw red.warrior"),
        ("equip rusty-chainsaw on red.warrior", "equip rusty-chainsaw red.warrior"),
        ("jail nw jail", "jail nw"),
        ("end  Turn", "end turn"),
        ("use clinic", 'nothing called "clinic" has an ability'),
    ],
)
def test_several_spellings_are_read_and_one_is_written(setup: Setup, line: str, meant: str) -> None:
    try:
        read = action_text(setup, parse_action(setup, line))
    except NotationError as error:
        read = str(error)
    assert meant in read


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("", "an empty line is not an action"),
        ("wlak k5", '"wlak k5": no action "wlak". Did you mean "walk"?'),
        ("move k5", 'Did you mean "walk"?'),
        ("walk", '"walk": walk needs a space'),
        ("walk k55", '"k55" is not a space: they are a1 to u21. Did you mean "k21"?'),
        ("walk 5k", 'Did you mean "k5"?'),
        ("walk k5 k6", '"k5 k6" is not a space'),
        ("capture d8", "capture takes nothing after it"),
        ("end", '"end": end what? There are: end turn, end phase.'),
        ("attack with rusty-chainsaw", 'whom? A unit, or "around"'),
        ("attack blue.gunner with", 'something is missing after "with"'),
        ("attack blue.gunner with a with b", '"with" appears twice'),
        ("attack blue.guner", 'no unit "blue.guner". Did you mean "blue.gunner"?'),
        ("attack purple.gunner", 'no unit "purple.gunner"'),
        ("attack blue.gunner with rusty-chainsow", 'Did you mean "rusty-chainsaw"?'),
        ("lay crowd-raor", 'no power card "crowd-raor". Did you mean "crowd-roar"?'),
        ("lay 6", 'no plain power card is worth "6"; they are worth 1, 2, 3, 4, 5'),
        (
            "play crowd-roar on d8",
            'crowd-roar has no ability; for its value it is "lay crowd-roar"',
        ),
        ("use jail-riot on nw", 'jail-riot is a power card: "play jail-riot"'),
        ("use medical-pagr", 'Did you mean "medical-pager"?'),
        ("use medical-pager#7", "medical-pager has no ability #7"),
        ("use medical-pager#x", 'not "x"'),
        ("use medical-pager choosing luck", "leaves no effect to choose"),
        ("play pressured choosing luck", 'pressured has no effect "luck" to choose'),
        ("equip rusty-chainsaw", "equip needs a store card and a unit"),
        ("jail up", 'no jail "up". There are: nw, ne, sw, se.'),
        ("roll 13", 'the die shows 1 to 12, not "13"'),
        ("roll \u0663", "the die shows 1 to 12"),
        ("roll 99999999999999999999999999", "the die shows 1 to 12"),
        ("walk " + "k" * 10_000, "is not a space"),
        ("lay \u0000", "no power card"),
    ],
)
def test_a_line_that_is_no_action_is_refused_with_what_would_do(
    setup: Setup, line: str, hint: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_action(setup, line)
    assert hint in str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_a_notation_error(line: str) -> None:
    setup = scene(units={"red warrior": "k11"}).state.setup
    try:
        read = parse_action(setup, line)
    except NotationError:
        return
    assert kind_of(read) in ActionKind


WORDS = (
    *("walk", "attack", "use", "play", "lay", "hit", "push", "jail", "equip", "end", "roll"),
    *("with", "on", "for", "choosing", "around", "base", "everybody", "turn", "phase", "#", "12"),
    *("nw", "k5", "4", "red.warrior", "blue", "gunner", "strength"),
    *("rusty-chainsaw", "medical-pager", "pressured"),
)


@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=7,
    )
)
def test_any_order_of_the_words_is_an_action_or_a_notation_error(words: list[str]) -> None:
    setup = scene(units={"red warrior": "k11"}).state.setup
    try:
        read = parse_action(setup, " ".join(words))
    except NotationError:
        return
    # What was read can be written, and then reads as itself.
    assert parse_action(setup, action_text(setup, read)) == read


def test_what_only_one_answer_can_mean_may_be_left_out() -> None:
    match = scene(
        units={"red warrior": "k7", "red medic": "k8"},
        items={"red medic": ["suspicious-syringe"]},
        wounds={"red warrior": 2},
        active="red medic",
    )
    options = match.asked.options
    short = parse_action(match.state.setup, "use suspicious-syringe", 0, options)
    assert short in options
    assert short == parse_action(
        match.state.setup, "use suspicious-syringe on red.warrior", 0, options
    )


def test_a_base_is_one_place_whichever_of_its_spaces_is_named() -> None:
    match = scene(units={"red warrior": "k4"}, active="red warrior")
    setup = match.state.setup
    goals = {parse_action(setup, f"walk {space}", 0) for space in ("base", "j1", "k2", "l2")}
    assert len(goals) == 1
    assert action_text(setup, goals.pop(), 0) == "walk base"
    assert action_text(setup, parse_action(setup, "walk k2", 1), 1) == "walk k2"


def test_characters_are_named_and_answer_to_their_line_of_the_registry_too() -> None:
    match = scene(characters={"red warrior": "madame-magma"}, units={"red warrior": "k11"})
    setup = match.state.setup
    assert unit_text(setup, 0) == "red.madame-magma"
    for text in ("red.madame-magma", "Red Madame Magma", "red.1", "red.warrior"):
        assert parse_unit(setup, text) == 0
    assert unit_text(setup, 1) == "red.gunner"


def test_every_printed_name_and_id_is_read(setup: Setup) -> None:
    for index, item in enumerate(setup.catalog.items):
        assert parse_item(setup, item.id) == parse_item(setup, item.name) == index
    for index, card in enumerate(setup.catalog.power_cards):
        assert parse_card(setup, card.id) == parse_card(setup, card.name) == index
    for index, name in enumerate(setup.board.jail_names):
        assert parse_jail(setup, name) == parse_jail(setup, f"Jail {name.upper()}") == index
    assert parse_space(setup, "K11") == parse_space(setup, "k11")


def test_plain_operands_are_where_they_belong(setup: Setup) -> None:
    spelled = parse_action(setup, "attack around")
    assert (kind_of(spelled), a_of(spelled), b_of(spelled)) == (ActionKind.ATTACK, PUNCH, NOBODY)
    assert parse_action(setup, "commit") == COMMIT
    assert parse_action(setup, "roll 7") == make_action(ActionKind.ROLL, 7)


# -- docs/notation.md ------------------------------------------------------------------------------


def page() -> str:
    return (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading, without its head."""
    part = page().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_the_page_has_every_action_with_an_example_that_reads_back(setup: Setup) -> None:
    found = []
    for spelling, example, *_ in rows("Every action"):
        line = example.strip("`")
        action = parse_action(setup, line, 0)
        assert action_text(setup, action, 0) == line
        assert line.split()[0] == spelling.strip("`").split()[0]
        found.append(kind_of(action))
    assert sorted(found) == sorted(ActionKind)


def test_the_page_names_every_question() -> None:
    assert [row[0].strip("`") for row in rows("Every question")] == [one.value for one in Question]


def test_the_page_names_every_team() -> None:
    assert all(f"`{team}`" in page() for team in TEAMS)


# -- refusal codes ---------------------------------------------------------------------------------

RULES = ROOT / "src" / "deathdome" / "rules"
RULE = r"\b([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\b"
KINDS_OF_NAMES = ("item", "unit", "card", "ability", "character")


def words_in(node: ast.AST) -> set[str]:
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def codes_in_the_source() -> set[str]:
    """Return the first operand of a Reason in the rules, as `code = ...`, or as a code."""
    codes: set[str] = set()
    for path in RULES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                codes |= {
                    word
                    for keyword in node.keywords
                    if keyword.arg == "code"
                    for word in words_in(keyword.value)
                }
                if ast.unparse(node.func) == "Reason" and node.args:
                    codes |= words_in(node.args[0])
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
                codes |= words_in(node.value)
            elif isinstance(node, ast.FunctionDef) and node.name == "may_hold":
                codes |= {
                    one.value.elts[0].value
                    for one in ast.walk(node)
                    if isinstance(one, ast.Return)
                    and isinstance(one.value, ast.Tuple)
                    and isinstance(one.value.elts[0], ast.Constant)
                    and isinstance(one.value.elts[0].value, str)
                }
    assert "unknown-" in codes, "written with the kind of the name behind it"
    codes -= {"unknown-", *{word for word in codes if word.isupper()}}
    return codes | {f"unknown-{kind}" for kind in KINDS_OF_NAMES}


def listed_codes() -> list[str]:
    part = page().split("\n## Refusal codes\n", 1)[1]
    cells = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]
    return [code for cell in cells for code in re.findall("`([^`]+)`", cell)]


def test_the_page_lists_every_refusal_code_once() -> None:
    assert sorted(listed_codes()) == sorted(codes_in_the_source())


def test_every_code_that_the_rules_give_is_one_of_the_codes() -> None:
    assert set(CODES) == codes_in_the_source()
    assert list(CODES) == listed_codes(), "in the order of the page"


def test_the_page_has_the_rules_of_every_code_and_no_others() -> None:
    found: dict[str, list[str]] = {}
    part = page().split("\n## Refusal codes\n", 1)[1]
    for line in part.splitlines():
        if line.startswith("| `"):
            cells = line.strip("|").split(" | ")
            codes = re.findall("`([^`]+)`", cells[0])
            named = re.findall(RULE, cells[2])
            assert named == list(dict.fromkeys(r for code in codes for r in REFUSING.get(code, ())))
            found |= {code: named for code in codes if named}
    assert found.keys() == REFUSING.keys()


def test_the_rule_that_a_refusal_names_is_among_those_of_its_code() -> None:
    named = set()
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason" and node.args:
                code, rule = [*node.args, ast.Constant("")][:2]
                if isinstance(code, ast.Constant) and isinstance(rule, ast.Constant):
                    named.add((str(code.value), str(rule.value)))
    named = {(code, rule) for code, rule in named if rule}
    assert len(named) > 60
    assert not {(code, rule) for code, rule in named if rule not in REFUSING.get(code, ())}


def test_the_page_mentions_only_rules_that_exist() -> None:
    known = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for rule in re.findall(RULE, page()):
        assert f"- **{rule}** " in known, rule
