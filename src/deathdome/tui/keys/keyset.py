"""The keys of the first game: its table, its presets, and the set in use.

A new key is a new row of `KEYS`; if its letter is free, no more is needed. `vi` moves with
h j k l y u b n and `wasd` with w a s d, so a row with one of these letters needs another key in
that preset, by convention the capital: one entry in `PRESETS`. tests/tui/test_keys.py builds all
presets and names what is missing. `make docs` writes the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.keys import keyset as stage
from deathdome.stage.keys.keyset import KeyTable, Preset
from deathdome.text.phrases import keys as say
from deathdome.tui.keys.table import KEYS, MATCH, SHOP, Context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIRMS: Final = frozenset(
    {"choose", "end", "tick", "leave", "capture", "release", "sell", "delete"}
)
PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("default", "arrows", say.LETTERS_PRESET),
        Preset(
            "vi",
            "hjkl",
            say.VI_PRESET,
            {
                "left": ("h", "left"),
                "down": ("j", "down"),
                "up": ("k", "up"),
                "right": ("l", "right"),
                "up_left": ("y", "home"),
                "up_right": ("u", "pageup"),
                "down_left": ("b", "end"),
                "down_right": ("n", "pagedown"),
                "next": ("N",),
                "another": ("N",),
                "previous": ("P",),
                "acts": ("K",),
                "log": ("L",),
                "take_back": ("U",),
                "copy": ("C",),
                "hint": ("g",),
            },
        ),
        Preset(
            "wasd",
            "wasd",
            say.WASD_PRESET,
            {
                "up": ("w", "up"),
                "left": ("a", "left"),
                "down": ("s", "down"),
                "right": ("d", "right"),
                "why": ("h",),
                "hint": ("g",),
                "attack": ("x",),
                "sell": ("S",),
            },
        ),
    )
}
TABLE: Final = KeyTable(
    KEYS,
    contexts=tuple(Context),
    groups=(
        ("Match", MATCH),
        ("Store", SHOP),
        ("Elsewhere", frozenset(Context) - MATCH - SHOP),
    ),
    sets=PRESETS,
    confirms=CONFIRMS,
    steps={Context.BOARD: "move", Context.WAIT: "look"},
)


class Keyset(stage.Keyset):
    """A preset of the first game with a player's own keys."""

    def __init__(
        self, preset: str = "default", own: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__(TABLE, preset, own)


# -- the keys in use -----------------------------------------------------------------------------

# One player has one keyboard, so the keys in use are a setting of the process, like a language.
# Notes and prompts are made far from any screen and only name the keys.
_IN_USE: list[Keyset] = [Keyset()]


def use(keyset: Keyset) -> None:
    """Put a key set in use."""
    _IN_USE[0] = keyset


def in_use() -> Keyset:
    """Return the keys in use."""
    return _IN_USE[0]


def key(action: str) -> str:
    """Return the name of an action's key in use: `e`, `Enter`."""
    return in_use().name(action)


def with_keys(text: str) -> str:
    """Return a text with ids of actions in braces replaced by their keys: `{end}` ends the turn."""
    return text.format_map(_NAMES)


class _Names(dict[str, str]):
    """Looks an action up in the keys in use."""

    def __missing__(self, action: str) -> str:
        return key(action)


_NAMES: Final = _Names()
