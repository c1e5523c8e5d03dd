"""Your hand: rows in the panel, strips or cards of paper below the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.letters import letter_lines, letters_width
from deathdome.stage.text import Line, Span, columns_of, cut, fitted, line, wrapped
from deathdome.text.phrases import panel as say
from deathdome.tui.presenters.panel import hand_lines
from deathdome.tui.presenters.roster import spread
from deathdome.tui.presenters.words import has_ability

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from deathdome.model.observation import Observation

_GAP: Final = 1  # columns between cards
_CARD: Final = 22  # columns of a card at most
_NARROW: Final = 10  # columns of a card at least
_TITLE: Final = 3  # rows of a name at most
_TALL: Final = 9  # rows from which a card shows its number in blocks


def _groups(seen: Observation) -> list[tuple[int, int]]:
    """Return the cards of the hand, highest first, with the number of equal ones."""
    cards = seen.setup.catalog.power_cards
    found: dict[str, list[int]] = {}
    for card in sorted(seen.hand, key=lambda card: (-cards[card].value, card)):
        found.setdefault(cards[card].name, []).append(card)
    return [(group[0], len(group)) for group in found.values()]


def hand_rows(seen: Observation, ready: Collection[int], width: int, height: int) -> list[Line]:
    """Return a heading and a row for each kind of card in the hand."""
    cards = seen.setup.catalog.power_cards
    deck = say.DECK.format(cards=seen.deck_size)
    rows = [spread([Span(f" {say.HAND}", "title")], [Span(f"{deck} ", "dim")], width)]
    groups = _groups(seen)
    if not groups:
        rows.append(line(Span(f" {say.NO_CARDS}", "dim")))
    room = height - 1
    shown = groups if len(groups) <= room else groups[: room - 1]
    for card, number in shown:
        power = cards[card]
        right = Span("")
        if card in ready:
            right = Span(f"{say.PLAY_NOW} ", "good")
        elif number > 1:
            right = Span(f"{say.OF_THESE.format(number=number)} ", "dim")
        elif has_ability(seen, card):
            right = Span("+ ", "dim")
        name = cut(power.name, width - 8 - columns_of(right.text))
        rows.append(
            spread([Span(" "), Span(f" {power.value} ", "paper"), Span(f" {name}")], [right], width)
        )
    if left := sum(number for _, number in groups[len(shown) :]):
        rows.append(line(Span(f"     {say.MORE_CARDS.format(number=left)}", "dim")))
    return rows


def hand_papers(seen: Observation, ready: Collection[int], width: int, height: int) -> list[Line]:
    """Return the hand as cards side by side, below a heading if there is room for one."""
    rows: list[Line] = []
    if height >= _TALL + 2:
        deck = say.DECK_AND_DISCARD.format(cards=seen.deck_size, discarded=sum(seen.discard))
        rows += [spread([Span(say.HAND, "title")], [Span(deck, "dim")], width), ()]
    groups = _groups(seen)
    if not groups:
        return [*rows, line(Span(say.NO_CARDS, "dim"))]
    each = min(_CARD, (width - _GAP * (len(groups) - 1)) // len(groups))
    if each < _NARROW:
        return hand_lines(seen, width, height)
    tall = height - len(rows)
    drawn = [_paper(seen, card, number, card in ready, each, tall) for card, number in groups]
    for parts in zip(*drawn, strict=True):
        spans: list[Span] = []
        for at, part in enumerate(parts):
            spans += [Span(" " * _GAP)] * bool(at) + list(part)
        rows.append(tuple(spans))
    return rows


def _paper(
    seen: Observation, card: int, number: int, ready: bool, width: int, height: int
) -> list[Line]:
    """Return one card of so many columns and rows."""
    power = seen.setup.catalog.power_cards[card]
    able = has_ability(seen, card)
    top = say.PLAY_NOW if ready else ""
    count = say.OF_THESE.format(number=number) if number > 1 else ""
    name = f"{power.value} {power.name}"
    text = power.text if able else say.VALUE_ONLY
    if height < _TALL:
        right = top or count
        right = right if columns_of(name) + columns_of(right) + 3 <= width else ""
        gap = width - 2 - columns_of(cut(name, width - 2 - len(right) - bool(right)))
        title = cut(name, width - 2 - len(right) - bool(right))
        head = f" {title}{' ' * (gap - len(right))}{right} "
        rows: list[Line] = [(Span(head, "ready" if ready else "paperedge"),)]
        rows += [_on_paper(row, width, "paperdim") for row in _texts(text, width)]
    else:
        rows = [(Span(fitted(f" {top or count}", width), "ready" if ready else "paperedge"),)]
        if able:
            rows += [_on_paper("", width)]
            rows += [_on_paper(row, width) for row in _texts(name, width)[:_TITLE]]
            rows += [_on_paper("", width)]
            rows += [_on_paper(row, width, "paperdim") for row in _texts(text, width)]
        else:
            rows += _value(power.value, width)
            rows += [_on_paper(row, width) for row in _texts(power.name, width)[:_TITLE]]
    rows = rows[:height]
    rows += [_on_paper("", width)] * (height - len(rows))
    if able and height >= _TALL:
        rows[-1] = _on_paper(cut(power.timing, width - 2), width, "paperdim")
    return rows


def _texts(text: str, width: int) -> list[str]:
    room = width - 1 - (width > _NARROW)  # a narrow card needs its last column
    return ["".join(span.text for span in row) for row in wrapped(text, room)]


def _value(value: int, width: int) -> list[Line]:
    """Return the number of a card in blocks, in the middle."""
    text = str(value)
    left = (width - letters_width(text)) // 2
    rows: list[Line] = [_on_paper("", width)]
    for row in letter_lines(text, look="ink", ground="paper"):
        used = sum(columns_of(span.text) for span in row)
        rows.append((Span(" " * left, "paper"), *row, Span(" " * (width - left - used), "paper")))
    return [*rows, _on_paper("", width)]


def _on_paper(text: str, width: int, look: str = "paper") -> Line:
    return (Span(fitted(f" {text}", width), look),)


def strips_height(hand: Sequence[int]) -> int:
    """Return the rows of the smallest cards."""
    return 3 if hand else 1
