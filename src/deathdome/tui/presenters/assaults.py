"""Attacks gathered from events: who attacks whom, with which cards, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import PUNCH
from deathdome.model.events import (
    AbilityUsed,
    Changed,
    Declared,
    Died,
    Incapacitated,
    Laid,
    PushCancelled,
    Pushed,
    Reckoned,
    Redirected,
    Unhurt,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import ItemKind
from deathdome.rules.abilities import helps_mates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation

# Events that belong to the hit before them.
_AFTER: Final = (AbilityUsed, Changed, PushCancelled)


@dataclass(slots=True)
class Struck:
    """One unit that an attack hits, and its fate."""

    unit: int
    strength: int
    attack_cards: int  # worth of the cards, as the rules count them
    toughness: int
    defence_cards: int
    wounds: int
    vitae: int  # before the hit
    most: int
    cards: tuple[int, ...] = ()  # played by its team
    path: tuple[int, ...] = ()  # spaces of a push, with the first
    dead: bool = False
    burned: bool = False  # True if it died in lava
    down: bool = False
    safe: bool = False  # True if the hit was dropped

    @property
    def attack(self) -> int:
        """The total of the attack."""
        return self.strength + self.attack_cards

    @property
    def defence(self) -> int:
        """The total of the defence."""
        return self.toughness + self.defence_cards

    @property
    def left(self) -> int:
        """Vitae after the hit."""
        return 0 if self.dead else max(0, self.vitae - self.wounds)


@dataclass(slots=True)
class Assault:
    """One attack, from its declaration to the wounds."""

    declared: Declared
    target: int
    cards: tuple[int, ...] = ()  # played by the attacker
    defence: dict[int, tuple[int, ...]] = field(default_factory=dict)  # cards by seat
    struck: list[Struck] = field(default_factory=list)
    settled: bool = False  # True if the totals are known

    @property
    def attacker(self) -> int:
        """The unit that attacks; -1 for a token."""
        return self.declared.unit

    @property
    def spreads(self) -> bool:
        """True if it hits more than a single target."""
        return self.target < 0 or len(self.struck) > 1


def is_ranged(assault: Assault, before: Observation) -> bool:
    """Return True if the attack is made with a ranged weapon."""
    item, items = assault.declared.item, before.setup.catalog.items
    if item == PUNCH or not 0 <= item < len(items):
        return False
    return items[item].kind is ItemKind.RANGED


def is_pager(seen: Observation, ability: int) -> bool:
    """Return True if the ability answers wounds of teammates."""
    abilities = seen.setup.catalog.abilities
    return 0 <= ability < len(abilities) and helps_mates(abilities[ability])


def assault_at(events: Sequence[Event], at: int, before: Observation) -> tuple[Assault, int]:
    """Return the attack whose totals are the event `at`, and the number of the event after it.

    Events from there on that are part of the attack are used up: totals, wounds, pushes, deaths.
    `before` is the position before the event.
    """
    assault = _opened(events, at)
    end = at
    while end < len(events) and _takes(assault, events[end], before):
        end += 1
    return assault, end


def _opened(events: Sequence[Event], at: int) -> Assault:
    """Return the attack that is about to be settled, with its cards."""
    totals = events[at]
    assert isinstance(totals, Reckoned)
    open_: list[Assault] = []
    first = at
    while first and not (
        isinstance(event := events[first], Declared) and event.unit == totals.attacker
    ):
        first -= 1
    for event in events[first:at]:
        match event:
            case Declared(target=target):
                open_.append(Assault(event, target))
            case Redirected(target) if open_:
                open_[-1].target = target
            case Laid(seat, card, attacking) if open_:
                found = open_[-1]
                if attacking:
                    found.cards += (card,)
                else:
                    found.defence[seat] = (*found.defence.get(seat, ()), card)
            case Reckoned(attacker) if len(open_) > 1 and open_[-1].attacker == attacker:
                open_.pop()
            case _:
                continue
    if open_:
        return open_[0]
    # A match that continues here: the declaration is not in the log.
    seat = totals.attacker // UNITS_PER_TEAM if totals.attacker >= 0 else -1
    unknown = Declared(totals.attacker, seat, -1, totals.unit, totals.strength, "")
    return Assault(unknown, totals.unit)


def _takes(assault: Assault, event: Event, before: Observation) -> bool:
    """Take an event that is part of the attack; return False if it is not."""
    hit = {one.unit: one for one in assault.struck}
    match event:
        case Reckoned(attacker, unit) if attacker == assault.attacker and unit not in hit:
            most = before.gear.vitae[unit]
            assault.struck.append(
                Struck(
                    unit,
                    event.strength,
                    event.attack_cards,
                    event.toughness,
                    event.defence_cards,
                    event.wounds,
                    max(0, most - before.wounds[unit]),
                    most,
                    assault.defence.get(unit // UNITS_PER_TEAM, ()),
                )
            )
        case Wounded(unit, wounds) if unit in hit:
            hit[unit].wounds = wounds
        case Unhurt(unit, dropped) if unit in hit:
            hit[unit].wounds, hit[unit].safe = 0, dropped
        case Pushed(unit, start, end) if unit in hit:
            hit[unit].path = (*(hit[unit].path or (start,)), end)
        case Incapacitated(unit) if unit in hit:
            hit[unit].down = True
        case Died(unit, lava) if unit in hit:
            hit[unit].dead, hit[unit].burned = True, lava
        case _:
            pages = isinstance(event, AbilityUsed) and is_pager(before, event.ability)
            return bool(hit) and isinstance(event, _AFTER) and not pages
    return True
