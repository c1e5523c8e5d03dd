"""Reads the file of options. Whatever is wrong in it is said at once; the rest is used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from deathdome.errors import ContentError, bounded, nearest, printable, without_file
from deathdome.folders import config_folder
from deathdome.settings.options import (
    LONGEST_NAME,
    MOST_SEATS,
    OPTIONS,
    KeyOptions,
    Options,
    choices_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

FILE: Final = "config.toml"
PRESET: Final = "preset"  # the one key of [keys] that is no action
MOST_SAID: Final = 100
_LONGEST_SEAT: Final = 60  # characters


class KeyTable(Protocol):
    """What has to be known of the keys to check a file; the screen knows it."""

    def presets(self) -> Sequence[str]:
        """Names of the presets."""

    def actions(self) -> Sequence[str]:
        """Ids of everything that has a key."""

    def problems(self, preset: str, own: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
        """(action, what is wrong with its key) for the player's own keys on top of a preset."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file of options."""

    file: str
    text: str
    line: int | None = None  # counted from 1

    def __str__(self) -> str:
        """`config.toml:3: theme: ...`, as it can be shown anywhere."""
        line = "" if self.line is None else f"{self.line}:"
        return printable(bounded(f"{self.file}:{line} {self.text}"))


@dataclass(frozen=True, slots=True)
class Loaded:
    """Options, and what of their file could not be used: that is as by default."""

    options: Options
    path: Path
    problems: tuple[Problem, ...] = ()


def options_path() -> Path:
    """The file of options. It need not be there."""
    return config_folder() / FILE


def is_missing(path: Path) -> bool:
    """Whether there is no such file; of one that cannot be looked for, reading it says why."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def load(
    keys: KeyTable, path: Path | None = None, unknown: Callable[[Sequence[str]], str] | None = None
) -> Loaded:
    """The options of a file; of the player's own without `path`, where none is no problem.

    `unknown` tells who of the seats nobody can be, "" if there is no such name.
    """
    chosen = path or options_path()
    if path is None and is_missing(chosen):
        return Loaded(Options(), chosen)
    # Whoever has no file starts without what reads one.
    from deathdome.content.toml_files import read_text

    source = str(chosen)
    try:
        text = read_text(chosen, source)
    except ContentError as error:
        return Loaded(Options(), chosen, (_whole(source, error),))
    options, problems = parse(text, source, keys, unknown)
    return Loaded(options, chosen, tuple(problems))


def parse(
    text: str,
    source: str,
    keys: KeyTable,
    unknown: Callable[[Sequence[str]], str] | None = None,
) -> tuple[Options, list[Problem]]:
    """The options of a text and everything that is wrong in it; `source` is the file's name.

    An option that is wrong is left as by default. Of keys that cannot go together all are.
    """
    from deathdome.content.toml_files import Lines, toml_of

    try:
        document = toml_of(text, source)
    except ContentError as error:
        return Options(), [_whole(source, error, text)]
    told: list[str] = []
    chosen = _keys(document.pop("keys", {}), keys, told)
    right: dict[str, Any] = {}
    for option, value in document.items():
        wrong = _wrong(option, value)
        if option == "seats" and not wrong and unknown is not None:
            wrong = f"seats: {said}" if (said := unknown(value)) else ""
        if wrong:
            told.append(wrong)
        else:
            right[option] = tuple(value) if isinstance(value, list) else value
    lines = Lines(text)
    problems = [Problem(source, one, lines.of(one)) for one in told[:MOST_SAID]]
    problems.sort(key=lambda problem: problem.line or 0)
    return replace(Options(), **right, keys=chosen), problems


def _whole(source: str, error: ContentError, text: str = "") -> Problem:
    """What makes the whole file useless, without its name twice."""
    from deathdome.content.toml_files import Lines

    said = without_file(str(error), source)
    return Problem(source, said, Lines(text).of(said))


def _wrong(option: str, value: object) -> str:
    """Why an option cannot be what a file says, with its name and what would do; '' if it can."""
    from deathdome.content.words import shown, suggestion, written

    if option not in OPTIONS:
        return f'no field "{shown(option)}".{suggestion(option, OPTIONS)}'
    choices = choices_of(option)
    if choices:
        if isinstance(value, str) and value in choices:
            return ""
        return f"{option}: it cannot be {written(value)}.{suggestion(value, choices)}"
    if isinstance(getattr(Options(), option), bool):
        right = isinstance(value, bool)
        return "" if right else f"{option}: true or false is needed, not {written(value)}"
    said = _wrong_names(value, seats=option == "seats")
    return f"{option}: {said}" if said else ""


def _wrong_names(names: object, *, seats: bool) -> str:
    """Why a value is no list of people, or of who sits where."""
    from deathdome.content.words import text_problem

    if not isinstance(names, list):
        return 'a list of names is needed, such as ["human", "regular"]'
    # Somebody may have no name and others behind have one; a seat without anybody makes no sense.
    least, most = (1, _LONGEST_SEAT) if seats else (0, LONGEST_NAME)
    for place, name in enumerate(names, 1):
        if problem := text_problem(name, least, most):
            return f"{place}. name: {problem}"
    if seats and not 2 <= len(names) <= MOST_SEATS:
        return "two to four names are needed"
    return "" if len(names) <= MOST_SEATS else "four names at most"


def _keys(table: object, keys: KeyTable, told: list[str]) -> KeyOptions:
    """The keys that a file chooses, without those that cannot be."""
    from deathdome.content.words import shown, suggestion, written

    if not isinstance(table, dict):
        told.append('keys: a table is needed: [keys], and below it lines such as next = "N"')
        return KeyOptions()
    preset = table.get(PRESET, "default")
    if preset not in keys.presets():
        told.append(
            f"keys.{PRESET}: there is no preset {written(preset)}."
            f"{suggestion(preset, keys.presets())}"
        )
        preset = "default"
    own: dict[str, tuple[str, ...]] = {}
    for action, value in table.items():
        if action == PRESET:
            continue
        if action not in keys.actions():
            hint = nearest(action, keys.actions()) or " docs/keys.md lists them."
            told.append(f"keys.{shown(action)}: no action of that name.{hint}")
            continue
        names = tuple(value) if isinstance(value, list) else (value,)
        if not names or not all(isinstance(name, str) for name in names):
            told.append(f"keys.{action}: a key in quotes is needed, not {written(value)}")
            continue
        own[action] = names
    wrong = keys.problems(preset, own)
    told += [f"keys.{action}: {text}" for action, text in wrong]
    # One wrong key may be wrong because of another; the preset alone is known to be good.
    return KeyOptions(preset=preset, own={} if wrong else own)
