"""Bug tokens (NOTE-BUG): small cards that lie on a point and attack whoever steps there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.events import Declared
from deathdome.model.frames import Attack
from deathdome.model.vocabulary import Deny, Trigger, Verb
from deathdome.rules.stack import push
from deathdome.rules.units import denies, in_base

if TYPE_CHECKING:
    from deathdome.model.state import State

DEFENCE_STEP = 3  # a token's attack has steps A3 to A5 only (arsenal 5.10)


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
        token = state.table.catalog.tokens[placed.token]
        for ability in token.abilities:
            if ability.when is not Trigger.ENTERED:
                continue
            for effect in ability.do:
                if effect.verb is Verb.ATTACK:
                    if state.tell is not None:
                        state.tell(Declared(-1, placed.seat, -1, unit, effect.n, token.id))
                    push(
                        state,
                        Attack(
                            placed.seat,
                            -1,
                            space,
                            card=token.id,
                            strength=effect.n,
                            target=unit,
                            step=DEFENCE_STEP,
                            hits=(unit,),
                            token=placed.token,
                            came_from=came_from,
                            trail=trail,
                            pusher=pusher,
                        ),
                    )
