"""The benchmark of PowerDome's engine measures combats and games."""

from __future__ import annotations

from lab.bench.powerdome_worker import ROUND, SEATS, combats, games, position


def test_both_jobs_return_figures() -> None:
    assert combats(0.01)["us"] > 0
    found = games(0.01)
    assert found["answers/s"] > found["games/s"] > 0


def test_a_combat_is_of_four_living_players() -> None:
    dome = position().dome
    assert (len(dome.living()), dome.round) == (SEATS, ROUND)
