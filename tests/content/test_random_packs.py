"""Random packs and boards: accepted or refused with lines; accepted ones can be played."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from random_boards import board_file, board_text
from random_packs import Author, pack_text
from random_play import played

from deathdome.content.board_files import load_board
from deathdome.content.card_schema import EFFECTS
from deathdome.content.packs import check_packs, load_packs
from deathdome.content.words import CAUSES, DURATIONS, RATINGS, ROLES, TARGETS, TRIGGERS
from deathdome.match.referee import Referee
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.notation import action_text, parse_action
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Deck,
    Gain,
    Grant,
    ItemKind,
    Per,
    Period,
    Shape,
    WeaponKind,
    Zone,
)
from deathdome.rules.setup import new_game
from deathdome.text.labels import label
from deathdome.toml.words import by_value

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WORDS: tuple[Iterable[str], ...] = (
    *(CAUSES, DURATIONS, RATINGS, ROLES, TARGETS, TRIGGERS, ALLOW_NAMES, DENY_NAMES, EFFECTS),
    *map(by_value, (Deck, Gain, Grant, ItemKind, Per, Period, Shape, WeaponKind, Zone)),
)
# A few files for every run, the others for the long one.
FILES = [range(20), pytest.param(range(20, 1_000), marks=pytest.mark.long)]
PACKS = [range(4), pytest.param(range(4, 100), marks=pytest.mark.long)]


@pytest.mark.parametrize("seeds", FILES, ids=str)
def test_random_files_are_accepted_or_refused_with_lines(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        dice = Random(seed)
        (tmp_path / "cards.toml").write_text(Author(dice).file())
        (tmp_path / "board.toml").write_text(board_file(dice, dice.choice((2, 3, 4))))
        for finding in check_packs([tmp_path]):
            whole = re.match(r"a board needs|and \d+ more", finding.text)
            assert finding.ok or finding.line is not None or whole, (seed, str(finding))


@pytest.mark.parametrize("seeds", PACKS, ids=str)
def test_what_is_written_to_be_accepted_is(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        (tmp_path / "cards.toml").write_text(pack_text(seed))
        (tmp_path / "board.toml").write_text(board_text(seed, 2 + seed % 3))
        refused = [str(finding) for finding in check_packs([tmp_path]) if not finding.ok]
        assert refused == [], seed


def test_accepted_packs_use_every_word() -> None:
    missing = {word for words in WORDS for word in words}
    for seed in range(50):
        written = pack_text(seed, tables=12)
        missing = {word for word in missing if not re.search(rf'["{{ ,]{word}["= ]', written)}
        if not missing:
            break
    assert missing == set()


CARD = """
[[card]]
id = "springboard"
name = "Springboard"
deck = "equipment"
kind = "equipment"
cost = 100_000
text = "x"
[[card.ability]]
"""


POWER = """
[[card]]
id = "rumour"
name = "Rumour"
deck = "power"
copies = 2
value = 2
timing = "x"
text = "x"
[[card.ability]]
"""


UNIT = """
[[unit]]
id = "scout"
name = "Scout"
types = ["scout"]
ratings = { s = 1, m = 6, t = 0, v = 0 }
replaces = true
"""


# 900177: greedy values a card that makes a team stronger without picking a unit.
@pytest.mark.parametrize("seed", [*range(4), 900_177])
def test_a_random_pack_can_be_played(seed: int) -> None:
    result = played(seed, share=0.02)
    assert not result.failed, result.trace


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 2_000, 100))
def test_many_random_packs_can_be_played(first: int) -> None:
    for seed in range(first, first + 100):
        result = played(seed, share=0.02)
        assert not result.failed, result.trace


@pytest.mark.long
@pytest.mark.parametrize("first", range(10_000, 10_100, 10))
def test_random_packs_can_be_looked_at_closely(first: int) -> None:
    for seed in range(first, first + 10):
        result = played(seed, share=0.2)
        assert not result.failed, result.trace


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            CARD + 'when = "action"\npick = { side = "ally", range = 3, count = "all" }\n'
            'do = [{ move = "jump", steps = 2, on = "picked" }]\n',
            12,
            '"jump" is for one unit',
        ),
        (
            POWER + 'when = "between"\nlimit = { n = 1, per = "turn" }\n'
            'do = [{ gain = "card", n = 1 }]\n',
            12,
            "a power card is gone once it is played",
        ),
        (
            CARD + 'when = "action"\npick = { what = "jail", range = 3 }\n'
            'do = [{ move = "base", on = "picked" }]\n',
            11,
            "a jail has no range",
        ),
        (
            CARD + 'when = "phase"\ndo = [{ grant = "movement" }]\n',
            9,
            "without a limit it could be used for ever",
        ),
        (UNIT, 6, "a unit needs 1 vitae or more"),
        (
            UNIT.replace("v = 0", "v = 5").replace('"Scout"', '"Medic"'),
            4,
            '"Medic" is taken already by',
        ),
        (
            UNIT.replace("v = 0", "v = 5").replace('name = "Scout"', 'name = "Gunner"'),
            4,
            '"Gunner" is taken already by',
        ),
    ],
    ids=["all jump", "limit", "jail", "grant", "vitae", "later name", "earlier name"],
)
def test_what_cannot_be_played_is_refused_with_its_line(
    text: str, line: int, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(text, encoding="utf-8")
    (finding,) = check_packs([file])
    assert (finding.line, said in finding.text) == (line, True), str(finding)


def test_every_ability_of_a_power_card_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(
        POWER + 'when = "between"\ndo = [{ gain = "card", n = 1 }]\n'
        '[[card.ability]]\nwhen = "phase"\nchoose = 1\n'
        'do = [{ gain = "shell", n = 1 }, { grant = "movement" }]\n'
    )
    found = load_packs([file])
    catalog = found.catalog
    card = [one.id for one in catalog.power_cards].index("rumour")
    state = new_game(catalog, load_board(), seats=2, rounds=1)
    state.deck = [0] * len(state.deck)
    state.deck[card] = 14
    referee, dice = Referee(state, 1), Random(1)
    played_abilities = set[str]()
    while (request := referee.request()) is not None:
        plays = [action for action in request.options if kind_of(action) is ActionKind.PLAY]
        for action in plays:
            assert label(action, state.setup)
            text = action_text(state.setup, action, request.seat)
            assert parse_action(state.setup, text, request.seat, request.options) == action
            played_abilities.add(text)
        referee.answer(dice.choice(plays if plays and dice.random() < 0.5 else request.options))
    assert played_abilities == {
        "play rumour#1",
        "play rumour#2 choosing gain",
        "play rumour#2 choosing grant",
    }
