"""Goals of a walk, payouts if the match ended now, and payouts by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.rules.analysis import steps_to
from deathdome.rules.ending import POINT_PAY, TOWER_PAY, standing
from deathdome.stage.text import Line, Span, cut, line
from deathdome.text.names import compact, counted, space_name, team_name
from deathdome.text.phrases import panel as say
from deathdome.text.standings import last_unit, state_now
from deathdome.tui.presenters.bars import HALF
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.roster import called, spread
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts
    from deathdome.text.history import History
    from deathdome.text.offers import Offers
    from deathdome.tui.glyphs import GlyphSet

_MAX_REACH: Final = 5  # rows of targets in reach
_FAR: Final = 40  # steps of a way out at most


def reach_rows(seen: Observation, convicts: Convicts, offers: Offers, width: int) -> list[Line]:
    """Return enemies that can be attacked from here, and points that can be walked to."""
    rows: list[Line] = [line(Span(f" {say.IN_REACH}", "title"))]
    for unit in offers.attacks:
        text = say.HIT.format(name=called(convicts, unit))
        state = Span(f"{say.DOWN} ", "bad") if seen.down[unit] else Span("")
        rows.append(spread([Span(f" {cut(text, width - 8)}")], [state], width))
    points = []
    board = seen.setup.board
    for index, space in enumerate(board.points):
        if space in offers.spaces and seen.owners[index] != seen.seat:
            pay = TOWER_PAY if board.tower_centre >> space & 1 else POINT_PAY
            points.append((-pay, space, seen.owners[index]))
    for pay, space, owner in sorted(points):
        text = say.CAPTURE.format(space=space_name(seen.setup, space))
        taken = f" {say.FROM.format(team=team_name(owner))}" if owner >= 0 else ""
        gain = Span(f"+{compact(-pay)} ", "good")
        rows.append(spread([Span(f" {text}"), Span(taken, "dim")], [gain], width))
    if len(rows) == 1:
        rows.append(line(Span(f" {say.NOTHING_IN_REACH}", "dim")))
    return rows[: _MAX_REACH + 1]


def ways_out_rows(seen: Observation, width: int) -> list[Line]:
    """Return what can save your team when one standing unit is left of it; [] otherwise.

    These are the nearest release point of a jail with teammates, and the base: no unit is hit
    there. Both have their distance in steps, which may take several turns.
    """
    unit = last_unit(seen, seen.seat)
    if unit < 0 or seen.down[unit] or seen.outcome is not None:
        return []
    rows: list[Line] = [line(Span(f" {say.WAYS_OUT}", "title"))]
    board, terrain = seen.setup.board, seen.setup.terrain
    jails = {-1 - seen.space[mate] for mate in team_units(seen.seat) if seen.space[mate] < 0}
    doors = {
        space: steps
        for space, jail in zip(board.release_points, board.release_jails, strict=True)
        if jail in jails and (steps := steps_to(seen, unit, 1 << space, _FAR)) is not None
    }
    if doors:
        door = min(doors, key=lambda space: doors[space])
        words = say.OPENS_JAIL.format(space=space_name(seen.setup, door))
        rows.append(_way(words, doors[door], width))
    home = terrain.base_spaces[seen.seat]
    if (steps := steps_to(seen, unit, home, _FAR)) is not None:
        rows.append(_way(say.BASE_IS_SAFE, steps, width))
    if len(rows) == 1:
        rows.append(line(Span(f" {say.NO_WAY_OUT}", "dim")))
    return rows


def _way(words: str, steps: int, width: int) -> Line:
    distance = counted(steps, "step") if steps else say.HERE
    return line(cut(f" {words}: {distance}", width))


def count_rows(seen: Observation, width: int) -> list[Line]:
    """Return what each team would be paid if the match ended now."""
    state = state_now(seen)
    rows: list[Line] = [line(Span(f" {say.IF_IT_ENDED_NOW}", "title"))]
    for seat in range(seen.setup.seats):
        row = standing(state, seat)
        parts = [
            counted(number, what)
            for number, what in (
                (row.towers, "tower"),
                (row.points, "point"),
                (row.shells, "shell"),
            )
            if number
        ]
        text = ", ".join(parts) or say.NOTHING_YET
        rows.append(
            spread(
                [Span(f" {SEAT_SIGNS[seat]} ", f"seat{seat}"), Span(cut(text, width - 12))],
                [Span(f"{compact(row.payout)} ", f"seat{seat}")],
                width,
            )
        )
    return rows


def history_rows(history: History, width: int, height: int, glyphs: GlyphSet) -> list[Line]:
    """Return the payouts of the last rounds as bars, on one scale."""
    seats = len(history.rounds[0][1]) if history.rounds else 0
    most = max((max(payouts) for _, payouts in history.rounds), default=0)
    if not most or height < seats + 2:
        return []
    fit = (height - 1) // (seats + 1)
    rows: list[Line] = [
        spread([Span(f" {say.HISTORY}", "title")], [Span(f"{say.BY_ROUND} ", "dim")], width)
    ]
    bar = width - 20
    for counter, payouts in history.rounds[-fit:]:
        for seat, payout in enumerate(payouts):
            head = say.A_ROUND.format(round=counter) if seat == 0 else ""
            spans = [Span(f" {head:<9} ", "dim"), *_bar(payout, most, seat, bar, glyphs)]
            rows.append(spread(spans, [Span(f"{compact(payout)} ", f"seat{seat}")], width))
        rows.append(())
    return rows[:-1]


def _bar(payout: int, most: int, seat: int, width: int, glyphs: GlyphSet) -> list[Span]:
    """Return a bar of so many columns for its largest value."""
    steps = round(2 * width * payout / most)
    full, half = divmod(steps, 2)
    if not glyphs.shaped:
        return [Span(SEAT_SIGNS[seat] * -(-steps // 2), f"seat{seat}")]
    return [
        Span(" " * full + HALF * half, f"score{seat}"),
        Span(" " * (width - full - half), "raised"),
    ]
