"""Reads the file of options. Whatever is wrong in it is said at once; the rest is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from pydantic import ValidationError

from deathdome.content.toml_files import read_text, toml_of
from deathdome.content.toml_lines import Lines
from deathdome.content.words import printable, shown, suggestion, written
from deathdome.errors import ContentError, nearest
from deathdome.folders import config_folder
from deathdome.settings.options import KeyOptions, Options, choices_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FILE: Final = "config.toml"
PRESET: Final = "preset"  # the one key of [keys] that is no action
MOST_SAID: Final = 100


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
        return printable(f"{self.file}:{line} {self.text}")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Options, and what of their file could not be used: that is as by default."""

    options: Options
    path: Path
    problems: tuple[Problem, ...] = ()


def options_path() -> Path:
    """The file of options. It need not be there."""
    return config_folder() / FILE


def load(keys: KeyTable, path: Path | None = None) -> Loaded:
    """The options of a file; of the player's own without `path`, where none is no problem."""
    chosen = path or options_path()
    if path is None and not chosen.exists():
        return Loaded(Options(), chosen)
    source = str(chosen)
    try:
        text = read_text(chosen, source)
    except ContentError as error:
        return Loaded(Options(), chosen, (_whole(source, error),))
    options, problems = parse(text, source, keys)
    return Loaded(options, chosen, tuple(problems))


def parse(text: str, source: str, keys: KeyTable) -> tuple[Options, list[Problem]]:
    """The options of a text and everything that is wrong in it; `source` is the file's name.

    An option that is wrong is left as by default. Of keys that cannot go together all are.
    """
    try:
        document = toml_of(text, source)
    except ContentError as error:
        return Options(), [_whole(source, error, text)]
    told: list[str] = []
    table = document.pop("keys", {})
    chosen = _keys(table, keys, told)
    try:
        options = Options(**document)
    except ValidationError as error:
        for one in error.errors():
            told.append(_said(one))
            document.pop(str(one["loc"][0]), None)
        options = Options(**document)
    lines = Lines(text)
    problems = [Problem(source, one, lines.of(one)) for one in told[:MOST_SAID]]
    problems.sort(key=lambda problem: problem.line or 0)
    return options.model_copy(update={"keys": chosen}), problems


def _whole(source: str, error: ContentError, text: str = "") -> Problem:
    """What makes the whole file useless, without its name twice."""
    said = str(error).removeprefix(f"{source}: ")
    return Problem(source, said, Lines(text).of(said))


def _said(error: Any) -> str:
    """A validation error as a sentence that names the option and what would do."""
    option, given = str(error["loc"][0]), error.get("input")
    kind = error["type"]
    if kind == "extra_forbidden":
        return f'no field "{shown(option)}".{suggestion(option, Options.model_fields)}'
    if kind == "literal_error":
        return f"{option}: it cannot be {written(given)}.{suggestion(given, choices_of(option))}"
    if kind.startswith("bool"):
        return f"{option}: true or false is needed, not {written(given)}"
    if kind == "tuple_type":
        return f'{option}: a list of names is needed, such as ["human", "greedy"]'
    if kind in ("too_long", "too_short"):
        least = "two to four names are needed" if option == "seats" else "four names at most"
        return f"{option}: {least}"
    place = f"{error['loc'][1] + 1}. name: " if len(error["loc"]) > 1 else ""
    return f"{option}: {place}{error['msg']}"


def _keys(table: object, keys: KeyTable, told: list[str]) -> KeyOptions:
    """The keys that a file chooses, without those that cannot be."""
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
