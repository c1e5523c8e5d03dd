"""Key sets: a preset of a game's table of keys, with the player's own keys on top.

The table has the default keys. A preset replaces the keys of some actions. The key bar, the help
sheet and the prompts take the names of keys from the set in use.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deathdome.errors import nearest
from deathdome.stage import phrases
from deathdome.stage.keys.names import NAMED, key_name, pressed_name, refused, written_as
from deathdome.stage.text import columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Contexts of the screens that both games have. A context is known by its words.
MENU: Final = phrases.IN_A_MENU
FORM: Final = "choosing options"
PAGE: Final = "reading"
CURTAIN: Final = phrases.BEHIND_THE_CURTAIN

MOVES: Final = frozenset(
    {
        *("up", "down", "left", "right", "up_left", "up_right", "down_left", "down_right"),
        *("far_up", "far_down", "far_left", "far_right"),
    }
)
_AS_LISTED: Final[Mapping[str, str]] = MappingProxyType({})
_ALWAYS_LAST: Final = "help"
_ALWAYS_AFTER: Final = 50  # place of keys outside the bar, before the help key
_STEPS: Final = ("left", "down", "up", "right")
_NARROW: Final = 80  # minimum columns of a terminal that is not narrow


@dataclass(frozen=True, slots=True)
class Key:
    """One binding. `bar` is its place in the key bar, 0 for help sheet only."""

    id: str
    keys: tuple[str, ...]  # as Textual names them; the first is the one that is shown
    words: str  # in the key bar
    help: str  # on the help sheet
    contexts: frozenset[str]
    bar: int = 0
    shown: str = ""  # how the keys are written, if not by the first key's name
    pair: str = ""  # the opposite action, whose key is in the bar as well
    narrow: int = 0  # place in the bar of a narrow terminal, if another


@dataclass(frozen=True, slots=True)
class Preset:
    """Replaced keys of some actions; `steps` names the four that move the cursor."""

    name: str
    steps: str
    help: str
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeyTable:
    """The keys of a game, against which a file of options is checked (settings.KeyTable)."""

    keys: tuple[Key, ...]  # every action, with its default keys
    contexts: tuple[str, ...]
    groups: tuple[tuple[str, frozenset[str]], ...]  # titles and contexts of the help sheet
    sets: Mapping[str, Preset]  # by name
    confirms: frozenset[str]  # actions that no key may have that moves elsewhere
    steps: Mapping[str, str]  # what the keys that move do, by context, for the key bar

    def presets(self) -> Sequence[str]:
        """Return the names of the presets."""
        return tuple(self.sets)

    def actions(self) -> Sequence[str]:
        """Return the ids of all actions with keys."""
        return tuple(dict.fromkeys(key.id for key in self.keys))

    def grouped(self, keys: Sequence[Key]) -> Iterator[tuple[str, Key, str]]:
        """Yield (group, key, help) for sheets and pages, each meaning once in its group."""
        for title, contexts in self.groups:
            seen: set[tuple[str, str]] = set()
            for key in keys:
                if not key.contexts & contexts or (key.id, key.help) in seen:
                    continue
                seen.add((key.id, key.help))
                only = "" if len(key.contexts) > 1 else f" ({next(iter(key.contexts))})"
                yield title, key, key.help + only

    def problems(self, preset: str, own: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
        """Return (action, error) for a player's own keys on top of a preset."""
        found: list[tuple[str, str]] = []
        for action, names in own.items():
            for written in names:
                name = key_name(written)
                if not name:
                    hint = nearest(written.lower(), NAMED) or " " + phrases.KEY_NAMES
                    found.append((action, phrases.NOT_A_KEY.format(text=written[:20], hint=hint)))
                elif why := refused(name):
                    found.append(
                        (action, phrases.UNUSABLE_KEY.format(key=written_as(name), why=why))
                    )
        if found:
            return found
        keyset = Keyset(self, preset, own)
        said: set[tuple[str, frozenset[str]]] = set()
        for name, one, other, context in keyset.clashes():
            if (name, frozenset((one, other))) in said:
                continue
            said.add((name, frozenset((one, other))))
            mine, theirs = (one, other) if one in own else (other, one)
            text = phrases.KEY_TAKEN.format(key=written_as(name), other=theirs, context=context)
            found.append((mine, phrases.NEEDS_ANOTHER_KEY.format(text=text, other=theirs)))
        return [*found, *_confirming_moves(keyset, own)]


class KeyTables:
    """The keys of several games that share a file of options (settings.KeyTable)."""

    def __init__(self, *tables: KeyTable) -> None:
        self._tables: Final = tables

    def presets(self) -> Sequence[str]:
        """Return the names of the presets, which every game has."""
        return self._tables[0].presets()

    def actions(self) -> Sequence[str]:
        """Return the ids of all actions with keys in any game."""
        return tuple(dict.fromkeys(one for table in self._tables for one in table.actions()))

    def problems(self, preset: str, own: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
        """Return (action, error) for a player's own keys, each error once."""
        found: dict[tuple[str, str], None] = {}
        for table in self._tables:
            known = set(table.actions())
            here = {action: names for action, names in own.items() if action in known}
            found |= dict.fromkeys(table.problems(preset, here))
        return [*found]


class Keyset:
    """A preset with a player's own keys: the action of every key, and its name."""

    def __init__(
        self,
        table: KeyTable,
        preset: str = "default",
        own: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.table = table
        self.preset = preset
        given = {action: tuple(map(key_name, names)) for action, names in (own or {}).items()}
        changed = {**table.sets[preset].keys, **given}
        self.keys = tuple(_with(key, changed.get(key.id)) for key in table.keys)
        self._found: dict[tuple[str, str], Key] = {}
        for key in self.keys:
            for context in key.contexts:
                for name in key.keys:
                    self._found.setdefault((context, name), key)
        moved = any(step in given for step in _STEPS)
        self.steps = (
            " ".join(self.name(step) for step in _STEPS) if moved else table.sets[preset].steps
        )

    def key_for(self, context: str, pressed: str) -> Key | None:
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

    def _in_bar(self, key: Key, context: str) -> str:
        """Return the name of the key in the bar; a pair of keys is named together."""
        for other in self.keys:
            if other.id == key.pair and context in other.contexts:
                return f"{written_as(other.keys[0])} {written_as(key.keys[0])}"
        return shown_as(key)

    def bar_text(self, context: str, width: int, unavailable: frozenset[str] = frozenset()) -> str:
        """Return the key bar: most useful keys first, the help key last, never cut off."""
        row = ""
        for _, text, start in self.bar_items(context, width, unavailable):
            row += " " * (start - columns_of(row)) + text
        return row

    def bar_items(
        self,
        context: str,
        width: int,
        unavailable: frozenset[str] = frozenset(),
        now: Mapping[str, str] = _AS_LISTED,
    ) -> list[tuple[str, str, int]]:
        """Return (action, text, first column) of each part of the key bar; '' has no action.

        `now` has other words for some actions; "" leaves one out.
        """
        last: tuple[str, str] | None = None
        parts: list[tuple[int, str, str]] = []
        if context in self.table.steps:
            parts.append((0, "", f"{self.steps} {self.table.steps[context]}"))
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
                place = key.narrow if key.narrow and width < _NARROW else key.bar
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
        self, context: str, unavailable: frozenset[str] = frozenset()
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
        return [(title, shown_as(key), text) for title, key, text in self.table.grouped(self.keys)]

    def clashes(self) -> list[tuple[str, str, str, str]]:
        """Return (key, action, other action, context) for each key with two actions there."""
        found = []
        for context in self.table.contexts:
            taken: dict[str, str] = {}
            for key in self.keys:
                if context not in key.contexts:
                    continue
                for name in key.keys:
                    if name in taken:
                        found.append((name, taken[name], key.id, context))
                    taken[name] = key.id
        return found


def shown_as(key: Key) -> str:
    """Return the text of a binding's key."""
    return key.shown or written_as(key.keys[0])


def _with(key: Key, names: tuple[str, ...] | None) -> Key:
    if names is None or names == key.keys:
        return key
    return replace(key, keys=names, shown="")


def _confirming_moves(keyset: Keyset, own: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield errors of keys that move in one context and confirm in another."""
    moves = {name: key.id for key in keyset.keys if key.id in MOVES for name in key.keys}
    said = set()
    for key in keyset.keys:
        for name in key.keys:
            if key.id not in keyset.table.confirms or name not in moves or (key.id, name) in said:
                continue
            said.add((key.id, name))
            mine, other = (key.id, moves[name]) if key.id in own else (moves[name], key.id)
            text = phrases.MOVE_KEY_CONFIRMS.format(key=written_as(name), other=other)
            yield mine, text
