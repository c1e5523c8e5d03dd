"""Checks for ids and names that can be mistaken for another thing.

Parsing compares names without regard for capitals, blanks and punctuation (model/lookup.py). So
two names must differ in more than that, and a name must not read like the id of another card or
a word of the notation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.card_schema import PrintedTable
from deathdome.model.identifiers import TEAMS, bare_jail
from deathdome.model.lookup import RESERVED
from deathdome.model.notation import ABILITY
from deathdome.spelling import folded, id_like
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.content.card_files import Entry

_INVISIBLE: Final = "this name has no visible characters"
_ENDS_A_LINE: Final = ";#"  # they split a typed line, or begin a comment in a position file


def taken_names(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, str]]:
    """Yield ids and names that an earlier table has: table, key, problem.

    The cards of the game come before those of packs, whatever the order of files.
    """
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for entry in bundled_first(entries):
        for key, value, seen in (("id", entry.table.id, ids), ("name", entry.table.name, names)):
            if value in seen:
                yield entry, key, f'"{value}" is taken already by {seen[value]}'
            else:
                seen[value] = entry.place


def unclear_names(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, str]]:
    """Yield ids and names that can be mistaken for another or for a word: table, key, problem."""
    ids: dict[str, Entry] = {}
    names: dict[str, Entry] = {}
    for entry in bundled_first(entries):
        table = entry.table
        if reason := _no_id(table.id):
            yield entry, "id", f'{reason}; "{table.id}-{entry.kind}" would do'
        if not folded(table.name):
            yield entry, "name", _INVISIBLE
        elif folded(table.name) in RESERVED:
            yield entry, "name", f'"{table.name}" is a word of the notation; add another word'
        elif len(table.name) == 1 and table.name.isdecimal():
            yield entry, "name", f'"{table.name}" is read as a number; add a word'
        key = name_key(table.name)
        if (other := names.get(table.id)) is not None:
            yield (
                entry,
                "id",
                f'"{table.id}" reads like the name of {other.place}; choose another id',
            )
        if (other := ids.get(key)) is not None:
            yield (
                entry,
                "name",
                f'"{table.name}" reads like the id of {other.place}; choose another name',
            )
        other = names.setdefault(key, entry)
        if other is not entry and other.table.name != table.name:
            like = f'"{table.name}" reads like "{other.table.name}", the name of {other.place}'
            yield entry, "name", f"{like}; choose another"
        ids.setdefault(table.id, entry)
    yield from _divided_names(bundled_first(entries))


def _divided_names(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, str]]:
    """Yield names that read like another name with a suffix: `Hook #2`, `Hook; pass`.

    The later of the two is at fault.
    """
    known: dict[str, dict[int, str]] = {}  # folded name -> indices of entries, with their keys
    for at, entry in enumerate(entries):
        for key, word in (("name", name_key(entry.table.name)), ("id", entry.table.id)):
            known.setdefault(word, {})[at] = key
    for at, entry in enumerate(entries):
        name = entry.table.name
        for head, number in _heads(name):
            for other, key in known.get(name_key(head), {}).items():
                there = entries[other]
                if other == at or number > _abilities(there):
                    continue
                behind = name[len(head) :].strip()
                if other < at:
                    like = f"ability {number} of {there.place}" if number else there.place
                    with_it = "" if number else f' with "{shown(behind)}" behind it'
                    text = f'"{name}" reads like {like}{with_it}; choose another name'
                    yield entry, "name", text
                else:
                    word = there.table.name if key == "name" else there.table.id
                    like = f'"{name}", the name of {entry.place}'
                    text = f'"{word}" with "{shown(behind)}" behind it reads like {like}'
                    yield there, key, f"{text}; choose another {key}"


def _abilities(entry: Entry) -> int:
    return len(entry.table.ability) if isinstance(entry.table, PrintedTable) else 0


def _heads(name: str) -> Iterator[tuple[str, int]]:
    """Yield the part of a name before `#2`, with 2, and the parts before a semicolon, with 0."""
    numbered = ABILITY.fullmatch(name)
    if numbered is not None:
        yield numbered[1], int(numbered[2])
    for at, letter in enumerate(name):
        if letter == ";":
            yield name[:at], 0


def unclear_places(bases: Sequence[str], jails: Sequence[str]) -> Iterator[str]:
    """Yield the problems of the names of bases and jails, each with its key."""
    yield from _similar_names("bases", bases, name_key)
    yield from _similar_names("jails", jails, lambda name: name_key(bare_jail(name)))
    for name in jails:
        key = f"jails.{shown(name)}"
        word = folded(name)
        if word and word not in TEAMS and (word in RESERVED or not bare_jail(name)):
            yield f"{key}: this is a word of the notation; add another word"
        elif set(name) & set(_ENDS_A_LINE):
            yield f"{key}: no name of a jail has {' or '.join(_ENDS_A_LINE)} in it"


def name_key(name: str) -> str:
    """Return the text in which two names must differ."""
    return id_like(name) or folded(name)


def _similar_names(key: str, names: Sequence[str], compared: Callable[[str], str]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for name in names:
        if not folded(name):
            yield f"{key}.{shown(name)}: {_INVISIBLE}"
            continue
        other = seen.setdefault(compared(name), name)
        if other is not name:
            yield f'{key}.{shown(name)}: it reads like "{shown(other)}"; choose another name'


def _no_id(word: str) -> str:
    if word in RESERVED:
        return f'"{word}" is a word of the notation'
    return f'"{word}" is read as a number' if word.isdecimal() else ""


def bundled_first(entries: Sequence[Entry]) -> list[Entry]:
    """Return the tables of the game, then those of packs, each in order."""
    return sorted(entries, key=lambda entry: not entry.ours)
