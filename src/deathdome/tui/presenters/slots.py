"""Equipment of whole teams in the store: three slots a unit, one column a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.gear import ITEMS_PER_UNIT
from deathdome.rules.observing import visible_state
from deathdome.rules.purchase import team_value
from deathdome.stage.text import Line, Span, columns_of, fitted, heading, line
from deathdome.text.names import compact, team_name
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token

if TYPE_CHECKING:
    from deathdome.model.observation import Observation

ROWS: Final = 5  # of one team
_EMPTY: Final = "-"


def slots_lines(seen: Observation, seat: int, width: int) -> list[Line]:
    """Return the twelve slots of a team as a grid, under its value and credits."""
    setup = seen.setup
    value = team_value(visible_state(seen), seat)
    right = say.WORTH.format(value=compact(value), credits=compact(seen.credits[seat]))
    name = say.YOUR_SLOTS if seat == seen.seat else say.SLOTS_OF.format(team=team_name(seat))
    title = heading(f"{SEAT_SIGNS[seat]} {name.upper()}", width, right)
    wide = (width - UNITS_PER_TEAM + 1) // UNITS_PER_TEAM
    first = seat * UNITS_PER_TEAM
    units = range(first, first + UNITS_PER_TEAM)
    head: list[str | Span] = []
    for unit in units:
        token = unit_token(setup, unit)
        name = fitted(setup.units[unit].name, wide - columns_of(token) - 1)
        head += [Span(token, f"chip{seat}"), Span(f" {name} ", "dim")]
    rows: list[Line] = [(Span(title[0].text, f"seat{seat}"), *title[1:]), line(*head)]
    new = setup.series.auctioned if setup.series is not None else ()
    for slot in range(ITEMS_PER_UNIT):
        spans = []
        for unit in units:
            held = seen.items[unit]
            if slot >= len(held):
                spans.append(Span(fitted(_EMPTY, wide) + " ", "faint"))
                continue
            look = "good" if held[slot] in new else ""
            spans.append(Span(fitted(setup.catalog.items[held[slot]].name, wide) + " ", look))
        rows.append(line(*spans))
    return rows


def all_slots(seen: Observation, width: int, teams: int) -> list[Line]:
    """Return the grids of your team and of so many others, the most valuable rivals first."""
    state = visible_state(seen)
    rivals = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
    rivals.sort(key=lambda seat: (-team_value(state, seat), seat))
    rows: list[Line] = []
    for seat in [seen.seat, *rivals][:teams]:
        rows += [*([line()] if rows else []), *slots_lines(seen, seat, width)]
    return rows
