"""The puzzles: every file is sound, and managers solve about as many as they did."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from deathdome.errors import ContentError
from lab.ladder import puzzles as program
from lab.ladder.solving import (
    THEMES,
    Attempt,
    Puzzle,
    attempt,
    first_answers,
    load_puzzle,
    load_puzzles,
    set_up,
    solved_by_its_author,
)

FOLDER = Path(__file__).parents[2] / "tests" / "puzzles"
PUZZLES = load_puzzles(FOLDER)
SAMPLE = PUZZLES[:: len(PUZZLES) // 60][:60]


def test_every_theme_has_puzzles_of_both_kinds() -> None:
    assert len(PUZZLES) >= 120
    open_ones = Counter(puzzle.asks.theme for puzzle in PUZZLES if not puzzle.asks.kept)
    kept = Counter(puzzle.asks.theme for puzzle in PUZZLES if puzzle.asks.kept)
    assert set(open_ones) == set(kept) == set(THEMES)
    assert 0.25 <= kept.total() / len(PUZZLES) <= 0.4


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_what_a_puzzle_names_is_legal_and_its_solution_solves_it(puzzle: Puzzle) -> None:
    accepted, forbidden, asked = first_answers(puzzle)
    assert accepted | forbidden <= set(asked.options)
    assert not accepted & forbidden
    assert len(asked.options) > max(len(accepted), 1)  # there is something to choose
    if accepted or puzzle.asks.solution:
        assert solved_by_its_author(puzzle).wrong == ()
    else:
        assert puzzle.asks.until == "answer"
        assert set(asked.options) - forbidden


@pytest.mark.slow
@pytest.mark.parametrize(("manager", "least"), [("greedy", 40), ("tactical", 49)])
def test_a_manager_solves_about_as_many_as_it_did(manager: str, least: int) -> None:
    assert len(SAMPLE) == 60
    assert sum(attempt(puzzle, manager).solved for puzzle in SAMPLE) >= least


def test_guessing_solves_few() -> None:
    assert sum(attempt(puzzle, "random").solved for puzzle in SAMPLE) <= 20


def test_the_same_seed_gives_the_same_attempt() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.name == "two-punches")
    assert attempt(puzzle, "tactical", 3) == attempt(puzzle, "tactical", 3)


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ("", "a puzzle needs a table"),
        ('[puzzle]\ntheme = "luck"\nreason = "x"\naccept = ["end turn"]', 'no theme "luck"'),
        ('[puzzle]\ntheme = "overshoot"\nreason = "x"', "must say what is right"),
        (
            '[puzzle]\ntheme = "overshoot"\nreason = "x"\ngoal = [{ over = true }]',
            'goal and places need until = "turn"',
        ),
    ],
)
def test_a_puzzle_that_asks_nothing_is_refused(tmp_path: Path, table: str, error: str) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(f'turn = "red"\n{table}\n')
    with pytest.raises(ContentError, match=error):
        load_puzzle(path)


def test_other_teams_do_what_the_puzzle_says_of_them(tmp_path: Path) -> None:
    text = (FOLDER / "the-first-cleaver-takes-the-vest.toml").read_text()
    attack = "attack blue.gunner with cleaver-and-other-cleaver"
    others = next(line for line in text.splitlines() if line.startswith("others"))
    once = text[: text.index("solution")] + f'solution = ["{attack}", "commit", "end phase"]\n'
    path = tmp_path / "once.toml"
    path.write_text(once.replace(others, ""))
    assert solved_by_its_author(load_puzzle(path)).wrong == ()
    path.write_text(once.replace('"end phase"', '"stop", "end phase"'))
    assert solved_by_its_author(load_puzzle(path)).wrong == ("goal 1.teams.red.shells: 0",)


@pytest.mark.parametrize(
    "puzzle",
    [puzzle for puzzle in PUZZLES if puzzle.asks.others],
    ids=lambda puzzle: puzzle.name,
)
def test_what_others_are_said_to_do_is_named_as_the_rules_name_it(puzzle: Puzzle) -> None:
    catalog = set_up(puzzle).state.setup.catalog
    known = {card.id for card in catalog.items} | {card.id for card in catalog.power_cards}
    for line in puzzle.asks.others:
        verb, card = line.split()[:2]
        assert verb in {"use", "play", "lay"}
        assert card in known


def test_doing_what_is_forbidden_or_missing_the_goal_is_no_solution(tmp_path: Path) -> None:
    text = (FOLDER / "two-punches.toml").read_text()
    idle = text[: text.index("solution")] + 'solution = ["end turn"]\n'
    path = tmp_path / "idle.toml"
    path.write_text(idle)
    assert solved_by_its_author(load_puzzle(path)).wrong == ("goal 1.teams.red.shells: 0",)
    path.write_text(idle.replace("solution", 'forbid = ["end turn"]\nsolution'))
    assert solved_by_its_author(load_puzzle(path)).wrong[0] == "end turn"


def test_a_stopped_manager_goes_on_with_the_next_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def tried(puzzle: Puzzle, *_: object) -> Attempt:
        asked.append(puzzle.name)
        return Attempt(("goal",) if len(asked) % 2 else (), ("end turn",))

    monkeypatch.setattr(program, "attempt", tried)
    some = PUZZLES[:4]
    path = tmp_path / "some.jsonl"
    program.attempts(some[:2], "greedy", 1, 1, path)
    found = program.attempts(some, "greedy", 1, 1, path)
    assert asked == [puzzle.name for puzzle in some]
    assert [one.solved for one in found.values()] == [False, True, False, True]
    assert program.unsolved("greedy", found)[0] == f"greedy: {some[0].name}: goal [end turn]"


def test_other_puzzles_have_another_file(tmp_path: Path) -> None:
    before = program.file_of(tmp_path, "greedy", 1)
    (tmp_path / "more.toml").write_text("\n")
    assert program.file_of(tmp_path, "greedy", 1) != before
