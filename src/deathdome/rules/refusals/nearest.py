"""Legal options nearest to a refused action, and helpers for all refusals.

Reasons are checked in a fixed order, most useful first: question, turn and ownership, state of
the unit, place, range, sight, cost, target, limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import EVERYBODY, ActionKind, a_of, kind_of
from deathdome.model.decisions import Operands, Reason
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Allow, Role, Trigger, Zone
from deathdome.rules.stack import attack_at, is_dying
from deathdome.rules.targeting import candidates, role_fits
from deathdome.rules.units import allows, in_base

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Pick
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State
    from deathdome.rules.targeting import AbilityContext


def offered(asked: Decision, *kinds: ActionKind) -> list[Action]:
    """Return the legal answers of these kinds."""
    return [option for option in asked.options if kind_of(option) in kinds]


def first(options: Iterable[Action]) -> Action | None:
    """Return the first option, if any."""
    return next(iter(options), None)


def nearest_space(state: State, asked: Decision, kind: ActionKind, goal: int) -> Action | None:
    """Return the legal space closest to the one asked for: by range, then straight distance."""
    if not on_board(state, goal):
        return None
    terrain, grid = state.setup.terrain, state.setup.board.grid

    def far(option: Action) -> tuple[int, int, int]:
        space = a_of(option)
        across = grid.columns[space] - grid.columns[goal]
        down = grid.rows[space] - grid.rows[goal]
        return terrain.distance(goal, space), across * across + down * down, space

    return min(offered(asked, kind), key=far, default=None)


def on_board(state: State, space: int) -> bool:
    """Return True if the number is a space of the board."""
    return bool(state.setup.board.grid.everything >> space & 1)


def seat_of(unit: int) -> int:
    """Return the team of a unit."""
    return unit // UNITS_PER_TEAM


# -- choices ---------------------------------------------------------------------------------------


def choice_reason(ability: Ability, choice: int) -> Reason | None:
    """Refuse the effect chosen of several."""
    if ability.choose is None and choice >= 0:
        return Reason("no-choice", case="effect")
    if ability.choose is not None and not 0 <= choice < len(ability.do):
        return Reason("choice-needed", operands={"amount": len(ability.do)}, case="effect")
    return None


def pick_reason(
    state: State, ability: Ability, context: AbilityContext, picked: int
) -> Reason | None:
    """Refuse the unit, point or jail picked."""
    pick = ability.pick
    if pick is None:
        return None if picked < 0 else Reason("no-choice")
    if picked < 0:
        return Reason("choice-needed", operands={"pick": pick.what})
    if pick.side is Role.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, context.attack).hits
        if picked in hits and seat_of(picked) == context.seat:
            return None
        return Reason("not-hit", "CARD-8", case="own")
    allowed = candidates(state, pick, context)
    if pick.all:
        if not allowed:
            return Reason("no-target", case="nobody")
        if picked == EVERYBODY:
            return None
        return Reason("no-choice", case="all")
    if picked in allowed:
        return None
    if pick.what == "jail":
        if picked >= len(state.setup.board.jails):
            return Reason("unknown-jail", "JAIL-7", case="picked")
        return Reason("jail-empty", "CARD-12", {"jail": picked}, need=1, have=0)
    if pick.what == "point":
        return _point(state, pick, context, picked)
    return _unit(state, pick, context, picked)


def _point(state: State, pick: Pick, context: AbilityContext, picked: int) -> Reason:
    terrain = state.setup.terrain
    if picked not in terrain.point_at:
        return Reason("no-point", "CAPTURE-1")
    if state.owners[terrain.point_at[picked]] == context.seat:
        return Reason("own-point", "CARD-12", {"team": context.seat})
    return _reach(state, pick, context, picked)


def _unit(state: State, pick: Pick, context: AbilityContext, picked: int) -> Reason:
    if picked >= len(state.space):
        return Reason("unknown-unit", case="picked")
    reference = context.subject if pick.of_subject else context.bearer
    it, place = Operands(unit=picked), state.space[picked]
    if not role_fits(pick.side, picked, reference, context.seat):
        return wrong_side(pick)
    if pick.zone is Zone.JAIL:
        return Reason("not-jailed", operands=it)
    if place < 0:
        return Reason("target-jailed", "JAIL-3", {"unit": picked, "jail": -1 - place})
    if in_base(state, picked) and (pick.zone is Zone.FIELD or seat_of(picked) != context.seat):
        return Reason("target-in-base", "BASE-1", it)
    if is_dying(state, picked):
        return Reason("no-target", "DEATH-1", it, "dying")
    if pick.adjacent_start and not context.adjacent_sees >> picked & 1:
        return Reason("not-adjacent", "NOTE-VAN-3", it)
    return _reach(state, pick, context, place)


def wrong_side(pick: Pick) -> Reason:
    """Refuse a unit of the wrong team."""
    return Reason("wrong-side", operands={"role": pick.side})


def _reach(state: State, pick: Pick, context: AbilityContext, place: int) -> Reason:
    """Refuse a target too far from the reference unit, or out of its sight."""
    terrain = state.setup.terrain
    reference = context.subject if pick.of_subject else context.bearer
    here = state.space[reference] if reference >= 0 else -1
    if here < 0:
        return Reason("no-target", "RANGE-6", case="bearer")
    distance = terrain.distance(here, place)
    if pick.range is not None and distance > pick.range:
        return Reason("out-of-range", "RANGE-6", need=distance, have=pick.range)
    walls = bool(allows(state, reference) & Allow.SEE_WALLS)
    if pick.sight and not terrain.sees(here, place, walls):
        return Reason("no-sight", "SIGHT-1")
    return Reason("no-target", "RANGE-6")
