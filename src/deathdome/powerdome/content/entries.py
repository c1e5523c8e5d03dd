"""Powers, allies and afflictions as files have them, with the problems of each file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from deathdome.errors import bounded
from deathdome.powerdome.model.tome import Affliction, AllyKind, Power
from deathdome.toml.places import Places
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from deathdome.powerdome.content.effects import Found
    from deathdome.toml.places import Path as Place

Record: TypeAlias = Power | AllyKind | Affliction

KINDS: Final = ("power", "ally", "affliction")
MAX_SHOWN: Final = 20  # problems of one file that are shown; the others are counted
_MAX_COLLECTED: Final = 200


@dataclass(slots=True)
class Entry:
    """A power, ally or affliction of a file."""

    kind: str
    place: Place
    record: Record
    found: Found
    file: TomeFile
    replaces: bool = False

    @property
    def words(self) -> str:
        """Name for errors: 'power "feint"'."""
        return f'{self.kind} "{self.record.id}"'


@dataclass(slots=True)
class TomeFile:
    """A file of the tome or of a pack, with its problems."""

    source: str
    text: str = ""
    ours: bool = False  # of the game
    entries: list[Entry] = field(default_factory=list)
    faults: list[tuple[Place, str]] = field(default_factory=list)
    broken: str = ""  # why it cannot be read at all

    def report(self, place: Place, text: str) -> None:
        """Record a problem."""
        if len(self.faults) < _MAX_COLLECTED:
            self.faults.append((place, text))

    def problems(self) -> list[str]:
        """Return the problems by line: 'mine.toml:3: power "feint", effect 1, do 2: ...'."""
        if self.broken:
            return [self.broken]
        places = Places(self.text)
        found = sorted(
            {(places.line(place), f"{self._words(place)}{text}") for place, text in self.faults}
        )
        lines = [bounded(f"{self.source}:{line}: {text}") for line, text in found[:MAX_SHOWN]]
        if len(found) > MAX_SHOWN:
            lines.append(f"{self.source}: and {len(found) - MAX_SHOWN} more")
        return lines

    def _words(self, place: Place) -> str:
        """Return a place as an author would say it: 'power "feint", effect 1, do 2, who: '."""
        if not place:
            return ""
        head = str(place[0])
        if len(place) > 1 and isinstance(place[1], int):
            known = next((one for one in self.entries if one.place == place[:2]), None)
            words = [known.words if known is not None else f"{head} {place[1] + 1}"]
            rest = place[2:]
        else:
            words, rest = [shown(head)], place[1:]
        for part in rest:
            if isinstance(part, int):
                words[-1] += f" {part + 1}"
            else:
                words.append(shown(part))
        return f"{', '.join(words)}: "

    def content(self) -> str:
        """Return what the file holds: '3 powers, 1 ally'."""
        parts = []
        for kind, several in zip(KINDS, ("powers", "allies", "afflictions"), strict=True):
            count = sum(entry.kind == kind for entry in self.entries)
            if count:
                parts.append(f"{count} {kind if count == 1 else several}")
        return ", ".join(parts)
