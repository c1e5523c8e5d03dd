"""Tables of a TOML file, taken apart key by key, with an error for everything unexpected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.toml.words import suggestion, text_problem, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deathdome.toml.places import Path

_MISSING: Final = object()


class Table:
    """One table of a file.

    `report` gets the place and the text of each problem. It may raise; otherwise the reader of a
    value returns the default.
    """

    def __init__(
        self, data: Mapping[str, Any], path: Path, report: Callable[[Path, str], object]
    ) -> None:
        self.data = data
        self.path = path
        self.report = report

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def fail(self, key: str, text: str) -> None:
        """Report a problem of a key; "" for the table itself."""
        self.report((*self.path, key) if key else self.path, text)

    def only(self, known: Iterable[str]) -> None:
        """Report every key that is not known."""
        known = list(known)
        for key in self.data:
            if key not in known:
                self.fail(key, f'no key "{key}" here.{suggestion(key, known)}')

    def need(self, *keys: str) -> bool:
        """Report every key that is missing; return True if there is none."""
        missing = [key for key in keys if key not in self.data]
        for key in missing:
            self.fail("", f"{key} is missing")
        return not missing

    def whole(self, key: str, least: int, most: int, default: int = 0) -> int:
        """Return a whole number."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return default
        if type(value) is not int:
            self.fail(key, f"a whole number is needed, not {written(value)}")
        elif not least <= value <= most:
            self.fail(key, f"{written(value)} is not from {least} to {most:,}")
        else:
            return value
        return default

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.data.get(key, default)
        if isinstance(value, bool):
            return value
        self.fail(key, f"true or false is needed, not {written(value)}")
        return default

    def text(self, key: str, most: int, default: str = "", *, least: int = 1) -> str:
        """Return a printable text of one line."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return default
        problem = text_problem(value, least, most)
        if problem:
            self.fail(key, problem)
            return default
        assert isinstance(value, str)
        return value

    def word(self, key: str, known: Iterable[str], default: str = "") -> str:
        """Return one of the known words."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return default
        known = list(known)
        if isinstance(value, str) and value in known:
            return value
        self.fail(key, f"no word {written(value)} here.{suggestion(value, known)}")
        return default

    def table(self, key: str) -> Table:
        """Return an inner table, an empty one if there is none."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, f"a table is needed, not {written(value)}")
            value = {}
        return Table(value, (*self.path, key), self.report)

    def tables(self, key: str, most: int) -> list[Table]:
        """Return a list of inner tables."""
        found = []
        for number, value in enumerate(self.list(key, most)):
            path = (*self.path, key, number)
            if isinstance(value, dict):
                found.append(Table(value, path, self.report))
            else:
                self.report(path, f"a table is needed, not {written(value)}")
        return found

    def list(self, key: str, most: int) -> list[Any]:
        """Return a list, an empty one if there is none."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.fail(key, f"a list in [brackets] is needed, not {written(value)}")
            return []
        if len(value) > most:
            self.fail(key, f"{len(value):,} members are too many; the maximum is {most}")
            return []
        return value
