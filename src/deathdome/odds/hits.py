"""Certain result of an attack for each unit hit (ATTACK-4, DEFEND-1).

All displays and expectations of attacks start here: the panel, sentences about odds, hints, reviews
and managers. `outcomes` adds the cards that may still be laid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.frames import Attack, AttackSetup
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.attack.cards import units_hit
from deathdome.rules.attack.totals import strength_against, takes_no_wounds, toughness_against
from deathdome.rules.targeting import state_before

if TYPE_CHECKING:
    from deathdome.model.effects import MakeAttack
    from deathdome.model.state import State


class Hit(NamedTuple):
    """A unit hit by an attack, with the cards laid so far."""

    unit: int
    attack: int  # total so far
    defence: int  # total so far
    vitae: int  # left
    spared: bool  # takes no wounds from this attack

    @property
    def surplus(self) -> int:
        """Attack value minus defence value; 0 if the unit takes no wounds."""
        return 0 if self.spared else self.attack - self.defence


def hit_on(state: State, frame: Attack, unit: int) -> Hit:
    """Return the hit on a unit, before any further card."""
    condition = state_before(state, frame, unit)
    defence = toughness_against(state, frame, unit)
    for seat, laid in frame.answers:
        if seat == unit // UNITS_PER_TEAM:
            defence += laid
    return Hit(
        unit,
        strength_against(state, frame, unit, condition) + frame.bonus,
        defence,
        state.gear.vitae[unit] - state.wounds[unit],
        takes_no_wounds(frame, unit),
    )


def hits_of(state: State, frame: Attack) -> list[Hit]:
    """Return the hits of an attack, or those it would have if it were declared now."""
    return [hit_on(state, frame, unit) for unit in frame.hits or units_hit(state, frame)]


def struck_back(state: State, effect: MakeAttack, striker: int, target: int) -> Hit:
    """Return the hit of a payback of fixed strength on its target (PAYBACK-4)."""
    declared = AttackSetup(
        striker // UNITS_PER_TEAM,
        striker,
        state.space[striker],
        strength=effect.n,
        kind=effect.kind,
        payback=True,
    )
    return hit_on(state, Attack(declared, target), target)
