"""Names the keys that arrive at a terminal, with the ears that the screen has."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from textual import events

from deathdome.tui.keys.names import pressed_name
from deathdome.tui.terminal_io.input_parser import InputParser, read_messages

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def reading_keys(source: int) -> Iterator[Iterator[str]]:
    """The keys one after the other, as the table of keys calls them, while inside.

    Every key is passed on at once, Ctrl-C too; afterwards the terminal is as before.
    """
    import termios
    import tty

    before = termios.tcgetattr(source)
    tty.setcbreak(source)
    keys = termios.tcgetattr(source)
    keys[3] &= ~termios.ISIG
    termios.tcsetattr(source, termios.TCSADRAIN, keys)
    try:
        yield _keys(source)
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def _keys(source: int) -> Iterator[str]:
    """The keys that arrive; ends with the input."""
    heard = read_messages(source, InputParser())
    return (pressed_name(one.key) for one in heard if isinstance(one, events.Key))
