"""Parser of terminal input that survives any bytes."""

from __future__ import annotations

import os
import select
import time
from codecs import getincrementaldecoder
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from textual import events

from deathdome.stage.keys.names import pressed_name
from deathdome.stage.terminal_io.private import private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.message import Message

_READ: Final = 4096  # bytes at once
_WAIT: Final = 0.1  # seconds after which an Esc is a key and not the start of a sequence
_SILENCE: Final = 3.0  # seconds after which a paste whose end is missing is over
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"  # before and after pasted text
_MAX_WIDTH: Final = 2_000  # cells; no window has more, and each would be drawn
_PARSER: Final = private("textual._xterm_parser", "XTermParser")
HAS_PARSER: Final = _PARSER is not None  # False: Textual's own parser is used
_SIZES: Final = ("terminal_size", "terminal_pixel_size", "mouse_pixels")


def plausible_size(*sides: object) -> bool:
    """Return True if a window can have these sides, in cells."""
    return all(isinstance(side, int) and 0 < side <= _MAX_WIDTH for side in sides)


class InputParser:
    """Parses bytes into keys, mouse events and sizes; drops what makes no sense."""

    def __init__(self, debug: bool = False) -> None:
        self._parser = _PARSER(debug)
        # A character may be split between two reads.
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._pasting = False
        self._tail = ""  # the last characters, as many as the end of a paste has
        self._heard = time.monotonic()  # when the last character came

    def parse(self, raw: bytes) -> Iterator[Message]:
        """Yield the messages of the next bytes."""
        yield from self.feed(self._decode(raw))

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the messages of a text; "" ends it."""
        if not data:
            return
        for sign in data:
            yield from self._plausible("feed", sign)
            self._tail = (self._tail + sign)[-len(_PASTED) :]
            self._pasting = self._tail == _PASTE or (self._pasting and self._tail != _PASTED)
        self._heard = time.monotonic()

    def tick(self) -> Iterable[Message]:
        """Yield messages that are complete because no byte followed.

        Not so inside a paste: its end may be split between two reads, and if that went unnoticed
        every key after it would be pasted.
        """
        silence = time.monotonic() - self._heard
        if self._pasting:
            if silence >= _SILENCE:
                yield from self.feed(_PASTED)
            return
        if silence >= _WAIT:
            self._tail = ""
        yield from self._plausible("tick")

    def _plausible(self, call: str, *data: str) -> Iterator[Message]:
        """Yield sensible messages; drop a whole sequence with impossible numbers."""
        known = {name: getattr(self._parser, name, None) for name in _SIZES}
        try:
            heard = [*getattr(self._parser, call)(*data)]
        except (ValueError, ArithmeticError):
            self._parser, self._pasting = _PARSER(), False
            self._set(known)
            return
        for one in heard:
            if not isinstance(one, events.Resize):
                yield one
            elif plausible_size(*one.size):
                yield self._with_dots(one)
            else:
                self._set(known)

    def _set(self, sizes: dict[str, Any]) -> None:
        for name, value in sizes.items():
            setattr(self._parser, name, value)

    def _with_dots(self, said: events.Resize) -> events.Resize:
        """Return a size without pixels if there are none: the mouse position is divided by them."""
        if said.pixel_size is None or all(said.pixel_size):
            return said
        self._set({"terminal_pixel_size": None, "mouse_pixels": False})
        return events.Resize.from_dimensions(said.size, None)


def read_messages(
    source: int, parser: InputParser, running: Callable[[], bool] = lambda: True
) -> Iterator[Message]:
    """Yield the messages of a terminal while `running()` is true and the input is open."""
    while running():
        if select.select([source], [], [], _WAIT)[0]:
            try:
                raw = os.read(source, _READ)
            except OSError:  # the terminal is closed; `exits` ends the program
                return
            if not raw:
                return
            yield from parser.parse(raw)
        yield from parser.tick()


@contextmanager
def reading_keys(source: int) -> Iterator[Iterator[str]]:
    """Yield the keys one after the other, by their names in the table, inside the context.

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
    """Yield the keys until the input ends."""
    heard = read_messages(source, InputParser())
    return (pressed_name(one.key) for one in heard if isinstance(one, events.Key))
