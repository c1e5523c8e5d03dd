"""The reasons of a bot's decision as lines: what it took, what it weighed, what it expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import MILLI, Choice
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.plans import plan_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.bots.choice import Option, Unit
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State

_OTHERS: Final = 2  # more options that are shown


def reason_lines(view: State, ask: Ask, reasons: object) -> Iterator[str]:
    """Yield the reasons of a decision; nothing if they are of an unknown kind."""
    if not isinstance(reasons, Choice):
        return
    yield say.taken_line(_option(view, ask, reasons.taken, reasons.unit))
    for other in reasons.others[:_OTHERS]:
        yield say.weighed_line(_option(view, ask, other, reasons.unit))
    for who, plan in reasons.expected:
        yield say.expected_line(Speller(view).who(who), plan_words(view, who, plan))


def _option(view: State, ask: Ask, option: Option, unit: Unit) -> str:
    speller = Speller(view)
    line = speller.text(ask, option.answer)
    terms = []
    for one in option.terms:
        about = "" if one.about is None else about_words(view, one.name, one.about)
        if one.amount:
            terms.append(say.term_words(one.name, one.amount / MILLI, about))
    return say.option_words(line, terms, option.total / MILLI, say.UNITS[unit.value])


def about_words(view: State, name: str, about: int) -> str:
    """Return what a term is about: a character for those of a target, otherwise a power."""
    speller = Speller(view)
    if name in say.OF_CHARACTERS:
        return speller.who(about) if about < len(view.now.characters) else ""
    return speller.power(about)
