"""Events in English: a sentence for each, or the story that many events form.

A story says an attack in one line with its numbers in another, a walk of several legs as one walk,
and leaves out events that follow from others.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.events import (
    Bought,
    Dealt,
    Declared,
    Died,
    Drew,
    Equipped,
    Hidden,
    Jailed,
    Laid,
    PhaseBegan,
    PhaseEnded,
    Reckoned,
    Released,
    Returned,
    ShellTaken,
    TurnEnded,
    Unhurt,
    Walked,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.names import (
    capitalised,
    card_name,
    character_name,
    counted,
    jail_name,
    listed,
    price_words,
    team_name,
    the_item,
    unit_name,
)
from deathdome.text.sentences import declaration, sentence, sums, wound_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup

__all__ = ["DETAIL", "Chapter", "chapters", "sentence", "story"]

DETAIL: Final = "  "  # begins a line about the one before, such as the numbers of a hit


def story(events: Sequence[Event], setup: Setup) -> list[str]:
    """Return events as log lines; a line that begins with `DETAIL` is about the one before."""
    return [text for chapter in chapters(events, setup) for text in chapter.lines]


class Chapter(NamedTuple):
    """Sentences that report events `first` up to but not including `end`."""

    lines: list[str]
    first: int
    end: int


def chapters(events: Sequence[Event], setup: Setup) -> list[Chapter]:
    """Return the story with the event numbers of each part."""
    found: list[Chapter] = []
    at = 0
    while at < len(events):
        told, used = _CHAPTERS.get(type(events[at]), _plain)(events, at, setup)
        found.append(Chapter(told, at, at + used))
        at += used
    return found


# Each takes the events, the place of the first one and the table, and returns the lines and the
# number of events that they cover.


def _plain(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    return [sentence(events[at], setup)], 1


def _silent(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:  # noqa: ARG001
    return [], 1


def _dealing(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """All characters that one team is dealt in a row."""
    first = events[at]
    assert isinstance(first, Dealt)
    seat = first.unit // UNITS_PER_TEAM
    names = []
    for event in events[at:]:
        if not isinstance(event, Dealt) or event.unit // UNITS_PER_TEAM != seat:
            break
        names.append(character_name(setup, event.character))
    return [f"{team_name(seat)} is dealt {listed(names)}."], len(names)


def _drawing(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """All cards that one team draws in a row."""
    first = events[at]
    assert isinstance(first, Drew)
    drawn = []
    for event in events[at:]:
        if not isinstance(event, Drew) or event.seat != first.seat:
            break
        drawn.append(event.card)
    counts = Counter(card for card in drawn if card >= 0)
    names = [
        card_name(setup, card) + (f" x{number}" if number > 1 else "")
        for card, number in counts.items()
    ]
    what = listed(names) or counted(len(drawn), "power card")
    return [f"{team_name(first.seat)} draws {what}."], len(drawn)


def _walking(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Join the legs of one walk, from its first space to its last."""
    first = events[at]
    assert isinstance(first, Walked)
    path: tuple[int, ...] = ()
    legs = 0
    for event in events[at:]:
        if not isinstance(event, Walked) or (event.unit, event.cause) != (first.unit, first.cause):
            break
        path += event.path
        legs += 1
    return [sentence(Walked(first.unit, first.start, path, first.cause), setup)], legs


def _buying(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Join a purchase with the unit that gets the item."""
    bought = events[at]
    assert isinstance(bought, Bought)
    following = events[at + 1] if at + 1 < len(events) else None
    if (
        isinstance(following, Equipped)
        and following.item == bought.card
        and following.seat == bought.seat
        and following.unit >= 0
    ):
        what = the_item(setup, bought.card)
        whom = unit_name(setup, following.unit)
        price = price_words(bought.paid)
        return [f"{team_name(bought.seat)} buys {what} for {whom}: {price}."], 2
    return _plain(events, at, setup)


def _phase(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Mention a unit phase only if it is empty: its events report the others."""
    began = events[at]
    assert isinstance(began, PhaseBegan)
    following = events[at + 1] if at + 1 < len(events) else None
    if isinstance(following, PhaseEnded) and following.unit == began.unit:
        return [f"{unit_name(setup, began.unit)} does nothing."], 2
    return [], 1


def _release(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Join an opened jail with the units that return to their bases."""
    released = events[at]
    assert isinstance(released, Released)
    used = 1
    for event in events[at + 1 :]:
        if not isinstance(event, Returned) or event.unit not in released.units:
            break
        used += 1
    return [sentence(released, setup)], used


def _death(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Join a death with the jail and the shell that follow."""
    died = events[at]
    assert isinstance(died, Died)
    line, used = sentence(died, setup), 1
    jailed = events[at + 1] if at + 1 < len(events) else None
    if not isinstance(jailed, Jailed) or jailed.unit != died.unit:
        return [line], used
    line += f" {team_name(jailed.seat)} picks the {jail_name(setup, jailed.jail)}."
    used += 1
    shell = events[at + 2] if at + 2 < len(events) else None
    if isinstance(shell, ShellTaken):
        taken = f"+{counted(shell.shells, 'beetle shell')}"
        line += f" {taken if shell.seat == jailed.seat else f'{team_name(shell.seat)} {taken}'}."
        used += 1
    return [line], used


def _attack(events: Sequence[Event], at: int, setup: Setup) -> tuple[list[str], int]:
    """Report an attack up to its numbers, which are details at the end."""
    declared = events[at]
    assert isinstance(declared, Declared)
    start = _next_reckoning(events, at)
    if start < 0:
        return _plain(events, at, setup)
    end = start
    hits: list[Reckoned] = []
    while end < len(events) and isinstance(event := events[end], Reckoned):
        hits.append(event)
        end += 1
    between = events[at + 1 : start]
    cards = [event for event in between if isinstance(event, Laid)]
    others = [event for event in between if not isinstance(event, Laid)]
    attack = [card.card for card in cards if card.attacking]
    lines = []
    if len(hits) == 1 and not others:
        (hit,) = hits
        after, swallowed = _aftermath(hit, events[end] if end < len(events) else None)
        end += swallowed
        opening = declaration(declared, setup, target=hit.unit, hits=hit.wounds > 0)
        lines.append(f"{capitalised(opening)}: {after}.")
    else:
        lines.append(sentence(declared, setup))
        lines += [sentence(event, setup) for event in others]
    for hit in hits:
        defence = [
            card.card
            for card in cards
            if not card.attacking and card.seat == hit.unit // UNITS_PER_TEAM
        ]
        whom = f"{unit_name(setup, hit.unit)}: " if len(hits) > 1 else ""
        lines.append(f"{DETAIL}{whom}{sums(hit, setup, attack, defence)}")
    return lines, end - at


def _next_reckoning(events: Sequence[Event], at: int) -> int:
    """Place of the arithmetic of the attack declared at `at`; -1 if something comes between."""
    for place in range(at + 1, len(events)):
        event = events[place]
        if isinstance(event, Reckoned):
            return place
        if isinstance(event, Declared | PhaseEnded | TurnEnded):
            break
    return -1


def _aftermath(hit: Reckoned, event: Event | None) -> tuple[str, int]:
    """Return the state of the only unit hit, and the number of events that say it."""
    if isinstance(event, Wounded) and event.unit == hit.unit:
        return wound_words(event.wounds, event.vitae), 1
    unhurt = isinstance(event, Unhurt) and event.unit == hit.unit and not event.dropped
    return counted(hit.wounds, "wound"), int(unhurt)


_CHAPTERS: Final[dict[type, Callable[[Sequence[Event], int, Setup], tuple[list[str], int]]]] = {
    Dealt: _dealing,
    Drew: _drawing,
    Walked: _walking,
    Bought: _buying,
    PhaseBegan: _phase,
    Hidden: _silent,
    PhaseEnded: _silent,
    TurnEnded: _silent,
    Released: _release,
    Died: _death,
    Declared: _attack,
}
