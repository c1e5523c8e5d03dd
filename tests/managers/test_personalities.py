"""Personalities lean their own way: what they would rather do, in the positions of the puzzles.

What they are known by in whole matches is measured by `make markers`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final

import pytest
from scenes import scene

from deathdome.content.board_files import load_board
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.candidates import Candidates
from deathdome.managers.planner.objectives import freedom
from deathdome.managers.planner.threats import ThreatMap
from deathdome.managers.planner.weights import LEVELS, NEUTRAL, PERSONALITIES, weights_for
from deathdome.model.actions import CAPTURE, Action, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.rules.engine import decision
from lab.ladder.solving import load_puzzles, set_up
from lab.tuning.knobs import SHARES

if TYPE_CHECKING:
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

BOARD: Final = load_board()
FOLDER: Final = Path(__file__).parents[1] / "puzzles"
EVERY: Final = 2  # of the positions
MANY: Final = 12  # plans a unit that are looked at
# What each would rather do, or rather not, than a neutral manager. The banker's towers and the
# raider's points are both points here: towers can be reached in too few of the positions. The
# turtle fears for its units; it would rather attack, too, where that takes away who threatens them.
LEANS: Final = {
    "aggressor": ("attack", 1),
    "banker": ("capture", 1),
    "raider": ("capture", 1),
    "jailer": ("attack", 1),
    "turtle": ("fear", 1),
}


@cache
def positions() -> list[tuple[State, int]]:
    """Positions at the beginning of a phase, with the seat that is asked."""
    found = []
    for puzzle in load_puzzles(FOLDER):
        state = set_up(puzzle).state
        asked = decision(state)
        if asked is not None and asked.question is Question.TURN:
            found.append((state, asked.seat))
    return found[::EVERY]


@cache
def lean(personality: str, kind: str) -> float:
    """Return the lead of the best plan of a kind over the best other one, in credits.

    "fear": the amount that counts as at risk instead.
    """
    weights = weights_for(LEVELS["veteran"], personality)
    if kind == "fear":
        return fmean(ThreatMap(state, seat, weights).total() for state, seat in positions())
    gaps = []
    for state, seat in positions():
        of_kind: list[float] = []
        others = [0.0]
        for worth, plan in Candidates(state, seat, weights).first_phases(MANY):
            attacks = bool(plan.act) and kind_of(Action(plan.act)) is ActionKind.ATTACK
            fits = attacks if kind == "attack" else plan.act == CAPTURE
            (of_kind if fits else others).append(worth)
        if of_kind:
            gaps.append(max(of_kind) - max(others))
    assert len(gaps) >= 10
    return fmean(gaps)


@pytest.mark.parametrize("personality", PERSONALITIES)
def test_what_a_personality_wishes_stays_within_bounds(personality: str) -> None:
    assert all(0.5 <= factor <= 2 for factor in PERSONALITIES[personality].values())
    weights = weights_for(LEVELS["veteran"], personality)._asdict()
    assert all(0 < weights[name] <= 1 for name in SHARES)


def test_every_personality_has_a_leaning() -> None:
    assert set(LEANS) == set(PERSONALITIES)


@pytest.mark.parametrize("personality", LEANS)
def test_a_personality_leans_its_way_more_than_a_neutral_manager_does(personality: str) -> None:
    kind, way = LEANS[personality]
    own, neutral = lean(personality, kind), lean("", kind)
    assert way * (own - neutral) > 1_000


@pytest.mark.rule("PAY-1", "JAIL-1")
def test_what_a_personality_likes_it_fears_for_and_keeps() -> None:
    """A tower that could be taken from it, and an enemy that could be let out of jail."""
    banker, jailer = (weights_for(LEVELS["veteran"], name) for name in ("banker", "jailer"))
    tower = next(
        space for space, value in zip(BOARD.points, BOARD.point_value, strict=True) if value > 1
    )
    match = scene(points={BOARD.grid.name(tower): "red"}, units={"blue scout": "jail nw"})
    state, scout = match.state, match.unit("blue scout")

    def lost(weights: Weights) -> float:
        return ThreatMap(state, 0, weights).point_loss(tower)

    assert lost(NEUTRAL) == pytest.approx(2 * 500_000)
    assert lost(banker) == pytest.approx(3 * 500_000)
    jail = -1 - state.space[scout]
    assert freedom(state, 0, jail, jailer) < freedom(state, 0, jail, NEUTRAL) < 0
    assert freedom(state, 1, jail, jailer) == freedom(state, 1, jail, NEUTRAL) > 0
    for mate, change in (("blue gunner", 1), ("red gunner", 0)):
        unit = match.unit(mate)
        more = AttackValues(state, 0, jailer._replace(shells=1.0)).fatal(unit)
        assert (more > AttackValues(state, 0, NEUTRAL).fatal(unit)) == bool(change)
