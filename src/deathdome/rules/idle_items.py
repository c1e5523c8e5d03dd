"""Items with no use on a board, because it lacks jails, lava, towers, walls or control points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.catalog import Ratings
from deathdome.model.effects import Capture, Forbid, Modify, Permit, PlaceToken, ToBase
from deathdome.model.vocabulary import Allow, Deny, Per, Trigger, Zone

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.model.catalog import Ability, Item
    from deathdome.model.effects import Effect


def idle_on(board: Board, item: Item) -> bool:
    """Return True if no ability or rating of the item can have an effect on the board."""
    if item.weapon is not None or item.ratings != Ratings():
        return False
    return not any(
        _works(board, ability, effect) for ability in item.abilities for effect in ability.do
    )


def _works(board: Board, ability: Ability, effect: Effect) -> bool:
    pick = ability.pick
    if not board.jails and (
        ability.zone is Zone.JAIL
        or isinstance(effect, ToBase)
        or (isinstance(effect, Modify) and effect.per is Per.JAILED_ENEMIES)
        or (pick is not None and (pick.zone is Zone.JAIL or pick.what == "jail"))
    ):
        return False
    if not board.points and (
        isinstance(effect, Capture | PlaceToken)
        or ability.when is Trigger.CAPTURED
        or (pick is not None and pick.what == "point")
    ):
        return False
    if not board.towers and any(
        condition is not None and condition.higher_ground
        for condition in (ability.condition, effect.condition)
    ):
        return False
    if isinstance(effect, Permit):
        return bool(effect.allow & ~_idle_permissions(board))
    if isinstance(effect, Forbid):
        return bool(board.points) or effect.deny is not Deny.BUGS
    return True


def _idle_permissions(board: Board) -> Allow:
    idle = Allow.NONE
    if not board.walls and not board.thin_walls:
        idle |= Allow.SEE_WALLS | Allow.WALK_WALLS
    if not board.lava:
        idle |= Allow.ENTER_LAVA
    if not board.towers:
        idle |= Allow.CLIMB_TOWER
    return idle
