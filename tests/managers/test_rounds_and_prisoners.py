"""Worth of another round, of prisoners, and of things that are useless after the last turn."""

from __future__ import annotations

import pytest
from scenes import Match, request_of, scene

from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.objectives import freedom
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import Question

CUBE = "hyper-cube"
TOWERS = ("k9", "k13")


def plays(match: Match, card: str, seat: int = 0) -> bool:
    """Return True if tactical plays a card in the rest of a team's turn."""
    manager = PlanningManager("veteran")
    number = next(
        number for number, one in enumerate(match.state.setup.catalog.power_cards) if one.id == card
    )
    for _ in range(60):
        if match.question is None or match.asked_team != ("red", "blue")[seat]:
            return False
        if match.question not in (Question.TURN, Question.UNIT_PHASE):
            match.do(request_of(match.state).options[0])
            continue
        action = manager.decide(request_of(match.state)).action
        if kind_of(action) is ActionKind.PLAY and a_of(action) == number:
            return True
        match.do(action)
    return False


@pytest.mark.card(CUBE)
@pytest.mark.parametrize(
    ("number", "shells", "expected"),
    [
        (1, {"red": 0, "blue": 0}, False),  # who needs the round is not known yet
        (6, {"red": 8, "blue": 0}, False),  # the leader
        (6, {"red": 0, "blue": 8}, True),  # the team behind
    ],
)
def test_another_round_is_for_the_team_behind(
    number: int, shells: dict[str, int], expected: bool
) -> None:
    match = scene(
        hands={"red": [CUBE], "blue": []}, round=number, shells=shells, first="blue", phases=1
    )
    assert plays(match, CUBE) is expected


@pytest.mark.rule("JAIL-9")
def test_a_rich_prisoner_is_worth_more_than_a_poor_one() -> None:
    def worth(items: list[str], team: str) -> float:
        match = scene(
            units={f"{team} warrior": "jail nw"}, items={f"{team} warrior": items}, round=3
        )
        return freedom(match.state, 0, match.jail_id("nw"), NEUTRAL)

    rich = ["guillotine-on-a-stick"]
    assert worth(rich, "red") > worth([], "red") > 0
    assert worth(rich, "blue") < worth([], "blue") < 0


@pytest.mark.rule("PAY-3")
def test_a_rich_unit_is_the_better_prey() -> None:
    match = scene(items={"blue warrior": ["guillotine-on-a-stick"]}, round=2)
    values = AttackValues(match.state, 0, NEUTRAL)
    assert values.fatal(match.unit("blue warrior")) > values.fatal(match.unit("blue gunner"))


@pytest.mark.rule("END-3", "CARD-9")
@pytest.mark.parametrize(("number", "everything"), [(6, True), (3, False)])
def test_cards_have_no_price_in_the_last_phase(number: int, everything: bool) -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15"},
        hands={"red": ["elbow-grease", "third-lung", "loose-change"], "blue": ["loud-noise"] * 4},
        round=number,
        first="blue",
        phases=0,
        active="red warrior",
    )
    values = AttackValues(match.state, 0, NEUTRAL)
    (punch,) = match.state.gear.weapons[0]
    frame = values.frame(0, punch, match.unit("blue scout"))
    ways = values.ways(frame)
    best, most = max(ways), max(ways, key=lambda way: way.total)
    if everything:
        assert best.kill == most.kill
        assert values.price(9, 3) < 10
    else:
        assert values.price(9, 3) > 10_000
