"""End of the match and payout (END, PAY, TIE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deathdome.model.events import CONCEDED, STOPPED, Conceded, MatchEnded, Outcome, Standing
from deathdome.model.frames import Attack, Resolve
from deathdome.rules.series import close_match
from deathdome.rules.stack import inside_attack

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.state import State

TOWER_PAY = 500_000  # credits; PAY-1
POINT_PAY = 100_000  # credits; PAY-2
SHELL_PAY = 100_000  # credits; PAY-3


def supply(state: State, seat: int) -> int:
    """Return the supply points of a team (DRAW-3 to DRAW-5)."""
    total = 0
    for value, owner in zip(state.setup.board.point_value, state.owners, strict=True):
        if owner == seat:
            total += value
    return total


def standing(state: State, seat: int) -> Standing:
    """Return a team's payout if the match ended now (PAY)."""
    values = state.setup.board.point_value
    towers = points = 0
    for value, owner in zip(values, state.owners, strict=True):
        if owner == seat:
            if value > 1:
                towers += 1
            else:
                points += 1
    shells = state.shells[seat]
    jailed = sum(1 for place in state.space[seat * 4 : seat * 4 + 4] if place < 0)
    payout = towers * TOWER_PAY + points * POINT_PAY + shells * SHELL_PAY
    return Standing(seat, payout, towers, points, shells, jailed)


def standing_teams(state: State) -> list[int]:
    """Return the seats with at least one unit outside jail."""
    return [
        seat
        for seat in range(state.setup.seats)
        if any(place >= 0 for place in state.space[seat * 4 : seat * 4 + 4])
    ]


def given(state: State, seat: int) -> int:
    """Return the shells that a team was given before the match; they break no tie (AMB-115)."""
    gifts = state.setup.gifts
    return gifts[seat] if gifts else 0


def judge(state: State, last_standing: int | None = None, without: int = -1) -> Outcome:
    """Return the outcome if the match ends in this position (END-3, END-5, TIE).

    `without` is a team that cannot win, because it has conceded (AMB-152).
    """
    standings = tuple(standing(state, seat) for seat in range(state.setup.seats))
    if last_standing is not None:
        return Outcome((last_standing,), "last team standing", standings, state.round)
    steps: list[tuple[str, Callable[[Standing], int]]] = [
        ("payout", lambda row: row.payout),
        ("towers", lambda row: row.towers),
        ("shells", lambda row: row.shells - given(state, row.seat)),
    ]
    if state.setup.ruleset.tiebreak_fewest_jailed:
        steps.append(("fewest jailed", lambda row: -row.jailed))
    tied = [row for row in standings if row.seat != without]
    for reason, key in steps:
        best = max(key(row) for row in tied)
        tied = [row for row in tied if key(row) == best]
        if len(tied) == 1:
            return Outcome((tied[0].seat,), reason, standings, state.round)
    return Outcome(tuple(row.seat for row in tied), "shared", standings, state.round)


def end_match(state: State, last_standing: int | None = None) -> None:
    """End the match and pay every team (PAY-6)."""
    _close(state, judge(state, last_standing))


def concede(state: State, seat: int, *, season: bool) -> None:
    """End the match, or the season, that a team gives up: another team wins (AMB-152)."""
    if state.emit is not None:
        state.emit(Conceded(seat, season))
    outcome = replace(judge(state, without=seat), reason=CONCEDED)
    _close(state, outcome, conceding=seat if season else -1)


def _close(state: State, outcome: Outcome, conceding: int = -1) -> None:
    """Pay every team; `conceding` is a team that gives up the season."""
    for row in outcome.standings:
        state.credits[row.seat] += row.payout
    for frame in state.stack:
        if isinstance(frame, Resolve) and frame.card >= 0:
            state.discard[frame.card] += 1
        elif isinstance(frame, Attack):
            for card in frame.laid:
                state.discard[card] += 1
    state.stack = ()
    if state.emit is not None:
        state.emit(MatchEnded(outcome))
    if state.setup.series is None:
        state.outcome = outcome
    else:
        close_match(state, outcome, conceding)


def stop_match(state: State) -> None:
    """Stop a match that takes too long: every team is paid, and all share the win."""
    standings = judge(state).standings
    seats = tuple(range(state.setup.seats))
    _close(state, Outcome(seats, STOPPED, standings, state.round))


def check_last_standing(state: State) -> bool:
    """End the match if at most one team stands and no attack is open (END-2, AMB-76)."""
    if inside_attack(state):
        return False
    teams = standing_teams(state)
    if len(teams) > 1:
        return False
    end_match(state, teams[0] if teams else None)  # AMB-75: if no team stands, the payout decides
    return True
