"""What a fresh interpreter loads: the engine stays pure, and commands start without the screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import deathdome

SOURCE = Path(deathdome.__file__).parent
# Of the standard library, what would make the engine depend on chance, clock or surroundings.
FORBIDDEN = {"pydantic", "textual", "rich", "typer", "asyncio", "logging", "random", "time"}
# Built into the interpreter and there before anything is imported.
ALWAYS_THERE = {"time"}


def loaded_after(program: str) -> set[str]:
    """Top-level modules in a fresh interpreter after `program`, without those there anyway."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules, sep='\\n')"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def engine_modules() -> list[str]:
    return [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for package in ("geometry", "model", "rules")
        for path in sorted((SOURCE / package).rglob("*.py"))
        if path.name != "__init__.py"
    ]


def test_the_engine_is_pure() -> None:
    loaded = loaded_after("\n".join(f"import {name}" for name in engine_modules()))
    assert loaded & (FORBIDDEN - ALWAYS_THERE) == set()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["cards"], ["board"], ["sim"]])
def test_a_command_without_a_screen_does_not_load_textual(arguments: list[str]) -> None:
    program = (
        "import contextlib, io, sys\n"
        f"sys.argv = ['deathdome', *{arguments!r}]\n"
        "from deathdome.cli.main import main\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n"
        "    main()\n"
    )
    loaded = loaded_after(program)
    assert "textual" not in loaded
    if arguments[0].startswith("--"):
        assert not loaded & {"pydantic", "rich"}
