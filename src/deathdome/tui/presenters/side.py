"""The upper part of the panel: the question, the open list, what is known of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Act, verb_of
from deathdome.model.decisions import Question
from deathdome.rules.foresight import (
    attacks_from,
    forecast_declaration,
    forecast_open,
    open_attack,
)
from deathdome.tui.keyset import with_keys
from deathdome.tui.presenters.forecast import forecast_lines
from deathdome.tui.presenters.pieces import place_of, unit_token, weapon_name
from deathdome.tui.presenters.prompts import prompt_lines
from deathdome.tui.presenters.text import BLANK, Line, Span, cut, line, wrapped

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.play.controllers import Request
    from deathdome.tui.desk import Desk
    from deathdome.tui.presenters.menus import Menu

_CARD_STEPS = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)


def desk_lines(desk: Desk, width: int, height: int) -> tuple[list[Line], dict[int, int]]:
    """The question and whatever is open; and for each row of it the list entry it shows."""
    request, seen = desk.request, desk.seen
    if request is None or seen is None:
        return [], {}
    rows = prompt_lines(request, width)
    entries: dict[int, int] = {}
    menu = desk.menu
    if menu is not None:
        if menu.closable:
            rows = [
                line(
                    Span(menu.title, "title"), Span(with_keys("   {choose}, or {back} back"), "dim")
                )
            ]
        known = _known(desk, request, seen)
        room = max(3, height - len(rows) - len(known) - 3)
        shown, where = menu_lines(menu, width, room)
        entries = {len(rows) + row: index for row, index in where.items()}
        rows += shown
        if menu.entry is not None and menu.entry.detail:
            rows += wrapped(menu.entry.detail, width, "dim", " ")
        rows += known
    else:
        rows += _known(desk, request, seen)
    return rows, entries


def menu_lines(menu: Menu, width: int, room: int) -> tuple[list[Line], dict[int, int]]:
    """The list around its bar, at most `room` rows; and which entry each row shows."""
    first = max(0, min(menu.index - room // 2, len(menu.entries) - room))
    rows: list[Line] = []
    where: dict[int, int] = {}
    for index in range(first, min(first + room, len(menu.entries))):
        entry = menu.entries[index]
        tick = ("[x] " if index in menu.ticked else "[ ] ") if menu.many else ""
        bar = index == menu.index
        text = cut(f"{'>' if bar else ' '}{tick}{entry.text}", width)
        where[len(rows)] = index
        rows.append(line(Span(f"{text:<{width}}" if bar else text, "bar" if bar else "")))
    if not menu.entries:
        rows.append(line(Span(with_keys(" no cards to play: {choose} goes on"), "dim")))
    hidden = len(menu.entries) - len(rows)
    if hidden > 0:
        rows.append(line(Span(f" {hidden} more: up and down", "dim")))
    return rows, where


def _known(desk: Desk, request: Request, seen: Observation) -> list[Line]:
    """The forecast that belongs to what is under the bar or the cursor."""
    menu = desk.menu
    unit = desk.chosen if desk.chosen >= 0 else request.unit
    if request.question in _CARD_STEPS:
        frame = open_attack(seen)
        staged = menu.staged if menu is not None else 0
        return forecast_lines(seen, forecast_open(seen, frame, staged)) if frame else []
    if menu is not None:
        entry = menu.entry
        act = entry.sends[-1] if entry is not None and entry.sends else None
        if act is not None and verb_of(act) is Act.ATTACK:
            return forecast_lines(seen, forecast_declaration(seen, unit, act))
        return _reaction_about(seen) if request.question is Question.REACTION else []
    target = desk.unit_here
    if target in desk.offers.attacks:
        best = desk.offers.attacks[target][0]
        return forecast_lines(seen, forecast_declaration(seen, unit, best))
    place = place_of(seen, desk.cursor)
    if place in desk.offers.spaces and unit >= 0 and request.question is not Question.PUSH_SPACE:
        return _from_there(seen, unit, place)
    return []


def _from_there(seen: Observation, unit: int, place: int) -> list[Line]:
    """Whom the unit could attack if it walked there."""
    found: dict[int, str] = {}
    for act in attacks_from(seen, unit, place):
        target = act & 0xFFF
        if target < len(seen.space):
            found.setdefault(target, weapon_name(seen, act >> 12 & 0xFFF))
    if not found:
        return []
    names = " ".join(unit_token(seen.table, target) for target in found)
    return [line(Span(f"from there: attack {names}", "good"))]


def _reaction_about(seen: Observation) -> list[Line]:
    """The attack that a reaction is about, if there is one."""
    frame = open_attack(seen)
    if frame is None or frame.values:
        return []  # reckoned already: the log tells how it ended
    return [BLANK, *forecast_lines(seen, forecast_open(seen, frame))]
