"""docs/keys.md: every key of every preset, written from the table by `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.tui.key_names import written_as
from deathdome.tui.keyset import PRESETS, Keyset, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.tui.keymap import Key

PAGE: Final = Path(__file__).parents[2] / "docs" / "keys.md"
_HEAD: Final = """\
# Keys

<!-- Written by `make docs` from tui/keymap.py and tui/keyset.py. -->

Letters, Enter, Esc, Tab, Space and arrows are all that is needed; every key that is named twice can
be had either way. What moves never confirms, Esc goes one level back and never quits, and `?` shows
the keys that are in use. Capital letters are with Shift.

A preset is chosen with `keys.preset` in the options or `deathdome play --keys`, and single keys by
the name in the second column: [options.md](options.md).
"""


def keys_page() -> str:
    """The whole page."""
    sets = {name: Keyset(name) for name in PRESETS}
    parts = [_HEAD]
    parts += [f"- `{preset.name}`: {preset.help}." for preset in PRESETS.values()]
    title = ""
    tables = zip(*(_rows(keyset) for keyset in sets.values()), strict=True)
    for row in tables:
        group, key, text = row[0]
        if group != title:
            title = group
            parts.append(f"\n## {title}\n")
            parts.append(f"| what it does | action | {' | '.join(sets)} |")
            parts.append(f"| --- | --- |{' --- |' * len(sets)}")
        names = " | ".join(_names(key) for _, key, _ in row)
        parts.append(f"| {text} | `{key.id}` | {names} |")
    return "\n".join(parts) + "\n"


def _rows(keyset: Keyset) -> Iterator[tuple[str, Key, str]]:
    return grouped(keyset.keys)


def _names(key: Key) -> str:
    """All keys of a binding, as they would be pressed."""
    return " ".join(f"`{written_as(name)}`" for name in key.keys).replace("|", "\\|")


def main() -> None:
    """Write the page if it differs, and name it."""
    text = keys_page()
    if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {PAGE.parent.name}/{PAGE.name}\n")


if __name__ == "__main__":
    main()
