"""Options of a player: read with all their errors, written with their comments."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias, get_args

from deathdome.errors import ContentError, bounded, nearest, printable, without_file
from deathdome.files import replace_file
from deathdome.folders import config_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tomlkit import TOMLDocument

MAX_SEATS: Final = 4
MAX_NAME: Final = 12  # columns of a name in the status row

ThemeName = Literal["dark", "light", "contrast", "blue-orange", "terminal"]
Glyphs = Literal["auto", "shapes", "ascii"]
Colours = Literal["auto", "none"]
Pace = Literal["1x", "2x", "4x", "instant"]
Animation = Literal["full", "reduced", "none"]
Announcer = Literal["screen", "always", "off"]


@dataclass(frozen=True, slots=True)
class KeyOptions:
    """The name of a preset, and the player's own keys by action."""

    preset: str = "default"
    own: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """All options; the defaults apply to what the file leaves out."""

    theme: ThemeName = "dark"
    glyphs: Glyphs = "auto"
    colours: Colours = "auto"
    pace: Pace = "1x"
    animation: Animation = "full"
    announcer: Announcer = "screen"
    mouse: bool = True
    confirm_ending: bool = True
    end_spent: bool = True
    curtain: bool = True
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ("human", "regular")
    keys: KeyOptions = field(default_factory=KeyOptions)


OPTIONS: Final = tuple(one.name for one in fields(Options))
_CHOICES: Final = {
    "theme": ThemeName,
    "glyphs": Glyphs,
    "colours": Colours,
    "pace": Pace,
    "animation": Animation,
    "announcer": Announcer,
}

# Help texts of the options, for the page of options and the written file.
HELP: Final = {
    "theme": "Colours of the screen",
    "glyphs": "Symbols of the board; auto draws shapes where the terminal can",
    "colours": "auto, or none as with NO_COLOR",
    "pace": "Speed of managers' turns",
    "animation": "Animation of walks, attacks and deaths",
    "announcer": "Remarks in the log; always includes plain mode",
    "mouse": "Enable the mouse",
    "confirm_ending": "Ask before a turn ends with something useful left",
    "end_spent": "End a phase with nothing left, and offer Enter to end the turn",
    "curtain": "Hide the hand when the window loses focus (hot-seat)",
    "names": "Names of the players, in order of their seats",
    "seats": "Default players, by seat",
    "keys": "A key preset, and your own keys by action",
}


def choices_of(option: str) -> tuple[str, ...]:
    """Return the words that an option can have; none if it is not a choice of words.

    Raises:
        KeyError: there is no such option.
    """
    if option not in OPTIONS:
        raise KeyError(option)
    return get_args(_CHOICES.get(option))


FILE: Final = "config.toml"
PRESET: Final = "preset"  # the one key of [keys] that is not an action
MAX_PROBLEMS: Final = 100
_MAX_SEAT: Final = 60  # characters


# The seats to play with, and what is wrong with those of a file; None: they cannot be played with.
Seated: TypeAlias = "Callable[[Sequence[str]], tuple[list[str] | None, str]]"


class KeyTable(Protocol):
    """Table of keys, implemented by the screen, against which a file is checked."""

    def presets(self) -> Sequence[str]:
        """Names of the presets."""

    def actions(self) -> Sequence[str]:
        """Ids of everything that has a key."""

    def problems(self, preset: str, own: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
        """Return (action, problem) pairs of the player's own keys on top of a preset."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a file of options."""

    file: str
    text: str
    line: int | None = None  # counted from 1

    def __str__(self) -> str:
        """Return `config.toml:3: theme: ...` as printable text."""
        line = "" if self.line is None else f"{self.line}:"
        return printable(bounded(f"{self.file}:{line} {self.text}"))


@dataclass(frozen=True, slots=True)
class Loaded:
    """Options and the problems of their file; invalid options have their default."""

    options: Options
    path: Path
    problems: tuple[Problem, ...] = ()


def options_path() -> Path:
    """Return the path of the player's options, which may not exist."""
    return config_folder() / FILE


def is_missing(path: Path) -> bool:
    """Return True if the file does not exist; reading it reports all other problems."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def load(keys: KeyTable, path: Path | None = None, seated: Seated | None = None) -> Loaded:
    """Load the options of a file, by default the player's own, which need not exist.

    `seated` checks the default players.
    """
    chosen = path or options_path()
    if path is None and is_missing(chosen):
        return Loaded(Options(), chosen)
    # Without a file the program starts without the parser.
    from deathdome.toml.files import read_text

    source = str(chosen)
    try:
        text = read_text(chosen, source)
    except ContentError as error:
        return Loaded(Options(), chosen, (_whole(source, error),))
    options, problems = parse(text, source, keys, seated)
    return Loaded(options, chosen, tuple(problems))


def parse(
    text: str,
    source: str,
    keys: KeyTable,
    seated: Seated | None = None,
) -> tuple[Options, list[Problem]]:
    """Parse the options of a text and list its problems; `source` is the name of the file.

    An invalid option has its default. If keys conflict, all have their defaults.
    """
    from deathdome.toml.files import Lines, parse_toml

    try:
        document = parse_toml(text, source)
    except ContentError as error:
        return Options(), [_whole(source, error, text)]
    errors: list[str] = []
    chosen = _keys(document.pop("keys", {}), keys, errors)
    valid: dict[str, Any] = {}
    for option, value in document.items():
        problem, usable = _option_problem(option, value), value
        if option == "seats" and not problem and seated is not None:
            usable, problem = seated(value)
            problem = f"seats: {problem}" if problem else ""
        elif problem:
            usable = None
        if problem:
            errors.append(problem)
        if usable is not None:
            valid[option] = tuple(usable) if isinstance(usable, list) else usable
    lines = Lines(text)
    problems = [Problem(source, one, lines.of(one)) for one in errors[:MAX_PROBLEMS]]
    problems.sort(key=lambda problem: problem.line or 0)
    return replace(Options(), **valid, keys=chosen), problems


def _whole(source: str, error: ContentError, text: str = "") -> Problem:
    """Return a problem of the whole file, without the file's name in its text."""
    from deathdome.toml.files import Lines

    problem = without_file(str(error), source)
    return Problem(source, problem, Lines(text).of(problem))


def _option_problem(option: str, value: object) -> str:
    """Return why a value of an option is invalid, with its name and a remedy; '' if it is valid."""
    from deathdome.toml.words import shown, suggestion, written

    if option not in OPTIONS:
        return f'no field "{shown(option)}".{suggestion(option, OPTIONS)}'
    choices = choices_of(option)
    if choices:
        if isinstance(value, str) and value in choices:
            return ""
        return f"{option}: it cannot be {written(value)}.{suggestion(value, choices)}"
    if isinstance(getattr(Options(), option), bool):
        valid = isinstance(value, bool)
        return "" if valid else f"{option}: true or false is needed, not {written(value)}"
    problem = _names_problem(value, seats=option == "seats")
    return f"{option}: {problem}" if problem else ""


def _names_problem(names: object, *, seats: bool) -> str:
    """Return why a value is not a list of names for players or seats; '' if it is one."""
    from deathdome.toml.words import text_problem

    if not isinstance(names, list):
        return 'a list of names is needed, such as ["human", "regular"]'
    # A player may have no name; a seat needs a name.
    min_length, max_length = (1, _MAX_SEAT) if seats else (0, MAX_NAME)
    for place, name in enumerate(names, 1):
        if problem := text_problem(name, min_length, max_length):
            return f"{place}. name: {problem}"
    if seats and not 2 <= len(names) <= MAX_SEATS:
        return "two to four names are needed"
    return "" if len(names) <= MAX_SEATS else "four names at most"


def _keys(table: object, keys: KeyTable, errors: list[str]) -> KeyOptions:
    """Return the valid keys of a file and add the problems of the others."""
    from deathdome.toml.words import shown, suggestion, written

    if not isinstance(table, dict):
        errors.append('keys: a table is needed: [keys], and below it lines such as next = "N"')
        return KeyOptions()
    preset = table.get(PRESET, "default")
    if preset not in keys.presets():
        errors.append(
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
            errors.append(f"keys.{shown(action)}: no action of that name.{hint}")
            continue
        names = tuple(value) if isinstance(value, list) else (value,)
        if not names or not all(isinstance(name, str) for name in names):
            errors.append(f"keys.{action}: a key in quotes is needed, not {written(value)}")
            continue
        own[action] = names
    wrong = keys.problems(preset, own)
    errors += [f"keys.{action}: {text}" for action, text in wrong]
    # One key may be wrong because of another; only the preset is known to be valid.
    return KeyOptions(preset=preset, own={} if wrong else own)


_SCATTERED: Final = (
    "a table appears twice in it. Put all its keys in one place to change options here"
)


def save(options: Options, path: Path | None = None, *, before: Options | None = None) -> Path:
    """Write the options that differ from the file; comments, order and the rest stay.

    `before` are the options as they were read: then only the changes to them are written, so that
    an
    invalid line stays in the file until the player corrects it.

    The file is replaced in one step, so that a crash leaves the old or the new one.

    Raises:
        ContentError: the file is not TOML, or cannot be changed without loss; it stays as it is.
        OSError: the folder or the file cannot be written.
    """
    from deathdome.toml.files import parse_toml, read_text

    path = path or options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    present = read_text(path, path.name) if path.exists() else ""
    others = _others(parse_toml(present, path.name), options, before)
    try:
        text = written_into(present, options, before)
        safe = _others(parse_toml(text, path.name), options, before) == others
    except Exception as error:
        raise ContentError(f"{path.name}: {_SCATTERED}") from error
    if not safe:
        raise ContentError(f"{path.name}: {_SCATTERED}")
    replace_file(path, text.encode())
    return path


def _others(document: dict[str, Any], options: Options, before: Options | None) -> dict[str, Any]:
    """Return the keys of a file that are not options: unknown, invalid, or of other programs."""
    found = {key: value for key, value in document.items() if key not in OPTIONS}
    keys = document.get("keys")
    if isinstance(keys, dict):
        own = {PRESET, *options.keys.own, *(before.keys.own if before is not None else ())}
        found["keys"] = {action: value for action, value in keys.items() if action not in own}
    return {key: value for key, value in found.items() if value != {}}


def written_into(text: str, options: Options, before: Options | None = None) -> str:
    """Return the text of a file with these options; an option with its default is not added."""
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
    """Write the table of keys; an action is only removed if it was there before."""
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
