"""A whole match through a pipe, from the store to the payout, by a player that only reads."""

from __future__ import annotations

import re
import subprocess

from plain.console import PROGRAM, Chooser, Program, assert_plain, chosen_match
from question_scenes import auction

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.managers.registry import create
from deathdome.match.referee import Referee

SETTING = ("--seats", "human,greedy", "--seed", "12", "--rounds", "2")


def story(text: str) -> list[str]:
    """Return the output of `log` at the end."""
    told = text.partition("> log 9999\n")[2]
    return told[: told.rindex("\nover>")].splitlines()


def test_a_match_by_numbers_is_the_same_again_and_the_same_by_notation() -> None:
    program = Program(*SETTING)
    chooser = Chooser()
    said = program.hear()
    while "The match is over." not in said or said.endswith("over> "):
        said = program.type(chooser.line(said))
    assert program.end() == (0, "")
    text = program.text
    assert_plain(text)
    assert "The store closes." in text
    assert re.search(r"^(Red|Blue) wins .* after 2 rounds|^Red and Blue share", text, re.MULTILINE)
    assert re.search(r"^Red gets [\dk.M]+: ", text, re.MULTILINE)
    assert text.count("Blue buys") >= 2
    assert " failed: " not in text

    again = new_referee(["human", "greedy"], 12, 2, DEFAULT_BOARD, quick=False)
    kept = re.compile(r"^Check every roll: .*\n", re.MULTILINE)
    in_process = chosen_match(again, {1: lambda: create("greedy")}, ["human", "greedy"])
    assert in_process == kept.sub("", text) != text

    answers = re.findall(r"^Chosen: (.*)\.$", text, re.MULTILINE)
    assert len(answers) > 30
    done = subprocess.run(
        [*PROGRAM, *SETTING, "--strict"],
        input="\n".join(["# the same match", *answers, "log 9999", "quit", ""]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_plain(done.stdout)
    assert len(story(text)) > 50
    assert story(done.stdout) == story(text)
    assert not re.search(r"\byour?\b", "\n".join(story(text)), re.IGNORECASE)


def test_characters_and_four_teams_of_people_and_managers() -> None:
    referee = new_referee(
        ["human", "random", "human", "random"],
        3,
        1,
        "waspworth",
        quick=False,
        ruleset=ruleset_of("2019", characters=True),
    )
    managers = dict.fromkeys((1, 3), lambda: create("random"))
    text = chosen_match(referee, managers, ["human", "random", "human", "random"])
    assert re.search(r"(Red|Blue|Green|Yellow)'s [A-Z]", text)  # whose a character is
    assert text.count("Green, press Enter when the others look away.") > 1
    assert " failed: " not in text
    assert " after 1 round" in " ".join(story(text)[-3:])


def test_a_season_of_five_matches_by_numbers() -> None:
    names = ["human", "random"]
    referee = new_referee(names, 3, None, DEFAULT_BOARD, quick=True, series=(4, 2, 1, 1, 1))
    text = chosen_match(referee, {1: lambda: create("random")}, names)
    for number in range(1, 5):
        assert f"Matches played: {number} of 5." in text
        assert f"Match {number + 1} begins: " in text
    assert text.partition("> log 9999\n")[0].count("The store closes.") == 5
    assert re.search(r"^(Red|Blue) is worth [\d.]+M, with (no wins|\d wins?)\.", text, re.MULTILINE)
    assert " failed: " not in text
    assert referee.state.setup.series is not None
    assert referee.state.setup.series.match == 5


def test_the_winner_is_asked_in_plain_lines_whom_to_auction_off() -> None:
    referee = Referee(auction().state, 3)
    text = chosen_match(referee, {1: lambda: create("random")}, ["human", "random"])
    assert "\nWhich unit in jail do you auction off?" in text
    assert " failed: " not in text


def test_managers_among_themselves_need_no_input() -> None:
    done = subprocess.run(
        [*PROGRAM, "--seats", "random,random", "--seed", "3", "--rounds", "1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_plain(done.stdout)
    assert re.search(r" draws \d+ power cards?\.", done.stdout)
    assert not re.search(r"^\w+ draws (?!\d+ power card)", done.stdout, re.MULTILINE)
    assert re.search(
        r"^Blue gets [\dk.M]+: .*\n(.*\n)?After round 1: Red ", done.stdout, re.MULTILINE
    )
