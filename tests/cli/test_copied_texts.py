"""Positions and replays as text on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scenes import scene
from typer.testing import CliRunner

from deathdome.cli.main import app
from deathdome.content.positions import position_from_text
from deathdome.content.positions.one_line import position_line, view_line
from deathdome.errors import DeathdomeError
from deathdome.model.wire import fingerprint
from deathdome.records.format import read_record
from deathdome.records.replay_text import replay_text
from deathdome.rules.observing import observe

FOLDER = Path(__file__).parents[1]
STATE = scene(
    units={"red warrior": "e4", "blue gunner": "e3"},
    hands={"red": ["crowd-roar"], "blue": ["encore"]},
    active="red warrior",
).state
WHOLE = position_line(STATE)
VIEW = view_line(observe(STATE, 1))


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_a_text_is_described_and_its_answers_are_listed() -> None:
    code, said = run("position", WHOLE, "--show")
    assert code == 0
    assert said.startswith("a whole position\n2 teams, round 1 of 6\nasked: red, question: unit")
    assert "  attack blue.gunner\n" in said
    code, said = run("position", VIEW)
    assert said.splitlines() == [
        "a position as blue sees it",
        "2 teams, round 1 of 6",
        "asked: another team",
    ]


def test_a_text_becomes_a_file_and_a_file_a_text(tmp_path: Path) -> None:
    _, whole = run("position", WHOLE, "--export")
    assert fingerprint(position_from_text(whole, tmp_path)) == fingerprint(STATE)
    _, view = run("position", VIEW, "--export")
    assert "crowd-roar" not in view
    assert "hand = 1\n" in view
    file = tmp_path / "p.toml"
    file.write_text(whole, encoding="utf-8")
    code, said = run("position", str(file), "--text")
    assert code == 0
    assert said == f"{WHOLE}\n"


def test_a_text_in_a_file_is_told_as_the_text_itself(tmp_path: Path) -> None:
    file = tmp_path / "pasted.txt"
    wrapped = VIEW.replace(" red=", "\n red=")
    for text, pasted in ((WHOLE, f"{WHOLE}\n"), (VIEW, f"\n{wrapped}")):
        file.write_text(pasted, encoding="utf-8")
        for form in ((), ("--show",), ("--export",), ("--text",)):
            assert run("position", str(file), *form) == run("position", text, *form)
        assert run("position", str(file), "--text") == (0, f"{text}\n")
    fields = json.loads(run("position", str(file), "--json")[1])
    assert (fields["file"], fields["passed"], fields["view"]) == (str(file), True, "blue")
    file.write_text(WHOLE.replace("crowd-roar", "crowd-rear"), encoding="utf-8")
    code, said = run("position", str(file))
    assert code == 1
    assert said.startswith(f'{file}: teams.red.hand: no power card "crowd-rear".')


def test_texts_and_files_are_told_in_the_order_in_which_they_are_given(tmp_path: Path) -> None:
    file = tmp_path / "pasted.txt"
    file.write_text(WHOLE, encoding="utf-8")
    _, said = run("position", str(file), VIEW)
    assert said.index("a whole position") < said.index("as blue sees it")


def test_a_whole_match_is_no_position_and_it_is_said_what_shows_it(tmp_path: Path) -> None:
    record = FOLDER / "records/saved/0.1.0-characters.match"
    text = replay_text(read_record(record))
    file = tmp_path / "pasted.txt"
    file.write_text(text, encoding="utf-8")
    given = [(text, "replay", "play --from TEXT")]
    given += ((str(path), str(path), "watch FILE") for path in (file, record))
    for name, shown, command in given:
        told = f"{shown}: this is a whole match; `deathdome {command}` shows it\n"
        assert run("position", name) == (1, told)


def test_for_programs_there_is_an_object_a_line_good_or_bad() -> None:
    code, said = run("position", WHOLE, WHOLE[:-1], "--json")
    assert code == 1
    good, bad = map(json.loads, said.splitlines())
    assert (good["view"], good["asked"], good["question"]) == ("full", "red", "unit phase")
    assert "cut off" in bad["error"]
    assert not bad["passed"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((f"{WHOLE}x",), "checksum"),
        (("DD4 new",), "format 4"),
        (("DDR1 new",), "cut off"),
        (("no-such-file",), "there is no such file"),
        ((WHOLE, "--quick"), "--from takes its settings from the text"),
        ((WHOLE, "--plain"), "--from takes its settings from the text"),
        ((WHOLE, "--rounds", "3"), "--from takes its settings from the text"),
        ((WHOLE,), "needs a terminal"),
        ((VIEW,), "needs a terminal"),
        ((replay_text(read_record(FOLDER / "records/saved/0.1.0-characters.match")),), "needs a"),
    ],
)
def test_what_cannot_be_begun_with_is_refused(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(DeathdomeError, match=told):
        run("play", "--from", *words)


def test_a_replay_in_a_file_is_checked_roll_by_roll(tmp_path: Path) -> None:
    file = tmp_path / "pasted.txt"
    text = replay_text(read_record(FOLDER / "records/saved/0.1.0-characters.match"))
    file.write_text(text, encoding="utf-8")
    code, said = run("verify", str(file))
    assert code == 0
    assert "every roll, draw and answer reproduced: 143 answers, 35 by chance" in said
    with pytest.raises(DeathdomeError, match="needs a terminal"):
        run("watch", str(file))
    file.write_text(text.replace("walk m13", "walk m14"), encoding="utf-8")
    with pytest.raises(DeathdomeError, match="copy it again"):
        run("watch", str(file))
