"""Keep the cards that a change of `data/cards` replaces: matches with them replay as they were.

`make keep-cards` compares the cards with a copy of those in force, writes the old tables of the
changed ones to `data/cards/earlier`, and renews the copy. The program does not read the copy.
"""

from __future__ import annotations

import re
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deathdome.bundled import data_folder
from deathdome.content.card_files import entries_of
from deathdome.content.catalogs import BUNDLED, catalog_of, catalog_of_files
from deathdome.content.earlier_cards import FOLDER, earlier_set
from deathdome.errors import ContentError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.content.card_files import Entry

COPY: Final = Path(__file__).with_name("cards_in_force.toml")
REMEDY: Final = "the cards have changed: `make keep-cards` keeps those that were in force"
_COPY_HEAD: Final = """\
# The cards in force, for the next change of them. Written by `make keep-cards`.
fingerprint = "{fingerprint}"

"""
_HEAD: Final = """\
# The cards that were replaced on {day}, as they were before.
fingerprint = "{fingerprint}" # of all cards until then
date = {day}

"""
_TABLE: Final = re.compile(r"^\[\[(?:card|character|unit|token)\]\]", re.MULTILINE)
_REMARKS: Final = re.compile(r"(?:\s*\n(?:#.*)?)*\s*\Z")  # and blank lines, at the end


def copied() -> str:
    """Return the text of the copy for the cards as they are now."""
    folder = data_folder() / "cards"
    files = [(folder / f"{name}.toml").read_text(encoding="utf-8") for name in BUNDLED]
    tables = (table for text in files for table in _tables(text))
    head = _COPY_HEAD.format(fingerprint=catalog_of_files().fingerprint)
    return head + "\n\n".join(tables) + "\n"


def is_same(copy: str) -> bool:
    """Return True if the cards are those of the copy, but for names and texts.

    Raises:
        ContentError: the program gives the cards of the copy another fingerprint than it did.
    """
    stated, entries = _read(copy)
    found = catalog_of(entries).fingerprint
    if found != stated:
        raise ContentError(
            f"{COPY.name}: the fingerprint of these cards was {stated} and is {found} now: a "
            "change of the program altered it, so records lose their cards. Undo that change"
        )
    return found == catalog_of_files().fingerprint


def replaced(copy: str, today: str, day: str) -> str:
    """Return the file of the cards in one copy that another copy has no more.

    Raises:
        ContentError: no such file gives back the cards of the first copy.
    """
    old, new = _by_id(copy), _by_id(today)
    changed = [text for name, (text, table) in old.items() if new.get(name, ("", {}))[1] != table]
    fingerprint = _read(copy)[0]
    text = _HEAD.format(day=day, fingerprint=fingerprint) + "\n\n".join(changed) + "\n"
    try:
        _ = earlier_set(text, "the file", _read(today)[1]).catalog
    except ContentError as error:
        raise ContentError(
            f"the cards of {fingerprint} cannot be kept: a card was added, deleted, renamed or "
            f"moved. A card keeps its id and its place in the files ({error})"
        ) from error
    return text


def _read(copy: str) -> tuple[str, Sequence[Entry]]:
    """Return the stated fingerprint and the tables of a copy."""
    document = tomllib.loads(copy)
    return document.pop("fingerprint"), entries_of(document, COPY.name)


def _by_id(copy: str) -> Mapping[str, tuple[str, Any]]:
    """Return the text and the content of each table by its id."""
    found = {}
    for text in _tables(copy):
        ((table,),) = tomllib.loads(text).values()
        found[table["id"]] = (text, table)
    return found


def _tables(text: str) -> list[str]:
    """Return the tables of card files, without the remarks behind them."""
    starts = [found.start() for found in _TABLE.finditer(text)]
    parts = (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True))
    return [_REMARKS.sub("", part) for part in parts]


def main() -> None:
    """Keep the replaced cards, and name their file."""
    copy, today = COPY.read_text(encoding="utf-8"), copied()
    if is_same(copy):
        sys.stdout.write("nothing to keep: no card has changed, but for names and texts\n")
    else:
        folder = data_folder() / "cards" / FOLDER
        number = 1 + max((int(path.stem) for path in folder.glob("*.toml")), default=0)
        path = folder / f"{number:04}.toml"
        path.write_text(replaced(copy, today, f"{datetime.now(UTC):%Y-%m-%d}"), encoding="utf-8")
        sys.stdout.write(f"wrote cards/{FOLDER}/{path.name}\n")
    if copy != today:
        COPY.write_text(today, encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except ContentError as error:
        sys.exit(str(error))
