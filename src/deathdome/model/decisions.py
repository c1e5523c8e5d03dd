"""Decisions: a question, the seat asked, every legal answer, and refusals of all others.

Refusals are data; `deathdome.text.refusals` makes the sentence.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

from deathdome.model.actions import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deathdome.model.actions import Action, ActionKind, Lister
    from deathdome.model.state import State
    from deathdome.model.vocabulary import Period, Role, Trigger

    Batch: TypeAlias = tuple[Lister, int]  # actions of one kind, by the set of their operand a
    Part: TypeAlias = list[Action] | Batch | "Deferred"


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


class Deferred:
    """Options that are computed when they are needed: whether a card would change anything."""

    __slots__ = ("_found", "_make", "_ply", "_state", "kinds")

    def __init__(
        self, kinds: frozenset[ActionKind], state: State, make: Callable[[], list[Action]]
    ) -> None:
        """`make` lists the options in `state`, all of these kinds."""
        self.kinds: Final = kinds
        self._make: Final = make
        self._state: Final = state
        self._ply: Final = state.ply
        self._found: list[Action] | None = None

    def actions(self) -> list[Action]:
        """Return the options.

        Raises:
            RuntimeError: an answer has been applied to the position since.
        """
        found = self._found
        if found is None:
            if self._state.ply != self._ply:
                raise RuntimeError("read the options of a decision before applying an answer")
            found = self._found = self._make()
        return found


_EQUAL: Final[list[int]] = []  # never written to


class Decision:
    """One question and its legal answers, never none and in a fixed order.

    The answers are computed as far as they are needed. `options` lists them all; to count them, to
    test one, to pick one by its place or to go through them takes less time. Do that before an
    answer is applied to the position.
    """

    __slots__ = ("_options", "_parts", "question", "seat", "unit", "weights")

    def __init__(
        self,
        seat: Seat,
        question: Question,
        options: list[Action] | tuple[Part, ...],
        weights: list[int] = _EQUAL,
        unit: UnitId = -1,
    ) -> None:
        """`options`: a list, or its parts in order."""
        self.seat: Final = seat
        self.question: Final = question
        self.weights: Final = weights  # only for CHANCE: relative frequency of each option
        self.unit: Final = unit  # the unit concerned, if any
        self._parts: tuple[Part, ...]
        self._options: list[Action] | None
        if type(options) is tuple:
            self._parts, self._options = options, None
        else:
            self._parts, self._options = (), options  # type: ignore[assignment]  # a list

    @property
    def options(self) -> list[Action]:
        """Every legal answer, as a list."""
        found = self._options
        if found is None:
            found = []
            for part in self._parts:
                if type(part) is tuple:
                    lister, members = part
                    if members:
                        found += lister.actions(members)
                elif type(part) is list:
                    found += part
                else:
                    found += _listed(part)
            self._options = found
        return found

    def __iter__(self) -> Iterator[Action]:
        """Yield every legal answer in order."""
        if self._options is not None:
            yield from self._options
            return
        for part in self._parts:
            yield from _listed(part)

    def __contains__(self, action: Action) -> bool:
        """Return True if the answer is legal."""
        if self._options is not None:
            return action in self._options
        for part in self._parts:
            if type(part) is tuple:
                lister, members = part
                if lister.makes(action, members):
                    return True
            elif type(part) is list:
                if action in part:
                    return True
            elif kind_of(action) in part.kinds and action in part.actions():  # type: ignore[union-attr]  # only Deferred is left
                return True
        return False

    def count(self) -> int:
        """Return the number of legal answers."""
        if self._options is not None:
            return len(self._options)
        return sum(map(_size, self._parts))

    def pick(self, place: int) -> Action:
        """Return the legal answer at a place of the order, from 0.

        Raises:
            IndexError: there are not so many.
        """
        if self._options is None and place >= 0:
            for part in self._parts:
                size = _size(part)
                if place < size:
                    return _listed(part)[place]
                place -= size
            raise IndexError("no such option")
        return self.options[place]

    def sole(self) -> Action | None:
        """Return the only legal answer; None if there are several."""
        if self._options is None:
            known = sum(_size(part) for part in self._parts if type(part) is not Deferred)
            if known > 1:
                return None
        return self.pick(0) if self.count() == 1 else None

    def of_kind(self, kind: ActionKind) -> list[Action]:
        """Return the legal answers of one kind in order."""
        if self._options is not None:
            return [action for action in self._options if kind_of(action) is kind]
        return [
            action
            for part in self._parts
            if type(part) is not Deferred or kind in part.kinds
            for action in _listed(part)
            if kind_of(action) is kind
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return (self.seat, self.question, self.unit, self.weights, self.options) == (
            *(other.seat, other.question, other.unit, other.weights, other.options),
        )

    __hash__ = None  # type: ignore[assignment]  # its lists may change

    def __repr__(self) -> str:
        """Return the question with all options."""
        names = ("seat", "question", "options", "weights", "unit")
        return f"Decision({', '.join(f'{name}={getattr(self, name)}' for name in names)})"


def _listed(part: Part) -> list[Action]:
    """Return a part as a list, which is not to be written to."""
    if type(part) is tuple:
        lister, members = part
        return lister.actions(members)
    return part if type(part) is list else part.actions()  # type: ignore[union-attr]  # only Deferred is left


def _size(part: Part) -> int:
    if type(part) is tuple:
        return part[1].bit_count()
    return len(part if type(part) is list else part.actions())  # type: ignore[union-attr]  # only Deferred is left
