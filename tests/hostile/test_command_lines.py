"""An empty word on the command line, as of a variable that is unset, is never a default.

The commands and their options are read from the program, so a new one is tested as soon as it is
there.
"""

from __future__ import annotations

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
