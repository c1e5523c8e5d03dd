"""Chance in a scenario: the forced results first, then a seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Chance
from deathdome.powerdome.model.asks import ChanceKind
from deathdome.powerdome.scenarios.words import BrokenRuleError, fail, whole

if TYPE_CHECKING:
    from typing import Any

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.scenarios.reading import Scenario
    from deathdome.toml.places import Path

_OF_POWERS = (ChanceKind.FILL, ChanceKind.CULL, ChanceKind.DRAW)


class Luck:
    """Answers the questions of chance."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._forced = iter(scenario.forced)
        self._dice = Random(scenario.seed)

    def __call__(self, ask: Ask) -> Chance:
        """Return the next forced result, or a random one when there is none left."""
        forced = next(self._forced, None)
        if forced is None:
            return Chance(self._dice.choice(ask.choices))
        value, path = forced
        result = self._read(ask, value, path)
        if result not in ask.choices:
            raise BrokenRuleError(
                ("R-36",), f"chance cannot give this here; it can be {self.choices(ask)}", path
            )
        return Chance(result)

    def _read(self, ask: Ask, value: Any, path: Path) -> int:
        if ask.chance is ChanceKind.ROLL:
            return whole(value, path, 1, 100)
        names = self._scenario.tome.powers if ask.chance in _OF_POWERS else self._scenario.people
        found = names.find(value)
        if found is None:
            fail(path, f"{names.unknown(value)} Chance can give {self.choices(ask)}.")
        return found

    def choices(self, ask: Ask) -> str:
        """Return what chance chooses from."""
        if ask.chance is ChanceKind.ROLL:
            return f"1 to {len(ask.choices)}"
        if ask.chance in _OF_POWERS:
            powers = self._scenario.dome.tome.powers
            words = [powers[choice].id for choice in ask.choices]
        else:
            words = [self._scenario.names[choice] for choice in ask.choices]
        shown = ", ".join(words[:12])
        return shown if len(words) <= 12 else f"{shown} and {len(words) - 12} more"
