"""The reasons of a decision in rows: terms with their numbers, other options, expected plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Choice
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import reasons_screen as say
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.text.reasons import about_words, hundredths, rounded
from deathdome.stage.text import Line, Span, columns_of, fitted, heading, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.bots.choice import Option
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State

_NUMBER: Final = 8  # columns
_TERM: Final = 40
_OTHERS: Final = 2  # other options that are shown


def reason_rows(view: State, ask: Ask, reasons: object, width: int) -> list[Line]:
    """Return the reasons of the option that was taken; one row if they are of an unknown kind."""
    if not isinstance(reasons, Choice):
        return [line(Span(say.NO_REASONS, "dim"))]
    rows: list[Line] = []
    if reasons.taken.terms:
        rows.append(heading(say.REASONS, width, say.OWN_UNITS[reasons.unit.value]))
        rows += _terms(view, reasons.taken, width)
    if reasons.others:
        rows.append(line(Span(say.OTHERS, "title")))
        for other in reasons.others[:_OTHERS]:
            rows += _option(view, ask, other, width)
    if reasons.expected:
        rows.append(line(Span(say.EXPECTED, "title")))
        speller = Speller(view)
        for who, plan in reasons.expected:
            rows += wrapped(f"{speller.who(who)}: {plan_words(view, who, plan, ask.seat)}", width)
    return rows


def _terms(view: State, option: Option, width: int) -> list[Line]:
    """Return a row for each term, and their sum."""
    room = min(_TERM, width - _NUMBER)
    rows = []
    terms, total = rounded(option)
    for one, amount in terms:
        about = "" if one.about is None else about_words(view, one.name, one.about)
        name = one.name.replace("-", " ")
        label = f"{name}, {about}" if about else name
        rows.append(_number(label, amount, room))
    return [*rows, _number(say.IN_ALL, total, room, "strong")]


def _number(label: str, amount: int, room: int, look: str = "") -> Line:
    number = f"{hundredths(amount):>{_NUMBER}}"
    sort = "good" if amount > 0 else "bad" if amount < 0 else ""
    return line(Span(fitted(label, room), look), Span(number, sort))


def _option(view: State, ask: Ask, option: Option, width: int) -> list[Line]:
    """Return another option with its sum."""
    number = f"{hundredths(rounded(option).total):>{_NUMBER}}"
    rows = wrapped(Speller(view).text(ask, option.answer), width - columns_of(number))
    gap = width - columns_of(number) - sum(columns_of(span.text) for span in rows[0])
    return [(*rows[0], Span(" " * max(0, gap)), Span(number, "dim")), *rows[1:]]
