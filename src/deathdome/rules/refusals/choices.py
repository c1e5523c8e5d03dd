"""Why a unit, point, jail or effect cannot be chosen for an ability (effects.md part 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import EVERYBODY
from deathdome.model.names import jail_name, team_name, the_unit
from deathdome.model.vocabulary import Allow, Role, Trigger, Zone
from deathdome.rules.picks import candidates, role_fits
from deathdome.rules.refusals.reasons import Reason, seat_of, spaces_text
from deathdome.rules.stack import attack_at, is_dying
from deathdome.rules.units import allows, in_base

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability, Pick
    from deathdome.model.state import State
    from deathdome.rules.picks import Moment

_ROLES: Final = {
    Role.SELF: "its bearer",
    Role.MATE: "another unit of the own team",
    Role.ALLY: "a unit of the own team",
    Role.ENEMY: "an enemy",
}


def choice_reason(ability: Ability, choice: int) -> Reason | None:
    """The effect chosen of several."""
    if ability.choose is None and choice >= 0:
        return Reason("no-choice", "", "its effects all happen, none is chosen")
    if ability.choose is not None and not 0 <= choice < len(ability.do):
        text = f"one of its {len(ability.do)} effects has to be chosen"
        return Reason("choice-needed", "", text)
    return None


def pick_reason(state: State, ability: Ability, moment: Moment, picked: int) -> Reason | None:
    """What the ability is used on."""
    pick = ability.pick
    if pick is None:
        return None if picked < 0 else Reason("no-choice", "", "it is not used on anything chosen")
    if picked < 0:
        return Reason("choice-needed", "", f"it needs a {pick.what} to be used on")
    if pick.side is Role.SELF and ability.when is Trigger.DEFEND:
        hits = attack_at(state, moment.attack).hits
        if picked in hits and seat_of(picked) == moment.seat:
            return None
        return Reason("not-hit", "CARD-8", "it is for an own unit that is hit by this attack")
    allowed = candidates(state, pick, moment)
    if pick.all:
        if not allowed:
            return Reason("no-target", "", "nobody is where it works")
        if picked == EVERYBODY:
            return None
        return Reason("no-choice", "", "it falls on everybody who qualifies")
    if picked in allowed:
        return None
    if pick.what == "jail":
        if picked >= len(state.table.board.jails):
            return Reason("unknown-jail", "JAIL-7", "there is no such jail")
        name = jail_name(state.table, picked)
        return Reason("jail-empty", "CARD-12", f"nobody is in the {name}", need=1, have=0)
    if pick.what == "point":
        return _point(state, pick, moment, picked)
    return _unit(state, pick, moment, picked)


def _point(state: State, pick: Pick, moment: Moment, picked: int) -> Reason:
    terrain = state.table.terrain
    if picked not in terrain.point_at:
        return Reason("no-point", "CAPTURE-1", "there is no control point")
    if state.owners[terrain.point_at[picked]] == moment.seat:
        text = f"the control point is {team_name(moment.seat)}'s already"
        return Reason("own-point", "CARD-12", text)
    return _reach(state, pick, moment, picked)


def _unit(state: State, pick: Pick, moment: Moment, picked: int) -> Reason:
    if picked >= len(state.space):
        return Reason("unknown-unit", "", "there is no such unit")
    reference = moment.subject if pick.of_subject else moment.bearer
    who, place = the_unit(state.table, picked), state.space[picked]
    if not role_fits(pick.side, picked, reference, moment.seat):
        return wrong_side(pick)
    if pick.zone is Zone.JAIL:
        return Reason("not-jailed", "", f"{who} is not in a jail")
    if place < 0:
        jail = jail_name(state.table, -1 - place)
        return Reason("target-jailed", "JAIL-3", f"{who} is in the {jail}")
    if in_base(state, picked) and (pick.zone is Zone.FIELD or seat_of(picked) != moment.seat):
        return Reason("target-in-base", "BASE-1", f"{who} is in its base")
    if is_dying(state, picked):
        return Reason("no-target", "DEATH-1", f"{who} is dying")
    if pick.adjacent_start and not moment.seen >> picked & 1:
        return Reason("not-adjacent", "NOTE-VAN-3", f"{who} was not adjacent at the start")
    return _reach(state, pick, moment, place)


def wrong_side(pick: Pick) -> Reason:
    """The reason against a unit of the wrong team."""
    return Reason("wrong-side", "", f"it is for {_ROLES.get(pick.side, 'a unit')}")


def _reach(state: State, pick: Pick, moment: Moment, place: int) -> Reason:
    """Too far from the unit that the pick looks from, or not in its sight."""
    terrain = state.table.terrain
    reference = moment.subject if pick.of_subject else moment.bearer
    here = state.space[reference] if reference >= 0 else -1
    if here < 0:
        return Reason("no-target", "RANGE-6", "its bearer is not on the board")
    distance = terrain.distance(here, place)
    if pick.range is not None and distance > pick.range:
        text = f"it is {spaces_text(distance)} away and it reaches {pick.range}"
        return Reason("out-of-range", "RANGE-6", text, distance, pick.range)
    walls = bool(allows(state, reference) & Allow.SEE_WALLS)
    if pick.sight and not terrain.sees(here, place, walls):
        return Reason("no-sight", "SIGHT-1", "it is not in sight")
    return Reason("no-target", "RANGE-6", "it does not qualify")
