"""The line of a position file that an error is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLACE: Final = re.compile(r"([A-Za-z][\w.-]*)(?: ([0-9]+))?[.:] ?")
_NEW: Final = re.compile(r'no (?:key|unit|team) "([^"]+)"')  # what the file says under that place
_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
_KEY: Final = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_QUOTES: Final = ('"""', "'''")

Keys = tuple[str, ...]


def placed(error: str, source: str, text: str) -> str:
    """An error that begins with the name of the file, with the line in it where there is one."""
    said = error.removeprefix(f"{source}: ")
    line = line_of(said, text) if said != error else None
    return error if line is None else f"{source}:{line}: {said}"


def line_of(said: str, text: str) -> int | None:
    """The line, from 1, of the key that an error names, or of the table that it is missing in."""
    wanted = _wanted(said)
    best, found = 0, None
    for number, keys in _keys(text) if wanted else ():
        shared = _shared(keys, wanted)
        # A key that holds the place, or the first one of a table that is the place.
        if shared > best and (shared == len(keys) or shared == len(wanted)):
            best, found = shared, number
    return found


def _wanted(said: str) -> Keys:
    """The keys that lead to the place: 'then 2: expect.round: ...' is then, 2, expect, round."""
    keys: list[str] = []
    at = 0
    while match := _PLACE.match(said, at):
        if not said[: match.end()].rstrip().endswith((".", ":")):
            break
        keys += match[1].split(".")
        keys += [match[2]] if match[2] else []
        at = match.end()
    new = _NEW.match(said, at)
    return (*keys, *new[1].split(".")) if new else tuple(keys)


def _keys(text: str) -> Iterator[tuple[int, Keys]]:
    """(line, keys that lead there) of every header and key; tables of a list are counted."""
    header: Keys = ()
    counts: dict[str, int] = {}
    quotes = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        quotes = next((mark for mark in _QUOTES if line.count(mark) % 2), "")
        if table := _HEADER.match(line):
            name = table[2].strip()
            header = _parts(name)
            if table[1] == "[[":
                counts[name] = counts.get(name, 0) + 1
                header = (*header, str(counts[name]))
            elif header and header[0] in counts:
                header = (header[0], str(counts[header[0]]), *header[1:])
            yield number, header
        elif key := _KEY.match(line):
            yield number, (*header, *_parts(key[1]))


def _parts(key: str) -> Keys:
    """A key with dots in its parts; what stands in quotes may have dots of its own."""
    return tuple(part.strip(" \"'") for part in key.split("."))


def _shared(one: Keys, other: Keys) -> int:
    """With how many of the same keys both begin."""
    same = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        same += 1
    return same
