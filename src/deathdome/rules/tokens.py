"""Bug tokens (NOTE-BUG): small cards that lie on a point and attack whoever steps there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.effects import MakeAttack
from deathdome.model.events import Declared
from deathdome.model.frames import Attack, AttackSetup, Resolve
from deathdome.model.vocabulary import Deny, Trigger
from deathdome.rules.picks import role_fits
from deathdome.rules.stack import count_effect, push
from deathdome.rules.units import denies, in_base

if TYPE_CHECKING:
    from deathdome.model.state import State

DEFENCE_STEP = 3  # a token's attack has steps A3 to A5 only (effects.md part 10)


def step_on_token(
    state: State, unit: int, came_from: int, trail: tuple[int, ...], pusher: int
) -> None:
    """Starts the attack of a token on the unit's space, if there is one (NOTE-BUG-4 to 6)."""
    space = state.space[unit]
    if not state.tokens or in_base(state, unit) or denies(state, unit) & Deny.BUGS:
        return
    for placed in state.tokens:
        if placed.space != space:
            continue
        # The frame pushed last comes first, so that effects happen in the order written.
        for ability in reversed(state.table.catalog.tokens[placed.token].abilities):
            entered = ability.when is Trigger.ENTERED
            if not entered or not role_fits(ability.who, unit, -1, placed.seat):
                continue
            for place, effect in reversed([*enumerate(ability.do)]):
                if not isinstance(effect, MakeAttack):
                    owner, number = placed.seat, int(ability.id)
                    push(state, Resolve(number, owner, -1, unit, choice=place))
                    continue
                if not count_effect(state):
                    return
                if state.tell is not None:
                    state.tell(Declared(-1, placed.seat, -1, unit, effect.n, ability.card))
                push(
                    state,
                    Attack(
                        AttackSetup(
                            placed.seat,
                            -1,
                            space,
                            card=ability.card,
                            strength=effect.n,
                            token=placed.token,
                            came_from=came_from,
                            trail=trail,
                            pusher=pusher,
                        ),
                        unit,
                        step=DEFENCE_STEP,
                        hits=(unit,),
                    ),
                )
