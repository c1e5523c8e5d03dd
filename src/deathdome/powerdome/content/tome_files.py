"""The PowerTome's files, and those of packs: powers, allies and afflictions, checked on reading."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder
from deathdome.errors import ContentError, printable
from deathdome.powerdome.content.effects import (
    MAX_EFFECTS,
    Context,
    Found,
    read_effect,
    read_steps,
)
from deathdome.powerdome.content.entries import KINDS, Entry, TomeFile
from deathdome.powerdome.content.tome_checks import problems
from deathdome.powerdome.model.tome import Affliction, AllyKind, Given, Power, Tome
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.tables import Table
from deathdome.toml.words import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from deathdome.powerdome.content.entries import Record


MAX_ENTRIES: Final = 300  # of one kind in a file
MAX_NUMBER: Final = 9_999
WORTH: Final = 4.0  # of a power that was not measured
_NAME: Final = 24  # characters
_TEXT: Final = 240
_VITALITY: Final = 200  # of an ally
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")


def is_tome_text(data: Mapping[str, Any]) -> bool:
    """Return True if the tables of a file are those of a tome or a pack of powers."""
    return any(kind in data for kind in KINDS)


def read_file(file: TomeFile) -> None:
    """Read the tables of a file, and record its problems."""
    try:
        data = parse_toml(file.text, file.source)
    except ContentError as error:
        file.broken = str(error)
        return
    read_tables(data, file)


def read_tables(data: Mapping[str, Any], file: TomeFile) -> None:
    """Read the tables of a parsed file, and record its problems."""
    table = Table(data, (), file.report)
    table.only(KINDS)
    for kind in KINDS:
        for inner in table.tables(kind, MAX_ENTRIES):
            _READ[kind](inner, file)
    if not data:
        file.report((), "the file is empty; a power begins with [[power]]")


def _entry(table: Table, file: TomeFile, kind: str, record: Record, found: Found) -> None:
    replaces = table.flag("replaces", False)
    file.entries.append(Entry(kind, table.path[:2], record, found, file, replaces))


def _identity(table: Table, kind: str) -> tuple[str, str, str]:
    """Return id, name and text."""
    table.need("id", "name", "text")
    identifier = table.data.get("id", f"{kind}_without_id")
    if not isinstance(identifier, str) or not _ID.fullmatch(identifier):
        table.fail(
            "id",
            f"{written(identifier)} is not an id: small letters, digits and _, a letter first, "
            f"at most 32",
        )
        identifier = f"{kind}_without_id"
    return identifier, table.text("name", _NAME, identifier), table.text("text", _TEXT)


def _power(table: Table, file: TomeFile) -> None:
    table.only(("no", "id", "name", "kind", "given", "text", "worth", "replaces", "effect"))
    identifier, name, text = _identity(table, "power")
    modifier = table.word("kind", ("modifier", "power")) == "modifier"
    given = table.word("given", [one.value for one in Given])
    if "given" in table and not modifier:
        table.fail("given", 'only a modifier is given to players: kind = "modifier"')
    found = Found()
    what = "modifier" if modifier else "power"
    table.need("effect")
    effects = tuple(
        effect
        for inner in table.tables("effect", MAX_EFFECTS)
        if (effect := read_effect(inner, what, found, given=bool(given))) is not None
    )
    if table.data.get("effect") == []:
        table.fail("effect", "a power needs an effect")
    number = table.whole("no", 1, MAX_NUMBER)
    if file.ours:
        table.need("no")
    record = Power(
        number,
        identifier,
        name,
        text,
        effects,
        modifier,
        Given(given) if given else None,
        _worth(table),
    )
    _entry(table, file, "power", record, found)


def _worth(table: Table) -> float:
    value = table.data.get("worth", WORTH)
    if type(value) not in (int, float) or not 0 <= value <= 100:
        table.fail("worth", f"worth is a number from 0 to 100, not {written(value)}")
        return WORTH
    return float(value)


def _ally(table: Table, file: TomeFile) -> None:
    table.only(("id", "name", "vitality", "text", "effect", "replaces"))
    identifier, name, text = _identity(table, "ally")
    table.need("vitality")
    vitality = table.whole("vitality", 1, _VITALITY, 1)
    found = Found()
    effects = tuple(
        effect
        for inner in table.tables("effect", MAX_EFFECTS)
        if (effect := read_effect(inner, "ally", found)) is not None
    )
    _entry(table, file, "ally", AllyKind(identifier, name, vitality, text, effects), found)


def _affliction(table: Table, file: TomeFile) -> None:
    table.only(("id", "name", "text", "do", "replaces"))
    identifier, name, text = _identity(table, "affliction")
    table.need("do")
    found = Found()
    steps = read_steps(table, Context("affliction", found=found))
    _entry(table, file, "affliction", Affliction(identifier, name, text, steps), found)


_READ: Final = {"power": _power, "ally": _ally, "affliction": _affliction}


# A tome from its files


def tome_of(files: Sequence[TomeFile]) -> Tome:
    """Return the tome of files that were read, with those of packs; check them together.

    Problems are recorded with their files.
    """
    entries = [entry for file in files for entry in file.entries]
    kept = _merged(entries)
    for entry, key, text in problems(kept):
        entry.file.report((*entry.place, *key), text)
    digest = sha256()
    for file in files:
        digest.update(sha256(file.text.encode()).digest())
    powers = [entry.record for entry in kept if isinstance(entry.record, Power)]
    return Tome(
        tuple(sorted(powers, key=lambda power: power.no)),
        tuple(entry.record for entry in kept if isinstance(entry.record, AllyKind)),
        tuple(entry.record for entry in kept if isinstance(entry.record, Affliction)),
        digest.hexdigest()[:16],
    )


def _merged(entries: Iterable[Entry]) -> list[Entry]:
    """Put replacements in the place of what they replace, and number powers without a number."""
    kept: list[Entry] = []
    places: dict[tuple[str, str], int] = {}
    for entry in entries:
        name = (entry.kind, entry.record.id)
        if entry.replaces:
            at = places.get(name)
            if at is None or not kept[at].file.ours:
                entry.file.report(
                    (*entry.place, "replaces"), f"the game has no {entry.kind} of this id"
                )
            else:
                _replace(kept, at, entry)
                continue
        places.setdefault(name, len(kept))
        kept.append(entry)
    highest = max((one.record.no for one in kept if isinstance(one.record, Power)), default=0)
    for entry in kept:
        if isinstance(entry.record, Power) and not entry.record.no:
            highest += 1
            entry.record = _numbered(entry.record, highest)
    return kept


def _replace(kept: list[Entry], at: int, entry: Entry) -> None:
    old, new = kept[at].record, entry.record
    if isinstance(old, Power) and isinstance(new, Power):
        if old.modifier is not new.modifier:
            kind = "a modifier" if old.modifier else "no modifier"
            entry.file.report((*entry.place, "kind"), f"{old.name} is {kind}")
        entry.record = _numbered(new, new.no or old.no)
    kept[at] = entry


def _numbered(power: Power, number: int) -> Power:
    return replace(power, no=number)


def parse_tome(text: str, source: str = "tome.toml") -> Tome:
    """Read a tome from one text.

    Raises:
        ContentError: something in it is wrong; `every` lists all problems.
    """
    file = TomeFile(source, text, ours=True)
    read_file(file)
    tome = tome_of([file])
    if wrong := file.problems():
        raise ContentError(*wrong)
    return tome


def bundled_files() -> list[TomeFile]:
    """Return the files of the game, read.

    Raises:
        ContentError: they are missing.
    """
    files = []
    for path in sorted((data_folder() / "powerdome").glob("*.toml")):
        source = printable(str(path))
        file = TomeFile(source, read_text(path, source), ours=True)
        data = parse_toml(file.text, source)
        if is_tome_text(data):  # the folder has captions, too
            read_tables(data, file)
            files.append(file)
    return files


@cache
def bundled_tome() -> Tome:
    """Return the PowerTome of the game.

    Raises:
        ContentError: its files are missing, or something in them is wrong.
    """
    files = bundled_files()
    tome = tome_of(files)
    wrong = [line for file in files for line in file.problems()]
    if wrong or not tome.powers:
        raise ContentError(*(wrong or ["the PowerTome has no powers"]))
    return tome
