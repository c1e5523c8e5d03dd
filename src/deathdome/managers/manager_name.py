"""Names of managers: `NAME[?PARAMETERS][@LEVEL][+PERSONALITY]`, one grammar everywhere.

NAME is that of an installed manager, `module:factory`, or `command:PROGRAM ARGS...`. Reading a
name imports and starts nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from deathdome.bundled import data_folder
from deathdome.errors import ContentError, UsageError, nearest
from deathdome.text.names import listed
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

LEVELS: Final = ("rookie", "regular", "veteran", "elite", "champion")
# Levels that are gone, and what plays instead. Names in records and settings may still have them.
RETIRED: Final = {"legend": "champion"}
PERSONALITIES: Final = ("aggressor", "banker", "raider", "jailer", "turtle")
COMMAND: Final = "command:"
_QUOTED: Final = 100  # characters of a name

_GIVEN: Final = re.compile(r"(?P<name>[^@+]*)(?:@(?P<level>[^@+]*))?(?:\+(?P<personality>[^@+]*))?")
# A value contains nothing that has a meaning in a name or a list of names.
_PARAMETER: Final = r"[A-Za-z_]\w{0,59}=[\w.-]{1,60}"
# In a command, ?, @ and + belong to the program, apart from known words at the very end.
_BEHIND_COMMAND: Final = re.compile(
    rf"(?P<name>.*?)(?P<given>\?{_PARAMETER}(?:&{_PARAMETER})*)?"
    rf"(?:@(?P<level>{'|'.join((*LEVELS, *RETIRED))}))?"
    rf"(?:\+(?P<personality>{'|'.join(PERSONALITIES)}))?"
)
# Surrogates that Python makes of undecodable bytes. Records and seeds, which have names, are text.
_HALF: Final = re.compile("[\ud800-\udfff]")
_FACTORY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Spec:
    """The name of a manager, read."""

    kind: Literal["installed", "module", "command"]
    name: str  # of an entry point; `module:factory`; program and arguments as for a shell
    level: str = ""  # one of LEVELS; "": as the manager likes
    personality: str = ""  # one of PERSONALITIES; "": neutral
    parameters: tuple[tuple[str, str], ...] = ()  # as typed

    @property
    def foreign(self) -> bool:
        """True if the name is a module path or a command, not an installed manager."""
        return self.kind != "installed"

    @property
    def options(self) -> dict[str, str]:
        """The manager's `Briefing.options`."""
        said = {"level": self.level, "personality": self.personality}
        return {key: word for key, word in said.items() if word}

    @property
    def given(self) -> str:
        """The parameters as in a name: `?fear=0.8&calm=yes`; "" for none."""
        words = "&".join(f"{key}={value}" for key, value in self.parameters)
        return f"?{words}" if words else ""

    def __str__(self) -> str:
        level = f"@{self.level}" if self.level and self.level != self.name else ""
        prefix = COMMAND if self.kind == "command" else ""
        return f"{prefix}{self.name}{self.given}{level}" + (
            f"+{self.personality}" if self.personality else ""
        )


def parse_spec(text: str) -> Spec:
    """Parse a manager's name; the manager need not exist.

    A retired level is read as the one that plays instead.

    Raises:
        UsageError: the text is not a manager's name; says what would work.
    """
    text = text.strip()
    if _HALF.search(text):
        raise UsageError(
            f'"{quoted(text)}" has bytes that are not text; a manager is named in UTF-8'
        )
    if "\0" in text:
        raise UsageError(f'"{quoted(text)}" has a NUL in it; no program is started with one')
    command = text.startswith(COMMAND)
    found = (_BEHIND_COMMAND if command else _GIVEN).fullmatch(text)
    if found is None:
        raise UsageError(
            f'"{quoted(text)}" names no manager: it is NAME, NAME@LEVEL, NAME+PERSONALITY '
            "or NAME@LEVEL+PERSONALITY, such as tactical@veteran+raider"
        )
    name = found["name"].strip()
    parameters: tuple[tuple[str, str], ...] = ()
    if command:
        parameters = _parameters(text, (found["given"] or "").removeprefix("?"))
    elif "?" in name:
        name, _, given = name.partition("?")
        parameters = _parameters(text, given, needed=True)
    level = _known(text, "level", found["level"], LEVELS)
    personality = _known(text, "personality", found["personality"], PERSONALITIES)
    if command:
        name = name.removeprefix(COMMAND).strip()
        if not name:
            raise UsageError(
                f'"{quoted(text)}" names no program; for example "command:awk -f manager.awk"'
            )
        return Spec("command", name, level, personality, parameters)
    if ":" in name:
        if not _FACTORY.fullmatch(name):
            raise UsageError(
                f'"{quoted(name)}" is not a manager. Write module:factory, '
                "such as my_package.managers:Mine, or command:PROGRAM"
            )
        return Spec("module", name, level, personality, parameters)
    name = RETIRED.get(name, name)
    if name in LEVELS:
        if level:
            raise UsageError(f'"{text}" names two levels: "{name}" is one already')
        level = name
    return Spec("installed", name, level, personality, parameters)


def _parameters(text: str, given: str, *, needed: bool = False) -> tuple[tuple[str, str], ...]:
    """Parse `fear=0.8&calm=yes`; the empty text only if none is `needed`.

    Raises:
        UsageError: a part is not a parameter, or one is given twice.
    """
    found: dict[str, str] = {}
    for part in given.split("&") if given or needed else ():
        if not re.fullmatch(_PARAMETER, part):
            raise UsageError(
                f'"{quoted(text)}": "{quoted(part)}" is not a parameter; write NAME=VALUE, such as '
                "?fear=0.8 or ?fear=0.8&style=calm. A value has letters, digits, dots and hyphens"
            )
        key, _, value = part.partition("=")
        if key in found:
            raise UsageError(f'"{quoted(text)}": the parameter {key} is given twice')
        if key in ("level", "personality"):
            sign = "@LEVEL" if key == "level" else "+PERSONALITY"
            raise UsageError(f'"{quoted(text)}": a {key} is written {sign}, not as a parameter')
        found[key] = value
    return tuple(found.items())


def retired_level(text: str) -> str:
    """Return the retired level in a manager's name, or ""."""
    found = (_BEHIND_COMMAND if text.startswith(COMMAND) else _GIVEN).fullmatch(text.strip())
    words = () if found is None else (found["name"].strip(), (found["level"] or "").strip())
    return next((word for word in words if word in RETIRED), "")


def current_name(text: str) -> str:
    """Return a manager's name; one with a retired level names the level that plays instead."""
    return str(parse_spec(text)) if retired_level(text) else text


def retired_note(text: str) -> str:
    """Return what there is to say about a name with a retired level; "" about any other."""
    level = retired_level(text)
    if not level:
        return ""
    return say.RETIRED.format(level=level, instead=RETIRED[level], name=current_name(text))


def quoted(text: str) -> str:
    """Return a name for a message: short, without control characters."""
    from deathdome.toml.words import shown

    return shown(text, _QUOTED)


def short_name(text: str) -> str:
    """Return a short name of a manager; accepts any text."""
    try:
        said = parse_spec(text)
    except UsageError:
        return text
    if said.kind == "installed":
        return text
    if said.kind == "module":
        name = said.name.rpartition(":")[2]
    else:
        # Of "python3 bots/mine.py --fast" the script is the manager.
        words = said.name.split()
        scripts = [word for word in words[1:] if "." in word and not word.startswith("-")]
        name = PurePath((scripts or words)[0].strip("\"'")).stem
    return str(replace(said, kind="installed", name=name or said.name))


def _known(text: str, what: str, word: str | None, known: Sequence[str]) -> str:
    """Return a word after the name, or ""."""
    if word is None:
        return ""
    word = word.strip()
    word = RETIRED.get(word, word)
    if word not in known:
        raise UsageError(
            f'"{quoted(text)}": no {what} "{quoted(word)}"; there are {", ".join(known)}.'
            + nearest(word, known)
        )
    return word


# -- strength --------------------------------------------------------------------------------------
# The ladder writes the figures to a file. Without the file, or where it says nothing
# of a manager, nothing is said: no figure here was ever written by hand.

FILE: Final = "managers/strength.toml"  # in the folder of the data
MEASURE: Final = "veteran"  # the yardstick, if the file names none

CALLED: Final = {"tactical": "veteran", "searcher": "champion"}  # the same by another name


class Strength(NamedTuple):
    """The measured strength of a manager."""

    share: float | None  # of its matches won against `against`
    against: str
    rating: int | None  # Elo points above the veteran
    games: int
    date: str


@cache
def strengths() -> Mapping[str, Strength]:
    """Return the bundled figures by manager; none if none were measured."""
    return read_strengths(data_folder() / FILE)


def read_strengths(path: Path) -> dict[str, Strength]:
    """Read figures from a file; skip unreadable entries, since a match needs none."""
    from deathdome.toml.files import read_toml

    try:
        document = read_toml(path, path.name)
    except ContentError:
        return {}
    found = {}
    for name, row in document.items():
        strength = _strength(row) if isinstance(row, dict) else None
        if strength is not None:
            found[name] = strength
    return found


def _strength(row: dict[str, Any]) -> Strength | None:
    share, rating = _number(row.get("share")), _number(row.get("rating"))
    if share is not None and not 0 <= share <= 1:
        share = None
    if share is None and rating is None:
        return None
    return Strength(
        share,
        _text(row.get("against")) or MEASURE,
        None if rating is None else round(rating),
        int(_number(row.get("games")) or 0),
        _text(row.get("date")),
    )


def _text(value: object) -> str:
    """Return a printable text, or "" for anything else."""
    return value if isinstance(value, str) and value.isprintable() else ""


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e9 else None


def strength_text(rows: Iterable[tuple[str, Strength]], commands: Sequence[str]) -> str:
    """Return the file of the figures as the ladder writes it, with its commands."""
    written = listed([f"`{command}`" for command in commands])
    lines = [f"# How strong the managers are; written by {written}, not by hand."]
    for name, one in rows:
        lines += ["", f"[{name}]"]
        if one.share is not None:
            lines += [f"share = {one.share:.3f}", f'against = "{one.against}"']
        if one.rating is not None:
            lines.append(f"rating = {one.rating}")
        lines += [f"games = {one.games}", f'date = "{one.date}"']
    return "\n".join(lines) + "\n"


def ranked(known: Mapping[str, Strength] | None = None) -> tuple[str, ...]:
    """Return the levels by measured strength, weakest first.

    A level without a rating keeps its place.
    """
    measured = strengths() if known is None else known
    ratings = {
        level: one.rating
        for level in LEVELS
        if (one := measured.get(level)) is not None and one.rating is not None
    }
    by_rating = iter(sorted(ratings, key=lambda level: ratings[level]))
    return tuple(next(by_rating) if level in ratings else level for level in LEVELS)


def ranking_note(known: Mapping[str, Strength] | None = None) -> str:
    """Return a sentence about the order of the levels."""
    order = ranked(known)
    note = say.LEVELS.format(order=order[-1])
    top = LEVELS[-1]
    return f"{note}." if order[-1] == top else say.ABOVE.format(note=note, top=top)


def told(name: str, known: Mapping[str, Strength] | None = None) -> str:
    """Return the description of a manager with its figures; "" for a foreign one.

    Ratings count from `MEASURE`, so its own rating is 0 and not shown.
    """
    try:
        spec = parse_spec(name)
    except UsageError:
        return ""
    plain = spec.level or CALLED.get(spec.name, spec.name)
    if spec.foreign or plain not in say.ABOUT:
        return ""
    one = (strengths() if known is None else known).get(plain)
    figures = []
    if one is not None and one.share is not None and one.against != plain:
        figures.append(f"wins {one.share:.0%} against {one.against}")
    if one is not None and one.rating is not None and plain != MEASURE:
        figures.append(f"rating {one.rating:+d}")
    said = ", ".join(figures)
    return f"{say.ABOUT[plain]} {said[:1].upper()}{said[1:]}." if said else say.ABOUT[plain]
