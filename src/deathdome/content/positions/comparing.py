"""Comparing what is with what should be: the tools of the checks of a position file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.positions.playing import Difference
from deathdome.content.positions.words import key
from deathdome.errors import ContentError
from deathdome.model.spelling import parse_team
from deathdome.rules.gear import gear_now

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.content.positions.playing import Play
    from deathdome.model.state import State, Table

NOBODY: Final = ("nobody", "none", "")


class Comparison:
    """Collects the differences; `name` begins their keys."""

    def __init__(self, play: Play, name: str) -> None:
        self.play: Final = play
        self.state: Final[State] = play.state.copy()
        self.state.gear = gear_now(self.state)
        self.table: Final[Table] = play.state.table
        self.shown: Final = play.shown
        self.name: Final = name
        self.found: list[Difference] = []

    def same(self, name: str, wanted: object, found: object) -> None:
        """The same value, if one is wanted."""
        if wanted is not None and wanted != found:
            self.differ(name, text(wanted), text(found))

    def differ(self, name: str, wanted: str, found: str) -> None:
        """Notes a difference."""
        self.found.append(Difference(f"{self.name}.{name}", wanted, found))

    def same_lot(self, name: str, wanted: Iterable[str] | None, found: Iterable[str]) -> None:
        """The same things as often, in whatever order."""
        if wanted is not None and Counter(wanted := list(wanted)) != Counter(found := list(found)):
            missing = listed(Counter(wanted) - Counter(found))
            surplus = listed(Counter(found) - Counter(wanted))
            text = "; ".join(
                filter(
                    None,
                    (
                        f"missing: {missing}" if missing else "",
                        f"too many: {surplus}" if surplus else "",
                    ),
                )
            )
            self.differ(name, listed(Counter(wanted)) or "none", text)

    def key(self, name: str) -> Any:
        """Names file and key in front of what is wrong inside."""
        return key(self.shown, f"{self.name}.{name}")

    def seat(self, name: str, word: str) -> int:
        """The seat of a team that plays."""
        with self.key(name):
            seat = parse_team(word)
        if seat >= self.table.seats:
            raise ContentError(f"{self.shown}: {self.name}.{name}: {word} does not play")
        return seat


def text(value: object) -> str:
    """A value as a file would have it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)


def listed(counts: Counter[str]) -> str:
    """'2x crowd-roar, encore'."""
    return ", ".join(
        text if number == 1 else f"{number}x {text}" for text, number in sorted(counts.items())
    )
