"""Widths of symbols in a terminal: one that answers, one that draws wide, one that says nothing."""

from __future__ import annotations

import os
import pty
import re
import select
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest

from deathdome.terminal import widths, worth_asking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIGNS = ("\N{TRIPLE TILDE}", "\N{HOUSE}", "x")
ASKED = re.compile(rb"\r([^\x1b]+)\x1b\[6n\r\x1b\[K")


def one(_sign: str) -> int:
    return 1


def two(sign: str) -> int:
    return 2 if sign > "\x7f" else 1


PATIENT: Final = {"patience": 60.0, "longest": 60.0}  # a loaded machine answers late


@contextmanager
def terminal(columns: Callable[[str], int] | None, delay: float = 0.0) -> Iterator[int]:
    """A terminal that answers with the width that `columns` gives; with None it is silent."""
    master, slave = pty.openpty()
    stop = threading.Event()

    def answer() -> None:
        seen = b""
        while not stop.is_set():
            if not select.select([master], [], [], 0.05)[0]:
                continue
            seen += os.read(master, 4096)
            while found := ASKED.search(seen):
                seen = seen[found.end() :]
                if columns is not None:
                    time.sleep(delay)
                    column = 1 + columns(found[1].decode())
                    os.write(master, f"\x1b[7;{column}R".encode())

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield slave
    finally:
        stop.set()
        thread.join()
        os.close(slave)
        os.close(master)


def left_over(slave: int) -> bytes:
    """Return the bytes the game would get as if typed."""
    import termios
    import tty

    before = termios.tcgetattr(slave)
    tty.setcbreak(slave, termios.TCSANOW)
    try:
        return os.read(slave, 100) if select.select([slave], [], [], 0.1)[0] else b""
    finally:
        termios.tcsetattr(slave, termios.TCSANOW, before)


@pytest.mark.parametrize(("columns", "width"), [(one, 1), (two, 2)])
def test_a_terminal_tells_how_wide_it_draws(columns: Callable[[str], int], width: int) -> None:
    with terminal(columns) as slave:
        assert widths(SIGNS, slave, slave, **PATIENT) == {SIGNS[0]: width, SIGNS[1]: width, "x": 1}
        assert left_over(slave) == b""


def test_a_silent_terminal_is_not_waited_for_long() -> None:
    with terminal(None) as slave:
        began = time.monotonic()
        assert widths(SIGNS, slave, slave, patience=0.1) == {}
        assert time.monotonic() - began < 30
        assert left_over(slave) == b""


def test_a_terminal_that_answers_too_late_types_nothing() -> None:
    with terminal(one, delay=0.2) as slave:
        assert widths(SIGNS, slave, slave, patience=5.0, longest=0.3) == {}


def test_the_terminal_is_as_before() -> None:
    import termios

    with terminal(one) as slave:
        before = termios.tcgetattr(slave)
        widths(SIGNS, slave, slave, **PATIENT)
        assert termios.tcgetattr(slave) == before


@pytest.mark.parametrize(
    ("term", "here", "why"),
    [
        ("xterm-256color", True, ""),
        ("tmux-256color", True, ""),
        ("xterm", False, "no terminal"),
        ("dumb", True, 'TERM is "dumb"'),
        ("linux", True, 'TERM is "linux"'),
        ("", True, 'TERM is ""'),
    ],
)
def test_only_who_can_answer_is_asked(term: str, here: bool, why: str) -> None:
    assert worth_asking({"TERM": term}, terminal=here) == why
