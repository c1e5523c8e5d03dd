"""From sets to lists of actions.

Turning sets into lists costs more than finding them, so it goes by table, eight members a look-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action

if TYPE_CHECKING:
    from collections.abc import Callable

_FEW = 5  # members; fewer are found one by one
_tables: dict[int, list[dict[int, tuple[Action, ...]]]] = {}


def lister(prototype: int) -> Callable[[int], list[Action]]:
    """A function from a set (bits) to the actions like `prototype` with each member as operand a.

    In ascending order: spaces in reading order, items in catalogue order.
    """
    table = _tables.setdefault(prototype, [])

    def actions_in(members: int) -> list[Action]:
        if members.bit_count() < _FEW:
            few: list[Action] = []
            while members:
                lowest = members & -members
                few.append(Action(prototype | (lowest.bit_length() - 1) << 12))
                members ^= lowest
            return few
        size = (members.bit_length() + 7) >> 3
        while len(table) < size:
            table.append({})
        options: list[Action] = []
        index = 0
        for byte in members.to_bytes(size, "little"):
            if byte:
                row = table[index]
                if byte not in row:
                    row[byte] = tuple(
                        Action(prototype | (index * 8 + bit) << 12)
                        for bit in range(8)
                        if byte >> bit & 1
                    )
                options += row[byte]
            index += 1  # noqa: SIM113 - enumerate makes a tuple a byte
        return options

    return actions_in
