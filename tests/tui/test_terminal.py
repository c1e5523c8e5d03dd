"""The real program in a real terminal: it opens, takes a key, leaves, and gives the shell back."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tui.terminals import PATIENCE, PLAY, exit_code, read_until, spawned

from deathdome.model.board import Kind
from deathdome.settings import options_path
from deathdome.tui.glyphs import ASCII as PLAIN
from deathdome.tui.glyphs import SHAPES

WRITTEN = re.compile(rb"\x1b\[[0-9;?$<>=]*[A-Za-z]|[^a-z`]")  # all but letters

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.parametrize("keys", [b"\x11", b"\x03"], ids=["ctrl-q", "ctrl-c"])
def test_the_terminal_is_as_before(keys: bytes) -> None:
    with spawned([sys.executable, "-c", PLAY]) as (pid, terminal):
        opened = read_until(terminal, b"? keys")
        assert b"\x1b[?1049h" in opened
        os.write(terminal, b"\x1b[A")
        os.write(terminal, keys)
        if keys == b"\x03":
            read_until(terminal, b"Keep playing")
            os.write(terminal, b"\x1b[B\r")
        closed = read_until(terminal, b"(seed 3)")
        assert b"\x1b[?1049l" in closed  # the alternate screen
        assert b"\x1b[?1003l" in closed  # the mouse
        assert b"\x1b[?25h" in closed  # the cursor
        assert b"left before the end" in closed
        assert exit_code(pid) == 0


@pytest.mark.slow
def test_a_match_with_characters_opens_in_the_store() -> None:
    command = "from deathdome.cli.play import play; play(seed=3, characters=True)"
    with spawned([sys.executable, "-c", command]) as (pid, terminal):
        opened = read_until(terminal, b"Your turn to shop")
        assert b"Skitter" in opened
        os.write(terminal, b"\x1b[D")  # left: the last deck
        assert b"< characters >" in read_until(terminal, b"< characters >")
        os.write(terminal, b"\x11")
        assert b"left before the end" in read_until(terminal, b"(seed 3)")
        assert exit_code(pid) == 0


@pytest.mark.slow
@pytest.mark.parametrize("errors", ["2>errors", "2>&-"])
def test_it_is_drawn_where_the_terminal_is_though_errors_go_elsewhere(
    errors: str, tmp_path: Path
) -> None:
    call = f'cd "{tmp_path}"; exec "{sys.executable}" -m deathdome play {errors}'
    with spawned(["/bin/sh", "-c", call]) as (pid, terminal):
        assert b"\x1b[?1049h" in read_until(terminal, b"? keys")
        os.write(terminal, b"\x11")
        assert b"\x1b[?1049l" in read_until(terminal, b"\x1b[?1049l")
        assert exit_code(pid) == 0
    assert not (tmp_path / "errors").exists() or not (tmp_path / "errors").read_bytes()


def children(pid: int) -> list[int]:
    """The processes that one has started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], check=False, capture_output=True, text=True
    )
    return [int(word) for word in listed.stdout.split()]


def is_running(pid: int) -> bool:
    """True if a process exists, and not as a zombie only."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True, text=True
    )
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_gives_the_terminal_back(number: signal.Signals) -> None:
    with spawned([sys.executable, "-c", PLAY]) as (pid, terminal):
        read_until(terminal, b"? keys")
        managers = children(pid)
        assert managers
        os.kill(pid, number)
        closed = read_until(terminal, b"(seed 3)")
        assert b"\x1b[?1049l" in closed
        assert b"\x1b[?1003l" in closed
        assert b"\x1b[?25h" in closed
        assert exit_code(pid) == 128 + number
        assert not any(is_running(child) for child in managers)


@pytest.mark.slow
def test_nobody_goes_on_when_the_terminal_is_closed() -> None:
    with spawned([sys.executable, "-c", PLAY], closes=False) as (pid, terminal):
        read_until(terminal, b"? keys")
        managers = children(pid)
        os.close(terminal)  # the kernel sends SIGHUP
        limit = time.monotonic() + PATIENCE
        while (ended := os.waitpid(pid, os.WNOHANG)[0]) == 0 and time.monotonic() < limit:
            time.sleep(0.1)
        assert ended == pid
        assert not any(is_running(child) for child in managers)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_nobody_goes_on_under_make_when_the_terminal_is_closed(tmp_path: Path) -> None:
    """The kernel signals `make`, which waits for the game and passes nothing on."""
    recipe = tmp_path / "Makefile"
    recipe.write_text(f'play:\n\t@{sys.executable} -c "{PLAY}"\n')
    make = shutil.which("make")
    assert make is not None
    with spawned([make, "-f", str(recipe)], closes=False) as (pid, terminal):
        read_until(terminal, b"? keys")
        (game,) = children(pid)
        os.close(terminal)
        limit = time.monotonic() + PATIENCE
        while is_running(game) and time.monotonic() < limit:
            time.sleep(0.1)
        assert not is_running(game)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize("option", ["", ", ascii_only=True"], ids=["asked", "ascii"])
def test_it_opens_and_leaves_inside_tmux(tmp_path: Path, option: str) -> None:
    server = ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull]
    program = PLAY.replace(")", f"{option})")
    command = f'{sys.executable} -c "{program}"; echo code $?; sleep 60'
    subprocess.run([*server, "new-session", "-d", "-x", "80", "-y", "24", command], check=True)

    def screen() -> str:
        shown = subprocess.run(
            [*server, "capture-pane", "-p"], check=True, capture_output=True, text=True
        )
        return shown.stdout

    def wait_for(text: str) -> str:
        limit = time.monotonic() + PATIENCE
        while text not in (shown := screen()) and time.monotonic() < limit:
            time.sleep(0.1)
        assert text in shown
        return shown

    try:
        shown = wait_for("? keys")
        # tmux reports how wide it draws, so that it gets the shapes unless they are not wanted.
        glyphs = PLAIN if option else SHAPES
        assert f"21 {glyphs.ground[Kind.JAIL] * 2}{glyphs.ground[Kind.WALL]}" in shown
        assert len(shown.splitlines()) == 24
        subprocess.run([*server, "send-keys", "q"], check=True)
        wait_for("Leave?")
        subprocess.run([*server, "send-keys", "Down", "Enter"], check=True)
        wait_for("code 0")
    finally:
        subprocess.run([*server, "kill-server"], check=False)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_ctrl_z_gives_the_shell_and_fg_the_match_back(tmp_path: Path) -> None:
    """In a real shell: only one with job control can resume a stopped program."""
    server = ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull]
    shell = [*server, "new-session", "-d", "-x", "80", "-y", "24", "bash --norc --noprofile"]
    subprocess.run(shell, check=True)

    def wait_for(text: str, *keys: str) -> str:
        if keys:
            subprocess.run([*server, "send-keys", *keys], check=True)
        limit = time.monotonic() + PATIENCE
        while True:
            pane = [*server, "capture-pane", "-p"]
            shown = subprocess.run(pane, check=True, capture_output=True, text=True).stdout
            if text in shown or time.monotonic() > limit:
                assert text in shown
                return shown
            time.sleep(0.1)

    try:
        wait_for("? keys", f'{sys.executable} -c "{PLAY}"', "Enter")
        assert "? keys" not in wait_for("Stopped", "C-z")
        wait_for("sane 42", "echo sane $((6 * 7)); stty -a | grep -c ' echo '", "Enter")
        assert "sane 42" not in wait_for("? keys", "fg", "Enter")
        wait_for("Leave?", "q")
    finally:
        subprocess.run([*server, "kill-server"], check=False)


CHECKED = (
    "import sys\n"
    "from deathdome.errors import UsageError\n"
    "from deathdome.cli.play import play\n"
    "try: play({call})\n"
    "except UsageError as error: print(error, file=sys.stderr); sys.exit(2)\n"
)


def run_play(call: str) -> subprocess.CompletedProcess[str]:
    """A call of `play` without a terminal, as the command line would end it."""
    return subprocess.run(
        [sys.executable, "-c", CHECKED.format(call=call)],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("seats='human'", "two to four"),
        ("seats='human,greedi'", 'Did you mean "greedy"'),
        ("", "needs a terminal"),
    ],
)
def test_usage_errors_come_before_the_screen(call: str, says: str) -> None:
    ended = run_play(call)
    assert ended.returncode == 2
    assert says in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "\x1b" not in ended.stdout


def test_a_dumb_terminal_is_refused_in_one_line() -> None:
    program = CHECKED.format(call="seats='human,random', seed=3")
    with spawned([sys.executable, "-c", program], term="dumb") as (pid, terminal):
        says = read_until(terminal, b"nothing says this")
        assert b"deathdome play --plain" in says
        assert says.count(b"\n") == 1
        assert b"\x1b" not in says
        assert exit_code(pid) == 2


def test_an_unknown_board_is_named_with_a_suggestion() -> None:
    from deathdome.cli.sessions import new_referee
    from deathdome.errors import UsageError

    with pytest.raises(UsageError, match="waspworth"):
        new_referee(["human", "random"], 1, None, "waspwort", quick=False)


SPOON = """\
[[card]]
id = "borrowed-spoon"
name = "My [b]Spoon[x]"
deck = "warrior"
kind = "close combat weapon"
cost = 1_900_000
weapon = { strength = 1, range = 1 }
"""


def play_with(pack: Path) -> AbstractContextManager[tuple[int, int]]:
    """(pid, terminal) of a match with a pack, from the store on."""
    words = ["play", "--seats", "human,greedy", "--seed", "3", "--pack", str(pack)]
    return spawned([sys.executable, "-m", "deathdome", *words], rows=40, columns=120)


@pytest.mark.slow
def test_a_match_is_played_with_a_pack(tmp_path: Path) -> None:
    (tmp_path / "spoon.toml").write_text(SPOON)
    with play_with(tmp_path) as (pid, terminal):
        read_until(terminal, b"? keys")
        os.write(terminal, b"\x1b[C")  # from all decks to the warrior's
        assert b"My [b]Spoon[x]" in read_until(terminal, b"My [b]Spoon[x]")
        os.write(terminal, b"\x11")
        assert b"(seed 3)" in read_until(terminal, b"(seed 3)")
        assert exit_code(pid) == 0


@pytest.mark.slow
def test_a_bad_pack_opens_no_screen(tmp_path: Path) -> None:
    (tmp_path / "spoon.toml").write_text(SPOON.replace("kind", "knd").replace("range", "rnge"))
    with play_with(tmp_path) as (pid, terminal):
        said = read_until(terminal, b"nothing was begun\r\n").decode()
        assert "\x1b" not in said
        assert 'spoon.toml:5: card "borrowed-spoon", knd: no field "knd" here.' in said
        assert 'spoon.toml:7: card "borrowed-spoon", weapon, rnge: no field "rnge" here.' in said
        assert exit_code(pid) == 2


@pytest.mark.slow
def test_the_options_of_a_run_and_a_broken_file_of_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    path = options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('them = "light"\n', encoding="utf-8")
    call = "seats='human,random', seed=3, quick=True, keys='vi', no_mouse=True"
    program = f"from deathdome.cli.play import play; play({call})"
    with spawned([sys.executable, "-c", program]) as (_, terminal):
        opened = read_until(terminal, b"? keys")
        assert b"\x1b[6n" in opened  # asked, and not answered
        assert b"##" in opened
        assert b"\x1b[?1003h" not in opened
        assert b"hjkl" in opened
        # What cannot be used of the file is said over the board, broken into rows anywhere.
        while not (said := b"validate`liststhem" in WRITTEN.sub(b"", opened)):
            more = read_until(terminal, b"\n")
            opened += more
            assert b"\n" in more, opened
        assert said
        os.write(terminal, b"\x11")
        assert b"(seed 3)" in read_until(terminal, b"(seed 3)")


@pytest.mark.slow
def test_the_doctor_asks_the_terminal_and_names_keys() -> None:
    program = "from deathdome.cli.doctor import doctor; doctor(keys=True)"
    with spawned([sys.executable, "-c", program]) as (pid, terminal):
        answered = read_until(terminal, b"\x1b[6n")
        assert answered.count(b"\x1b[6n") >= 1
        os.write(terminal, b"\x1b[1;2R" * len(SHAPES.signs()))
        told = read_until(terminal, b"Ctrl-C ends.")
        assert b"80x24" in told
        assert b"xterm-256color" in told
        assert b"(good)" in told
        for sent, name in {b"k": b"  k\r\n", b"\x1b[A": b"  up\r\n", b"\t": b"  tab\r\n"}.items():
            os.write(terminal, sent)
            assert name in read_until(terminal, name)
        os.write(terminal, b"\x03")
        assert b"ctrl+c" in read_until(terminal, b"ctrl+c")
        assert exit_code(pid) == 0
