"""The coach: regrets, best replies, beliefs of bots, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from powerdome.tables import tome
from powerdome.tui.shows import host_of, over, play_on

from deathdome.powerdome.model.answers import Plan, Sheet
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.play.coaching import coach, coach_host, recall
from deathdome.powerdome.play.ending import best_and_worst, ending_of
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.table import bare_game
from deathdome.powerdome.text.coaching import coach_lines

if TYPE_CHECKING:
    from deathdome.powerdome.model.dome import Seat


def example() -> Referee:
    """Return the game after the round of the manual's example (F-01)."""
    from deathdome.powerdome.model.answers import Talk
    from deathdome.powerdome.model.asks import AskKind

    referee = Referee(bare_game(tome(), ("Pro", "Sup", "Ant"), Options()), 1)
    plans = {0: Plan(10, 52, 38, 2), 1: Plan(12, 55, 33, 2), 2: Plan(25, 75, 0, 1)}
    while referee.state.now.round == 1 and (asks := referee.owed()):
        ask = asks[0]
        if ask.kind is AskKind.TALK:
            referee.give(ask.seat, Talk())
        else:
            referee.give(ask.seat, Sheet({ask.seat: plans[ask.seat]}))
    return referee


def test_the_coach_speaks_about_the_example_of_the_manual() -> None:
    found = coach(example(), lambda _, __: (), lambda _, __: True)
    assert len(found.rounds) == 1
    assert list(coach_lines(found)) == EXPECTED


def test_no_regret_is_below_zero_and_work_can_be_stopped() -> None:
    host = host_of("easy,easy,easy", 4)
    play_on(host, over)
    seen: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> bool:
        seen.append((done, of))
        return done < 7

    found = coach_host(host, progress)
    assert seen[-1][0] == 7
    assert all(done < of for done, of in seen)
    for seat in range(3):
        assert all(one is None or one >= 0 for one in found.regrets(seat))


def test_a_bot_that_is_asked_again_believes_the_same() -> None:
    host = host_of("normal,easy", 6)
    play_on(host, lambda one: one.state.now.round == 3)
    said = coach_host(host, lambda _, __: True)
    assert said.beliefs
    again = recall(host.referee, host.players)
    for one in said.rounds:
        for seat in one.reviews:
            key: tuple[int, Seat] = (one.played.state.dome.round, seat)
            assert again(one.played, seat) == said.beliefs.get(key, ())


def test_the_best_bargain_gains_most_and_the_worst_bid_least() -> None:
    host = host_of("easy,easy,easy", 4)
    play_on(host, over)
    best, worst = best_and_worst(host.view(-1), host.heard(-1))
    assert best is not None
    assert worst is not None
    assert best.gain >= worst.gain
    ending = ending_of(host.view(-1), host.heard(-1))
    assert ending.winner == host.winner
    assert sorted(ending.ranking) == [0, 1, 2]


EXPECTED: list[str] = [
    "Regret is the payoff that a sheet missed against the sheets as played, at most 2.",
    "Regret per round:",
    "Pro: 0.19; mean 0.19.",
    "Sup: 0.86; mean 0.86.",
    "Ant: 0.04; mean 0.04.",
    "Round 1:",
    "Pro played 10/52/38 at Ant. Regret 0.19.",
    "Best reply: 15/85/0 at Ant.",
    "Sup played 12/55/33 at Ant. Regret 0.86.",
    "Best reply: 0/25/75 at Ant.",
    "Ant played 25/75/0 at Sup. Regret 0.04.",
    "Best reply: 0/0/100 at Pro.",
    "Pro made no deal.",
    "Sup made no deal.",
    "Ant made no deal.",
]
