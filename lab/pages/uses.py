"""The cards that use each word of the language, from the checked tables."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from deathdome.content.card_schema import Table, UnitTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.content.card_files import Entry

_ANY = object()  # stands for a key with any value


class Uses:
    """Index of every key on a card, and of every word under it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._places: dict[str, set[tuple[type[Table], str, Any]]] = {
            entry.table.id: set(_written(entry.table))
            for entry in entries
            if not isinstance(entry.table, UnitTable)
        }

    def of_table(self, table: type[Table]) -> list[str]:
        """Return the ids of the cards with such a table, in the order of the files."""
        return self._where(lambda kind, _key, _word: kind is table)

    def of_key(self, table: type[Table], key: str) -> list[str]:
        """Return the ids of the cards that have this key of the table."""
        return self._where(lambda kind, written, _word: kind is table and written == key)

    def of_word(self, word: object, *keys: str) -> list[str]:
        """Return the ids of the cards with this word under one of the keys, in any table."""
        return self._where(lambda _kind, key, written: key in keys and written is word)

    def _where(self, fits: Callable[[type[Table], str, Any], bool]) -> list[str]:
        return [
            card for card, places in self._places.items() if any(fits(*place) for place in places)
        ]


def _written(table: Table) -> Iterator[tuple[type[Table], str, Any]]:
    """Yield (table, key, word) for everything in a table and in those inside it."""
    for key in sorted(table.model_fields_set):
        value = getattr(table, key)
        yield type(table), key, _ANY
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Table):
                yield from _written(part)
            elif isinstance(part, Enum):
                yield type(table), key, part
