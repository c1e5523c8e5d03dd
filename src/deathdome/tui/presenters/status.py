"""Round, turn and score of a match: the status row, the result, the payout by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from deathdome.model.frames import Purchase, Turn
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, standing, supply
from deathdome.rules.observing import visible_state
from deathdome.text.history import turning_points, turning_words
from deathdome.text.names import team_name
from deathdome.text.phrases import matches
from deathdome.text.phrases import position as say
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.pieces import SEAT_SIGNS, money
from deathdome.tui.presenters.text import BLANK, Line, Span, columns_of, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.model.events import Outcome, Standing
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.text.history import History

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
_INDENT: Final = "  "


def winner_words(outcome: Outcome) -> str:
    """Return `Red (@) wins`, or the teams that share the victory."""
    teams = [f"{team_name(seat)} ({SEAT_SIGNS[seat]})" for seat in outcome.winners]
    if len(teams) == 1:
        return f"{teams[0]} wins"
    return matches.THEY_SHARE_THE_VICTORY.format(first=", ".join(teams[:-1]), last=teams[-1])


def payout_lines(outcome: Outcome, names: Sequence[str], width: int) -> list[Line]:
    """Return the winner, the reason, and each team's payout."""
    rows = [line(Span(winner_words(outcome), "title"))]
    rows += wrapped(matches.REASONS[outcome.reason], width, "dim")
    rows.append(line(Span(matches.IT_ENDED_IN_ROUND.format(rounds=outcome.rounds), "dim")))
    # The last team standing wins with any payout, so winners come first.
    order = sorted(
        outcome.standings, key=lambda row: (row.seat not in outcome.winners, -row.payout)
    )
    for row in order:
        rows.append(BLANK)
        won = row.seat in outcome.winners
        rows += _team_lines(row, names[row.seat], width, won=won)
    return rows


def _team_lines(row: Standing, name: str, width: int, *, won: bool) -> list[Line]:
    """Return a team in two rows, so that four teams fit on the smallest screen.

    If the pay of each thing has no room, only the numbers are shown.
    """
    mark = "  * winner" if won else ""
    paid = f"payout {row.payout:>9,}"
    team = f"{SEAT_SIGNS[row.seat]} {team_name(row.seat)}"
    room = width - columns_of(f"{team} (){mark}  {paid}")
    title = f"{team} ({cut(name, min(_MAX_NAME, room))}){mark}"
    things = (
        ("towers", row.towers, TOWER_PAY),
        ("points", row.points, POINT_PAY),
        ("shells", row.shells, SHELL_PAY),
    )
    jailed = f"; {row.jailed} in jail"
    count = ", ".join(f"{what} {number} x {pay:,}" for what, number, pay in things) + jailed
    if len(_INDENT + count) > width:
        count = ", ".join(f"{what} {number}" for what, number, _ in things) + jailed
    gap = max(2, width - columns_of(title) - len(paid))
    return [
        line(Span(title, f"seat{row.seat}"), " " * gap, Span(paid, "strong")),
        *wrapped(count, width, "", _INDENT),
    ]


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


HEIGHT: Final = 6  # rows of the chart
_SHOWN: Final = 14  # rounds of the chart at most; a longer match shows its last ones
_NUMBERS: Final = 10  # columns of the scale at the left


def chart_lines(history: History, setup: Setup, width: int) -> list[Line]:
    """Return bars of each team's own sign, one group a round, with the numbers of the rounds."""
    group = setup.seats + 1
    shown = history.rounds[-min(_SHOWN, (width - _NUMBERS) // group) :]
    top = max((max(payouts) for _, payouts in shown), default=0)
    if not top:
        return []
    unit = max(POINT_PAY, -(-top // HEIGHT // POINT_PAY) * POINT_PAY)
    high = -(-top // unit)
    rows: list[Line] = []
    for level in range(high, 0, -1):
        parts: list[str | Span] = [Span(f"{level * unit:>{_NUMBERS - 1},} ", "dim")]
        for _, payouts in shown:
            for seat, payout in enumerate(payouts):
                # A bar that reaches into a row is drawn there, so that no payout is hidden.
                sign = SEAT_SIGNS[seat] if payout > (level - 1) * unit else " "
                parts.append(Span(sign, f"seat{seat}"))
            parts.append(" ")
        rows.append(line(*parts))
    numbers = "".join(f"{counter:<{group}}" for counter, _ in shown)
    rows.append(line(Span(f"{'round':>{_NUMBERS - 1}} {numbers}", "dim")))
    return rows


def turning_lines(history: History, setup: Setup, width: int) -> list[Line]:
    """Return the turning points as sentences, with what each team had then."""
    rows: list[Line] = []
    for turn in turning_points(history):
        happened, stand = turning_words(turn, setup)
        rows += wrapped(happened, width)
        rows += wrapped(stand, width, "dim", "  ")
    return rows
