"""Reads the file of options. Whatever is wrong in it is said at once; the rest is used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from deathdome.errors import ContentError, bounded, nearest, printable, without_file
from deathdome.files import write_anew
from deathdome.folders import config_folder
from deathdome.settings.options import (
    HELP,
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

    from tomlkit import TOMLDocument

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


_SCATTERED: Final = (
    "one of its tables is written in several places, so no option can be written into it: collect "
    "the table in one place"
)


def save(options: Options, path: Path | None = None, *, before: Options | None = None) -> Path:
    """Writes the options that differ from the file; comments, order and the rest stay.

    `before` are the options as they were read: with it, only what differs from them is written,
    so that a line that could not be used waits in the file until somebody mends it.

    The file is replaced in one step, so that a crash leaves the old one or the new one.

    Raises:
        ContentError: what is there is no file of TOML, or one that cannot be changed without losing
            something; it stays as it is.
        OSError: the folder or the file cannot be written.
    """
    from deathdome.content.toml_files import read_text, toml_of

    path = path or options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    present = read_text(path, path.name) if path.exists() else ""
    others = _others(toml_of(present, path.name), options, before)
    try:
        text = written_into(present, options, before)
        safe = _others(toml_of(text, path.name), options, before) == others
    except Exception as error:
        raise ContentError(f"{path.name}: {_SCATTERED}") from error
    if not safe:
        raise ContentError(f"{path.name}: {_SCATTERED}")
    write_anew(path, text.encode())
    return path


def _others(document: dict[str, Any], options: Options, before: Options | None) -> dict[str, Any]:
    """Keys of a file that are no options: unknown or wrong ones, and those of other programs."""
    found = {key: value for key, value in document.items() if key not in OPTIONS}
    keys = document.get("keys")
    if isinstance(keys, dict):
        own = {PRESET, *options.keys.own, *(before.keys.own if before is not None else ())}
        found["keys"] = {action: value for action, value in keys.items() if action not in own}
    return {key: value for key, value in found.items() if value != {}}


def written_into(text: str, options: Options, before: Options | None = None) -> str:
    """The text of a file with these options in it; an option as by default is not added."""
    import tomlkit

    document = tomlkit.parse(text)
    default = Options()
    for option in OPTIONS:
        value = _plain(getattr(options, option))
        if option == "keys" or (before is not None and value == _plain(getattr(before, option))):
            continue
        if option in document:
            if document[option] != value:
                document[option] = value
        elif value != _plain(getattr(default, option)):
            item = tomlkit.item(value)
            item.comment(HELP[option])
            document.add(option, item)
    if before is None or options.keys != before.keys:
        _write_keys(document, options.keys, before.keys if before is not None else KeyOptions())
    return tomlkit.dumps(document)


def _write_keys(document: TOMLDocument, keys: KeyOptions, before: KeyOptions) -> None:
    """The table of keys; an action goes only if it was there before and is no more."""
    import tomlkit

    present = document.get("keys")
    if not isinstance(present, dict):
        if keys == KeyOptions():
            return
        document["keys"] = present = tomlkit.table()
    if PRESET in present or keys.preset != "default":
        present[PRESET] = keys.preset
    for action in before.own:
        if action in present and action not in keys.own:
            del present[action]
    for action, names in keys.own.items():
        value = names[0] if len(names) == 1 else list(names)
        if present.get(action) not in (value, list(names)):
            present[action] = value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
