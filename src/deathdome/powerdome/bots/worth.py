"""Appraisal: what a power is worth to a player, in vitality (D.2)."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Term, term
from deathdome.powerdome.model.tome import Afflict, Condition, Cure, Disable, Summon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.powerdome.model.dome import Dome, PowerId, Seat
    from deathdome.powerdome.model.tome import Power, Tome

SUITS: Final = 0.3  # more for a power that suits what its owner has
OPINION: Final = (0.75, 1.25)  # of one bot in one game
MODIFIER: Final = 2.0  # to the player that nominates it


class Appraiser:
    """The opinions of one bot in one game."""

    def __init__(self, tome: Tome, seat: Seat, seed: int) -> None:
        self.tome = tome
        self.seat = seat
        self._opinion = [
            Random(f"{seed}/worth/{power.id}").uniform(*OPINION) for power in tome.powers
        ]

    def terms(self, dome: Dome, power: PowerId, seat: Seat | None = None) -> tuple[Term, ...]:
        """Return the worth of a power to this bot, or to a rival as the bot sees it."""
        entry = self.tome.powers[power]
        base = MODIFIER if entry.modifier else entry.worth
        me = seat is None or seat == self.seat
        found = [term("worth", base, power)]
        if suits(dome, entry, self.seat if seat is None else seat):
            found.append(term("suits", base * SUITS, power))
        if me:
            told = sum(one.amount for one in found)
            found.append(Term("taste", round(told * (self._opinion[power] - 1)), power))
        return tuple(found)

    def worth(self, dome: Dome, power: PowerId, seat: Seat | None = None) -> float:
        """Return the sum of the terms, in vitality."""
        return sum(one.amount for one in self.terms(dome, power, seat)) / 1000

    def total(self, dome: Dome, powers: Iterable[PowerId], seat: Seat | None = None) -> float:
        """Return what several powers are worth."""
        return sum(self.worth(dome, power, seat) for power in powers)


def suits(dome: Dome, power: Power, seat: Seat) -> bool:
    """Return True if a power suits what its owner, or what a rival, has (D.2)."""
    kinds = _notions(power)
    if "own_allies" in kinds:
        own = [dome.tome.powers[one] for one in dome.hands[seat] if dome.tome.powers[one] != power]
        return bool(dome.allies(seat)) or any("summon" in _notions(one) for one in own)
    rivals = [hand for other, hand in enumerate(dome.hands) if other != seat]
    if "cure" in kinds:
        return any("afflict" in _notions(dome.tome.powers[one]) for hand in rivals for one in hand)
    if "disable" in kinds:
        return any(len(hand) > 1 for hand in rivals)
    return False


@lru_cache(maxsize=512)
def _notions(power: Power) -> frozenset[str]:
    """Return words for what the steps of a power are about."""
    found = set()
    for effect in power.effects:
        for step in effect.do:
            if isinstance(step, Summon):
                found.add("summon")
            elif isinstance(step, Cure):
                found.add("cure")
            elif isinstance(step, Afflict) and step.who != "self":
                found.add("afflict")
            elif isinstance(step, Disable) and step.what == "all_of":
                found.add("disable")
            if getattr(step, "who", "") == "own_allies":
                found.add("own_allies")
    return frozenset(found)


def condition(power: Power) -> Condition:
    """Return the condition that a power is listed under: that of its first effect."""
    return min(power.effects[0].on, key=tuple(Condition).index)
