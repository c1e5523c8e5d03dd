"""What a terminal sends, made into keys and sizes, whatever bytes arrive.

Textual takes for granted that a terminal speaks UTF-8 and makes sense. A paste in another encoding,
a line with noise on it, or a window of no size would end the match.
"""

from __future__ import annotations

import os
import select
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Final

from textual import events
from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.message import Message

_READ: Final = 4096  # bytes at once
_WAIT: Final = 0.1  # seconds after which an Esc is an Esc and begins nothing longer
_WIDEST: Final = 2_000  # cells; no window has more, and each of them would be drawn


class Ears(XTermParser):
    """Keys, mouse and sizes from bytes; what makes no sense was not said."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        # A sign may be torn between two reads.
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode

    def hear(self, raw: bytes) -> Iterator[Message]:
        """What the next bytes say."""
        yield from self.feed(self._decode(raw))

    def feed(self, data: str) -> Iterable[Message]:
        """What a text says; "" ends it."""
        if not data:
            return
        for sign in data:
            yield from self._sensible(super().feed, sign)

    def tick(self) -> Iterable[Message]:
        """What has become clear because nothing followed."""
        yield from self._sensible(super().tick)

    def _sensible(self, said: Callable[..., Iterable[Message]], *data: str) -> Iterator[Message]:
        """What is said; a sequence with numbers that mean nothing is dropped as a whole."""
        known = self.terminal_size, self.terminal_pixel_size, self.mouse_pixels
        try:
            heard = [*said(*data)]
        except (ValueError, ArithmeticError):
            self._tokens.clear()
            self._timeout_time = None
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)
            return
        for one in heard:
            if not isinstance(one, events.Resize):
                yield one
            elif all(0 < side <= _WIDEST for side in one.size):
                yield self._reckoned(one)
            else:
                self.terminal_size, self.terminal_pixel_size, self.mouse_pixels = known

    def _reckoned(self, said: events.Resize) -> events.Resize:
        """A size; of dots only where there are some, for where the mouse is, is divided by them."""
        if said.pixel_size is None or all(said.pixel_size):
            return said
        self.terminal_pixel_size, self.mouse_pixels = None, False
        return events.Resize.from_dimensions(said.size, None)


def listen(
    source: int, ears: Ears, goes_on: Callable[[], bool] = lambda: True
) -> Iterator[Message]:
    """What arrives, one after the other, while it `goes_on` and the input has not ended."""
    while goes_on():
        if select.select([source], [], [], _WAIT)[0]:
            try:
                raw = os.read(source, _READ)
            except OSError:  # the terminal was closed; the program is told in other ways
                return
            if not raw:
                return
            yield from ears.hear(raw)
        yield from ears.tick()
