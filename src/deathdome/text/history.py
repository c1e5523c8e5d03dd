"""The course of a match: payouts after each round, and turning points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.catalog import VACANT
from deathdome.model.events import (
    Captured,
    CounterMoved,
    Died,
    MatchBegan,
    MatchEnded,
    Returned,
    RoundBegan,
    ShellTaken,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.text.names import compact, team_name
from deathdome.text.phrases import matches as phrases
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup

MOMENTS: Final = 3  # turning points listed


class Turn(NamedTuple):
    """Something that changed what teams would be paid, or the end of a team."""

    round: int
    event: Event
    swing: int  # credits that changed sides, lost and won
    payouts: tuple[int, ...]  # after it, per seat
    fallen: int = -1  # seat whose last unit died; -1: none


class History(NamedTuple):
    """Payouts of every team after each round."""

    rounds: tuple[tuple[int, tuple[int, ...]], ...]  # counter, payouts at the end of that round
    turns: tuple[Turn, ...]


def history_of(
    events: Sequence[Event], setup: Setup, began: tuple[int, tuple[int, ...]] = (0, ())
) -> History:
    """Count payouts along the events of a match from its start (PAY-1 to PAY-3).

    In a season the last match counts.

    `began` is the round counter before the first event and what each team would have been paid
    then, for a match that begins in the middle.
    """
    pays = {
        int(space): TOWER_PAY if value > 1 else POINT_PAY
        for space, value in zip(setup.board.points, setup.board.point_value, strict=True)
    }
    rounds: list[tuple[int, tuple[int, ...]]] = []
    turns: list[Turn] = []
    counter, owned = began
    payouts = list(owned) or [0] * setup.seats
    dead: set[int] = set()
    for event in events:
        swing, fallen = 0, -1
        match event:
            case Captured(_, seat, space, before):
                payouts[seat] += pays[space]
                swing = pays[space]
                if before >= 0:
                    payouts[before] -= pays[space]
                    swing *= 2
            case ShellTaken(seat, shells):
                payouts[seat] += shells * SHELL_PAY
                swing = shells * SHELL_PAY
            case Died(unit):
                dead.add(unit)
                seat = unit // UNITS_PER_TEAM
                fallen = seat if dead.issuperset(_team(seat, setup)) else -1
            case Returned(unit):
                dead.discard(unit)
            case CounterMoved(number):
                counter = number
            case MatchBegan():  # the next match of a season
                counter, payouts = 0, [0] * setup.seats
                rounds.clear()
                turns.clear()
                dead.clear()
            case RoundBegan() | MatchEnded():
                if counter:
                    rounds.append((counter, tuple(payouts)))
                if isinstance(event, RoundBegan):
                    counter = event.round
            case _:
                continue
        if swing or fallen >= 0:
            turns.append(Turn(counter, event, swing, tuple(payouts), fallen))
    return History(tuple(rounds), tuple(turns))


def turning_points(history: History) -> list[Turn]:
    """Return the few events that changed most, in match order; of equals the latest.

    The end of a team comes before any change of payouts.
    """
    ranked = sorted(
        enumerate(history.turns), key=lambda one: (one[1].fallen < 0, -one[1].swing, -one[0])
    )
    return [turn for _, turn in sorted(ranked[:MOMENTS])]


def _team(seat: int, setup: Setup) -> list[int]:
    """Return the units of a team, without vacant places."""
    first = seat * UNITS_PER_TEAM
    return [unit for unit in range(first, first + UNITS_PER_TEAM) if setup.units[unit] != VACANT]


def turn_text(turn: Turn, setup: Setup) -> str:
    """Return what happened at a turning point."""
    said = sentence(turn.event, setup)
    if turn.fallen < 0:
        return said
    return phrases.LAST_UNIT.format(said=said.rstrip("."), team=team_name(turn.fallen))


def turning_words(turn: Turn, setup: Setup) -> tuple[str, str]:
    """Return what happened in which round, and the payout of each team after it."""
    stand = ", ".join(
        f"{team_name(seat)} {compact(payout)}" for seat, payout in enumerate(turn.payouts)
    )
    return f"Round {turn.round}: {turn_text(turn, setup)}", stand
