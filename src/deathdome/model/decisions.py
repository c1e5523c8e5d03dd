"""Decisions: a question, the seat asked, every legal answer, and refusals of all others.

Refusals are data; `deathdome.text.refusals` makes the sentence.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.vocabulary import Period, Role, Trigger


class Operands(TypedDict, total=False):
    """Things that a reason names, apart from the action and the numbers `need` and `have`."""

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
    own: bool  # only units of its own team count
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


Seat: TypeAlias = int  # 0 to 3, clockwise
UnitId: TypeAlias = int  # seat * 4 + line of the registry

CHANCE: Final[Seat] = -1  # the seat that rolls dice and draws cards


class Question(Enum):
    """Kinds of question; every kind has a prompt on the screen."""

    DEAL = "deal"  # of starting characters
    ROLL = "roll"
    DRAW = "draw"
    REVEAL = "reveal"  # of an item in a draft
    PURCHASE = "purchase"
    TURN = "turn"
    UNIT_PHASE = "unit phase"
    WALK = "walk"  # a walk given by an ability
    FOLLOW = "follow"
    JUMP = "jump"
    ATTACK_CARDS = "attack cards"
    DEFENCE_CARDS = "defence cards"
    FURTHER_ATTACK = "further attack"
    HIT_ORDER = "hit order"
    PUSH_SPACE = "push space"
    JAIL = "jail"
    REACTION = "reaction"
    AUCTION = "auction"


class Decision(NamedTuple):
    """One question. `options` is never empty and in a fixed order; `weights` only for CHANCE."""

    seat: Seat
    question: Question
    options: list[Action]
    weights: list[int] = []  # noqa: RUF012 - never written to; relative frequency of each option
    unit: UnitId = -1  # the unit concerned, if any
