"""The result of a match: the verdict in large letters, payouts as bars, and the story behind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.match.deeds import best_unit, deadliest_unit, deeds_of, wounds_of
from deathdome.model.events import Conceded
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.stage.letters import ROWS, letter_lines, letters_width
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, line, wrapped
from deathdome.text.history import MOMENTS, turn_text, turning_points
from deathdome.text.names import compact, counted, listed, team_name, times
from deathdome.text.phrases import results as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.deeds import Deeds
    from deathdome.model.events import Event, Outcome, Standing
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.text.convicts import Convicts
    from deathdome.text.history import History, Turn

LABEL: Final = 11  # columns of the labels at the left
SWING: Final = 7  # columns of the credits that a turning point moved
_WIDE: Final = 74  # columns from which the bars of the chart may be wider
_NAME: Final = 18  # columns of a team with its player
_BAR: Final = 40  # columns of the longest bar
_LAST_STANDING: Final = "last team standing"


class Ending(NamedTuple):
    """A finished match, as everyone may see it."""

    outcome: Outcome
    setup: Setup
    events: Sequence[Event]
    history: History
    odds: Mapping[int, PublicOdds]
    labels: Sequence[str]  # index is seat: the player's name
    you: int | None  # the only seat of a player; None if there are several, or none
    convicts: Convicts  # names of the units
    score: str = ""  # your matches against this opponent, in words

    @property
    def won(self) -> bool:
        """True if the only player won or shared the win."""
        return self.you in self.outcome.winners


class Reveal(NamedTuple):
    """A moment in which a result appears."""

    letters: int  # rows of the large letters, from the bottom
    bars: float  # part of each bar


_GROWS: Final = 7  # frames in which the bars grow
REVEALS: Final = (
    *(Reveal(rows, 0.0) for rows in range(1, ROWS + 1)),
    *(Reveal(ROWS, part / _GROWS) for part in range(1, _GROWS + 1)),
)
REVEAL: Final = 0.05  # seconds of a moment at the slowest pace
_LETTER: Final = re.compile(r"(?:hot|cold)(\d)")
_OF_BAR: Final = re.compile(r"(?:full|tone|shade)\d")


def revealed(rows: Sequence[Line], reveal: Reveal) -> list[Line]:
    """Return the rows of a result in that moment; nothing but letters and bars changes."""
    return [_grown(_risen(row, reveal.letters), reveal.bars) for row in rows]


def _risen(row: Line, letters: int) -> Line:
    return tuple(
        Span(" " * len(span.text))
        if (found := _LETTER.fullmatch(span.look)) and int(found[1]) < ROWS - letters
        else span
        for span in row
    )


def _grown(row: Line, part: float) -> Line:
    whole = sum(len(span.text) for span in row if _OF_BAR.fullmatch(span.look))
    left = round(whole * part)
    spans: list[Span] = []
    for span in row:
        if not _OF_BAR.fullmatch(span.look):
            spans.append(span)
            continue
        drawn = min(left, len(span.text))
        left -= drawn
        spans += [Span(span.text[:drawn], span.look)] if drawn else []
        spans += [Span(" " * (len(span.text) - drawn))] if drawn < len(span.text) else []
    return tuple(spans)


def verdict_lines(ending: Ending, width: int, *, large: bool = True) -> list[Line]:
    """Return the verdict, in block letters if they are wanted and fit, with a sentence below."""
    word = verdict(ending)
    glow = "cold" if ending.you is not None and not ending.won else "hot"
    rows: list[Line] = []
    if large and letters_width(word) <= width:
        indent = Span(" " * ((width - letters_width(word)) // 2))
        rows += [(indent, *row) for row in letter_lines(word, glow)]
    else:
        rows.append(_centred(word, width, "title"))
    rows.append(BLANK)
    rows += [
        _centred_line(row, width) for row in wrapped(verdict_sentence(ending), width, "strong")
    ]
    return rows


def _centred(text: str, width: int, look: str) -> Line:
    return _centred_line(line(Span(text, look)), width)


def _centred_line(row: Line, width: int) -> Line:
    columns = sum(columns_of(span.text) for span in row)
    return (Span(" " * max(0, (width - columns) // 2)), *row)


def verdict(ending: Ending) -> str:
    """Return the outcome in one or two words, for the only player if there is one."""
    winners = ending.outcome.winners
    if len(winners) > 1 and (ending.you is None or ending.you in winners):
        return say.SHARED
    if ending.you is None:
        return (
            say.TEAM_WINS.format(team=team_name(winners[0]).upper()) if winners else say.NO_WINNER
        )
    return say.VICTORY if ending.won else say.DEFEAT


def verdict_sentence(ending: Ending) -> str:
    """Return who won, how and by how much."""
    outcome, you = ending.outcome, ending.you
    winners = outcome.winners
    payouts = {row.seat: row.payout for row in outcome.standings}
    ranked = sorted(payouts.values(), reverse=True)
    top, after = compact(ranked[0]), compact(ranked[1] if len(ranked) > 1 else 0)
    if len(winners) > 1:
        return say.SHARED_WIN.format(
            teams=_teams(ending, winners), payout=compact(payouts[winners[0]])
        )
    if not winners:
        return say.BY_REASON[outcome.reason]
    winner = winners[0]
    team = _team(ending, winner)
    loser = next((event.seat for event in ending.events if isinstance(event, Conceded)), -1)
    if loser >= 0:
        words = say.YOU_WON_BY_CONCESSION if winner == you else say.TEAM_CONCEDED
        words = say.YOU_CONCEDED if loser == you else words
        number = max(1, outcome.rounds)
        return words.format(loser=_team(ending, loser), team=team, round=number)
    if outcome.reason == _LAST_STANDING:
        had = max((seat for seat in payouts if seat != winner), key=lambda seat: payouts[seat])
        words = say.YOU_WIPED_OUT if you == winner else say.WIPED_OUT
        if you is not None and you != winner:
            words = say.WIPED_OUT_YOU
        losers = _teams(ending, [seat for seat in payouts if seat != winner])
        text = words.format(team=team, losers=losers, round=outcome.rounds)
        if payouts[had] > payouts[winner]:
            richer = say.YOU_HAD if you == had else say.TEAM_HAD.format(team=_team(ending, had))
            text += " " + say.MORE_MONEY.format(
                had=richer, more=compact(payouts[had]), less=compact(payouts[winner])
            )
        return text
    if you == winner:
        losers = _teams(ending, [seat for seat in payouts if seat != winner])
        text = say.YOU_BEAT.format(losers=losers, top=top, after=after)
    else:
        text = say.TEAM_BEATS.format(team=team, top=top, after=after)
    reason = say.BY_REASON.get(outcome.reason, "")
    return f"{text} {reason}".rstrip()


def _team(ending: Ending, seat: int) -> str:
    """Return 'Blue (rookie)', or the name of the team alone."""
    label = ending.labels[seat]
    if seat == ending.you or not label or label.lower() == "human":
        return team_name(seat)
    return f"{team_name(seat)} ({cut(label, _NAME)})"


def _teams(ending: Ending, seats: Sequence[int]) -> str:
    you = [say.YOU] if ending.you in seats else []
    return listed([*you, *(_team(ending, seat) for seat in seats if seat != ending.you)])


# -- payouts ---------------------------------------------------------------------------------------


def bar_lines(ending: Ending, width: int) -> list[Line]:
    """Return a bar for each team: towers, points and shells, with the payout behind.

    Winners come first: the last team standing wins with any payout.
    """
    outcome = ending.outcome
    rows: list[Line] = []
    top = max((row.payout for row in outcome.standings), default=0)
    room = max(10, min(_BAR, width - _NAME - 8))
    order = sorted(
        outcome.standings, key=lambda row: (row.seat not in outcome.winners, -row.payout)
    )
    for row in order:
        rows.append(_bar(ending, row, room, top))
        parts = _parts(row)
        indent = _NAME if _NAME + len(parts) <= width else 2
        rows += wrapped(parts, width, "dim", " " * indent)
    return rows


def _bar(ending: Ending, row: Standing, room: int, top: int) -> Line:
    seat = row.seat
    name = say.YOU if seat == ending.you else ending.labels[seat]
    title = f"{SEAT_SIGNS[seat]} {cut(f'{team_name(seat)} {name}', _NAME - 3)}"
    parts = (
        (row.towers * TOWER_PAY, f"full{seat}"),
        (row.points * POINT_PAY, f"tone{seat}"),
        (row.shells * SHELL_PAY, f"shade{seat}"),
    )
    spans = [Span(f"{title}{' ' * max(0, _NAME - columns_of(title))}", f"seat{seat}")]
    drawn = 0
    total = 0
    for pay, look in parts:
        total += pay
        end = round(room * total / top) if top else 0
        if end > drawn:
            spans.append(Span(" " * (end - drawn), look))
        drawn = end
    return (*spans, Span(f" {compact(row.payout)}", "strong"))


def _parts(row: Standing) -> str:
    """Return '2 towers, 1 point, 3 shells; 1 in jail'."""
    parts = [
        counted(number, word)
        for number, word in ((row.towers, "tower"), (row.points, "point"), (row.shells, "shell"))
        if number
    ]
    return ", ".join([*(parts or [say.HELD_NONE]), say.IN_JAIL.format(number=row.jailed)])


# -- the course of the match -----------------------------------------------------------------------

HEIGHT: Final = 6  # rows of the chart at least
_SHOWN: Final = 14  # rounds of the chart at most; a longer match shows its last ones
_NUMBERS: Final = 7  # columns of the scale at the left
_STEPS: Final = (100_000, 200_000, 300_000, 400_000, 500_000, 1_000_000)  # credits of a row


def chart_lines(history: History, setup: Setup, width: int, height: int = HEIGHT) -> list[Line]:
    """Return bars of each team's colour and symbol, one group a round, above the round's number.

    A bar that reaches into a row is drawn there, so that no payout is hidden.
    """
    room, columns = width - _NUMBERS, (4, 3, 2) if width > _WIDE else (2,)
    wide = next(
        (wide for wide in columns if room // (wide * (setup.seats + 1)) >= len(history.rounds)), 1
    )
    group = wide * setup.seats + wide
    shown = history.rounds[-min(_SHOWN, (width - _NUMBERS) // group) :]
    top = max((max(payouts) for _, payouts in shown), default=0)
    if not top:
        return []
    unit = next((step for step in _STEPS if step * height >= top), -(-top // height))
    rows: list[Line] = []
    for level in range(-(-top // unit), 0, -1):
        parts: list[str | Span] = [Span(f"{compact(level * unit):>{_NUMBERS - 1}} ", "dim")]
        for _, payouts in shown:
            for seat, payout in enumerate(payouts):
                drawn = payout > (level - 1) * unit
                parts.append(Span(SEAT_SIGNS[seat] * wide, f"chip{seat}") if drawn else " " * wide)
            parts.append(" " * wide)
        rows.append(line(*parts))
    numbers = "".join(f"{counter:<{group}}" for counter, _ in shown)
    rows.append(line(Span(f"{say.ROUND:>{_NUMBERS - 1}} {numbers}", "dim")))
    return rows


# -- the story -------------------------------------------------------------------------------------


def story_lines(ending: Ending, width: int, turns: int = MOMENTS) -> list[Line]:
    """Return labelled rows: turning points, best units, wounds against the odds, your score.

    `turns` is the number of turning points: the last ones.
    """
    deeds = deeds_of(ending.events, ending.setup)
    rows: list[Line] = []
    for number, (text, swing) in enumerate(_turns(ending, turns)):
        label = say.THE_TURN if not number else ""
        body = _labelled(label, text, width - SWING)
        columns = sum(columns_of(span.text) for span in body[0])
        rows += [(*body[0], Span(" " * (width - SWING - columns)), swing), *body[1:]]
    own, others = _sides(ending)
    best = best_unit(deeds, own)
    if best >= 0:
        label = say.YOUR_BEST if ending.you is not None else say.BEST
        rows += _labelled(label, _deeds(ending, best, deeds[best]), width)
    worst = deadliest_unit(deeds, others)
    if worst >= 0 and worst != best:
        label = say.THEIR_WORST if ending.you is not None else say.DEADLIEST
        rows += _labelled(label, _deeds(ending, worst, deeds[worst]), width)
    if ending.you is not None:
        found = wounds_of(ending.you, ending.events, ending.odds)
        if found.attacks:
            text = say.WOUNDS.format(dealt=found.dealt, expected=f"{found.expected:.0f}")
            rows += _labelled(say.WOUNDS_LABEL, text, width)
    if ending.score:
        rows += _labelled(say.SCORE_LABEL, ending.score, width)
    return rows


def _labelled(label: str, text: str, width: int) -> list[Line]:
    found = wrapped(text, max(20, width - LABEL))
    return [
        line(Span(f"{label if not number else '':<{LABEL}}", "title"), *row)
        for number, row in enumerate(found)
    ]


def _sides(ending: Ending) -> tuple[range | list[int], list[int]]:
    """Return your units and those of the others; without you all of them, twice."""
    units = range(len(ending.setup.units))
    if ending.you is None:
        return units, list(units)
    first = ending.you * UNITS_PER_TEAM
    own = range(first, first + UNITS_PER_TEAM)
    return own, [unit for unit in units if unit not in own]


def _turns(ending: Ending, number: int) -> list[tuple[str, Span]]:
    """Return the turning points in order, each with the credits that it moved."""
    return [
        (
            say.IN_ROUND.format(round=turn.round, text=turn_text(turn, ending.convicts.named)),
            _swing(turn, ending.you),
        )
        for turn in turning_points(ending.history)[-number:]
    ]


def _swing(turn: Turn, you: int | None) -> Span:
    """Return the credits that changed sides; a gain or a loss where you took part."""
    if turn.fallen >= 0:
        return Span(" " * SWING)
    seat, before = getattr(turn.event, "seat", -1), getattr(turn.event, "before", -1)
    mine = 0 if you is None else 1 if seat == you else -1 if before == you else 0
    text = compact(mine * turn.swing or turn.swing, signed=mine != 0)
    return Span(f"{text:>{SWING}}", ("dim", "good", "bad")[mine])


def _deeds(ending: Ending, unit: int, deeds: Deeds) -> str:
    """Return 'Bruna "Load-Bearing" Oakes: 3 kills, 1 tower'."""
    return f"{ending.convicts.full(unit)}: {counts_words(deeds)}"


def counts_words(deeds: Deeds, *, deaths: bool = True) -> str:
    """Return '3 kills, 1 tower, healed 2, died once'; "" for nothing."""
    counts = ((deeds.kills, "kill"), (deeds.towers, "tower"), (deeds.points, "point"))
    words = [counted(number, word) for number, word in counts if number]
    if deeds.healed:
        words.append(say.HEALED.format(wounds=deeds.healed))
    if deeds.freed:
        words.append(say.FREED.format(units=deeds.freed))
    if not deeds.kills and deeds.dealt:
        words.append(say.DEALT.format(wounds=counted(deeds.dealt, "wound")))
    if deeds.deaths and deaths:
        words.append(say.DIED.format(times=times(deeds.deaths)))
    return ", ".join(words)


def crew_lines(ending: Ending, width: int) -> list[Line]:
    """Return every unit with its actions, your team first."""
    deeds = deeds_of(ending.events, ending.setup)
    seats = sorted(range(ending.setup.seats), key=lambda seat: seat != ending.you)
    rows: list[Line] = []
    for seat in seats:
        title = (
            say.YOUR_CONVICTS
            if seat == ending.you
            else say.CONVICTS_OF.format(team=team_name(seat).upper())
        )
        rows += [*([BLANK] if rows else []), line(Span(title, "title"))]
        first = seat * UNITS_PER_TEAM
        for unit in range(first, first + UNITS_PER_TEAM):
            words = counts_words(deeds[unit]) or say.NO_DEEDS
            surname = cut(ending.convicts.surname(unit), _NAME)
            name = f"{unit_token(ending.setup, unit)} {surname} "
            head, *more = wrapped(words, max(8, width - columns_of(name)), "dim")
            rows.append(line(Span(name, f"seat{seat}"), *head))
            rows += [line("   ", *row) for row in more]
    return rows
