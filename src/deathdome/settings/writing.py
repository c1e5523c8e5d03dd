"""Writes options back into their file, and leaves there what people wrote beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import ContentError
from deathdome.replacing import write_anew
from deathdome.settings.options import HELP, OPTIONS, KeyOptions, Options
from deathdome.settings.reading import PRESET, options_path

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

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
