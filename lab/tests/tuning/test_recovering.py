"""Simulated matches whose best figures are known: every stage finds them, and says how surely."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import tanh
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from deathdome.managers.planner.evaluate import SWAY
from deathdome.managers.planner.weights import NEUTRAL, Weights
from lab.record import Record
from lab.tuning.climbing import climb, peak, sides, swings
from lab.tuning.gate import hold_out, share, standing
from lab.tuning.knobs import Team, held, knobs
from lab.tuning.matches import FEATURES, Setting, head
from lab.tuning.regression import direct, episodes, fit, temporal_differences, unexplained

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lab.tuning.knobs import Knob

START = dict.fromkeys(FEATURES, 1.0)
TRUE = {
    "shells": 1.0,
    "points": 0.7,
    "towers": 0.8,
    "supply": 1.4,
    "hand": 2.0,
    "units": 1.8,
    "wounds": 1.1,
    "down": 0.9,
    "base": 1.2,
    "effects": 1.0,
    "jobs": 0.4,
    "danger": 0.2,
}
ROUNDS = 6


def told_match(number: int) -> dict[str, Any]:
    """A match in which parts come and go by chance; TRUE makes of them who wins."""
    rng = Random(f"match {number}")
    last = number % 2
    have = [[0.0] * len(FEATURES) for _ in (0, 1)]
    turns = []
    for round_number in range(1, ROUNDS + 1):
        for seat in (1 - last, last):
            for row in have:
                for part in range(len(FEATURES)):
                    row[part] += rng.gauss(0, 40_000)
            turns.append(
                {
                    "round": round_number,
                    "seat": seat,
                    "own": [round(part) for part in have[seat]],
                    "other": [round(part) for part in have[1 - seat][:-2]],
                }
            )
    worth = [sum(TRUE[n] * p for n, p in zip(FEATURES, row, strict=True)) for row in have]
    lead = worth[0] - worth[1] + (120_000 if last == 0 else -120_000) + rng.gauss(0, 100_000)
    return {"won": (1 + tanh(lead / SWAY)) / 2, "last": last, "turns": turns}


MATCHES = [episodes(told_match(number), ROUNDS) for number in range(400)]


@pytest.mark.parametrize("decay", [None, 0.7])
def test_the_factors_that_made_who_wins_are_found(decay: float | None) -> None:
    equations = direct if decay is None else partial(temporal_differences, decay=decay)
    found = fit(MATCHES, START, equations).intervals
    # Early in a match less is certain than a lead would say, so all of them are somewhat smaller.
    scale = sum(found[name].value for name in TRUE) / sum(TRUE.values())
    assert 0.4 < scale < 0.9
    inside = [name for name, (_, low, high) in found.items() if low <= TRUE[name] * scale <= high]
    assert len(inside) >= len(TRUE) - 1, found
    assert all(abs(found[name].value / scale - TRUE[name]) < 0.3 for name in TRUE), found
    assert found["hand"].low > scale > found["danger"].high


def test_factors_are_found_in_their_true_size_where_a_position_decides_by_chance() -> None:
    matches = []
    for number in range(1_500):
        rng = Random(f"chance {number}")
        parts = [rng.gauss(0, 150_000) for _ in FEATURES]
        lead = sum(TRUE[name] * part for name, part in zip(FEATURES, parts, strict=True))
        won = float(rng.random() < (1 + tanh(lead / SWAY)) / 2)
        turn = {"round": 3, "seat": 0, "own": [round(part) for part in parts], "other": []}
        matches.append(episodes({"won": won, "last": 1, "turns": [turn]}, ROUNDS))
    found = fit(matches, START)
    size = sum(found.values.values()) / sum(TRUE.values())
    assert 0.85 < size < 1.15
    inside = [name for name, span in found.intervals.items() if span.low < TRUE[name] < span.high]
    assert len(inside) >= len(TRUE) - 2, found


def test_temporal_differences_that_look_at_the_end_alone_are_the_regression() -> None:
    at = np.linspace(0.2, 1.8, MATCHES[0][0].positions.shape[1])
    for match in MATCHES[:5]:
        for one, other in zip(temporal_differences(match, at, 1.0), direct(match, at), strict=True):
            assert np.allclose(one, other)


@pytest.mark.parametrize("equations", [direct, temporal_differences])
def test_a_part_that_counts_for_nothing_is_not_looked_at(equations: Any) -> None:
    found = fit(MATCHES[:100], START | {"hand": 0.0}, equations).intervals
    assert found["hand"].high < 1e-6
    assert found["points"].low > 0


def test_few_matches_leave_the_factors_where_they_were() -> None:
    found = fit(MATCHES[:3], START).intervals
    assert all(abs(span.value - 1) < 0.5 for span in found.values())
    assert all(span.high - span.low > 0.5 for span in found.values())


def test_factors_that_made_who_wins_leave_less_of_it_unexplained() -> None:
    nothing = unexplained(MATCHES, dict.fromkeys(FEATURES, 0.0))
    assert len(nothing) == len(MATCHES)
    true, start = unexplained(MATCHES, TRUE), unexplained(MATCHES, START)
    assert true.sum() < start.sum() < nothing.sum()
    # In another scale they are as good.
    thrice = {name: 3 * TRUE[name] for name in TRUE}
    one, other = (unexplained(MATCHES, factors, scaled=True) for factors in (TRUE, thrice))
    assert one.sum() == pytest.approx(other.sum(), rel=0.001)
    assert one.sum() < true.sum() < unexplained(MATCHES, thrice).sum()


# -- the climb -------------------------------------------------------------------------------------

# What is zero is not turned, so these few are all there is.
FEW = Weights(*[0.0] * len(NEUTRAL))._replace(
    warrior=100_000.0, gunner=90_000.0, card=5_000.0, danger=0.5, fight=60_000.0, fade=0.6, wish=0.5
)
TEAM = Team(FEW, {"armor": 1.0, "vehicle": 1.5})
BEST = {"units": 1.2, "cards": -0.8, "danger": -1.3, "fight": 0.9, "wish": 0.6, "fade": -0.5}
SETTING = Setting(seed=3)


def strength(position: Sequence[float], turning: Sequence[Knob]) -> float:
    """Credits of the lead against anybody."""
    away = [
        at - BEST.get(knob.name, 0.0)
        for at, knob in zip(held(TEAM, turning, position), turning, strict=True)
    ]
    return -30_000.0 * sum(far * far for far in away)


def outcome(lead: float) -> dict[str, float]:
    """A match that the leader wins."""
    return {"lead": round(lead), "won": float(lead > 0)}


def hill(
    setting: Setting, number: int, start: Team, turning: Sequence[Knob], middle: Sequence[float]
) -> dict[str, Any]:
    """A match that the nearer one to BEST wins, if chance does not say otherwise."""
    assert start == TEAM
    rng = Random(setting.seed_of("climb", number))
    apart = swings(setting, number, len(turning))
    one, other = sides(middle, apart)
    last = rng.randrange(2)
    lead = strength(one, turning) - strength(other, turning)
    lead += rng.gauss(0, 300_000) + (200_000 if last == 0 else -200_000)
    return outcome(lead) | {"last": last, "middle": list(middle), "apart": apart}


def test_the_climb_finds_the_weights_that_play_best(tmp_path: Path) -> None:
    turning = knobs(TEAM)
    assert {knob.name for knob in turning} >= set(BEST)
    record = Record(tmp_path / "spsa.jsonl", head("spsa", SETTING, TEAM, batch=100))
    assert list(climb(record, SETTING, TEAM, turning, 1_600, player=hill)) == list(range(1, 1_601))
    record.close()
    found = peak(record.rows, turning, TEAM)
    wanted = held(TEAM, turning, [BEST.get(knob.name, 0.0) for knob in turning])
    away = [abs(at - best) for at, best in zip(found.middle, wanted, strict=True)]
    assert max(away) < 0.45, dict(zip((knob.name for knob in turning), away, strict=True))
    inside = [span.low <= best <= span.high for span, best in zip(found.best, wanted, strict=True)]
    assert sum(inside) >= len(turning) - 1, found.best
    # No step is longer than half a unit.
    middles = [row["middle"] for row in record.rows[::100]]
    assert middles[0] == [0.0] * len(turning)
    for before, after in pairwise(middles):
        assert all(abs(a - b) <= 0.5001 for a, b in zip(before, after, strict=True))


def test_a_climb_over_flat_land_is_sure_of_no_slope(tmp_path: Path) -> None:
    record = Record(tmp_path / "spsa.jsonl", head("spsa", SETTING, TEAM, batch=100))

    def flat(
        setting: Setting, number: int, start: Team, turning: Sequence[Knob], middle: Sequence[float]
    ) -> dict[str, Any]:
        rng = Random(setting.seed_of("climb", number))
        row = hill(setting, number, start, turning, middle)
        return row | outcome(rng.gauss(0, 300_000))

    for _ in climb(record, SETTING, TEAM, knobs(TEAM), 1_000, player=flat):
        pass
    record.close()
    found = peak(record.rows, knobs(TEAM), TEAM)
    # No place is better than another, so some knobs drift; what they promise may as well be chance.
    assert all(
        abs(slope) < 3 * spread
        for slope, spread in zip(found.slope, found.slope_spread, strict=True)
    )


def luck(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block of the gate; the team with the larger danger wins two matches in three."""
    rng = Random(setting.seed_of("gate", number))
    better = 2 / 3 if new.weights.danger > old.weights.danger else 1 / 3
    return {"won": [float(rng.random() < better) for _ in (0, 1)], "lead": [0, 0]}


@pytest.mark.parametrize(("danger", "verdict"), [(0.9, "better"), (0.1, "not better")])
def test_the_gate_stops_as_soon_as_it_knows(tmp_path: Path, danger: float, verdict: str) -> None:
    new = Team(FEW._replace(danger=danger), TEAM.outfit)
    record = Record(tmp_path / "gate.jsonl", head("gate", SETTING, TEAM))
    blocks = list(hold_out(record, SETTING, new, TEAM, 1_000, player=luck))
    assert standing(record.rows).verdict == verdict
    assert 20 <= len(blocks) < 400
    # Asked again it plays nothing more.
    assert list(hold_out(record, SETTING, new, TEAM, 1_000, player=luck)) == []
    record.close()
    won = share(record.rows)
    assert won is not None
    assert (won.low > 0.5) == (verdict == "better")
