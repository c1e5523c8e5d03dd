"""The seats of a board: bases rotated, wins counted by base and by place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from sample_blocks import sample_blocks, sample_match

from deathdome.arena.arena import Arena
from deathdome.content.board_files import load_board
from deathdome.errors import UsageError
from lab.study import seats as program
from lab.study.seats import BEGIN, END, counted, rotated, seats_section, section, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.arena.result_schema import Match
    from deathdome.arena.results_file import ResultsFile


class Run:
    """The blocks of a results file."""

    def __init__(self, arena: Arena, winner: int) -> None:
        def play(places: Sequence[int], _: Sequence[str]) -> Match:
            paid = [100_000] * 3
            paid[(places[0] + winner) % 3] = 900_000  # the place of the winner in the order of play
            return sample_match(places, paid, first=places[0])

        self.blocks = sample_blocks(arena, 4, play)


def runs(*winners: int) -> Sequence[ResultsFile]:
    arena = Arena(("greedy",), 3, board="trivet")
    return [Run(arena, winner) for winner in winners]  # type: ignore[misc]


@pytest.mark.parametrize(("board", "seats"), [("trivet", 3), ("waspworth", 3), ("fortnight", 4)])
def test_every_base_plays_once_at_every_place(tmp_path: Path, board: str, seats: int) -> None:
    own = load_board(board)
    lists = []
    for turn in range(seats):
        path = tmp_path / f"{turn}.toml"
        path.write_text(rotated(board, seats, turn))
        found = load_board(path)
        assert found.drawing() == own.drawing()
        lists.append([found.base_names[base] for base in found.seating(seats)])
    assert lists[0] == [own.base_names[base] for base in own.seating(seats)]
    for place in zip(*lists, strict=True):
        assert len(set(place)) == seats


def test_a_board_without_room_is_refused() -> None:
    with pytest.raises(UsageError, match="has no bases for 4 seats"):
        rotated("trivet", 4, 0)


def test_a_base_that_always_wins_is_told_from_a_place_that_always_wins() -> None:
    place = counted("trivet", 3, runs(1, 1, 1), 4)
    assert [found.value for found in place.places] == [0, 1, 0]
    assert {round(found.value, 6) for found in place.bases.values()} == {round(1 / 3, 6)}
    # The second base of the board's own list: second, then first, then last to play.
    base = counted("trivet", 3, runs(1, 0, 2), 4)
    assert [found.value for found in base.bases.values()] == [0, 1, 0]
    assert {round(found.value, 6) for found in base.places} == {round(1 / 3, 6)}
    assert [found.value for found in base.as_seated] == [0, 1, 0]


def test_the_section_replaces_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "boards.md"
    page.write_text(f"# Boards\n\n{BEGIN}\nold\n{END}\n\n## Two centres\n")
    assert seats_section(page) == f"{BEGIN}\nold\n{END}\n"
    found = [counted("waspworth", 3, runs(1, 1, 1), 4)]
    text = section(found)
    write(tmp_path, found)
    assert page.read_text() == f"# Boards\n\n{text}\n## Two centres\n"
    assert seats_section(page) == text
    assert "| east * | 33.3 " in text
    assert json.loads((tmp_path / "seats.json").read_text())["parts"][0]["blocks"] == 12
    others = [counted("trivet", 3, runs(0, 0, 0), 4)]
    write(tmp_path, others)  # the older rows stay
    assert seats_section(page) == section([*others, *found])


def test_the_command_resumes_from_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--boards", "trivet", "--seats", "2,4", "--manager", "random", "--blocks", "2"]
    words += ["--folder", str(tmp_path / "kept"), "--out", str(tmp_path)]
    assert program.main(words) == 0
    (part,) = json.loads((tmp_path / "seats.json").read_text())["parts"]
    assert (part["blocks"], part["faults"]) == (2, 0)
    first = (tmp_path / "seats.json").read_text()
    kept = sorted(path.name for path in (tmp_path / "kept").glob("*.jsonl"))
    assert kept == ["trivet-2-0-random.jsonl", "trivet-2-1-random.jsonl"]
    assert program.main(words) == 0
    assert (tmp_path / "seats.json").read_text() == first
    assert "wrote" in capsys.readouterr().out
