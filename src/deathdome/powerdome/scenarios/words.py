"""Words of a scenario: players, allies and powers by id or name, in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from deathdome.errors import ContentError, nearest
from deathdome.powerdome.model.naming import folded
from deathdome.powerdome.model.tome import ChangeCounter
from deathdome.toml.tables import Table
from deathdome.toml.words import suggestion, text_problem, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.powerdome.model.tome import Step, Tome
    from deathdome.toml.places import Path

NONE: Final = frozenset({"", "-", "no one", "nobody", "none", "null"})  # words for null

_FEW: Final = 20  # names that an error lists
_LISTED: Final = " `deathdome powerdome tome` lists them."


class BrokenRuleError(Exception):
    """A scenario breaks rules: their IDs, a sentence, and the place in the file."""

    def __init__(self, rules: tuple[str, ...], text: str, path: Path = ()) -> None:
        super().__init__(text)
        self.rules = rules
        self.text = text
        self.path = path


class PlaceError(Exception):
    """A scenario has something unexpected: the sentence, and the place in the file."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.path = path
        self.text = text


def fail(path: Path, text: str) -> NoReturn:
    """Refuse a scenario at a place."""
    raise PlaceError(path, text)


def is_none(value: Any) -> bool:
    """Return True for a word that means no one."""
    return isinstance(value, str) and value.strip().casefold() in NONE


def table_of(value: Any, path: Path) -> Table:
    """Return a value as a table."""
    if not isinstance(value, dict):
        fail(path, f"a table is needed, not {written(value)}")
    return Table(value, path, fail)


def listed(value: Any, path: Path, most: int = 200) -> list[tuple[Any, Path]]:
    """Return the members of a list with their places; a single value is a list of one."""
    if not isinstance(value, list):
        return [(value, path)]
    if len(value) > most:
        fail(path, f"{len(value):,} members are too many; the maximum is {most}")
    return [(one, (*path, number)) for number, one in enumerate(value)]


class Names:
    """Finder of things by id or name: powers, afflictions, kinds of ally, or characters."""

    def __init__(self, what: str, known: Iterable[tuple[int, Iterable[str]]] = ()) -> None:
        self.what = what
        self.shown: list[str] = []  # the first name of each, for errors
        self._found: dict[str, int] = {}
        self._aliases: dict[str, int | None] = {}  # None: several things
        for index, names in known:
            self.add(index, *names)

    def add(self, index: int, *names: str) -> None:
        """Let a thing be found; earlier ones keep their names."""
        self.shown.append(names[0])
        for name in names:
            self._found.setdefault(_key(name), index)

    def also(self, index: int, *names: str) -> None:
        """Let a thing be found by more names, where they mean nothing else."""
        for name in names:
            key = _key(name)
            same = self._aliases.get(key, index) == index
            self._aliases[key] = index if same else None

    def taken(self, name: str) -> bool:
        """Return True if a thing has this name."""
        return _key(name) in self._found

    def find(self, value: Any) -> int | None:
        """Return what a word means, or None."""
        if not isinstance(value, str):
            return None
        key = _key(value)
        found = self._found.get(key)
        return self._aliases.get(key) if found is None else found

    def names_of(self, index: int) -> list[str]:
        """Return all names of a thing, folded."""
        every = (*self._found, *self._aliases)
        return [key for key in every if self.find(key) == index]

    def one(self, value: Any, path: Path) -> int:
        """Return what a word means; refuse the scenario if there is no such thing."""
        found = self.find(value)
        if found is None:
            fail(path, self.unknown(value))
        return found

    def unknown(self, value: Any) -> str:
        """Return the sentence about an unknown word."""
        if not isinstance(value, str):
            return f"the name of a {self.what} is needed, not {written(value)}"
        if len(self.shown) > _FEW:
            hint = nearest(_key(value).replace(" ", "_"), self.shown) or _LISTED
        else:
            by_key = {_key(name): name for name in self.shown}
            near = nearest(_key(value), by_key)
            near = by_key[near.split('"')[1]] if near else ""
            hint = f' Did you mean "{near}"?' if near else suggestion(value, self.shown)
        return f"no {self.what} {written(value)}.{hint}"


def _key(name: str) -> str:
    return folded(name) or name.strip()


class TomeNames:
    """Names of everything in a tome."""

    def __init__(self, tome: Tome) -> None:
        self.powers = Names("power", ((at, (p.id, p.name)) for at, p in enumerate(tome.powers)))
        self.afflictions = Names(
            "affliction", ((at, (one.id, one.name)) for at, one in enumerate(tome.afflictions))
        )
        self.allies = Names(
            "kind of ally", ((at, (one.id, one.name)) for at, one in enumerate(tome.allies))
        )
        self.counter_names = sorted(_counter_names(tome))
        self.counters = Names(
            "counter", ((at, (name,)) for at, name in enumerate(self.counter_names))
        )


def _counter_names(tome: Tome) -> set[str]:
    """Return the counters that something in a tome puts."""
    steps: list[Step] = [step for one in tome.afflictions for step in one.do]
    effects = [effect for power in tome.powers for effect in power.effects]
    effects += [effect for ally in tome.allies for effect in ally.effects]
    steps += [step for effect in effects for step in effect.do]
    return {step.name for step in steps if isinstance(step, ChangeCounter)}


def word_of(value: Any, path: Path, known: Iterable[str]) -> str:
    """Return one of the known words, which may be written with capitals."""
    word = value.strip().casefold() if isinstance(value, str) else ""
    known = list(known)
    if word not in known:
        fail(path, f"no word {written(value)} here.{suggestion(value, known)}")
    return word


def number_in(table: Table, key: str, least: int, most: int, default: int) -> int:
    """Return a whole number of a table."""
    return whole(table.data.get(key, default), (*table.path, key), least, most)


def whole(value: Any, path: Path, least: int, most: int) -> int:
    """Return a whole number."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int:
        fail(path, f"a whole number is needed, not {written(value)}")
    if not least <= value <= most:
        fail(path, f"{written(value)} is not from {least} to {most:,}")
    return value


def name_of(value: Any, path: Path) -> str:
    """Return a name that a scenario gives to a player or an ally."""
    if problem := text_problem(value, 1, 40):
        fail(path, problem)
    assert isinstance(value, str)
    return value


def amounts(value: Any, path: Path) -> Mapping[str, Any]:
    """Return a table of numbers."""
    return table_of(value, path).data


def located(source: str, line: int, path: Path, text: str) -> ContentError:
    """Return an error with its file, line and place."""
    return ContentError(f"{source}:{line}: {place_text(path)}{text}")


def place_text(path: Path) -> str:
    """Return a place as the file spells it: 'plan.A.activate[0].target: '."""
    if not path:
        return ""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f" {part + 1}" if words in ("player", "ally") else f"[{part}]"
        else:
            words += f".{part}" if words else part
    return f"{words}: "
