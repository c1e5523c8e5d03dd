"""`check` refuses ids and names that could be taken for something else, with file and line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from deathdome.content.card_checks import problems
from deathdome.content.catalogs import bundled_entries
from deathdome.content.name_checks import unclear_places
from deathdome.content.packs import check_packs, load_packs
from deathdome.errors import PackError
from deathdome.model.lookup import RESERVED
from deathdome.spelling import folded, id_like

if TYPE_CHECKING:
    from pathlib import Path

ITEM = """[[card]]
id = {id}
name = {name}
deck = "equipment"
kind = "equipment"
cost = 100_000
ratings = {{ t = 1 }}
"""
BOARD = """id = "cellar"
name = "Cellar"
map = '''
BB...c...JJ
BB.......rJ
....TTT....
.c..TCT..c.
....TTT....
.....=.....
Jr.......BB
JJ...c...BB
'''
seating = {{ 2 = [{west}, {east}] }}
[bases]
{west} = "a1"
{east} = "k8"
[jails]
{upper} = "k1"
{lower} = "a7"
"""


def cards(*names: tuple[str, str]) -> str:
    """A card file with an item for each id and name."""
    quoted = ((json.dumps(word), json.dumps(name, ensure_ascii=False)) for word, name in names)
    return "".join(ITEM.format(id=word, name=name) for word, name in quoted)


def board(
    upper: str = "upper", lower: str = "lower", west: str = "west", east: str = "east"
) -> str:
    """A board file with these names."""
    names = {"upper": upper, "lower": lower, "west": west, "east": east}
    return BOARD.format(
        **{key: json.dumps(name, ensure_ascii=False) for key, name in names.items()}
    )


def found(tmp_path: Path, text: str) -> list[str]:
    """Everything that `check` says about a file, without the folder."""
    path = tmp_path / "x.toml"
    path.write_text(text, "utf-8")
    said = check_packs([path])
    if not all(finding.ok for finding in said):
        with pytest.raises(PackError):
            load_packs([path])
        load_packs([path], in_progress=True)  # a match that has begun is not lost
    return [str(finding).replace(f"{tmp_path}/", "") for finding in said]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            [("salt", "Pepper"), ("pepper", "Salt")],
            'x.toml:9: card "pepper", id: "pepper" reads like the name of x.toml: card "salt"',
        ),
        ([("on", "Onward")], 'x.toml:2: card "on", id: "on" is a word of the notation'),
        ([("onward", "On")], 'x.toml:3: card "onward", name: "On" is a word of the notation'),
        ([("7", "Seven")], 'x.toml:2: card "7", id: "7" is read as a number; "7-card" would do'),
        ([("four", "4")], 'x.toml:3: card "four", name: "4" is read as a number'),
        ([("a", "Big Bang"), ("b", "BIG  bang")], 'x.toml:10: card "b", name: "BIG  bang" reads'),
        ([("a", "Big Bang"), ("b", "Big-Bang!")], 'name of x.toml: card "a"; choose another'),
        ([("a", "Caf\u00e9"), ("b", "Cafe\u0301")], "x.toml:10:"),
        ([("a", "Fire"), ("b", "\ufb01re")], "x.toml:10:"),
        (
            [("a", "\u041c\u043e\u043b\u043e\u0442"), ("b", "\u041c\u041e\u041b\u041e\u0422")],
            "x.toml:10:",
        ),
        ([("a", "\U0001f525"), ("b", "\U0001f525\ufe0f")], "x.toml:10:"),
        ([("a", "A\u3164B"), ("b", "AB")], "x.toml:10:"),
        ([("a", "\u3164")], 'x.toml:3: card "a", name: this name has no visible characters'),
        (
            [("a", "Rusty Chainsaw!")],
            'the id of cards/warrior.toml: card "rusty-chainsaw"; choose another name',
        ),
        (
            [("a", "Crowd-Roar")],
            'the id of cards/power.toml: card "crowd-roar"; choose another name',
        ),
        ([("a", "warrior?")], 'cards/registry.toml: unit "warrior"'),
        ([("guillotine", "Madame  Magma")], 'cards/characters.toml: character "madame-magma"'),
    ],
)
def test_names_that_cannot_be_told_apart_are_refused(
    tmp_path: Path, names: list[tuple[str, str]], said: str
) -> None:
    assert any(said in line for line in found(tmp_path, cards(*names))), said


@pytest.mark.parametrize(
    "names",
    [
        [("klyuch", "\u041a\u043b\u044e\u0447"), ("molot", "\u041c\u043e\u043b\u043e\u0442")],
        [("a", "?!"), ("b", "!?"), ("c", "\u2026")],
        [("a1", "K11"), ("buy", "End Turn"), ("strength", "Heal"), ("red-warrior", "Red Scout")],
        [("a", "Caf\u00e9"), ("b", "Cafe")],
        [("salt", "Salt"), ("salt-2", "Salt #3")],
        [("a", "1984"), ("b", 'Say "Hi"\\'), ("c", "On a Stick"), ("d", "with On for red.scout")],
    ],
)
def test_names_that_can_be_told_apart_pass(tmp_path: Path, names: list[tuple[str, str]]) -> None:
    assert found(tmp_path, cards(*names))[0].startswith("ok ")


ABILITY = '[[card.ability]]\nwhen = "action"\ndo = [{ heal = 1, on = "self" }]\n'


def able(*names: tuple[str, str, int]) -> str:
    """A card file with an item for each id, name and number of abilities."""
    return "".join(cards((word, name)) + ABILITY * number for word, name, number in names)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            able(("x-2", "X #2", 2), ("x", "X", 2)),
            'id: "x" with "#2" behind it reads like "X #2", the name of x.toml: card "x-2"; choose',
        ),
        (
            able(("aa", "On 4", 2), ("bb", "on  4 . #2", 1)),
            'name: "on  4 . #2" reads like ability 2 of x.toml: card "aa"; choose another name',
        ),
        (able(("aa", "Hook!", 1), ("bb", "HOOK#1", 0)), "ability 1 of"),
        (able(("aa", "Mister Tuesday #2", 0)), "x.toml:3:"),
        (
            able(("aa", "\u041a\u043b\u044e\u0447", 2), ("bb", "\u041a\u041b\u042e\u0427 #2", 0)),
            "2 of",
        ),
        (
            able(("aa", "Salt", 0), ("bb", "Salt; end turn", 0)),
            'name: "Salt; end turn" reads like x.toml: card "aa" with "; end turn" behind it',
        ),
        (able(("aa", "Guillotine on a Stick; x", 0)), "x.toml:3:"),
    ],
)
def test_a_name_that_ends_like_an_ability_or_an_answer_is_refused(
    tmp_path: Path, text: str, said: str
) -> None:
    lines = found(tmp_path, text)
    assert len(lines) == 1
    assert said in lines[0]


@pytest.mark.parametrize(
    "text",
    [
        able(("aa", "X", 2), ("bb", "X #3", 2)),
        able(("aa", "X", 2), ("bb", "X #21", 2), ("cc", "X # 2", 0), ("dd", "X #2nd", 0)),
        able(("aa", "Y", 2), ("bb", "X #2", 2)),
        able(("aa", "; #2", 2), ("bb", "Salt; Pepper", 2), ("cc", "#1", 2)),
    ],
)
def test_a_name_with_a_number_or_semicolon_of_its_own_passes(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text)[0].startswith("ok ")


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_no_word_of_the_notation_is_a_name_or_an_id(tmp_path: Path, word: str) -> None:
    assert found(tmp_path, cards(("x", word.title())))[0].startswith('x.toml:3: card "x", name: ')
    if " " not in word:
        assert found(tmp_path, cards((word, "Ex")))[0].startswith(f'x.toml:2: card "{word}", id: ')


def test_a_conflict_is_the_fault_of_the_pack_whatever_the_order(tmp_path: Path) -> None:
    unit = 'id = "warrior"\nname = "scout"\ntypes = ["warrior"]\nratings = { v = 5 }'
    said = found(tmp_path, f"[[unit]]\n{unit}\nreplaces = true\n")
    reads = 'reads like the id of cards/registry.toml: unit "scout"; choose another name'
    assert said == [f'x.toml:3: unit "warrior", name: "scout" {reads}']


def test_the_cards_of_the_game_are_told_apart() -> None:
    assert list(problems(bundled_entries())) == []


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"upper": "North", "lower": "north"}, 'x.toml:19: jails.north: it reads like "North"'),
        ({"upper": "nw", "lower": "NW jail"}, 'jails.NW jail: it reads like "nw"'),
        ({"upper": "1", "lower": "Jail 1"}, "x.toml:19: jails.Jail 1: "),
        ({"upper": "a b", "lower": "a  B"}, "x.toml:19: jails.a  B: "),
        ({"upper": "Jail"}, "x.toml:18: jails.Jail: this is a word of the notation"),
        ({"upper": "everybody"}, "x.toml:18: jails.everybody: this is a word of the notation"),
        ({"lower": "cell #1"}, "x.toml:19: jails.cell #1: no name of a jail has ; or # in it"),
        ({"lower": "\u3164"}, "x.toml:19: jails.\u3164: this name has no visible characters"),
        ({"west": "\u2800"}, "x.toml:15: bases.\u2800: this name has no visible characters"),
        ({"lower": "a;b"}, "x.toml:19: jails.a;b: no name of a jail has ; or # in it"),
        ({"west": "Gate", "east": "gate"}, 'x.toml:16: bases.gate: it reads like "Gate"'),
    ],
)
def test_bases_and_jails_that_cannot_be_told_apart_are_refused(
    tmp_path: Path, names: dict[str, str], said: str
) -> None:
    assert any(said in line for line in found(tmp_path, board(**names))), said


@pytest.mark.parametrize(
    "names",
    [
        {"upper": "North", "lower": "South"},
        {"upper": "k5", "lower": "\u041a\u043b\u044e\u0447"},
        {"upper": "?!", "lower": "!?", "west": "red", "east": "yellow"},
        {"upper": "a: b", "lower": 'q"\\', "west": "\u00b2", "east": 'e"\\'},
        {"upper": "for red.scout", "lower": "x for red.scout"},
    ],
)
def test_bases_and_jails_that_can_be_told_apart_pass(tmp_path: Path, names: dict[str, str]) -> None:
    assert found(tmp_path, board(**names))[0].startswith("ok ")


def test_every_place_with_an_unclear_name_is_reported() -> None:
    assert len(list(unclear_places(["a", "A"], ["b", "B", "b jail", "base", "c;d"]))) == 5


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Widow's Stepladder", "widows-stepladder"),
        ("44,000 Magnum", "44000-magnum"),
        ("  Nap -- Hammer_2 ", "nap-hammer-2"),
        ("\u041c\u043e\u043b\u043e\u0442!", "\u043c\u043e\u043b\u043e\u0442"),
        ("?!", ""),
    ],
)
def test_a_name_is_written_as_an_id(name: str, meant: str) -> None:
    assert id_like(name) == meant
    assert id_like(folded(name)) == meant
