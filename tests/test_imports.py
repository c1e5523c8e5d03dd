"""Imports of a fresh interpreter: the engine stays pure, and commands start without the screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import deathdome
from deathdome.cli.main import app

SOURCE = Path(deathdome.__file__).parent
# Of the standard library, what would make the engine depend on chance, clock or surroundings.
FORBIDDEN = {"pydantic", "textual", "rich", "typer", "asyncio", "logging", "random", "time"}
# Built into the interpreter and there before anything is imported.
ALWAYS_THERE = {"time"}


def loaded_after(program: str) -> set[str]:
    """Top-level modules in a fresh interpreter after `program`, without those there anyway."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules, sep='\\n')"],
        stdin=subprocess.DEVNULL,
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


# One call of each command that needs no screen; modules that each may not load next to Textual.
SCREEN = {"textual", "rich", "asyncio"}
RECORD = str(SOURCE.parents[1] / "tests" / "records" / "saved" / "0.1.0-characters.match")
SCENARIO = str(SOURCE.parents[1] / "tests" / "powerdome" / "scenarios" / "f01.toml")
MANY_MATCHES = {"joblib", "tqdm", "multiprocessing"}
COMMANDS: dict[tuple[str, ...], set[str]] = {
    ("--help",): {"pydantic", "numpy"},
    ("--version",): {"pydantic", "numpy"},
    ("arena", "--managers", "random", "--rounds", "1", "--blocks", "1"): MANY_MATCHES,
    ("board",): MANY_MATCHES,
    ("cards",): MANY_MATCHES,
    ("check", str(SOURCE.parents[1] / "data" / "cards" / "armor.toml")): MANY_MATCHES,
    ("config", "show"): MANY_MATCHES,
    ("config", "validate"): MANY_MATCHES,
    ("doctor",): MANY_MATCHES,
    ("engine", "--schema"): MANY_MATCHES,
    ("manager", "list"): MANY_MATCHES,
    ("matches",): MANY_MATCHES,
    ("play", "--help"): MANY_MATCHES,
    ("play",): MANY_MATCHES,  # refused: there is no terminal here
    ("position", str(SOURCE.parents[1] / "tests" / "positions" / "punch.toml")): MANY_MATCHES,
    ("power", "--help"): MANY_MATCHES,
    ("powerdome", "resolve", SCENARIO): MANY_MATCHES,
    ("rules", "PUSH-3"): MANY_MATCHES,
    ("sim", "--rounds", "1"): MANY_MATCHES,  # one process, and no user watches
    ("verify", RECORD): MANY_MATCHES,
    ("watch", RECORD): MANY_MATCHES,  # refused: there is no terminal here
}


# Runs commands one after the other, and ends with the first that loads what it may not load. What
# one has loaded is allowed to none of those that follow, so they need no interpreters of their own.
RUN = """
import contextlib, io, sys
from deathdome.cli.main import main
for words, banned in {commands!r}:
    sys.argv = ["deathdome", *words]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        with contextlib.suppress(SystemExit):
            main()
    loaded = banned & {{name.partition(".")[0] for name in sys.modules}}
    if loaded:
        sys.exit(f"{{' '.join(words)}} loads {{', '.join(loaded)}}")
"""


def test_a_command_without_a_screen_does_not_load_one() -> None:
    fewest = sorted(COMMANDS, key=lambda words: -len(COMMANDS[words] & {"pydantic", "numpy"}))
    commands = [(words, SCREEN | COMMANDS[words]) for words in fewest]
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(commands=commands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_no_command_is_forgotten() -> None:
    group: Any = typer.main.get_command(app)
    assert {words[0] for words in COMMANDS} - {"--help", "--version"} == {*group.commands}


def test_a_command_does_not_import_the_others() -> None:
    run = RUN.format(commands=[(["powerdome", "tome", "flight"], set())])
    shown = "print(*(name for name in sys.modules if name.startswith('deathdome.cli.')))"
    done = subprocess.run(
        [sys.executable, "-c", f"{run}\n{shown}"], capture_output=True, text=True, check=True
    )
    modules = {name.removeprefix("deathdome.cli.") for name in done.stdout.split()}
    assert modules == {"exit", "lazy_group", "main", "powerdome", "values"}


def test_an_alias_is_hidden_and_builds_no_command_again() -> None:
    group: Any = typer.main.get_command(app)
    alias, powerdome = group.commands["power"], group.commands["powerdome"]
    assert (alias.hidden, powerdome.hidden) == (True, False)
    assert alias.commands is powerdome.commands
    assert alias.commands["tome"] is powerdome.commands["tome"]


def test_the_title_is_drawn_without_command_line_cards_and_rules() -> None:
    loaded = loaded_after(
        "import asyncio\n"
        "from deathdome.cli.sessions import LocalLobby\n"
        "from deathdome.cli.display import look_of\n"
        "from deathdome.cli.entry import open_title\n"
        "from deathdome.tui.app import DomeApp\n"
        "app = DomeApp(lobby=LocalLobby())\n"
        "app.settings = look_of()\n"
        "app.lobby.unfinished = app.lobby.any_unfinished = lambda: None\n"
        "async def opened():\n"
        "    async with app.run_test() as pilot:\n"
        "        await pilot.pause()\n"
        "        assert 'Quick match' in str(app.screen._compositor.render_strips())\n"
        "asyncio.run(opened())\n"
        "import sys\n"
        "names = [name.split('.') for name in sys.modules if name.startswith('deathdome.')]\n"
        "assert not [name for name in names if name[1] == 'rules'], names\n"
        "model = {name[2] for name in names if name[1:2] == ['model'] and len(name) > 2}\n"
        "assert not model & {'catalog', 'effects', 'events', 'frames'}, model\n"
        "content = [name[2:] for name in names if name[1] == 'content']\n"
        "assert content == [[], ['default_boards']], content\n"
    )
    assert "textual" in loaded
    assert loaded & {"pydantic", "typer", "tomllib", "tomlkit"} == set()


def test_a_match_is_drawn_without_the_libraries_of_other_commands() -> None:
    loaded = loaded_after(
        "import sys, asyncio\n"
        "from deathdome.cli import display, opening\n"
        "opening.need_terminal = lambda *words: None\n"
        "async def opened(app):\n"
        "    async with app.run_test() as pilot:\n"
        "        await pilot.pause()\n"
        "        assert 'ROUND' in str(app.screen._compositor.render_strips())\n"
        "display.show = lambda app, look: asyncio.run(opened(app))\n"
        "sys.argv[1:] = ['play', '--quick', '--seats', 'human,random', '--seed', '1']\n"
        "from deathdome.cli.entry import main\n"
        "main()\n"
    )
    assert "textual" in loaded
    assert loaded & {"pydantic", "typer", "tomlkit"} == set()


@pytest.mark.parametrize("begun", ["deathdome", "deathdome.cli.main"])
def test_play_without_a_terminal_says_so_through_either_entry(begun: str) -> None:
    run = "from deathdome.cli.main import main; main()" if begun.endswith("main") else ""
    command = [sys.executable, "-c", run, "play"] if run else [sys.executable, "-m", begun, "play"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("deathdome: play needs a terminal")
    assert done.stdout == ""
