"""Windows for hidden cards go by what everybody knows, and miss no question."""

from __future__ import annotations

from random import Random

import fuzz
import pytest
from random_play import start

from deathdome.match.referee import Referee
from deathdome.match.windows import Watch, is_hidden
from deathdome.model.actions import DECLINE

LONG = pytest.mark.long
ANSWERS = 150


@pytest.mark.parametrize(
    ("packs", "first"),
    [
        (False, 0),
        *(pytest.param(False, first, marks=LONG) for first in range(1, 40)),
        *(pytest.param(True, first, marks=LONG) for first in range(8)),
    ],
)
def test_a_team_is_asked_for_a_hidden_card_only_where_everybody_knows_that_it_may_be(
    packs: bool, first: int
) -> None:
    hidden = 0
    for seed in range(first * 25, first * 25 + 25):
        dice = Random(seed)
        referee = Referee(start(seed * 4 + 1) if packs else fuzz.brawl(seed), seed)
        seats = range(referee.state.setup.seats)
        watched = {seat: Watch(referee, set(seats) - {seat}) for seat in seats}
        declined = set[int]()
        for number in range(ANSWERS):
            request, asked = referee.request(), referee.asked
            if request is None or asked is None:
                break
            action = fuzz.eager(asked, dice)
            if is_hidden(request) and number and dice.random() < 0.9:
                action = DECLINE
                declined.add(request.seat)
            else:
                for seat in declined - {request.seat}:
                    hidden += 1
                    assert watched[seat].passed(), seed
                declined.clear()
                for watch in watched.values():
                    watch.begin()
            referee.answer(action)
    assert hidden


def test_a_window_depends_on_no_hand() -> None:
    referee, dice = Referee(fuzz.brawl(3), 3), Random(3)
    watched, found = Watch(referee, {0}), set[bool]()
    for _ in range(200):
        if referee.asked is None:
            break
        watched.begin()
        referee.answer(fuzz.eager(referee.asked, dice))
        true = referee.state
        passed = watched.passed()
        referee.state = fuzz.reshuffled(true, 0, dice)
        assert watched.passed() == passed
        referee.state = true
        found.add(passed)
    assert found == {True, False}
