"""The store: goods by deck, and the own team with what it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.vocabulary import ItemKind
from deathdome.rules.gear import may_hold
from deathdome.tui.presenters.panel import item_lines
from deathdome.tui.presenters.pieces import money, unit_letter, unit_token
from deathdome.tui.presenters.text import Line, Span, cut, line
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.catalog import Item
    from deathdome.model.observation import Observation
    from deathdome.tui.stall import Stall

_KINDS = {
    ItemKind.CLOSE: "cls",
    ItemKind.RANGED: "rng",
    ItemKind.ARMOR: "arm",
    ItemKind.VEHICLE: "veh",
    ItemKind.EQUIPMENT: "eqp",
}


def fits(seen: Observation, item: int) -> str:
    """The letters of the own units that could carry the item beside what they have."""
    items = seen.table.catalog.items
    letters = ""
    for unit in team_units(seen.seat):
        held = [items[other] for other in seen.items[unit] if other != item]
        fit = may_hold(seen.table.units[unit], held, items[item]) is None
        letters += unit_letter(seen.table, unit) if fit else "-"
    return letters


def short_facts(item: Item) -> str:
    """`S4 r1`, `+2T +1V`: what an item does to the numbers."""
    parts = []
    if item.weapon is not None:
        parts.append(f"S{item.weapon.strength}")
        if item.weapon.range > 1:
            parts.append(f"R{item.weapon.range}")
        if item.weapon.attacks > 1:
            parts.append(f"x{item.weapon.attacks}")
    ratings = item.ratings
    for value, letter in (
        (ratings.strength, "S"),
        (ratings.movement, "M"),
        (ratings.toughness, "T"),
        (ratings.vitae, "V"),
    ):
        if value:
            parts.append(f"{value:+}{letter}")
    return " ".join(parts)


def goods_lines(stall: Stall, width: int, height: int) -> tuple[list[Line], dict[int, int]]:
    """The goods around the bar, then the item under it in full; and which row shows which."""
    seen = stall.seen
    assert seen is not None
    from deathdome.tui.stall import DECKS

    deck = DECKS[stall.deck]
    title = f"< {deck.value if deck is not None else 'all decks'} >"
    goods = stall.goods()
    rows: list[Line] = [
        line(
            Span(f"{title:<16}", "title"), Span(f"{len(goods):>3} cards    who can carry it", "dim")
        )
    ]
    detail = (
        item_lines(seen.table.catalog.items[stall.under_bar], width) if stall.under_bar >= 0 else []
    )
    room = max(5, height - len(rows) - max(len(detail), 5) - 1)
    first = max(0, min(stall.row - room // 2, len(goods) - room))
    where: dict[int, int] = {}
    for row in range(first, min(first + room, len(goods))):
        where[len(rows)] = row
        rows.append(_goods_row(stall, seen, goods[row], width, bar=row == stall.row))
    rows += [line() for _ in range(room + 1 - (len(rows) - 1))]
    return rows + detail, where


def _goods_row(stall: Stall, seen: Observation, index: int, width: int, *, bar: bool) -> Line:
    item = seen.table.catalog.items[index]
    numbers = f"{_KINDS[item.kind]} {short_facts(item):<9}"
    name_width = width - len(numbers) - 13
    text = (
        f"{'>' if bar else ' '}{cut(item.name, name_width):<{name_width}} {numbers}"
        f"{money(item.cost):>5} {fits(seen, index):>4}"
    )
    if bar:
        return line(Span(text, "bar" if stall.mode == "goods" else "strong"))
    return line(Span(text, "" if item.cost <= seen.credits[seen.seat] else "dim"))


def team_sheet(stall: Stall, width: int) -> tuple[list[Line], dict[int, int]]:
    """The own team: credits, units, what they carry; and which row shows which item."""
    seen = stall.seen
    assert seen is not None
    owned = stall.owned()
    rows: list[Line] = [
        line(Span("credits ", "dim"), Span(f"{seen.credits[seen.seat]:,}", "strong"))
    ]
    where: dict[int, int] = {}
    for number, unit in enumerate(team_units(seen.seat)):
        rows.append(_unit_row(stall, seen, number, unit, width))
        held = [(at, item) for at, (holder, item) in enumerate(owned) if holder == unit]
        rows += _item_rows(stall, held, seen, width, where, len(rows))
    aside = [(at, item) for at, (unit, item) in enumerate(owned) if unit < 0]
    if aside:
        rows.append(line(Span("aside: equip or sell", "bad")))
        rows += _item_rows(stall, aside, seen, width, where, len(rows))
    return rows, where


def _unit_row(stall: Stall, seen: Observation, number: int, unit: int, width: int) -> Line:
    gear = seen.gear
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = f"{unit_token(seen.table, unit)} {seen.table.units[unit].name}"
    choosing = stall.mode == "owner"
    if choosing:
        can = number in stall.fitting(stall.item)
        mark = ">" if number == stall.unit else " "
        fit = "" if can else "no"
        text = f"{mark}{cut(name, width - 20):<{width - 19}}{fit:<3}{ratings}"
        return line(
            Span(f"{text:<{width}}", "bar" if number == stall.unit else "" if can else "dim")
        )
    return line(
        Span(f"{cut(name, width - 17):<{width - 16}}", f"seat{unit // 4}"), Span(ratings, "strong")
    )


def _item_rows(
    stall: Stall,
    owned: list[tuple[int, int]],
    seen: Observation,
    width: int,
    where: dict[int, int],
    start: int,
) -> list[Line]:
    rows: list[Line] = []
    for at, index in owned:
        item = seen.table.catalog.items[index]
        bar = stall.mode == "team" and at == min(stall.line, len(stall.owned()) - 1)
        facts = short_facts(item)
        name = cut(item.name, width - len(facts) - 4)
        text = f"{'>' if bar else ' '} {name} {facts}"
        where[start + len(rows)] = at
        rows.append(line(Span(f"{text:<{width}}" if bar else text, "bar" if bar else "dim")))
    return rows
