"""Refusals as data: the action, the question, and the reason with its operands.

`deathdome.text.refusals` makes the sentence.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Question, Seat, UnitId
    from deathdome.model.vocabulary import Period, Role, Trigger


class Operands(TypedDict, total=False):
    """Things that a reason names, besides the action and the numbers `need` and `have`."""

    unit: UnitId
    other: UnitId  # a second unit
    team: Seat
    jail: int
    space: int
    item: int  # a store card or PUNCH
    items: tuple[int, ...]
    card: int  # a power card
    printed: str  # the id of anything printed
    token: int
    tokens: tuple[int, ...]
    trigger: Trigger  # of an ability
    role: Role  # of a suitable unit
    pick: str  # target of the ability: "unit", "point" or "jail"
    period: Period  # of a limit
    amount: int
    own: bool  # only units of the own team count
    cure: bool  # incapacitated units count too


_NONE: Final[Operands] = {}


class Reason(NamedTuple):
    """Reason of a refusal, with the nearest legal action."""

    code: str  # a stable word for programs
    rule: str = ""  # ID of the rule that refuses; "" if only a printed card does
    operands: Operands = _NONE  # never written to
    case: str = ""  # variant of the code
    need: int | None = None
    have: int | None = None
    near: Action | None = None  # nearest legal action

    def __str__(self) -> str:
        """Return the reason in short: 'too-far (MOVE-1): need 7, have 4'."""
        named = [f"{name} {_word(value)}" for name, value in self.operands.items()]
        numbers = (("need", self.need), ("have", self.have))
        named += [f"{name} {number}" for name, number in numbers if number is not None]
        code = f"{self.code}/{self.case}" if self.case else self.code
        rule = f" ({self.rule})" if self.rule else ""
        return f"{code}{rule}" + (f": {', '.join(named)}" if named else "")


def _word(value: object) -> str:
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value)


class Refusal(NamedTuple):
    """An action that the rules refuse at a question."""

    action: Action
    reason: Reason
    question: Question | None = None  # None once the match is over
    seat: Seat = -1  # the seat asked
    unit: UnitId = -1  # the unit concerned, if any
