"""The outcome of a scenario as plain data, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.powerdome.model.dome import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.powerdome.model.dome import Card, Character, Dome
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.scenarios.reading import Scenario


class Outcome:
    """Result of a phase; `order`, `slots` and `unsold` are None where the phase has none."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.log: list[Event] = []
        self.order: list[int] | None = None
        self.slots: tuple[int, ...] | None = None
        self.unsold: tuple[int, ...] | None = None
        self.differences: tuple[str, ...] = ()  # from what the scenario expects, each with its line

    def fields(self) -> dict[str, Any]:
        """Return the result as the documentation shows it."""
        dome, names = self.scenario.dome, self.scenario.names
        powers = dome.tome.powers
        found: dict[str, Any] = {}
        if self.order is not None:
            found["order"] = [names[seat] for seat in self.order]
        found["over"] = dome.over
        found["winner"] = names[dome.winner] if dome.over and dome.winner != ABSENT else None
        found["characters"] = {
            names[one.id]: _character(dome, one, names) for one in dome.characters
        }
        found["powers"] = {
            powers[power].id: _power(dome, power, card, names)
            for power, card in sorted(dome.cards.items())
        }
        for key, listed in (("slots", self.slots), ("culled", dome.culled)):
            if listed is not None:
                found[key] = [powers[power].id for power in listed]
        if self.unsold is not None:
            found["unsold"] = [powers[power].id for power in self.unsold]
        return found


def _character(dome: Dome, one: Character, names: list[str]) -> dict[str, Any]:
    kind = (
        {"kind": "player"}
        if one.player
        else {
            "kind": "ally",
            "type": dome.tome.allies[one.kind].id,
            "controller": names[one.controller],
        }
    )
    return {
        **kind,
        "vitality": one.vitality,
        "alive": one.alive,
        "agility": one.agility,
        "strike": one.strike,
        "resist": one.resist,
        "ap": one.ap,
        "afflictions": [dome.tome.afflictions[held].id for held in one.afflictions],
        "counters": _counters(one.counters),
    }


def _power(dome: Dome, power: int, card: Card, names: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "owner": names[card.owner] if card.owner != ABSENT else None,
        "in_play": not card.gone,
        "counters": _counters(card.counters),
        "used": card.used[:],
    }
    if power in dome.marks:
        found["bearers"] = [names[seat] for seat in dome.marks[power]]
        found["hidden"] = power in dome.hidden
    return found


def _counters(counters: Mapping[str, int]) -> dict[str, int]:
    """Return the counters that are there: none is as good as 0."""
    return {name: count for name, count in counters.items() if count}
