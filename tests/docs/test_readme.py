"""The shell examples of the README run and succeed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from program import answered

README = Path(__file__).parents[2] / "README.md"
# A block counts as an example when the line above it says so; it stays invisible to readers.
EXAMPLE = re.compile(r"<!-- example -->\n```sh\n(.*?)```", re.DOTALL)


def commands() -> list[str]:
    blocks = EXAMPLE.findall(README.read_text(encoding="utf-8"))
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("command", commands())
def test_readme_example(command: str, tmp_path: Path) -> None:
    program, *words = shlex.split(command)
    if program == "deathdome" and "|" not in words:
        done = answered(*words, cwd=tmp_path)
    else:
        programs = Path(sys.executable).parent
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_program_of_the_readme_plays_a_match(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout


def test_readme_has_examples() -> None:
    assert commands()
