"""The choices of a question, sorted by their object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathdome.model.actions import NOBODY, PUNCH, Action, ActionKind, a_of, b_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPACE_VERBS = (ActionKind.WALK, ActionKind.PUSH_TO)


@dataclass(frozen=True, slots=True)
class Offers:
    """Legal choices; every action is in exactly one field."""

    spaces: dict[int, Action] = field(default_factory=dict)  # by space: walks, pushes
    attacks: dict[int, list[Action]] = field(default_factory=dict)  # by target
    sweeps: list[Action] = field(default_factory=list)  # attacks on all adjacent
    units: dict[int, Action] = field(default_factory=dict)  # by unit: activate, hit
    abilities: list[Action] = field(default_factory=list)
    plain: dict[ActionKind, Action] = field(default_factory=dict)  # the rest, one each

    @property
    def all_attacks(self) -> list[Action]:
        """By target, then attacks on all adjacent enemies; punches after weapons."""
        found = [*(action for acts in self.attacks.values() for action in acts), *self.sweeps]
        return sorted(found, key=lambda action: a_of(action) == PUNCH)

    @property
    def reach(self) -> int:
        """The spaces as a set."""
        found = 0
        for space in self.spaces:
            found |= 1 << space
        return found


def sort_offers(options: Iterable[Action]) -> Offers:
    """Sorts the options of a question."""
    offers = Offers()
    for action in options:
        kind = kind_of(action)
        if kind in _SPACE_VERBS:
            offers.spaces[a_of(action)] = action
        elif kind is ActionKind.ATTACK:
            if b_of(action) == NOBODY:
                offers.sweeps.append(action)
            else:
                offers.attacks.setdefault(b_of(action), []).append(action)
        elif kind in (ActionKind.ACTIVATE, ActionKind.HIT):
            offers.units[a_of(action)] = action
        elif kind in (ActionKind.USE, ActionKind.PLAY, ActionKind.LAY, ActionKind.JAIL):
            offers.abilities.append(action)
        else:
            offers.plain[kind] = action
    return offers
