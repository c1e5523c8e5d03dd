"""Any encoding of the output, and any characters in a name: there is an answer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tui.terminals import PLAY, exit_code, read_until, spawned

from deathdome.run_file import line
from deathdome.terminal import plain

HALF = os.fsdecode(b"\xff")  # Python's surrogate for an undecodable byte
MANAGER = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print('{"type": "ready", "schema": 1, "name": "Snow"}', flush=True)
    elif message["type"] == "decide":
        reply = {"number": message["number"], "error": %r}
        print(json.dumps(reply), flush=True)
"""


def said(encoding: str, *words: str, home: str = "") -> subprocess.CompletedProcess[bytes]:
    """Return the output of the program in that encoding."""
    env = {**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": "80"}
    env |= {"DEATHDOME_HOME": home} if home else {}
    ended = subprocess.run(
        [sys.executable, "-m", "deathdome", *words], check=False, capture_output=True, env=env
    )
    assert b"Traceback" not in ended.stderr
    return ended


def match_of(tmp_path: Path, encoding: str, error: str) -> dict[str, Any]:
    """The match as JSON, of a manager that says nothing else."""
    script = tmp_path / "snow.py"
    script.write_text(MANAGER % error)
    seats = f"command:{sys.executable} {script},random"
    ended = said(encoding, "sim", "--json", "--rounds", "1", "--seats", seats)
    assert ended.returncode == 0
    told = json.loads(ended.stdout.decode(encoding))
    assert isinstance(told, dict)
    return told


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_json_is_json_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    error = "no idea \N{SNOWMAN} h\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert error in match_of(tmp_path, encoding, error)["faults"][0]["detail"]


def test_json_is_json_with_half_a_sign_in_it(tmp_path: Path) -> None:
    assert match_of(tmp_path, "utf-8", "\ud83d")["faults"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("check", "{}/b.toml"), ("check", "{}/c.toml"), ("position", "{}/c.toml"), ("matches",)],
)
def test_a_name_that_the_output_has_no_sign_for_is_told_in_numbers(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    folder = tmp_path / "\N{LATIN SMALL LETTER E WITH ACUTE}"
    folder.mkdir()
    board = Path(__file__).parents[2] / "data" / "boards" / "waspworth.toml"
    shutil.copy(board, folder / "b.toml")
    ended = said("ascii", *(word.format(folder) for word in words), home=str(folder))
    assert b"\\xe9" in ended.stdout + ended.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "utf-16"])
@pytest.mark.parametrize("name", [HALF, "\N{SNOWMAN}"])
def test_a_path_is_answered_in_the_bytes_of_its_name(
    tmp_path: Path, encoding: str, name: str
) -> None:
    ended = said(encoding, "config", "path", home=f"{tmp_path}/{name}")
    assert ended.returncode == 0
    assert ended.stdout == os.fsencode(tmp_path / name / "config" / "config.toml") + b"\n"


@pytest.mark.parametrize(
    "words", [("sim", "--seats"), ("arena", "--blocks", "1", "--out", "{}/run", "--managers")]
)
def test_nobody_is_called_by_what_is_no_text(tmp_path: Path, words: tuple[str, ...]) -> None:
    names = f"command:python3 x.py {HALF},random"
    ended = said("utf-8", *(word.format(tmp_path) for word in words), names)
    assert ended.returncode == 2
    assert b"not text" in ended.stderr
    assert not list(tmp_path.iterdir())


def test_a_path_that_is_no_text_can_be_kept_in_the_file_of_a_run() -> None:
    header = {"board": f"boards/{HALF}.toml", "name": "\N{SNOWMAN}"}
    assert json.loads(line(header).encode()) == header


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("wanted", ["auto", "shapes"])
def test_a_board_is_drawn_in_ascii_where_shapes_have_no_code(encoding: str, wanted: str) -> None:
    code = f"from deathdome.cli.display import glyphs_for; print(glyphs_for({wanted!r}).name)"
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env
    )
    assert told.stdout == "ascii\n"


def test_doctor_says_that_the_encoding_has_no_shapes() -> None:
    ended = said("ascii", "doctor")
    assert b"ascii has none of them: the board is drawn in ASCII" in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_the_screen_writes_only_what_the_encoding_has(encoding: str) -> None:
    command = ["/usr/bin/env", f"PYTHONIOENCODING={encoding}", sys.executable, "-c", PLAY]
    with spawned(command) as (pid, terminal):
        opened = read_until(terminal, b"? keys")
        os.write(terminal, b"\x11")
        opened += read_until(terminal, b"(seed 3)")
        assert exit_code(pid) == 0
    assert opened.isascii()
    assert b"\\u" not in opened


def test_a_sign_without_a_code_gets_a_plain_one_of_its_width() -> None:
    assert plain("a─│┌…→é雪", "latin-1") == "a-|+.>é??"
    assert plain("a─│┌", "utf-8") == "a─│┌"
