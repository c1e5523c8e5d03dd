"""Round, turn and score of a match: the status row, the result, the payout by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from deathdome.model.frames import Purchase, Turn
from deathdome.rules.ending import standing, supply
from deathdome.rules.observing import visible_state
from deathdome.text.names import team_name
from deathdome.text.phrases import matches
from deathdome.text.phrases import position as say
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.pieces import SEAT_SIGNS, money
from deathdome.tui.presenters.text import Line, Span, columns_of, cut, fitted, line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.model.events import Outcome
    from deathdome.model.observation import Observation

_BY_ONE: Final = 10  # seconds shown one by one
LONG: Final = 0.5  # seconds; a manager that thinks longer can be hurried


def seat_label(seat: int, names: Sequence[str]) -> str:
    """Return `& Blue (greedy)`."""
    return f"{SEAT_SIGNS[seat]} {team_name(seat)} ({cut(names[seat], 12)})"


def thought_words(seconds: float) -> str:
    """Return ' 1.2 s (Esc: move now)' for the seat that thinks; '' for less than a moment."""
    return (
        " " + say.THINKS_MOVE_NOW.format(seconds=seconds, hurry=key("hurry"))
        if seconds >= LONG
        else ""
    )


def saved_words(age: float | None, *, saved: bool) -> tuple[str, ...]:
    """Return how long ago the match was saved, longest text first; `age` in seconds, None if never.

    Later seconds are shown in steps: a row that changes all the time is not read.
    """
    if not saved:
        return ("not saved",)
    if age is None:
        return ("saved",)
    seconds = int(age) if age < _BY_ONE else int(age) // _BY_ONE * _BY_ONE
    minutes = seconds // 60
    when = f"{seconds} s" if not minutes else f"{minutes} min" if minutes < 60 else "long"
    return (f"saved {when} ago" if seconds else "saved now", "saved")


class _Recorded(Protocol):
    """A match that may be on disk."""

    @property
    def record(self) -> Path | None: ...
    @property
    def saved(self) -> bool: ...
    @property
    def saved_for(self) -> float | None: ...


def record_words(match: _Recorded) -> tuple[str, ...]:
    """Return `saved_words` of a match; nothing if it has no record."""
    return () if match.record is None else saved_words(match.saved_for, saved=match.saved)


def status_line(
    seen: Observation,
    names: Sequence[str],
    *,
    pace: str,
    thinking: int | None,
    width: int,
    kept: Sequence[str] = (),
) -> Line:
    """Return one row, at most `width` columns; the score is always there.

    `kept` is the text about the record, longest first.
    """
    turn = next((frame for frame in seen.stack if isinstance(frame, Turn | Purchase)), None)
    seat = turn.seat if turn is not None else -1
    if seen.outcome is not None:
        left = "Match over"
    elif isinstance(turn, Purchase):
        left = "Store"
    else:
        left = f"Round {seen.round}/{seen.setup.rounds}"
        if seen.round >= seen.setup.rounds:
            left = "Last round"
    state = visible_state(seen)
    scores: list[Span] = []
    if not isinstance(turn, Purchase):  # in the store no team holds points
        scores = [
            Span(f"  {SEAT_SIGNS[team]} {money(standing(state, team).payout)}", f"seat{team}")
            for team in range(seen.setup.seats)
        ]
    mine = f"  {SEAT_SIGNS[seen.seat]} supply {supply(state, seen.seat)} hand {len(seen.hand)}"
    room = width - len(left) - sum(len(score.text) for score in scores) - len(pace) - 6
    full, plain, bare = _turn_words(turn, seat, thinking, names)
    if len(plain) > room - len(mine):
        # The hand is dropped first, because the panel shows it, then names and phases.
        mine = ""
    ways = [(full, words) for words in kept] + [(plain, words) for words in kept[-1:]]
    ways += [(full, ""), (plain, "")]
    fitting = (
        (way, words)
        for way, words in ways
        if columns_of(way) + bool(words) * (len(words) + 3) <= room - len(mine)
    )
    who, disk = next(fitting, (bare, ""))
    if disk:
        disk += "  "
    room = max(0, room - len(mine) - len(disk))
    look = f"seat{thinking if thinking is not None else seat}" if seat >= 0 else ""
    return line(
        Span(f" {left}  ", "strong"),
        Span(fitted(who, room) if room > 1 else "", look),
        Span(disk, "bad" if disk.startswith("not") else "dim"),
        *scores,
        Span(mine, f"seat{seen.seat}"),
        Span(f"  {pace} ", "dim"),
    )


def _turn_words(
    turn: Turn | Purchase | None, seat: int, thinking: int | None, names: Sequence[str]
) -> tuple[str, str, str]:
    """Return whose turn it is: in full, without the player's name, and the team only."""
    shown = thinking if thinking is not None else seat
    if shown < 0:
        return "", "", ""
    rest = ""
    if thinking is not None:
        rest = " thinks.."
    elif isinstance(turn, Turn):
        rest = f" {turn.phases} phase{'s' * (turn.phases != 1)} left"
    team = f"{SEAT_SIGNS[shown]} {team_name(shown)}"
    return seat_label(shown, names) + rest, team + rest, team


_MAX_NAME: Final = 30  # columns of a player's name at most


def winner_words(outcome: Outcome) -> str:
    """Return `Red (@) wins`, or the teams that share the victory."""
    teams = [f"{team_name(seat)} ({SEAT_SIGNS[seat]})" for seat in outcome.winners]
    if len(teams) == 1:
        return f"{teams[0]} wins"
    return matches.THEY_SHARE_THE_VICTORY.format(first=", ".join(teams[:-1]), last=teams[-1])


def result_line(outcome: Outcome | None, seed: int | None, names: Sequence[str]) -> str:
    """Return one line for the shell after the screen has closed; a `seed` of None is not shown."""
    end = f" (seed {seed})" if seed is not None else ""
    if outcome is None:
        return matches.DEATHDOME_LEFT_BEFORE_THE_END.format(end=end)
    counts = ", ".join(
        f"{team_name(row.seat)} ({cut(names[row.seat], _MAX_NAME)}) {row.payout:,}"
        for row in outcome.standings
    )
    return f"deathdome: {winner_words(outcome)}; {counts}{end}"
