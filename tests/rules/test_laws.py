"""Laws that hold in every match, checked in random brawls (see fuzz.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import fuzz
import pytest

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.wire import fingerprint
from deathdome.rules.analysis import could_hit, hittable
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe, visible_state
from deathdome.rules.setup import new_game

BRAWLS = 200
REPLAYS = """
import sys
sys.path.insert(0, sys.argv[1])
import fuzz
from deathdome.model.wire import fingerprint
for seed in range(4):
    state = fuzz.brawl(seed)
    begun = fingerprint(state)
    fuzz.play(state, seed)
    print(begun, fingerprint(state), state.outcome)
"""


@pytest.mark.slow
@pytest.mark.rule("GAME-1", "END-1", "BUY-21")
@pytest.mark.parametrize("seed", range(0, BRAWLS, 20))
def test_no_law_is_broken_in_a_brawl(seed: int) -> None:
    played = [fuzz.brawl_to_the_end(number) for number in range(seed, seed + 20)]
    assert [text for _, _, text in played if text] == []
    assert sum(answers for answers, _, _ in played) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300, 306))
def test_every_answer_offered_is_accepted_and_copies_reach_nobody(seed: int) -> None:
    assert fuzz.brawl_to_the_end(seed, thorough=0.1)[2] == ""


@pytest.mark.parametrize("seed", range(5))
def test_an_original_played_on_leaves_its_copy_as_it_was(seed: int) -> None:
    state = fuzz.brawl(seed)
    rng = Random(seed)
    kept = []
    for _ in range(60):
        asked = decision(state)
        if asked is None:
            break
        kept.append((state.copy(), fingerprint(state), asked))
        apply_action(state, fuzz.eager(asked, rng))
    for copy, known, asked in kept:
        assert fingerprint(copy) == known
        assert decision(copy) == asked


@pytest.mark.parametrize("seed", range(5))
def test_a_copy_plays_on_alike(seed: int) -> None:
    state = fuzz.brawl(seed)
    copy = state.copy()
    fuzz.play(state, seed)
    fuzz.play(copy, seed)
    assert fingerprint(copy) == fingerprint(state)
    assert copy.outcome == state.outcome


@pytest.mark.slow
def test_the_same_answers_lead_to_the_same_end_in_every_process() -> None:
    tests = str(Path(fuzz.__file__).parent)
    printed = {
        subprocess.run(
            [sys.executable, "-c", REPLAYS, tests],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(printed) == 1
    assert len(next(iter(printed)).splitlines()) == 4


@pytest.mark.rule("BUY-19", "BUY-20", "BUY-21")
@pytest.mark.parametrize("seed", range(6))
def test_shopping_at_random_neither_makes_nor_loses_credits(seed: int) -> None:
    rng = Random(seed)
    seats = 2 + seed % 3
    state = new_game(load_catalog(), load_board("waspworth"), seats=seats, first=0)
    items = state.setup.catalog.items
    sale = state.store.bit_count()
    while (asked := decision(state)) is not None and asked.question is Question.PURCHASE:
        verbs = sorted({kind_of(option) for option in asked.options})
        eager = [0.05 if verb is ActionKind.PASS else 1.0 for verb in verbs]
        verb = rng.choices(verbs, eager)[0]
        apply_action(state, rng.choice([o for o in asked.options if kind_of(o) is verb]))
        assert fuzz.worth(state) == [2_000_000] * seats
        assert min(state.credits) >= 0
        owned = sum(map(len, state.items)) + sum(map(len, state.spare))
        assert state.store.bit_count() + owned == sale
    for unit, held in enumerate(state.items):
        decks = {items[item].deck.value for item in held} & {"warrior", "gunner", "scout", "medic"}
        assert len(held) <= 3
        assert decks <= {kind.value for kind in state.setup.units[unit].types}


@pytest.mark.slow
@pytest.mark.rule("GAME-1", "GAME-5", "END-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_from_the_die_roll_on_come_to_an_end(seats: int) -> None:
    rng = Random(seats)
    for _ in range(3):
        state = new_game(load_catalog(), load_board("waspworth"), seats=seats, rounds=2)
        while (asked := decision(state)) is not None:
            if asked.seat == CHANCE:
                pick = rng.choices(asked.options, asked.weights)[0]
            else:
                pick = asked.options[-1] if rng.random() < 0.5 else rng.choice(asked.options)
            apply_action(state, pick)
        assert state.outcome is not None
        assert len(state.outcome.standings) == seats


def test_a_space_can_be_hit_from_where_it_is_hittable() -> None:
    for seed in range(3):
        state = fuzz.brawl(seed)
        seen, board = observe(state, 0), state.setup.board
        bases = state.setup.terrain.all_bases
        for unit in range(len(seen.space)):
            spaces = hittable(seen, unit, walking=True)
            for space in spaces_in(board.grid.everything & ~bases):
                assert could_hit(visible_state(seen), unit, space) == bool(spaces >> space & 1)
