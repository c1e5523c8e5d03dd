"""One-line states: laws by random play, and lines that are refused."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from powerdome.random_players import answer
from powerdome.tables import tome

from deathdome.errors import NotationError
from deathdome.journal.words import check_of
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.one_line import read_state, state_line, view_line
from deathdome.powerdome.rules.game import commit, new_game, observe, owed

FRESH = (
    f"tome={tome().digest} seats=[A,B] phase=nomination round=0 "
    "characters=[(vitality=9),(vitality=9)]"
)


def lines_of(seed: int, seats: int, options: Options) -> list[str]:
    dice = Random(seed)
    state = new_game(tome(), [f"Player {seat}" for seat in range(seats)], options)
    found = []
    while not state.over and state.dome.round < 12:
        line = state_line(state)
        found.append(line)
        again = read_state(line, tome())
        assert state_line(again) == line
        assert owed(again) == owed(state)
        ask = dice.choice(owed(state))
        given = answer(state, ask, dice)
        state, events = commit(state, ask.seat, given)
        same, told = commit(again, ask.seat, given)
        assert told == events
        if not state.over:
            assert state_line(same) == state_line(state)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_line_gives_back_the_game_at_every_question(seed: int) -> None:
    options = Options(
        declare="combat" if seed % 2 else "sheet",
        bids="free" if seed % 3 else "covered",
        initiative="low" if seed % 5 else "high",
    )
    assert len(lines_of(seed, 2 + seed % 5, options)) > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_view_says_no_more_than_its_seat_may_know(seed: int) -> None:
    dice = Random(seed)
    state = new_game(tome(), ["Ann", "Ben", "Cy"], Options())
    seen = 0
    while not state.over and state.dome.round < 6:
        seat = dice.randrange(3)
        with suppress(NotationError):
            line = view_line(state, seat)
            again = read_state(line, tome())
            assert observe(again, seat) is not None
            assert view_line(again, seat) == line
            own = {one: given for one, given in state.gathered.items() if one == seat}
            assert again.gathered == own
            hidden = state.dome.hidden
            assert all(set(again.dome.marks.get(power, ())) <= {seat} for power in hidden)
            seen += 1
        ask = dice.choice(owed(state))
        state, _ = commit(state, ask.seat, answer(state, ask, dice))
    assert seen > 20


def test_a_damaged_or_altered_line_is_refused_and_never_crashes() -> None:
    dice = Random(7)
    for line in lines_of(3, 3, Options())[::9]:
        for _ in range(40):
            at = dice.randrange(len(line))
            broken = line[:at] + dice.choice("x()[]=,0179 %~") + line[at + 1 :]
            if broken != line:
                with pytest.raises(NotationError):
                    read_state(broken, tome())
            body = broken.rpartition(" ")[0]
            try:  # with a checksum that fits it may be another game
                again = read_state(f"{body} {check_of(body)}", tome())
            except NotationError:
                continue
            assert owed(again)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with nothing"),
        ("PD9 full 00000000", "format 9"),
        ("PD1 full", "checksum is missing"),
        ("PD1 full seats=[A,B] phase=nomination round=0 00000000", "checksum of this text is"),
    ],
)
def test_a_line_that_cannot_be_read_is_explained(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_state(text, tome())


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("seats=[A] phase=nomination round=0", "2 to 6 different names"),
        ("seats=[A,a] phase=nomination round=0", "different names"),
        ("seats=[A,B] phase=lunch round=0", "no phase"),
        ("seats=[A,B] phase=nomination round=1", "does not fit the phase"),
        ("seats=[A,B] phase=nomination rond=0", "Did you mean"),
        (
            "seats=[A,B] phase=nomination round=0 characters=[(vitality=1),(vitality=-2)]",
            "vitality",
        ),
        (FRESH.replace("nomination", "culling"), "nominations: one for each seat"),
        (f"{FRESH} 1.0.nomination=(powers=[1,1,2])", "PD-NOMINATE-01"),
        (f"{FRESH} 2.0.nomination=(powers=[1,1,2])", "answer 1 is missing"),
        (f"{FRESH} 1.0.nomination=(power=[1,1,2])", "does not fit"),
        (f"{FRESH} 1.0.nominatoin=(powers=[1,1,2])", "Did you mean"),
        (f"{FRESH} 1.7.nomination=(powers=[1,1,2])", "PD-SETUP-03"),
    ],
)
def test_a_line_that_is_no_game_is_refused(body: str, words: str) -> None:
    line = f"PD1 full {'' if 'tome=' in body else f'tome={tome().digest} '}{body}"
    with pytest.raises(NotationError, match=words):
        read_state(f"{line} {check_of(line)}", tome())
