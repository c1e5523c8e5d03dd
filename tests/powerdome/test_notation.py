"""Every answer reads back from its line."""

from __future__ import annotations

from random import Random

import pytest
from powerdome.random_players import answer
from powerdome.tables import tome

from deathdome.errors import NotationError
from deathdome.powerdome.model.answers import Bids, Sheet
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.rules.game import commit, new_game, owed


@pytest.mark.parametrize("seed", range(40))
def test_every_answer_reads_back(seed: int) -> None:
    dice = Random(seed)
    options = Options(declare=dice.choice(("sheet", "combat")))
    names = ["Brass Widow", "Rust Abbot", "Ilka Nine", "Hound"][: dice.randint(2, 4)]
    state = new_game(tome(), names, options)
    while not state.over:
        ask = dice.choice(owed(state))
        given = answer(state, ask, dice)
        speller = Speller(state)
        line = speller.text(ask, given)
        back = speller.read(ask, line)
        assert speller.text(ask, back) == line
        if not isinstance(given, (Sheet, Bids)):  # zeros are not written
            assert back == given
        state, _ = commit(state, ask.seat, back)


@pytest.mark.parametrize(
    "line", ["agility ten", "resist 5 at abbot", "fient on abbot", "strike 5 at nobody", "§"]
)
def test_a_line_that_spells_nothing_is_refused(line: str) -> None:
    dice = Random(1)
    state = new_game(tome(), ["Widow", "Abbot"], Options())
    while owed(state)[0].kind.value != "sheet":
        ask = owed(state)[0]
        state, _ = commit(state, ask.seat, answer(state, ask, dice))
    with pytest.raises(NotationError):
        Speller(state).read(owed(state)[0], line)
