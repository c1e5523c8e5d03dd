"""Private names of Textual are others: the screen opens, takes keys and ends all the same."""

from __future__ import annotations

import inspect
import os
import pkgutil
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from tui.terminals import PLAY, exit_code, read_until, spawned

import deathdome.tui

RENAMED: Final = Path(__file__).with_name("renamed.py")
# Every private name of Textual that the screen uses, and a public one of its drivers.
NAMES: Final = (
    "CompositorUpdate",
    "XTermParser",
    "_batch_count",
    "_close_messages_no_wait",
    "_compositor",
    "_display",
    "_exception",
    "_exchange_repaint_regions",
    "_exit",
    "_fatal_error",
    "_file",
    "_filters",
    "_handle_exception",
    "_on_message",
    "_repaint_required",
    "_run_input_thread",
    "exit_event",
)
# Made by Textual for every class of ours.
_MADE: Final = re.compile(r"_(css|inherit|default|merged|computes|decorated|reactives|abc)")
_ASSIGNED: Final = re.compile(r"\bself\.(_[a-z]\w*)\s*(?::[^=\n]+)?=[^=]")
# Used as an attribute, or by `getattr`.
_USED: Final = re.compile(r"""(?:\bself|\bapp|\bsuper\(\))(?:\.|, ")(_[a-z]\w*)""")


def opens_and_leaves(names: str) -> None:
    """Play for a moment in a terminal, with a Textual in which these names are others."""
    with spawned([sys.executable, str(RENAMED), names, PLAY]) as (pid, terminal):
        assert b"? keys" in read_until(terminal, b"? keys")
        os.write(terminal, b"\x1b[A\x1b[C")  # the cursor
        os.write(terminal, b"?")
        assert b"Keys now" in read_until(terminal, b"Keys now")
        os.write(terminal, b"\x11")
        closed = read_until(terminal, b"(seed 3)")
        assert b"Traceback" not in closed
        assert b"left before the end" in closed
        assert exit_code(pid) == 0


@pytest.mark.slow
def test_the_screen_opens_when_every_private_name_is_another() -> None:
    opens_and_leaves(",".join(NAMES))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_screen_opens_when_a_private_name_is_another(name: str) -> None:
    opens_and_leaves(name)


@pytest.mark.long
@pytest.mark.parametrize("name", ["_handle_exception", "_fatal_error", "_close_messages_no_wait"])
def test_an_error_ends_the_screen_when_its_private_way_is_another(name: str) -> None:
    breaks = PLAY.replace("; play(", "; MatchScreen.refresh_all = lambda _: 1 // 0; play(")
    program = f"from deathdome.tui.screens.match import MatchScreen; {breaks}"
    with spawned([sys.executable, str(RENAMED), name, program]) as (pid, terminal):
        said = read_until(terminal, b"ZeroDivisionError")
        assert b"deathdome crashed (ZeroDivisionError" in said
        assert exit_code(pid) == 1


def of_textual(one: type) -> list[type]:
    """Return the classes of Textual that a class extends."""
    return [base for base in one.__mro__ if base.__module__.startswith("textual")]


@cache
def known(one: type) -> set[str]:
    """Return the names that a class defines or assigns to itself."""
    return {*vars(one), *_ASSIGNED.findall(inspect.getsource(one))}


def test_no_other_private_name_of_textual_is_used_or_taken() -> None:
    """A name that both have would be taken from Textual; a new version may have more of them."""
    for found in pkgutil.walk_packages(deathdome.tui.__path__, "deathdome.tui."):
        module = import_module(found.name)
        said = {*_USED.findall(inspect.getsource(module))}
        for one in vars(module).values():
            if not inspect.isclass(one) or one.__module__ != module.__name__:
                continue
            theirs = set().union(*map(known, of_textual(one)))
            private = {name for name in said.union(vars(one)) if re.match("_[a-z]", name)}
            both = {name for name in private & theirs if not _MADE.match(name)}
            assert both <= {*NAMES}, one
