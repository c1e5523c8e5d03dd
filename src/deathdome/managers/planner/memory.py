"""Cache shared by the rollouts of one turn in many worlds.

Worlds differ by the cards that nobody has seen. So a team often stands where it has stood in
another world, as far as it can see; and often in the same position with another hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deathdome.managers.planner.candidates import Candidates, Ground
from deathdome.odds.defences import card_classes

if TYPE_CHECKING:
    from deathdome.managers.planner.candidates import Plan
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

Position: TypeAlias = tuple[Any, ...]


class Memory:
    """The beginnings of turns that teams have thought of, by what they saw then.

    Only its cost tells whether it is there: what is remembered is what would be found again.
    """

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._firsts: dict[Position, list[tuple[float, Plan]]] = {}
        self._grounds: dict[Position, Ground] = {}

    def first_phases(
        self, world: State, seat: int, weights: Weights, each: int
    ) -> list[tuple[float, Plan]]:
        """`Candidates.first_phases` of that position for that team; not to be written to."""
        place = seat, weights, each, *open_to_all(world)
        sorts = card_classes(world.setup.catalog)
        seen = *place, tuple(sorted(sorts[card] for card in world.hands[seat]))
        found = self._firsts.get(seen)
        if found is None:
            # Danger depends on the hand, so it is not shared between hands.
            ground = None if weights.danger else self._grounds.setdefault(place, Ground())
            found = self._firsts[seen] = Candidates(world, seat, weights, ground).first_phases(each)
        return found


def open_to_all(world: State) -> Position:
    """Return the public part of a position; equal for equal public knowledge."""
    return (
        world.round,
        world.stack,
        tuple(world.space),
        tuple(world.wounds),
        tuple(world.down),
        tuple(world.owners),
        tuple(world.items),
        tuple(world.spare),
        tuple(world.discard),
        tuple(map(len, world.hands)),
        tuple(world.shells),
        tuple(world.credits),
        world.timed,
        world.tokens,
        frozenset(world.uses.items()),
    )
