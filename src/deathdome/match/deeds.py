"""The kills, captures, wounds and rescues of each unit, counted from the events of a match.

The result screen names the best units by them, and a season adds them up. Only public events are
read, so every seat counts the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.model.events import (
    Captured,
    Declared,
    Died,
    Healed,
    Jailed,
    PhaseBegan,
    Reckoned,
    Released,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds

_HEALED_PAY: Final = 10_000  # credits that a healed wound counts for in a ranking
_WOUND_PAY: Final = 10_000


@dataclass(slots=True)
class Deeds:
    """Counts of one unit in one match."""

    kills: int = 0
    deaths: int = 0
    towers: int = 0  # captured
    points: int = 0  # floor points captured
    dealt: int = 0  # wounds
    taken: int = 0  # wounds
    healed: int = 0  # wounds of others and its own
    freed: int = 0  # units released from jail

    @property
    def worth(self) -> int:
        """Credits by which units are ranked: what its record paid at the time."""
        return (
            self.kills * SHELL_PAY
            + self.towers * TOWER_PAY
            + self.points * POINT_PAY
            + self.freed * SHELL_PAY
            + self.healed * _HEALED_PAY
            + self.dealt * _WOUND_PAY
        )


def deeds_of(events: Iterable[Event], setup: Setup) -> list[Deeds]:
    """Return the actions by unit.

    A kill belongs to the unit that attacked the dead one last, if the killer's team is its own: the
    team that chooses the jail (DEATH-3).
    """
    units = [Deeds() for _ in setup.units]
    towers = {
        int(space)
        for space, value in zip(setup.board.points, setup.board.point_value, strict=True)
        if value > 1
    }
    attackers: dict[int, int] = {}  # unit: the last one that attacked it
    declared = acting = -1
    for event in events:
        match event:
            case PhaseBegan(unit):
                acting = unit
            case Declared(unit, _, _, target):
                declared = unit
                attackers[target] = unit
            case Reckoned(attacker, unit):
                attackers[unit] = attacker
            case Wounded(unit, wounds):
                units[unit].taken += wounds
                if (by := attackers.get(unit, -1)) >= 0 and _are_rivals(by, unit):
                    units[by].dealt += wounds
            case Died(unit):
                units[unit].deaths += 1
            case Jailed(unit, _, seat):
                for by in (attackers.pop(unit, -1), declared, acting):
                    if by >= 0 and by // UNITS_PER_TEAM == seat and _are_rivals(by, unit):
                        units[by].kills += 1
                        break
            case Captured(unit, _, space):
                if int(space) in towers:
                    units[unit].towers += 1
                else:
                    units[unit].points += 1
            case Released(unit, _, freed):
                units[unit].freed += sum(not _are_rivals(unit, other) for other in freed)
            case Healed(_, wounds):
                if acting >= 0:
                    units[acting].healed += wounds
            case _:
                pass
    return units


def _are_rivals(unit: int, other: int) -> bool:
    return unit // UNITS_PER_TEAM != other // UNITS_PER_TEAM


def best_unit(deeds: Sequence[Deeds], units: Iterable[int]) -> int:
    """Return the unit with the greatest record; of equals the first, -1 if none did anything."""
    ranked = [unit for unit in units if deeds[unit].worth]
    return max(ranked, key=lambda unit: deeds[unit].worth, default=-1)


def deadliest_unit(deeds: Sequence[Deeds], units: Iterable[int]) -> int:
    """Return the unit with most kills, then most wounds dealt; -1 if none drew blood."""
    ranked = [unit for unit in units if deeds[unit].kills or deeds[unit].dealt]
    return max(ranked, key=lambda unit: (deeds[unit].kills, deeds[unit].dealt), default=-1)


@dataclass(frozen=True, slots=True)
class Wounds:
    """Wounds of a team's attacks on unseen hands: as they came, and as expected."""

    attacks: int
    dealt: int
    expected: float  # if every defender had played its whole hand


def wounds_of(seat: int, events: Sequence[Event], odds: Mapping[int, PublicOdds]) -> Wounds:
    """Return the wounds of a team's attacks whose odds are in the log of odds."""
    attacks = dealt = 0
    expected = 0.0
    for at, chances in odds.items():
        declared = events[at]
        if not isinstance(declared, Declared) or declared.seat != seat:
            continue
        attacks += 1
        expected += chances.wounds
        for event in events[at + 1 :]:
            if isinstance(event, Declared):
                break
            if isinstance(event, Wounded) and event.unit == chances.unit:
                dealt += event.wounds
                break
    return Wounds(attacks, dealt, expected)
