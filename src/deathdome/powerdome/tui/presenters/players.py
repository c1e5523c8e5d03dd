"""The players of a game in a few rows each: their vitality, and what they have (E.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import VITALITY
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import table_screen as say
from deathdome.powerdome.text.persons import TABLE_YOU, called
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.tui.presenters.bars import FILLS, bar
from deathdome.powerdome.tui.presenters.flowing import Group, flowing
from deathdome.stage.text import Line, Span, fitted, line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.powerdome.model.answers import Plan
    from deathdome.powerdome.model.dome import Character, PowerId, Seat
    from deathdome.powerdome.model.state import State

_NAME: Final = 14  # columns
_BAR: Final = 16
_NUMBER: Final = 4
_FACTS: Final = 2 + _NAME + 1 + _BAR + _NUMBER + 2  # column of the first fact
_INDENT: Final = 2 + _NAME + 1


def player_rows(
    view: State,
    width: int,
    *,
    past: Mapping[int, Sequence[Plan]] = {},
    you: Seat = ABSENT,
    seats: Sequence[Seat] | None = None,
    more: Mapping[Seat, Sequence[Group]] = {},
    empty: str = " ",
) -> list[Line]:
    """Return the rows of all players, or of some seats.

    `past` are the plans that each has shown, the latest first: the last one is a fact. `more` are
    facts of seats that the view does not have. `empty` fills the rest of a bar where grounds are
    not drawn.
    """
    dome = view.now
    shown = range(dome.seats) if seats is None else seats
    most = max(VITALITY, *(dome.characters[seat].vitality for seat in range(dome.seats)))
    rows: list[Line] = []
    for seat in shown:
        groups = [*more.get(seat, ()), *player_facts(view, dome.characters[seat])]
        if (plans := past.get(seat)) and dome.characters[seat].alive:
            groups.append(Group(say.LAST, list(_plan(view, seat, plans[0], you))))
        rows += _player(view, seat, width, most, groups, you, empty)
    return rows


def vitality_rows(view: State, width: int, you: Seat = ABSENT) -> list[Line]:
    """Return the vitality of all players without bars, in a row or two."""
    players = zip(called(view.seats, you), view.now.characters, strict=False)
    shown = [Span(f"{name} {one.vitality if one.alive else say.DEAD}") for name, one in players]
    start = len(say.VITALITY) + 2
    first, *more = flowing([Group("", shown)], width, start, start)
    return [(Span(f"{say.VITALITY}  ", "title"), *first), *more]


def _player(
    view: State,
    seat: Seat,
    width: int,
    most: int,
    groups: Sequence[Group],
    you: Seat,
    empty: str,
) -> list[Line]:
    one = view.now.characters[seat]
    mark = Span("> " if seat == you else "  ", "key")
    called = TABLE_YOU if seat == you else view.seats[seat]
    name = fitted(called, _NAME)
    if not one.alive:
        bare = called[:_NAME]
        rest = " " * (_INDENT - 2 - len(bare))
        head = line(mark, Span(bare, "struck"), rest, Span(say.DEAD, "bad"))
        start = _INDENT + len(say.DEAD) + 2
    else:
        head = (
            *line(mark, Span(name, "strong"), " "),
            *bar(one.vitality, most, _BAR, FILLS["vitality"], empty),
            Span(f"{one.vitality:>{_NUMBER}}", "strong"),
        )
        start = _FACTS
    rows = flowing(groups, width, _INDENT, start)
    gap = start - sum(len(span.text) for span in head)
    first = (*head, Span(" " * gap), *rows[0]) if rows[0] else head
    return [first, *rows[1:]]


def _plan(view: State, seat: Seat, plan: Plan, you: Seat) -> Iterator[Span]:
    """Yield a plan in parts: its stats, then its activations."""
    yield Span(plan_words(view, seat, replace(plan, activate=()), you))
    speller = Speller(view)
    yield from (Span(speller.act_text(seat, act)) for act in plan.activate)


def player_facts(view: State, one: Character) -> Iterator[Group]:
    """Yield what a player has: allies, afflictions, counters, powers, given modifiers."""
    dome, names = view.now, character_names(view.now, view.seats)
    allies = [
        Span(say.ally(names[ally], dome.characters[ally].vitality), "steel")
        for ally in dome.allies(one.id)
    ]
    afflictions = [Span(dome.tome.afflictions[held].name, "coral") for held in one.afflictions]
    counters = [Span(f"{key} {n}") for key, n in sorted(one.counters.items()) if n]
    powers = [power_span(view, power) for power in dome.hands[one.id]]
    marks = [Span(dome.tome.powers[power].name, "violet") for power in dome.marked(one.id)]
    for label, facts in (
        (say.ALLIES, allies),
        (say.AFFLICTED, afflictions),
        (say.COUNTERS, counters),
        (say.POWERS, powers),
        (say.BEARS, marks),
    ):
        if facts:
            yield Group(label, facts)


def power_span(view: State, power: PowerId) -> Span:
    """Return the name of a power with its counters and used-up Limits; a spent one is dim."""
    entry, card = view.now.tome.powers[power], view.now.cards[power]
    limited = [
        (used, effect.limit)
        for effect, used in zip(entry.effects, card.used, strict=True)
        if effect.limit is not None
    ]
    spent = len(limited) == len(entry.effects) and all(used >= most for used, most in limited)
    marks = [f"{key} {n}" for key, n in sorted(card.counters.items()) if n]
    marks += [say.limit(used, most) for used, most in limited if used]
    text = f"{entry.name} ({', '.join(marks)})" if marks else entry.name
    return Span(text, "dim" if spent else "violet")


def deals_of(view: State, seat: Seat) -> tuple[int, int]:
    """Return how many judged deals a player had, and how many of them it broke."""
    judged = [
        deal
        for deal in view.deals
        if seat in deal.partners and (deal.round < view.dome.round or view.over)
    ]
    return len(judged), sum(seat in deal.broken_by for deal in judged)
