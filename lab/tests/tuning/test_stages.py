"""A tuning from its files: it resumes where it broke off, refuses what does not fit, and writes."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from math import tanh
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.bundled import data_folder
from deathdome.errors import ContentError, UsageError
from deathdome.managers.planner import manager, rollouts
from deathdome.managers.planner.evaluate import PARTS, SWAY
from deathdome.managers.planner.weights import FILE, LeafWeights, read_weights, tuned
from deathdome.run_file import ResultsFileError
from lab.record import MARK, Record
from lab.tuning import tune
from lab.tuning.climbing import sides, swings
from lab.tuning.knobs import Team, held, knobs, turned
from lab.tuning.matches import FEATURES, Setting, head, play, team_digest
from lab.tuning.stages import Effort, applied, check, measure_leaf, measure_weights
from lab.tuning.writing import INTERVALS, figure, rewritten

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lab.tuning.knobs import Knob

START = Team(tuned().weights, dict(tuned().outfit))
LEAF = tuned().leaf._asdict()
SETTING = Setting(seed=5)


def quiet(name: str, played: int, wanted: int) -> None:
    """A progress report without a reader."""
    assert name in {"positions", "spsa", "gate"}
    assert played >= 0 < wanted


def dice(
    setting: Setting, number: int, start: Team, turning: Sequence[Knob], middle: Sequence[float]
) -> dict[str, Any]:
    """A match of the climb that only the first knob decides, and chance."""
    apart = swings(setting, number, len(turning))
    one, other = sides(middle, apart)
    held(start, turning, one)
    lead = 80_000 * (one[0] - other[0]) + Random(number).gauss(0, 50_000)
    told = {"lead": round(lead), "won": float(lead > 0), "last": number % 2}
    return told | {"middle": list(middle), "apart": apart}


def look(setting: Setting, number: int, start: Team) -> dict[str, Any]:
    """A match of self-play in which points count half, towers one and a half, and nothing else."""
    assert start == START
    rng = Random(setting.seed_of("positions", number))
    have = [(rng.randrange(5), rng.randrange(5)) for _ in (0, 1)]
    turns = []
    for seat in (0, 1):
        own, other = [0] * len(FEATURES), [0] * len(PARTS)
        own[1:3] = (100_000 * part for part in have[seat])
        other[1:3] = (100_000 * part for part in have[1 - seat])
        turns.append({"round": 1, "seat": seat, "own": own, "other": other})
    worth = [50_000 * points + 150_000 * towers for points, towers in have]
    lead = worth[0] - worth[1] + rng.gauss(0, 40_000)
    return {"won": (1 + tanh(lead / SWAY)) / 2, "last": number % 2, "turns": turns}


def even(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block without a winner."""
    assert new != old == START
    return {"seed": setting.seed_of("gate", number), "won": [1.0, 0.0], "lead": [0, 0]}


def ahead(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block that the new weights win."""
    return even(setting, number, new, old) | {"won": [1.0, 1.0]}


def level(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """A block of a manager with another judgement, without a winner."""
    assert new._replace(leaf=None) == old._replace(leaf=None) == START
    assert new.leaf != old.leaf
    return even(setting, number, START._replace(leaf=new.leaf), START)


def above(setting: Setting, number: int, new: Team, old: Team) -> dict[str, Any]:
    """... that the new judgement wins."""
    return level(setting, number, new, old) | {"won": [1.0, 1.0]}


def effort(folder: Path, **changed: Any) -> Effort:
    """A small tuning."""
    small = Effort(folder, SETTING, matches=120, batch=40, gate=40)
    return replace(small, **changed)


# -- files -----------------------------------------------------------------------------------------


def test_a_climb_broken_off_anywhere_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = measure_weights(effort(tmp_path / "whole"), START, quiet, dice, even)
    content = (tmp_path / "whole" / "spsa.jsonl").read_bytes()
    first, *lines = [json.loads(text) for text in content.splitlines()]
    assert first["deathdome tuning"] == 1
    assert (first["stage"], first["seed"], first["batch"]) == ("spsa", 5, 40)
    assert [row["match"] for row in lines] == list(range(120))
    assert not any(lines[39]["middle"])
    assert any(lines[40]["middle"])
    assert lines[40]["middle"] == lines[79]["middle"] != lines[80]["middle"]
    ends = [end + 1 for end, byte in enumerate(content) if byte == 10]
    folder = tmp_path / "broken"
    folder.mkdir()
    for cut in (10, ends[40], ends[51] - 1, len(content)):
        (folder / "spsa.jsonl").write_bytes(content[:cut])
        again = measure_weights(effort(folder), START, quiet, dice, even)
        assert (folder / "spsa.jsonl").read_bytes() == content, cut
        assert again == whole


def test_matches_of_self_play_go_on_and_more_can_be_added(tmp_path: Path) -> None:
    found = measure_leaf(effort(tmp_path / "a"), START, LEAF, ["td"], quiet, look, level)
    whole = (tmp_path / "a" / "positions.jsonl").read_bytes()
    measure_leaf(effort(tmp_path / "b", matches=9), START, LEAF, ["td"], quiet, look, level)
    assert whole.startswith((tmp_path / "b" / "positions.jsonl").read_bytes())
    # The initial content of the file counts, not later lines.
    other = dict.fromkeys(LEAF, 0.3)
    again = measure_leaf(effort(tmp_path / "b"), START, other, ["td"], quiet, look, level)
    assert (tmp_path / "b" / "positions.jsonl").read_bytes() == whole
    assert again == found
    # Both stages look at the same matches; fewer than there are can be asked for.
    few = effort(tmp_path / "b", matches=9)
    both = measure_leaf(few, START, LEAF, ["regression", "td"], quiet, look, level)
    assert "on 9 matches" in both.source
    assert (tmp_path / "b" / "positions.jsonl").read_bytes() == whole


def test_several_processes_make_the_same_file(tmp_path: Path) -> None:
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        measure_leaf(effort(folder, jobs=jobs), START, LEAF, ["regression"], quiet, look, level)
    one, two = ((tmp_path / str(jobs) / "positions.jsonl").read_bytes() for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"code": "0" * 16}, "was played with other code of rules or managers"),
        ({"rules": "0" * 16}, "was played with other rules, cards or another board"),
        ({"weights": "0" * 16}, "was played with other weights to begin with"),
        ({"seed": 1}, "was played with another setting (seed): 1, now 5"),
        ({"stage": "spsa"}, "was played with another setting (stage)"),
        ({"deathdome tuning": None}, "is no file of these matches"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left(
    tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    path = tmp_path / "positions.jsonl"
    measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)
    first, *lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(json.dumps(json.loads(first) | change).encode() + b"\n" + b"".join(lines))
    content = path.read_bytes()
    with pytest.raises(UsageError) as caught:
        measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)
    assert str(path) in str(caught.value)
    assert says in str(caught.value)
    assert path.read_bytes() == content


def test_other_weights_in_the_game_refuse_the_file(tmp_path: Path) -> None:
    measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)
    other = Team(START.weights._replace(fight=1.0), START.outfit)
    with pytest.raises(UsageError, match=r"other weights to begin with.*another --folder"):
        measure_leaf(effort(tmp_path), other, LEAF, ["regression"], quiet, look, level)


@pytest.mark.parametrize("content", ["hello", '{"deathdome arena":1}\n', "[]\n", "\n"])
def test_no_other_file_is_touched(tmp_path: Path, content: str) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match="is no file of these matches; it was left as it is"):
        Record(path, head("spsa", SETTING, START))
    assert path.read_text(encoding="utf-8") == content


def test_a_match_that_is_missing_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3] + lines[4:]))
    with pytest.raises(ResultsFileError, match=r"positions\.jsonl:4: this is not match 2"):
        measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)


# -- accepted files ------------------------------------------------------------------------------


def test_factors_are_taken_if_they_foretell_other_matches_better(tmp_path: Path) -> None:
    tuning, stages = effort(tmp_path / "a"), ["regression", "td"]
    found = measure_leaf(tuning, START, LEAF, stages, quiet, look, above)
    assert found.taken
    assert "gate: better after" in found.notes[-1]
    for name, true in (("points", 0.5), ("towers", 1.5)):
        change = next(change for change in found.changes if change.name == name)
        assert change.before == LEAF[name]
        assert abs(change.found.value - true) < 0.1
    assert [change.name for change in found.changes] == list(FEATURES)
    # Those that are right already are not exchanged for others that can only be worse.
    right = LEAF | {"points": 0.5, "towers": 1.5}
    kept = measure_leaf(effort(tmp_path / "b"), START, right, stages, quiet, look, above)
    assert not kept.taken
    assert not list((tmp_path / "b").glob("gate-*"))


def test_to_foretell_better_is_not_enough_for_who_then_wins_no_more(tmp_path: Path) -> None:
    found = measure_leaf(effort(tmp_path), START, LEAF, ["regression"], quiet, look, level)
    assert not found.taken
    assert "gate: not better after" in found.notes[-1]


def test_a_team_with_a_judgement_of_positions_plays_on_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = []

    def sequential_halving(*given: Any) -> Any:
        judged.append(given[-1])
        return rollouts.sequential_halving(*given)

    monkeypatch.setattr(manager, "sequential_halving", sequential_halving)
    short = Setting(seed=2, rounds=1)
    play(short, "climb", 3, (START, START))
    assert not judged
    own = LeafWeights(*[1.0] * len(LeafWeights._fields))
    play(short, "climb", 3, (START, START._replace(leaf=own)))
    assert judged
    assert set(judged) == {own}


def test_too_few_matches_change_nothing(tmp_path: Path) -> None:
    few = effort(tmp_path, matches=99)
    found = measure_leaf(few, START, LEAF, ["regression"], quiet, look, level)
    assert not found.taken
    assert found.notes[-1] == "99 matches prove nothing; it takes 100"
    # With one match of the climb nothing is known, and nothing has to be gated.
    still = measure_weights(effort(tmp_path, matches=2), START, quiet, dice, even)
    assert (still.taken, still.notes) == (False, ["nothing moved, so there is no gate"])


@pytest.mark.parametrize(("block", "taken"), [(ahead, True), (even, False)])
def test_weights_are_taken_if_they_pass_the_gate(tmp_path: Path, block: Any, taken: bool) -> None:
    found = measure_weights(effort(tmp_path), START, quiet, dice, block)
    assert found.taken is taken
    warrior = next(change for change in found.changes if change.name == "warrior")
    assert warrior.found.value > warrior.before
    new = applied(START, found.changes)
    assert new.weights.shells == START.weights.shells
    assert (tmp_path / f"gate-{team_digest(new)}.jsonl").exists()


@pytest.mark.parametrize(
    ("changed", "stages", "says"),
    [
        ({}, ["sgd"], 'no stage "sgd"; it can be regression, td, spsa'),
        ({"matches": 1}, ["td"], "a stage needs 2 matches or more, not 1"),
        ({"jobs": 0}, ["td"], "1 process or more, not 0"),
        ({"batch": 0}, ["spsa"], "a batch has 1 match or more"),
        ({"gate": 0}, ["spsa"], "the gate needs 1 block or more"),
        ({"setting": Setting(-1)}, ["spsa"], "a seed is 0 or more"),
    ],
)
def test_what_cannot_be_done_is_refused(
    tmp_path: Path, changed: dict[str, Any], stages: list[str], says: str
) -> None:
    with pytest.raises(UsageError) as caught:
        check(effort(tmp_path, **changed), stages)
    assert says in str(caught.value)


# -- the file of weights ---------------------------------------------------------------------------


def test_the_file_keeps_its_comments_and_says_what_was_measured(tmp_path: Path) -> None:
    text = (data_folder() / FILE).read_text(encoding="utf-8")
    changes = (
        measure_leaf(effort(tmp_path / "a"), START, LEAF, ["td"], quiet, look, level).changes
        + measure_weights(effort(tmp_path / "b"), START, quiet, dice, ahead).changes
    )
    path = tmp_path / "weights.toml"
    sources = {
        "leaf": "make tune, 1,600 matches",
        "weights": "make tune, 120 matches of spsa",
        "outfit": "make mixture, 30 matches",
    }
    path.write_text(rewritten(text, changes, "abc", sources, path), encoding="utf-8")
    written = path.read_text(encoding="utf-8")
    comments = [line for line in text.splitlines() if line.startswith("#")]
    now_there = [line for line in written.splitlines() if line.startswith("#")]
    assert now_there == comments
    assert written.count(INTERVALS) == 1
    read = read_weights(path)
    assert (read.rules, read.matches) == ("abc", 1_750)
    now = applied(START, [change for change in changes if change.table != "leaf"])
    assert (read.weights, dict(read.outfit)) == (now.weights, dict(now.outfit))
    assert read.leaf == LeafWeights(**{c.name: c.found.value for c in changes if c.table == "leaf"})
    # Again: figures, sources and intervals change place with the new ones.
    again = rewritten(written, changes[:3], "abc", {"leaf": "make tune, 10 matches"}, path)
    path.write_text(again, encoding="utf-8")
    assert read_weights(path).matches == 160
    assert again.count("[intervals") == written.count("[intervals") > 0
    assert rewritten(again, changes[:3], "abc", {}, path) == again


def test_no_toml_is_told(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no file of weights"):
        rewritten("[weights", [], "abc", {}, tmp_path / "weights.toml")


def test_figures_are_short() -> None:
    assert [figure(value) for value in (163_412, 998_700, 2_604.4, 300)] == [
        "163_000",
        "999_000",
        "2_600",
        "300",
    ]
    assert [figure(value) for value in (0.70049, 1.0, 0.0, 12.3456)] == [
        "0.7",
        "1.0",
        "0.0",
        "12.346",
    ]


# -- knobs -----------------------------------------------------------------------------------------


def test_every_weight_is_turned_by_one_knob_or_fixed() -> None:
    turning = knobs(START)
    fields = [name for knob in turning if not knob.of_outfit for name in knob.fields]
    assert len(fields) == len(set(fields))
    left = set(START.weights._fields) - set(fields)
    assert left == {"shells", "points", "towers", "supply", "lead"}
    assert turned(START, turning, [0.0] * len(turning)) == START
    far = turned(START, turning, [1.0] * len(turning))
    for knob in turning:
        table = far.outfit if knob.of_outfit else far.weights._asdict()
        before = START.outfit if knob.of_outfit else START.weights._asdict()
        for name in knob.fields:
            assert table[name] >= before[name]
            assert not knob.shifted or 0 <= table[name] <= 1


def test_the_features_are_those_of_the_leaf() -> None:
    assert LeafWeights._fields == FEATURES
    assert len(FEATURES) == len(PARTS) + 2


# -- real matches ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_real_matches_run_through_all_stages(tmp_path: Path) -> None:
    short = Setting(seed=2, rounds=1)
    small = effort(tmp_path, setting=short, matches=2, batch=1, gate=1)
    leaf = measure_leaf(small, START, LEAF, ["regression", "td"], quiet)
    assert {change.name for change in leaf.changes} == set(FEATURES)
    rows = [json.loads(line) for line in (tmp_path / "positions.jsonl").read_text().splitlines()]
    for row in rows[1:]:
        assert {turn["seat"] for turn in row["turns"]} == {0, 1}
        assert {turn["round"] for turn in row["turns"]} <= {0, 1}
        assert row["turns"][-1]["seat"] == row["last"]
    weights = measure_weights(small, START, quiet)
    assert not weights.taken  # one block proves nothing
    rows = [json.loads(line) for line in (tmp_path / "spsa.jsonl").read_text().splitlines()]
    # A match can be played again alone.
    turning = knobs(START)
    assert rows[0]["knobs"] == [knob.name for knob in turning]
    teams = [turned(START, turning, at) for at in sides(rows[2]["middle"], rows[2]["apart"])]
    again = play(short, "climb", 1, teams)
    assert again["seed"] == rows[2]["seed"]
    assert again["lead"] == rows[2]["lead"]


def test_the_command_prints_writes_and_ends_by_what_was_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "measure_leaf", partial(measure_leaf, player=look, gate_player=above))
    out = tmp_path / "weights.toml"
    words = ["--stage", "regression", "--matches", "120", "--folder", str(tmp_path / "matches")]
    assert tune.main([*words, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "points" in said
    assert f"written: {out}" in said
    (gate,) = (tmp_path / "matches").glob("gate-*")
    gated = 2 * (len(gate.read_text(encoding="utf-8").splitlines()) - 1)
    assert read_weights(out).matches == tuned().matches + 120 + gated
    assert read_weights(out).weights == START.weights
    with pytest.raises(UsageError, match='no stage "climb"'):
        tune.main([*words, "--stage", "climb"])
    assert MARK in (tmp_path / "matches" / "positions.jsonl").read_text(encoding="utf-8")
