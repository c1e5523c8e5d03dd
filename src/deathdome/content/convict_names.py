"""The file of convict names, `data/names.toml`, read once a process."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder
from deathdome.errors import ContentError
from deathdome.model.identifiers import TEAMS
from deathdome.model.vocabulary import UnitType
from deathdome.text.convicts import Convict, Convicts
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.words import suggestion, text_problem, written

if TYPE_CHECKING:
    from deathdome.model.state import Setup
    from deathdome.text.convicts import Pools

_FILE: Final = "names.toml"
_PARTS: Final = ("first name", "nickname", "surname")
_LONGEST: Final = (12, 15, 8)  # letters of each part
_LONGEST_NAME: Final = 30  # characters of all three, a row of the panel
_NICKNAME_WORDS: Final = 3


def convicts_of(setup: Setup, cosmetic_seed: int | None) -> Convicts:
    """Return the names of the units of a match; without a seed units are called by their type.

    Raises:
        ContentError: the file of names is missing or damaged.
    """
    if cosmetic_seed is None:
        return Convicts(setup)
    return Convicts(setup, cosmetic_seed, name_pools())


@cache
def name_pools() -> Pools:
    """Return the names of each unit type.

    Raises:
        ContentError: the file is missing or damaged; names the line.
    """
    return parse_names(read_text(data_folder() / _FILE, _FILE))


def parse_names(text: str) -> Pools:
    """Parse the text of the file.

    Raises:
        ContentError: it is not TOML, a type has too few names, or a name is not valid.
    """
    document = parse_toml(text, _FILE)
    kinds = [kind.value for kind in UnitType]
    for key in document:
        if key not in kinds:
            raise _error(text, key, -1, f'no unit type "{key}".{suggestion(key, kinds)}')
    surnames: dict[str, str] = {}
    pools: dict[UnitType, list[Convict]] = {}
    for kind in UnitType:
        rows = document.get(kind.value)
        if not isinstance(rows, list) or len(rows) < len(TEAMS):
            reason = f"each unit type needs a list of at least {len(TEAMS)} names"
            raise _error(text, kind.value, -1, reason)
        pools[kind] = []
        for number, row in enumerate(rows):
            if reason := _problem(row):
                raise _error(text, kind.value, number, reason)
            convict = Convict(*row)
            if other := surnames.get(convict.surname):
                reason = f'"{convict.surname}" is the surname of {other} too'
                raise _error(text, kind.value, number, reason)
            surnames[convict.surname] = convict.full
            pools[kind].append(convict)
    return pools


def _problem(row: object) -> str:
    """Return why a row is not a name, or ""."""
    if not isinstance(row, list) or len(row) != len(_PARTS):
        return f"a name is a list of {', '.join(_PARTS)}, not {written(row)}"
    for part, most, word in zip(_PARTS, _LONGEST, row, strict=True):
        if problem := text_problem(word, 1, most):
            return f"{part}: {problem}"
    convict = Convict(*row)
    if len(convict.nickname.split()) > _NICKNAME_WORDS:
        return f"nickname: {_NICKNAME_WORDS} words at most"
    if len(convict.full) > _LONGEST_NAME:
        return f"{convict.full} has {len(convict.full)} characters; {_LONGEST_NAME} at most"
    return ""


def _error(text: str, key: str, number: int, reason: str) -> ContentError:
    """Return `names.toml:12: warrior 3: ...`; number -1 is the whole list."""
    lines = text.split("\n")
    opening = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    first = next((at for at, line in enumerate(lines) if opening.match(line)), 0)
    rows = [at for at in range(first + 1, len(lines)) if lines[at].lstrip().startswith("[")]
    line = rows[number] if 0 <= number < len(rows) else first
    place = key if number < 0 else f"{key} {number + 1}"
    return ContentError(f"{_FILE}:{line + 1}: {place}: {reason}")
