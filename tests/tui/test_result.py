"""The result of a match: the verdict for you, payouts as bars, the story, the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import scene

from deathdome.model.events import Captured, MatchEnded, Outcome, RoundBegan, Standing
from deathdome.stage.letters import letter_lines
from deathdome.stage.text import Span, columns_of, text_of
from deathdome.text.convicts import Convicts
from deathdome.text.history import history_of
from deathdome.tui.presenters.animations import LONGEST
from deathdome.tui.presenters.result import (
    REVEAL,
    REVEALS,
    Ending,
    bar_lines,
    crew_lines,
    revealed,
    story_lines,
    verdict,
    verdict_lines,
    verdict_sentence,
)

if TYPE_CHECKING:
    from deathdome.model.events import Event

LAST = "last team standing"


def ending(
    winners: tuple[int, ...] = (0,),
    reason: str = "payout",
    payouts: tuple[int, ...] = (1_700_000, 700_000),
    you: int | None = 0,
    labels: tuple[str, ...] = ("", "rookie", "elite", "Bo"),
    score: str = "",
) -> Ending:
    seats = len(payouts)
    setup = scene(seats=seats).state.setup
    rows = tuple(
        Standing(seat, payout, payout // 500_000, payout % 500_000 // 100_000, 0, seat)
        for seat, payout in enumerate(payouts)
    )
    outcome = Outcome(winners, reason, rows, 6)
    tower = int(setup.board.points[setup.board.point_value.index(5)])
    events: list[Event] = [RoundBegan(1), Captured(0, 0, tower, -1), MatchEnded(outcome)]
    history = history_of(events, setup)
    return Ending(outcome, setup, events, history, {}, labels, you, Convicts(setup), score)


class TestTheVerdict:
    @pytest.mark.parametrize(
        ("winners", "you", "word"),
        [
            ((0,), 0, "VICTORY"),
            ((1,), 0, "DEFEAT"),
            ((0, 1), 0, "SHARED"),
            ((0, 1), 2, "DEFEAT"),
            ((1,), None, "BLUE WINS"),
            ((0, 1), None, "SHARED"),
            ((), None, "NO WINNER"),
        ],
    )
    def test_it_is_yours_if_you_play_alone(
        self, winners: tuple[int, ...], you: int | None, word: str
    ) -> None:
        assert verdict(ending(winners, payouts=(1, 1, 1, 1), you=you)) == word

    @pytest.mark.parametrize(
        ("given", "text"),
        [
            ({}, "You beat Blue (rookie), 1.7M to 700k."),
            (
                {"winners": (1,), "payouts": (700_000, 1_700_000)},
                "Blue (rookie) wins, 1.7M to 700k.",
            ),
            (
                {"winners": (1,), "reason": LAST, "payouts": (1_300_000, 500_000)},
                "Blue (rookie) wiped you out in round 6. You had the money: 1.3M to 500k.",
            ),
            ({"reason": LAST}, "You wiped out Blue (rookie) in round 6."),
            (
                {"winners": (0, 1), "reason": "shared", "payouts": (900_000, 900_000)},
                "A shared win for you and Blue (rookie): 900k each.",
            ),
            (
                {"reason": "towers", "payouts": (700_000, 700_000)},
                "You beat Blue (rookie), 700k to 700k. Payouts tie, towers decide.",
            ),
            (
                {"winners": (2,), "payouts": (1, 2, 3_000_000, 4), "you": None},
                "Green (elite) wins, 3M to 0.",
            ),
        ],
    )
    def test_a_sentence_says_how_and_by_how_much(self, given: dict[str, object], text: str) -> None:
        assert verdict_sentence(ending(**given)) == text  # type: ignore[arg-type]

    def test_large_letters_need_room(self) -> None:
        assert len(verdict_lines(ending(), 74)) == 7
        assert "VICTORY" in text_of(verdict_lines(ending(), 30))
        assert "VICTORY" in text_of(verdict_lines(ending(), 74, large=False))


class TestPayouts:
    @given(
        st.lists(st.integers(0, 60).map(lambda n: n * 100_000), min_size=2, max_size=4),
        st.integers(40, 112),
    )
    def test_every_payout_is_shown_in_any_width(self, payouts: list[int], width: int) -> None:
        rows = bar_lines(ending(payouts=tuple(payouts), labels=("n" * 40,) * 4), width)
        assert max(columns_of(text_of(row)) for row in rows) <= width
        assert " ".join(text_of(rows).split()).count(" in jail") == len(payouts)

    def test_a_bar_is_as_long_as_its_payout(self) -> None:
        rows = bar_lines(ending(payouts=(2_000_000, 1_000_000)), 74)
        lengths = [
            sum(len(span.text) for span in row if span.look[:4] in ("full", "tone", "shad"))
            for row in rows
        ]
        assert lengths[0] == 2 * lengths[2] > 0

    def test_the_winner_comes_first_whatever_it_is_paid(self) -> None:
        rows = bar_lines(ending((1,), LAST, (900_000, 100_000)), 74)
        assert text_of(rows[0]).startswith("& Blue")


class TestTheStory:
    def test_it_has_the_turn_the_best_unit_and_your_record(self) -> None:
        text = text_of(story_lines(ending(score="3 won, 1 lost against Rookie."), 74))
        assert "THE TURN   Round 1: " in text
        assert "+500k" in text
        assert "YOUR BEST  Warrior: 1 tower" in text
        assert "RECORD     3 won, 1 lost against Rookie." in text
        assert "BEWARE OF" not in text, "Blue drew no blood"

    def test_every_convict_is_listed_yours_first(self) -> None:
        rows = [text_of(row) for row in crew_lines(ending(you=1), 40)]
        assert rows[0] == "YOUR CONVICTS"
        assert rows[6] == "RED'S CONVICTS"
        assert rows[7] == "@w Warrior 1 tower"
        assert sum("nothing to report" in row for row in rows) == 7


def test_the_letters_rise_row_by_row_and_then_the_bars_grow() -> None:
    rows = [*letter_lines("IV"), (Span("Red "), Span(" " * 7, "full0"), Span(" " * 7, "tone0"))]
    moments = [revealed(rows, one) for one in REVEALS]
    assert len(REVEALS) * REVEAL <= LONGEST
    assert [["#" in text_of(row) for row in moment[:5]] for moment in moments[:5]] == [
        [False, False, False, False, True],
        [False, False, False, True, True],
        [False, False, True, True, True],
        [False, True, True, True, True],
        [True, True, True, True, True],
    ]
    bars = [[len(span.text) for span in moment[5] if span.look] for moment in moments]
    assert bars == [*[[]] * 5, [2], [4], [6], [7, 1], [7, 3], [7, 5], [7, 7]]
    assert moments[-1] == rows
    assert {len(text_of(moment[5])) for moment in moments} == {18}
