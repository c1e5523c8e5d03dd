"""Markers of personalities: counted from events, compared block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sample_blocks import sample_blocks, sample_match, sample_results

from deathdome.arena.arena import Arena
from deathdome.errors import UsageError
from deathdome.managers.manager_name import PERSONALITIES
from lab.ladder import markers as program
from lab.ladder.markers import MARKERS, likeness

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.arena.result_schema import Match
    from deathdome.arena.results_file import ResultsFile

RAIDER = next(marker for marker in MARKERS if marker.personality == "raider")
TURTLE = next(marker for marker in MARKERS if marker.personality == "turtle")


def test_every_personality_has_a_marker_of_its_own() -> None:
    assert tuple(marker.personality for marker in MARKERS) == PERSONALITIES
    assert len({marker.key for marker in MARKERS}) == len(MARKERS)


def results(names: tuple[str, ...], *counts: Sequence[int], blocks: int = 60) -> ResultsFile:
    """A run in which both of the line-up count so many, one match after the other."""
    arena = Arena(names)
    number = iter(range(10_000))

    def play(places: Sequence[int], _: Sequence[str]) -> Match:
        match = next(number)
        mine, theirs = (row[match % len(row)] for row in counts)
        rows = [mine if place == 0 else theirs for place in places]
        return sample_match(places, [1, 0], marks={"captured": rows}, deaths=rows)

    return sample_results(arena, sample_blocks(arena, blocks, play))


def test_a_marker_that_differs_by_a_quarter_for_sure_is_recognised() -> None:
    neutral = results(("n",), [4], [4])
    high = likeness(RAIDER, results(("p", "n"), [5, 7, 4, 6], [1]), neutral)
    assert (high.own.value, high.neutral.value, high.games) == (5.5, 4.0, 120)
    assert high.change.value == pytest.approx(0.375)
    assert 0 < high.change.low < 0.375 < high.change.high
    assert high.passed
    # Too little, the wrong way, or not for sure.
    assert not likeness(RAIDER, results(("p", "n"), [4, 5], [1]), neutral).passed
    assert not likeness(RAIDER, results(("p", "n"), [2], [1]), neutral).passed
    wild = results(("p", "n"), [0, 0, 0, 0, 0, 0, 0, 42], [1], blocks=8)
    assert not likeness(RAIDER, wild, neutral).passed


def test_the_turtle_is_known_by_less() -> None:
    neutral = results(("n",), [4], [4])
    assert likeness(TURTLE, results(("p", "n"), [2, 3], [9]), neutral).passed
    assert not likeness(TURTLE, results(("p", "n"), [6, 7], [9]), neutral).passed


def test_only_blocks_that_both_have_are_compared() -> None:
    found = likeness(
        RAIDER, results(("p", "n"), [6], [1], blocks=9), results(("n",), [4], [4], blocks=5)
    )
    assert (found.blocks, found.games) == (5, 10)


def test_what_cannot_be_compared_is_told() -> None:
    neutral = results(("n",), [4], [4])
    with pytest.raises(UsageError, match="no block of raider"):
        likeness(RAIDER, results(("p", "n"), [6], [1], blocks=0), neutral)
    with pytest.raises(UsageError, match="nothing can be set beside it"):
        likeness(RAIDER, results(("p", "n"), [6], [1]), results(("n",), [0], [0]))
    arena = Arena(("p", "n"))
    old = sample_results(
        arena, sample_blocks(arena, 2, lambda places, _: sample_match(places, [1, 0]))
    )
    with pytest.raises(UsageError, match="before markers were counted"):
        likeness(RAIDER, old, neutral)


def test_the_program_shows_a_quick_look_and_keeps_it_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[tuple[str, ...], str, int]] = []

    def played(arena: Arena, name: str, blocks: int, *_: Any) -> ResultsFile:
        asked.append((arena.managers, name, blocks))
        return results(arena.managers, [5], [5], blocks=blocks)

    monkeypatch.setattr(program, "run", played)
    words = ["--only", "raider", "--out", str(tmp_path / "docs"), "--folder", str(tmp_path)]
    assert program.main([*words, "--quick"]) == 1
    assert asked == [
        (("veteran",), "veteran", 4),
        (("veteran+raider", "veteran"), "veteran+raider-veteran", 4),
    ]
    assert "Shown only" in capsys.readouterr().out
    assert not (tmp_path / "docs").exists()
    program.main(words)
    assert (tmp_path / "docs" / "ladder" / "markers.json").exists()
    with pytest.raises(UsageError, match="no personality"):
        program.main(["--only", "bully"])
