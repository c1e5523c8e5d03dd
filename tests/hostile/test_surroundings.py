"""Every command in odd surroundings: an answer or an error in words, and nothing is lost.

The commands are read from the program. The suite tries one command in each surrounding that has
failed once; `make test-long` tries all commands in all surroundings.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer
from program import answered

from deathdome.cli.main import app

BASH = shutil.which("bash")
PROGRAM: Any = typer.main.get_command(app)
ROOT = Path(__file__).parents[2]
POSITION = ROOT / "tests" / "positions" / "push-oblique.toml"
SCENARIO = ROOT / "tests" / "powerdome" / "scenarios" / "f01.toml"
MANAGER = f"command:{sys.executable} {ROOT / 'examples' / 'collector.py'}"
TYPED = "hand\nlook\noptions\nend turn\nquit\n"
ENDS = (0, 1, 2)
FAULTS = (b"Traceback", b"Exception ignored", b"Warning:", b"Fatal Python")

pytestmark = pytest.mark.skipif(BASH is None, reason="the surroundings are made by bash")


@dataclass(frozen=True)
class Around:
    """Odd surroundings of a process."""

    line: str = '"$@"'  # "$@" is the command line
    env: dict[str, str | None] = field(default_factory=dict)  # None: not set; {} is a folder
    python: tuple[str, ...] = ()  # options of Python
    more: tuple[bytes, ...] = ()  # words behind the command


def env(**values: str | None) -> Around:
    return Around(env=values)


def ignoring(*names: str) -> Around:
    """A process that was started by one that ignores these signals."""
    traps = "".join(f"trap '' {name}; " for name in names)
    return Around(f'{traps} "$@"')


HOMES = {"DEATHDOME_HOME": None, "XDG_CONFIG_HOME": None, "XDG_DATA_HOME": None}
# Root may write everywhere, unless it gives that up.
POWERLESS = "setpriv --bounding-set -all " if os.name == "posix" and os.geteuid() == 0 else ""
READ_ONLY = f'mkdir -p home/config; chmod 500 home home/config; {POWERLESS}"$@"'
AROUND = {
    "ascii": env(PYTHONIOENCODING="ascii"),
    "utf-16": env(PYTHONIOENCODING="utf-16"),
    "LC_ALL=C": env(LC_ALL="C", LANG=None),
    "C without UTF-8": env(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
    "no LANG": env(LANG=None, LC_ALL=None, LC_CTYPE=None, PYTHONUTF8="0"),
    "wrong locale": env(LC_ALL="xx_XX.nothing"),
    "TERM=dumb": env(TERM="dumb"),
    "no TERM": env(TERM=None),
    "NO_COLOR": env(NO_COLOR="1", FORCE_COLOR="1"),
    "COLUMNS=0": env(COLUMNS="0", LINES="0"),
    "COLUMNS=1": env(COLUMNS="1", LINES="1"),
    "COLUMNS=-5": env(COLUMNS="-5", LINES="-5"),
    "COLUMNS huge": env(COLUMNS="9" * 30, LINES="9" * 30),
    "COLUMNS=wide": env(COLUMNS="wide", LINES="tall"),
    "no HOME": env(**HOMES, HOME=None),
    "HOME empty": env(**HOMES, HOME=""),
    "HOME blank": env(**HOMES, HOME=" "),
    "HOME relative": env(**HOMES, HOME="somewhere"),
    "HOME missing": env(**HOMES, HOME="{}/not/there"),
    "HOME a file": env(**HOMES, HOME="{}/pack.toml"),
    "HOME read-only": Around(READ_ONLY, {**HOMES, "HOME": "{}/home"}),
    "own home read-only": Around(READ_ONLY),
    "own home a file": env(DEATHDOME_HOME="{}/pack.toml"),
    "own home below a file": env(DEATHDOME_HOME="{}/pack.toml/below"),
    "own home not made": env(DEATHDOME_HOME="/proc/1/nowhere"),
    "own home no text": env(DEATHDOME_HOME="{}/\udcff\n\u2603"),
    "own home of nobody": env(DEATHDOME_HOME="~nobody-at-all/x"),
    "XDG empty": env(DEATHDOME_HOME=None, HOME="{}", XDG_CONFIG_HOME="", XDG_DATA_HOME=""),
    "XDG relative": env(DEATHDOME_HOME=None, HOME="{}", XDG_CONFIG_HOME="a", XDG_DATA_HOME="b"),
    "options no text": Around(
        'mkdir -p home/config; printf "\\377" >home/config/config.toml; "$@"'
    ),
    "options a folder": Around('mkdir -p home/config/config.toml; "$@"'),
    "stdin closed": Around('"$@" <&-'),
    "stdout closed": Around('"$@" >&-'),
    "stderr closed": Around('"$@" 2>&-'),
    "all closed": Around('"$@" <&- >&- 2>&-'),
    "stdin write-only": Around('"$@" 0>/dev/null'),
    "stdout read-only": Around('"$@" 1</dev/null'),
    "stderr read-only": Around('"$@" 2</dev/null'),
    "stdout full": Around('"$@" >/dev/full'),
    "stderr full": Around('"$@" 2>/dev/full'),
    "both full": Around('"$@" >/dev/full 2>&1'),
    "stdin no text": Around('printf "\\377\\n\\0\\n" | "$@"'),
    "reader leaves": Around('set -o pipefail; "$@" | head -1'),
    "no reader": Around('set -o pipefail; "$@" | true'),
    "no reader of errors": Around('"$@" 2> >(true)'),
    "-OO": Around(python=("-OO",)),
    "-bb": Around(python=("-bb",)),
    "-I": Around(python=("-I",)),
    "-W error": Around(python=("-W", "error")),
    "-X dev": Around(python=("-X", "dev", "-W", "error")),
    "PYTHONWARNINGS": env(PYTHONWARNINGS="error", PYTHONSAFEPATH="1", PYTHONDONTWRITEBYTECODE="1"),
    "folder deleted": Around('mkdir gone; cd gone; rmdir ../gone; "$@"'),
    "word no text": Around(more=(b"\xff\xfe",)),
    "word acts": Around(more=("\u2603\x1b[31m\r".encode(),)),
    "word huge": Around(more=(b"x" * 120_000,)),
    "option huge": Around(more=(b"--" + b"x" * 120_000,)),
    "no TMPDIR": env(TMPDIR="/not/there", TMP="/not/there", TEMP="/not/there"),
    "TZ": env(TZ="Nowhere/Never"),
    "TZ acts": env(TZ=":/dev/zero"),
    "umask 000": Around('umask 000; "$@"'),
    "umask 777": Around(f'umask 777; {POWERLESS}"$@"'),
    "umask 077": Around('umask 077; "$@"'),
    "few files": Around('ulimit -n 20; "$@"'),
    "no processes": Around(f'ulimit -u 1; {POWERLESS}"$@"'),
    "small files": Around('ulimit -f 0; trap "" XFSZ; "$@"'),
    "signals ignored": ignoring("HUP", "INT", "QUIT", "TERM", "PIPE", "USR1"),
    "children ignored": ignoring("CHLD"),
}
PLAY = "play --plain --quick --seed 3"
LINES = {
    "arena": "arena --managers random,random --blocks 1 --rounds 1 --jobs 2 --out run.jsonl",
    "board": "board",
    "cards": "cards",
    "check": "check {}/pack.toml",
    "config": "config show",
    "doctor": "doctor",
    "engine": "engine",
    "manager": "manager check random --matches 1",
    "matches": "matches",
    "play": PLAY,
    "position": f"position {POSITION} --show",
    "power": f"power --resolve {SCENARIO}",
    "powerdome": f"powerdome resolve {SCENARIO} --log",
    "rules": "rules PUSH-5",
    "sim": "sim --rounds 1 --matches 2 --jobs 2",
    "verify": "verify {}/home/kept.match",
    "watch": "watch {}/home/kept.match",
    "program": f"sim --rounds 1 --seats '{MANAGER},random'",
    "config path": "config path",
    "config validate": "config validate",
    "manager list": "manager list",
    "resume": "play --plain --resume {}/home/kept.match",
    "title": "play",
    "help": "--help",
    "help of play": "play --help",
    "unknown": "nowhere",
    "nothing": "",
}
PACK = """\
[[card]]
id = "plain-club"
name = "Plain Club"
deck = "warrior"
kind = "close combat weapon"
cost = 100_000
weapon = { strength = 1, range = 1 }
"""
ONCE_FAILED = (
    ("sim", "stderr closed"),
    ("board", "all closed"),
    ("unknown", "stderr full"),
    ("board", "both full"),
    ("title", "stderr full"),
    ("program", "children ignored"),
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of a match that is not over."""
    home = tmp_path_factory.mktemp("kept")
    assert not answered(*PLAY.split(), typed=TYPED, env={"DEATHDOME_HOME": str(home)}).returncode
    (record,) = (home / "matches").glob("*.match")
    return record.read_bytes()


def ended(around: Around, line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Return the exit code and the output of a command line in these surroundings."""
    known = {**os.environ, "DEATHDOME_HOME": f"{folder}/home", "COLUMNS": "80"}
    for name, value in around.env.items():
        known.pop(name, None)
        if value is not None:
            known[name] = value.replace("{}", str(folder))
    words = [word.replace("{}", str(folder)) for word in shlex.split(line)]
    command = [sys.executable, *around.python, "-m", "deathdome", *words]
    return subprocess.run(
        [BASH or "bash", "-c", around.line, "bash", *command, *around.more],
        check=False,
        capture_output=True,
        cwd=folder,
        env=known,
        input=TYPED.encode(),
        timeout=120,
    )


def check(around: Around, line: str, folder: Path, kept: bytes) -> None:
    """A command in these surroundings ends as it should, and every match is whole afterwards."""
    (folder / "home").mkdir()
    (folder / "home" / "kept.match").write_bytes(kept)
    (folder / "pack.toml").write_text(PACK)
    done = ended(around, line, folder)
    said = done.stdout + done.stderr
    assert done.returncode in ENDS, said[-2000:]
    assert not [fault for fault in FAULTS if fault in said], said[-2000:]
    assert (folder / "home" / "kept.match").read_bytes().startswith(kept[:-1])
    assert (folder / "pack.toml").read_text() == PACK
    for record in folder.rglob("*.match"):
        if record.read_bytes() == kept:
            continue
        assert answered("verify", record).returncode == 0, record


def test_every_command_is_tried() -> None:
    assert set(PROGRAM.commands) <= {line.split(" ")[0] for line in LINES.values()}


@pytest.mark.parametrize(("line", "around"), ONCE_FAILED)
def test_what_has_failed_once(line: str, around: str, tmp_path: Path, kept: bytes) -> None:
    check(AROUND[around], LINES[line], tmp_path, kept)


@pytest.mark.parametrize("line", ["play", "play --quick", "watch kept.match"])
def test_colours_that_no_terminal_has_are_refused(line: str, tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "kept.match").write_bytes(kept)
    done = answered(*line.split(), cwd=tmp_path, env={"TEXTUAL_COLOR_SYSTEM": "many"})
    assert done.returncode == 2
    assert 'TEXTUAL_COLOR_SYSTEM is "many"; it can be auto, ' in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("line", LINES)
def test_every_command_in_all_surroundings(
    line: str, tmp_path_factory: pytest.TempPathFactory, kept: bytes
) -> None:
    for name, around in AROUND.items():
        try:
            check(around, LINES[line], tmp_path_factory.mktemp("around"), kept)
        except AssertionError as failed:
            failed.add_note(f"surroundings: {name}")
            raise
