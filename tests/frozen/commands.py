"""Frozen answers of command lines: matches of managers, the protocol, plain mode, help, keys."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer
from frozen.archive import HERE
from plain.console import chosen_match
from program import answered

from deathdome.cli.main import app
from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.managers.registry import create
from deathdome.tui.keys.keyset import PRESETS, Keyset
from deathdome.tui.keys.table import Context
from lab.pages.keys_page import keys_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.protocol import Controller

SCRIPTS: Final = tomllib.loads((HERE / "scripts.toml").read_text("utf-8"))
PACK: Final = HERE / "pack.toml"
COLLECTOR: Final = HERE.parents[1] / "examples" / "collector.py"
# The name of a kept match begins with the time and ends at random.
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}")


def said(*words: str, typed: str = "") -> str:
    """The exit code and all that a command line says."""
    done = answered(*words, typed=typed)
    told = _NAME.sub("NAME", done.stdout + done.stderr)
    return f"$ deathdome {' '.join(words)}\n{told}exit {done.returncode}\n"


def _all_said(group: str, *before: str) -> dict[str, str]:
    """Return the output of the command lines of a group."""
    shutil.copy(PACK, PACK.name)
    return {line: said(*before, *line.split()) for line in SCRIPTS[group]["settings"]}


def sim(group: str) -> dict[str, Any]:
    """Matches between managers."""
    found = _all_said(group, "sim", "--json")
    return {line: re.sub(r'"seconds": [^,]*', "", text) for line, text in found.items()}


def printed(group: str) -> dict[str, Any]:
    """Cards, boards, rules and packs as the program prints them."""
    return _all_said(group)


def protocol(group: str) -> dict[str, Any]:
    """Return what a foreign program reads and answers."""
    found = {}
    shutil.copy(PACK, PACK.name)
    for setting in SCRIPTS[group]["settings"]:
        others, *words = setting.split()
        log = Path(f"{others}.log").absolute()
        command = f"command:{sys.executable} {HERE / 'scribe.py'} {log} {COLLECTOR}"
        said("sim", "--seats", command + ",random" * int(others), "--seed", others, *words)
        found[setting] = log.read_text("utf-8").split("\n")
    return found


def plain(group: str) -> dict[str, Any]:
    """Transcripts of plain mode."""
    found = {}
    for words, script in SCRIPTS[group].items():
        typed = script.replace("\n", "").replace("|", "\n")
        found[words] = said("play", "--plain", *words.split(), typed=f"{typed}\n")
    return found


def whole() -> dict[str, Any]:
    """Whole matches in plain mode, every question answered by a number."""
    found = {}
    for edition, seats in (("2021", "human,random"), ("2019", "human,human,random")):
        names = seats.split(",")
        rules = ruleset_of(edition, None)
        referee = new_referee(names, 11, 1, "plaza", quick=True, ruleset=rules)
        others = {seat: random for seat, name in enumerate(names) if name != "human"}
        found[f"{edition} {seats}"] = chosen_match(referee, others, names)
    return found


def random() -> Controller:
    """A manager that answers at random."""
    return create("random")


# -- printed output -----------------------------------------------------------------------------


def _tree(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, one in sorted(getattr(command, "commands", {}).items()):
        yield from _tree(one, (*path, name))


def help_tree() -> dict[str, Any]:
    """The help of every command."""
    paths = _tree(typer.main.get_command(app))
    return {" ".join(path): said(*path, "--help") for path in paths}


def keys() -> dict[str, Any]:
    """The page of the keys, and key bar and help sheet of each context in every preset."""
    found: dict[str, Any] = {"page": keys_page()}
    for preset in PRESETS:
        keyset = Keyset(preset)
        for context in Context:
            bars = [keyset.bar_text(context, width) for width in (60, 80, 120)]
            found[f"{preset} {context.value}"] = [bars, keyset.rows_now(context)]
    return found
