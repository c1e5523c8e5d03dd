"""The file of the announcer's lines, `data/announcer.toml`, read once a process."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder
from deathdome.errors import ContentError
from deathdome.text.announcer import MOMENTS, PLACEHOLDERS, RANKS
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.words import suggestion, text_problem

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE: Final = "announcer.toml"
_LONGEST: Final = 80  # characters before the names are filled in


@cache
def announcer_lines() -> Mapping[str, tuple[str, ...]]:
    """Return the lines of each event.

    Raises:
        ContentError: the file is missing or damaged; names the line.
    """
    return parse_lines(read_text(data_folder() / _FILE, _FILE))


def parse_lines(text: str) -> Mapping[str, tuple[str, ...]]:
    """Parse the text of the file.

    Raises:
        ContentError: it is not TOML, an event is unknown or missing, or a line is not usable.
    """
    document = parse_toml(text, _FILE)
    known = (*RANKS, *MOMENTS)
    for key in document:
        if key not in known:
            raise _error(text, key, "", f'no event "{key}".{suggestion(key, known)}')
    seen: set[str] = set()
    for key in known:
        lines = document.get(key)
        if not isinstance(lines, list) or not lines:
            raise _error(text, key, "", "each event needs a list of lines")
        for number, line in enumerate(lines, 1):
            reason = text_problem(line, 1, _LONGEST) or _wrong_field(line, PLACEHOLDERS[key])
            if not reason and line in seen:
                reason = "this line is used twice"
            if reason:
                quoted = line if isinstance(line, str) else ""
                raise _error(text, f"{key} {number}", quoted, reason)
            seen.add(line)
    return {key: tuple(document[key]) for key in known}


def _wrong_field(line: str, known: frozenset[str]) -> str:
    """Return why a line cannot be filled in, or ""."""
    try:
        fields = [name for _, name, spec, _ in Formatter().parse(line) if name is not None or spec]
    except ValueError as error:
        return f"a brace is not closed or not opened ({error})"
    for name in fields:
        if name not in known:
            names = ", ".join(f"{{{one}}}" for one in sorted(known)) or "no placeholder"
            return f"{{{name}}} has no value here; this event has {names}"
    return ""


def _error(text: str, place: str, line: str, reason: str) -> ContentError:
    """Return `announcer.toml:12: kill 3: ...`."""
    key = place.partition(" ")[0]
    rows = text.split("\n")
    first = next(
        (at for at, row in enumerate(rows) if re.match(rf"\s*{re.escape(key)}\s*=", row)), 0
    )
    at = next((at for at in range(first, len(rows)) if line and f'"{line}"' in rows[at]), first)
    return ContentError(f"{_FILE}:{at + 1}: {place}: {reason}")
