"""Bots that only studies need: breakers of truces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.personality import QUICK, Personality
from deathdome.powerdome.bots.planning import Planner
from deathdome.powerdome.bots.standard import StandardBot

if TYPE_CHECKING:
    from random import Random

    from deathdome.powerdome.bots.targets import Aim
    from deathdome.powerdome.model.dome import CharacterId
    from deathdome.powerdome.model.state import State

LOYAL: Final = Personality(guile=0.3)


class Breaker(Planner):
    """Attacks the partners of its truces; with `once`, only for as long as it has broken none."""

    once = False

    def plan(self, view: State, dice: Random):  # type: ignore[no-untyped-def]
        """Note whether a truce of an earlier round was broken."""
        self._done = self.once and any(self.seat in deal.broken_by for deal in view.deals)
        return super().plan(view, dice)

    def _foes(self, aim: Aim) -> list[CharacterId]:
        barred = aim.barred(self.seat)
        partners = [one for one in aim.ranked(self.seat, trust=False) if one in barred]
        return super()._foes(aim) if self._done else partners or super()._foes(aim)

    def _faithful(self, mine, aim):  # type: ignore[no-untyped-def]
        """Count every plan as faithful, so that none is dropped."""
        return super()._faithful(mine, aim) if self._done else [True] * len(mine)


class OneBreak(Breaker):
    """Breaks its first truce, and no other for the sake of it."""

    once = True


class BreakerBot(StandardBot):
    """Always breaks truces."""

    planning = Breaker


class OneBreakBot(StandardBot):
    """Breaks its first truce."""

    planning = OneBreak


def loyal(kind: type[StandardBot] = StandardBot) -> StandardBot:
    """Return a quick bot of little guile."""
    return kind(QUICK, LOYAL)
