"""Files in the working folder hide nothing: not Python's modules, and not those of the game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
HIDING = (
    "json",
    "typing",
    "random",
    "copy",
    "pickle",
    "numpy",
    "joblib",
    "typer",
    "rich",
    "textual",
)
BOT = """
import json, random
from helper import WORD
from deathdome.managers.random_manager import RandomManager

class Bot(RandomManager):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a manager, and a file named like each of those modules."""
    for name in HIDING:
        (tmp_path / f"{name}.py").write_text(f"raise RuntimeError('{name} of the folder')")
    (tmp_path / "helper.py").write_text("WORD = 1")
    (tmp_path / "bot.py").write_text(BOT)
    return tmp_path


@pytest.mark.parametrize("trust", [(), ("--trust",)], ids=["", "trust"])
@pytest.mark.parametrize(
    "words",
    [
        ("sim", "--seats", "bot:Bot,random"),
        pytest.param(
            ("sim", "--seats", "bot:Bot,random", "--matches", "3", "--jobs", "2"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("arena", "--managers", "bot:Bot,random", "--blocks", "2", "--jobs", "2"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_manager_and_workers_get_the_right_modules(
    folder: Path, words: tuple[str, ...], trust: tuple[str, ...]
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "deathdome", *words, "--rounds", "1", *trust],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONSAFEPATH": ""},
    )
    assert ended.returncode == 0, ended.stderr
    assert "of the folder" not in ended.stdout + ended.stderr
    assert words[0] == "sim" or "no faults" in ended.stdout


def test_workers_get_the_right_modules(folder: Path) -> None:
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "deathdome",
            "sim",
            "--matches",
            "2",
            "--jobs",
            "2",
            "--rounds",
            "1",
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONSAFEPATH": ""},
    )
    assert ended.returncode == 0, ended.stderr


def test_a_program_keeps_its_own_module_path(folder: Path) -> None:
    """Workers leave the working folder out; the programs of managers still have theirs."""
    (folder / "program.py").write_text(
        "import os, sys; sys.stderr.write('safe=' + str(os.getenv('PYTHONSAFEPATH'))); sys.exit(3)"
    )
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "deathdome", "manager", "check", "--matches", "1"),
            f"command:{sys.executable} program.py",
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"},
    )
    assert "safe=None" in ended.stdout
