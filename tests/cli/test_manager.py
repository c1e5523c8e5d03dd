"""`deathdome manager`: who is there, and who keeps the protocol."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.cli.manager import Waiting

if TYPE_CHECKING:
    import subprocess

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
ROGUE = ROOT / "tests" / "managers" / "foreign" / "rogue.py"


def manager(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered("manager", *arguments, cwd=ROOT)


def test_list_names_everybody_that_is_installed_and_what_else_can_be_said() -> None:
    done = manager("list")
    assert done.returncode == 0
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line}
    assert rows["greedy"].endswith("deathdome.managers.greedy:GreedyManager")
    assert "@elite, @champion" in rows["levels:"]
    assert "+turtle" in rows["personalities:"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("greedy", marks=pytest.mark.long),
        f"command:{sys.executable} collector.py",
        "command:sh collector.sh",
    ],
)
def test_our_own_and_the_examples_keep_the_protocol(name: str) -> None:
    name = name.replace("collector", str(EXAMPLES / "collector"))
    done = manager("check", name, "--matches", "1")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[1] == "ok   1 match against random, 1 won, no fault"
    assert lines[2].startswith("ok   all 14 kinds of question answered")
    assert lines[-1].endswith("keeps the protocol")
    assert all(line.startswith("ok   ") for line in lines[:-1])


@pytest.mark.slow
def test_who_does_not_keep_it_is_told_what_was_wrong_and_where() -> None:
    done = manager("check", f"command:{sys.executable} {ROGUE} illegal", "--matches", "1")
    assert done.returncode == 1
    assert "FAIL 1 match against random, 3 faults" in done.stdout
    assert "     match 0, question " in done.stdout
    assert '"walk home" is none of the ' in done.stdout
    assert "does not keep the protocol" in done.stderr


@pytest.mark.slow
def test_who_is_always_late_is_waited_for_a_few_times_and_what_goes_on_is_said(
    tmp_path: Path,
) -> None:
    asked = tmp_path / "asked"
    silent = tmp_path / "silent.py"
    silent.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        "    if kind == 'begin':\n"
        "        print(json.dumps({'type': 'ready', 'schema': 1}), flush=True)\n"
        "    if kind == 'decide':\n"
        f"        open({str(asked)!r}, 'a').write('.')\n",
        encoding="utf-8",
    )
    done = manager("check", f"command:{sys.executable} {silent}", "--seconds", "0.1")
    assert done.returncode == 1
    assert "FAIL 1 match against random, 3 faults; 19 more were not played" in done.stdout
    assert "late in every match: no seed is played again" in done.stdout
    assert "FAIL some kinds of question fail" in done.stdout
    assert "late, so it was not asked: attack cards, auction, defence cards, " in done.stdout
    assert "FAIL stumbles when an answer is refused" in done.stdout
    assert "the same seeds" not in done.stdout  # no test can know
    assert "deathdome: checking, match 1 of 20: no answer in 0.1 s\n" in done.stderr
    # In the match, one kind of question, and the one that is put again; without a limit thousands.
    assert len(asked.read_text()) <= 5


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_in_a_terminal_one_line_says_what_is_going_on_and_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    screen = Screen()
    waiting = Waiting(screen, "xterm")
    waiting.tell("match 1 of 20")
    waiting.tell("match 2 of 20", "no answer in 30 s")
    waiting.clear()
    rows = screen.getvalue().split("\r\x1b[K")
    assert rows == ["", "checking, match 1 of 20", "checking, match 2 of 20: no a", ""]
    for out, term in ((Screen(), "dumb"), (io.StringIO(), "xterm")):
        waiting = Waiting(out, term)
        waiting.tell("match 1 of 20")
        waiting.clear()
        assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lst",), 'manager cannot "lst". Did you mean "list"?'),
        (("check",), "name a manager to check, such as"),
        (("check", "gredy"), 'no manager named "gredy"'),
        (("check", "greedy@rokie"), 'Did you mean "rookie"?'),
        (("list", "greedy"), "takes no name"),
        (("check", "greedy", "--seconds", "0"), "takes 0.01 to 3,600 seconds, not 0.0"),
        (("check", "greedy", "--seconds", "inf"), "takes 0.01 to 3,600 seconds, not inf"),
        (("check", "greedy", "--seconds", "nan"), "takes 0.01 to 3,600 seconds, not nan"),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_can(
    arguments: tuple[str, ...], said: str
) -> None:
    done = answered("manager", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_manager_that_does_not_start_is_told_of_at_once() -> None:
    done = manager("check", "command:no-such-program", "--matches", "1")
    assert done.returncode == 1
    assert "FAIL does not start: " in done.stdout
    assert "cannot start no-such-program: No such file or directory" in done.stdout


def test_what_a_program_says_of_itself_or_dies_with_moves_no_cursor(tmp_path: Path) -> None:
    dies = tmp_path / "dies.sh"
    dies.write_text("echo '\x1b[2J\u202e gone' >&2; exit 1", encoding="utf-8")
    boasts = tmp_path / "boasts.sh"
    ready = r'{"type":"ready","schema":1,"name":"\u001b[2J\u202e[red]me"}'
    boasts.write_text(f"cat <<'END'\n{ready}\nEND\n", encoding="utf-8")
    for program, said in ((dies, "<U+001B>[2J<U+202E> gone"), (boasts, "[2J<U+202E>[red]me")):
        done = manager("check", f"command:sh {program}", "--matches", "1")
        assert done.returncode == 1
        assert said in done.stdout
        assert (done.stdout + done.stderr).replace("\n", "").isprintable()
