"""The command palette: everything that can be done now, by name, with its key beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.command import CommandPalette, DiscoveryHit, Hit, Provider
from textual.widgets import Input

from deathdome.tui.keyed import KeyedScreen
from deathdome.tui.keyset import in_use, shown_as

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.command import Hits

    from deathdome.tui.keymap import Key

_WORDS: Final = "[ -~]*"  # whatever else is typed, nothing here is called like that
# Keys that only steer: nobody looks for them by name.
_STEERING = frozenset({"palette", "choose", "up", "down", "left", "right", "back"})


class KeyCommands(Provider):
    """The bindings of the screen that the palette lies over."""

    def _bindings(self) -> Iterator[Key]:
        screen = self.screen
        if not isinstance(screen, KeyedScreen):
            return
        idle = frozenset(screen.unavailable())
        for key in in_use().keys:
            here = screen.context in key.contexts and key.id not in idle
            if here and key.id not in _STEERING and not key.id.startswith(("far_", "up_", "down_")):
                yield key

    def _carry_out(self, key: Key) -> None:
        screen = self.screen
        if isinstance(screen, KeyedScreen):
            screen.act(key.id)

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for key in self._bindings():
            yield DiscoveryHit(key.help, partial(self._carry_out, key), help=_key_words(key))

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        matcher = self.matcher(query)
        for key in self._bindings():
            score = matcher.match(key.help)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(key.help),
                    partial(self._carry_out, key),
                    text=key.help,
                    help=_key_words(key),
                )


def _key_words(key: Key) -> str:
    return f"key {shown_as(key)}"


class Palette(CommandPalette):
    """Takes only letters that the names of commands have."""

    def on_mount(self) -> None:
        """What is typed or pasted is checked from now on."""
        self.query_one(Input).restrict = _WORDS


def palette() -> Palette:
    """The palette over the present screen."""
    return Palette(providers=[KeyCommands], placeholder="What shall be done?")
