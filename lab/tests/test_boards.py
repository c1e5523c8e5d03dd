"""Two boards side by side: the counts, the confidence of a difference, and the page of boards."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from sample_blocks import sample_blocks, sample_match

from deathdome.arena.arena import Arena
from deathdome.content.board_files import board_ids, load_board
from deathdome.errors import UsageError
from deathdome.model.ruleset import EDITION_2021
from deathdome.rules.terrain import terrain_for
from deathdome.statistics import Bootstrap, Interval
from lab.command import DOCS
from lab.study.ab_test import (
    Effort,
    Part,
    Side,
    cells,
    markdown,
    study,
    wanted_blocks,
    wanted_seats,
)
from lab.study.fairness import EARLY_TOWER, FAIRNESS, OPENINGS, quantities
from lab.study.quantities import Figure, Quantity, compared, farthest, kinds, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from deathdome.arena.result_schema import Match

BOARDS = (Side("waspworth", "waspworth"), Side("plaza", "plaza"))
PAIR = Arena(("greedy",))
FIRST_WINS = [[500_000, 0], [600_000, 700_000], [900_000, 600_000]]


def course(paid: Sequence[Sequence[int]], *captured: Sequence[tuple[int, str]]) -> dict[str, Any]:
    """A course of two teams."""
    return {
        "paid": [list(row) for row in paid],
        "captured": [list(mine) for mine in captured] or [[], []],
    }


def figures(play: Callable[[Sequence[int], Sequence[str]], Match]) -> dict[str, float | None]:
    """All figures of four blocks of two teams, by name."""
    blocks = sample_blocks(PAIR, 4, play)
    found = {}
    for quantity in quantities(PAIR, blocks):
        interval = quantity.interval(Bootstrap(4))
        found[quantity.name] = None if interval is None else round(interval.value, 6)
    return found


def test_the_order_of_play_is_counted_from_the_first_player() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        first = places[0]  # now red, now blue
        paid = [200_000, 200_000]
        paid[first] = 900_000
        return sample_match(places, paid, first=first, course=course([paid]))

    found = figures(play)
    assert (found["wins of the first to play"], found["wins of the second to play"]) == (1.0, 0.0)
    assert found[FAIRNESS] == 0.5
    assert found["lead of the last to play"] == -700_000
    assert (found["lead of the winner"], found["its standard deviation"]) == (700_000, 0)


def test_a_tower_of_round_1_decides_only_where_another_team_had_none() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        # Once alone and won, once both had one.
        rushed = [0] if places[0] == 0 else [0, 1]
        paid = [900_000, 100_000]
        return sample_match(places, paid, rushed=rushed, course=course([paid]))

    found = figures(play)
    assert found["teams with a tower in round 1"] == 0.75
    assert found["wins of a tower rush"] == 1.0
    assert found[EARLY_TOWER] == 0.5


def test_the_lead_is_followed_from_round_to_round() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        return sample_match(places, FIRST_WINS[-1], course=course(FIRST_WINS), rounds=3)

    found = figures(play)
    assert (found["changes of the lead"], found["different leaders"]) == (2.0, 2.0)
    assert found["leader before the last round wins"] == 0.0
    assert found["decided before the last round"] == 0.0


@pytest.mark.parametrize(
    ("ahead", "reason", "rounds", "decided"),
    [
        (1_000_000, "payout", 6, 0.0),  # a tower that changes hands is enough to draw level
        (1_100_000, "payout", 6, 1.0),
        (0, "last team standing", 4, 1.0),
        (0, "last team standing", 6, 0.0),  # in the last round itself
    ],
)
def test_a_match_is_decided_by_a_lead_of_more_than_a_tower_or_by_an_early_end(
    ahead: int, reason: str, rounds: int, decided: float
) -> None:
    paid = [[ahead, 0]] * (rounds - 1) + [[ahead + 100_000, 0]]

    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        more = {"reason": reason, "rounds": rounds, "course": course(paid)}
        return sample_match(places, paid[-1], **more)

    assert figures(play)["decided before the last round"] == decided


def test_a_round_that_a_card_brought_back_is_an_extra_round() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        return sample_match(places, [100_000, 0], rounds=6, course=course([[100_000, 0]] * 7))

    assert figures(play)["extra rounds"] == 1.0


def test_the_same_plan_of_two_bases_is_one_opening() -> None:
    # h4 is to the north base what n18 is to the south base, and d8 something else.
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        same = course([[100_000, 0]], [(1, "h4"), (3, "n5")], [(2, "n18")])
        return sample_match(places, [100_000, 0], course=same)

    def other(places: Sequence[int], _: Sequence[str]) -> Match:
        differs = course([[100_000, 0]], [(1, "h4")], [(2, "d8")])
        return sample_match(places, [100_000, 0], course=differs)

    assert figures(play)[OPENINGS] == 1.0
    assert figures(other)[OPENINGS] == pytest.approx(2.0)


def test_blocks_without_a_course_are_refused() -> None:
    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        match = sample_match(places, [100_000, 0])
        match.pop("course", None)
        return match

    with pytest.raises(UsageError, match="play them again, into another file"):
        quantities(PAIR, sample_blocks(PAIR, 1, play))


def test_measures_of_sums_are_what_they_say() -> None:
    assert farthest(np.array([[30.0, 10.0, 40.0]])) == pytest.approx([0.25])
    assert spread(np.array([[4.0, 8.0, 24.0]])) == pytest.approx([np.sqrt(2)])
    assert kinds(np.array([[5.0, 5.0, 0.0], [10.0, 0.0, 0.0]])) == pytest.approx([2.0, 1.0])
    assert kinds(np.array([[2.0, 1.0, 1.0]])) == pytest.approx([2**1.5])


def test_a_paired_difference_is_surer_than_its_parts() -> None:
    random = Random(3)
    luck = np.array([random.gauss(0, 1) for _ in range(200)])
    ones = np.ones(200)
    before = Quantity("x", np.column_stack((luck, ones)), unit="number")
    noise = np.array([random.gauss(0.2, 0.1) for _ in range(200)])
    after = Quantity("x", np.column_stack((luck + noise, ones)), unit="number", wish="more")
    (figure,) = compared([before], [after], Bootstrap(200))
    assert figure.before is not None
    assert figure.change is not None
    assert figure.change.low < 0.2 < figure.change.high
    assert figure.change.high - figure.change.low < 0.05
    assert figure.before.high - figure.before.low > 0.2


def part(*rows: tuple[str, float, float]) -> Part:
    """A pairing with these figures, with a band from 0 to 0.03."""
    nothing = np.zeros((2, 2))
    made = []
    for name, before, after in rows:
        quantity = Quantity(name, nothing, band=(0.0, 0.03))
        change = Interval(after - before, after - before - 0.01, after - before + 0.01)
        made.append(
            Figure(quantity, Interval(before, 0, 1), Interval(after, 0, 1), change),
        )
    return Part("greedy", 2, 40, made, ("r", "s"), "c", 0, (0.5, None))


def test_the_page_lists_every_board_and_the_steps_on_trivet() -> None:
    text = (DOCS / "boards.md").read_text(encoding="utf-8")
    for name in board_ids():
        board = load_board(name)
        points = len(board.points) - len(board.towers)
        row = f"| {points} | {len(board.towers)} | {len(board.jails) or 'none'} |"
        assert any(line.startswith(f"| `{name}` ") and row in line for line in text.splitlines())
    trivet = load_board("trivet")
    steps = terrain_for(trivet, EDITION_2021, ()).steps_from_base(0)
    floor = [space for space in trivet.points if space not in trivet.tower_centres]
    for places in (floor, trivet.tower_centres, trivet.release_points):
        assert f" | {' '.join(map(str, sorted(steps[place] for place in places)))} |" in text


def test_the_table_marks_what_lies_outside_its_band() -> None:
    lines = markdown(part((FAIRNESS, 0.05, 0.01)), ["waspworth", "plaza"])
    assert lines[0] == "| figure | band | waspworth | plaza | difference |"
    assert "| **5.0 (0.0 to 100.0)** | 1.0 (0.0 to 100.0) | -4.0 (-5.0 to -3.0) * |" in lines[2]
    assert lines[3] == "| seconds a match, by the clock |  | 0.50 | - |  |"


def test_what_was_asked_for_is_read() -> None:
    assert wanted_blocks("greedy=400, champion@elite=2") == {"greedy": 400, "champion@elite": 2}
    assert wanted_seats("2, 4") == (2, 4)
    for wrong in ("greedy", "greedy=0", "=3", "greedy=x", ""):
        with pytest.raises(UsageError):
            wanted_blocks(wrong)
    with pytest.raises(UsageError):
        wanted_seats("2,5")


def test_a_study_goes_on_from_its_files_and_both_boards_play_the_same_dice(tmp_path: Path) -> None:
    seen: list[str] = []

    def watch(title: str, *_: int) -> None:
        seen.append(title)

    effort = Effort(tmp_path, {"random": 2}, seats=(2,), seed=5)
    (played,) = study(BOARDS, effort, watch)
    assert seen == ["waspworth, random, 2 seats"] * 2 + ["plaza, random, 2 seats"] * 2
    assert played.blocks == 2
    assert played.rules[0] != played.rules[1]
    rows = [
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()[1:]]
        for name in ("waspworth-random-2.jsonl", "plaza-random-2.jsonl")
    ]
    for one, other in zip(*rows, strict=True):
        assert one["seed"] == other["seed"]
        firsts = [[match["first"] for match in row["matches"]] for row in (one, other)]
        assert firsts[0] == firsts[1]
    seen.clear()
    (again,) = study(BOARDS, effort, watch)
    assert not seen
    assert again.document() == played.document()


def test_one_side_alone_has_no_difference(tmp_path: Path) -> None:
    (alone,) = study([Side("now")], Effort(tmp_path, {"random": 1}, seats=(3,)), lambda *_: None)
    assert {len(row) for row in cells(alone, alone=True)} == {3}
