"""Commands about what lies open: the position, units, places, cards, the count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.board import Kind
from deathdome.model.catalog import VACANT
from deathdome.model.frames import Purchase, Turn
from deathdome.model.names import (
    capitalised,
    counted,
    credits_text,
    listed,
    space_name,
    team_name,
    the_unit,
)
from deathdome.model.spelling import parse_team
from deathdome.narration.history import history_of, turning_points, turning_words
from deathdome.plain.cards import card_lines
from deathdome.plain.view import own_units, spaces_words
from deathdome.rules.ending import (
    POINT_PAY,
    SHELL_PAY,
    TOWER_PAY,
    judge,
    standing,
    supply,
)
from deathdome.rules.observing import visible_state
from deathdome.rules.turn import hand_target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.outcome import Standing
    from deathdome.plain.view import View

_FAR: Final = 999  # spaces; of a unit that is not on the board
NEAR: Final = 4  # spaces around a place that `near` tells about
_COMPASS: Final = {
    (0, -1): "above",
    (1, -1): "above right",
    (1, 0): "right",
    (1, 1): "below right",
    (0, 1): "below",
    (-1, 1): "below left",
    (-1, 0): "left",
    (-1, -1): "above left",
}


# -- the whole -------------------------------------------------------------------------------------


def look(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """The whole position."""
    yield moment(view)
    for seat in range(view.table.seats):
        yield team_line(view, seat)
        for unit in own_units(seat):
            yield view.unit_line(unit)
    yield from points(view, "")
    yield from _held_jails(view)
    for placed in view.seen.tokens:
        at = space_name(view.table, placed.space)
        yield f"On {at} lies {listed(view.token_words(placed.space))}."
    discarded = sum(view.seen.discard)
    yield f"Draw deck {counted(view.seen.deck_size, 'card')}, discard pile {discarded}."


def moment(view: View) -> str:
    """The round, whose turn it is, and what is left of it."""
    seen = view.seen
    frame = next((one for one in seen.stack if isinstance(one, Turn | Purchase)), None)
    if seen.outcome is not None:
        return "The match is over."
    if isinstance(frame, Purchase):
        return f"The store is open; {team_name(frame.seat)} has a purchasing turn."
    if frame is None:
        return "The match is being set up."
    phases = counted(frame.phases, "unit phase")
    last = ", the last" if seen.round >= seen.table.rounds else ""
    return (
        f"Round {seen.round} of {seen.table.rounds}{last}; turn of {team_name(frame.seat)}, "
        f"{phases} not begun."
    )


def team_line(view: View, seat: int) -> str:
    """A team: what it would be paid now, supply, shells, hand."""
    state = visible_state(view.seen)
    row, points = standing(state, seat), supply(state, seat)
    return (
        f"{team_name(seat)} ({view.names[seat]}): payout now {credits_text(row.payout)}, "
        f"supply {points} for {counted(hand_target(points), 'card')}, "
        f"{counted(view.seen.shells[seat], 'beetle shell')}, "
        f"{counted(view.seen.hand_sizes[seat], 'power card')} in hand."
    )


def units(view: View, words: str) -> Iterator[str]:
    """Every unit, or those of one team."""
    seats = [parse_team(words)] if words else range(view.table.seats)
    for seat in seats:
        for unit in own_units(seat):
            yield view.unit_line(unit)


def unit_details(view: View, words: str) -> Iterator[str]:
    """One unit with everything it carries, in full."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('which unit? For example "unit red.warrior"')
    yield view.unit_line(unit)
    who = view.table.units[unit]
    if who.text:
        yield f"{who.name}: {who.text}"
    for item in view.seen.items[unit]:
        yield from card_lines(view, view.table.catalog.items[item])


def foes(view: View, words: str) -> Iterator[str]:
    """All enemies, the nearest first: how far from the named or active unit, or the nearest own."""
    ours = [view.unit(words)] if words else [view.active] if view.active >= 0 else []
    ours = [unit for unit in ours or own_units(view.seat) if view.seen.space[unit] >= 0]
    rows = []
    for unit, place in enumerate(view.seen.space):
        if unit in own_units(view.seat) or view.table.units[unit] == VACANT:
            continue
        line, away = view.unit_line(unit), _FAR
        if place >= 0 and ours and view.table.order:
            start, away = min(
                ((view.seen.space[own], view.away(view.seen.space[own], place)) for own in ours),
                key=lambda pair: pair[1],
            )
            near_unit = next(own for own in ours if view.seen.space[own] == start)
            sight = "in sight" if view.table.terrain.sees(start, place) else "not in sight"
            whom = the_unit(view.spoken.table, near_unit)
            line = f"{line.removesuffix('.')}; {spaces_words(away)} from {whom}, {sight}."
        rows.append((away, unit, line))
    yield from (line for _, _, line in sorted(rows))


# -- places ----------------------------------------------------------------------------------------


def near(view: View, words: str) -> Iterator[str]:
    """A space, its neighbours, and who and what is close to it."""
    if not view.table.order:
        raise UsageError("nobody is on the board before the teams have their bases")
    here = view.space(words) if words else _own_place(view)
    grid = view.table.board.grid
    name = space_name(view.table, here)
    yield f"Space {name}: {', '.join([view.ground(here), *view.token_words(here)])}."
    around = []
    for (across, down), direction in _COMPASS.items():
        column, row = grid.columns[here] + across, grid.rows[here] + down
        if 0 <= column < grid.width and 0 <= row < grid.height:
            space = grid.space(column, row)
            around.append(f"{direction} {grid.name(space)} {view.ground(space)}")
        else:
            around.append(f"{direction} the edge of the board")
    yield f"Around {name}: {', '.join(around)}."
    found = []
    for unit, place in enumerate(view.seen.space):
        if place >= 0 and view.table.units[unit] != VACANT and view.away(here, place) <= NEAR:
            found.append((view.away(here, place), f"{view.who(unit)} {view.where(unit)}"))
    special = (Kind.CONTROL_POINT, Kind.TOWER_CENTRE, Kind.RELEASE_POINT)
    for space in spaces_in(grid.within(here, NEAR)):
        if view.table.board.kinds[space] in special and space != here:
            found.append((view.away(here, space), f"{view.ground(space)} on {grid.name(space)}"))
        tokens = view.token_words(space) if space != here else []
        found += [(view.away(here, space), f"{one} on {grid.name(space)}") for one in tokens]
    for away, what in sorted(found):
        yield f"{capitalised(what)}, {spaces_words(away) if away else 'right there'}."
    if not found:
        yield f"Nobody and no point within {spaces_words(NEAR)}."


def _own_place(view: View) -> int:
    units = [view.active] if view.active >= 0 else list(own_units(view.seat))
    places = [view.seen.space[unit] for unit in units if view.seen.space[unit] >= 0]
    if not places:
        raise UsageError('near what? For example "near k11"')
    return places[0]


def points(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Every control point, by owner."""
    board = view.table.board
    for owner in (*range(view.table.seats), -1):
        found = []
        for space, holder in zip(board.points, view.seen.owners, strict=True):
            if holder != owner:
                continue
            text = space_name(view.table, space)
            marks = ["tower"] if space in board.tower_centres else []
            marks += [f"{view.who(unit)} is there" for unit in view.standing(space)]
            found.append(text + (f" ({', '.join(marks)})" if marks else ""))
        if found:
            holder_words = f"of {team_name(owner)}" if owner >= 0 else "of nobody"
            yield f"Control points {holder_words}: {', '.join(found)}."


def jails(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Every jail: who is in it, and where it is opened."""
    board = view.table.board
    for jail, name in enumerate(board.jail_names):
        opened = [
            space_name(view.table, space)
            for space, of in zip(board.release_points, board.release_jails, strict=True)
            if of == jail
        ]
        yield f"{capitalised(name)} jail: {_inmates(view, jail)}; opened on {listed(opened)}."


def _inmates(view: View, jail: int) -> str:
    inside = [
        view.who(unit)
        for unit, place in enumerate(view.seen.space)
        if place == -1 - jail and view.table.units[unit] != VACANT
    ]
    return listed(inside) or "nobody"


def _held_jails(view: View) -> Iterator[str]:
    for jail, line in enumerate(jails(view, "")):
        if any(place == -1 - jail for place in view.seen.space):
            yield line


# -- counting --------------------------------------------------------------------------------------


def payout(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """What every team would be paid if the match ended now."""
    outcome = view.seen.outcome or judge(visible_state(view.seen))
    for row in outcome.standings:
        yield payout_line(row)
    if view.seen.outcome is None:
        teams = listed([team_name(seat) for seat in outcome.winners])
        how = "win" if outcome.winner is not None else "share the victory"
        yield f"If the match ended now, {teams} would {how}."


def payout_line(row: Standing) -> str:
    """What one team is paid, and for what."""
    parts = [
        _counted_pay(row.towers, "tower", TOWER_PAY),
        _counted_pay(row.points, "floor point", POINT_PAY),
        _counted_pay(row.shells, "beetle shell", SHELL_PAY),
    ]
    return (
        f"{team_name(row.seat)}: {credits_text(row.payout)}: {', '.join(parts)}; "
        f"{counted(row.jailed, 'unit')} in jail."
    )


def _counted_pay(number: int, what: str, pay: int) -> str:
    """'2 floor points for 200,000', 'no towers'."""
    return f"{counted(number, what)}{f' for {number * pay:,}' if number else ''}"


def course(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """What every team would have been paid after each round, and what turned the match."""
    found = history_of(view.events, view.table, view.began)
    for counter, payouts in found.rounds:
        stand = [f"{team_name(seat)} {credits_text(paid)}" for seat, paid in enumerate(payouts)]
        yield f"After round {counter}: {', '.join(stand)}."
    if not found.rounds:
        yield "No round is over yet."
    turns = turning_points(found)
    if turns:
        yield "What moved most:"
    for turn in turns:
        happened, stand_then = turning_words(turn, view.spoken.table)
        yield f"{happened} Payout then: {stand_then}."
