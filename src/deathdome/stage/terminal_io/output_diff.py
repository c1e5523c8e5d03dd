"""Output diff: fewer bytes to the terminal for the same picture, because a slow line counts bytes.

Every piece that Textual draws begins with all of its colours and ends with a reset. Here a piece
begins with what differs from the piece before. Everything else passes unchanged.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.stage.terminal_io.input_parser import (
    HAS_PARSER,
    InputParser,
    plausible_size,
    read_messages,
)
from deathdome.terminal import encoding_of, plain

if TYPE_CHECKING:
    from typing import TextIO

    from textual.driver import Driver

    from deathdome.stage.terminal_io.exits import FailingApp

_STYLE: Final = re.compile("\x1b\\[([0-9;]*)m")
_RESET: Final = ("", "0")
_MOVES: Final = re.compile("(?:\n|\x1b\\[[0-9]+;[0-9]+H)*")  # text without visible style
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27"}  # known to every terminal
# Synchronised output: the terminal shows what comes between these two at once.
FRAME_BEGIN, FRAME_END = "\x1b[?2026h", "\x1b[?2026l"
_WHOLE: Final = sys.platform != "win32"  # where a large write works
_DRAWN: Final = frozenset("456789") | {"21", "53"}  # attributes that are visible on blanks


class Pen(NamedTuple):
    """Drawing state of the terminal: attributes, foreground and background, as codes."""

    attributes: frozenset[str] = frozenset()
    fore: str = ""
    back: str = ""


_BARE: Final = Pen()


@lru_cache(maxsize=4096)
def pen_of(codes: str) -> Pen | None:
    """Return the pen after a reset and the codes of one piece; None for other codes."""
    attributes: set[str] = set()
    fore = back = ""
    parts = iter(codes.split(";"))
    for part in parts:
        if part in ("38", "48"):
            kind = next(parts, "")
            count = {"2": 3, "5": 1}.get(kind, 0)
            given = [next(parts, "") for _ in range(count)]
            if not count or not all(one.isdigit() for one in given):
                return None
            colour = ";".join((part, kind, *given))
            fore, back = (colour, back) if part == "38" else (fore, colour)
        elif part.isdigit() and (30 <= int(part) <= 37 or 90 <= int(part) <= 97):
            fore = part
        elif part.isdigit() and (40 <= int(part) <= 47 or 100 <= int(part) <= 107):
            back = part
        elif part in _DRAWN or part in ("1", "2", "3"):
            attributes.add(part)
        else:
            return None
    return Pen(frozenset(attributes), fore, back)


@lru_cache(maxsize=4096)
def change(now: Pen, wanted: Pen) -> str:
    """Return the shortest sequence from one pen to another."""
    if now == wanted:
        return ""
    whole = [*sorted(wanted.attributes), *filter(None, (wanted.fore, wanted.back))]
    anew = ";".join(["0", *whole] if now != _BARE and whole else whole)
    gone = now.attributes - wanted.attributes
    if gone - _OFF.keys():
        return f"\x1b[{anew}m"
    parts = sorted({_OFF[attribute] for attribute in gone})
    # Bold and dim go together.
    left = now.attributes - {
        attribute for attribute in now.attributes if _OFF.get(attribute) in parts
    }
    parts += sorted(wanted.attributes - left)
    if wanted.fore != now.fore:
        parts.append(wanted.fore or "39")
    if wanted.back != now.back:
        parts.append(wanted.back or "49")
    return f"\x1b[{min(anew, ';'.join(parts), key=len)}m"


def shortened(data: str) -> str:
    """Return the same output in fewer bytes; the terminal ends in the same state.

    It begins and ends with the bare pen, as every write of the screen does.
    """
    found = _STYLE.split(data)
    if len(found) == 1:
        return data
    written = [found[0]]
    now = wanted = _BARE
    for at in range(1, len(found), 2):
        codes, text = found[at], found[at + 1]
        pen = _BARE if codes in _RESET else pen_of(codes)
        if pen is None or (wanted is not _BARE and pen is not _BARE):
            return data  # not Textual's form: send it unchanged
        wanted = pen
        if now is not wanted and not _unseen(text, now, wanted):
            written.append(change(now, wanted))
            now = wanted
        written.append(text)
    written.append(change(now, wanted))
    return "".join(written)


def _unseen(text: str, one: Pen, other: Pen) -> bool:
    """Return True if the text looks the same with either pen."""
    if text.isspace() and text.isprintable():
        return one.back == other.back and not (one.attributes | other.attributes) & _DRAWN
    return _MOVES.fullmatch(text) is not None


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


@lru_cache(maxsize=4)
def diffing_driver(driver: type[Driver]) -> type[Driver]:
    """Return a driver that writes fewer bytes, and survives any input bytes."""
    if HAS_PARSER and hasattr(driver, "on_meta"):
        # The driver for browsers makes its own parser, which noise from a page would stop.
        vars(sys.modules[driver.__module__])["XTermParser"] = InputParser

    class DiffingDriver(driver):  # type: ignore[valid-type, misc]  # a base of each system
        """Writes what differs from piece to piece, to where the terminal is."""

        def __init__(self, app: FailingApp, *values: Any, **options: Any) -> None:
            super().__init__(app, *values, **options)
            self._fail: Final = partial(app.call_later, app.fail)
            # Textual draws on standard error. If that is a file, draw on standard output.
            self._encoding: str = ""  # of the terminal; a browser takes every symbol
            self._frame: list[str] = []  # parts of the frame that is being drawn
            elsewhere = not _is_terminal(sys.__stderr__) and hasattr(self, "_file")
            if elsewhere and sys.__stdout__ is not None and sys.__stdout__.isatty():
                self._file = open(  # noqa: SIM115 - as long as the program
                    sys.__stdout__.fileno(),
                    "w",
                    encoding=sys.__stdout__.encoding,
                    errors="backslashreplace",
                    closefd=False,
                )
            if hasattr(self, "_file"):
                self._encoding = encoding_of(self._file)

        def write(self, data: str) -> None:
            """Write to the terminal, each frame whole: a write wakes the thread that sends it."""
            text = shortened(data)
            if self._frame or (_WHOLE and data == FRAME_BEGIN):
                self._frame.append(text)
                if data != FRAME_END:
                    return
                text = "".join(self._frame)
                self._frame.clear()
            super().write(plain(text, self._encoding) if self._encoding else text)

        def _run_input_thread(self) -> None:
            """Pass messages on; report a failure as one of the application."""
            if not HAS_PARSER or not hasattr(self, "exit_event"):
                super()._run_input_thread()
                return
            left = self.exit_event.is_set
            try:
                for heard in read_messages(self.fileno, InputParser(), lambda: not left()):
                    self.process_message(heard)
            except Exception as error:  # noqa: BLE001 - the screen must end after any error
                self._fail(error)

        def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
            """Pass a browser's message on, except for sizes that no window has."""
            sides = payload.get("width"), payload.get("height")
            if packet_type != "resize" or plausible_size(*sides):
                super().on_meta(packet_type, payload)

    return DiffingDriver
