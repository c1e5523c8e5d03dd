"""Comparison of a result with what its scenario expects, by meaning and not by spelling."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from deathdome.powerdome.scenarios.words import (
    Names,
    fail,
    is_none,
    listed,
    place_text,
    whole,
    word_of,
)
from deathdome.toml.words import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.powerdome.scenarios.result import Outcome
    from deathdome.toml.places import Path
    from deathdome.toml.tables import Table

Found = TypeVar("Found")

_MANY: Final = 1_000_000
_NUMBERS: Final = ("vitality", "agility", "strike", "resist", "ap")
_CHARACTER: Final = (
    *("kind", "type", "controller", "owner", "player", "alive", "afflictions", "counters"),
    *_NUMBERS,
)
_POWER: Final = ("owner", "in_play", "counters", "used", "bearers", "hidden")


class Difference(NamedTuple):
    """A part of a result that did not come out, with its place in the file."""

    path: Path
    text: str

    def __str__(self) -> str:
        return f"{place_text(self.path)}{self.text}"


def differences(outcome: Outcome) -> list[Difference]:
    """Return where a result differs from what its scenario expects.

    Keys that the scenario leaves out are not compared.

    Raises:
        PlaceError: no result has something that is expected.
    """
    return list(_Comparison(outcome).all())


class _Comparison:
    def __init__(self, outcome: Outcome) -> None:
        self._scenario = outcome.scenario
        self._names = outcome.scenario.names
        self._dome = outcome.scenario.dome
        self._tome = outcome.scenario.tome
        self._found = outcome.fields()
        self._people = self._everyone()

    def _everyone(self) -> Names:
        """Return the finder of all characters, allies summoned in the phase among them."""
        people = Names("character")
        known = self._scenario.people
        for who, name in enumerate(self._names):
            people.add(who, name)
            people.also(who, *known.names_of(who))
        for one in self._dome.characters:
            if one.player or known.names_of(one.id):
                continue
            kind = self._dome.tome.allies[one.kind]
            nth = self._names[one.id].rpartition(kind.id)[2]
            for owner in known.names_of(one.controller):
                people.also(one.id, f"{owner}.{kind.id}{nth}", f"{owner}.{kind.name}{nth}")
        return people

    def all(self) -> Iterator[Difference]:
        """Yield all differences."""
        table = self._scenario.table.table("expect")
        table.only(("order", "over", "winner", "characters", "powers", "slots", "culled", "unsold"))
        yield from self._lists(table)
        yield from self._one(table, "over", _flag, self._found["over"])
        yield from self._one(table, "winner", self._player, self._found["winner"])
        characters = table.table("characters")
        for key in characters.data:
            yield from self._character(characters.table(key), key)
        powers = table.table("powers")
        for key in powers.data:
            power = self._tome.powers.one(key, (*powers.path, key))
            yield from self._power(powers.table(key), self._dome.tome.powers[power].id)

    def _lists(self, table: Table) -> Iterator[Difference]:
        for key, read in (
            ("order", self._player),
            *((key, self._power_id) for key in ("slots", "culled", "unsold")),
        ):
            if key in table:
                path = (*table.path, key)
                wanted = [read(one, place) for one, place in listed(table.data[key], path)]
                if key not in self._found:
                    if wanted:
                        phase = self._scenario.phase
                        yield Difference(path, f'the phase "{phase}" has no {key} in its result')
                elif key == "order":
                    yield from _unlike(path, wanted, self._found[key])
                else:
                    yield from _unlike_in_any_order(path, wanted, self._found[key])

    def _one(
        self, table: Table, key: str, read: Callable[[Any, Path], Found], found: Found
    ) -> Iterator[Difference]:
        """Compare a single value, if it is expected."""
        if key in table:
            path = (*table.path, key)
            yield from _unlike(path, read(table.data[key], path), found)

    def _character(self, table: Table, name: str) -> Iterator[Difference]:
        who = self._people.find(name)
        table.only(_CHARACTER)
        if who is None:
            if not self._could_be_summoned(name):
                fail(table.path, self._people.unknown(name))
            yield Difference(table.path, "there is no such character in the result")
            return
        found = self._found["characters"][self._names[who]]
        if "kind" in table and self._tome.allies.find(table.data["kind"]) is None:
            yield from self._one(table, "kind", _kind, found["kind"])
        for key in ("type", "kind"):
            if key == "type" or self._tome.allies.find(table.data.get("kind")) is not None:
                yield from self._one(table, key, self._ally_kind, found.get("type"))
        for key in ("controller", "owner", "player"):
            yield from self._one(table, key, self._player, found.get("controller"))
        for key in _NUMBERS:
            yield from self._one(table, key, _number, found[key])
        yield from self._one(table, "alive", _flag, found["alive"])
        if "afflictions" in table:
            path = (*table.path, "afflictions")
            wanted = [
                self._dome.tome.afflictions[self._tome.afflictions.one(one, place)].id
                for one, place in listed(table.data["afflictions"], path)
                if not is_none(one)
            ]
            yield from _unlike_in_any_order(path, wanted, found["afflictions"])
        yield from self._counters(table, found["counters"])

    def _could_be_summoned(self, name: str) -> bool:
        """Return True for "A.hound" and "A.hound2": a player, and a kind of ally."""
        owner, dot, kind = name.rpartition(".")
        seat = self._scenario.people.find(owner)
        return (
            bool(dot)
            and seat is not None
            and seat < self._dome.seats
            and self._tome.allies.find(kind.rstrip("0123456789 ")) is not None
        )

    def _power(self, table: Table, power: str) -> Iterator[Difference]:
        table.only(_POWER)
        # A power that is nowhere in the result has no owner and no past.
        found: Mapping[str, Any] = self._found["powers"].get(power, {})
        yield from self._one(table, "owner", self._player, found.get("owner"))
        yield from self._one(table, "in_play", _flag, found.get("in_play", False))
        yield from self._one(table, "hidden", _flag, found.get("hidden", False))
        if "bearers" in table:
            path = (*table.path, "bearers")
            wanted = [
                self._player(one, place) for one, place in listed(table.data["bearers"], path)
            ]
            yield from _unlike_in_any_order(path, wanted, found.get("bearers", []))
        if "used" in table:
            path = (*table.path, "used")
            used = [whole(one, place, 0, _MANY) for one, place in listed(table.data["used"], path)]
            past: list[int] = found.get("used", [])
            size = max(len(past), len(used))
            if _padded(used, size) != _padded(past, size):
                yield Difference(path, f"expected {used}, found {past}")
        yield from self._counters(table, found.get("counters", {}))

    def _counters(self, table: Table, found: Mapping[str, int]) -> Iterator[Difference]:
        """Compare the counters that are named; an empty table means that there are none."""
        inner = table.table("counters")
        for key, value in inner.data.items():
            path = (*inner.path, key)
            name = self._tome.counter_names[self._tome.counters.one(key, path)]
            yield from _unlike(path, whole(value, path, 0, _MANY), found.get(name, 0))
        if "counters" in table and not inner.data and found:
            yield Difference(inner.path, f"expected none, found {_shown(found)}")

    # Words

    def _player(self, value: Any, path: Path) -> str | None:
        if is_none(value):
            return None
        who = self._people.one(value, path)
        if who >= self._dome.seats:
            fail(path, f"{written(value)} is an ally, not a player")
        return self._names[who]

    def _power_id(self, value: Any, path: Path) -> str:
        return self._dome.tome.powers[self._tome.powers.one(value, path)].id

    def _ally_kind(self, value: Any, path: Path) -> str | None:
        if is_none(value):
            return None
        return self._dome.tome.allies[self._tome.allies.one(value, path)].id


def _kind(value: Any, path: Path) -> str:
    return word_of(value, path, ("player", "ally"))


def _flag(value: Any, path: Path) -> bool:
    if not isinstance(value, bool):
        fail(path, f"true or false is needed, not {written(value)}")
    return value


def _number(value: Any, path: Path) -> int:
    return whole(value, path, -_MANY, _MANY)


def _padded(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[0] * (size - len(numbers))]


def _unlike(path: Path, expected: object, found: object) -> Iterator[Difference]:
    if expected != found:
        yield Difference(path, f"expected {_shown(expected)}, found {_shown(found)}")


def _unlike_in_any_order(
    path: Path, expected: Sequence[object], found: Sequence[object]
) -> Iterator[Difference]:
    if Counter(expected) != Counter(found):
        yield Difference(path, f"expected {_shown(expected)}, found {_shown(found)}")


def _shown(value: object) -> str:
    """Return a value as a file has it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(_shown, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_shown(one)}' for key, one in value.items())} }}"
        case _:
            return str(value)
