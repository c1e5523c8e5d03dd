"""Earlier sets of the game's cards, for matches that began with them.

A file of `data/cards/earlier` has the cards that one change replaced, as they were before. The set
before that change is today's, with the cards of the newest file put in, then those of the file
before it, down to that of the change. The files are read when a record needs them, not before.
`make keep-cards` writes them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from deathdome.bundled import data_folder
from deathdome.content.card_checks import problems
from deathdome.content.card_files import Entry, entries_of
from deathdome.content.catalogs import bundled_entries, catalog_of
from deathdome.content.collection import Collection
from deathdome.content.packs import load_packs
from deathdome.errors import ContentError, PackError, nearest, without_file
from deathdome.toml.files import Lines, parse_toml, read_text
from deathdome.toml.words import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.model.catalog import Catalog

FOLDER: Final = "earlier"  # in the folder of the card files
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class EarlierSet:
    """The cards of the game before a change of them."""

    place: str  # of the fingerprint, as errors name it: "cards/earlier/0001.toml:2"
    fingerprint: str  # as the file states it
    entries: tuple[Entry, ...]

    @cached_property
    def catalog(self) -> Catalog:
        """The compiled cards.

        Raises:
            ContentError: their fingerprint is not the stated one.
        """
        catalog = catalog_of(self.entries)
        if catalog.fingerprint != self.fingerprint:
            raise ContentError(
                f"{self.place}: fingerprint: the set has {catalog.fingerprint}, not "
                f"{self.fingerprint}. Install the game again, or run `make keep-cards` if you have "
                "changed its cards"
            )
        return catalog


def earlier_collection(cards: str, packs: Sequence[Path] = ()) -> Collection | None:
    """Return the cards with this fingerprint: an earlier set of ours, and those of the packs.

    None if there are none.

    Raises:
        ContentError: the file of an earlier set is damaged; names its line.
    """
    if not packs:
        found = next((one for one in earlier_sets() if one.fingerprint == cards), None)
        return None if found is None else Collection(found.catalog, {})
    for one in earlier_sets():
        _ = one.catalog  # the file is not damaged
        with suppress(PackError):  # the packs do not fit this set
            collection = load_packs(packs, ours=one.entries, in_progress=True)
            if collection.catalog.fingerprint == cards:
                return collection
    return None


@cache
def earlier_sets() -> tuple[EarlierSet, ...]:
    """Return every earlier set, the newest first.

    Raises:
        ContentError: a file is damaged; names its line.
    """
    entries = bundled_entries()
    found: list[EarlierSet] = []
    for path in sorted((data_folder() / "cards" / FOLDER).glob("*.toml"), reverse=True):
        shown = f"cards/{FOLDER}/{path.name}"
        found.append(earlier_set(read_text(path, shown), shown, entries))
        entries = found[-1].entries
    return tuple(found)


def earlier_set(text: str, shown: str, later: Sequence[Entry]) -> EarlierSet:
    """Return the set of one file; `later` is the set after the change, `shown` names the file.

    Raises:
        ContentError: the file is damaged; names its line.
    """
    lines = Lines(text)
    try:
        document = parse_toml(text, shown)
        fingerprint = _stated(document, shown)
        entries = _put_in(entries_of(document, shown), later)
    except ContentError as error:
        every = (without_file(one, shown) for one in error.every)
        raise ContentError(*(f"{shown}:{lines.of(one) or 1}: {one}" for one in every)) from error
    return EarlierSet(f"{shown}:{lines.of('fingerprint: ')}", fingerprint, entries)


def _stated(document: dict[str, Any], shown: str) -> str:
    """Take the keys at the head of a file out of its tables; return the fingerprint."""
    fingerprint, day = document.pop("fingerprint", None), document.pop("date", None)
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        text = f"16 hexadecimal digits are needed, not {written(fingerprint)}"
        raise ContentError(f"{shown}: fingerprint: {text}")
    if type(day) is not date:
        raise ContentError(f"{shown}: date: a day like 2026-11-23 is needed, not {written(day)}")
    return fingerprint


def _put_in(earlier: Sequence[Entry], later: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the later set with the earlier cards in the places of their successors."""
    by_id = {entry.table.id: entry for entry in later}
    for entry in earlier:
        if entry.table.id not in by_id:
            hint = nearest(entry.table.id, by_id)
            raise ContentError(f"{entry.place}, id: the game has no card of this id.{hint}")
        by_id[entry.table.id] = Entry(entry.file, entry.place, entry.table, ours=True)
    entries = (*by_id.values(),)
    wrong = [str(problem) for problem in problems(entries, in_progress=True)]
    if wrong:
        raise ContentError(*wrong)
    return entries
