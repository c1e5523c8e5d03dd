"""Reasons of a bot's decisions, as named amounts that add up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer, Plan
    from deathdome.powerdome.model.dome import CharacterId

MILLI = 1000


class Unit(Enum):
    """The unit of a choice's terms; they count thousandths."""

    VITALITY = "vitality"
    PAYOFF = "payoff"  # 1 for winning the game this round, -1 for dying
    SCORE = "score"  # of a target


class Term(NamedTuple):
    """One reason: a code, its amount, and the power or character that it is about."""

    name: str
    amount: int  # thousandths of the unit
    about: int | None = None


class Option(NamedTuple):
    """An answer, or a part of one, with its reasons."""

    answer: Answer
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """Return the sum of its terms."""
        return sum(term.amount for term in self.terms)


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of a bot: the option it took, and others that it weighed, best first."""

    taken: Option
    others: tuple[Option, ...] = ()
    unit: Unit = Unit.VITALITY
    expected: tuple[tuple[CharacterId, Plan], ...] = ()  # likely plans of the rivals

    @property
    def answer(self) -> Answer:
        """Return the answer that was given."""
        return self.taken.answer


def milli(amount: float) -> int:
    """Return an amount in thousandths."""
    return round(amount * MILLI)


def term(name: str, amount: float, about: int | None = None) -> Term:
    """Return a term of an amount in whole units."""
    return Term(name, milli(amount), about)
