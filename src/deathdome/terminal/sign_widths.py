"""Ask the terminal how wide it draws a sign, and consume every byte of the answer.

The sign is written at the left edge, the terminal reports the column of the cursor, and the line is
wiped. All signs are written in one go, so that a slow line delays the start only once.
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
MAX_WAIT: Final = 1.5  # seconds that all answers may take
_WHERE: Final = b"\x1b[6n"  # cursor position report
_PLACE: Final = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")
_SILENT: Final = frozenset({"", "dumb", "unknown", "linux"})  # cannot answer, or cannot draw it


def worth_asking(environ: Mapping[str, str], *, terminal: bool) -> str:
    """Return why the terminal must not be asked; '' if it can be."""
    term = environ.get("TERM", "")
    if not terminal:
        return "no terminal"
    if term in _SILENT:
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
    longest: float = MAX_WAIT,
) -> dict[str, int]:
    """Return how many columns the terminal gives each sign; nothing if an answer is missing.

    `source` and `target` are file descriptors of one terminal. Keys pressed in the meantime are
    lost:
    they look like an incomplete answer.
    """
    asked = b"".join(b"\r" + sign.encode() + _WHERE + b"\r\x1b[K" for sign in signs)
    with _raw_mode(source):
        os.write(target, asked)
        answers = _answers(source, len(signs), patience, longest)
    if len(answers) != len(signs):
        return {}
    return {sign: column - 1 for sign, column in zip(signs, answers, strict=True)}


def _answers(source: int, wanted: int, patience: float, longest: float) -> list[int]:
    """Return the reported columns that arrive in time."""
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
def _raw_mode(source: int) -> Iterator[None]:
    """Turn off echo and line buffering of the terminal; restore and flush it at the end."""
    import termios

    before = termios.tcgetattr(source)
    quiet = termios.tcgetattr(source)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    quiet[6][termios.VMIN], quiet[6][termios.VTIME] = 0, 0
    termios.tcsetattr(source, termios.TCSAFLUSH, quiet)
    try:
        yield
    finally:
        # FLUSH discards late answers, which would be typed into the game. The screen recognizes
        # still later ones as answers.
        termios.tcsetattr(source, termios.TCSAFLUSH, before)
