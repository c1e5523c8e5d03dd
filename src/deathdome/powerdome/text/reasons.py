"""The reasons of a bot's decision as lines: what it took, what it weighed, what it expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.bots.choice import MILLI, Choice
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.plans import plan_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.bots.choice import Option, Term, Unit
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State

_OTHERS: Final = 2  # more options that are shown
_STEP: Final = MILLI // 100  # thousandths in a hundredth


def reason_lines(view: State, ask: Ask, reasons: object) -> Iterator[str]:
    """Yield the reasons of a decision; nothing if they are of an unknown kind."""
    if not isinstance(reasons, Choice):
        return
    yield say.taken_line(_option(view, ask, reasons.taken, reasons.unit))
    for other in reasons.others[:_OTHERS]:
        yield say.weighed_line(_option(view, ask, other, reasons.unit))
    for who, plan in reasons.expected:
        yield say.expected_line(Speller(view).who(who), plan_words(view, who, plan))


class Rounded(NamedTuple):
    """The terms of an option in hundredths, so that they add up as they are printed."""

    terms: tuple[tuple[Term, int], ...]  # without those that come to nothing
    total: int


def rounded(option: Option) -> Rounded:
    """Return the terms in hundredths: those closest to the next number make up the difference."""
    down = [one.amount // _STEP for one in option.terms]
    total = (2 * option.total + _STEP) // (2 * _STEP)
    missing = total - sum(down)
    rest = sorted(range(len(down)), key=lambda at: (-(option.terms[at].amount % _STEP), at))
    for at in rest[:missing]:
        down[at] += 1
    found = zip(option.terms, down, strict=True)
    return Rounded(tuple((one, n) for one, n in found if n), total)


def hundredths(n: int) -> str:
    """Return a number of hundredths, with plus or minus; nothing has neither."""
    return f"{n / 100:+.2f}" if n else f"{0:.2f}"


def _option(view: State, ask: Ask, option: Option, unit: Unit) -> str:
    speller = Speller(view)
    line = speller.text(ask, option.answer)
    terms = []
    found, total = rounded(option)
    for one, amount in found:
        about = "" if one.about is None else about_words(view, one.name, one.about)
        terms.append(say.term_words(one.name, hundredths(amount), about))
    return say.option_words(line, terms, hundredths(total), say.UNITS[unit.value])


def about_words(view: State, name: str, about: int) -> str:
    """Return what a term is about: a character for those of a target, otherwise a power."""
    speller = Speller(view)
    if name in say.OF_CHARACTERS:
        return speller.who(about) if about < len(view.now.characters) else ""
    return speller.power(about)
