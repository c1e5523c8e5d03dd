"""Actions: answers to questions, each a small integer, so that a thousand of them cost little.

Layout, from the low bits: 12 bits `b`, 12 bits `a`, 6 bits kind, then `c`. Each kind documents
its operands. `notation` converts actions to text and back; all other code reads an action only
through `kind_of`, `a_of`, `b_of` and `c_of`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from collections.abc import Callable

Action = NewType("Action", int)


class ActionKind(IntEnum):
    """Kinds of action. Operands in brackets; a missing operand is 0."""

    # chance
    ROLL = 1  # (a: number on the twelve-sided die)
    DRAW = 2  # (a: power card)
    DEAL = 25  # (a: character)
    REVEAL = 27  # (a: item) turned face up in a draft
    # purchase phase
    BUY = 3  # (a: store card)
    SELL = 4  # (a: store card)
    EQUIP = 5  # (a: item, b: unit)
    UNEQUIP = 6  # (a: item)
    DONE = 7  # ends a purchasing turn in which something was bought or sold
    PASS = 8  # ends the purchase phase for this team (AMB-36)
    # turn
    ACTIVATE = 9  # (a: unit) opens a unit phase
    END_TURN = 10
    # unit phase
    WALK = 11  # (a: space) one leg, by a shortest way; legs of one movement phase may follow
    STOP = 12  # ends an open walk; declines a walk, a follow, a further attack
    ATTACK = 13  # (a: item or PUNCH, b: unit, or NOBODY for a weapon that hits all adjacent)
    CAPTURE = 14
    RELEASE = 15
    END_PHASE = 16
    # abilities, in any window or reaction
    USE = 17  # (a: ability, b: picked + 1, c: choice and subject)
    PLAY = 18  # (a: power card, b: picked + 1, c: choice, subject and place of the ability)
    # inside an attack
    LAY = 19  # (a: power card) for its value
    COMMIT = 20  # no more cards
    HIT = 21  # (a: unit) takes its hit next
    PUSH_TO = 22  # (a: space)
    JAIL = 23  # (a: jail)
    DECLINE = 24  # no reaction, no further one, or no auction
    # between two matches of a series
    AUCTION = 26  # (a: unit) its owner sells what it carries (AUCTION-2)
    # at any question to a seat, and never among its options
    CONCEDE = 28  # (a: 0 the match, 1 the season) AMB-152


PUNCH: Final = 4095  # as item of ATTACK: the built-in close combat weapon (ATTACK-6)
EVERYBODY: Final = 4000  # as unit of USE and PLAY: the pick takes all that qualify
NOBODY: Final = 4095  # as unit of ATTACK

_VERB: Final = 24
_MASK: Final = 0xFFF
_A_MASK: Final = _MASK << 12
_ACTS: Final = [
    ActionKind(number) if number in set(ActionKind) else ActionKind.DECLINE for number in range(64)
]


def make_action(kind: ActionKind, a: int = 0, b: int = 0, c: int = 0) -> Action:
    """Return the action of `kind` with its operands (each 0 to 4095)."""
    return Action(c << 30 | kind << _VERB | a << 12 | b)


def kind_of(action: Action) -> ActionKind:
    """Return the kind; a number without a known kind reads as DECLINE."""
    return _ACTS[action >> _VERB & 0x3F]


def a_of(action: Action) -> int:
    """Return the first operand."""
    return action >> 12 & _MASK


def b_of(action: Action) -> int:
    """Return the second operand."""
    return action & _MASK


def c_of(action: Action) -> int:
    """Return the third operand."""
    return action >> 30


def option(choice: int, subject: int, place: int = 0) -> int:
    """Return the third operand of USE and PLAY: effect chosen and subject (-1: none).

    `place` is for PLAY: the ability's index on its card.
    """
    return place << 16 | (choice + 1) << 8 | (subject + 1)


def place_of(action: Action) -> int:
    """Return the index of the ability that a PLAY uses, among those of its card."""
    return action >> 46 & 0xFF


def choice_of(action: Action) -> int:
    """Return the effect chosen by a USE or PLAY, or -1."""
    return ((action >> 38) & 0xFF) - 1


def subject_of(action: Action) -> int:
    """Return the unit to which a USE or PLAY reacts, or -1."""
    return ((action >> 30) & 0xFF) - 1


def picked_of(action: Action) -> int:
    """Return the unit, point (its space) or jail picked by a USE or PLAY, or -1."""
    return (action & _MASK) - 1


# Former names, for managers written before this release; removed in the next one.
Act = ActionKind
verb_of = kind_of

ROLLS: Final = tuple(make_action(ActionKind.ROLL, number) for number in range(1, 13))
DONE: Final = make_action(ActionKind.DONE)
PASS: Final = make_action(ActionKind.PASS)
END_TURN: Final = make_action(ActionKind.END_TURN)
STOP: Final = make_action(ActionKind.STOP)
CAPTURE: Final = make_action(ActionKind.CAPTURE)
RELEASE: Final = make_action(ActionKind.RELEASE)
END_PHASE: Final = make_action(ActionKind.END_PHASE)
COMMIT: Final = make_action(ActionKind.COMMIT)
DECLINE: Final = make_action(ActionKind.DECLINE)
CONCEDE: Final = make_action(ActionKind.CONCEDE)
CONCEDE_SEASON: Final = make_action(ActionKind.CONCEDE, 1)
CONCESSIONS: Final = (CONCEDE, CONCEDE_SEASON)


# -- from sets to lists of actions -----------------------------------------------------------------
# Turning sets into lists costs more than computing them: small sets go bit by bit, large ones by
# table, eight members a lookup. Actions are made once.

_MIN_FOR_TABLES = 5  # members; smaller sets are faster bit by bit


class _Row(dict[int, tuple[Action, ...]]):
    """Actions of eight neighbouring members, indexed by the bits that are set."""

    __slots__ = ("_base",)

    def __init__(self, base: int) -> None:
        self._base = base

    def __missing__(self, byte: int) -> tuple[Action, ...]:
        found = self[byte] = tuple(
            Action(self._base + (bit << 12)) for bit in range(8) if byte >> bit & 1
        )
        return found


class Lister:
    """Actions alike except for their operand a, as a set of operands (bits) and as a list."""

    __slots__ = ("_prototype", "actions")

    def __init__(self, kind: ActionKind, b: int = 0) -> None:
        self._prototype: Final = int(make_action(kind, 0, b))
        # In ascending order: spaces in reading order, items in catalogue order.
        self.actions: Final = _lister(self._prototype)

    def makes(self, action: Action, members: int) -> bool:
        """Return True if the action is one of those with an operand in the set."""
        return action & ~_A_MASK == self._prototype and members >> (action >> 12 & _MASK) & 1 == 1


def _lister(prototype: int) -> Callable[[int], list[Action]]:
    """Return a function from a set (bits) to `prototype` with each member as operand a."""
    table: list[_Row] = []
    single: list[Action] = []

    def grow(size: int) -> None:
        while len(table) < size:
            table.append(_Row(prototype | len(table) * 8 << 12))
        single.extend(Action(prototype | bit << 12) for bit in range(len(single), size * 8))

    def actions_in(members: int) -> list[Action]:
        options: list[Action] = []
        size = members.bit_length() + 7 >> 3
        if size > len(table):
            grow(size)
        if members.bit_count() < _MIN_FOR_TABLES:
            while members:
                lowest = members & -members
                options.append(single[lowest.bit_length() - 1])
                members ^= lowest
            return options
        for row, byte in zip(table, members.to_bytes(size, "little"), strict=False):
            if byte:
                options += row[byte]
        return options

    return actions_in
