"""Names the keys that arrive at a terminal, with the ears that the screen has."""

from __future__ import annotations

import os
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from textual import events
from textual._xterm_parser import XTermParser

from deathdome.tui.keyset import pressed_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_SETTLED: Final = 0.1  # seconds after which an Esc is an Esc and begins nothing longer


@contextmanager
def listening(source: int) -> Iterator[Iterator[str]]:
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
    parser = XTermParser()
    while True:
        if select.select([source], [], [], _SETTLED)[0]:
            raw = os.read(source, 1024)
            if not raw:
                return
            heard = [*parser.feed(raw.decode("utf-8", "replace"))]
        else:
            heard = [*parser.tick()]
        yield from (pressed_name(one.key) for one in heard if isinstance(one, events.Key))
