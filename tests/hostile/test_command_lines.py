"""Odd words on the command line: refused in words, in one line, and nothing is written.

The commands and their options are read from the program, so a new one is tested as soon as it is
there.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import typer
from program import answered

from deathdome.cli.main import app
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM: Any = typer.main.get_command(app)


def lines(name: str, command: Any, blank: str) -> Iterator[tuple[str, list[str]]]:
    """Every line of a command with one blank word in it, and the word before that.

    All that the command needs is there, so nothing but the blank word is wrong.
    """
    options = [one for one in command.params if one.param_type_name == "option"]
    needed = [name]
    for one in options:
        needed += [one.opts[0], "greedy,random"] if one.required else []
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    given = ["x" for one in arguments if one.required]
    for spelled in (spelled for one in options if not one.is_flag for spelled in one.opts):
        yield spelled, [*needed, *given, spelled, blank]
        yield f"{spelled}=", [*needed, *given, f"{spelled}={blank}"]
    for place in range(len(arguments)):
        before = [*needed, *("x" * place)]
        yield before[-1], [*before, blank]
        yield "--", [*before, "--", blank]


@pytest.mark.parametrize("blank", ["", " \t\n\u00a0"])
@pytest.mark.parametrize("name", PROGRAM.commands)
def test_every_option_and_argument_refuses_a_blank_word(name: str, blank: str) -> None:
    for before, words in lines(name, PROGRAM.commands[name], blank):
        with pytest.raises(UsageError, match=f'^the word after "{before}" is empty'):
            PROGRAM.main(words, prog_name="deathdome", standalone_mode=False)


@pytest.mark.parametrize("words", [("",), ("watch", " "), ("play", "--plain", "--board", "")])
def test_a_blank_word_ends_the_program_with_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = answered(*words, cwd=tmp_path, env={"DEATHDOME_HOME": str(tmp_path / "home")})
    before = ("deathdome", *words)[-2]
    said = f'deathdome: the word after "{before}" is empty; give one, or leave it out\n'
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--plain", "--quick", "--seats", "human,"),
        ("play", "--plain", "--quick", "--seats", ","),
        ("sim", "--seats", "random, "),
        ("sim", "--seats", ","),
        ("arena", "--managers", "greedy,"),
        ("arena", "--managers", ","),
        ("arena", "--managers", "greedy,random", "--ablate", ","),
        ("arena", "--managers", "greedy,random", "--sprt", ","),
        ("arena", "--managers", "greedy@,random"),
        ("arena", "--managers", "greedy+ ,random"),
        ("manager", "check", "command:"),
        ("manager", "check", "command: "),
        ("manager", "check", ":"),
    ],
    ids=" ".join,
)
def test_an_empty_part_of_a_list_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = answered(*words, cwd=tmp_path, env={"DEATHDOME_HOME": str(tmp_path / "home")})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("deathdome: ")
    assert not list(tmp_path.iterdir())


def test_a_file_may_be_called_like_an_empty_option(tmp_path: Path) -> None:
    (tmp_path / "--pack=").write_text("hello")
    done = answered("position", "--", "--pack=", cwd=tmp_path)
    assert (done.returncode, done.stdout[:18]) == (1, "--pack=: not TOML:")


# -- odd words, streams and homes ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        ("play <&-", 2, "play needs a terminal for input and output"),
        ("watch nowhere <&-", 2, "nowhere: no such file or saved match"),
        ("cards pager >&-", 0, ""),
        ("cards pagre 2>&-", 2, ""),
        ("cards pager >/dev/full", 1, "input or output: No space left on device"),
        ("sim --rounds 1 >/dev/full", 1, "input or output: No space left on device"),
        ("play --plain --quick --seed 1 </dev/null >/dev/full", 1, "No space left on device"),
        ("play --from '~nobody-at-all/x'", 2, "there is no such file"),
        ("cards pager --pack '~nobody-at-all/x'", 2, "no such file or folder"),
    ],
)
def test_streams_and_homes_that_are_not_there_are_answered_in_words(
    tmp_path: Path, call: str, code: int, said: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m deathdome {call}'],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DEATHDOME_HOME": str(tmp_path)},
    )
    assert "Traceback" not in done.stderr
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    if code == 2 and "2>&-" in call:
        assert not done.stdout


@pytest.mark.parametrize("home", ["a" * 5_000, "~nobody-at-all/x", "/dev/null", "x\x1b[2J"])
def test_a_home_that_cannot_be_is_no_reason_to_fall_over(home: str, tmp_path: Path) -> None:
    for line in (["config", "show"], ["config", "validate"], ["matches"], ["doctor"], ["cards"]):
        done = answered(*line, cwd=tmp_path, env={"DEATHDOME_HOME": home})
        assert done.returncode in (0, 1)
        assert "Traceback" not in done.stderr
        assert len(done.stderr) < 400
        assert (done.stdout + done.stderr).replace("\n", "").isprintable()


LINES = """\
X; --X; play X; play --X; play --seats human,X; play --plain --board X; play --plain --seed X
play --theme X; play --plain --pack X; play --plain --resume X; play --plain --from X
play --lesson X; sim --seats random,X; sim --matches X; sim --edition X; arena --managers random,X
arena --managers random --ablate X; arena --managers random --sprt X
board X; board X.toml; cards X; rules X; manager check X; config X; config validate X; doctor X
matches X; verify X; watch X; position X; position 'DD1 X'; check X"""


@pytest.mark.parametrize("line", LINES.replace("\n", "; ").split("; "))
def test_no_answer_quotes_much_of_a_command_line(line: str, tmp_path: Path) -> None:
    for odd in ("Q" * 9_000, '"' + "Q" * 9_000, "QQ " * 3_000, "\x1b[31m\n\u202eQ", "\udcff"):
        words = [word.replace("X", odd) for word in shlex.split(line)]
        done = answered(*words, env={"DEATHDOME_HOME": str(tmp_path)})
        assert done.returncode in (1, 2)
        said = done.stdout + done.stderr
        assert said.replace("\n", "").isprintable()
        assert "Q" * 200 not in said
        assert len(said) < 3_000
        assert "Traceback" not in said
