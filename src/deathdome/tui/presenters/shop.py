"""The store: goods by deck, and the own team with what it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.catalog import VACANT, Character
from deathdome.model.prices import price
from deathdome.model.vocabulary import ItemKind
from deathdome.rules.gear import may_hold
from deathdome.tui.presenters.panel import store_card_lines
from deathdome.tui.presenters.pieces import money, types_letters, unit_letter, unit_token
from deathdome.tui.presenters.text import Line, Span, cut, line
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.catalog import StoreCard
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


def short_facts(card: StoreCard) -> str:
    """`S4 R6`, `+2T +1V`, `wg S2 M4 T2 V6`: what a card does to the numbers, or has of them."""
    if isinstance(card, Character):
        own = card.ratings
        return (
            f"{types_letters(card)} S{own.strength} M{own.movement} T{own.toughness} V{own.vitae}"
        )
    item = card
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
    from deathdome.tui.stall import CHARACTERS

    deck = stall.decks[stall.deck]
    goods = stall.goods()
    if deck == CHARACTERS:
        title = f"< {deck} >"
        columns = "type S M T V price rank"  # as `_goods_row` sets them
        rest = f" {len(goods):>2}".ljust(width - 1 - len(title) - len(columns)) + columns
    else:
        title = f"{f'< {deck} >':<16}"
        rest = f"{len(goods):>3} cards    who can carry it"
    rows: list[Line] = [line(Span(title, "title"), Span(rest, "dim"))]
    under = stall.under_bar
    detail = store_card_lines(seen.table, under, width) if under >= 0 else []
    room = max(5, height - len(rows) - max(len(detail), 5) - 1)
    first = max(0, min(stall.row - room // 2, len(goods) - room))
    where: dict[int, int] = {}
    for row in range(first, min(first + room, len(goods))):
        where[len(rows)] = row
        rows.append(_goods_row(stall, seen, goods[row], width, bar=row == stall.row))
    rows += [line() for _ in range(room + 1 - (len(rows) - 1))]
    return rows + detail, where


def _goods_row(stall: Stall, seen: Observation, index: int, width: int, *, bar: bool) -> Line:
    card = seen.table.catalog.store_cards[index]
    if isinstance(card, Character):
        own = card.ratings
        ratings = f"{own.strength} {own.movement} {own.toughness} {own.vitae}"
        numbers = f"{types_letters(card):<5}{ratings:<8}"
        last = f"r{card.rank}"
    else:
        numbers = f"{_KINDS[card.kind]} {short_facts(card):<9}"
        last = fits(seen, index)
    cost = price(seen.table, index)
    name_width = width - len(numbers) - 13
    text = (
        f"{'>' if bar else ' '}{cut(card.name, name_width):<{name_width}} {numbers}"
        f"{money(cost) if cost else 'free':>5} {last:>4}"
    )
    if bar:
        return line(Span(text, "bar" if stall.mode == "goods" else "strong"))
    return line(Span(text, "" if stall.in_reach(index) else "dim"))


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
        held = [(at, card) for at, (holder, card) in enumerate(owned) if holder == unit]
        bar = False
        if held and stall.is_character(held[0][1]):
            at, _ = held.pop(0)
            bar = _has_bar(stall, at)
            where[len(rows)] = at
        rows.append(_unit_row(stall, seen, number, unit, width, bar=bar))
        rows += _item_rows(stall, held, seen, width, where, len(rows))
    aside = [(at, item) for at, (unit, item) in enumerate(owned) if unit < 0]
    if aside:
        fifth = any(stall.is_character(card) for _, card in aside)
        words = "aside: sell one of the five" if fifth else "aside: equip or sell"
        rows.append(line(Span(words, "bad")))
        rows += _item_rows(stall, aside, seen, width, where, len(rows))
    return rows, where


def _has_bar(stall: Stall, at: int) -> bool:
    return stall.mode == "team" and at == min(stall.line, len(stall.owned()) - 1)


def _unit_row(
    stall: Stall, seen: Observation, number: int, unit: int, width: int, *, bar: bool
) -> Line:
    who = seen.table.units[unit]
    gear = seen.gear
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = f"{unit_token(seen.table, unit)} {who.name}"
    if who == VACANT:
        mark = ">" if stall.mode == "owner" and number == stall.unit else " "
        return line(Span(f"{mark}{name}: buy a character", "bad"))
    choosing = stall.mode == "owner"
    if choosing:
        can = number in stall.fitting(stall.item)
        mark = ">" if number == stall.unit else " "
        fit = "" if can else "no"
        text = f"{mark}{cut(name, width - 20):<{width - 19}}{fit:<3}{ratings}"
        return line(
            Span(f"{text:<{width}}", "bar" if number == stall.unit else "" if can else "dim")
        )
    if not seen.table.ruleset.characters:
        return line(
            Span(f"{cut(name, width - 17):<{width - 16}}", f"seat{unit // 4}"),
            Span(ratings, "strong"),
        )
    ratings = f"{types_letters(who)} {ratings}"
    room = width - len(ratings) - 2
    text = f"{'>' if bar else ' '}{cut(name, room):<{room}} "
    if bar:
        return line(Span(f"{text}{ratings}", "bar"))
    return line(Span(text, f"seat{unit // 4}"), Span(ratings, "strong"))


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
        card = seen.table.catalog.store_cards[index]
        bar = _has_bar(stall, at)
        facts = short_facts(card)
        name = cut(card.name, width - len(facts) - 4)
        text = f"{'>' if bar else ' '} {name} {facts}"
        where[start + len(rows)] = at
        rows.append(line(Span(f"{text:<{width}}" if bar else text, "bar" if bar else "dim")))
    return rows
