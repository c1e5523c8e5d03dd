"""What the teams have bought: who carries what, what is left to spend, what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.catalog import VACANT
from deathdome.model.events import Bought, Passed, Sold
from deathdome.model.frames import Purchase
from deathdome.model.prices import price
from deathdome.text.names import team_name
from deathdome.text.phrases import position as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, money, short_facts, unit_token
from deathdome.tui.presenters.text import BLANK, Line, Span, clean, cut, heading, line
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation


def rivals_lines(seen: Observation, names: Sequence[str], width: int) -> list[Line]:
    """Every team, the others first: credits left, units with ratings, items with prices."""
    store = next((frame for frame in seen.stack if isinstance(frame, Purchase)), None)
    rows: list[Line] = []
    others = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
    for seat in (*others, seen.seat):
        passed = store is not None and store.passed >> seat & 1
        right = f"{seen.credits[seat]:,} left{', has passed' * bool(passed)}"
        title = f"{SEAT_SIGNS[seat]} {team_name(seat)} ({clean(names[seat])})"
        rows += [BLANK] * bool(rows)
        rows.append(heading(cut(title, width - len(right) - 1), width, right))
        for unit in team_units(seat):
            rows += _unit_rows(seen, unit, width)
        rows += [_card_row(seen, card, width, " aside: ") for card in seen.spare[seat]]
    return rows


def _unit_rows(seen: Observation, unit: int, width: int) -> list[Line]:
    who, gear = seen.setup.units[unit], seen.gear
    token = unit_token(seen.setup, unit)
    if who == VACANT:
        return [line(Span(f" {token} {who.name}", "dim"))]
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = heading(cut(f" {token} {who.name}", width - len(ratings) - 1), width, ratings)
    rows: list[Line] = [line(Span(name[0].text, f"seat{unit // 4}"), *name[1:])]
    return rows + [_card_row(seen, card, width, "    ") for card in seen.items[unit]]


def _card_row(seen: Observation, card: int, width: int, before: str) -> Line:
    printed = seen.setup.catalog.store_cards[card]
    right = f"{short_facts(printed)}  {money(price(seen.setup, card)):>5}"
    name, gap, numbers = heading(
        cut(f"{before}{printed.name}", width - len(right) - 1), width, right
    )
    return line(Span(name.text), gap, numbers)


def since_last_turn(events: Sequence[Event], seen: Observation) -> str:
    """What the others bought and sold since the own last purchasing turn, in one line; or ''.

    `Since your last turn: & buys Grudge Axe; % sells Tin Hat, passes.`
    """
    trades = [event for event in events if isinstance(event, Bought | Sold | Passed)]
    own = [at for at, event in enumerate(trades) if event.seat == seen.seat]
    done: dict[int, list[str]] = {}
    cards = seen.setup.catalog.store_cards
    for event in trades[own[-1] + 1 if own else 0 :]:
        match event:
            case Bought(seat, card, _):
                words = f"buys {cards[card].name}"
            case Sold(seat, card):
                words = f"sells {cards[card].name}"
            case Passed(seat):
                words = "passes"
        done.setdefault(seat, []).append(words)
    told = "; ".join(f"{SEAT_SIGNS[seat]} {', '.join(words)}" for seat, words in done.items())
    text = say.OTHERS_SINCE_YOUR_LAST_TURN if own else say.OTHERS_SO_FAR
    return text.format(told=told) if told else ""
