"""The line of a position file that an error is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import without_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PLACE: Final = re.compile(r'([A-Za-z][\w.-]*)(?: ([0-9]+)| "[^"]*")?[.:] ?')
_NEW: Final = re.compile(r'no (?:key|unit|team) "([^"]+)"')  # what the file says under that place
_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
_KEY: Final = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_QUOTES: Final = ('"""', "'''")

Keys = tuple[str, ...]


def placed(error: str, source: str, text: str) -> str:
    """An error that begins with the name of the file, with the line in it where there is one."""
    said = without_file(error, source)
    line = line_of(said, text) if said != error else None
    return error if line is None else f"{source}:{line}: {said}"


def line_of(said: str, text: str) -> int | None:
    """The line, from 1, of what an error names: a word that it quotes, else its key or table."""
    wanted = _wanted(said)
    if not wanted:
        return None
    keys = list(_keys(text))
    places = [wanted]
    if wanted[0] == "actions":  # those of the file may stand in a table, which errors do not name
        places.append(("play", *wanted))
    if wanted[0] == "map":  # what belongs to a drawing has keys of its own
        places.insert(0, wanted[1:])
    at = next((found for place in places if (found := _nearest(keys, place)) is not None), None)
    return None if at is None else _quoted(said, text, keys, at)


def _nearest(keys: Sequence[tuple[int, Keys]], wanted: Keys) -> int | None:
    """Which of the keys leads farthest towards a place."""
    best, found = 0, None
    for index, (_, known) in enumerate(keys):
        shared = _shared(known, wanted)
        # A key that holds the place, or the first one of a table that is the place.
        if shared > best and (shared == len(known) or shared == len(wanted)):
            best, found = shared, index
    return found


def _quoted(said: str, text: str, keys: Sequence[tuple[int, Keys]], at: int) -> int:
    """The first line of what a key holds in which something stands that the error quotes."""
    first, name = keys[at]
    rest = (number for number, known in keys[at + 1 :] if _shared(known, name) < len(name))
    inside = text.split("\n")[first - 1 : next(rest, text.count("\n") + 2) - 1]
    for word in re.findall('"([^"]+)"', said):
        whole = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for number, line in enumerate(inside, first):
            if whole.search(line):
                return number
    return first


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
    parts = new[1].split(".") if new else []
    return tuple(keys) if keys[-len(parts) :] == parts else (*keys, *parts)


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
