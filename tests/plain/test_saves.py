"""A match in plain mode is saved like one on the screen, and resumes however it was left."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest
from plain.console import PROGRAM, Chooser, Program, assert_plain
from program import answered
from record_marks import plain

from deathdome.cli.play import play
from deathdome.plain.match import PlainMatch
from deathdome.records.library import find, resume, summaries

if TYPE_CHECKING:
    from pathlib import Path

MATCH = ("--seats", "human,greedy", "--seed", "5", "--rounds", "2", "--board", "waspworth")
QUICK = (*MATCH, "--quick")
RESUME = re.compile(r"^resume with: deathdome play --plain --resume (\S+)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def run(script: str, *arguments: str) -> str:
    done = answered("play", "--plain", *arguments, typed=script)
    assert (done.returncode, done.stderr) == (0, "")
    assert_plain(done.stdout)
    return done.stdout


def odds_of(log: str) -> list[str]:
    """The odds behind the numbers of each attack, with the line breaks of a narrow terminal."""
    return re.findall(r"\(if [^)]*dies [^)]*\)", log)


def look_of(text: str) -> str:
    """Return the output of the last `look`."""
    told = text.rpartition("> look\n")[2]
    return told[: told.index("\nred>")]


def test_the_end_of_the_input_keeps_the_match_and_says_how_to_go_on() -> None:
    first = run("activate red.scout; walk h17; capture; decline\nlook\n", *QUICK)
    found = RESUME.search(first)
    assert found
    again = run("look\n", "--resume", found[1])
    assert "The match continues.\nRound 1 of 2; Red's turn" in again
    assert look_of(again) == look_of(first)
    assert RESUME.search(again)


def test_a_record_that_lies_elsewhere_is_gone_on_with_by_its_path(home: Path) -> None:
    run("activate red.scout; walk h17\n", *QUICK)
    (kept,) = home.rglob("*.match")
    elsewhere = home / "my own save.match"
    kept.rename(elsewhere)
    said = run("look\n", "--resume", str(elsewhere))
    command = said.rpartition("resume with: ")[2].strip()
    assert command == f"deathdome play --plain --resume '{elsewhere}'"
    assert "The match continues." in run("", *shlex.split(command)[3:])


def test_hints_are_counted_when_the_match_goes_on() -> None:
    run("hint\n", *QUICK)
    again = run("hint\nhint\nend turn; end turn\nend turn; end turn\nquit\n", "--resume")
    assert "Hints taken: Red 2." in again


def test_what_could_be_taken_back_still_can_be() -> None:
    run("activate red.scout; walk h18; walk h17\n", *QUICK)
    again = run("undo\nundo\nredo\nlook\nwalk i18\n", "--resume")
    assert "Undone: walk h17." in again
    assert "Undone: walk h18." in again
    assert "Redone: walk h18." in again
    assert "Red's Sparrow, red.scout, on h18" in look_of(again)
    third = run("undo\nlook\n", "--resume")
    assert "Undone: walk i18." in third
    assert "Red's Sparrow, red.scout, on h18" in look_of(third)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_every_answer_is_on_disk_before_the_next_question_is_said(number: int) -> None:
    program = Program(*QUICK)
    program.hear()
    program.type("activate red.scout")
    program.type("walk h17")
    program.process.send_signal(number)
    code, error = program.end()
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    assert error == ""
    assert bool(RESUME.search(program.text)) is (number != signal.SIGKILL)
    assert "Red's Sparrow, red.scout, on h17" in look_of(run("look\n", "--resume"))


def test_a_mistake_of_the_program_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    def stumble(match: PlainMatch) -> None:
        raise ZeroDivisionError(match)

    monkeypatch.setattr(PlainMatch, "run", stumble)
    with pytest.raises(SystemExit) as left:
        play(seats="human,random", seed=3, quick=True, plain=True)
    assert left.value.code == 1
    said = capsys.readouterr().err
    assert "deathdome crashed (ZeroDivisionError" in said
    assert "resume with: deathdome play --plain --resume " in said
    assert list(home.rglob("*.crash.txt"))
    monkeypatch.undo()
    monkeypatch.setenv("DEATHDOME_HOME", str(home))
    assert "The match continues." in run("", "--resume")


@pytest.mark.long
def test_a_whole_match_left_after_every_line_ends_as_if_it_had_not_been() -> None:
    setting = ("--seats", "human,random", "--seed", "12", "--rounds", "1", "--quick")
    program = Program(*setting)
    chooser = Chooser()
    said = program.hear()
    while "The match is over." not in said:
        said = program.type(chooser.line(said))
    assert program.end() == (0, "")
    answers = re.findall(r"^Chosen: (.*)\.$", program.text, re.MULTILINE)
    assert len(answers) > 3
    run("", *setting)
    for answer in answers:
        last = run(f"{answer}\n", "--resume")
    assert "The match is over." in last
    again = re.search(r"^Check every roll: (deathdome verify \S+)$", last, re.MULTILINE)
    assert again
    told = subprocess.run(
        [PROGRAM[0], *again[1].split()[1:]], capture_output=True, text=True, check=True
    )
    assert "every roll, draw and answer reproduced" in told.stdout
    one, other = (plain(one.path.read_bytes()).partition(b"\n\n")[2] for one in summaries())
    assert b"\nend: " in one
    assert one == other


def test_without_a_word_about_the_match_an_older_one_is_offered_and_gone_on_with() -> None:
    first = run("activate red.scout; walk h17\n", *QUICK)
    found = RESUME.search(first)
    assert found
    again = run("continue\nlook\n")
    assert "You have an unfinished match: round 1, against greedy" in again
    assert "Red's Sparrow, red.scout, on h17" in look_of(again)
    assert [one.path.stem for one in summaries()] == [found[1]]  # the new one has left nothing
    described = run("continue\n", *QUICK)
    assert "You have an unfinished match" not in described
    assert "You have no other unfinished match" in described
    begun = run("pass\ncontinue\n")
    assert "This match has started" in begun


def test_a_finished_match_is_kept_as_finished_and_played_again() -> None:
    script = "end turn\nrematch\nend turn\nrematch new\nlook\nquit\n"
    said = run(script, "--seats", "human,random", "--seed", "9", "--rounds", "1", "--quick")
    assert said.count("Death Dome 3,000, seed 9.") == 2
    assert len(re.findall(r"^Death Dome 3,000\. Red", said, re.MULTILINE)) == 1  # a random seed
    assert [bool(one.result) for one in summaries()] == [False, True, True]


def test_another_program_that_plays_the_match_is_not_disturbed() -> None:
    program = Program(*QUICK)
    program.hear()
    done = subprocess.run(
        [*PROGRAM, "--resume"], input="", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "another program is playing this match" in done.stderr
    program.end()


def test_what_cannot_be_saved_is_said_and_played(home: Path) -> None:
    (home / "file").write_text("")
    done = subprocess.run(
        [*PROGRAM, *QUICK],
        input="hand\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DEATHDOME_HOME": str(home / "file")},
    )
    said = " ".join(done.stdout.split())
    folder = home / "file" / "matches"
    assert f"Can't save the match: Not a directory ({folder}/" in said
    assert "Free some space there or allow writing, and keep playing" in said
    assert "red> hand" in said  # it does continue
    assert "It couldn't be saved: Not a directory" in said
    assert "resume with" not in said
    assert done.returncode == 1  # it was promised that every answer is kept
    assert done.stderr.startswith(
        f"deathdome: the match could not be saved: Not a directory ({folder}/"
    )


def test_what_could_be_saved_later_is_no_failure(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    program = Program(*QUICK)
    assert "Can't save the match" in program.hear()
    (home / "file").unlink()
    program.type("activate red.scout")
    program.type("quit")
    code, error = program.end()
    assert (code, error) == (0, "")
    assert RESUME.search(program.text)


def test_a_match_that_was_lost_counts_also_when_the_next_one_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    setting = ("--seats", "human,random", "--seed", "9", "--rounds", "1", "--quick")
    program = Program(*setting)
    program.hear()
    program.type("end turn")
    program.type("rematch")
    (home / "file").unlink()
    program.type("quit")
    code, error = program.end()
    assert code == 1
    assert error.startswith("deathdome: the match could not be saved: ")
    assert len(summaries()) == 1


@pytest.mark.parametrize("then", ["rematch", "look", "quit"])
def test_a_match_is_saved_as_soon_as_it_can_be_without_another_answer(
    then: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    program = Program("--seats", "human,random", "--seed", "9", "--rounds", "1", "--quick")
    assert "Can't save the match" in program.hear()
    program.type("end turn")
    (home / "file").unlink()
    assert "Saving works again. The whole match is saved." in program.type(then)
    code, error = program.end()
    assert (code, error) == (0, "")
    assert summaries()


def test_odds_that_attacks_had_are_there_after_going_on() -> None:
    setting = ("--seats", "greedy,human,greedy", "--seed", "5", "--rounds", "9", "--quick")
    script = "end turn\nend turn\ndecline\ncommit\n" * 3
    first = run(f"{script}log 999\n", *setting)
    odds = odds_of(first.rpartition("> log 999")[2])
    assert odds
    again = run("log 999\n", "--resume")
    assert odds_of(again.rpartition("> log 999")[2]) == odds


def test_friends_find_their_match_behind_the_curtain() -> None:
    setting = ("--seats", "human,human", "--seed", "5", "--rounds", "1", "--quick")
    first = run("\nactivate blue.scout; walk h4\n", *setting)
    found = RESUME.search(first)
    assert found
    again = run("\nundo\nhand\n", "--resume", found[1])
    before, _, after = again.partition("Blue, press Enter when the others look away.")
    assert "power cards: " not in before
    assert "Undone: walk h4." in after
    resumed = resume(find(found[1]))
    cards = resumed.replay.referee.state.setup.catalog.power_cards
    hands = resumed.replay.referee.state.hands
    resumed.writer.close()
    assert all(cards[card].name in after for card in hands[1])
    assert not [cards[card].name for card in hands[0] if cards[card].name in before]
