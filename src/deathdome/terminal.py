"""Facts about the terminal, found before a screen opens, without the game."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TextIO

# Symbols of frames, bars and sentences. Any other one becomes a question mark.
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺▁▂▔", "-"),
        **dict.fromkeys("│┃║╎╏┆┇┊┋▏▎▕▌▐", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋", "+"),
        **dict.fromkeys("█▇▆▅▄▃▀▉▊▋▓▒░", "#"),
        **dict.fromkeys("•·∙⋅●", "."),
        **dict.fromkeys("→▶▸►", ">"),
        **dict.fromkeys("←◀◂◄", "<"),
        **dict.fromkeys("↑▲▴", "^"),
        **dict.fromkeys("↓▼▾", "v"),
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
        **dict.fromkeys("\u2013\u2014\u2212", "-"),
        "\u00d7": "x",
        "\u2026": ".",
        "\u00a0": " ",
    }
)


def can_encode(signs: Iterable[str], stream: TextIO | None) -> bool:
    """Return True if a stream can write every symbol."""
    try:
        "".join(signs).encode(encoding_of(stream))
    except UnicodeEncodeError:
        return False
    return True


def encoding_of(stream: TextIO | None) -> str:
    """Return the encoding of a stream; ASCII if there is none that Python knows."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        "".encode(encoding)
    except LookupError:
        return "ascii"
    return encoding


def screen_can_encode(signs: Iterable[str]) -> bool:
    """Return True if the streams that the screen is drawn on can write every symbol."""
    wanted = tuple(signs)
    streams = (sys.__stdout__, sys.__stderr__)
    return all(can_encode(wanted, stream) for stream in streams if stream is not None)


def plain_signs(text: str) -> str:
    """Return the text with a plain symbol of the same width for each frame, bar and quote."""
    return text.translate(_PLAIN)


def plain(text: str, encoding: str) -> str:
    """Return the text with a plain symbol of the same width for each one that cannot be encoded."""
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_plain_sign(sign, encoding) for sign in text)
    return text


@lru_cache(maxsize=1024)
def _plain_sign(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        from rich.cells import get_character_cell_size

        known = sign.translate(_PLAIN)
        return known if known.isascii() else "?" * get_character_cell_size(sign)
    return sign


_MIN_WIDTH: Final = 2  # columns of a row: those of one wide symbol


def columns_of(text: str) -> int:
    """Return the number of columns of a text without control characters."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def head_of(text: str, width: int) -> str:
    """Return the beginning of a text that fits into `width` columns, with combining marks."""
    if text.isascii():
        return text[:width]
    from rich.cells import get_character_cell_size

    columns = 0
    for at, char in enumerate(text):
        columns += get_character_cell_size(char)
        if columns > width:
            return text[:at]
    return text


def rows_of(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap a text into rows of at most `width` columns; longer words are broken.

    All rows but the first begin with `indent`. A text without words is one empty row.
    """
    rows = [""]
    width = max(width, len(indent) + _MIN_WIDTH)
    for word in text.split():
        gap = " " if rows[-1].strip() else ""
        if columns_of(rows[-1]) + len(gap) + columns_of(word) <= width:
            rows[-1] += gap + word
            continue
        if gap:
            rows.append(indent)
        rest = word
        while columns_of(rows[-1]) + columns_of(rest) > width:
            part = head_of(rest, width - columns_of(rows[-1]))
            rows[-1] += part
            rest = rest[len(part) :]
            rows.append(indent)
        rows[-1] += rest
    return rows


def line_rows(text: str, width: int) -> Iterator[str]:
    """Yield rows that can be joined again: no row begins or ends with a blank."""
    while len(text) > width:
        cut = width
        while cut > 1 and " " in text[cut - 1 : cut + 1]:
            cut -= 1
        yield text[:cut]
        text = text[cut:]
    yield text


# -- browser ---------------------------------------------------------------------------------------
# textual-serve names the driver in TEXTUAL_DRIVER. The game then talks to it through pipes, and
# what it would write to a terminal appears on a page.

DRIVER = "TEXTUAL_DRIVER"


def in_browser(environ: Mapping[str, str] = os.environ) -> bool:
    """Return True if Textual's driver sends the screen to a browser.

    Imports Textual only if the environment names a driver.

    Raises:
        UsageError: Textual cannot load the driver.
    """
    named = environ.get(DRIVER)
    if not named:
        return False
    from textual.app import App

    try:
        driver = App[None]().get_driver_class()
        # Textual asks the driver object, and there is none before the screen opens.
        return bool(driver.__new__(driver).is_web)
    except Exception as error:
        raise UsageError(
            f"{DRIVER}={named!r} is not a Textual driver ({type(error).__name__}); unset it to "
            "play in this terminal"
        ) from error


def is_read(descriptor: int) -> bool:
    """Return False once the other end of a pipe is closed; True for other streams."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(descriptor, 0)
    return not any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))


def is_shown(*, web: bool) -> bool:
    """Return True while a terminal, or with `web` a browser's server, takes what is drawn."""
    stream = sys.__stdout__
    if stream is None:
        return False
    return is_read(stream.fileno()) if web else stream.isatty()


# -- symbol widths --------------------------------------------------------------------------------
# The symbol is written at the left edge, the terminal reports the column of the cursor, and the
# line is wiped. All symbols are written in one go, so that a slow line delays the start only once.

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
    """Return how many columns the terminal gives each symbol; nothing if an answer is missing.

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
