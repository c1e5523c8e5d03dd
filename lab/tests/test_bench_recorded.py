"""The recorded matches of the benchmark: still legal, and with more fights than random play."""

from __future__ import annotations

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import Action
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from lab.bench.recorded import BOARD, LINE_UPS, recorded, replays


def test_recorded_matches_are_legal_to_their_last_answer() -> None:
    kept = recorded()
    assert len(kept) == sum(number for _, number in LINE_UPS), "played with other cards or rules"
    attacks = 0
    for seats, *answers in kept:
        state = new_game(load_catalog(), load_board(BOARD), seats=seats)
        for answer in answers:
            asked = decision(state)
            assert asked is not None
            assert Action(answer) in asked.options
            attacks += asked.question is Question.ATTACK_CARDS
            apply_action(state, Action(answer), trusted=True)
        assert state.outcome is not None
    assert attacks > 3 * len(kept)


def test_a_sample_tells_rates_and_what_a_match_is_made_of() -> None:
    figures = replays()(0.05)
    assert 0 < figures["fight decisions"] < figures["match decisions"] < figures["decisions"]
    assert figures["decisions/s"] > figures["match decisions/s"] > 0
