"""However a match in a pipe ends: in words, with the right exit code, without a traceback."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest
from plain.console import PROGRAM, Program, assert_plain

from deathdome.cli.play import play
from deathdome.errors import UsageError

KEPT = re.compile(
    r"\nYou left the match \(seed 3\)\. It is saved\.\n"
    r"resume with: deathdome play --plain --resume \S+\n$"
)
QUICK = ("--seats", "human,random", "--seed", "3", "--rounds", "1", "--quick")


def run(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments], input=text, capture_output=True, text=True, check=False
    )


def test_the_end_of_the_input_is_said() -> None:
    done = run("look\nwalk", *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    assert_plain(done.stdout)
    assert "red> \nThe input has ended.\nYou left the match" in done.stdout
    assert KEPT.search(done.stdout)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "term"]
)
def test_a_signal_leaves_in_words(number: signal.Signals, code: int) -> None:
    program = Program(*QUICK)
    program.hear()
    program.process.send_signal(number)
    found, error = program.end()
    assert (found, error) == (code, "")
    assert KEPT.search(program.text)


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    command = f"{PROGRAM[0]} play --plain {' '.join(QUICK)} | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], input="look\n" * 500, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("Death Dome 3,000, seed 3. Red is human and Blue is random.")
    assert done.stderr == ""


def test_bytes_that_are_no_text_and_endless_lines_are_refused_in_words() -> None:
    done = subprocess.run(
        [*PROGRAM, *QUICK],
        input=b"\xff\xfe\x00walk\x1b[2J\n" + b"x" * 100_000 + b"\n" + b";" * 5000 + b"\nseed\n",
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Seed 3. " in done.stdout
    assert not [byte for byte in done.stdout if byte < 32 and byte != 10]


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"seats": "human,greedi"}, 'Did you mean "greedy"'),
        ({"seats": "human,greedy", "board": "nowhere"}, "nowhere"),
        ({"seats": "human,greedy", "edition": "2020"}, "edition"),
        ({"theme": "nope"}, 'no theme "nope".'),
        ({"theme": "drak"}, 'Did you mean "dark"'),
        ({"keys": "emacs"}, 'no preset of keys "emacs"'),
        ({"lesson": "1", "theme": "nope"}, "no theme"),
        ({"seats": "human,greedy", "packs": ["/nowhere/at/all"]}, "nowhere"),
    ],
)
def test_a_wrong_request_is_a_usage_error(wish: dict[str, str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        play(plain=True, **wish)  # type: ignore[arg-type]


def test_a_usage_error_ends_the_program_with_2() -> None:
    done = run("", "--resume", "--rounds", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--resume" in done.stderr


def test_a_strict_script_ends_with_the_first_line_that_is_refused() -> None:
    done = run("hand; walk q1; look\nlook\n", "--strict", *QUICK)
    assert (done.returncode, done.stderr) == (1, "")
    assert "(PHASE-2)" in done.stdout
    assert "Not done, because of that: look." in done.stdout
    assert "payout now" not in done.stdout
    assert KEPT.search(done.stdout)


def test_options_of_plain_mode_are_refused_on_the_screen() -> None:
    with pytest.raises(UsageError, match="--plain"):
        play(strict=True)
    with pytest.raises(UsageError, match="--plain"):
        play(width=60)


def test_it_needs_neither_textual_nor_a_terminal() -> None:
    program = (
        "import sys\n"
        "from deathdome.cli.play import play\n"
        "play(seats='human,random', seed=3, quick=True, plain=True)\n"
        "print({'textual', 'asyncio'} & {n.partition('.')[0] for n in sys.modules})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "set()", done.stderr
