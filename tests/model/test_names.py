"""Unlucky ids and names: every written line is read back, and no line is guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.content.board_files import board_from_text
from deathdome.content.packs import load_packs
from deathdome.errors import NotationError
from deathdome.model.actions import ActionKind, a_of, make_action, option
from deathdome.model.identifiers import find_units, parse_jail, parse_unit, unit_text
from deathdome.model.notation import action_text, parse_action, with_team_names
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.model.state import Setup

ITEM = """[[card]]
id = "{}"
name = "{}"
deck = "equipment"
kind = "equipment"
cost = 100_000
"""
ABLE = """
[[card.ability]]
when = "turn"
limit = { n = 1, per = "turn" }
pick = { side = "ally" }
do = [{ mod = "strength", n = 1, until = "turn" }]
"""
POWER = """[[card]]
id = "{}"
name = "{}"
deck = "power"
copies = 1
value = 2
timing = "any time"
"""
JAILS = """
BB..J.J.J.J
BB..r.r.r.r
...........
.........BB
.........BB
"""


def table_of(tmp_path: Path, text: str, jails: dict[str, str] | None = None) -> Setup:
    """A table for two with the cards of a file, which new matches may refuse."""
    path = tmp_path / "cards.toml"
    path.write_text(text, "utf-8")
    found = load_packs([path], in_progress=True)
    board = found.board("plaza") if jails is None else board_from_text(JAILS, jails=jails)
    return new_game(found.catalog, board, seats=2, first=0).setup


def read(setup: Setup, line: str) -> str:
    """The line as the program writes it."""
    return action_text(setup, parse_action(setup, line))


@pytest.fixture
def crossed(tmp_path: Path) -> Setup:
    """Two cards with each other's name, and more that read alike."""
    names = [("salt", "Pepper"), ("pepper", "Salt"), ("one", "Big Bang!"), ("two", "Big-Bang")]
    return table_of(tmp_path, "".join(ITEM.format(*pair) for pair in names))


def test_an_id_counts_before_a_name(crossed: Setup) -> None:
    assert read(crossed, "buy pepper") == read(crossed, "buy Pepper") == "buy pepper"
    assert read(crossed, "sell SALT") == "sell salt"
    assert read(crossed, "equip salt red.warrior") == "equip salt red.warrior"


def test_a_whole_name_counts_before_one_without_punctuation(crossed: Setup) -> None:
    assert read(crossed, "buy big  BANG!") == "buy one"
    assert read(crossed, "buy Big-Bang") == "buy two"
    with pytest.raises(NotationError, match=r'which store card is "Big Bang"\? .*: one or two\.'):
        parse_action(crossed, "buy Big Bang")
    with pytest.raises(NotationError, match=r"equip one red.scout.* or .*equip two red.scout"):
        parse_action(crossed, "equip big bang on red scout")


def test_names_of_every_alphabet_are_read_and_empty_ones_mean_nothing(tmp_path: Path) -> None:
    names = [
        ("klyuch", "\u041a\u043b\u044e\u0447"),
        ("molot", "\u041c\u043e\u043b\u043e\u0442"),
        ("x", "?!"),
    ]
    setup = table_of(tmp_path, "".join(ITEM.format(*pair) for pair in names))
    assert read(setup, "buy \u041c\u043e\u043b\u043e\u0442") == "buy molot"
    assert read(setup, "buy \u043c\u043e\u043b\u043e\u0442!") == "buy molot"
    assert read(setup, "buy \u041a\u041b\u042e\u0427") == "buy klyuch"
    assert read(setup, "buy ?!") == "buy x"
    for nothing in ("!?", "...", "\u2026", "-", "#"):
        with pytest.raises(NotationError, match="no store card"):
            parse_action(setup, f"buy {nothing}")


WORDS = ("on", "to", "with", "for", "choosing", "punch", "around", "everybody", "base", "7", "a1")


@pytest.mark.parametrize("word", [*WORDS, "buy", "strength", "red", "red-warrior", "jail"])
def test_an_item_may_have_been_called_like_a_word(tmp_path: Path, word: str) -> None:
    text = ITEM.format(word, "Ex") + "weapon = { strength = 1, range = 1 }\n" + ABLE
    setup = table_of(tmp_path, text.replace('kind = "equipment"', 'kind = "close combat weapon"'))
    lines = [f"buy {word}", f"sell {word}", f"unequip {word}", f"equip {word} red.warrior"]
    lines += [f"attack blue.gunner with {word}", f"attack around with {word}"]
    lines += [f"use {word} on red.scout", f"use {word} on red.scout for red.medic"]
    for line in lines:
        assert read(setup, line) == line
        assert read(setup, line.upper()) == line
    assert read(setup, f"equip {word} on red warrior") == f"equip {word} red.warrior"
    assert read(setup, "equip ex to red.warrior") == f"equip {word} red.warrior"


@pytest.mark.parametrize("word", [*WORDS, "4", "12", "play", "toughness", "nw"])
def test_a_power_card_may_have_been_called_like_a_word(tmp_path: Path, word: str) -> None:
    when = 'when = "between"'
    text = POWER.format(word, "Ex") + ABLE.replace('when = "turn"', when)
    setup = table_of(tmp_path, text.replace('limit = { n = 1, per = "turn" }\n', ""))
    for line in (f"draw {word}", f"lay {word}", f"play {word} on red.scout"):
        assert read(setup, line) == line
    assert read(setup, "lay 3").startswith("lay ")


def test_names_may_have_words_of_the_grammar_in_them(tmp_path: Path) -> None:
    base = scene(units={"red warrior": "k11"}).state.setup
    line = "equip guillotine-on-a-stick red.warrior"
    for typed in ("Guillotine on a Stick red.warrior", "guillotine on a stick on Red Warrior"):
        assert read(base, f"equip {typed}") == line
    assert read(base, "attack blue.scout with Guillotine on a Stick").endswith(
        " with guillotine-on-a-stick"
    )
    names = [("a", "Salt with Pepper"), ("b", "House on Fire for Rent"), ("c", "Choosing Time")]
    setup = table_of(tmp_path, "".join(ITEM.format(*pair) + ABLE for pair in names))
    assert read(setup, "attack blue.1 with salt with pepper") == "attack blue.warrior with a"
    assert read(setup, "use House on Fire for Rent on red scout") == "use b on red.scout"
    assert read(setup, "use house on fire for rent") == "use b"
    assert read(setup, "use choosing time on red.scout for red.medic") == (
        "use c on red.scout for red.medic"
    )


def test_a_line_with_two_meanings_is_refused_unless_one_is_legal(tmp_path: Path) -> None:
    text = ITEM.format("a", "Hat") + ABLE + ITEM.format("b", "Hat on red scout") + ABLE
    setup = table_of(tmp_path, text)
    with pytest.raises(NotationError, match=r'this can mean "use a on red.scout" or "use b"'):
        parse_action(setup, "use hat on red scout")
    legal = parse_action(setup, "use a on red.scout")
    assert parse_action(setup, "use hat on red scout", 0, [legal]) == legal
    hostile = "use hat " + "on for choosing " * 30 + "red scout"
    with pytest.raises(NotationError):
        parse_action(setup, hostile)


HEAL = '[[card.ability]]\nwhen = "action"\ndo = [{ heal = 1, on = "self" }]\n'
PLAYED = '[[card.ability]]\nwhen = "turn"\ndo = [{ gain = "card", n = 1 }]\n'


def test_a_whole_name_counts_before_the_number_of_an_ability(tmp_path: Path) -> None:
    items = [("x-2", "X #2"), ("x", "X"), ("three", "X #3"), ("y", "x#1")]
    powers = [("p", "P"), ("p-2", "P #2")]
    text = "".join(ITEM.format(*pair) + HEAL * 2 for pair in items)
    text += "".join(POWER.format(*pair) + PLAYED * 2 for pair in powers)
    setup = table_of(tmp_path, text)
    assert read(setup, "use X #2") == read(setup, "use x  #2") == "use x-2#1"
    assert read(setup, "use X #2 #2") == read(setup, "use X #2#2") == "use x-2#2"
    assert read(setup, "use X #3") == "use three#1"
    assert read(setup, "use x#2") == read(setup, "use X#2") == "use x#2"
    assert read(setup, "use x#1") == "use x#1"  # as the program writes it
    assert read(setup, "play P #2") == "play p-2#1"
    assert read(setup, "play p#2") == "play p#2"
    for line in ("use X #2 on nothing", "use X #2 for nothing"):
        with pytest.raises(NotationError, match='no unit "nothing"'):
            parse_action(setup, line)
    with pytest.raises(NotationError, match="x has no ability #4"):
        parse_action(setup, "use x#4")


def test_a_whole_name_without_an_ability_is_no_ability_of_another_card(tmp_path: Path) -> None:
    text = ITEM.format("x", "X") + HEAL * 2 + ITEM.format("x-2", "X #2")
    with pytest.raises(NotationError, match='"X #2" has an ability'):
        parse_action(table_of(tmp_path, text), "use X #2")


def test_the_option_with_exactly_this_text_is_meant(tmp_path: Path) -> None:
    setup = table_of(
        tmp_path,
        ITEM.format("punch", "Ex").replace('"equipment"\ncost', '"ranged weapon"\ncost')
        + "weapon = { strength = 1, range = 1 }\n",
    )
    punch = parse_action(setup, "attack blue.scout")
    armed = parse_action(setup, "attack blue.scout with punch")
    assert punch != armed, "an old pack has an item of this id"
    assert parse_action(setup, "attack blue.scout with punch", 0, [punch, armed]) == armed


def test_effects_with_the_same_word_are_numbered(tmp_path: Path) -> None:
    strong = 'mod = "strength", until = "turn", n = '
    do = ", ".join(f"{{ {effect} }}" for effect in (f"{strong}1", "heal = 1", f"{strong}2"))
    able = ABLE[: ABLE.index("do =")] + f"choose = 1\ndo = [{do}]\n"
    setup = table_of(tmp_path, ITEM.format("x", "Ex") + able)
    ability = next(one for one in setup.catalog.abilities if one.card == "x")
    acts = [
        make_action(ActionKind.USE, int(ability.id), 3, option(choice, -1)) for choice in range(3)
    ]
    texts = [action_text(setup, action) for action in acts]
    assert [text.rpartition(" ")[2] for text in texts] == ["strength", "heal", "strength#2"]
    assert [parse_action(setup, text) for text in texts] == acts


def test_up_to_twenty_abilities_are_numbered(tmp_path: Path) -> None:
    setup = table_of(tmp_path, ITEM.format("x", "Ex") + ABLE * 20)
    abilities = [one for one in setup.catalog.abilities if one.card == "x"]
    for place, ability in enumerate(abilities, 1):
        action = make_action(ActionKind.USE, int(ability.id))
        assert action_text(setup, action) == f"use x#{place}"
        assert (
            parse_action(setup, f"use x#{place}")
            == parse_action(setup, f"use Ex #{place}")
            == action
        )
    assert a_of(parse_action(setup, "use x")) == abilities[0].id
    with pytest.raises(NotationError, match="the number of an ability after it, 1 to 20"):
        parse_action(setup, "use x#21")


def test_a_character_may_be_called_like_a_space_or_a_card(tmp_path: Path) -> None:
    text = (
        '[[character]]\nid = "k11"\nname = "Red Warrior"\ntypes = ["scout"]\nrank = 0\ncost = 0\n'
    )
    setup = table_of(tmp_path, text + "ratings = { v = 5 }\n" + ITEM.format("scout-hat", "Hat"))
    units = list(setup.units)
    units[0] = next(one for one in setup.catalog.characters if one.id == "k11")
    setup = replace(setup, units=tuple(units))
    for line in ("walk k11", "activate red.k11", "attack red.k11", "sell k11"):
        assert read(setup, line) == line
        assert with_team_names(setup, line, 0, ()) == line
    assert with_team_names(setup, "activate k11.", 0, ()) == "activate red.k11"
    assert parse_unit(setup, "red.warrior") == parse_unit(setup, "red Red Warrior") == 0


def test_twins_of_a_team_are_told_apart() -> None:
    setup = scene(units={"red warrior": "k11"}).state.setup
    magma = next(one for one in setup.catalog.characters if one.id == "madame-magma")
    twins = replace(setup, units=(magma, setup.units[1], magma, *setup.units[3:]))
    texts = [unit_text(twins, unit) for unit in range(8)]
    assert texts[:3] == ["red.madame-magma", "red.gunner", "red.3"]
    assert [list(find_units(twins, text)) for text in texts] == [[unit] for unit in range(8)]


def test_jails_keep_their_capitals_blanks_and_words(tmp_path: Path) -> None:
    names = {"North": "e1", "a  b": "g1", "for red.scout": "i1", "\u041a\u043b\u044e\u0447": "k1"}
    breakout = '\n[[card.ability]]\nwhen = "turn"\nlimit = { n = 1, per = "turn" }\n'
    breakout += 'pick = { what = "jail" }\ndo = [{ move = "base", on = "picked" }]\n'
    setup = table_of(tmp_path, ITEM.format("x", "Ex") + breakout, jails=names)
    for jail, name in enumerate(names):
        action = parse_action(setup, f"jail {name}")
        assert (a_of(action), action_text(setup, action)) == (jail, f"jail {name}")
        for line in (f"jail {name.upper()}", f"jail {name} Jail", f"jail  jail {name}"):
            assert parse_action(setup, line) == action
        use = parse_action(setup, f"use x on {name} for red.warrior")
        assert parse_action(setup, action_text(setup, use)) == use
    with pytest.raises(NotationError, match='no jail "South"'):
        parse_jail(setup, "South")
