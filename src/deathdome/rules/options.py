"""From sets to lists of actions.

Turning sets into lists costs more than finding them: few members are taken one by one, many by
table, eight members a look-up. The actions themselves are made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action

if TYPE_CHECKING:
    from collections.abc import Callable

_FEW = 5  # members; fewer are found one by one


class _Row(dict[int, tuple[Action, ...]]):
    """The actions of eight neighbouring members, by which of them there are."""

    __slots__ = ("_base",)

    def __init__(self, base: int) -> None:
        self._base = base

    def __missing__(self, byte: int) -> tuple[Action, ...]:
        found = self[byte] = tuple(
            Action(self._base + (bit << 12)) for bit in range(8) if byte >> bit & 1
        )
        return found


def lister(prototype: int) -> Callable[[int], list[Action]]:
    """A function from a set (bits) to the actions like `prototype` with each member as operand a.

    In ascending order: spaces in reading order, items in catalogue order.
    """
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
        if members.bit_count() < _FEW:
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
