"""Asks the terminal how wide it draws a sign, and leaves no byte of the answer behind.

The sign is written at the left edge, the terminal is asked for the column of the cursor, and the
line is wiped. All signs are asked about in one go, so that a slow line is waited for once.
"""

from __future__ import annotations

import os
import re
import select
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PATIENCE: Final = 0.5  # seconds without a byte after which a terminal counts as silent
LONGEST: Final = 1.5  # seconds that asking takes at most
_WHERE: Final = b"\x1b[6n"  # where is the cursor?
_PLACE: Final = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")
_WITHOUT: Final = frozenset({"", "dumb", "unknown", "linux"})  # cannot answer, or cannot draw it


def worth_asking(environ: Mapping[str, str], *, terminal: bool) -> str:
    """Why the terminal is not to be asked; '' if it may be."""
    term = environ.get("TERM", "")
    if not terminal:
        return "no terminal"
    if term in _WITHOUT:
        return f'TERM is "{term}"'
    try:
        import termios  # noqa: F401 - whether it is there is the question
    except ImportError:
        return "this system has no termios"
    return ""


def widths(
    signs: Sequence[str],
    source: int,
    target: int,
    *,
    patience: float = PATIENCE,
    longest: float = LONGEST,
) -> dict[str, int]:
    """How many columns the terminal gives each sign; none of them if it does not answer all.

    `source` and `target` are file descriptors of one terminal. Keys that are pressed meanwhile are
    lost: they cannot be told from an answer that is cut short.
    """
    asked = b"".join(b"\r" + sign.encode() + _WHERE + b"\r\x1b[K" for sign in signs)
    with _unheard(source):
        os.write(target, asked)
        answers = _answers(source, len(signs), patience, longest)
    if len(answers) != len(signs):
        return {}
    return {sign: column - 1 for sign, column in zip(signs, answers, strict=True)}


def _answers(source: int, wanted: int, patience: float, longest: float) -> list[int]:
    """The columns that come back, as many as there are in time."""
    came = b""
    limit = time.monotonic() + longest
    while (left := limit - time.monotonic()) > 0:
        if not select.select([source], [], [], min(patience, left))[0]:
            break
        chunk = os.read(source, 4096)
        if not chunk:
            break
        came += chunk
        found = _PLACE.findall(came)
        if len(found) >= wanted:
            break
    return [int(column) for _, column in _PLACE.findall(came)][:wanted]


@contextmanager
def _unheard(source: int) -> Iterator[None]:
    """The terminal without echo and without waiting for lines; as before afterwards, and empty."""
    import termios

    before = termios.tcgetattr(source)
    quiet = termios.tcgetattr(source)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    quiet[6][termios.VMIN], quiet[6][termios.VTIME] = 0, 0
    termios.tcsetattr(source, termios.TCSAFLUSH, quiet)
    try:
        yield
    finally:
        # FLUSH: what came too late is thrown away, not typed into the game. Later still, the
        # screen itself reads it, and knows it for an answer.
        termios.tcsetattr(source, termios.TCSAFLUSH, before)
