"""The answers to a question, sorted by what they are about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathdome.model.actions import NOBODY, PUNCH, Act, Action, a_of, b_of, verb_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPACE_VERBS = (Act.WALK, Act.PUSH_TO)


@dataclass(frozen=True, slots=True)
class Offers:
    """Acceptable answers; every action stands in exactly one field."""

    spaces: dict[int, Action] = field(default_factory=dict)  # by space: walks, pushes
    attacks: dict[int, list[Action]] = field(default_factory=dict)  # by target
    sweeps: list[Action] = field(default_factory=list)  # attacks on all adjacent
    units: dict[int, Action] = field(default_factory=dict)  # by unit: activate, hit
    abilities: list[Action] = field(default_factory=list)
    plain: dict[Act, Action] = field(default_factory=dict)  # the rest, one each

    @property
    def all_attacks(self) -> list[Action]:
        """By target, then on all around; with bare hands behind everything with a weapon."""
        found = [*(act for acts in self.attacks.values() for act in acts), *self.sweeps]
        return sorted(found, key=lambda act: a_of(act) == PUNCH)

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
    for act in options:
        verb = verb_of(act)
        if verb in _SPACE_VERBS:
            offers.spaces[a_of(act)] = act
        elif verb is Act.ATTACK:
            if b_of(act) == NOBODY:
                offers.sweeps.append(act)
            else:
                offers.attacks.setdefault(b_of(act), []).append(act)
        elif verb in (Act.ACTIVATE, Act.HIT):
            offers.units[a_of(act)] = act
        elif verb in (Act.USE, Act.PLAY, Act.LAY, Act.JAIL):
            offers.abilities.append(act)
        else:
            offers.plain[verb] = act
    return offers
