"""The program as a shell sees it: what it prints where, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome import __version__

if TYPE_CHECKING:
    from pathlib import Path


def deathdome(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered(*arguments)


def test_version() -> None:
    done = deathdome("--version")
    assert (done.returncode, done.stdout) == (0, f"deathdome {__version__}\n")


@pytest.mark.parametrize("arguments", [["--version"], ["cards", "magnum"], ["cards", "chainsw"]])
def test_a_process_of_its_own_says_and_ends_the_same(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deathdome", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    here = deathdome(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )


def test_help_names_every_command() -> None:
    done = deathdome("--help")
    assert done.returncode == 0
    for command in ("board", "cards", "check", "rules", "sim"):
        assert f"\n  {command} " in done.stdout


def test_cards_lists_every_deck_and_kind() -> None:
    done = deathdome("cards")
    assert (done.returncode, done.stderr) == (0, "")
    headings = [line for line in done.stdout.splitlines() if line.isupper()]
    assert headings == [
        "WARRIOR DECK",
        "GUNNER DECK",
        "SCOUT DECK",
        "MEDIC DECK",
        "ARMOR DECK",
        "VEHICLE DECK",
        "EQUIPMENT DECK",
        "POWER CARDS",
        "REGISTRY",
        "CHARACTERS",
        "TOKENS",
    ]


@pytest.mark.parametrize("name", ["medical-pager", "Medical Pager", "PAGER"])
def test_cards_shows_one_card_in_full(name: str) -> None:
    assert deathdome("cards", name).stdout == (
        "Medical Pager  (medic deck, 500k)\n"
        "  equipment\n"
        "  On My Way: When a teammate is wounded, the bearer may walk up to its movement;\n"
        "  if it ends next to that teammate, the teammate heals 2, even from 0 or less.\n"
        '  "It only ever goes off during the soup."\n'
        "  For a medic.\n"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cyber-suit", "For any unit, one armor to a unit."),
        ("pogo-tank", "For any unit, one vehicle to a unit."),
        ("suspicious-syringe", "For a medic, costs an action."),
        ("party-grenade", "2 uses a match"),
        ("vacuum-tube-escape", "For any unit, works in jail, once a match."),
        ("action-movie-craze", "When: on the active unit during its unit phase."),
        ("action-movie-craze", "value 3, 3 copies"),
    ],
)
def test_cards_says_what_a_card_needs(name: str, said: str) -> None:
    assert said in deathdome("cards", name).stdout


def test_cards_finds_words_of_a_text() -> None:
    assert "Lava Waders" in deathdome("cards", "enter lava").stdout


def test_cards_as_json_for_programs() -> None:
    (magnum,) = json.loads(deathdome("cards", "--json", "magnum-44000").stdout)
    assert magnum["weapon"]["range"] == 9
    assert magnum["cost"] == 500_000
    assert len(json.loads(deathdome("cards", "--json").stdout)) == 80 + 31 + 4 + 27 + 2


def test_no_such_card_is_a_wrong_request_with_a_suggestion() -> None:
    done = deathdome("cards", "chainsw")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'deathdome: no card like "chainsw". Did you mean "rusty-chainsaw"?\n'


def test_no_match_is_begun_that_could_not_be_read_again(tmp_path: Path) -> None:
    words = ("play", "--plain", "--quick", "--seed", "1" + "0" * 40)
    done = answered(*words, env={"DEATHDOME_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "deathdome: --seed takes a number of 40 digits at most\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["play"], ["cards"]])
def test_ctrl_c_is_quiet_while_the_program_is_still_read(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reading(ModuleType):
        """A module during which the player presses Ctrl-C."""

        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    for name in ("deathdome.cli.main", "deathdome.cli.exit"):
        monkeypatch.setitem(sys.modules, name, Reading(name))
    done = answered(*words)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_no_such_option_is_a_wrong_request() -> None:
    done = deathdome("cards", "--jsn")
    assert done.returncode == 2
    assert "--json" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["cards"],
        ["board"],
        ["rules"],
        ["verify"],
        ["position"],
        ["check"],
        ["config"],
        ["config", "show"],
        ["manager"],
        ["manager", "check"],
        ["sim", "--board"],
        ["sim", "--edition"],
        ["sim", "--seats", "random,"],
        ["sim", "--pack"],
        ["arena", "--managers", "random,greedy", "--ablate"],
        ["arena", "--managers", "random,greedy", "--out"],
        ["arena", "--managers", "random,greedy", "--resume"],
        ["play", "--resume"],
        ["play", "--from"],
        ["play", "--lesson"],
        ["play", "--theme"],
        ["play", "--keys"],
        ["--"],
    ],
    ids=" ".join,
)
def test_a_word_that_would_move_the_cursor_is_quoted_without_doing_it(
    arguments: list[str],
) -> None:
    last = arguments.pop() if arguments[-1].endswith(",") else ""
    done = deathdome(*arguments, f"{last}no/\x1b[2J\u202ewhere")
    assert done.returncode in (1, 2)
    said = done.stdout + done.stderr
    assert said.replace("\n", "").isprintable()
    assert said.strip()
    assert "Traceback" not in said


def test_a_reader_that_has_seen_enough_is_no_failure_to_talk_about() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "deathdome", "cards", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()  # before anything is printed: the start takes longer than this
    assert program.stderr.read() == ""
    program.stderr.close()
    assert program.wait() == 1


PROGRAM = f'exec "{sys.executable}" -m deathdome'


LINES = """\
X; --X; play X; play --X; play --seats human,X; play --plain --board X; play --plain --seed X
play --theme X; play --plain --pack X; play --plain --resume X; play --plain --from X
play --lesson X; sim --seats random,X; sim --matches X; sim --edition X; arena --managers random,X
arena --managers random --ablate X; arena --managers random --sprt X
board X; board X.toml; cards X; rules X; manager check X; config X; config validate X; doctor X
matches X; verify X; watch X; position X; position 'DD1 X'; check X"""
