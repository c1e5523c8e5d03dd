"""Key sets: a preset of the table of keys, with the player's own keys on top.

The table has the default keys. A preset replaces the keys of some actions. The key bar, the help
sheet, the prompts and docs/keys.md take the names of keys from the set in use.

A new key is a new row of `KEYS`; if its letter is free, no more is needed. `vi` moves with
h j k l y u b n and `wasd` with w a s d, so a row with one of these letters needs another key in
that preset, by convention the capital: one entry in `PRESETS`. tests/tui/test_keys.py builds all
presets and names what is missing. `make docs` writes the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deathdome.errors import nearest
from deathdome.stage import phrases
from deathdome.stage.keys.names import NAMED, key_name, pressed_name, refused, written_as
from deathdome.stage.text import columns_of
from deathdome.text.phrases import keys as say
from deathdome.tui.keys.table import KEYS, MATCH, SHOP, Context, Key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOVES: Final = frozenset(
    {
        *("up", "down", "left", "right", "up_left", "up_right", "down_left", "down_right"),
        *("far_up", "far_down", "far_left", "far_right"),
    }
)
CONFIRMS: Final = frozenset(
    {"choose", "end", "tick", "leave", "capture", "release", "sell", "delete"}
)
_AS_LISTED: Final[Mapping[str, str]] = MappingProxyType({})
_ALWAYS_LAST: Final = "help"
_ALWAYS_AFTER: Final = 50  # place of keys outside the bar, before the help key
_STEPS: Final = ("left", "down", "up", "right")
# A narrow terminal has the panel closed, so its key must be in the bar.
_NARROW: Final = 80  # minimum columns of a terminal that is not narrow
_OPENS: Final = "panel"
_OPENS_PLACE: Final = 2


@dataclass(frozen=True, slots=True)
class Preset:
    """Replaced keys of some actions; `steps` names the four that move the cursor."""

    name: str
    steps: str
    help: str
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


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


class Keyset:
    """A preset with a player's own keys: the action of every key, and its name."""

    def __init__(
        self,
        preset: str = "default",
        own: Mapping[str, Sequence[str]] | None = None,
        table: Sequence[Key] = KEYS,
    ) -> None:
        self.preset = preset
        given = {action: tuple(map(key_name, names)) for action, names in (own or {}).items()}
        changed = {**PRESETS[preset].keys, **given}
        self.keys = tuple(_with(key, changed.get(key.id)) for key in table)
        self._found: dict[tuple[Context, str], Key] = {}
        for key in self.keys:
            for context in key.contexts:
                for name in key.keys:
                    self._found.setdefault((context, name), key)
        moved = any(step in given for step in _STEPS)
        self.steps = (
            " ".join(self.name(step) for step in _STEPS) if moved else PRESETS[preset].steps
        )

    def key_for(self, context: Context, pressed: str) -> Key | None:
        """Return the binding of a key in a context."""
        return self._found.get((context, pressed_name(pressed)))

    def name(self, action: str) -> str:
        """Return the name of the key of an action.

        Raises:
            KeyError: no such action.
        """
        for key in self.keys:
            if key.id == action:
                return shown_as(key)
        raise KeyError(action)

    def _in_bar(self, key: Key, context: Context) -> str:
        """Return the name of the key in the bar; a pair of keys is named together."""
        for other in self.keys:
            if other.id == key.pair and context in other.contexts:
                return f"{written_as(other.keys[0])} {written_as(key.keys[0])}"
        return shown_as(key)

    def bar_text(
        self, context: Context, width: int, unavailable: frozenset[str] = frozenset()
    ) -> str:
        """Return the key bar: most useful keys first, the help key last, never cut off."""
        row = ""
        for _, text, start in self.bar_items(context, width, unavailable):
            row += " " * (start - columns_of(row)) + text
        return row

    def bar_items(
        self,
        context: Context,
        width: int,
        unavailable: frozenset[str] = frozenset(),
        now: Mapping[str, str] = _AS_LISTED,
    ) -> list[tuple[str, str, int]]:
        """Return (action, text, first column) of each part of the key bar; '' has no action.

        `now` has other words for some actions; "" leaves one out.
        """
        last: tuple[str, str] | None = None
        parts: list[tuple[int, str, str]] = []
        if context in (Context.BOARD, Context.WAIT):
            words = f"{self.steps} {'look' if context is Context.WAIT else 'move'}"
            parts.append((0, "", words))
        boards = (Context.BOARD, Context.WAIT, Context.LAST_BOARD)
        opens = width < _NARROW and context in boards
        for key in self.keys:
            if context not in key.contexts or not key.bar or key.id in unavailable:
                continue
            words = now.get(key.id, key.words)
            if not words:
                continue
            text = f"{self._in_bar(key, context)} {words}"
            if key.id == _ALWAYS_LAST:
                last = (key.id, text)
            else:
                place = _OPENS_PLACE if opens and key.id == _OPENS else key.bar
                parts.append((place, key.id, text))
        parts.sort(key=lambda part: part[0])
        kept = columns_of(last[1]) + 2 if last else 2
        items: list[tuple[str, str, int]] = []
        end = 0  # of the bar so far
        for _, action, text in parts:
            start = end + 2 if items else 1
            if start + columns_of(text) + kept < width:
                items.append((action, text, start))
                end = start + columns_of(text)
        return [*items, (*last, end + 2)] if last else items

    def rows_now(
        self, context: Context, unavailable: frozenset[str] = frozenset()
    ) -> list[tuple[str, str]]:
        """Return (keys, help) of the keys that work in a context, most useful first."""
        here = [key for key in self.keys if context in key.contexts and key.id not in unavailable]
        paired = {key.pair: key for key in here if key.pair}
        # Opposite keys are listed together, even arrows, which are moves otherwise.
        ways = {*paired, *(key.id for key in paired.values())}
        rows = [key for key in here if key.id not in MOVES or key.id in ways]
        rows.sort(key=lambda key: paired.get(key.id, key).bar or _ALWAYS_AFTER)
        listed = [(shown_as(key), key.help) for key in rows]
        moves = [key for key in here if key.id in _STEPS and key.id not in ways]
        if moves:
            if len(moves) == len(_STEPS):
                listed.insert(0, (self.steps, phrases.MOVE_CURSOR))
            else:
                listed.insert(0, (" ".join(map(shown_as, moves)), phrases.UP_AND_DOWN))
        return listed

    def help_rows(self) -> list[tuple[str, str, str]]:
        """Return (context, keys, help) for the help sheet, context by context."""
        return [(title, shown_as(key), text) for title, key, text in grouped(self.keys)]

    def clashes(self) -> list[tuple[str, str, str, Context]]:
        """Return (key, action, other action, context) for each key with two actions there."""
        found = []
        for context in Context:
            taken: dict[str, str] = {}
            for key in self.keys:
                if context not in key.contexts:
                    continue
                for name in key.keys:
                    if name in taken:
                        found.append((name, taken[name], key.id, context))
                    taken[name] = key.id
        return found


def grouped(keys: Sequence[Key]) -> Iterator[tuple[str, Key, str]]:
    """Yield (group, key, help) for sheets and pages, each meaning once in its group."""
    groups = (
        ("Match", MATCH),
        ("Store", SHOP),
        ("Elsewhere", frozenset(Context) - MATCH - SHOP),
    )
    for title, contexts in groups:
        seen: set[tuple[str, str]] = set()
        for key in keys:
            if not key.contexts & contexts or (key.id, key.help) in seen:
                continue
            seen.add((key.id, key.help))
            only = "" if len(key.contexts) > 1 else f" ({next(iter(key.contexts)).value})"
            yield title, key, key.help + only


def shown_as(key: Key) -> str:
    """Return the text of a binding's key."""
    return key.shown or written_as(key.keys[0])


def _with(key: Key, names: tuple[str, ...] | None) -> Key:
    if names is None or names == key.keys:
        return key
    return replace(key, keys=names, shown="")


# -- what the file of options needs to know (settings.file.KeyTable) ----------------------------


def presets() -> Sequence[str]:
    """Return the names of the presets."""
    return tuple(PRESETS)


def actions() -> Sequence[str]:
    """Return the ids of all actions with keys."""
    return tuple(dict.fromkeys(key.id for key in KEYS))


def problems(preset: str, own: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Return (action, error) for a player's own keys on top of a preset."""
    found: list[tuple[str, str]] = []
    for action, names in own.items():
        for text in names:
            name = key_name(text)
            if not name:
                hint = nearest(text.lower(), NAMED) or " " + phrases.KEY_NAMES
                found.append((action, phrases.NOT_A_KEY.format(text=text[:20], hint=hint)))
            elif why := refused(name):
                found.append((action, phrases.UNUSABLE_KEY.format(key=written_as(name), why=why)))
    if found:
        return found
    keyset = Keyset(preset, own)
    said: set[tuple[str, frozenset[str]]] = set()
    for name, one, other, context in keyset.clashes():
        if (name, frozenset((one, other))) in said:
            continue
        said.add((name, frozenset((one, other))))
        mine, theirs = (one, other) if one in own else (other, one)
        text = phrases.KEY_TAKEN.format(key=written_as(name), other=theirs, context=context.value)
        found.append((mine, phrases.NEEDS_ANOTHER_KEY.format(text=text, other=theirs)))
    return [*found, *_confirming_moves(keyset, own)]


def _confirming_moves(keyset: Keyset, own: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield errors of keys that move in one context and confirm in another."""
    moves = {name: key.id for key in keyset.keys if key.id in MOVES for name in key.keys}
    said = set()
    for key in keyset.keys:
        for name in key.keys:
            if key.id not in CONFIRMS or name not in moves or (key.id, name) in said:
                continue
            said.add((key.id, name))
            mine, other = (key.id, moves[name]) if key.id in own else (moves[name], key.id)
            text = phrases.MOVE_KEY_CONFIRMS.format(key=written_as(name), other=other)
            yield mine, text


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
