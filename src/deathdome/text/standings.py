"""Standing of the teams as every seat sees it: payouts, the lead, and units that are left.

A unit whose jail is still being chosen is dead, and its shell is taken: no answer changes that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.catalog import VACANT
from deathdome.model.events import Captured, MatchBegan, RoundBegan, ShellTaken
from deathdome.model.frames import Dying
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, standing
from deathdome.rules.observing import visible_state
from deathdome.text.names import team_name
from deathdome.text.phrases import banners as say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup, State
    from deathdome.text.convicts import Convicts


def shells_of(seen: Observation) -> list[int]:
    """Return the beetle shells of every team."""
    shells, limit = list(seen.shells), seen.setup.ruleset.shell_limit
    for frame in seen.stack:
        if isinstance(frame, Dying) and frame.taker >= 0:
            left = frame.shells if limit is None else max(0, limit - sum(shells))
            shells[frame.taker] += min(frame.shells, left)
    return shells


def state_now(seen: Observation) -> State:
    """Return the position as the seat sees it, with the shells of a unit that is being jailed."""
    state = visible_state(seen)
    state.shells = shells_of(seen)
    return state


def payouts_of(seen: Observation) -> list[int]:
    """Return what every team would be paid now."""
    state = state_now(seen)
    return [standing(state, seat).payout for seat in range(seen.setup.seats)]


def only_leader(payouts: Sequence[int]) -> int:
    """Return the team with the highest payout; -1 if several have it."""
    best = max(payouts)
    return payouts.index(best) if payouts.count(best) == 1 else -1


class Lead(NamedTuple):
    """The lead so far: a team, or -1 for none."""

    leader: int = -1  # was last alone in the lead
    announced: int = -1  # was last said to take the lead, by any banner
    quiet: bool = False  # True if a banner of this round was for the lead alone


NO_LEAD: Final = Lead()


def lead_after(events: Iterable[Event], setup: Setup, payouts: Sequence[int] = ()) -> Lead:
    """Return the lead after these events.

    A tower or a death has a banner, which names a new leader as well. A point has one only for a
    new leader that was not the last to be announced, and once in a round.
    """
    owned = list(payouts) or [0] * setup.seats
    leader, announced, quiet = only_leader(owned), -1, False
    for event in events:
        if isinstance(event, RoundBegan):
            quiet = False
            continue
        if isinstance(event, MatchBegan):  # the next match of a season
            owned, leader, announced, quiet = [0] * setup.seats, -1, -1, False
            continue
        point = False
        if isinstance(event, Captured):
            point = event.space not in setup.board.tower_centres
            pay = POINT_PAY if point else TOWER_PAY
            owned[event.seat] += pay
            if event.before >= 0:
                owned[event.before] -= pay
        elif isinstance(event, ShellTaken):
            owned[event.seat] += event.shells * SHELL_PAY
        else:
            continue
        alone = only_leader(owned)
        if alone < 0 or alone == leader:
            continue
        if leader >= 0 and not (point and (quiet or alone == announced)):
            announced, quiet = alone, quiet or point
        leader = alone
    return Lead(leader, announced, quiet)


def living(seen: Observation, seat: int) -> list[int]:
    """Return the units of a team that are neither dead nor in jail."""
    dying = {frame.unit for frame in seen.stack if isinstance(frame, Dying)}
    return [unit for unit in _team(seen, seat) if seen.space[unit] >= 0 and unit not in dying]


def last_unit(seen: Observation, seat: int) -> int:
    """Return the only living unit of a team that had more; -1 otherwise."""
    alive = living(seen, seat)
    return alive[0] if len(alive) == 1 and len(_team(seen, seat)) > 1 else -1


def last_unit_words(seen: Observation, seat: int, convicts: Convicts) -> str:
    """Return the warning of a team with one living unit, as the viewer reads it; "" without one.

    A team without units loses at once only if a single other team is left.
    """
    unit = last_unit(seen, seat)
    if unit < 0 or seen.outcome is not None:
        return ""
    name = convicts.surname(unit)
    if seat != seen.seat:
        return say.RIVAL_IS_DOWN_TO.format(team=team_name(seat), name=name)
    rivals = [one for one in range(seen.setup.seats) if one != seat and living(seen, one)]
    words = say.IF_IT_DIES if len(rivals) == 1 else say.IT_IS_ALL_YOU_HAVE
    return words.format(name=name)


def _team(seen: Observation, seat: int) -> list[int]:
    """Return the units of a team, without vacant places."""
    first = seat * UNITS_PER_TEAM
    units = range(first, first + UNITS_PER_TEAM)
    return [unit for unit in units if seen.setup.units[unit] != VACANT]
