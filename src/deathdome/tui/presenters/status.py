"""The status row: round, whose turn, what is left, supply, hand, pace, seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.frames import Purchase, Turn
from deathdome.model.names import team_name
from deathdome.rules.ending import supply
from deathdome.rules.observing import visible_state
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import Line, Span, cut, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation


def seat_label(seat: int, names: Sequence[str]) -> str:
    """`& Blue (greedy)`."""
    return f"{SEAT_SIGNS[seat]} {team_name(seat)} ({cut(names[seat], 12)})"


def status_line(
    seen: Observation,
    names: Sequence[str],
    *,
    seed: int,
    pace: str,
    thinking: int | None,
    width: int,
) -> Line:
    """One row, at most `width` columns."""
    turn = next((frame for frame in seen.stack if isinstance(frame, Turn | Purchase)), None)
    seat = turn.seat if turn is not None else -1
    if seen.outcome is not None:
        left = "Match over"
    elif isinstance(turn, Purchase):
        left = "Store"
    else:
        left = f"Round {seen.round}/{seen.table.rounds}"
    who = seat_label(seat, names) if seat >= 0 else ""
    if thinking is not None:
        who = f"{seat_label(thinking, names)} thinks.."
    elif isinstance(turn, Turn):
        who += f" {turn.phases} phase{'s' * (turn.phases != 1)} left"
    points = supply(visible_state(seen), seen.seat)
    mine = f"{SEAT_SIGNS[seen.seat]} supply {points} hand {len(seen.hand)}"
    right = f"{pace}  seed {seed}"
    middle = width - len(left) - len(mine) - len(right) - 8
    look = f"seat{thinking if thinking is not None else seat}" if seat >= 0 else ""
    return line(
        Span(f" {left}  ", "strong"),
        Span(f"{cut(who, max(0, middle)):<{max(0, middle)}}", look),
        Span(f"  {mine}", f"seat{seen.seat}"),
        Span(f"  {right} ", "dim"),
    )
